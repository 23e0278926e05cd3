#include "db/surroundings.hpp"

#include <algorithm>

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

// For a side that flies.
Closings flying_closings(Bitboard own, Bitboard empty) {
    Closings closings;
    const Bitboard in_mills = men_in_mills(own);
    for (Bitboard targets = closing_points(own) & empty; targets != 0; targets &= targets - 1) {
        const Point to = lowest(targets);
        for (Bitboard men = own; men != 0; men &= men - 1) {
            const Bitboard man = men & (~men + 1);
            if (mills_closed(own ^ man, to) == 0) continue;
            ++closings.all;
            if ((man & in_mills) != 0) ++closings.swings;
        }
    }
    return closings;
}

// For a side that steps. A man that steps to a point closes a mill there on the line it does not come
// along: a corner's man from behind, where the partners are ahead, and so on.
Closings closings_of(Bitboard own, Bitboard empty, bool flies) {
    if (flies) return flying_closings(own, empty);
    const LinePartners partners = line_partners(own);
    if ((partners.any() & empty) == 0) return {};
    const Bitboard ahead = partners.ahead & empty;
    const Bitboard behind = partners.behind & empty;
    const Bitboard between = partners.between & empty;
    const Bitboard across = partners.across & empty;
    const auto number = [&](Bitboard men) {
        const Bitboard before = turn_rings(men, 1);
        const Bitboard after = turn_rings(men, -1);
        // Corners and middles never meet, so two sets of arrivals are counted as one.
        return static_cast<std::uint32_t>(count((ahead & before) | (between & men << kRingSize)) +
                                          count((behind & after) | (between & men >> kRingSize)) +
                                          count(across & before) + count(across & after));
    };
    const Bitboard in_mills = men_in_mills(own);
    return {number(own), in_mills == 0 ? 0 : number(in_mills)};
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
    sets_.start(free);
    near_.fill(0);
    far_.fill(0);
    for (std::size_t i = 0; i < sets_.size(); ++i) {
        const Bitboard neighbours = kNeighbours[lowest(sets_.place(i))];
        for (std::size_t k = 0; k < sets_.size(); ++k) {
            const Bitboard packed = Bitboard{1} << k;
            if ((neighbours & sets_.place(k)) != 0) {
                near_[i] |= packed;
            } else if (k < i && (neighbours & kNeighbours[lowest(sets_.place(k))]) != 0) {
                far_[i] |= packed;
            }
        }
    }
}

bool Surroundings::mover_closes() const {
    const Bitboard other = sets_(set_);
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

    const Bitboard other = sets_(set_);
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
