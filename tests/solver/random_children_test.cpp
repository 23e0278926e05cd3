// The logic of larger pairs, above made-up outcomes of the pairs that removals lead to.

#include "tests/solver/random_children.hpp"

#include "tests/catch.hpp"
#include "tests/solver/compare.hpp"
#include "tests/solver/naive_solver.hpp"
#include "tests/solver/rule_cases.hpp"

namespace mulino::test {

namespace {

void check_samples(int a, int b, const RandomMix& mix, std::uint64_t step) {
    const RawTables tables = random_children(a, b, mix);
    for (const Rules& rules : kRuleCases) {
        CAPTURE(name_of(rules));
        const SolvedPair<> solved(a, b, rules, tables);
        CHECK(prove(solved, rules, tables, step) == "");
    }
}

}  // namespace

TEST_CASE("made-up outcomes are the same for symmetric positions") {
    const RandomMix mix;
    int wins = 0;
    int losses = 0;
    for (Bitboard mover = 0x13; mover < 0x80000; mover += 0x1F3) {
        const Bitboard opponent = 0x07 << 20 & ~mover;
        const Outcome outcome = random_outcome(mover, opponent, mix);
        for (Symmetry s = 0; s < kSymmetries; ++s) {
            CHECK(random_outcome(apply(s, mover), apply(s, opponent), mix) == outcome);
        }
        wins += outcome.value == Wdl::Win ? 1 : 0;
        losses += outcome.value == Wdl::Loss ? 1 : 0;
        if (outcome.distance) {
            CHECK(*outcome.distance % 2 == (outcome.value == Wdl::Win ? 1 : 0));
            CHECK(*outcome.distance <= mix.most_plies + 1);
        }
    }
    CHECK(losses > 0);
    CHECK(wins > losses);
}

TEST_CASE("4-3 above made-up outcomes is solved as by the naive solver") {
    const Rules rules;
    const RandomMix mix{.seed = 3};
    RawTables tables = random_children(4, 3, mix);
    const SolvedPair<> solved(4, 3, rules, tables);
    naive_solve(4, 3, rules, tables);
    CHECK(compare_all(solved, tables) == "");
}

TEST_CASE("4-3 above made-up outcomes, all rules") { check_samples(4, 3, {.seed = 5}, 23); }

TEST_CASE("4-4 above made-up outcomes, all rules") { check_samples(4, 4, {.seed = 6}, 53); }

}  // namespace mulino::test
