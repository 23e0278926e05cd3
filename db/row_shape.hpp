// Rows as a whole: where the slots lie whose sets differ by one man.
//
// Slots ascend with their packed sets, so those with the same high half of the set lie together: a
// *segment*, in the order of the low halves. A man shifted within the high half leads to the same
// place of another segment, one shifted within the low half to another place of the same segment.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/index.hpp"

namespace mulino {

/// The segments of rows with so many points and men. Immutable after construction; safe to share.
class RowShape {
public:
    explicit RowShape(const SubsetRanks& ranks);

    struct Segment {
        Bitboard high;  ///< the high half of the packed sets, in its place
        Slot first;
        std::uint32_t men;  ///< in the low half
    };
    /// In the order of the slots.
    std::span<const Segment> segments() const { return segments_; }
    int low_bits() const { return low_bits_; }
    Bitboard low_mask() const { return (Bitboard{1} << low_bits_) - 1; }
    /// The most men that a low half has here.
    std::uint32_t most_low_men() const { return static_cast<std::uint32_t>(low_sets_.size()) - 1; }
    /// The low halves with so many men, ascending: place by place of a segment.
    std::span<const std::uint16_t> low_sets(std::uint32_t men) const { return low_sets_[men]; }
    /// The place of a low half in its segments.
    std::uint32_t place(std::uint16_t low) const { return places_[low]; }

    struct SetPair {
        std::uint16_t from;
        std::uint16_t to;
    };
    /// The low halves with so many men and none at bit k, each with what it is with a man there.
    std::span<const SetPair> added(std::uint32_t men, std::size_t k) const {
        return added_[men * low_size() + k];
    }
    /// The low halves with so many men, of which one at bit i and none at bit k, each with what it
    /// is with the man at k instead.
    std::span<const SetPair> moved(std::uint32_t men, std::size_t i, std::size_t k) const {
        return moved_[(men * low_size() + i) * low_size() + k];
    }

private:
    std::size_t low_size() const { return static_cast<std::size_t>(low_bits_); }

    int low_bits_;
    std::vector<Segment> segments_;
    std::vector<std::uint32_t> places_;                 // by low half
    std::vector<std::vector<std::uint16_t>> low_sets_;  // by men
    std::vector<std::vector<SetPair>> added_;
    std::vector<std::vector<SetPair>> moved_;
};

/// The shared shapes, built at the first use of each. Thread safety: any thread, any time.
const RowShape& row_shape(const SubsetRanks& ranks);

}  // namespace mulino
