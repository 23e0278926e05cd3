// Known mistakes of earlier solvers, put back one by one: the checks that other tests make of 3-3
// and 4-3 must notice each of them.

#include "tests/catch.hpp"
#include "tests/solver/compare.hpp"
#include "tests/solver/naive_solver.hpp"
#include "tests/solver/random_children.hpp"
#include "tests/solver/rule_cases.hpp"

namespace mulino::test {

namespace {

const RawTables& real_children() {
    static const RawTables tables = [] {
        RawTables solved;
        naive_solve(3, 3, Rules{}, solved);
        return solved;
    }();
    return tables;
}

// What the check of a sample of 4-3 finds.
std::string found_in_4_3(Fault fault, const Rules& rules, const RawTables& children) {
    PairOptions options;
    options.fault = fault;
    return prove(SolvedPair<>(4, 3, rules, children, options), rules, children, 7);
}

std::string found_in_3_3(Fault fault) {
    PairOptions options;
    options.fault = fault;
    return compare_all(SolvedPair<>(3, 3, Rules{}, {}, options), real_children());
}

}  // namespace

TEST_CASE("without a fault nothing is found") {
    CHECK(found_in_3_3(Fault::None) == "");
    CHECK(found_in_4_3(Fault::None, Rules{}, real_children()) == "");
}

TEST_CASE("counting turns with the same target row once is noticed") {
    CHECK(found_in_3_3(Fault::DistinctTargets) != "");
    CHECK(found_in_4_3(Fault::DistinctTargets, Rules{}, real_children()) != "");
}

TEST_CASE("committing removals that win too early is noticed") {
    CHECK(found_in_4_3(Fault::EagerRemovals, Rules{}, real_children()) != "");
}

TEST_CASE("deciding a position twice is noticed") {
    CHECK(found_in_3_3(Fault::DecideTwice) != "");
    CHECK(found_in_4_3(Fault::DecideTwice, Rules{}, random_children(4, 3, {.seed = 4})) != "");
}

TEST_CASE("taking an empty ply for the end is noticed") {
    CHECK(found_in_3_3(Fault::StopAtEmptyPly) != "");
    CHECK(found_in_4_3(Fault::StopAtEmptyPly, Rules{}, real_children()) != "");
}

TEST_CASE("forgetting that removals that lose delay the loss is noticed") {
    const RawTables children = random_children(4, 3, {.seed = 4});
    const Rules rules = rules_of(Flying::Off, Protection::Lifted);
    CHECK(found_in_4_3(Fault::None, rules, children) == "");
    CHECK(found_in_4_3(Fault::ForgetLosingBound, rules, children) != "");
}

}  // namespace mulino::test
