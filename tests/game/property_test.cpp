// What holds for every position: texts both ways, symmetries, order and count of turns.
#include <rapidcheck.h>

#include <algorithm>
#include <set>

#include "game/turn.hpp"
#include "game/turn_generator.hpp"
#include "tests/catch.hpp"
#include "tests/game/random_position.hpp"

namespace mulino::test {
namespace {

Position any_position() {
    return *rc::gen::exec([] {
        return random_position([](int n) { return *rc::gen::resize(100, rc::gen::inRange(0, n)); });
    });
}

Rules any_rules() { return *rc::gen::elementOf(all_turn_rules()); }

// The list spelling, its men in a shuffled order.
std::string by_points(const Position& position) {
    std::string text;
    for (std::size_t side = 0; side < 2; ++side) {
        std::vector<std::string> names;
        for_each_point(position.men[side],
                       [&](Point point) { names.emplace_back(point_name(point)); });
        std::shuffle(names.begin(), names.end(), std::mt19937(position.men[0]));
        text += side == 0 ? "W:" : " B:";
        for (std::size_t i = 0; i < names.size(); ++i) text += (i > 0 ? "," : "") + names[i];
    }
    text += position.to_move == Side::White ? " w " : " b ";
    return text + std::to_string(position.hand[0]) + ' ' + std::to_string(position.hand[1]) + ' ' +
           std::to_string(position.plies_without_removal);
}

std::string sanmill(const Position& position) {
    const std::vector<std::string> order{"d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5",
                                         "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6",
                                         "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7"};
    std::string text;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Bitboard point = bit(*parse_point(order[i]));
        if (i > 0 && i % 8 == 0) text += '/';
        text += (position.men[0] & point) != 0 ? 'O' : (position.men[1] & point) != 0 ? '@' : '*';
    }
    text += position.to_move == Side::White ? " w" : " b";
    text += position.placing() ? " p p" : " m s";
    for (std::size_t side = 0; side < 2; ++side) {
        text += ' ' + std::to_string(count(position.men[side])) + ' ' +
                std::to_string(position.hand[side]);
    }
    return text + " 0 0 -1 -1 12 34";
}

Position image(Symmetry symmetry, Position position) {
    for (Bitboard& men : position.men) men = apply(symmetry, men);
    return position;
}

TEST_CASE("positions come back from their three spellings") {
    REQUIRE(rc::check([] {
        Position position = any_position();
        RC_ASSERT(check_position(position).has_value());
        const auto shown = parse_position(to_string(position, CounterText::Show));
        RC_ASSERT(shown.has_value());
        RC_ASSERT(*shown == position);
        const auto listed = parse_position(by_points(position));
        RC_ASSERT(listed.has_value());
        RC_ASSERT(*listed == position);
        position.plies_without_removal = 0;
        const auto hidden = parse_position(to_string(position));
        RC_ASSERT(hidden.has_value());
        RC_ASSERT(*hidden == position);
        const auto foreign = parse_position(sanmill(position));
        RC_ASSERT(foreign.has_value());
        RC_ASSERT(*foreign == position);
    }));
}

TEST_CASE("turns come back from their text, removals in any order") {
    REQUIRE(rc::check([] {
        const Position position = any_position();
        const Rules rules = any_rules();
        for (const Turn& turn : legal_turns(position, rules)) {
            const std::string text = to_string(turn);
            const auto read = parse_turn(text, position, rules);
            RC_ASSERT(read.has_value());
            RC_ASSERT(*read == turn);
            if (count(turn.removed) != 2) continue;
            const std::string swapped = text.substr(0, text.size() - 6) +
                                        text.substr(text.size() - 3) +
                                        text.substr(text.size() - 6, 3);
            RC_ASSERT(parse_turn(swapped, position, rules).value() == turn);
        }
    }));
}

TEST_CASE("only legal turns can be read") {
    REQUIRE(rc::check([] {
        const Position position = any_position();
        const Rules rules = any_rules();
        const std::vector<Turn> turns = legal_turns(position, rules);
        const auto any_point = [] {
            return static_cast<Point>(*rc::gen::resize(100, rc::gen::inRange(0, kPoints)));
        };
        for (int i = 0; i < 50; ++i) {
            Turn turn{{}, any_point(), 0};
            if (!position.placing() || i == 0) turn.from = any_point();
            for (int men = *rc::gen::inRange(0, 3); men > 0; --men)
                turn.removed |= bit(any_point());
            const bool legal = std::find(turns.begin(), turns.end(), turn) != turns.end();
            RC_ASSERT(parse_turn(to_string(turn), position, rules).has_value() == legal);
        }
    }));
}

TEST_CASE("symmetries take turns to turns") {
    REQUIRE(rc::check([] {
        const Position position = any_position();
        const Rules rules = any_rules();
        const std::vector<Turn> turns = legal_turns(position, rules);
        for (Symmetry s = 0; s < kSymmetries; ++s) {
            std::set<std::string> images;
            for (Turn turn : turns) {
                if (turn.from) turn.from = kPointImages[s][*turn.from];
                turn.to = kPointImages[s][turn.to];
                turn.removed = apply(s, turn.removed);
                images.insert(to_string(turn));
            }
            std::set<std::string> found;
            for (const Turn& turn : legal_turns(image(s, position), rules)) {
                found.insert(to_string(turn));
            }
            RC_ASSERT(found == images);
        }
    }));
}

TEST_CASE("the colours are alike") {
    REQUIRE(rc::check([] {
        const Position position = any_position();
        const Rules rules = any_rules();
        Position swapped = position;
        std::swap(swapped.men[0], swapped.men[1]);
        std::swap(swapped.hand[0], swapped.hand[1]);
        swapped.to_move = other(position.to_move);
        RC_ASSERT(legal_turns(swapped, rules) == legal_turns(position, rules));
        RC_ASSERT(view_of(swapped) == view_of(position));
    }));
}

TEST_CASE("turns are in reading order, each once") {
    REQUIRE(rc::check([] {
        const Position position = any_position();
        std::vector<std::vector<int>> keys;
        for (const Turn& turn : legal_turns(position, any_rules())) {
            std::vector<int> key{reading_rank(turn.from.value_or(turn.to)), reading_rank(turn.to)};
            for (const Point point : kReadingOrder) {
                if ((turn.removed & bit(point)) != 0) key.push_back(reading_rank(point));
            }
            keys.push_back(key);
        }
        RC_ASSERT(std::is_sorted(keys.begin(), keys.end()));
        RC_ASSERT(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
    }));
}

}  // namespace
}  // namespace mulino::test
