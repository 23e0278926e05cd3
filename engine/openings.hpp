// Openings for matches: every way to place the first few men, up to symmetry.
#pragma once

#include <cstdint>
#include <vector>

#include "game/rules.hpp"
#include "game/turn.hpp"

namespace mulino {

/// Placings from the empty board on.
using Opening = std::vector<Turn>;

/// The most plies an opening may have: with more, men could be removed.
inline constexpr int kMostOpeningPlies = 4;

/// One opening for each position after `plies` placings, positions that are images of one another
/// counted once, in a fixed order. Requires: 0 ≤ plies ≤ kMostOpeningPlies.
std::vector<Opening> openings(const Rules& rules, int plies);

/// The same in an order that `seed` decides.
std::vector<Opening> shuffled_openings(const Rules& rules, int plies, std::uint64_t seed);

}  // namespace mulino
