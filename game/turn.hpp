// Turns: placing or moving a man, with the removals that follow; generating, playing, reading them.
//
// Draw rules end games, not positions: nothing here looks at a no-capture limit or at repetition.
// Loops that run over millions of positions use turn_generator.hpp instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.hpp"
#include "game/rules.hpp"

namespace mulino {

/// One turn: a man placed (`from` empty) or moved, and the set of men it removes.
struct Turn {
    std::optional<Point> from;
    Point to = 0;
    Bitboard removed = 0;

    bool quiet() const { return removed == 0; }
    friend bool operator==(const Turn&, const Turn&) = default;
};

/// Whether the mover flies: may move its men to any empty point.
bool mover_flies(const Position& position, const Rules& rules);

/// Every legal turn, each once, in the standing order: by the point left or placed on, then the
/// target, then the removed points, each in reading order. Empty where the game is over.
/// Requires: the position passes check_position.
std::vector<Turn> legal_turns(const Position& position, const Rules& rules);

/// Whether the mover has lost: fewer than three men in all, or no legal turn.
bool is_lost(const Position& position, const Rules& rules);

/// The position after a legal turn, the other side to move. The counter grows by one with a quiet
/// turn of the moving phase and is 0 otherwise.
Position play(const Position& position, const Turn& turn);

/// "d6", "d5-d6", "d5-d6xc4", "d6xc4xa1"; removed points in reading order.
std::string to_string(const Turn& turn);

/// Reads a turn in `position`, either case, removals in any order, blanks before an x allowed.
/// Errors: BadTurn, saying why the turn is not legal (no man there, not a neighbour, a protected
/// man, a removal missing or too many …), with `offset` the character's place in the text.
[[nodiscard]] Result<Turn> parse_turn(std::string_view text, const Position& position,
                                      const Rules& rules);

/// The number of leaves `depth` plies below, by generating turns, without symmetry or
/// transpositions. Thread safety: may be called from several threads.
std::uint64_t perft(const Position& position, const Rules& rules, int depth);

}  // namespace mulino
