#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "game/turn.hpp"
#include "tests/catch.hpp"

namespace mulino {
namespace {

using Counts = std::vector<std::uint64_t>;

Counts perfts(const Position& position, const Rules& rules, int depth) {
    Counts counts;
    for (int d = 1; d <= depth; ++d) counts.push_back(perft(position, rules, d));
    return counts;
}

// The same number by playing every turn to the last ply, through the public interface alone.
std::uint64_t plain_perft(const Position& position, const Rules& rules, int depth) {
    if (depth == 0) return 1;
    std::uint64_t sum = 0;
    for (const Turn& turn : legal_turns(position, rules)) {
        sum += plain_perft(play(position, turn), rules, depth - 1);
    }
    return sum;
}

TEST_CASE("perft of the empty board") {
    // The rule sets first differ at the seventh ply.
    for (const NamedRules& named : named_rules()) {
        INFO(named.name);
        const Position start = start_position(named.rules);
        REQUIRE(perft(start, named.rules, 0) == 1);
        REQUIRE(perfts(start, named.rules, 5) == Counts{24, 552, 12144, 255024, 5140800});
    }
    REQUIRE(perft(start_position(Rules{}), Rules{}, 6) == 99274176);
}

TEST_CASE("perft of the moving phase") {
    const Rules rules;
    const std::string men = "W:d7,b6,d5,c4,f4,g4,d3,d2,a1 B:a7,d6,f6,a4,b4,e4,c3,b2,f2 ";
    REQUIRE(perfts(*parse_position(men + "w"), rules, 5) == Counts{17, 63, 853, 4519, 58409});
    REQUIRE(perfts(*parse_position(men + "b"), rules, 5) == Counts{2, 34, 99, 1308, 7280});
    const auto study = parse_position("W:a7,d7,b6,d5,c4,c3,d3,a1 B:d6,f6,c5,a4,e3,b2,g1 w");
    REQUIRE(perfts(*study, rules, 5) == Counts{6, 43, 290, 2365, 17980});
}

TEST_CASE("perft where the rule sets part") {
    // Placing, with two mills to close at once and two of the opponent's that cross; four men
    // against three; five against three with two mills to close; three men that all stand in a
    // mill.
    struct Case {
        std::string_view position;
        Counts italian, polish, spanish, italian_off, spanish_off;
    };
    const std::array<Case, 4> cases{{
        {"W:a7,g7,d6,d5 B:b2,d2,f2,d3,d1 w 2 2",
         {19, 291, 4003},
         {20, 308, 4984},
         {15, 210, 2730},
         {19, 291, 4003},
         {15, 210, 2730}},
        {"W:a7,d7,b2,c3 B:a4,d6,g4 w",
         {5, 255, 1675},
         {5, 255, 1675},
         {72, 3366, 240432},
         {5, 39, 255},
         {5, 39, 255}},
        {"W:a7,g7,d6,d5,e4 B:b2,f2,d1 w",
         {18, 468, 6314},
         {18, 468, 6314},
         {90, 3880, 341346},
         {18, 98, 1253},
         {18, 98, 1201}},
        {"W:a7,d7,g4,c3 B:a1,d1,g1 w",
         {9, 306, 2694},
         {9, 306, 2694},
         {68, 3468, 247368},
         {9, 12, 101},
         {7, 15, 114}},
    }};
    for (const Case& c : cases) {
        INFO(c.position);
        const auto position = parse_position(c.position);
        REQUIRE(position);
        const auto of = [&](std::string_view name, std::optional<Flying> flying = {}) {
            Rules rules = parse_rules(name).value();
            if (flying) rules.flying = *flying;
            return perfts(*position, rules, 3);
        };
        CHECK(of("italian") == c.italian);
        CHECK(of("croatian") == c.italian);
        CHECK(of("polish") == c.polish);
        CHECK(of("spanish") == c.spanish);
        CHECK(of("italian", Flying::Off) == c.italian_off);
        CHECK(of("spanish", Flying::Off) == c.spanish_off);
    }
}

TEST_CASE("counting the last ply is playing it") {
    for (const std::string_view text :
         {"WW./.W./.W./B.B.../.B./.../B.. w 4 4", ".WW/.../.B./B....B/.../.../..W b",
          "W.W/.W./.W./..W.../.../B.B/.B. w", "WWW/.../.../BBB.../..W/.../B.. w 2 2"}) {
        for (const NamedRules& named : named_rules()) {
            INFO(text << ' ' << named.name);
            const auto position = parse_position(text);
            REQUIRE(position);
            REQUIRE(perft(*position, named.rules, 3) == plain_perft(*position, named.rules, 3));
        }
    }
}

TEST_CASE("perft of a finished game is nothing") {
    const auto blocked =
        parse_position("W:d7,d6,e5,a4,b4,c3,e3,d2,g1 B:a7,b6,c5,d5,c4,d3,b2,a1,d1 b");
    REQUIRE(blocked);
    REQUIRE(perft(*blocked, Rules{}, 0) == 1);
    REQUIRE(perft(*blocked, Rules{}, 1) == 0);
    REQUIRE(perft(*blocked, Rules{}, 4) == 0);
}

}  // namespace
}  // namespace mulino
