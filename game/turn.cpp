#include "game/turn.hpp"

#include <algorithm>
#include <limits>

#include "game/turn_generator.hpp"

namespace mulino {
namespace {

// Turns in the standing order are in increasing order of this number: five bits each for the point
// left or placed on, the target, and the removed points in reading order (1 more than their rank,
// so that a turn with fewer removals comes before its continuation).
std::uint64_t order_key(const Turn& turn) {
    std::uint64_t key = static_cast<std::uint64_t>(reading_rank(turn.from.value_or(turn.to)));
    key = key << 5 | static_cast<std::uint64_t>(reading_rank(turn.to));
    std::uint64_t removed = 0;
    int shift = 30;
    for (const Point point : kReadingOrder) {
        if ((turn.removed & bit(point)) == 0) continue;
        shift -= 5;
        removed |= static_cast<std::uint64_t>(reading_rank(point) + 1) << shift;
    }
    return key << 30 | removed;
}

}  // namespace

bool mover_flies(const Position& position, const Rules& rules) {
    return mover_flies(view_of(position), rules);
}

std::vector<Turn> legal_turns(const Position& position, const Rules& rules) {
    std::vector<Turn> turns;
    turns.reserve(static_cast<std::size_t>(count_turns(view_of(position), rules)));
    for_each_turn(position, rules, [&](const Turn& turn) { turns.push_back(turn); });
    std::sort(turns.begin(), turns.end(), [](const Turn& left, const Turn& right) {
        return order_key(left) < order_key(right);
    });
    return turns;
}

bool is_lost(const Position& position, const Rules& rules) {
    return !has_turn(view_of(position), rules);
}

Position play(const Position& position, const Turn& turn) {
    const auto mover = static_cast<std::size_t>(position.to_move);
    assert((position.empty() & bit(turn.to)) != 0);
    Position next = position;
    next.to_move = other(position.to_move);
    next.men[mover] |= bit(turn.to);
    next.men[1 - mover] &= ~turn.removed;
    if (!turn.from) {
        assert(position.hand[mover] > 0);
        --next.hand[mover];
        next.plies_without_removal = 0;
        return next;
    }
    assert((position.men[mover] & bit(*turn.from)) != 0);
    next.men[mover] ^= bit(*turn.from);
    if (!turn.quiet()) {
        next.plies_without_removal = 0;
    } else if (next.plies_without_removal < std::numeric_limits<std::uint16_t>::max()) {
        ++next.plies_without_removal;
    }
    return next;
}

}  // namespace mulino
