// Solving into a folder: the plan, the pairs one after another, and going on after an interruption.
//
// A pair is solved once its children are; its two tables are written as soon as it is. A run that
// was stopped or killed is continued by the same request: what lies finished and undamaged in the
// folder is kept. The files depend on family, pair and metric alone, not on threads or
// interruptions.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/family.hpp"
#include "db/outcome.hpp"
#include "db/subspace.hpp"
#include "db/table_writer.hpp"
#include "game/result.hpp"

namespace mulino {

/// What to solve, and with what.
struct SolveRequest {
    std::filesystem::path folder;  ///< created where it does not exist
    Family family;
    Metric metric = Metric::Dtw;
    std::vector<Pair> pairs;  ///< in any order; their children must be among them or solved
    int threads = 1;
    std::optional<std::uint64_t> memory_cap;  ///< bytes
};

/// One pair of a plan.
struct PlannedPair {
    Pair pair;
    bool solved = false;       ///< its tables lie finished in the folder
    std::uint64_t slots = 0;   ///< stored slots of its subspaces
    std::uint64_t memory = 0;  ///< bytes needed at the peak
    std::uint64_t disk = 0;    ///< bytes its files take at most, by experience
    double seconds = 0;        ///< expected work, by experience with the threads of the request
};

/// The pairs of a request in the order they will be solved.
struct SolvePlan {
    std::vector<PlannedPair> pairs;
    /// What the user should know before the work starts, such as damaged files to be made anew.
    std::vector<std::string> notices;
};

/// What a run is at.
enum class SolveStage : std::uint8_t { FirstPass, Plies, Writing };

std::string_view to_string(SolveStage stage);

struct SolveProgress {
    Pair pair;
    std::size_t pair_number = 0;  ///< from 1, among the pairs still to be solved
    std::size_t pair_count = 0;
    SolveStage stage = SolveStage::FirstPass;
    unsigned ply = 0;
    double slots_per_second = 0;  ///< stored slots, over the run so far
    double seconds_left = 0;      ///< of the whole run, estimated
};

/// A pair solved and written in this run.
struct SolvedPair {
    Pair pair;
    unsigned plies = 0;  ///< the longest distance to the end
    double seconds = 0;
    std::vector<TableSummary> tables;  ///< smaller side to move first; one for an equal pair
};

struct SolveObserver {
    std::function<void(const SolveProgress&)> progress;
    std::function<void(const SolvedPair&)> solved;
};

/// Looks at the folder and decides what is to be done; changes nothing.
/// Errors: MissingTable (naming the pairs that are neither asked for nor solved), OtherFamily
/// (the folder holds tables of another family or metric), Damaged (a child that is not asked for),
/// NotEnough (memory or disk, with both numbers), BadArgument (a metric that cannot be solved), Io.
[[nodiscard]] Result<SolvePlan> plan_solve(const SolveRequest& request);

/// Carries a plan out. Returns false if `stop` was set: all is kept that was finished. Throws
/// std::system_error (a full disk …) and std::bad_alloc; finished pairs stay.
/// Errors: as of plan_solve, and of reading the children; Io where another run is writing into the
/// folder; OutOfRange where distances grow beyond what tables hold.
[[nodiscard]] Result<bool> run_solve(const SolveRequest& request, const SolvePlan& plan,
                                     const std::atomic<bool>& stop, const SolveObserver& observer);

}  // namespace mulino
