// The outcome of a position from the outcomes after its turns: what a table leaves out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "db/family.hpp"
#include "db/outcome.hpp"
#include "game/rules.hpp"
#include "game/turn_generator.hpp"

namespace mulino {

/// The rules by which tables of a family are looked ahead in.
inline Rules rules_of(const Family& family) {
    Rules rules;
    rules.flying = family.flying;
    rules.protection = family.protection;
    return rules;
}

/// Collects the outcomes after the turns of a position, and tells the position's own. Without any,
/// the mover has no turn and has lost in 0.
class BestTurn {
public:
    explicit BestTurn(Metric metric) : metric_(metric) {}

    /// `after` is for the opponent, who is to move then.
    void add(Wdl after, std::uint32_t distance, bool removes) {
        const std::uint32_t plies = metric_ == Metric::Dtc && removes ? 1 : distance + 1;
        if (after == Wdl::Loss) {
            least_win_ = std::min(least_win_, plies);
        } else if (after == Wdl::Draw) {
            draw_ = true;
        } else {
            longest_loss_ = std::max(longest_loss_, plies);
        }
    }
    Wdl value() const {
        return least_win_ != kNone ? Wdl::Win : draw_ ? Wdl::Draw : Wdl::Loss;
    }
    /// Of a win or loss; 0 where the metric has no distances.
    std::uint32_t distance() const {
        if (metric_ == Metric::Wdl || value() == Wdl::Draw) return 0;
        return least_win_ != kNone ? least_win_ : longest_loss_;
    }
    Outcome outcome() const {
        if (metric_ == Metric::Wdl || value() == Wdl::Draw) return {value(), std::nullopt};
        return {value(), static_cast<std::uint16_t>(distance())};
    }

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    Metric metric_;
    std::uint32_t least_win_ = kNone;
    std::uint32_t longest_loss_ = 0;
    bool draw_ = false;
};

/// Whether a table of equal men that stores half of its slots (Part::Half) stores this position.
inline bool in_stored_half(const MoverView& view, const Rules& rules) {
    if (count((view.own | view.other) & kOddPoints) % 2 == 0) return true;
    const bool flies = mover_flies(view, rules);
    for (Bitboard to = closing_points(view.own) & view.empty(); to != 0; to &= to - 1) {
        const Point target = lowest(to);
        for (Bitboard men = flies ? view.own : kNeighbours[target] & view.own; men != 0;
             men &= men - 1) {
            if (mills_closed(view.own ^ (men & (~men + 1)), target) != 0) return true;
        }
    }
    return false;
}

}  // namespace mulino
