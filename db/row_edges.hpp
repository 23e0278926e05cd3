// Which slots of a row differ by a man on another point, for some pairs of points: by whole
// stretches (row_shape.hpp) of places.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "db/known_values.hpp"
#include "db/row_shape.hpp"

namespace mulino {

/// Shifts of a man of a row's sets between packed points. Not for several threads.
class RowEdges {
public:
    /// Forgets all edges. `odd_points` are the odd ones of the packed points; `order` is that of
    /// the shape for the low ones of them. Both stay where they are as long as they are used here.
    void clear(const RowShape& shape, const LowOrder& order, Bitboard odd_points);
    /// Adds the shifts of a man from a point to another. At most kMost are added.
    void add(Point from, Point to);
    static constexpr std::size_t kMost = 64;

    /// For a stretch, by the parity of its low parts and its segment: the places of slots that an
    /// edge leads from, and those, in other stretches, of the slots that it leads to; segments
    /// stand for stretches. To be used up before the next call.
    std::span<const Around> around(unsigned low_parity, std::size_t segment);

private:
    // It leads from the places that are in both columns `here` to those in both columns `there`, of
    // the stretch with so many more men in the low part, and with the other parity or the same.
    struct Edge {
        Bitboard flip = 0;  // what it changes in the high part
        unsigned odd = 0;
        int men = 0;
        std::array<std::uint8_t, 2> here{};
        std::array<std::uint8_t, 2> there{};
    };
    // Edges, bit by bit.
    using Set = std::uint64_t;

    void complete();

    const RowShape* shape_ = nullptr;
    const LowOrder* order_ = nullptr;
    Bitboard odd_points_ = 0;
    std::array<Edge, kMost> edges_;
    std::size_t size_ = 0;
    bool complete_ = false;
    Set from_low_ = 0;                 // those of a man on a low point
    std::array<Set, kPoints> from_{};  // by high point: those of a man there
    std::array<Set, kPoints> to_{};    // those to there
    // By high part, moved down: those of its men, and those to their points.
    std::vector<Set> from_men_;
    std::vector<Set> to_men_;
    std::array<Around, kMost> around_;
};

}  // namespace mulino
