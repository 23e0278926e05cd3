// The corners of the rules in solved pairs, by name. Whole pairs are compared with the naive solver
// elsewhere; here each position says what it is about.

#include <algorithm>

#include "game/notation.hpp"
#include "tests/catch.hpp"
#include "tests/solver/compare.hpp"
#include "tests/solver/rule_cases.hpp"

namespace mulino::test {

namespace {

constexpr Outcome kDraw{Wdl::Draw, std::nullopt};

Outcome win(std::uint16_t plies) { return {Wdl::Win, plies}; }
Outcome loss(std::uint16_t plies) { return {Wdl::Loss, plies}; }

// A pair above children in which the side that lost the man wins: no removal is of use, unless it
// takes the third man.
SolvedPair<> above_lost_removals(int a, int b, const Rules& rules,
                                 const PairOptions& options = {}) {
    const ChildLoader<std::uint8_t> all_won = [](const Subspace&, const auto& code,
                                                 std::span<std::uint8_t> codes) {
        std::ranges::fill(codes, code({Wdl::Win, std::uint16_t{1}}));
    };
    return SolvedPair<>(a, b, rules, all_won, options, 2);
}

Outcome at(const SolvedPair<>& solved, std::string_view text) {
    const auto position = parse_position(text);
    REQUIRE(position);
    return solved.at(position->mover(), position->opponent());
}

}  // namespace

TEST_CASE("three men without a step have lost where they do not fly") {
    const std::string_view corner = "W:a7,d7,g7 B:a4,d6,g4 w";
    for (const Protection protection : {Protection::Lifted, Protection::Absolute}) {
        const SolvedPair<> off = above_lost_removals(3, 3, rules_of(Flying::Off, protection));
        CHECK(at(off, corner) == loss(0));
        // Whoever can leave the other so wins with that turn: a mill is not needed.
        CHECK(at(off, "W:a7,d7,g7 B:a4,d6,f4 b") == win(1));
        for (const Flying flying : {Flying::Own, Flying::Both}) {
            const SolvedPair<> flies = above_lost_removals(3, 3, rules_of(flying, protection));
            CHECK(at(flies, corner) != loss(0));
        }
    }
}

TEST_CASE("five men that fly close two mills and win, under both alone") {
    const std::string_view two_mills = "W:a7,g7,d6,d5,e4 B:b2,f2,d1 w";
    for (const Protection protection : {Protection::Lifted, Protection::Absolute}) {
        const SolvedPair<> both = above_lost_removals(5, 3, rules_of(Flying::Both, protection));
        CHECK(at(both, two_mills) == win(1));
        for (const Flying flying : {Flying::Own, Flying::Off}) {
            // e4 does not reach d7, and a7 leaves the line it would close.
            const SolvedPair<> walks = above_lost_removals(5, 3, rules_of(flying, protection));
            CHECK(at(walks, "W:a7,g7,c3,d5,e4 B:b2,f2,d1 w") != win(1));
            CHECK(at(both, "W:a7,g7,c3,d5,e4 B:b2,f2,d1 w") == win(1));
        }
    }
}

TEST_CASE("a mill that may remove nothing is a quiet turn") {
    // White's g4 closes the upper line; Black's men all stand in the lower one.
    const std::string_view shut = "W:a7,d7,g4 B:a1,d1,g1 w";
    const SolvedPair<> lifted =
        above_lost_removals(3, 3, rules_of(Flying::Off, Protection::Lifted));
    CHECK(at(lifted, shut) == win(1));
    const Rules absolute = rules_of(Flying::Off, Protection::Absolute);
    CHECK(at(above_lost_removals(3, 3, absolute), shut) != win(1));

    // By plies to the next removal it is no removal: what comes after it counts.
    PairOptions to_removal;
    to_removal.metric = Metric::Dtc;
    CHECK(at(above_lost_removals(3, 3, absolute, to_removal), shut).distance != 1);
    // With one ply left before the draw, it is a draw.
    to_removal.limit = 1;
    CHECK(at(above_lost_removals(3, 3, absolute, to_removal), shut) == kDraw);
}

TEST_CASE("a removal at the last ply of the limit wins, and so does a turn that blocks") {
    PairOptions one_ply;
    one_ply.metric = Metric::Dtc;
    one_ply.limit = 1;
    const SolvedPair<> off =
        above_lost_removals(3, 3, rules_of(Flying::Off, Protection::Lifted), one_ply);
    CHECK(at(off, "W:a7,d7,g7 B:a4,d6,f4 b") == win(1));
    CHECK(at(off, "W:a7,d7,g4 B:b2,d2,g1 w") == win(1));
    CHECK(at(off, "W:a7,d7,g7 B:a4,d6,g4 w") == loss(0));
}

}  // namespace mulino::test
