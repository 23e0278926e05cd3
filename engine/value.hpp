// The scores of the search: one number for the side to move, estimates and certainties in order.
//
//      kWon − n              won, and the game ends in n plies at the latest
//      kWonSomehow − n       won by the databases, which do not say when; the table looked up lies
//                            n plies ahead
//      −kEstimateLimit …     estimates, in hundredths of a man; 0 for a draw
//       kEstimateLimit
//
// and the same below 0 for losses. Plies count from the position that the score belongs to, so a
// score moves towards 0 by one with each step back to the root.
#pragma once

#include <cstdint>

#include "engine/search_info.hpp"

namespace mulino::engine {

/// A score as the search has it. Fits 16 bits.
using Value = std::int32_t;

inline constexpr Value kWon = 32'000;
/// Longest way to the end, in plies, that a score can tell.
inline constexpr Value kMostPlies = 2'000;
inline constexpr Value kWonSomehow = kWon - kMostPlies - 1;
/// The least score that is a certain win.
inline constexpr Value kLeastWon = kWonSomehow - kMostPlies;
inline constexpr Value kEstimateLimit = 20'000;
/// Above every score.
inline constexpr Value kInfinite = 32'500;

constexpr bool is_certain(Value value) { return value >= kLeastWon || value <= -kLeastWon; }
constexpr Value lost_in(int plies) { return plies - kWon; }
constexpr Value won_in(int plies) { return kWon - plies; }

/// A score of a position `plies` ahead, brought to here, and the other way round. The sign stays.
constexpr Value from_ahead(Value value, int plies) {
    return value >= kLeastWon ? value - plies : value <= -kLeastWon ? value + plies : value;
}
constexpr Value to_ahead(Value value, int plies) { return from_ahead(value, -plies); }

/// The same in the words of search_info.hpp. A draw that is certain cannot be told from an
/// estimate.
inline Score to_score(Value value) {
    if (!is_certain(value)) return {.value = {}, .plies = {}, .centimen = value};
    const Value size = value > 0 ? value : -value;
    Score score{.value = value > 0 ? Wdl::Win : Wdl::Loss, .plies = {}, .centimen = 0};
    if (size > kWonSomehow) score.plies = kWon - size;
    return score;
}

static_assert(is_certain(lost_in(kMostPlies)) && !is_certain(kEstimateLimit));
static_assert(kLeastWon > kEstimateLimit);
static_assert(kInfinite < INT16_MAX);

}  // namespace mulino::engine
