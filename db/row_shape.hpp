// Rows as a whole: where the slots lie whose sets differ by one man.
//
// Slots ascend with their packed sets, so those with the same high part of the set lie together: a
// *segment*, in the order of the low parts. A man shifted within the high part leads to the same
// place of another segment, one shifted within the low part to another place of the same segment.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "db/index.hpp"
#include "db/known_values.hpp"

namespace mulino {

/// The most points of a low part.
inline constexpr std::size_t kMostLowBits = 8;

/// The low parts of a shape as rows list them whose low points have certain colours: those with an
/// even number of men on the odd ones of the points first, then the others; either by men, then
/// ascending. A *stretch* is what has the same parity and as many men.
struct LowOrder {
    std::vector<std::uint16_t> sets;
    std::vector<Slot> slots;  ///< their places in segments
    /// By parity and men, where the stretch starts in these lists; and the end, by most men + 1.
    std::array<std::array<std::uint32_t, kMostLowBits + 2>, 2> starts{};
    std::vector<std::uint16_t> places;  ///< by low part, its place in its stretch

    /// The places of a stretch: with a man at bit k (at k), all, without a man at bit k (at
    /// kWithout + k).
    using Columns = std::array<Places, 2 * kMostLowBits + 1>;
    static constexpr std::size_t kAll = kMostLowBits;
    static constexpr std::size_t kWithout = kMostLowBits + 1;
    const Columns& columns(unsigned parity, int men) const {
        return columns_of[parity][static_cast<std::size_t>(men + 1)];
    }
    /// By parity and men + 1; none where there are fewer men than none, or more than points.
    std::array<std::array<Columns, kMostLowBits + 3>, 2> columns_of{};

    std::uint32_t size(unsigned parity, std::uint32_t men) const {
        return starts[parity][men + 1] - starts[parity][men];
    }
};

/// The segments of rows with so many points and men. Immutable after construction; safe to share.
class RowShape {
public:
    /// Requires: 1 ≤ low_bits ≤ 8.
    RowShape(const SubsetRanks& ranks, int low_bits);

    struct Segment {
        Bitboard high;  ///< the high part of the packed sets, in its place
        Slot first;
        std::uint32_t men;  ///< in the low part
    };
    /// In the order of the slots.
    std::span<const Segment> segments() const { return segments_; }
    /// The number of the segment with a high part. Requires: there is one.
    std::size_t number(Bitboard high) const { return numbers_[high >> low_bits_]; }
    /// The number of the segment in which a slot lies.
    std::size_t segment_of(Slot slot) const { return number(ranks_->set(slot) & ~low_mask()); }
    int low_bits() const { return low_bits_; }
    Bitboard low_mask() const { return (Bitboard{1} << low_bits_) - 1; }
    /// The high parts with no more men than the sets, ascending; segments or not.
    std::span<const std::uint16_t> highs() const { return highs_; }
    /// The order of the low parts, by which of the low points are odd. Thread safety: any thread,
    /// any time. Requires: no stretch of more than kMostPlaces places.
    const LowOrder& low_order(Bitboard odd_points) const;
    /// The most men that a low part has here.
    std::uint32_t most_low_men() const { return static_cast<std::uint32_t>(low_sets_.size()) - 1; }
    struct SetPair {
        std::uint16_t from;
        std::uint16_t to;
    };
    /// The low parts with so many men, of which one at bit i and none at bit k, each with what it
    /// is with the man at k instead.
    std::span<const SetPair> moved(std::uint32_t men, std::size_t i, std::size_t k) const {
        return moved_[(men * low_size() + i) * low_size() + k];
    }

private:
    std::size_t low_size() const { return static_cast<std::size_t>(low_bits_); }

    const SubsetRanks* ranks_;
    int low_bits_;
    std::vector<Segment> segments_;
    std::vector<std::uint16_t> numbers_;                // by high part, moved down
    std::vector<std::uint16_t> highs_;                  // moved down
    std::vector<std::uint32_t> places_;                 // by low part
    std::vector<std::vector<std::uint16_t>> low_sets_;  // by men
    std::vector<std::vector<SetPair>> moved_;
    mutable std::array<std::once_flag, std::size_t{1} << kMostLowBits> ordered_;
    mutable std::array<std::unique_ptr<const LowOrder>, std::size_t{1} << kMostLowBits> orders_;
};

/// The shared shapes, built at the first use of each. Thread safety: any thread, any time.
const RowShape& row_shape(const SubsetRanks& ranks, int low_bits);

}  // namespace mulino
