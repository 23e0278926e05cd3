#include "db/row_shape.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <mutex>

namespace mulino {

RowShape::RowShape(const SubsetRanks& ranks, int low_bits)
    : ranks_(&ranks),
      low_bits_(low_bits),
      numbers_(std::size_t{1} << (ranks.points() - low_bits)),
      places_(std::size_t{1} << low_bits_),
      low_sets_(static_cast<std::size_t>(std::min(low_bits_, ranks.men())) + 1),
      moved_(low_sets_.size() * low_size() * low_size()) {
    for (Slot slot = 0; slot < ranks.size(); ++slot) {
        const Bitboard high = ranks.set(slot) & ~low_mask();
        if (!segments_.empty() && segments_.back().high == high) continue;
        numbers_[high >> low_bits_] = static_cast<std::uint16_t>(segments_.size());
        segments_.push_back({high, slot, static_cast<std::uint32_t>(ranks.men() - count(high))});
    }
    for (std::size_t high = 0; high < numbers_.size(); ++high) {
        if (count(static_cast<Bitboard>(high)) <= ranks.men()) {
            highs_.push_back(static_cast<std::uint16_t>(high));
        }
    }
    for (Bitboard set = 0; set <= low_mask(); ++set) {
        const auto men = static_cast<std::size_t>(count(set));
        if (men > most_low_men()) continue;
        const auto from = static_cast<std::uint16_t>(set);
        places_[set] = static_cast<std::uint32_t>(low_sets_[men].size());
        low_sets_[men].push_back(from);
        for_each_point(low_mask() & ~set, [&](Point k) {
            for_each_point(set, [&](Point i) {
                moved_[(men * low_size() + i) * low_size() + k].push_back(
                    {from, static_cast<std::uint16_t>(set ^ bit(i) ^ bit(k))});
            });
        });
    }
}

const LowOrder& RowShape::low_order(Bitboard odd_points) const {
    std::call_once(ordered_.at(odd_points), [&] {
        auto order = std::make_unique<LowOrder>();
        order->places.resize(places_.size());
        for (const unsigned parity : {0U, 1U}) {
            for (std::uint32_t men = 0; men <= most_low_men(); ++men) {
                const std::size_t start = order->sets.size();
                order->starts[parity][men] = static_cast<std::uint32_t>(start);
                LowOrder::Columns& columns = order->columns_of[parity][men + 1];
                for (const std::uint16_t set : low_sets_[men]) {
                    if ((static_cast<unsigned>(count(set & odd_points)) & 1) != parity) continue;
                    const std::size_t place = order->sets.size() - start;
                    assert(place < kMostPlaces);
                    order->places[set] = static_cast<std::uint16_t>(place);
                    order->sets.push_back(set);
                    order->slots.push_back(places_[set]);
                    columns[LowOrder::kAll] |= Places{1} << place;
                    for (std::size_t k = 0; k < low_size(); ++k) {
                        columns[(set >> k & 1) != 0 ? k : LowOrder::kWithout + k] |= Places{1}
                                                                                     << place;
                    }
                }
            }
            order->starts[parity][most_low_men() + 1] =
                static_cast<std::uint32_t>(order->sets.size());
        }
        orders_[odd_points] = std::move(order);
    });
    return *orders_[odd_points];
}

const RowShape& row_shape(const SubsetRanks& ranks, int low_bits) {
    constexpr std::size_t kSide = kPoints + 1;
    constexpr std::size_t kShapes = kSide * kSide * (kMostLowBits + 1);
    static std::array<std::once_flag, kShapes> built;
    static std::array<std::unique_ptr<const RowShape>, kShapes> shapes;
    assert(low_bits >= 1 && static_cast<std::size_t>(low_bits) <= kMostLowBits);
    const std::size_t n =
        (static_cast<std::size_t>(low_bits) * kSide + static_cast<std::size_t>(ranks.points())) *
            kSide +
        static_cast<std::size_t>(ranks.men());
    std::call_once(built.at(n),
                   [&] { shapes[n] = std::make_unique<const RowShape>(ranks, low_bits); });
    return *shapes[n];
}

}  // namespace mulino
