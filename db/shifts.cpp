#include "db/shifts.hpp"

#include <array>
#include <cassert>
#include <limits>
#include <memory>
#include <mutex>

namespace mulino {

Shifts::Shifts(const SubsetRanks& ranks) : size_(binomial(ranks.points() - 2, ranks.men() - 1)) {
    assert(ranks.size() <= std::numeric_limits<std::uint16_t>::max());
    const auto points = static_cast<std::size_t>(ranks.points());
    pairs_.reserve(points * (points - 1) / 2 * size_);
    for (std::size_t k = 1; k < points; ++k) {
        for (std::size_t i = 0; i < k; ++i) {
            const Bitboard low = Bitboard{1} << i;
            const Bitboard high = Bitboard{1} << k;
            for (Slot slot = 0; slot < ranks.size(); ++slot) {
                const Bitboard set = ranks.set(slot);
                if ((set & low) == 0 || (set & high) != 0) continue;
                pairs_.push_back({static_cast<std::uint16_t>(slot),
                                  static_cast<std::uint16_t>(ranks.rank(set ^ low ^ high))});
            }
        }
    }
}

const Shifts& shifts(const SubsetRanks& ranks) {
    constexpr std::size_t kSide = kPoints + 1;
    static std::array<std::once_flag, kSide * kSide> built;
    static std::array<std::unique_ptr<const Shifts>, kSide * kSide> tables;
    const auto n = static_cast<std::size_t>(ranks.points()) * kSide +
                   static_cast<std::size_t>(ranks.men());
    std::call_once(built.at(n), [&] { tables[n] = std::make_unique<const Shifts>(ranks); });
    return *tables[n];
}

}  // namespace mulino
