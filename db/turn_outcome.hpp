// What outcomes of positions say about the turns that lead to them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "db/outcome.hpp"
#include "game/position.hpp"
#include "game/result.hpp"
#include "game/turn.hpp"

namespace mulino {

/// The outcome of a turn for the side that plays it, the turn itself counted, from that of the
/// position it leads to for the opponent.
inline Outcome of_turn(const Outcome& after, const Turn& turn, Metric metric) {
    Outcome outcome{reversed(after.value), {}};
    if (after.distance) {
        const int rest = metric == Metric::Dtc && !turn.quiet() ? 0 : *after.distance;
        outcome.distance = static_cast<std::uint16_t>(rest + 1);
    }
    return outcome;
}

/// Orders outcomes for the side that has them, the best by the least rank: quick wins, slow wins,
/// draws, slow losses, quick losses. A win or loss of unknown length comes after the wins and
/// before the losses of known length.
inline std::pair<int, int> rank_of(const Outcome& outcome) {
    constexpr int kLong = 1 << 20;
    switch (outcome.value) {
        case Wdl::Win:
            return {0, outcome.distance ? *outcome.distance : kLong};
        case Wdl::Draw:
            return {1, 0};
        case Wdl::Loss:
            break;
    }
    return {2, outcome.distance ? -*outcome.distance : -kLong};
}

/// The error where the best turn has another outcome than the position's own table says.
inline Error contradiction(const Position& position) {
    return {ErrorCode::Damaged,
            "the tables contradict one another: the best turn of '" + to_string(position) +
                "' has another outcome than the position",
            {},
            {}};
}

}  // namespace mulino
