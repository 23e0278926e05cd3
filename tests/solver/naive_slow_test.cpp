// The solver against the naive one on whole pairs, all raw positions, value and distance.

#include "tests/catch.hpp"
#include "tests/solver/compare.hpp"
#include "tests/solver/naive_solver.hpp"
#include "tests/solver/random_children.hpp"
#include "tests/solver/rule_cases.hpp"

namespace mulino::test {

namespace {

PairOptions options_of(const Measure& measure) {
    PairOptions options;
    options.metric = measure.metric;
    if (measure.limit) options.limit = static_cast<std::uint16_t>(*measure.limit);
    return options;
}

void check_pair(int a, int b, const Rules& rules, RawTables& tables, const Measure& measure = {}) {
    CAPTURE(a, b, name_of(rules), measure.limit.value_or(0));
    naive_solve_from_the_end(a, b, rules, tables, measure);
    CHECK(compare_all(SolvedPair<>(a, b, rules, tables, options_of(measure)), tables) == "");
}

void check_above_random(int a, int b, const Rules& rules, const RandomMix& mix,
                        const Measure& measure = {}) {
    CAPTURE(a, b, name_of(rules), measure.limit.value_or(0));
    RawTables tables = random_children(a, b, mix);
    const SolvedPair<> solved(a, b, rules, tables, options_of(measure));
    naive_solve(a, b, rules, tables, measure);
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

TEST_CASE("4-3 and 4-4 by plies to the next removal are solved as by the naive solver") {
    for (const Rules& rules : kRuleCases) {
        RawTables tables;
        check_pair(4, 3, rules, tables, {Metric::Dtc, {}});
        check_pair(4, 4, rules, tables, {Metric::Dtc, {}});
    }
}

TEST_CASE("3-3, 4-3 and 4-4 under a limit are solved as by the naive solver") {
    for (const unsigned limit : {10U, 40U, 50U}) {
        for (const Rules& rules : kRuleCases) {
            RawTables tables;
            naive_solve(3, 3, rules, tables, {Metric::Dtc, limit});
            CHECK(compare_all(SolvedPair<>(3, 3, rules, tables, options_of({Metric::Dtc, limit})),
                              tables) == "");
            check_pair(4, 3, rules, tables, {Metric::Dtc, limit});
            check_pair(4, 4, rules, tables, {Metric::Dtc, limit});
        }
    }
}

TEST_CASE("5-3 is solved as by the naive solver") {
    RawTables tables;
    check_pair(5, 3, Rules{}, tables);
}

TEST_CASE("4-3 and 4-4 above made-up outcomes are solved as by the naive solver") {
    for (const Rules& rules : kRuleCases) {
        check_above_random(4, 3, rules, {.seed = 43});
        check_above_random(4, 4, rules, {.seed = 44});
    }
}

TEST_CASE("5-4 above made-up outcomes is solved as by the naive solver") {
    check_above_random(5, 4, kRuleCases[0], {.seed = 54});
    check_above_random(5, 4, kRuleCases[5], {.seed = 55});
}

TEST_CASE("5-4 above made-up outcomes, by plies to the next removal, is right in itself") {
    const RawTables tables = random_children(5, 4, {.seed = 56, .wins = 90, .losses = 4});
    for (const Rules& rules : {kRuleCases[0], kRuleCases[5]}) {
        CAPTURE(name_of(rules));
        const SolvedPair<> solved(5, 4, rules, tables, options_of({Metric::Dtc, {}}));
        CHECK(prove(solved, rules, tables) == "");
    }
}

TEST_CASE("6-3 above made-up outcomes is solved as by the naive solver") {
    check_above_random(6, 3, kRuleCases[0], {.seed = 63});
    check_above_random(6, 3, kRuleCases[3], {.seed = 64});
}

}  // namespace mulino::test
