// The sets of a row in a hurry: `unpack` for one mask and many sets.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "game/board.hpp"

namespace mulino {

/// Spreads packed sets over the points of a mask. Cost: filling two tables; then two look-ups a set.
class RowSets {
public:
    /// From now on, of this mask.
    void start(Bitboard mask) {
        n_ = 0;
        for_each_point(mask, [&](Point p) { places_[n_++] = bit(p); });
        fill(low_, 0);
        fill(high_, kLowBits);
    }
    /// unpack(packed, mask). Requires: `packed` lies below count(mask).
    Bitboard operator()(Bitboard packed) const {
        return low_[packed & kLowMask] | high_[packed >> kLowBits];
    }
    /// The points of the mask, in order, and their number.
    std::size_t size() const { return n_; }
    Bitboard place(std::size_t i) const { return places_[i]; }

private:
    static constexpr int kLowBits = kPoints / 2;
    static constexpr Bitboard kLowMask = (Bitboard{1} << kLowBits) - 1;
    using Table = std::array<Bitboard, kLowMask + 1>;

    // Each entry follows from the one with one bit less.
    void fill(Table& table, std::size_t first) {
        const std::size_t used = n_ > first ? std::size_t{1} << (n_ - first) : 1;
        table[0] = 0;
        for (std::size_t set = 1; set < table.size() && set < used; ++set) {
            table[set] = table[set & (set - 1)] |
                         places_[first + static_cast<std::size_t>(std::countr_zero(set))];
        }
    }

    std::size_t n_ = 0;
    std::array<Bitboard, kPoints> places_{};
    Table low_{};
    Table high_{};
};

}  // namespace mulino
