#include "db/row_shape.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

namespace mulino {

namespace {

// Long segments for many points, but not so many low halves that a row spends its time on them.
int low_bits_of(int points) { return std::min(points, std::min(points / 2 + 1, 10)); }

}  // namespace

RowShape::RowShape(const SubsetRanks& ranks)
    : low_bits_(low_bits_of(ranks.points())),
      places_(std::size_t{1} << low_bits_),
      low_sets_(static_cast<std::size_t>(std::min(low_bits_, ranks.men())) + 1),
      added_(low_sets_.size() * low_size()),
      moved_(low_sets_.size() * low_size() * low_size()) {
    for (Slot slot = 0; slot < ranks.size(); ++slot) {
        const Bitboard high = ranks.set(slot) & ~low_mask();
        if (!segments_.empty() && segments_.back().high == high) continue;
        segments_.push_back({high, slot, static_cast<std::uint32_t>(ranks.men() - count(high))});
    }
    for (Bitboard set = 0; set <= low_mask(); ++set) {
        const auto men = static_cast<std::size_t>(count(set));
        if (men > most_low_men()) continue;
        const auto from = static_cast<std::uint16_t>(set);
        places_[set] = static_cast<std::uint32_t>(low_sets_[men].size());
        low_sets_[men].push_back(from);
        for_each_point(low_mask() & ~set, [&](Point k) {
            if (men < most_low_men()) {
                added_[men * low_size() + k].push_back(
                    {from, static_cast<std::uint16_t>(set | bit(k))});
            }
            for_each_point(set, [&](Point i) {
                moved_[(men * low_size() + i) * low_size() + k].push_back(
                    {from, static_cast<std::uint16_t>(set ^ bit(i) ^ bit(k))});
            });
        });
    }
}

const RowShape& row_shape(const SubsetRanks& ranks) {
    constexpr std::size_t kSide = kPoints + 1;
    static std::array<std::once_flag, kSide * kSide> built;
    static std::array<std::unique_ptr<const RowShape>, kSide * kSide> shapes;
    const auto n =
        static_cast<std::size_t>(ranks.points()) * kSide + static_cast<std::size_t>(ranks.men());
    std::call_once(built.at(n), [&] { shapes[n] = std::make_unique<const RowShape>(ranks); });
    return *shapes[n];
}

}  // namespace mulino
