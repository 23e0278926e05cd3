// Who plays in a match: a level of the player, or another program that speaks the protocol.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "db/database.hpp"
#include "engine/game.hpp"
#include "engine/player.hpp"
#include "game/result.hpp"

namespace mulino {

/// One side of a match, as it was asked for.
struct MatchSide {
    std::string name;
    Level level = Level::Difficile;
    Limits limits;
    std::shared_ptr<const Database> database;
    /// As PlayerOptions::placing.
    std::shared_ptr<engine::PlacingSource> placing;
    std::size_t hash_bytes = std::size_t{16} << 20;
    /// Nothing: the level plays. Otherwise a command of the shell that starts the other program;
    /// it is told the limits and the rules, and brings its own databases.
    std::optional<std::string> command;
};

/// What a participant answers.
struct Answer {
    Turn turn;
    std::uint64_t nodes = 0;    ///< positions searched, where that is known
    std::uint64_t db_hits = 0;  ///< the same of answers of databases
};

/// Thread safety: none; every thread has its own.
class Participant {
public:
    virtual ~Participant() = default;

    /// Begins a game. What is left to chance depends on `seed` alone. Errors: Io.
    [[nodiscard]] virtual Result<void> new_game(std::uint64_t seed) = 0;
    /// A turn for the side to move. Requires: the game is not over. Errors: BadTurn for one that is
    /// not legal, Io for none: the other program has ended, or given no answer long after the time
    /// was up. After an error the participant is of no more use. Once `stop` is set any turn or
    /// error may come.
    [[nodiscard]] virtual Result<Answer> choose(const Game& game,
                                                const std::atomic<bool>& stop) = 0;
};

/// Errors: Io, where the other program does not start or does not speak the protocol.
[[nodiscard]] Result<std::unique_ptr<Participant>> make_participant(const MatchSide& side,
                                                                    const Rules& rules);

}  // namespace mulino
