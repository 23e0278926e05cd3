// The solver against the naive one on the real game, under all rules: 3-3 whole, 4-3 by samples.

#include "tests/catch.hpp"
#include "tests/solver/compare.hpp"
#include "tests/solver/naive_solver.hpp"
#include "tests/solver/rule_cases.hpp"

namespace mulino::test {

namespace {

void check_small_pairs(const Rules& rules, std::uint64_t step) {
    CAPTURE(name_of(rules));
    RawTables tables;
    naive_solve(3, 3, rules, tables);
    const SolvedPair<> small(3, 3, rules, tables);
    CHECK(compare_all(small, tables) == "");

    const SolvedPair<> large(4, 3, rules, tables);
    CHECK(prove(large, rules, tables, step) == "");
    CHECK(compare_samples(large, rules, tables, 3, 40, 43) == "");
}

}  // namespace

// One case for each rule set, so that they can be run apart.
TEST_CASE("3-3 and 4-3, flying own, protection lifted") { check_small_pairs(kRuleCases[0], 1); }
TEST_CASE("3-3 and 4-3, flying own, protection absolute") { check_small_pairs(kRuleCases[1], 7); }
TEST_CASE("3-3 and 4-3, flying both, protection lifted") { check_small_pairs(kRuleCases[2], 7); }
TEST_CASE("3-3 and 4-3, flying both, protection absolute") { check_small_pairs(kRuleCases[3], 7); }
TEST_CASE("3-3 and 4-3, flying off, protection lifted") { check_small_pairs(kRuleCases[4], 7); }
TEST_CASE("3-3 and 4-3, flying off, protection absolute") { check_small_pairs(kRuleCases[5], 7); }

TEST_CASE("the naive solver knows what is published of 3-3") {
    const Rules rules;
    RawTables tables;
    naive_solve(3, 3, rules, tables);
    const RawTable& table = tables.at({3, 3});
    unsigned longest_win = 0;
    unsigned longest_loss = 0;
    table.for_each_position([&](Bitboard mover, Bitboard opponent) {
        const Cell cell = table.cell(mover, opponent);
        if (cell.won()) longest_win = std::max(longest_win, cell.plies());
        if (cell.lost()) longest_loss = std::max(longest_loss, cell.plies());
    });
    CHECK(longest_win == 25);
    CHECK(longest_loss == 26);
    // The longest loss, with Black to move.
    const auto position = parse_position(".WW/.../.B./B....B/.../.../..W b");
    REQUIRE(position);
    CHECK(table.at(position->mover(), position->opponent()) ==
          Outcome{Wdl::Loss, std::uint16_t{26}});
}

}  // namespace mulino::test
