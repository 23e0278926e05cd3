// The solver against the naive one on whole pairs, all raw positions, value and distance.

#include "tests/catch.hpp"
#include "tests/solver/compare.hpp"
#include "tests/solver/naive_solver.hpp"
#include "tests/solver/random_children.hpp"
#include "tests/solver/rule_cases.hpp"

namespace mulino::test {

namespace {

void check_pair(int a, int b, const Rules& rules, RawTables& tables) {
    CAPTURE(a, b, name_of(rules));
    naive_solve_from_the_end(a, b, rules, tables);
    CHECK(compare_all(SolvedPair<>(a, b, rules, tables), tables) == "");
}

void check_above_random(int a, int b, const Rules& rules, std::uint64_t seed) {
    CAPTURE(a, b, name_of(rules));
    RawTables tables = random_children(a, b, {.seed = seed});
    const SolvedPair<> solved(a, b, rules, tables);
    naive_solve(a, b, rules, tables);
    CHECK(compare_all(solved, tables) == "");
}

}  // namespace

TEST_CASE("4-3 and 4-4 are solved as by the naive solver, under all rules") {
    for (const Rules& rules : kRuleCases) {
        RawTables tables;
        check_pair(4, 3, rules, tables);
        check_pair(4, 4, rules, tables);
    }
}

TEST_CASE("5-3 is solved as by the naive solver") {
    RawTables tables;
    check_pair(5, 3, Rules{}, tables);
}

TEST_CASE("4-3 and 4-4 above made-up outcomes are solved as by the naive solver") {
    for (const Rules& rules : kRuleCases) {
        check_above_random(4, 3, rules, 43);
        check_above_random(4, 4, rules, 44);
    }
}

TEST_CASE("5-4 above made-up outcomes is solved as by the naive solver") {
    check_above_random(5, 4, kRuleCases[0], 54);
    check_above_random(5, 4, kRuleCases[5], 55);
}

TEST_CASE("6-3 above made-up outcomes is solved as by the naive solver") {
    check_above_random(6, 3, kRuleCases[0], 63);
    check_above_random(6, 3, kRuleCases[3], 64);
}

}  // namespace mulino::test
