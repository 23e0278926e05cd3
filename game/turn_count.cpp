// Counting turns without making them: by sets, not by men.
#include <algorithm>

#include "game/turn_generator.hpp"

namespace mulino {
namespace {

// Turns that go with one closing of `mills` mills.
int count_removals(Bitboard other, int mills, const Rules& rules) {
    if (mills == 2 && rules.removals == Removals::PerMill) {
        int sets = 0;
        for_each_removal(other, mills, rules, [&](Bitboard) { ++sets; });
        return sets;
    }
    // Where nothing may be removed the turn is still one turn.
    return std::max(1, count(removable(other, rules.protection)));
}

// One man arrives at any of `empty`, joining `own`.
int count_arrivals(Bitboard own, Bitboard empty, Bitboard other, const Rules& rules) {
    const LinePartners partners = line_partners(own);
    const Bitboard closing = partners.any() & empty;
    int turns = count(empty);
    if (closing == 0) return turns;
    turns += count(closing) * (count_removals(other, 1, rules) - 1);
    if (rules.removals == Removals::PerMill) {
        const Bitboard twice = partners.both() & empty;
        if (twice != 0) {
            turns +=
                count(twice) * (count_removals(other, 2, rules) - count_removals(other, 1, rules));
        }
    }
    return turns;
}

// A slide closes no line through the point it leaves. So a man that arrives along the ring closes a
// spoke at a middle, the side of the ring that goes on in its direction at a corner; one that
// arrives along a spoke closes a side of the ring. Never two mills.
int count_slides(const MoverView& view, const Rules& rules) {
    const Bitboard empty = view.empty();
    const Bitboard clockwise = turn_rings(view.own, 1) & empty;
    const Bitboard counter = turn_rings(view.own, -1) & empty;
    const Bitboard middles = empty & kMiddles;
    const Bitboard inward = view.own << kRingSize & middles;
    const Bitboard outward = view.own >> kRingSize & middles;
    const int turns = count(clockwise) + count(counter) + count(inward) + count(outward);

    const LinePartners partners = line_partners(view.own);
    const int closing = count(clockwise & (partners.ahead | partners.across)) +
                        count(counter & (partners.behind | partners.across)) +
                        count(inward & partners.between) + count(outward & partners.between);
    if (closing == 0) return turns;
    return turns + closing * (count_removals(view.other, 1, rules) - 1);
}

}  // namespace

int count_turns(const MoverView& view, const Rules& rules) {
    if (count(view.own) + view.own_hand < kMinMen) return 0;
    if (view.own_hand != 0) return count_arrivals(view.own, view.empty(), view.other, rules);
    if (!mover_flies(view, rules)) return count_slides(view, rules);
    int turns = 0;
    for_each_point(view.own, [&](Point from) {
        turns += count_arrivals(view.own ^ bit(from), view.empty(), view.other, rules);
    });
    return turns;
}

}  // namespace mulino
