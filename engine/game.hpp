// A game: a start, the turns played, and whether it is over by the rules of its set.
//
// Positions know no history. A game does: it counts how often a position has occurred, and the draw
// rules of its set (repetition, plies without a removal) end it. docs/rules.md says how.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"
#include "game/turn.hpp"

namespace mulino {

/// Why a game is over.
enum class EndReason : std::uint8_t {
    None,            ///< it is not
    FewMen,          ///< the side to move has fewer than three men
    Blocked,         ///< the side to move has no legal turn
    Repetition,      ///< the position has occurred as often as the rules allow
    NoCaptureLimit,  ///< the plies without a removal have reached the limit
    Resignation,     ///< a side has given up
};

/// How a game ended, if it did.
struct GameEnd {
    EndReason reason = EndReason::None;
    std::optional<Side> winner;  ///< of a draw, and of a game that goes on, nothing

    bool over() const { return reason != EndReason::None; }
    bool drawn() const { return over() && !winner; }
    friend bool operator==(const GameEnd&, const GameEnd&) = default;
};

/// "Black has fewer than three men", "White resigns" …: a sentence without its stop. Empty while
/// the game goes on.
std::string in_words(const GameEnd& end, const Rules& rules);

/// Thread safety: none while it is changed; const functions may be called from any threads.
class Game {
public:
    /// A game from the empty board, the first side of the rule set to move.
    explicit Game(const Rules& rules = {});
    /// A game from a position. Requires: it passes check_position.
    Game(const Rules& rules, const Position& start);

    const Rules& rules() const { return rules_; }
    const Position& start() const { return positions_.front(); }
    const Position& position() const { return positions_.back(); }
    Side to_move() const { return position().to_move; }
    std::span<const Turn> turns() const { return turns_; }
    /// The start, and the position after each turn.
    std::span<const Position> positions() const { return positions_; }

    /// How often the position has occurred in this game with the same side to move, this time
    /// counted. The count of plies without a removal does not distinguish positions.
    /// Cost: linear in the quiet plies before it.
    int occurrences() const { return occurrences_.back(); }
    /// How often a position has occurred so far.
    int occurrences_of(const Position& position) const;

    /// Whether, why and for whom the game is over. Of several reasons the one that is a loss
    /// counts: a side that is blocked or has too few men has lost even where a draw rule applies as
    /// well.
    GameEnd end() const;
    bool over() const { return end().over(); }

    /// Plays a turn. Errors: BadTurn, if it is not legal (saying why) or the game is over; the game
    /// is then unchanged.
    [[nodiscard]] Result<void> play(const Turn& turn);
    /// The side gives up. Errors: BadArgument, if the game is over; it is then unchanged.
    [[nodiscard]] Result<void> resign(Side side);
    /// Takes back a resignation or else the last turn. Returns: whether there was any.
    bool undo();

private:
    Rules rules_;
    std::vector<Position> positions_;  // one more than turns
    std::vector<int> occurrences_;     // of each, when it arose
    std::vector<Turn> turns_;
    std::optional<Side> resigned_;
};

}  // namespace mulino
