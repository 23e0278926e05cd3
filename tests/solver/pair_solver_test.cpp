// What holds of every solved pair, whatever its children: symmetric positions, threads, widths of
// symbols, metrics, stopping.

#include <algorithm>
#include <atomic>
#include <vector>

#include "tests/catch.hpp"
#include "tests/solver/compare.hpp"
#include "tests/solver/random_children.hpp"
#include "tests/solver/rule_cases.hpp"

namespace mulino::test {

namespace {

// The pairs that the tests go through: unequal, and equal with and without halves by parity.
struct Case {
    int a;
    int b;
    Rules rules;
};
const Case kCases[] = {{3, 3, kRuleCases[0]},
                       {3, 3, kRuleCases[5]},
                       {4, 3, kRuleCases[0]},
                       {4, 3, kRuleCases[3]},
                       {4, 4, kRuleCases[5]}};

const RawTables& children() {
    static const RawTables tables = [] {
        RawTables made_up = random_children(4, 3, {.seed = 11});
        made_up.merge(random_children(4, 4, {.seed = 12}));
        return made_up;
    }();
    return tables;
}

std::vector<std::uint8_t> symbols_with_threads(const Case& c, int threads) {
    const SolvedPair<> solved(c.a, c.b, c.rules, children(), {}, threads);
    std::vector<std::uint8_t> symbols;
    for (const Mover mover : {Mover::ClassSide, Mover::OtherSide}) {
        const auto part = solved.symbols(mover);
        symbols.insert(symbols.end(), part.begin(), part.end());
    }
    return symbols;
}

}  // namespace

TEST_CASE("all slots that a position owns hold its value") {
    for (const auto& [a, b, rules] : kCases) {
        CAPTURE(a, b, name_of(rules));
        const SolvedPair<> solved(a, b, rules, children());
        const PairIndex& index = solved.index();
        std::uint64_t shared = 0;
        std::uint64_t different = 0;
        for (Row row = 0; row < index.rows(); ++row) {
            const std::uint16_t stabilizer = index.classes().stabilizer(row);
            for (Slot slot = 0; slot < index.row_size(); ++slot) {
                const auto [class_set, other_set] = index.sets(row, slot);
                for (Symmetry s = 1; s < kSymmetries; ++s) {
                    if ((stabilizer >> s & 1) == 0) continue;
                    const Bitboard free = kFullBoard & ~class_set;
                    const Slot twin = index.ranks().rank(pack(apply(s, other_set), free));
                    for (const Mover mover : {Mover::ClassSide, Mover::OtherSide}) {
                        const auto symbols =
                            solved.symbols(mover).subspan(Index{row} * index.row_size());
                        different += symbols[slot] != symbols[twin] ? 1U : 0U;
                    }
                    ++shared;
                }
            }
        }
        CHECK(shared > 0);
        CHECK(different == 0);
    }
}

TEST_CASE("symbols are the same for any number of threads") {
    for (const Case& c : kCases) {
        CAPTURE(c.a, c.b, name_of(c.rules));
        const std::vector<std::uint8_t> one = symbols_with_threads(c, 1);
        CHECK((one == symbols_with_threads(c, 2)));
        CHECK((one == symbols_with_threads(c, 7)));
    }
}

TEST_CASE("wide symbols give the same outcomes") {
    for (const auto& [a, b, rules] : kCases) {
        CAPTURE(a, b, name_of(rules));
        const SolvedPair<std::uint8_t> narrow(a, b, rules, children());
        const SolvedPair<std::uint16_t> wide(a, b, rules, children());
        for (const Mover mover : {Mover::ClassSide, Mover::OtherSide}) {
            CHECK(std::ranges::equal(narrow.symbols(mover), wide.symbols(mover),
                                     [&](std::uint8_t x, std::uint16_t y) {
                                         return narrow.meaning(x) == wide.meaning(y);
                                     }));
        }
    }
}

TEST_CASE("without distances the values are the same") {
    PairOptions options;
    options.metric = Metric::Wdl;
    for (const auto& [a, b, rules] : kCases) {
        CAPTURE(a, b, name_of(rules));
        const SolvedPair<> with(a, b, rules, children());
        const SolvedPair<> without(a, b, rules, children(), options);
        for (const Mover mover : {Mover::ClassSide, Mover::OtherSide}) {
            CHECK(std::ranges::equal(
                with.symbols(mover), without.symbols(mover), [&](std::uint8_t x, std::uint8_t y) {
                    const Outcome outcome = without.meaning(y);
                    return !outcome.distance && with.meaning(x).value == outcome.value;
                }));
        }
    }
}

TEST_CASE("distances beyond 8 bits are refused by 8 bits and solved by 16") {
    const Rules rules = rules_of(Flying::Off, Protection::Lifted);
    const RawTables far = random_children(
        4, 3, {.seed = 13, .wins = 70, .losses = 5, .least_plies = 200, .most_plies = 252});
    CHECK_THROWS_AS(SolvedPair<std::uint8_t>(4, 3, rules, far), SymbolsTooNarrow);
    const SolvedPair<std::uint16_t> wide(4, 3, rules, far);
    CHECK(prove(wide, rules, far, 5) == "");
    unsigned longest = 0;
    wide.for_each_slot([&](Bitboard, Bitboard, const Outcome& outcome) {
        longest = std::max<unsigned>(longest, outcome.distance.value_or(0));
        return true;
    });
    CHECK(longest > 254);
}

TEST_CASE("a child's distance beyond 8 bits is refused by 8 bits") {
    const Rules rules = rules_of(Flying::Off, Protection::Lifted);
    const RawTables far =
        random_children(4, 3, {.seed = 14, .least_plies = 300, .most_plies = 900});
    CHECK_THROWS_AS(SolvedPair<std::uint8_t>(4, 3, rules, far), SymbolsTooNarrow);
    CHECK(prove(SolvedPair<std::uint16_t>(4, 3, rules, far), rules, far, 5) == "");
}

TEST_CASE("a solver that is told to stop does") {
    std::atomic<bool> stop{false};
    unsigned plies = 0;
    PairOptions options;
    options.stop = &stop;
    options.on_ply = [&](const PlyReport& report) {
        ++plies;
        if (report.ply == 3) stop = true;
    };
    for (const int threads : {1, 2}) {
        stop = false;
        plies = 0;
        CHECK_THROWS_AS(SolvedPair<>(4, 3, kRuleCases[0], children(), options, threads), Stopped);
        CHECK(plies == 4);
    }
    // Before the first ply.
    plies = 0;
    CHECK_THROWS_AS(SolvedPair<>(4, 3, kRuleCases[0], children(), options), Stopped);
    CHECK(plies == 0);
}

TEST_CASE("what is reported of the plies adds up") {
    for (const auto& [a, b, rules] : kCases) {
        CAPTURE(a, b, name_of(rules));
        std::vector<PlyReport> reports;
        PairOptions options;
        options.on_ply = [&](const PlyReport& report) { reports.push_back(report); };
        const SolvedPair<> solved(a, b, rules, children(), options);
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < reports.size(); ++i) {
            CHECK(reports[i].ply == i);
            sum += reports[i].decided_now;
            CHECK(reports[i].decided == sum);
        }
        REQUIRE(!reports.empty());
        CHECK(reports.back().slots >= sum);
        // In an equal pair mirror images stand for one another, so the figures differ.
        if (solved.index().pair().equal()) continue;
        std::uint64_t decided = 0;
        solved.for_each_slot([&](Bitboard, Bitboard, const Outcome& outcome) {
            decided += outcome.value != Wdl::Draw ? 1U : 0U;
            return true;
        });
        CHECK(sum == decided);
    }
}

}  // namespace mulino::test
