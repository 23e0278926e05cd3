// One row as a whole: its slots by parity, what both sides can do at each, and which slots differ
// by one man of the other set.
//
// A row has thousands of slots, and a probe of a packed set has to read one, so the work is done in
// loops over segments (row_shape.hpp) with hardly a branch in them, and what a side's set alone
// decides is added up from two look-ups. The slots of a parity (even: an even number of men of both
// sides on kOddPoints) are listed one behind the other, ascending; everything about them is in the
// order of the list. A step changes the parity, so from one list it leads to the other.
#pragma once

#include <array>
#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

#include "db/family.hpp"
#include "db/index.hpp"
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
    /// Makes what for_each_near() needs; to be called once a row, after start().
    void prepare_near();
    Bitboard class_set() const { return class_set_; }

    /// Of the packed points: the free neighbours, and the lower free points that are no neighbours
    /// but have one in common with it; packed.
    using Masks = std::array<Bitboard, kPoints>;
    const Masks& near() const { return near_; }
    const Masks& far() const { return far_; }

    /// Lists the slots of a parity (0 even, 1 odd) of the row begun: slots(), others(), and what
    /// the class set adds to turns() and steps(), the latter where they are asked for.
    void list(int parity, bool with_steps = false);
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

    /// Where the slots of a segment stand in a list.
    struct Stretch {
        std::uint32_t first;
        std::uint32_t size;
        unsigned low_parity;
    };
    Stretch stretch(int parity, const RowShape::Segment& segment) const {
        const unsigned low_parity = static_cast<unsigned>(parity) ^ high_parity(segment.high);
        return {first(parity, segment.high),
                low_start(low_parity, segment.men + 1) - low_start(low_parity, segment.men),
                low_parity};
    }

    /// Places in two stretches that belong together.
    struct PlacePair {
        std::uint16_t here;
        std::uint16_t there;
    };
    /// For the slots of a list and all that are a man of the other set on a neighbouring point
    /// away, their places in this list and in that of the other parity: calls
    /// `run(here, there, size)` for places that follow one another in both, and
    /// `pairs(here, there, list)` with a list of PlacePair that begin at `here` and `there`.
    template <typename Run, typename Pairs>
    void for_each_near(int parity, Run&& run, Pairs&& pairs) const;
    /// The same for the slots of a segment and those far of them in the segments before it: their
    /// places in the same list.
    template <typename Run, typename Pairs>
    void for_each_far_before(int parity, const RowShape::Segment& segment, Run&& run,
                             Pairs&& pairs) const;
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
    FarWithin far_within(const RowShape::Segment& segment, const Stretch& stretch) const {
        const std::size_t low = low_start(stretch.low_parity, segment.men);
        return {far_places_.data() + low * far_stride_, far_fours_.data() + low, far_stride_};
    }

private:
    // What half of a packed set adds to the numbers of its slot.
    struct Half {
        Bitboard board = 0;
        std::uint32_t turns = 0;  // of the class set, whose targets are left free
        std::uint32_t steps = 0;  // the same
        unsigned odd = 0;         // its men's parity
    };
    // Lists of pairs of places in stretches, by the parity of the low half that a pair leads from.
    struct PairLists {
        std::array<std::vector<PlacePair>, 2> pairs;
        std::array<std::vector<std::uint32_t>, 2> starts;

        void clear();
        std::span<const PlacePair> operator()(unsigned low_parity, std::size_t n) const {
            const auto& at = starts[low_parity];
            return std::span(pairs[low_parity]).subspan(at[n], at[n + 1] - at[n]);
        }
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
    Half half_of(Bitboard place) const;
    void fill_halves(std::span<const Bitboard> places);
    void order_lows();
    void find_added();
    void add_pairs(std::span<const RowShape::SetPair> sets, PairLists& pairs) const;
    void find_far_within();

    const List& of(int parity) const { return lists_[static_cast<std::size_t>(parity)]; }
    List& of(int parity) { return lists_[static_cast<std::size_t>(parity)]; }
    unsigned high_parity(Bitboard high) const {
        return high_[high >> shape_->low_bits()].odd ^ class_parity_;
    }
    std::uint32_t first(int parity, Bitboard high) const {
        return first_[static_cast<std::size_t>(parity)][high >> shape_->low_bits()];
    }
    std::uint32_t low_start(unsigned low_parity, std::size_t men) const {
        return low_starts_[low_parity * (shape_->most_low_men() + std::size_t{1}) + men];
    }
    std::size_t low_size() const { return static_cast<std::size_t>(shape_->low_bits()); }
    // Numbers of lists of pairs.
    std::size_t added(std::uint32_t men, std::size_t k) const { return men * low_size() + k; }
    std::size_t moved(std::uint32_t men, std::size_t n) const {
        return men * near_lows_.size() + n;
    }

    PairIndex index_;
    const RowShape* shape_;
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
    std::vector<Half> low_;   // by low half
    std::vector<Half> high_;  // by high half, moved down
    // The low halves by parity, then by men, then ascending; where each such group starts, and each
    // one's place in its group.
    std::vector<std::uint16_t> low_sets_;
    std::vector<Half> low_halves_;  // in that order
    std::vector<Slot> low_slots_;   // places in segments, in that order
    std::vector<std::uint32_t> low_starts_;
    std::vector<std::uint16_t> low_places_;
    std::array<std::vector<std::uint32_t>, 2> first_;  // by parity and high half
    PairLists added_;
    PairLists moved_;
    std::vector<std::array<std::uint8_t, 2>> near_lows_;  // from, to
    std::vector<std::uint16_t> far_places_;               // by low half, as in low_sets_
    std::vector<std::uint16_t> far_fours_;
    std::size_t far_stride_ = 0;
    std::array<List, 2> lists_;
};

template <typename Run, typename Pairs>
__attribute__((always_inline)) inline void RowBoard::for_each_near(int parity, Run&& run,
                                                                   Pairs&& pairs) const {
    const Bitboard low_mask = shape_->low_mask();
    const Bitboard high_mask = ((Bitboard{1} << index_.ranks().points()) - 1) & ~low_mask;
    const int other = 1 - parity;
    for (const RowShape::Segment& segment : shape_->segments()) {
        const Stretch here = stretch(parity, segment);
        for_each_point(segment.high, [&](Point i) {
            for_each_point(near_[i] & high_mask & ~segment.high, [&](Point k) {
                run(here.first, first(other, segment.high ^ bit(i) ^ bit(k)), here.size);
            });
            if (segment.men == shape_->most_low_men()) return;
            for_each_point(near_[i] & low_mask, [&](Point k) {
                pairs(here.first, first(other, segment.high ^ bit(i)),
                      added_(here.low_parity, added(segment.men, k)));
            });
        });
        const std::uint32_t within = first(other, segment.high);
        for (std::size_t n = 0; n < near_lows_.size(); ++n) {
            pairs(here.first, within, moved_(here.low_parity, moved(segment.men, n)));
        }
        if (segment.men == 0) continue;
        for_each_point(high_mask & ~segment.high, [&](Point i) {
            for_each_point(near_[i] & low_mask, [&](Point k) {
                const unsigned without = here.low_parity ^ (odd_points_ >> k & 1);
                pairs(here.first, first(other, segment.high | bit(i)),
                      added_(without, added(segment.men - 1, k)) |
                          std::views::transform(
                              [](PlacePair pair) { return PlacePair{pair.there, pair.here}; }));
            });
        });
    }
}

template <typename Run, typename Pairs>
__attribute__((always_inline)) inline void RowBoard::for_each_far_before(
    int parity, const RowShape::Segment& segment, Run&& run, Pairs&& pairs) const {
    const Bitboard low_mask = shape_->low_mask();
    const Stretch here = stretch(parity, segment);
    for_each_point(segment.high, [&](Point i) {
        for_each_point(far_[i] & ~low_mask & ~segment.high, [&](Point k) {
            run(here.first, first(parity, segment.high ^ bit(i) ^ bit(k)), here.size);
        });
        if (segment.men == shape_->most_low_men()) return;
        for_each_point(far_[i] & low_mask, [&](Point k) {
            pairs(here.first, first(parity, segment.high ^ bit(i)),
                  added_(here.low_parity, added(segment.men, k)));
        });
    });
}

}  // namespace mulino
