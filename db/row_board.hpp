// One row as a whole: its slots by parity, what both sides can do at each, and which slots differ
// by one man of the other set.
//
// A row has thousands of slots, and a probe of a packed set has to read one, so the work is done
// for whole segments (row_shape.hpp) with hardly a branch, and what a side's set alone decides is
// added up from two look-ups. The slots of a parity (even: an even number of men of both sides on
// kOddPoints) are listed one behind the other, ascending; everything about them is in the order of
// the list. A step changes the parity, so from one list it leads to the other.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "db/family.hpp"
#include "db/index.hpp"
#include "db/row_edges.hpp"
#include "db/row_shape.hpp"
#include "db/subspace.hpp"

namespace mulino {

/// One row of a table after the other. Not for several threads.
class RowBoard {
public:
    RowBoard(const Subspace& subspace, const Family& family);

    const PairIndex& index() const { return index_; }
    const RowShape& shape() const { return *shape_; }
    void start(Row row);
    Bitboard class_set() const { return class_set_; }

    /// Of the packed points: the free neighbours, and the lower free points that are no neighbours
    /// but have one in common with it; packed.
    using Masks = std::array<Bitboard, kPoints>;
    const Masks& near() const { return near_; }
    const Masks& far() const { return far_; }

    /// Segments of a row, from the first to the one before `end`.
    struct Segments {
        std::size_t first = 0;
        std::size_t end = 0;
    };
    Segments all_segments() const { return {0, shape_->segments().size()}; }

    /// Lists the slots of a parity (0 even, 1 odd) in one or more segments of the row begun: slots(),
    /// others(), and what the class set adds to turns() and steps(), the latter where they are
    /// asked for.
    void list(int parity, Segments segments, bool with_steps = false);
    std::span<const Slot> slots(int parity) const { return of(parity).slots(); }
    /// The other sets, unpacked.
    std::span<const Bitboard> others(int parity) const { return of(parity).others(); }
    /// Counts what turns() tells of the slots listed, once.
    void count_turns(int parity, bool with_swings);
    /// Turns that close a mill: of the mover in the lowest byte, of the opponent in the next; in
    /// the two higher ones, if asked for, those of them by men that stand in a mill.
    std::span<const std::uint32_t> turns(int parity) const { return of(parity).turns(); }
    /// Counts what steps() tells of the slots listed with them, once.
    void count_steps(int parity);
    /// Pairs of a man and a free neighbouring point, of the mover in the lowest byte, of the
    /// opponent in the next.
    std::span<const std::uint32_t> steps(int parity) const { return of(parity).steps(); }

    /// Whether a slot of the row begun is even (0) or odd (1).
    int parity(Slot slot) const {
        const Bitboard odd_men = index_.ranks().set(slot) & odd_points_;
        return (count(odd_men) & 1) ^ static_cast<int>(class_parity_);
    }
    /// Calls act(slot) for the slots of a parity in a segment, in the order of the list.
    template <typename Act>
    void for_each_slot(int parity, std::size_t segment, Act&& act) const {
        const Stretch here = stretch(parity, segment);
        const RowShape::Segment& shape = shape_->segments()[segment];
        const Slot* const low = order_->slots.data() + order_->starts[here.low_parity][shape.men];
        for (std::uint32_t n = 0; n < here.size; ++n) act(shape.first + low[n]);
    }

    /// Where the slots of a segment stand in a list of all segments: a stretch of it.
    struct Stretch {
        std::uint32_t first;
        std::uint32_t size;
        unsigned low_parity;
    };
    Stretch stretch(int parity, std::size_t segment) const {
        const RowShape::Segment& shape = shape_->segments()[segment];
        const unsigned low_parity = static_cast<unsigned>(parity) ^ high_parity(shape.high);
        return {first_[static_cast<std::size_t>(parity)][segment],
                order_->size(low_parity, shape.men), low_parity};
    }

    /// For the slots of a parity in a segment, those that are a man of the other set on a
    /// neighbouring point away, which have the other parity. As RowEdges::around().
    std::span<const Around> around_near(int parity, std::size_t segment) {
        return near_edges_.around(stretch(parity, segment).low_parity, segment);
    }
    /// The same for even slots and those far of them, in the segments before.
    std::span<const Around> around_far_before(std::size_t segment) {
        return far_edges_.around(stretch(0, segment).low_parity, segment);
    }
    /// Of the slots of a stretch, one after the other, those far of it in the same segment.
    class FarWithin {
    public:
        FarWithin(const std::uint16_t* places, const std::uint16_t* fours, std::size_t stride)
            : places_(places), fours_(fours), stride_(stride) {}
        /// Calls act(a, b, c, d) for the places in the stretch, four at a time; where there are
        /// fewer, the slot's own place fills up.
        template <typename Act>
        void for_each_four(Act&& act) const {
            const std::uint16_t* four = places_;
            for (unsigned left = *fours_; left > 0; --left, four += 4) {
                act(four[0], four[1], four[2], four[3]);
            }
        }
        void next() {
            places_ += stride_;
            ++fours_;
        }

    private:
        const std::uint16_t* places_;
        const std::uint16_t* fours_;
        std::size_t stride_;
    };
    FarWithin far_within(std::size_t segment, const Stretch& stretch) const {
        const std::size_t low = order_->starts[stretch.low_parity][shape_->segments()[segment].men];
        return {far_places_.data() + low * far_stride_, far_fours_.data() + low, far_stride_};
    }

private:
    // What a part of a packed set adds to the numbers of its slot.
    struct PartSums {
        Bitboard board = 0;
        std::uint32_t turns = 0;  // of the class set, whose targets are left free
        std::uint32_t steps = 0;  // the same
        unsigned odd = 0;         // its men's parity
    };
    class List {
    public:
        void reserve(std::size_t most);
        void resize(std::size_t size) { size_ = size; }
        std::span<Slot> slots() { return std::span(slots_).first(size_); }
        std::span<Bitboard> others() { return std::span(others_).first(size_); }
        std::span<std::uint32_t> turns() { return std::span(turns_).first(size_); }
        std::span<std::uint32_t> steps() { return std::span(steps_).first(size_); }
        std::span<const Slot> slots() const { return std::span(slots_).first(size_); }
        std::span<const Bitboard> others() const { return std::span(others_).first(size_); }
        std::span<const std::uint32_t> turns() const { return std::span(turns_).first(size_); }
        std::span<const std::uint32_t> steps() const { return std::span(steps_).first(size_); }

    private:
        std::size_t size_ = 0;
        std::vector<Slot> slots_;
        std::vector<Bitboard> others_;
        std::vector<std::uint32_t> turns_;
        std::vector<std::uint32_t> steps_;
    };

    void find_neighbours(std::span<const Bitboard> places);
    PartSums sums_of_man(Bitboard place) const;
    void fill_sums(std::span<const Bitboard> places);
    void order_lows();
    void find_edges();
    void find_far_within();

    const List& of(int parity) const { return lists_[static_cast<std::size_t>(parity)]; }
    List& of(int parity) { return lists_[static_cast<std::size_t>(parity)]; }
    unsigned high_parity(Bitboard high) const {
        return high_[high >> shape_->low_bits()].odd ^ class_parity_;
    }
    std::size_t low_size() const { return static_cast<std::size_t>(shape_->low_bits()); }

    PairIndex index_;
    // In low parts of eight points of both colours, a parity has at most 40 sets with as many men;
    // of one colour, all sets with as many men have one parity, so those parts have seven points.
    std::array<const RowShape*, 2> shapes_;
    const RowShape* shape_;  // of this row
    bool class_flies_;
    bool other_flies_;
    // Where the numbers of the class set and of the other set stand in turns and steps.
    int class_shift_;
    int other_shift_;

    Bitboard class_set_ = 0;
    unsigned class_parity_ = 0;
    Bitboard odd_points_ = 0;  // packed
    Masks near_{};
    Masks far_{};
    std::vector<PartSums> low_;   // by low part
    std::vector<PartSums> high_;  // by high part, moved down
    const LowOrder* order_ = nullptr;
    std::vector<PartSums> low_in_order_;               // in that order
    std::array<std::vector<std::uint32_t>, 2> first_;  // by parity and segment
    RowEdges near_edges_;
    RowEdges far_edges_;                     // from high points
    std::vector<std::uint16_t> far_places_;  // by low part, in that order
    std::vector<std::uint16_t> far_fours_;
    std::size_t far_stride_ = 0;
    std::array<List, 2> lists_;
};

}  // namespace mulino
