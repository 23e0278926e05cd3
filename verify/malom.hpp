// Comparison with the reference database of Gévay and Danner ("Malom"): its sector files.
//
// A sector holds what a subspace holds, numbered in another way: the class set is always the
// mover's, and the points are numbered from the middle of a ring's left side. For each slot it
// tells win, loss or draw and the distance to the end.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "db/database.hpp"
#include "db/outcome.hpp"
#include "db/subspace.hpp"
#include "game/position.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino::verify {

/// "std_4_3_0_0.sec2": the subspace of a sector file, or nothing where it is none.
std::optional<Subspace> parse_sector_name(std::string_view name);

/// The sectors' own values (the file `std.secval`), to which the numbers in a sector are relative.
struct SectorValues {
    int win = 0;   ///< a win of the side to move
    int loss = 0;  ///< a loss of the side to move
    std::map<Subspace, int> own;
};
/// Errors: Io, Damaged.
[[nodiscard]] Result<SectorValues> read_sector_values(const std::filesystem::path& path);

/// Sectors of the placing phase are compared with at most so many men in hand of both sides.
inline constexpr int kMostInHand = 4;

/// A position of which the databases say different things. The mover is White.
struct SectorDifference {
    Position position;
    Outcome here;
    Outcome there;
};

struct SectorComparison {
    std::uint64_t positions = 0;  ///< compared, each class once
    std::uint64_t differences = 0;
    bool distances = false;  ///< whether distances were compared, too
};

struct ComparisonOptions {
    int threads = 0;  ///< 0: as many as the machine runs at once
    const std::atomic<bool>* stop = nullptr;
    /// Called for each difference, in the order of the sector, by one thread.
    std::function<void(const SectorDifference&)> on_difference;
    /// Slots looked at, and of how many.
    std::function<void(std::uint64_t done, std::uint64_t all)> on_progress;
};

/// Whether a sector can be compared; if not, why. Errors: BadArgument (too many men in hand; hands
/// or men that cannot arise in a game).
[[nodiscard]] Result<void> comparable(const Subspace& sector);

/// Compares a sector with the database, which is of the family of `rules`: in the moving phase
/// value and, where both have it, distance; in the placing phase the value, found by search.
/// Errors: comparable(); Io; Damaged (the sector's file); those of Database::table.
/// Throws CheckStopped (pair_check.hpp), std::bad_alloc.
[[nodiscard]] Result<SectorComparison> compare_sector(const std::filesystem::path& path,
                                                      const Subspace& sector,
                                                      const SectorValues& values,
                                                      const Database& database, const Rules& rules,
                                                      const ComparisonOptions& options = {});

}  // namespace mulino::verify
