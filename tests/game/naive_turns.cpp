#include "tests/game/naive_turns.hpp"

#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace mulino::test {
namespace {

const std::vector<std::string> kDrawing{"a7 -------- d7 -------- g7",  //
                                        "|  b6 ----- d6 ----- f6  |",  //
                                        "|  |  c5 -- d5 -- e5  |  |",  //
                                        "a4 b4 c4          e4 f4 g4",  //
                                        "|  |  c3 -- d3 -- e3  |  |",  //
                                        "|  b2 ----- d2 ----- f2  |",  //
                                        "a1 -------- d1 -------- g1"};

using Men = std::map<std::string, char>;  // 'W', 'B' or '.' on each point

// The names of the points in reading order.
std::vector<std::string> points() {
    std::vector<std::string> names;
    for (const std::string& row : kDrawing) {
        std::istringstream words(row);
        for (std::string word; words >> word;) {
            if (word[0] >= 'a' && word[0] <= 'g') names.push_back(word);
        }
    }
    return names;
}

// The lines: of the three points of a column or row, or of the six of column d and row 4 on either
// side of the middle, where no point is.
std::vector<std::vector<std::string>> lines() {
    std::map<std::string, std::vector<std::string>> by_line;
    for (const std::string& name : points()) {
        const char column = name[0];
        const char row = name[1];
        std::string across = std::string("row ") + row;
        if (row == '4') across += column < 'd' ? " left" : " right";
        std::string down = std::string("column ") + column;
        if (column == 'd') down += row < '4' ? " low" : " high";
        by_line[across].push_back(name);
        by_line[down].push_back(name);
    }
    std::vector<std::vector<std::string>> all;
    for (const auto& [title, line] : by_line) all.push_back(line);
    return all;
}

bool neighbours(const std::string& left, const std::string& right) {
    for (const auto& line : lines()) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            if (line[i] == left && line[i + 1] == right) return true;
            if (line[i] == right && line[i + 1] == left) return true;
        }
    }
    return false;
}

// The complete lines of `side` through a point.
int mills_through(const Men& men, const std::string& point, char side) {
    static const auto kLines = lines();
    int mills = 0;
    for (const auto& line : kLines) {
        bool through = false;
        bool full = true;
        for (const std::string& name : line) {
            through = through || name == point;
            full = full && men.at(name) == side;
        }
        if (through && full) ++mills;
    }
    return mills;
}

std::vector<std::string> men_to_take(const Men& men, char side, const Rules& rules) {
    std::vector<std::string> open;
    std::vector<std::string> all;
    for (const auto& [name, man] : men) {
        if (man != side) continue;
        all.push_back(name);
        if (mills_through(men, name, side) == 0) open.push_back(name);
    }
    if (open.empty() && rules.protection == Protection::Lifted) return all;
    return open;
}

// All sets of men that can be taken one after the other.
void take(const Men& men, char side, int due, const Rules& rules, std::set<std::string> taken,
          std::set<std::set<std::string>>& results) {
    const auto choice = due == 0 ? std::vector<std::string>{} : men_to_take(men, side, rules);
    if (choice.empty()) {
        results.insert(taken);
        return;
    }
    for (const std::string& name : choice) {
        Men rest = men;
        rest[name] = '.';
        std::set<std::string> more = taken;
        more.insert(name);
        take(rest, side, due - 1, rules, more, results);
    }
}

int count_men(const Men& men, char side) {
    int sum = 0;
    for (const auto& [name, man] : men) sum += man == side ? 1 : 0;
    return sum;
}

struct Game {
    Men men;
    char to_move = 'W';
    std::map<char, int> hand{{'W', 0}, {'B', 0}};
    int counter = 0;
};

Game read(const std::string& text) {
    Game game;
    std::istringstream words(text);
    std::string rows;
    std::string side;
    words >> rows >> side >> game.hand['W'] >> game.hand['B'] >> game.counter;
    game.to_move = side == "w" ? 'W' : 'B';
    std::size_t at = 0;
    for (const std::string& name : points()) {
        if (rows[at] == '/') ++at;
        game.men[name] = rows[at++];
    }
    return game;
}

std::string print(const Game& game) {
    std::string text;
    char row = '7';
    for (const std::string& name : points()) {
        if (name[1] != row) text += '/';
        row = name[1];
        text += game.men.at(name);
    }
    std::ostringstream fields;
    fields << text << (game.to_move == 'W' ? " w " : " b ") << game.hand.at('W') << ' '
           << game.hand.at('B') << ' ' << game.counter;
    return fields.str();
}

}  // namespace

std::map<std::string, std::string> naive_turns(const std::string& position, const Rules& rules) {
    static const auto kPointNames = points();
    const Game game = read(position);
    const char own = game.to_move;
    const char foe = own == 'W' ? 'B' : 'W';
    const int own_men = count_men(game.men, own);
    const int foe_men = count_men(game.men, foe);
    std::map<std::string, std::string> turns;
    if (own_men + game.hand.at(own) < 3) return turns;

    const bool placing = game.hand.at('W') + game.hand.at('B') > 0;
    bool flies = false;
    if (!placing && rules.flying == Flying::Own) flies = own_men == 3;
    if (!placing && rules.flying == Flying::Both) flies = own_men == 3 || foe_men == 3;

    const auto arrive = [&](Men men, const std::string& start, const std::string& to) {
        men[to] = own;
        int due = mills_through(men, to, own);
        if (rules.removals == Removals::One && due > 1) due = 1;
        std::set<std::set<std::string>> results;
        take(men, foe, due, rules, {}, results);
        for (const auto& taken : results) {
            Game next = game;
            next.men = men;
            next.to_move = foe;
            if (placing) --next.hand[own];
            next.counter = placing || !taken.empty() ? 0 : game.counter + 1;
            std::string text = start + to;
            for (const std::string& name : kPointNames) {
                if (taken.count(name) == 0) continue;
                text += "x" + name;
                next.men[name] = '.';
            }
            turns[text] = print(next);
        }
    };
    for (const std::string& to : kPointNames) {
        if (game.men.at(to) != '.') continue;
        if (placing) arrive(game.men, "", to);
        for (const std::string& from : kPointNames) {
            if (placing || game.men.at(from) != own) continue;
            if (!flies && !neighbours(from, to)) continue;
            Men men = game.men;
            men[from] = '.';
            arrive(men, from + "-", to);
        }
    }
    return turns;
}

}  // namespace mulino::test
