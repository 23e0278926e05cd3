// Checking one row of a pair: what the two kinds of pair have in common.
//
// A row is all sets of one side around one fixed set of the other. It is the unit of work, because
// what a turn of the fixed side does to the numbering is the same for the whole row.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "db/checksum.hpp"
#include "game/board.hpp"
#include "game/rules.hpp"
#include "game/turn_generator.hpp"
#include "verify/numbering.hpp"
#include "verify/outcome_codes.hpp"
#include "verify/pair_check.hpp"

namespace mulino::verify {

/// The numberings that a pair {A,B} and the pairs below it need.
struct PairNumbers {
    explicit PairNumbers(Pair men);

    Pair pair;
    ClassNumbers classes;               ///< of A men
    std::optional<ClassNumbers> fewer;  ///< of A−1 men, where a table can have them
    SubsetNumbers slots;                ///< B of 24−A: the pair itself
    SubsetNumbers one_less;             ///< B−1 of 24−A: the smaller side has lost a man
    SubsetNumbers one_more_place;       ///< B of 25−A: the larger side has lost a man
    Packing packing;
};

/// Outcome codes of a pair's tables, and of those a removal leads to, by slot. The latter are null
/// where a removal ends the game.
template <typename Code>
struct PairCodes {
    const Code* larger = nullptr;           ///< A to move; in an equal pair the only table
    const Code* smaller = nullptr;          ///< B to move
    const Code* larger_removed = nullptr;   ///< (B−1)-A: the larger side has taken a man
    const Code* smaller_removed = nullptr;  ///< (A−1)-B: the smaller side has taken a man
};

/// What the rows of a table add up to; one object a thread, joined at the end.
class RowTotals {
public:
    RowTotals(std::size_t codes, std::size_t named) : canonical_(codes), named_(named) {}

    void add(std::size_t code) { ++canonical_[code]; }
    /// A difference at a place of the numbering, by which the first ones are found.
    void differ(std::uint64_t place, const Difference& difference);
    void join(const RowTotals& other);

    std::span<const std::uint64_t> canonical() const { return canonical_; }
    std::uint64_t differences() const { return differences_; }
    std::vector<Difference> first() const;

private:
    std::vector<std::uint64_t> canonical_;  // canonical positions by code
    std::size_t named_;
    std::uint64_t differences_ = 0;
    std::multimap<std::uint64_t, Difference> first_;
};

/// What all rows of a pair share.
template <typename Code>
struct RowContext {
    const PairNumbers& numbers;
    const PairCodes<Code>& tables;
    const OutcomeCodes& meaning;
    Rules rules;
    /// By the code of the best turn: the code of the position. kNone where no code is right.
    std::vector<Code> before;
    Code opponent_lost;  ///< the code of an opponent with fewer than kMinMen men

    static constexpr Code kNone = static_cast<Code>(~Code{0});
};

/// The free points of a set and how other sets are packed among them.
class FreePoints {
public:
    void assign(Bitboard taken);
    Bitboard free() const { return free_; }
    std::span<const Point> points() const { return points_; }
    /// The place of a free point, as a set.
    Bitboard place(Bitboard point) const { return places_[lowest(point)]; }
    Bitboard unpack(Bitboard packed) const { return unpack_(packed); }

private:
    Bitboard free_ = 0;
    std::vector<Point> points_;
    std::array<Bitboard, kPoints> places_{};
    SetMap unpack_;
};

/// The slots of a row that show the same position: for each, the lowest of them.
class RowDuplicates {
public:
    /// `keepers`: the symmetries that keep the row's set, without the identity.
    void assign(std::span<const Symmetry> keepers, const FreePoints& free);
    bool any() const { return !maps_.empty(); }
    std::uint32_t lowest_slot(std::uint32_t slot, Bitboard packed,
                              const SubsetNumbers& slots) const {
        for (const SetMap& map : maps_) slot = std::min(slot, slots.number(map(packed)));
        return slot;
    }

private:
    std::vector<SetMap> maps_;
};

/// Says where the difference is: the mover is White.
Difference difference_at(Difference::Kind kind, Bitboard mover, Bitboard opponent,
                         const Outcome& stored, const Outcome& expected);

/// Checks a row: `larger` and `smaller` gather what is found, by the side to move. For pairs with
/// A > B.
template <typename Code>
class UnequalRowCheck {
public:
    explicit UnequalRowCheck(const RowContext<Code>& context) : context_(context) {}
    void check(std::uint32_t row, RowTotals& larger, RowTotals& smaller);

private:
    // Where a turn of the fixed side leads: a row of each table, and how slots are named there.
    struct Target {
        SetMap map;
        const Code* row = nullptr;
        const Code* removal_row = nullptr;
    };

    void prepare(std::uint32_t row);
    void aim(Target& target, Symmetry symmetry, Bitboard representative);
    Code best_of_larger(Bitboard mover, Bitboard other, Bitboard packed) const;
    Code best_of_smaller(Bitboard mover, Bitboard other, Bitboard packed, const Code* row) const;

    const RowContext<Code>& context_;
    Bitboard set_ = 0;  // the larger side's
    FreePoints free_;
    RowDuplicates duplicates_;
    std::vector<Target> moves_;
    std::array<std::array<std::uint16_t, kPoints>, kPoints> move_{};  // into moves_, by from and to
    std::array<Target, kPoints> losses_;                              // by the man lost
    std::vector<Bitboard> images_;
};

/// The same for pairs with A = B. Here the fixed set is the opponent's, since all quiet turns lead
/// to the row in which it is to move; what is stored for the position itself is looked up.
template <typename Code>
class EqualRowCheck {
public:
    explicit EqualRowCheck(const RowContext<Code>& context) : context_(context) {}
    void check(std::uint32_t row, RowTotals& totals);

private:
    void check_duplicates(std::uint32_t row, RowTotals& totals) const;
    void gather();
    Code best(Bitboard mover, Bitboard packed, const Code* row) const;

    const RowContext<Code>& context_;
    Bitboard set_ = 0;  // the fixed side's
    FreePoints free_;
    RowDuplicates duplicates_;
    std::vector<Code> stored_;  // of the row's positions with the other side to move
};

}  // namespace mulino::verify
