#include "solver/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "db/folder_lock.hpp"
#include "db/manifest.hpp"
#include "db/output_file.hpp"
#include "db/table_file.hpp"
#include "solver/pair_solver.hpp"
#include "solver/plan.hpp"

namespace mulino {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// How an Error leaves the solver's loops, which know exceptions only.
struct Failure {
    Error error;
};

// How far a run has come, for its rate and the time left: pairs weigh as their stored slots.
class Estimate {
public:
    explicit Estimate(const SolvePlan& plan) {
        for (const PlannedPair& planned : plan.pairs) {
            if (!planned.solved) total_ += static_cast<double>(planned.slots);
        }
    }
    void begin_pair(std::uint64_t slots) { pair_ = static_cast<double>(slots), share_ = 0; }
    void end_pair() { done_ += pair_, pair_ = 0, share_ = 0; }
    void reach(double share) { share_ = std::max(share_, std::min(share, 1.0)); }
    double rate() const { return worked() / std::max(1e-3, seconds_since(start_)); }
    double seconds_left() const {
        // At first the rate says nothing yet.
        return worked() < 1e-3 * total_ ? 0 : (total_ - worked()) / rate();
    }

private:
    double worked() const { return done_ + share_ * pair_; }

    Clock::time_point start_ = Clock::now();
    double total_ = 0;
    double done_ = 0;
    double pair_ = 0;
    double share_ = 0;
};

class Run {
public:
    Run(const SolveRequest& request, const SolvePlan& plan, const std::atomic<bool>& stop,
        const SolveObserver& observer)
        : request_(request),
          plan_(plan),
          stop_(stop),
          observer_(observer),
          workers_(request.threads),
          parallel_([this](std::size_t n, const std::function<void(std::size_t)>& body) {
              workers_.for_each(n, body);
          }),
          arena_(arena_bytes(request, plan)),
          estimate_(plan) {
        progress_.pair_count = static_cast<std::size_t>(std::count_if(
            plan.pairs.begin(), plan.pairs.end(), [](const auto& p) { return !p.solved; }));
    }

    void solve_all() {
        for (const PlannedPair& planned : plan_.pairs) {
            if (planned.solved) continue;
            progress_.pair = planned.pair;
            ++progress_.pair_number;
            estimate_.begin_pair(planned.slots);
            try {
                solve<std::uint8_t>(planned.pair);
            } catch (const SymbolsTooNarrow&) {
                solve_wide(planned);
            }
            estimate_.end_pair();
        }
    }

private:
    // Enough for the largest pair, should it need two bytes a slot. Only what is used is taken.
    static std::uint64_t arena_bytes(const SolveRequest& request, const SolvePlan& plan) {
        std::uint64_t bytes = 0;
        for (const PlannedPair& planned : plan.pairs) {
            if (planned.solved) continue;
            bytes = std::max(bytes, pair_arena(planned.pair, request.family.flying, 2));
        }
        return bytes;
    }

    // Distances were too long for a byte: once more with two, which take more memory than planned.
    void solve_wide(const PlannedPair& planned) {
        const std::uint64_t bytes = pair_memory(planned.pair, request_.family.flying, 2);
        if (auto checked = check_memory(request_, planned.pair, bytes, planned.memory); !checked) {
            throw Failure{std::move(checked.error())};
        }
        try {
            solve<std::uint16_t>(planned.pair);
        } catch (const SymbolsTooNarrow&) {
            throw Failure{{ErrorCode::OutOfRange,
                           fmt::format("the pair {} has distances of more than {} plies, which "
                                       "no table can hold",
                                       to_string(planned.pair), Codes<std::uint16_t>::kMaxSymbol),
                           request_.folder.string(),
                           {}}};
        }
    }

    void report(SolveStage stage, unsigned ply, double share) {
        estimate_.reach(share);
        progress_.stage = stage;
        progress_.ply = ply;
        progress_.slots_per_second = estimate_.rate();
        progress_.seconds_left = estimate_.seconds_left();
        if (observer_.progress) observer_.progress(progress_);
    }

    template <typename Symbol>
    void load_child(const Subspace& subspace, const std::function<Symbol(const Outcome&)>& code,
                    std::span<Symbol> codes) {
        const auto table = TableFile::open(request_.folder / table_file_name(subspace));
        if (!table) throw Failure{table.error()};
        const TableKey key{request_.family, subspace, request_.metric};
        if (table->key() != key || table->header().slots() != codes.size()) {
            throw Failure{
                Error{ErrorCode::OtherFamily,
                      fmt::format("{} is not the table its name says", table->path().string()),
                      table->path().string(),
                      {}}};
        }
        std::vector<Symbol> translation;
        for (const Outcome& outcome : table->header().symbols) {
            translation.push_back(code(outcome));
        }
        const auto loaded = table->template load<Symbol>(codes, parallel_, translation);
        if (!loaded) throw Failure{loaded.error()};
    }

    template <typename Symbol>
    void solve(Pair pair) {
        const auto start = Clock::now();
        SolvedPair result{pair, 0, 0, {}};
        report(SolveStage::FirstPass, 0, 0);
        PairOptions options;
        // Under a limit plies are counted to the next removal, stored or not.
        options.metric = request_.family.no_capture_limit ? Metric::Dtc : request_.metric;
        options.limit = request_.family.no_capture_limit;
        options.stop = &stop_;
        options.arena = &arena_;
        options.on_ply = [&](const PlyReport& ply) {
            if (ply.decided_now != 0) result.plies = ply.ply;
            const double decided =
                static_cast<double>(ply.decided) / static_cast<double>(ply.slots);
            report(SolveStage::Plies, ply.ply, 0.3 + 0.6 * decided);
        };
        PairSolver<Symbol> solver(pair, request_.family.flying, request_.family.protection,
                                  workers_, options);
        solver.solve([this](const Subspace& child,
                            const std::function<Symbol(const Outcome&)>& code,
                            std::span<Symbol> codes) { load_child(child, code, codes); });
        report(SolveStage::Writing, result.plies, 0.95);
        if (!pair.equal()) {
            result.tables.push_back(write(smaller_to_move(pair), solver.smaller_to_move()));
        }
        result.tables.push_back(write(larger_to_move(pair), solver.larger_to_move()));
        result.seconds = seconds_since(start);
        if (observer_.solved) observer_.solved(result);
    }

    template <typename Symbol>
    TableSummary write(const Subspace& subspace, std::span<const Symbol> symbols) {
        TableSource<Symbol> source{symbols, {}};
        for (unsigned symbol = 0; symbol <= Codes<Symbol>::kUndecided; ++symbol) {
            source.meaning.push_back(
                Codes<Symbol>::meaning(static_cast<Symbol>(symbol), request_.metric));
        }
        return write_table(request_.folder, {request_.family, subspace, request_.metric}, source,
                           parallel_);
    }

    const SolveRequest& request_;
    const SolvePlan& plan_;
    const std::atomic<bool>& stop_;
    const SolveObserver& observer_;
    Workers workers_;
    ParallelFor parallel_;
    Arena arena_;
    Estimate estimate_;
    SolveProgress progress_;
};

}  // namespace

std::string_view to_string(SolveStage stage) {
    switch (stage) {
        case SolveStage::FirstPass:
            return "first pass";
        case SolveStage::Plies:
            return "plies";
        case SolveStage::Writing:
            return "writing";
    }
    return "";
}

Result<bool> run_solve(const SolveRequest& request, const SolvePlan& plan,
                       const std::atomic<bool>& stop, const SolveObserver& observer) {
    std::filesystem::create_directories(request.folder);
    const auto lock = FolderLock::acquire(request.folder);
    if (!lock) return tl::unexpected(lock.error());
    // Between the plan and the lock another run may have come and gone.
    if (auto checked = check_folder(request); !checked) return tl::unexpected(checked.error());
    remove_temporary_files(request.folder);
    // A folder that cannot be written is told now, not after the first pair; this file is given up.
    { const OutputFile attempt(request.folder / kManifestName); }
    if (!std::filesystem::exists(request.folder / kManifestName)) {
        write_manifest(request.folder, {request.family, request.metric, Kind::Full});
    }
    try {
        Run(request, plan, stop, observer).solve_all();
    } catch (const Stopped&) {
        return false;
    } catch (Failure& failure) {
        return tl::unexpected(std::move(failure.error));
    }
    return true;
}

}  // namespace mulino
