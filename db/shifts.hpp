// For rows as a whole: which slots differ by one man on another point.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/index.hpp"

namespace mulino {

/// The pairs of slots whose packed sets differ by a man at bit i instead of bit k, for all i < k.
/// They depend on the numbers of points and men alone, so all rows of a table share them. Immutable
/// after construction; safe to share.
class Shifts {
public:
    struct SlotPair {
        std::uint16_t low;   ///< the man at i
        std::uint16_t high;  ///< the man at k
    };

    explicit Shifts(const SubsetRanks& ranks);

    /// Requires: i < k < points.
    std::span<const SlotPair> between(std::size_t i, std::size_t k) const {
        return std::span(pairs_).subspan((k * (k - 1) / 2 + i) * size_, size_);
    }

private:
    std::size_t size_;
    std::vector<SlotPair> pairs_;
};

/// The shared tables, built at the first use of each. Thread safety: any thread, any time.
const Shifts& shifts(const SubsetRanks& ranks);

}  // namespace mulino
