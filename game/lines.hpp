// Mills and steps for whole sets of men at once, a few shifts each.
//
// A ring is a byte (board.hpp), so "the man one place back on the ring" is a rotation of all three
// bytes, and "the man one ring in" is a shift by eight. What would be a loop over men and lines is
// a handful of operations on sets; the turn generator and evaluation live on them.
#pragma once

#include "game/board.hpp"

namespace mulino {

/// For a set of men, the points whose partners on one of their lines are both of the set. Only the
/// fields' meaning at the points named is defined; the other bits are cleared.
struct LinePartners {
    Bitboard ahead;    ///< corners: the two following places of the ring
    Bitboard behind;   ///< corners: the two preceding places of the ring
    Bitboard between;  ///< middles: the places before and after it on the ring
    Bitboard across;   ///< middles: the two other points of the spoke

    /// The points at which one more man closes at least one mill (whether or not they are empty).
    constexpr Bitboard any() const { return ahead | behind | between | across; }
    /// The points at which one more man closes two mills.
    constexpr Bitboard both() const { return (ahead & behind) | (between & across); }
};

constexpr LinePartners line_partners(Bitboard own) {
    const Bitboard before = turn_rings(own, 1);
    const Bitboard after = turn_rings(own, -1);
    const Bitboard next_ring = own << kRingSize | own >> (2 * kRingSize);
    const Bitboard last_ring = own >> kRingSize | own << (2 * kRingSize);
    return {.ahead = after & turn_rings(own, -2) & kCorners,
            .behind = before & turn_rings(own, 2) & kCorners,
            .between = before & after & kMiddles,
            .across = next_ring & last_ring & kMiddles};
}

/// The points at which one more man of `own` closes a mill, occupied or not. Men of `own` that
/// leave their place for it are not taken into account.
constexpr Bitboard closing_points(Bitboard own) { return line_partners(own).any(); }

/// The points one step from any of `set`.
constexpr Bitboard steps_from(Bitboard set) {
    const Bitboard middles = set & kMiddles;
    return turn_rings(set, 1) | turn_rings(set, -1) |
           ((middles << kRingSize | middles >> kRingSize) & kFullBoard);
}

static_assert(closing_points(bit(0) | bit(1)) == bit(2));
static_assert(line_partners(bit(0) | bit(2) | bit(9) | bit(17)).both() == bit(1));
static_assert(steps_from(bit(1)) == kNeighbours[1] && steps_from(bit(13)) == kNeighbours[13]);

}  // namespace mulino
