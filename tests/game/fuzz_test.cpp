// Any bytes may come in as a text: each is read or refused, with a place inside the text.
#include <algorithm>
#include <string>

#include "game/turn.hpp"
#include "tests/catch.hpp"
#include "tests/game/random_position.hpp"

namespace mulino::test {
namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
}

std::string random_text(Random& random, std::string_view letters) {
    std::string text(below(random, 60), ' ');
    for (char& letter : text) {
        letter = letters.empty() ? static_cast<char>(below(random, 256))
                                 : letters[below(random, letters.size())];
    }
    return text;
}

// A few characters changed, added, removed or repeated.
std::string damaged(Random& random, std::string text) {
    for (std::size_t edits = 1 + below(random, 4); edits > 0; --edits) {
        const std::size_t at = below(random, text.size() + 1);
        constexpr std::string_view kUsual = "WB./ wbO@*x-019,:";
        const char letter = below(random, 2) == 0 ? static_cast<char>(below(random, 256))
                                                  : kUsual[below(random, kUsual.size())];
        switch (below(random, 4)) {
            case 0:
                text.insert(at, 1, letter);
                break;
            case 1:
                text.erase(at, 1 + below(random, 3));
                break;
            case 2:
                if (at < text.size()) text[at] = letter;
                break;
            default:
                text.insert(at, text.substr(below(random, text.size() + 1), 5));
                break;
        }
    }
    return text;
}

bool can_be_shown(const std::string& message) {
    return !message.empty() && std::all_of(message.begin(), message.end(), [](char letter) {
        return letter >= ' ' && letter <= '~';
    });
}

void read_position(const std::string& text) {
    const auto position = parse_position(text);
    if (position) {
        REQUIRE(check_position(*position).has_value());
        REQUIRE(parse_position(to_string(*position, CounterText::Show)).value() == *position);
        return;
    }
    REQUIRE(position.error().code == ErrorCode::BadPosition);
    REQUIRE(position.error().offset.value() <= text.size());
    REQUIRE(can_be_shown(position.error().message));
}

void read_turn(const std::string& text, const Position& position, const Rules& rules) {
    const auto turn = parse_turn(text, position, rules);
    if (turn) {
        const auto turns = legal_turns(position, rules);
        REQUIRE(std::find(turns.begin(), turns.end(), *turn) != turns.end());
        return;
    }
    REQUIRE(turn.error().code == ErrorCode::BadTurn);
    REQUIRE(turn.error().offset.value() <= text.size());
    REQUIRE(can_be_shown(turn.error().message));
}

TEST_CASE("parse_position survives random bytes") {
    Random random(1);
    const std::vector<std::string> seeds{".WW/.../.B./B....B/.../.../..W b",
                                         "WWW/.../.../BBB.../.../.../... w 0 0 37",
                                         "W:d7,g7,g1 B:d5,a4,g4 b 0 0 3",
                                         "@*******/********/OO@O**@* b m s 3 0 3 0 0 0 12 30",
                                         "W: B: w 9 9",
                                         "********/********/******** w p p 0 9 0 9 0 0 1"};
    for (int i = 0; i < 20000; ++i) {
        read_position(random_text(random, ""));
        read_position(random_text(random, "WB./ wb019"));
        read_position(random_text(random, "W:B,abcdefg1234567 wb0"));
        read_position(random_text(random, "O@*/ wbpmsr0123"));
        read_position(damaged(random, seeds[below(random, seeds.size())]));
    }
    read_position(std::string(100000, 'W'));
    read_position(std::string(100000, '/'));
    read_position(std::string("W:") + std::string(100000, ','));
    read_position(std::string(1, '\0'));
}

TEST_CASE("parse_turn survives random bytes") {
    Random random(2);
    const auto rules = all_turn_rules();
    for (int i = 0; i < 2000; ++i) {
        const Position position = random_position(random);
        const Rules& some_rules = rules[below(random, rules.size())];
        for (int j = 0; j < 5; ++j) {
            read_turn(random_text(random, ""), position, some_rules);
            read_turn(random_text(random, "abcdefg1234567x- X"), position, some_rules);
        }
        for (const Turn& turn : legal_turns(position, some_rules)) {
            read_turn(damaged(random, to_string(turn)), position, some_rules);
        }
    }
    std::string many = "d7";
    for (int i = 0; i < 30000; ++i) many += "xa1";
    read_turn(many, start_position(Rules{}), Rules{});
}

}  // namespace
}  // namespace mulino::test
