// The index: a one-to-one numbering of the positions of a subspace up to symmetry.
//
//     index = row · C(kPoints − A, B) + slot          A ≥ B men on the board
//
// The *row* is the number of the symmetry class of the larger side's set (in an equal pair: the
// mover's), its *slot* the colex rank of the smaller side's set among the points that the class's
// representative leaves free. A class is represented by its smallest mask; classes are numbered by
// their representatives in increasing order. Where a representative is itself symmetric, a position
// owns several slots; all of them hold its value, and the lowest is its *canonical* one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "db/subspace.hpp"
#include "game/board.hpp"

namespace mulino {

using Index = std::uint64_t;
using Row = std::uint32_t;
using Slot = std::uint32_t;

namespace detail {

constexpr auto make_binomials() {
    std::array<std::array<std::uint32_t, kPoints + 1>, kPoints + 1> values{};
    for (std::size_t n = 0; n < values.size(); ++n) {
        values[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k) values[n][k] = values[n - 1][k - 1] + values[n - 1][k];
    }
    return values;
}

inline constexpr auto kBinomials = make_binomials();

}  // namespace detail

/// C(n, k) for n ≤ kPoints; 0 for k > n.
constexpr std::uint32_t binomial(int n, int k) {
    if (k < 0 || k > n) return 0;
    return detail::kBinomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}
static_assert(binomial(kPoints, 9) == 1'307'504 && binomial(3, 4) == 0);

/// The bits of `set` at the places of `mask`, packed together (the machine's PEXT, in software).
Bitboard pack(Bitboard set, Bitboard mask);
/// The inverse of `pack`: the lowest bits of `packed` spread to the places of `mask` (PDEP).
Bitboard unpack(Bitboard packed, Bitboard mask);

/// Colex ranks of the k-subsets of {0 … n−1}: the place of a set's mask among all masks with k bits
/// in increasing order. Immutable after construction; safe to share.
class SubsetRanks {
public:
    SubsetRanks(int points, int men);

    int points() const { return points_; }
    int men() const { return men_; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(sets_.size()); }
    /// The rank of a mask. Requires: men() bits set, all below points(). Cost: two look-ups.
    Slot rank(Bitboard packed) const {
        return low_[packed & low_mask_] + high_[packed >> low_bits_];
    }
    /// The mask of a rank.
    Bitboard set(Slot slot) const { return sets_[slot]; }
    std::span<const Bitboard> sets() const { return sets_; }
    // The two tables whose sum is the rank, for loops that keep them in registers.
    int low_bits() const { return low_bits_; }
    std::span<const std::uint32_t> low() const { return low_; }
    std::span<const std::uint32_t> high() const { return high_; }

private:
    int points_;
    int men_;
    int low_bits_;
    Bitboard low_mask_;
    std::vector<std::uint32_t> low_;
    std::vector<std::uint32_t> high_;
    std::vector<Bitboard> sets_;
};

/// The symmetry classes of the n-sets of points. Immutable after construction; safe to share.
class SetClasses {
public:
    explicit SetClasses(int men);

    /// The class of a set and the lowest symmetry that takes the set to the representative.
    struct Place {
        Row row;
        Symmetry to_representative;
    };

    int men() const { return men_; }
    Row size() const { return static_cast<Row>(representatives_.size()); }
    Bitboard representative(Row row) const { return representatives_[row]; }
    std::span<const Bitboard> representatives() const { return representatives_; }
    /// Requires: men() points in `set`. Cost: three look-ups.
    Place classify(Bitboard set) const {
        const std::uint32_t entry = places_[low_[set & 0xFFF] + high_[set >> 12]];
        return {entry >> 4, static_cast<Symmetry>(entry & 0xF)};
    }
    /// The symmetries that keep a representative, the identity among them, as a set of bits.
    std::uint16_t stabilizer(Row row) const;

private:
    int men_;
    std::vector<std::uint32_t> low_;
    std::vector<std::uint32_t> high_;
    std::vector<std::uint32_t> places_;  // by colex rank: row << 4 | symmetry
    std::vector<Bitboard> representatives_;
};

/// The shared tables, built at the first use of each. Thread safety: any thread, any time.
const SetClasses& set_classes(int men);
const SubsetRanks& subset_ranks(int points, int men);

/// The shape of a pair's tables and the numbering of its positions (moving phase).
class PairIndex {
public:
    explicit PairIndex(Pair pair);

    Pair pair() const { return pair_; }
    Row rows() const { return classes_->size(); }
    /// Slots in a row.
    Slot row_size() const { return ranks_->size(); }
    /// Slots of one ordered subspace.
    Index size() const { return Index{rows()} * row_size(); }

    const SetClasses& classes() const { return *classes_; }
    const SubsetRanks& ranks() const { return *ranks_; }

    /// The place of a position given by its class set (the larger side's; in an equal pair the
    /// mover's) and the other side's set.
    std::pair<Row, Slot> place(Bitboard class_set, Bitboard other_set) const;
    /// The representative class set and the other side's set of a place.
    std::pair<Bitboard, Bitboard> sets(Row row, Slot slot) const;
    /// Whether the slot is the lowest of those its position owns.
    bool canonical(Row row, Slot slot) const;

private:
    Pair pair_;
    const SetClasses* classes_;
    const SubsetRanks* ranks_;
};

}  // namespace mulino
