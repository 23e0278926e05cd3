// The shape of a pair for the solver: which rows its turns join, and slot sets as bit rows.
//
// A row holds all positions whose larger side stands on one class set. A turn of the larger side
// leads from all slots of a row whose smaller side leaves the target point free to slots of one
// other row (a RowEdge); a turn of the smaller side stays in its row. Slots are handled 64 at a
// time as *bit rows*, row_words() words with a bit a slot. The points that a class set leaves free
// are numbered 0 … free_points()−1 in board order; these numbers are called *places*. Since all
// rows number their slots by places, the bit row "slots whose smaller side holds place k" is one
// and the same for all rows of a pair.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "db/index.hpp"
#include "game/rules.hpp"

namespace mulino {

using Word = std::uint64_t;
inline constexpr unsigned kWordBits = 64;

/// One turn of the larger side, for all slots of a row at once.
struct RowEdge {
    Row target;         ///< the row it leads to
    Symmetry symmetry;  ///< takes the class set after the turn to the target's representative
    Point from;         ///< the point left …
    Point to;           ///< … and the point reached, on the board of the row it starts from
    bool closes;        ///< whether it closes a mill
    /// The place, in the target's row, of the point left: free after the turn, though the other
    /// side could not stand there before it.
    std::uint8_t vacated;
};

/// The most turns of the larger side from a row: when it flies.
inline constexpr std::size_t kMaxEdges = std::size_t{kMaxMen} * (kPoints - kMaxMen);

/// The places of one row: how they lie on the board.
struct RowShape {
    Bitboard class_set;
    Bitboard free;
    std::array<Point, kPoints> point_of;         ///< by place
    std::array<std::uint8_t, kPoints> place_of;  ///< by point; of free points only
};

/// By place, one after the other: the bit rows of the slots whose set holds it.
std::vector<Word> rows_holding(const SubsetRanks& ranks);

/// Everything about a pair that does not change while it is solved. Immutable after construction.
class PairGeometry {
public:
    PairGeometry(Pair pair, Flying flying, Protection protection);

    const PairIndex& index() const { return index_; }
    Protection protection() const { return protection_; }
    bool larger_flies() const { return larger_flies_; }
    bool smaller_flies() const { return smaller_flies_; }
    /// Whether every quiet turn changes the parity, so that an equal pair falls into two halves
    /// that are mirror images of one another.
    bool split_by_parity() const { return index_.pair().equal() && !larger_flies_; }

    int free_points() const { return free_points_; }
    std::size_t row_words() const { return row_words_; }

    /// The turns of the larger side from a row.
    std::span<const RowEdge> edges(Row row) const {
        return std::span(edges_).subspan(first_edge_[row], first_edge_[row + 1] - first_edge_[row]);
    }
    RowShape shape(Row row) const;
    /// For an edge of `edges(row)`: where each place of the target's row lies in this row. The
    /// vacated place has none; its entry means nothing.
    const std::uint8_t* places_from_target(const RowEdge& edge) const {
        return places_.data() + static_cast<std::size_t>(&edge - edges_.data()) *
                                    static_cast<std::size_t>(free_points_);
    }

    /// A short list of sets of places, held in place.
    class PlaceSets {
    public:
        /// Adds a set if it counts, without a branch. Requires: there is room for one more.
        void add(Bitboard set, bool counts) {
            sets_[size_] = set;
            size_ += counts ? 1 : 0;
        }
        std::size_t size() const { return size_; }
        std::span<const Bitboard> all() const { return {sets_.data(), size_}; }

    private:
        std::size_t size_ = 0;
        std::array<Bitboard, kPoints*(kPoints - 1) / 2> sets_;
    };
    /// The pairs of places of a row that a turn of the smaller side joins.
    PlaceSets steps(const RowShape& shape) const;
    /// The lines of a row that the class set leaves free, three places each.
    static PlaceSets lines(const RowShape& shape);

    /// The bit row of the slots whose smaller side holds `place`.
    const Word* contains(int place) const {
        return contains_.data() + static_cast<std::size_t>(place) * row_words_;
    }
    /// The bits of the last word of a row that are slots.
    Word tail_mask() const { return tail_mask_; }
    /// The set of places of each slot.
    const Bitboard* slot_sets() const { return index_.ranks().sets().data(); }

    /// From sets of places to slots, a value for inner loops.
    struct Ranker {
        const std::uint16_t* low;
        const std::uint16_t* high;
        Bitboard mask;
        int bits;

        Slot operator()(Bitboard set) const {
            return static_cast<Slot>(low[set & mask] + high[set >> bits]);
        }
    };
    Ranker ranker() const {
        return {rank_low_.data(), rank_high_.data(), (Bitboard{1} << low_bits_) - 1, low_bits_};
    }

private:
    void make_edges();

    PairIndex index_;
    Protection protection_;
    bool larger_flies_;
    bool smaller_flies_;
    int free_points_;
    std::size_t row_words_;
    Word tail_mask_;
    int low_bits_;
    std::vector<std::uint16_t> rank_low_;
    std::vector<std::uint16_t> rank_high_;
    std::vector<Word> contains_;
    std::vector<RowEdge> edges_;
    std::vector<std::uint8_t> places_;  // free_points_ for each edge
    std::vector<std::uint32_t> first_edge_;
};

/// A renumbering of places by three small tables: cheap to build (by doubling), so that one is made
/// for every row edge in use, and small enough to stay in the first-level cache.
class PlaceMap {
public:
    /// image[k]: the new bit (or 0) of place k, for `places` places.
    void build(const std::array<Bitboard, kPoints>& image, int places);

    /// The map as a value for inner loops: its parts stay in registers, where the compiler cannot
    /// suspect a store to bytes of changing them.
    struct View {
        const Bitboard* low;
        const Bitboard* middle;
        const Bitboard* high;
        Bitboard mask;
        int bits;

        Bitboard operator()(Bitboard set) const {
            return low[set & mask] | middle[set >> bits & mask] | high[set >> 2 * bits];
        }
    };
    View view() const {
        return {tables_[0].data(), tables_[1].data(), tables_[2].data(), (Bitboard{1} << bits_) - 1,
                bits_};
    }

private:
    static constexpr int kTables = 3;

    int bits_ = 0;
    std::array<std::array<Bitboard, 1U << (kPoints / kTables)>, kTables> tables_;
};

/// The places of a row that lie on odd points, and whether the class set has an odd number of men
/// there: what a slot's parity comes from.
Bitboard odd_places(const RowShape& shape);
bool odd_class(const RowShape& shape);

/// The images of the places of `from` under `symmetry`, as place bits of `to`. Points that are not
/// free in `to` have none (0).
std::array<Bitboard, kPoints> place_images(const RowShape& from, int from_places, Symmetry symmetry,
                                           const RowShape& to);

/// The bit rows "the man on place k stands in a mill" (of the smaller side), for one row.
/// Only places on a line that the class set leaves free can; the others have none.
class MillRows {
public:
    explicit MillRows(const PairGeometry& geometry);
    /// Computes them for a row. Cost: about free_points() passes over a bit row.
    void build(const RowShape& shape);
    /// Only finds the free lines, for partners() and possible(); in_mill() is not valid then.
    void find_lines(const RowShape& shape);

    /// Whether a man on `place` can stand in a mill at all.
    bool possible(int place) const { return lines_of_[static_cast<std::size_t>(place)] != 0; }
    bool any() const { return any_; }
    /// Requires: possible(place).
    const Word* in_mill(int place) const {
        return rows_.data() + static_cast<std::size_t>(place) * words_;
    }
    /// The slots whose men all stand in mills. Computed on demand by build_all_in_mills().
    const Word* all_in_mills() const { return all_.data(); }
    void build_all_in_mills();
    /// The slots with at least one mill.
    void build_some_mill(Word* some) const;

    /// The two other places of the free lines through a place.
    struct Partners {
        std::uint8_t a;
        std::uint8_t b;
    };
    std::span<const Partners> partners(int place) const {
        const auto k = static_cast<std::size_t>(place);
        return std::span(partners_[k]).first(lines_of_[k]);
    }

private:
    const PairGeometry& geometry_;
    std::size_t words_;
    bool any_ = false;
    std::array<std::uint8_t, kPoints> lines_of_{};
    std::array<std::array<Partners, 2>, kPoints> partners_{};
    std::vector<Word> rows_;
    std::vector<Word> all_;
};

/// Whether all men of the class set stand in mills.
inline bool all_in_mills(Bitboard set) { return men_in_mills(set) == set; }

/// Calls `visit(slot)` for each bit that `word(i)` yields for i in [0, words).
template <typename WordAt, typename Visit>
inline void for_each_slot(std::size_t words, WordAt&& word, Visit&& visit) {
    for (std::size_t i = 0; i < words; ++i) {
        for (Word bits = word(i); bits != 0; bits &= bits - 1) {
            visit(static_cast<Slot>(i * kWordBits) + static_cast<Slot>(std::countr_zero(bits)));
        }
    }
}

}  // namespace mulino
