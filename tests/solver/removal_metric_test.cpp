// Plies to the next removal, and values under a limit of plies without one.

#include <initializer_list>

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

// Whole, and every step-th slot of 4-3 above it.
void check_3_3(const Rules& rules, const Measure& measure, std::uint64_t step_of_4_3 = 0) {
    CAPTURE(name_of(rules), measure.limit.value_or(0));
    RawTables tables;
    naive_solve(3, 3, rules, tables, measure);
    CHECK(compare_all(SolvedPair<>(3, 3, rules, tables, options_of(measure)), tables) == "");
    if (step_of_4_3 == 0) return;
    const SolvedPair<> above(4, 3, rules, tables, options_of(measure));
    CHECK(prove(above, rules, tables, step_of_4_3) == "");
}

void check_samples(int a, int b, std::initializer_list<Rules> rule_cases, const RawTables& children,
                   const Measure& measure, std::uint64_t step) {
    for (const Rules& rules : rule_cases) {
        CAPTURE(a, b, name_of(rules), measure.limit.value_or(0));
        const SolvedPair<> solved(a, b, rules, children, options_of(measure));
        CHECK(prove(solved, rules, children, step) == "");
    }
}

}  // namespace

TEST_CASE("3-3 by plies to the next removal is solved as by the naive solver") {
    check_3_3(kRuleCases[0], {Metric::Dtc, {}});
    check_3_3(kRuleCases[4], {Metric::Dtc, {}});
}

TEST_CASE("3-3 under a limit is solved as by the naive solver") {
    check_3_3(kRuleCases[0], {Metric::Dtc, 1});
    for (const unsigned limit : {10U, 40U, 50U}) {
        check_3_3(kRuleCases[0], {Metric::Dtc, limit}, 17);
    }
    for (const std::size_t family : {3U, 4U, 5U}) {
        check_3_3(kRuleCases[family], {Metric::Dtc, 10}, 17);
    }
}

TEST_CASE("4-3 above made-up outcomes, by plies to the next removal") {
    const RawTables children = random_children(4, 3, {.seed = 21, .wins = 85, .losses = 5});
    check_samples(4, 3, {kRuleCases[0], kRuleCases[3], kRuleCases[5]}, children, {Metric::Dtc, {}},
                  23);
    check_samples(4, 3, {kRuleCases[0]}, children, {Metric::Dtc, 4}, 23);
    check_samples(4, 3, {kRuleCases[4]}, children, {Metric::Dtc, 5}, 23);
}

TEST_CASE("4-4 above made-up outcomes, by plies to the next removal") {
    const RawTables children = random_children(4, 4, {.seed = 22, .wins = 85, .losses = 5});
    check_samples(4, 4, {kRuleCases[5]}, children, {Metric::Dtc, {}}, 41);
    check_samples(4, 4, {kRuleCases[0]}, children, {Metric::Dtc, 6}, 41);
}

TEST_CASE("a turn that blocks wins at once, though the removal at hand loses") {
    // White can close a mill with d1-a1, or leave Black without a turn with a4-b4.
    const auto position = parse_position("WBB/BW./.../W....W/.../.../.WB w");
    REQUIRE(position);
    const ChildLoader<std::uint8_t> all_won = [](const Subspace&, const auto& code,
                                                 std::span<std::uint8_t> codes) {
        std::ranges::fill(codes, code({Wdl::Win, std::uint16_t{1}}));
    };
    const SolvedPair<> solved(5, 4, Rules{}, all_won, options_of({Metric::Dtc, 1}), 2);
    CHECK(solved.at(position->mover(), position->opponent()) ==
          Outcome{Wdl::Win, std::uint16_t{1}});
}

}  // namespace mulino::test
