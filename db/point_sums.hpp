// Sums over sets of points in a hurry.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "game/board.hpp"

namespace mulino {

/// Of a number for each point, the sum over a set: three look-ups. Of numbers that are sets without
/// a common bit the sum is their union, so a map of points becomes a map of sets.
class PointSums {
public:
    using Numbers = std::array<std::uint32_t, kPoints>;

    PointSums() = default;
    explicit PointSums(const Numbers& numbers) {
        for (std::size_t ring = 0; ring < tables_.size(); ++ring) {
            auto& table = tables_[ring];
            for (std::size_t set = 1; set < table.size(); ++set) {
                const auto place = static_cast<std::size_t>(std::countr_zero(set));
                table[set] = table[set & (set - 1)] + numbers[kRingSize * ring + place];
            }
        }
    }
    std::uint32_t operator()(Bitboard set) const {
        return tables_[0][set & 0xFF] + tables_[1][set >> kRingSize & 0xFF] +
               tables_[2][set >> 2 * kRingSize];
    }

private:
    std::array<std::array<std::uint32_t, std::size_t{1} << kRingSize>, kRings> tables_{};
};

}  // namespace mulino
