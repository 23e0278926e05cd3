// The solver's inner loops: index, first pass and plies, each by itself.
//
// The pairs are solved with children of random outcomes, so that no tables are needed and the
// frontiers are as mixed as in the large pairs.

#include <benchmark/benchmark.h>

#include <chrono>
#include <random>

#include "db/index.hpp"
#include "solver/pair_solver.hpp"

namespace mulino {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

std::vector<Bitboard> random_sets(const SubsetRanks& ranks) {
    std::mt19937 random(1);
    std::uniform_int_distribution<Slot> slot(0, ranks.size() - 1);
    std::vector<Bitboard> sets(4096);
    for (Bitboard& set : sets) set = ranks.set(slot(random));
    return sets;
}

void rank_slot(benchmark::State& state) {
    const SubsetRanks& ranks = subset_ranks(16, 7);
    const auto sets = random_sets(ranks);
    for (auto _ : state) {
        for (const Bitboard set : sets) benchmark::DoNotOptimize(ranks.rank(set));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(sets.size()));
}
BENCHMARK(rank_slot);

void unrank_slot(benchmark::State& state) {
    const PairIndex index({8, 7});
    std::mt19937 random(1);
    std::uniform_int_distribution<Row> row(0, index.rows() - 1);
    std::uniform_int_distribution<Slot> slot(0, index.row_size() - 1);
    std::vector<std::pair<Row, Slot>> places(4096);
    for (auto& place : places) place = {row(random), slot(random)};
    for (auto _ : state) {
        for (const auto& [r, s] : places) benchmark::DoNotOptimize(index.sets(r, s));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(places.size()));
}
BENCHMARK(unrank_slot);

void place_position(benchmark::State& state) {
    const PairIndex index({8, 7});
    std::mt19937 random(1);
    std::uniform_int_distribution<Row> row(0, index.rows() - 1);
    std::uniform_int_distribution<Slot> slot(0, index.row_size() - 1);
    std::uniform_int_distribution<unsigned> symmetry(0, kSymmetries - 1);
    std::vector<std::pair<Bitboard, Bitboard>> positions(4096);
    for (auto& position : positions) {
        const auto [class_set, other_set] = index.sets(row(random), slot(random));
        const auto s = static_cast<Symmetry>(symmetry(random));
        position = {apply(s, class_set), apply(s, other_set)};
    }
    for (auto _ : state) {
        for (const auto& [a, b] : positions) benchmark::DoNotOptimize(index.place(a, b));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}
BENCHMARK(place_position);

// The loops over lists of sets, in rows of 9-9: on every machine, and where the machine can do
// more. Items are listed sets; the second argument is their number.
const SetLists* variant(benchmark::State& state) {
    if (state.range(0) == 0) return &plain_set_lists();
    if (wide_set_lists() == nullptr) state.SkipWithError("not on this machine");
    return wide_set_lists();
}

void renumber_sets(benchmark::State& state) {
    const PairGeometry geometry({9, 9}, Flying::Own, Protection::Lifted);
    std::vector<Bitboard> sets(random_sets(geometry.index().ranks()));
    sets.resize(static_cast<std::size_t>(state.range(1)));
    std::vector<Bitboard> out(sets.size() + kListSlack);
    const SetLists* lists = variant(state);
    if (lists == nullptr) return;
    Row row = 0;
    std::int64_t turns = 0;
    for (auto _ : state) {
        for (const RowEdge& edge : geometry.edges(row)) {
            benchmark::DoNotOptimize(lists->renumber(sets, Bitboard{1} << edge.vacated,
                                                     geometry.places_from_target(edge),
                                                     geometry.free_points(), out.data()));
            ++turns;
        }
        row = (row + 1) % geometry.index().rows();
    }
    state.SetItemsProcessed(turns * static_cast<std::int64_t>(sets.size()));
}
BENCHMARK(renumber_sets)->ArgsProduct({{0, 1}, {8, 256}});

void step_back(benchmark::State& state) {
    const PairGeometry geometry({9, 9}, Flying::Own, Protection::Lifted);
    std::vector<Bitboard> sets(random_sets(geometry.index().ranks()));
    sets.resize(static_cast<std::size_t>(state.range(1)));
    std::vector<Bitboard> out(32 * sets.size() + kListSlack);
    const SetLists* lists = variant(state);
    if (lists == nullptr) return;
    Row row = 0;
    for (auto _ : state) {
        const RowShape shape = geometry.shape(row);
        benchmark::DoNotOptimize(lists->step_back(sets, geometry.steps(shape).all(),
                                                  PairGeometry::lines(shape).all(), out.data()));
        row = (row + 1) % geometry.index().rows();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(sets.size()));
}
BENCHMARK(step_back)->ArgsProduct({{0, 1}, {8, 256}});

// Outcomes in the proportions and with the short distances of middle pairs.
void random_child(const Subspace&, const std::function<std::uint8_t(const Outcome&)>& code,
                  std::span<std::uint8_t> codes) {
    std::array<std::uint8_t, 256> of;
    for (unsigned i = 0; i < of.size(); ++i) {
        if (i < 96) {
            of[i] = code({Wdl::Draw, std::nullopt});
        } else {
            const auto plies = static_cast<std::uint16_t>((i - 96) / 4);
            of[i] = code({plies % 2 == 1 ? Wdl::Win : Wdl::Loss, plies});
        }
    }
    std::uint64_t x = 88172645463325252ULL;
    for (std::uint8_t& c : codes) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        c = of[x & 0xFF];
    }
}

enum class Part { FirstPass, Plies };

// A pair solved whole; what is timed is the part. Items are stored slots.
void solve_pair(benchmark::State& state, Part part) {
    const Pair pair{static_cast<std::uint8_t>(state.range(0)),
                    static_cast<std::uint8_t>(state.range(1))};
    const PairIndex index(pair);
    Workers workers(static_cast<int>(state.range(2)));
    for (auto _ : state) {
        Clock::time_point children_loaded = Clock::now();
        Clock::time_point first_ply;
        Clock::duration loading{};
        PairOptions options;
        options.on_ply = [&](const PlyReport& report) {
            if (report.ply == 0) first_ply = Clock::now();
        };
        const auto start = Clock::now();
        PairSolver<std::uint8_t> solver(pair, Flying::Own, Protection::Lifted, workers, options);
        solver.solve([&](const Subspace& child,
                         const std::function<std::uint8_t(const Outcome&)>& code,
                         std::span<std::uint8_t> codes) {
            children_loaded = Clock::now();
            random_child(child, code, codes);
            loading += Clock::now() - children_loaded;
        });
        state.SetIterationTime(part == Part::FirstPass ? seconds(first_ply - start - loading)
                                                       : seconds(Clock::now() - first_ply));
    }
    const auto slots = static_cast<std::int64_t>(index.size()) * (pair.equal() ? 1 : 2);
    state.SetItemsProcessed(state.iterations() * slots);
}
BENCHMARK_CAPTURE(solve_pair, first_pass, Part::FirstPass)
    ->Args({6, 5, 1})
    ->Args({6, 6, 1})
    ->Args({6, 5, 2})
    ->Args({9, 9, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();
BENCHMARK_CAPTURE(solve_pair, plies, Part::Plies)
    ->Args({6, 5, 1})
    ->Args({6, 6, 1})
    ->Args({6, 5, 2})
    ->Args({9, 9, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime();

}  // namespace
}  // namespace mulino

BENCHMARK_MAIN();
