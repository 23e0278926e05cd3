// The outcomes of all raw positions of an ordered subspace: no symmetry, an own numbering of sets.
//
// A set is numbered by its upper twelve points first and its lower twelve second, so a rank is the
// sum of two look-ups. Pairs of sets that share a point have cells, too; they are never used.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "db/outcome.hpp"
#include "game/board.hpp"

namespace mulino::test {

/// A numbering of the sets of `men` points.
class RawSets {
public:
    explicit RawSets(int men);

    std::size_t size() const { return sets_.size(); }
    const std::vector<Bitboard>& sets() const { return sets_; }
    std::size_t rank(Bitboard set) const { return upper_[set >> 12] + lower_[set & 0xFFF]; }

private:
    std::vector<Bitboard> sets_;
    std::vector<std::uint32_t> upper_;
    std::vector<std::uint32_t> lower_;
};

/// What is known of a position, for its mover, in two bytes.
class Cell {
public:
    constexpr Cell() = default;
    static constexpr Cell win(unsigned plies) { return Cell(2 * plies + 3); }
    static constexpr Cell loss(unsigned plies) { return Cell(2 * plies + 2); }

    constexpr bool open() const { return code_ == 0; }
    constexpr bool won() const { return code_ % 2 == 1; }
    constexpr bool lost() const { return code_ != 0 && code_ % 2 == 0; }
    /// Requires: not open.
    constexpr unsigned plies() const { return code_ / 2U - 1; }
    /// An open cell is a draw, once everything is known.
    Outcome outcome() const;
    static Cell of(const Outcome& outcome);
    friend constexpr bool operator==(Cell, Cell) = default;

private:
    explicit constexpr Cell(unsigned code) : code_(static_cast<std::uint16_t>(code)) {}
    std::uint16_t code_ = 0;
};

/// Every position with so many men of the mover and of the opponent.
class RawTable {
public:
    RawTable(int mover_men, int opponent_men);

    const RawSets& mover_sets() const { return mover_sets_; }
    const RawSets& opponent_sets() const { return opponent_sets_; }
    /// The cells of all positions with that mover's set, by the rank of the opponent's.
    Cell* row(Bitboard mover) {
        return cells_.data() + mover_sets_.rank(mover) * opponent_sets_.size();
    }
    const Cell* row(Bitboard mover) const {
        return cells_.data() + mover_sets_.rank(mover) * opponent_sets_.size();
    }
    Cell& cell(Bitboard mover, Bitboard opponent) {
        return row(mover)[opponent_sets_.rank(opponent)];
    }
    Cell cell(Bitboard mover, Bitboard opponent) const {
        return row(mover)[opponent_sets_.rank(opponent)];
    }
    Outcome at(Bitboard mover, Bitboard opponent) const { return cell(mover, opponent).outcome(); }

    /// Calls `visit(mover, opponent)` for each position.
    template <typename Visit>
    void for_each_position(Visit&& visit) const {
        for (const Bitboard mover : mover_sets_.sets()) {
            for (const Bitboard opponent : opponent_sets_.sets()) {
                if ((mover & opponent) == 0) visit(mover, opponent);
            }
        }
    }

private:
    RawSets mover_sets_;
    RawSets opponent_sets_;
    std::vector<Cell> cells_;
};

/// Solved subspaces by the men of mover and opponent.
using RawTables = std::map<std::pair<int, int>, RawTable>;

}  // namespace mulino::test
