// What a request needs: which pairs are left, how much memory, disk and time they take.

#include "solver/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "db/manifest.hpp"
#include "db/table_file.hpp"
#include "solver/available_memory.hpp"
#include "solver/geometry.hpp"
#include "solver/pair_solver.hpp"

namespace mulino {

namespace {

// Bytes of disk for a stored slot: above what any pair has been seen to take.
constexpr double kDiskBytesPerSlot = 0.6;
// Stored slots a second of one thread, the order of magnitude for a first estimate.
constexpr double kSlotsPerSecond = 12e6;

// The bytes of a symbol that the pairs of a request may need. By plies to the next removal symbols
// are twice the distance; a low limit keeps them within one byte. Plies to the end have always
// fitted.
std::size_t symbol_bytes(const SolveRequest& request) {
    if (request.metric != Metric::Dtc && !request.family.no_capture_limit) return 1;
    const unsigned plies =
        request.family.no_capture_limit.value_or(Codes<std::uint16_t>::kMaxSymbol);
    const unsigned longest = Codes<std::uint8_t>::symbol(Wdl::Win, plies, Metric::Dtc);
    return longest <= Codes<std::uint8_t>::kMaxSymbol ? 1 : 2;
}

std::string megabytes(std::uint64_t bytes) {
    if (bytes < 1'000'000) return fmt::format("{} bytes", bytes);
    return fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6);
}

std::vector<Subspace> subspaces_of(Pair pair) {
    if (pair.equal()) return {larger_to_move(pair)};
    return {smaller_to_move(pair), larger_to_move(pair)};
}

std::uint64_t stored_slots(Pair pair) { return PairIndex(pair).size() * (pair.equal() ? 1 : 2); }

// Whether the folder holds a pair's tables, whole and undamaged. A table of another family, or one
// that cannot be read, is an error; a damaged one is not there, and `damage` says so.
Result<bool> is_solved(const SolveRequest& request, Pair pair, std::vector<std::string>& damage) {
    bool solved = true;
    for (const Subspace& subspace : subspaces_of(pair)) {
        const auto path = request.folder / table_file_name(subspace);
        if (!std::filesystem::exists(path)) {
            solved = false;
            continue;
        }
        Result<void> sound;
        if (const auto table = TableFile::open(path); !table) {
            sound = tl::unexpected(table.error());
        } else if (table->key() != TableKey{request.family, subspace, request.metric}) {
            return fail(
                ErrorCode::OtherFamily,
                fmt::format("the table {} is of {}, {} by {}, not of {}, {} by {}", path.string(),
                            in_words(table->key().family), to_string(table->key().subspace),
                            to_string(table->key().metric), in_words(request.family),
                            to_string(subspace), to_string(request.metric)),
                path.string());
        } else {
            sound = table->verify();
        }
        if (sound) continue;
        if (sound.error().code != ErrorCode::Damaged) return tl::unexpected(sound.error());
        damage.push_back(path.string() + ": " + sound.error().message);
        solved = false;
    }
    return solved;
}

Result<void> check_disk(const SolveRequest& request, const SolvePlan& plan) {
    std::uint64_t needed = 0;
    for (const PlannedPair& planned : plan.pairs) needed += planned.solved ? 0 : planned.disk;
    auto folder = std::filesystem::absolute(request.folder);
    while (!std::filesystem::exists(folder) && folder.has_relative_path()) {
        folder = folder.parent_path();
    }
    std::error_code code;
    const auto space = std::filesystem::space(folder, code);
    if (!code && space.available < needed) {
        return fail(ErrorCode::NotEnough,
                    fmt::format("the tables take up to {} of disk, {} are free in {}",
                                megabytes(needed), megabytes(space.available), folder.string()),
                    request.folder.string());
    }
    return {};
}

}  // namespace

Result<void> check_folder(const SolveRequest& request) {
    std::error_code code;
    const auto status = std::filesystem::status(request.folder, code);
    if (!std::filesystem::exists(status)) return {};
    if (!std::filesystem::is_directory(status)) {
        return fail(
            ErrorCode::Io,
            fmt::format("{} is not a folder; name one, or a new one", request.folder.string()),
            request.folder.string());
    }
    if (!std::filesystem::exists(request.folder / kManifestName)) return {};
    const auto manifest = read_manifest(request.folder);
    if (!manifest) return tl::unexpected(manifest.error());
    if (*manifest != Manifest{request.family, request.metric, Kind::Full}) {
        return fail(
            ErrorCode::OtherFamily,
            fmt::format("the folder {} holds {} tables with {} for {}; asked for are {} tables "
                        "with {} for {}. Use another folder",
                        request.folder.string(), to_string(manifest->kind),
                        to_string(manifest->metric), in_words(manifest->family),
                        to_string(Kind::Full), to_string(request.metric), in_words(request.family)),
            request.folder.string());
    }
    return {};
}

Result<void> check_memory(const SolveRequest& request, Pair pair, std::uint64_t bytes,
                          std::uint64_t held) {
    const auto refuse = [&](const char* what, std::uint64_t limit) {
        return fail(ErrorCode::NotEnough,
                    fmt::format("the pair {} needs {} of memory, {} {}", to_string(pair),
                                megabytes(bytes), what, megabytes(limit)));
    };
    if (request.memory_cap && bytes > *request.memory_cap) {
        return refuse("the cap is", *request.memory_cap);
    }
    const auto available = available_memory();
    if (available && bytes > held + *available) {
        return refuse("available are", held + *available);
    }
    return {};
}

std::uint64_t pair_arena(Pair pair, Flying flying, std::size_t symbol_bytes) {
    const PairGeometry geometry(pair, flying, Protection::Lifted);
    const std::uint64_t slots = geometry.index().size();
    const std::uint64_t frontier =
        frontier_words(geometry) * geometry.index().rows() * sizeof(Word);
    const auto child = [&](int larger, int smaller) -> std::uint64_t {
        if (smaller < kMinMen || larger < kMinMen) return 0;
        return PairIndex({static_cast<std::uint8_t>(std::max(larger, smaller)),
                          static_cast<std::uint8_t>(std::min(larger, smaller))})
                   .size() *
               symbol_bytes;
    };
    const std::uint64_t children =
        std::max(child(pair.larger, pair.smaller - 1), child(pair.larger - 1, pair.smaller));
    const bool split = geometry.split_by_parity();
    // Two sets of frontiers of two movers each; by plies to the next removal, three.
    const std::uint64_t frontiers = (symbol_bytes == 1 ? 4 : 6) * frontier;
    const std::uint64_t state = slots * (symbol_bytes + 1) * (split ? 1 : 2);
    const std::uint64_t copy = split ? slots * symbol_bytes : 0;
    // A dozen arrays, each rounded up to pages of 2 MiB.
    constexpr std::uint64_t kRounding = std::uint64_t{32} << 20;
    return kRounding + state + std::max(children + copy, frontiers + copy);
}

std::uint64_t pair_memory(Pair pair, Flying flying, std::size_t symbol_bytes) {
    // Class tables, edges, the bookkeeping of rows and of threads.
    constexpr std::uint64_t kRest = std::uint64_t{160} << 20;
    return kRest + pair_arena(pair, flying, symbol_bytes);
}

Result<SolvePlan> plan_solve(const SolveRequest& request) {
    if (request.family.no_capture_limit && request.metric == Metric::Dtw) {
        return fail(ErrorCode::BadArgument,
                    "under a no-capture limit the metric is dtc (plies to the next removal) or "
                    "wdl, not dtw: how far the end is depends on the plies played before");
    }
    if (auto checked = check_folder(request); !checked) return tl::unexpected(checked.error());

    SolvePlan plan;
    const std::set<Pair> asked(request.pairs.begin(), request.pairs.end());
    std::set<Pair> missing;
    for (const Pair pair : all_pairs()) {
        if (!asked.contains(pair)) continue;
        PlannedPair planned{pair, false, stored_slots(pair), 0, 0, 0};
        auto solved = is_solved(request, pair, plan.notices);
        if (!solved) return tl::unexpected(solved.error());
        planned.solved = *solved;
        planned.memory = pair_memory(pair, request.family.flying, symbol_bytes(request));
        planned.disk = static_cast<std::uint64_t>(
            kDiskBytesPerSlot * static_cast<double>(planned.slots) + 1e6);
        planned.seconds =
            static_cast<double>(planned.slots) / (kSlotsPerSecond * std::max(1, request.threads));
        plan.pairs.push_back(planned);
        if (planned.solved) continue;
        for (const Pair child : children(pair)) {
            if (asked.contains(child) || missing.contains(child)) continue;
            std::vector<std::string> damage;
            solved = is_solved(request, child, damage);
            if (!solved) return tl::unexpected(solved.error());
            if (!damage.empty()) return fail(ErrorCode::Damaged, damage.front());
            if (!*solved) missing.insert(child);
        }
    }
    if (!missing.empty()) {
        std::string names;
        for (const Pair pair : missing) names += (names.empty() ? "" : ", ") + to_string(pair);
        return fail(ErrorCode::MissingTable,
                    fmt::format("the pairs asked for need the tables of {} in {}; solve those "
                                "first, or ask for them as well",
                                names, request.folder.string()),
                    request.folder.string());
    }
    for (std::string& notice : plan.notices) notice += "; it will be made anew";
    for (const PlannedPair& planned : plan.pairs) {
        if (planned.solved) continue;
        if (auto checked = check_memory(request, planned.pair, planned.memory); !checked) {
            return tl::unexpected(checked.error());
        }
    }
    if (auto checked = check_disk(request, plan); !checked) return tl::unexpected(checked.error());
    return plan;
}

}  // namespace mulino
