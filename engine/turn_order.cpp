#include "engine/turn_order.hpp"

#include <algorithm>

namespace mulino::engine {
namespace {

// What decides about a man removed: the lines it shares with others of its side.
std::int32_t removal_promise(const MoverView& view, Bitboard removed) {
    std::int32_t promise = 0;
    for_each_point(removed, [&](Point point) {
        promise += 8;
        for (const Bitboard partners : mulino::detail::kPartners[point]) {
            // Two in line with nothing of the mover in between: a threat or a mill is undone.
            if ((partners & view.own) == 0) promise += 4 * count(partners & view.other);
        }
        promise += count(kNeighbours[point] & view.empty());
    });
    return promise;
}

}  // namespace

void TurnOrder::rank(const MoverView& view, const Rules& rules, int ply, PackedTurn remembered,
                     std::vector<RankedTurn>& turns) const {
    constexpr std::int32_t kLine = 2'000;
    const Bitboard empty = view.empty();
    // Points that one man more would give the opponent a mill; one that stands there had better
    // stay.
    const Bitboard dangers = closing_points(view.other);
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    for_each_turn(view, rules, [&](const TurnBits& bits) {
        const PackedTurn turn(bits);
        if (turn == remembered) {
            turns.push_back({kRemembered, turn});
            return;
        }
        if (bits.removed != 0) {
            turns.push_back({kRemoval + removal_promise(view, bits.removed), turn});
            return;
        }
        std::int32_t promise = history(turn, ply);
        if (turn == killers[0]) promise += kKiller + 1;
        if (turn == killers[1]) promise += kKiller;
        if ((bits.to & dangers) != 0) promise += 6 * kLine;
        if ((bits.from & dangers) != 0) promise -= 2 * kLine;
        const Bitboard own = view.own ^ bits.from;
        for (const Bitboard partners : mulino::detail::kPartners[turn.to()]) {
            if ((partners & view.other) == 0 && (partners & own) != 0) promise += kLine;
        }
        promise += 50 * count(kNeighbours[turn.to()] & empty);
        turns.push_back({promise, turn});
    });
}

void TurnOrder::rank_removals(const MoverView& view, const Rules& rules,
                              std::vector<RankedTurn>& turns) const {
    for_each_turn(view, rules, [&](const TurnBits& bits) {
        if (bits.removed != 0) {
            turns.push_back({removal_promise(view, bits.removed), PackedTurn(bits)});
        }
    });
}

void TurnOrder::add_history(PackedTurn turn, int ply, int bonus) {
    std::int16_t& entry = history_[history_place(turn, ply)];
    // The further it has gone, the less it is moved: it stays within ±kMostHistory.
    const int moved = bonus - entry * std::abs(bonus) / kMostHistory;
    entry = static_cast<std::int16_t>(entry + moved);
}

void TurnOrder::reward(PackedTurn turn, int ply, int depth, const RankedTurn* tried,
                       std::size_t n) {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != turn) killers = {turn, killers[0]};
    const int bonus = std::min(16 * depth * depth, 2'000);
    add_history(turn, ply, bonus);
    for (std::size_t i = 0; i < n; ++i) {
        if (!tried[i].turn.removes()) add_history(tried[i].turn, ply, -bonus);
    }
}

void TurnOrder::fade() {
    killers_ = {};
    for (std::int16_t& entry : history_) entry = static_cast<std::int16_t>(entry / 4);
}

void TurnOrder::clear() {
    killers_ = {};
    history_ = {};
}

}  // namespace mulino::engine
