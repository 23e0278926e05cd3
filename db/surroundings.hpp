// What the context coding knows of a slot before it is read: the board, and the slots read before.
//
// A row is read in two passes: first its even slots (an even number of men of both sides on
// kOddPoints), then the odd ones, each in ascending order. A step of a man changes the parity, so an
// odd slot finds the values of all positions one step of the other side away. Everything is small
// integers made from sets of points; docs/format.md lists them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "db/family.hpp"
#include "db/index.hpp"
#include "db/row_sets.hpp"
#include "db/shifts.hpp"
#include "db/subspace.hpp"
#include "game/rules.hpp"

namespace mulino {

/// The numbers a context is made of. The values are part of the file format.
enum class Feature : std::uint8_t {
    // Positions with one man of the other set on a neighbouring free point, by value. Odd slots only.
    NearLosses = 0,
    NearDraws = 1,
    NearWins = 2,
    // The same, the man on a lower free point that has a neighbour in common with its own.
    FarLosses = 3,
    FarDraws = 4,
    FarWins = 5,
    // Turns that close a mill, of the mover and of the opponent, and those of a man out of a mill.
    MoverClosings = 6,
    OpponentClosings = 7,
    MoverSwings = 8,
    OpponentSwings = 9,
    // Pairs of a man and a free neighbouring point.
    MoverSteps = 10,
    OpponentSteps = 11,
};
inline constexpr std::size_t kFeatures = 12;

/// The value of a slot that is not known (yet).
inline constexpr std::uint8_t kUnknownValue = 3;

/// One row of a table, at which slots are looked at one after the other.
class Surroundings {
public:
    Surroundings(const Subspace& subspace, const Family& family);

    const PairIndex& index() const { return index_; }
    void start(Row row);

    /// Looks at a slot of the row.
    void look_at(Slot slot) {
        set_ = index_.ranks().set(slot);
    }
    /// 0 for an even slot, 1 for an odd one.
    int parity() const { return (count(set_ & odd_) + class_parity_) & 1; }
    /// Whether the mover has a turn that closes a mill.
    bool mover_closes() const;

    /// Counts the known slots near each odd slot of the row by their values, a byte for each value.
    /// `values` are those of the row: 0 loss, 1 draw, 2 win, kUnknownValue.
    void count_near(std::span<const std::uint8_t> values, std::span<std::uint32_t> counts) const;

    /// Features by number, of those in `wanted` (a set of bits); the others are left alone. `near`
    /// is what count_near() counted for the slot.
    void features(unsigned wanted, const std::uint8_t* values, std::uint32_t near,
                  std::array<std::uint32_t, kFeatures>& out) const;

    /// Calls visit(slot) for the slots near (if the slot is odd) or far (if it is even), as above.
    template <typename Visit>
    void for_each_around(Visit&& visit) const {
        for_each_shift(parity() != 0 ? near_ : far_, visit);
    }

private:
    using Masks = std::array<Bitboard, kPoints>;
    // Turns of the class set that close a mill on a point, should it be free.
    struct ClassTarget {
        Bitboard point;  // packed
        std::uint32_t closings;
        std::uint32_t swings;
    };
    struct Closings {
        std::uint32_t all = 0;
        std::uint32_t swings = 0;
    };

    // By men of `men`, of the set `own`, that arrive on a point.
    static Closings closings_on(Bitboard own, Bitboard men, Point to);
    Closings class_closings() const;
    Closings other_closings(Bitboard other, bool with_swings) const;

    template <typename Visit>
    void for_each_shift(const Masks& masks, Visit&& visit) const {
        const SubsetRanks& ranks = index_.ranks();
        for (Bitboard men = set_; men != 0; men &= men - 1) {
            const Bitboard man = men & (~men + 1);
            for (Bitboard to = masks[lowest(men)] & ~set_; to != 0; to &= to - 1) {
                visit(ranks.rank(set_ ^ man ^ (to & (~to + 1))));
            }
        }
    }
    PairIndex index_;
    const Shifts* shifts_;
    bool mover_is_class_;
    bool class_flies_;
    bool other_flies_;
    Bitboard class_set_ = 0;
    Bitboard set_ = 0;  // of the slot looked at, packed
    Bitboard odd_ = 0;  // packed
    int class_parity_ = 0;
    Masks near_{};  // by packed point, packed
    Masks far_{};
    RowSets sets_;
    std::vector<ClassTarget> class_targets_;
};

/// Whether a table that stores the given part stores the slot looked at.
bool stores(const Surroundings& at, bool half);

}  // namespace mulino
