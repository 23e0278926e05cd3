// The turn generator against the independent one, for all rule sets.
#include "tests/game/naive_turns.hpp"

#include "game/turn.hpp"
#include "game/turn_generator.hpp"
#include "tests/catch.hpp"
#include "tests/game/random_position.hpp"

namespace mulino::test {
namespace {

std::string full_text(const Position& position) {
    std::string text = to_string(position);
    text.resize(text.find(' ') + 2);
    return text + ' ' + std::to_string(position.hand[0]) + ' ' + std::to_string(position.hand[1]) +
           ' ' + std::to_string(position.plies_without_removal);
}

void compare(const Position& position, const Rules& rules) {
    INFO(full_text(position) << " flying " << to_string(rules.flying) << ", removals "
                             << to_string(rules.removals) << ", protection "
                             << to_string(rules.protection));
    const auto expected = naive_turns(full_text(position), rules);
    const std::vector<Turn> turns = legal_turns(position, rules);
    std::map<std::string, std::string> found;
    for (const Turn& turn : turns) found[to_string(turn)] = full_text(play(position, turn));
    REQUIRE(found == expected);
    REQUIRE(turns.size() == expected.size());  // none twice
    REQUIRE(count_turns(view_of(position), rules) == static_cast<int>(turns.size()));
    REQUIRE(is_lost(position, rules) == turns.empty());

    const Bitboard own = position.mover();
    const bool flies = mover_flies(position, rules);
    for (const Turn& turn : turns) {
        const Position next = play(position, turn);
        REQUIRE(check_position(next).has_value());
        const TurnBits bits{turn.from ? bit(*turn.from) : 0, bit(turn.to), turn.removed};
        REQUIRE(turn_of(bits) == turn);
        REQUIRE(play(view_of(position), bits) == view_of(next));
        const bool steps = turn.from && (kNeighbours[*turn.from] & bit(turn.to)) != 0;
        REQUIRE((!turn.from || (own & bit(*turn.from)) != 0));
        REQUIRE((!turn.from || flies || steps));
    }
}

TEST_CASE("legal_turns equals the independent generator on random positions") {
    std::mt19937_64 random(20240601);
    int two_removals = 0;
    int quiet_mills = 0;
    for (const Rules& rules : all_turn_rules()) {
        for (int i = 0; i < 700; ++i) {
            const Position position = random_position(random);
            compare(position, rules);
            for (const Turn& turn : legal_turns(position, rules)) {
                if (count(turn.removed) == 2) ++two_removals;
                const Bitboard rest = position.mover() & ~(turn.from ? bit(*turn.from) : 0);
                if (turn.quiet() && mills_closed(rest, turn.to) > 0) ++quiet_mills;
            }
        }
    }
    // The sample must hold what is rare in games.
    REQUIRE(two_removals > 300);
    REQUIRE(quiet_mills > 100);
}

TEST_CASE("legal_turns equals the independent generator along random games") {
    std::mt19937_64 random(7);
    for (const Rules& rules : all_turn_rules()) {
        for (int game = 0; game < 4; ++game) {
            Position position = start_position(rules);
            for (int ply = 0; ply < 60; ++ply) {
                compare(position, rules);
                const std::vector<Turn> turns = legal_turns(position, rules);
                if (turns.empty()) break;
                std::uniform_int_distribution<std::size_t> pick(0, turns.size() - 1);
                position = play(position, turns[pick(random)]);
            }
        }
    }
}

// Leaves by the independent generator.
std::uint64_t naive_perft(const std::string& position, const Rules& rules, int depth) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (const auto& [turn, next] : naive_turns(position, rules)) {
        leaves += naive_perft(next, rules, depth - 1);
    }
    return leaves;
}

TEST_CASE("perft equals that of the independent generator where the rules part") {
    for (const std::string_view text :
         {"W:a7,g7,d6,d5 B:b2,d2,f2,d3,d1 w 2 2", "W:a7,d7,b2,c3 B:a4,d6,g4 w",
          "W:a7,g7,d6,d5,e4 B:b2,f2,d1 w", "W:a7,d7,g4,c3 B:a1,d1,g1 w"}) {
        const auto position = parse_position(text);
        REQUIRE(position);
        for (const Rules& rules : all_turn_rules()) {
            INFO(text << " flying " << to_string(rules.flying) << ", removals "
                      << to_string(rules.removals) << ", protection "
                      << to_string(rules.protection));
            CHECK(perft(*position, rules, 2) == naive_perft(full_text(*position), rules, 2));
        }
    }
}

}  // namespace
}  // namespace mulino::test
