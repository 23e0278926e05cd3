#include "db/surroundings.hpp"

#include <bit>

#include "game/lines.hpp"

namespace mulino {

namespace {

bool side_flies(const Family& family, int own, int other) {
    return (family.flying == Flying::Own && own == kMinMen) ||
           (family.flying == Flying::Both && (own == kMinMen || other == kMinMen));
}

struct Closings {
    std::uint32_t all = 0;
    std::uint32_t swings = 0;
};

Closings closings_of(Bitboard own, Bitboard empty, bool flies) {
    Closings closings;
    Bitboard targets = closing_points(own) & empty;
    if (targets == 0) return closings;
    const Bitboard in_mills = men_in_mills(own);
    for (; targets != 0; targets &= targets - 1) {
        const Point to = lowest(targets);
        for (Bitboard men = flies ? own : kNeighbours[to] & own; men != 0; men &= men - 1) {
            const Bitboard man = men & (~men + 1);
            if (mills_closed(own ^ man, to) == 0) continue;
            ++closings.all;
            if ((man & in_mills) != 0) ++closings.swings;
        }
    }
    return closings;
}

std::uint32_t steps_of(Bitboard own, Bitboard empty) {
    constexpr Bitboard kSpokes = 0xAAAA;  // the outer two rings' middles
    return static_cast<std::uint32_t>(
        count(turn_rings(own, 1) & empty) + count(turn_rings(own, -1) & empty) +
        count(own & empty >> kRingSize & kSpokes) + count(empty & own >> kRingSize & kSpokes));
}

}  // namespace

Surroundings::Surroundings(const Subspace& subspace, const Family& family)
    : index_(Pair{std::max(subspace.mover, subspace.opponent),
                  std::min(subspace.mover, subspace.opponent)}),
      mover_is_class_(subspace.mover >= subspace.opponent),
      mover_flies_(side_flies(family, subspace.mover, subspace.opponent)),
      opponent_flies_(side_flies(family, subspace.opponent, subspace.mover)) {}

void Surroundings::start(Row row) {
    class_set_ = index_.classes().representative(row);
    class_parity_ = count(class_set_ & kOddPoints) & 1;
    const Bitboard free = kFullBoard & ~class_set_;
    odd_ = pack(kOddPoints & free, free);
    std::array<Point, kPoints> points{};
    std::size_t n = 0;
    for_each_point(free, [&](Point p) { points[n++] = p; });
    near_.fill(0);
    far_.fill(0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < n; ++k) {
            const Bitboard packed = Bitboard{1} << k;
            if ((kNeighbours[points[i]] & bit(points[k])) != 0) {
                near_[i] |= packed;
            } else if (k < i && (kNeighbours[points[i]] & kNeighbours[points[k]]) != 0) {
                far_[i] |= packed;
            }
        }
    }
    // Tables for unpack(set, free): each entry follows from the one with one bit less.
    const auto fill = [&](std::array<Bitboard, kLowMask + 1>& table, std::size_t first) {
        table[0] = 0;
        for (std::size_t set = 1; set < table.size(); ++set) {
            const auto place = first + static_cast<std::size_t>(std::countr_zero(set));
            table[set] = table[set & (set - 1)] | (place < n ? bit(points[place]) : 0);
        }
    };
    fill(spread_low_, 0);
    fill(spread_high_, kLowBits);
}

bool Surroundings::mover_closes() const {
    const Bitboard other = other_set();
    const Bitboard empty = kFullBoard & ~(class_set_ | other);
    return closings_of(mover_is_class_ ? class_set_ : other, empty, mover_flies_).all != 0;
}

void Surroundings::features(unsigned wanted, const std::uint8_t* values,
                            std::array<std::uint32_t, kFeatures>& out) const {
    // Four counts of a byte each, by value.
    const auto counted = [&](const Masks& masks, std::size_t first) {
        std::uint32_t counts = 0;
        for_each_shift(masks, [&](Slot slot) { counts += std::uint32_t{1} << 8 * values[slot]; });
        for (std::size_t value = 0; value < 3; ++value) {
            out[first + value] = counts >> 8 * value & 0xFF;
        }
    };
    constexpr unsigned kNear = 0b111;
    constexpr unsigned kFar = kNear << static_cast<unsigned>(Feature::FarLosses);
    if ((wanted & kNear) != 0) counted(near_, static_cast<std::size_t>(Feature::NearLosses));
    if ((wanted & kFar) != 0) counted(far_, static_cast<std::size_t>(Feature::FarLosses));

    const Bitboard other = other_set();
    const Bitboard empty = kFullBoard & ~(class_set_ | other);
    const Bitboard mover = mover_is_class_ ? class_set_ : other;
    const Bitboard opponent = mover_is_class_ ? other : class_set_;
    const Closings own = closings_of(mover, empty, mover_flies_);
    const Closings others = closings_of(opponent, empty, opponent_flies_);
    out[static_cast<std::size_t>(Feature::MoverClosings)] = own.all;
    out[static_cast<std::size_t>(Feature::OpponentClosings)] = others.all;
    out[static_cast<std::size_t>(Feature::MoverSwings)] = own.swings;
    out[static_cast<std::size_t>(Feature::OpponentSwings)] = others.swings;
    if ((wanted >> static_cast<unsigned>(Feature::MoverSteps) & 1) != 0) {
        out[static_cast<std::size_t>(Feature::MoverSteps)] = steps_of(mover, empty);
    }
    if ((wanted >> static_cast<unsigned>(Feature::OpponentSteps) & 1) != 0) {
        out[static_cast<std::size_t>(Feature::OpponentSteps)] = steps_of(opponent, empty);
    }
}

bool stores(const Surroundings& at, bool half) {
    return !half || at.parity() == 0 || at.mover_closes();
}

}  // namespace mulino
