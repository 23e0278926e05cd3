#include "db/surroundings.hpp"

#include <algorithm>

#include "game/lines.hpp"

namespace mulino {

namespace {

bool side_flies(const Family& family, int own, int other) {
    return (family.flying == Flying::Own && own == kMinMen) ||
           (family.flying == Flying::Both && (own == kMinMen || other == kMinMen));
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
      shifts_(&shifts(index_.ranks())),
      mover_is_class_(subspace.mover >= subspace.opponent),
      class_flies_(side_flies(family, index_.pair().larger, index_.pair().smaller)),
      other_flies_(side_flies(family, index_.pair().smaller, index_.pair().larger)) {}

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
    class_targets_.clear();
    const Bitboard closing = closing_points(class_set_);
    for (std::size_t i = 0; i < sets_.size(); ++i) {
        if ((sets_.place(i) & closing) == 0) continue;
        const Point to = lowest(sets_.place(i));
        const Closings closings =
            closings_on(class_set_, class_flies_ ? class_set_ : kNeighbours[to] & class_set_, to);
        if (closings.all == 0) continue;
        class_targets_.push_back({Bitboard{1} << i, closings.all, closings.swings});
    }
}

bool Surroundings::mover_closes() const {
    return (mover_is_class_ ? class_closings() : other_closings(sets_(set_), false)).all != 0;
}

Surroundings::Closings Surroundings::class_closings() const {
    Closings closings;
    for (const ClassTarget& target : class_targets_) {
        if ((target.point & set_) != 0) continue;
        closings.all += target.closings;
        closings.swings += target.swings;
    }
    return closings;
}

// A man that steps to a point closes a mill there on the line it does not come along: a corner's man
// from behind, where the partners are ahead, and so on.
Surroundings::Closings Surroundings::other_closings(Bitboard other, bool with_swings) const {
    const Bitboard empty = kFullBoard & ~(class_set_ | other);
    const LinePartners partners = line_partners(other);
    if ((partners.any() & empty) == 0) return {};
    if (other_flies_) {
        Closings closings;
        for (Bitboard to = partners.any() & empty; to != 0; to &= to - 1) {
            const Closings there = closings_on(other, other, lowest(to));
            closings.all += there.all;
            closings.swings += there.swings;
        }
        return closings;
    }
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
    const Bitboard in_mills = with_swings ? men_in_mills(other) : 0;
    return {number(other), in_mills == 0 ? 0 : number(in_mills)};
}

Surroundings::Closings Surroundings::closings_on(Bitboard own, Bitboard men, Point to) {
    Closings closings;
    const Bitboard in_mills = men_in_mills(own);
    for (; men != 0; men &= men - 1) {
        const Bitboard man = men & (~men + 1);
        if (mills_closed(own ^ man, to) == 0) continue;
        ++closings.all;
        if ((man & in_mills) != 0) ++closings.swings;
    }
    return closings;
}

void Surroundings::count_near(std::span<const std::uint8_t> values,
                              std::span<std::uint32_t> counts) const {
    constexpr std::array<std::uint32_t, 4> kOne = {1, 1U << 8, 1U << 16, 0};
    std::fill(counts.begin(), counts.end(), 0);
    for (std::size_t k = 1; k < sets_.size(); ++k) {
        for (Bitboard below = near_[k] & ((Bitboard{1} << k) - 1); below != 0; below &= below - 1) {
            // The two parities alternate along a step, so what the even slots count is not asked for.
            for (const auto& [low, high] : shifts_->between(lowest(below), k)) {
                counts[low] += kOne[values[high]];
                counts[high] += kOne[values[low]];
            }
        }
    }
}

void Surroundings::features(unsigned wanted, const std::uint8_t* values, std::uint32_t near,
                            std::array<std::uint32_t, kFeatures>& out) const {
    const auto wants = [wanted](Feature feature) {
        return (wanted >> static_cast<unsigned>(feature) & 1) != 0;
    };
    const auto put = [&out](Feature feature, std::uint32_t n) {
        out[static_cast<std::size_t>(feature)] = n;
    };
    put(Feature::NearLosses, near & 0xFF);
    put(Feature::NearDraws, near >> 8 & 0xFF);
    put(Feature::NearWins, near >> 16 & 0xFF);
    if (wants(Feature::FarLosses) || wants(Feature::FarDraws) || wants(Feature::FarWins)) {
        std::uint32_t far = 0;
        for_each_shift(far_, [&](Slot slot) { far += std::uint32_t{1} << 8 * values[slot]; });
        put(Feature::FarLosses, far & 0xFF);
        put(Feature::FarDraws, far >> 8 & 0xFF);
        put(Feature::FarWins, far >> 16 & 0xFF);
    }
    const bool with_swings = wants(Feature::MoverSwings) || wants(Feature::OpponentSwings);
    const Bitboard other = sets_(set_);
    const Closings of_class = class_closings();
    const Closings of_other = other_closings(other, with_swings);
    put(Feature::MoverClosings, mover_is_class_ ? of_class.all : of_other.all);
    put(Feature::OpponentClosings, mover_is_class_ ? of_other.all : of_class.all);
    put(Feature::MoverSwings, mover_is_class_ ? of_class.swings : of_other.swings);
    put(Feature::OpponentSwings, mover_is_class_ ? of_other.swings : of_class.swings);
    const Bitboard empty = kFullBoard & ~(class_set_ | other);
    if (wants(Feature::MoverSteps)) {
        put(Feature::MoverSteps, steps_of(mover_is_class_ ? class_set_ : other, empty));
    }
    if (wants(Feature::OpponentSteps)) {
        put(Feature::OpponentSteps, steps_of(mover_is_class_ ? other : class_set_, empty));
    }
}

bool stores(const Surroundings& at, bool half) {
    return !half || at.parity() == 0 || at.mover_closes();
}

}  // namespace mulino
