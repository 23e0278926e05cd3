#include "db/row_edges.hpp"

#include <bit>
#include <cassert>

namespace mulino {

void RowEdges::clear(const RowShape& shape, const LowOrder& order, Bitboard odd_points) {
    shape_ = &shape;
    order_ = &order;
    odd_points_ = odd_points;
    size_ = 0;
    complete_ = false;
    from_low_ = 0;
    from_.fill(0);
    to_.fill(0);
}

void RowEdges::add(Point from, Point to) {
    assert(size_ < kMost);
    constexpr auto kAll = static_cast<std::uint8_t>(LowOrder::kAll);
    const auto with = [](Point k) { return static_cast<std::uint8_t>(k); };
    const auto without = [](Point k) {
        return static_cast<std::uint8_t>(LowOrder::kWithout + static_cast<std::size_t>(k));
    };
    const Set own = Set{1} << size_;
    Edge edge{.here = {kAll, kAll}, .there = {kAll, kAll}};
    if (from < shape_->low_bits()) {
        edge.here[0] = with(from);
        edge.there[0] = without(from);
        edge.odd ^= odd_points_ >> from & 1;
        --edge.men;
        from_low_ |= own;
    } else {
        edge.flip |= bit(from);
        from_[from] |= own;
    }
    if (to < shape_->low_bits()) {
        edge.here[1] = without(to);
        edge.there[1] = with(to);
        edge.odd ^= odd_points_ >> to & 1;
        ++edge.men;
    } else {
        edge.flip |= bit(to);
        to_[to] |= own;
    }
    edges_[size_++] = edge;
    complete_ = false;
}

// Adds up the edges by high part: each entry follows from the one with one man less.
void RowEdges::complete() {
    from_men_.resize(std::size_t{shape_->highs().back()} + 1);
    to_men_.resize(from_men_.size());
    const auto low = static_cast<std::size_t>(shape_->low_bits());
    from_men_[0] = to_men_[0] = 0;
    for (const std::size_t high : shape_->highs().subspan(1)) {
        const std::size_t man = low + static_cast<std::size_t>(std::countr_zero(high));
        const std::size_t less = high & (high - 1);
        from_men_[high] = from_men_[less] | from_[man];
        to_men_[high] = to_men_[less] | to_[man];
    }
    complete_ = true;
}

std::span<const Around> RowEdges::around(unsigned low_parity, std::size_t segment) {
    if (!complete_) complete();
    const RowShape::Segment& shape = shape_->segments()[segment];
    const std::size_t high = shape.high >> shape_->low_bits();
    const auto men = static_cast<int>(shape.men);
    const LowOrder::Columns& here = order_->columns(low_parity, men);
    Around* out = around_.data();
    for (Set edges = (from_men_[high] | from_low_) & ~to_men_[high]; edges != 0;
         edges &= edges - 1) {
        const Edge& edge = edges_[static_cast<std::size_t>(std::countr_zero(edges))];
        const LowOrder::Columns& there = order_->columns(low_parity ^ edge.odd, men + edge.men);
        *out++ = {there[edge.there[0]] & there[edge.there[1]],
                  here[edge.here[0]] & here[edge.here[1]], shape_->number(shape.high ^ edge.flip)};
    }
    return {around_.data(), out};
}

}  // namespace mulino
