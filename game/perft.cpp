// Counting the leaves of the game tree: the number every correct turn generator agrees on.
#include <cassert>

#include "game/turn_generator.hpp"

namespace mulino {
namespace {

std::uint64_t leaves(const MoverView& view, const Rules& rules, int depth) {
    if (depth == 1) return static_cast<std::uint64_t>(count_turns(view, rules));
    std::uint64_t sum = 0;
    for_each_turn(view, rules,
                  [&](const TurnBits& turn) { sum += leaves(play(view, turn), rules, depth - 1); });
    return sum;
}

}  // namespace

std::uint64_t perft(const Position& position, const Rules& rules, int depth) {
    assert(depth >= 0);
    return depth == 0 ? 1 : leaves(view_of(position), rules, depth);
}

}  // namespace mulino
