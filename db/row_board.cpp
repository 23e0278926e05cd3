#include "db/row_board.hpp"

#include <algorithm>
#include <bit>
#include <ranges>

#include "db/wide.hpp"
#include "game/lines.hpp"
#include "game/turn_generator.hpp"

namespace mulino {

namespace {

// Turns that close a mill, and those of them by men in a mill, as they stand in turns().
struct Closings {
    std::uint32_t all = 0;
    std::uint32_t swings = 0;

    std::uint32_t bytes() const { return all | swings << 16; }
};

// By men of `men`, of the set `own`, that arrive on a point.
Closings closings_on(Bitboard own, Bitboard men, Point to) {
    Closings closings;
    const Bitboard in_mills = men_in_mills(own);
    for (; men != 0; men &= men - 1) {
        const Bitboard man = men & (~men + 1);
        if (mills_closed(own ^ man, to) == 0) continue;
        ++closings.all;
        if ((man & in_mills) != 0) ++closings.swings;
    }
    return closings;
}

// count(a) + count(b) + count(c) + count(d), in steps that the compiler can do for several slots at
// once. Requires: no nibble of the four has more than fifteen points together.
constexpr std::uint32_t count_four(Bitboard a, Bitboard b, Bitboard c, Bitboard d) {
    const auto nibbles = [](Bitboard set) {
        set -= set >> 1 & 0x555555;
        return (set & 0x333333) + (set >> 2 & 0x333333);
    };
    const std::uint32_t four = nibbles(a) + nibbles(b) + nibbles(c) + nibbles(d);
    const std::uint32_t bytes = (four & 0x0F0F0F) + (four >> 4 & 0x0F0F0F);
    return (bytes + (bytes >> 8) + (bytes >> 16)) & 0xFF;
}
static_assert(count_four(kFullBoard, kFullBoard, kMiddles, kCorners) == 72);

// The turns of `men` that close a mill on a free point, by what partners the points have. A man
// that steps to a point closes a mill there on the line it does not come along: a corner's man from
// behind, where the partners are ahead, and so on.
constexpr std::uint32_t closing_steps(Bitboard men, const LinePartners& free) {
    const Bitboard before = turn_rings(men, 1);
    const Bitboard after = turn_rings(men, -1);
    // Corners and middles never meet, so two sets of arrivals are counted as one.
    return count_four((free.ahead & before) | (free.between & men << kRingSize),
                      (free.behind & after) | (free.between & men >> kRingSize),
                      free.across & before, free.across & after);
}

constexpr std::uint32_t steps_of(Bitboard own, Bitboard empty) {
    constexpr Bitboard kSpokes = 0xAAAA;  // the outer two rings' middles
    return count_four(turn_rings(own, 1) & empty, turn_rings(own, -1) & empty,
                      own & empty >> kRingSize & kSpokes, empty & own >> kRingSize & kSpokes);
}

// Adds the closing turns of the other set, where it does not fly, to turns.
template <bool kSwings>
__attribute__((always_inline)) inline void add_closings_as(const Bitboard* others, std::size_t size,
                                                           Bitboard class_set, int shift,
                                                           std::uint32_t* turns) {
    for (std::size_t n = 0; n < size; ++n) {
        const Bitboard other = others[n];
        const Bitboard empty = kFullBoard & ~(class_set | other);
        LinePartners free = line_partners(other);
        free.ahead &= empty;
        free.behind &= empty;
        free.between &= empty;
        free.across &= empty;
        Closings closings{closing_steps(other, free), 0};
        if (kSwings) closings.swings = closing_steps(men_in_mills(other), free);
        turns[n] += closings.bytes() << shift;
    }
}
MULINO_WIDE void add_closings(const Bitboard* others, std::size_t size, Bitboard class_set,
                              int shift, std::uint32_t* turns) {
    add_closings_as<false>(others, size, class_set, shift, turns);
}
MULINO_WIDE void add_closings_and_swings(const Bitboard* others, std::size_t size,
                                         Bitboard class_set, int shift, std::uint32_t* turns) {
    add_closings_as<true>(others, size, class_set, shift, turns);
}

MULINO_WIDE void add_steps(const Bitboard* others, std::size_t size, Bitboard class_set, int shift,
                           std::uint32_t* steps) {
    for (std::size_t n = 0; n < size; ++n) {
        steps[n] += steps_of(others[n], kFullBoard & ~(class_set | others[n])) << shift;
    }
}

// For each set of `men`, what its men add up to: each entry follows from the one with one man less.
template <typename PartSums, typename Sets>
void fill(std::vector<PartSums>& sums, const Sets& sets, std::span<const PartSums> men) {
    sums[0] = {};
    for (const PartSums& man : men) {
        sums[0].turns += man.turns;
        sums[0].steps += man.steps;
    }
    for (const std::size_t set : sets) {
        if (set == 0) continue;
        const PartSums& less = sums[set & (set - 1)];
        const PartSums& man = men[static_cast<std::size_t>(std::countr_zero(set))];
        sums[set] = {less.board | man.board, less.turns - man.turns, less.steps - man.steps,
                     less.odd ^ man.odd};
    }
}

}  // namespace

void RowBoard::List::reserve(std::size_t most) {
    slots_.resize(most);
    others_.resize(most);
    turns_.resize(most);
    steps_.resize(most);
}

RowBoard::RowBoard(const Subspace& subspace, const Family& family)
    : index_(Pair{std::max(subspace.mover, subspace.opponent),
                  std::min(subspace.mover, subspace.opponent)}),
      shapes_{&row_shape(index_.ranks(), int{kMostLowBits} - 1),
              &row_shape(index_.ranks(), int{kMostLowBits})},
      shape_(shapes_[1]),
      class_flies_(side_flies(family.flying, index_.pair().larger, index_.pair().smaller)),
      other_flies_(side_flies(family.flying, index_.pair().smaller, index_.pair().larger)),
      class_shift_(subspace.mover >= subspace.opponent ? 0 : 8),
      other_shift_(8 - class_shift_),
      low_(std::size_t{1} << kMostLowBits),
      high_(std::size_t{1} << (index_.ranks().points() - shapes_[0]->low_bits())) {
    for (List& list : lists_) list.reserve(index_.row_size());
}

void RowBoard::start(Row row) {
    class_set_ = index_.classes().representative(row);
    class_parity_ = static_cast<unsigned>(count(class_set_ & kOddPoints)) & 1;
    std::array<Bitboard, kPoints> free{};
    std::size_t n = 0;
    for_each_point(kFullBoard & ~class_set_, [&](Point p) { free[n++] = bit(p); });
    const auto places = std::span<const Bitboard>(free).first(n);
    const auto odd = std::count_if(free.begin(), free.begin() + kMostLowBits,
                                   [](Bitboard place) { return (place & kOddPoints) != 0; });
    shape_ = shapes_[odd == 0 || odd == kMostLowBits ? 0 : 1];
    find_neighbours(places);
    fill_sums(places);
    order_lows();
    find_edges();
    find_far_within();
}

void RowBoard::find_neighbours(std::span<const Bitboard> places) {
    near_.fill(0);
    far_.fill(0);
    odd_points_ = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Bitboard neighbours = kNeighbours[lowest(places[i])];
        if ((places[i] & kOddPoints) != 0) odd_points_ |= Bitboard{1} << i;
        for (std::size_t k = 0; k < i; ++k) {
            if ((neighbours & places[k]) != 0) {
                near_[i] |= Bitboard{1} << k;
                near_[k] |= Bitboard{1} << i;
            } else if ((neighbours & kNeighbours[lowest(places[k])]) != 0) {
                far_[i] |= Bitboard{1} << k;
            }
        }
    }
}

// Of one man: what it takes from the numbers of the class set by standing on its point.
RowBoard::PartSums RowBoard::sums_of_man(Bitboard place) const {
    const Bitboard neighbours = kNeighbours[lowest(place)] & class_set_;
    const Closings closings =
        closings_on(class_set_, class_flies_ ? class_set_ : neighbours, lowest(place));
    return {place, closings.bytes() << class_shift_,
            static_cast<std::uint32_t>(count(neighbours)) << class_shift_,
            (place & kOddPoints) != 0 ? 1U : 0U};
}

void RowBoard::fill_sums(std::span<const Bitboard> places) {
    std::array<PartSums, kPoints> men;
    for (std::size_t i = 0; i < places.size(); ++i) men[i] = sums_of_man(places[i]);
    const auto all = std::span<const PartSums>(men).first(places.size());
    fill(low_, std::views::iota(std::size_t{0}, std::size_t{1} << low_size()),
         all.first(low_size()));
    fill(high_, shape_->highs(), all.subspan(low_size()));
}

void RowBoard::order_lows() {
    order_ = &shape_->low_order(odd_points_ & shape_->low_mask());
    low_in_order_.resize(order_->sets.size());
    for (std::size_t n = 0; n < low_in_order_.size(); ++n) low_in_order_[n] = low_[order_->sets[n]];
    const std::size_t segments = shape_->segments().size();
    for (const int parity : {0, 1}) {
        auto& first = first_[static_cast<std::size_t>(parity)];
        first.resize(segments);
        std::uint32_t n = 0;
        for (std::size_t segment = 0; segment < segments; ++segment) {
            first[segment] = n;
            n += stretch(parity, segment).size;
        }
    }
}

void RowBoard::find_edges() {
    near_edges_.clear(*shape_, *order_, odd_points_);
    far_edges_.clear(*shape_, *order_, odd_points_);
    for (Point i = 0; i < index_.ranks().points(); ++i) {
        for_each_point(near_[i], [&](Point k) { near_edges_.add(i, k); });
        // Those within the low part lead to the same segment.
        if (i < shape_->low_bits()) continue;
        for_each_point(far_[i], [&](Point k) { far_edges_.add(i, k); });
    }
}

void RowBoard::find_far_within() {
    const LowOrder& order = *order_;
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < low_size(); ++i) pairs += static_cast<std::size_t>(count(far_[i]));
    far_stride_ = (pairs + 3) / 4 * 4;
    far_places_.resize(order.sets.size() * far_stride_);
    far_fours_.assign(order.sets.size(), 0);  // first the numbers of places
    for (std::uint32_t men = 0; men <= shape_->most_low_men(); ++men) {
        for (std::size_t i = 0; i < low_size(); ++i) {
            for_each_point(far_[i], [&](Point k) {
                for (const auto& [from, to] : shape_->moved(men, i, k)) {
                    const std::size_t low = order.starts[low_[from].odd][men] + order.places[from];
                    far_places_[low * far_stride_ + far_fours_[low]++] = order.places[to];
                }
            });
        }
    }
    for (std::size_t low = 0; low < order.sets.size(); ++low) {
        std::uint16_t& places = far_fours_[low];
        while (places % 4 != 0) {
            far_places_[low * far_stride_ + places++] = order.places[order.sets[low]];
        }
        places /= 4;
    }
}

MULINO_WIDE void RowBoard::list(int parity, Segments segments, bool with_steps) {
    const Stretch last = stretch(parity, segments.end - 1);
    of(parity).resize(last.first + last.size - stretch(parity, segments.first).first);
    Slot* slots = of(parity).slots().data();
    Bitboard* others = of(parity).others().data();
    std::uint32_t* turns = of(parity).turns().data();
    std::uint32_t* steps = of(parity).steps().data();
    for (std::size_t number = segments.first; number < segments.end; ++number) {
        const RowShape::Segment& segment = shape_->segments()[number];
        const Stretch here = stretch(parity, number);
        const PartSums high = high_[segment.high >> shape_->low_bits()];
        const std::uint32_t start = order_->starts[here.low_parity][segment.men];
        const PartSums* const lows = low_in_order_.data() + start;
        const Slot* const low_slots = order_->slots.data() + start;
        for (std::uint32_t n = 0; n < here.size; ++n) {
            slots[n] = segment.first + low_slots[n];
            others[n] = high.board | lows[n].board;
            turns[n] = high.turns + lows[n].turns;
        }
        for (std::uint32_t n = 0; with_steps && n < here.size; ++n) {
            steps[n] = high.steps + lows[n].steps;
        }
        slots += here.size;
        others += here.size;
        turns += here.size;
        steps += here.size;
    }
}

void RowBoard::count_turns(int parity, bool with_swings) {
    const std::span<const Bitboard> others = of(parity).others();
    const std::span<std::uint32_t> turns = of(parity).turns();
    if (other_flies_) {
        for (std::size_t n = 0; n < others.size(); ++n) {
            const Bitboard other = others[n];
            for_each_point(closing_points(other) & ~(class_set_ | other), [&](Point to) {
                turns[n] += closings_on(other, other, to).bytes() << other_shift_;
            });
        }
        return;
    }
    const auto add = with_swings ? add_closings_and_swings : add_closings;
    add(others.data(), others.size(), class_set_, other_shift_, turns.data());
}

void RowBoard::count_steps(int parity) {
    List& list = of(parity);
    add_steps(list.others().data(), list.others().size(), class_set_, other_shift_,
              list.steps().data());
}

}  // namespace mulino
