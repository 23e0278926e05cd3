// The order in which a search tries turns: the sooner the best, the less there is to search.
//
// First the turn remembered, then turns that remove a man, those of lines that matter before
// others, then turns that were good elsewhere (killers: at the same distance from the root;
// history: with the same points), with some regard to the lines a man comes to and leaves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/packed_turn.hpp"
#include "game/turn_generator.hpp"

namespace mulino::engine {

/// A turn and its promise, the greater the better.
struct RankedTurn {
    std::int32_t promise = 0;
    PackedTurn turn;
};

inline constexpr std::int32_t kRemembered = 1 << 30;
inline constexpr std::int32_t kRemoval = 1 << 28;
inline constexpr std::int32_t kKiller = 1 << 26;

/// What turns were worth so far in a search.
class TurnOrder {
public:
    /// Longest line of a search.
    static constexpr int kMostPlies = 128;

    /// Appends the turns of a position with their promise. `remembered` may be none.
    void rank(const MoverView& view, const Rules& rules, int ply, PackedTurn remembered,
              std::vector<RankedTurn>& turns) const;
    /// Appends the turns that remove a man.
    void rank_removals(const MoverView& view, const Rules& rules,
                       std::vector<RankedTurn>& turns) const;

    /// A quiet turn was good enough to leave out the others; `tried` were searched before it in
    /// vain.
    void reward(PackedTurn turn, int ply, int depth, const RankedTurn* tried, std::size_t n);
    /// The history of a quiet turn at this ply, within ±kMostHistory.
    int history(PackedTurn turn, int ply) const { return history_[history_place(turn, ply)]; }
    static constexpr int kMostHistory = 1 << 14;

    /// Between searches: killers are forgotten, history fades.
    void fade();
    void clear();

private:
    // By side (the parity of the ply), the point left, the point reached.
    static std::size_t history_place(PackedTurn turn, int ply) {
        return static_cast<std::size_t>(ply & 1) << 10 | turn.from() << 5 | turn.to();
    }
    void add_history(PackedTurn turn, int ply, int bonus);

    std::array<std::array<PackedTurn, 2>, kMostPlies + 1> killers_{};
    std::array<std::int16_t, 2 << 10> history_{};
};

/// Brings the most promising of the turns from `first` on to `first`. Requires: there is one.
inline PackedTurn pick(RankedTurn* turns, std::size_t first, std::size_t end) {
    std::size_t best = first;
    for (std::size_t i = first + 1; i < end; ++i) {
        if (turns[i].promise > turns[best].promise) best = i;
    }
    std::swap(turns[first], turns[best]);
    return turns[first].turn;
}

}  // namespace mulino::engine
