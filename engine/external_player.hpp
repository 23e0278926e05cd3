// Another program as a player: the partner's side of the protocol (docs/protocol.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine_process.hpp"
#include "engine/game.hpp"
#include "engine/participant.hpp"
#include "engine/player.hpp"
#include "game/result.hpp"

namespace mulino {

/// Thread safety: none.
class ExternalPlayer {
public:
    /// Starts a command of the shell and greets it; tells it the rules as far as it has options for
    /// them. Errors: Io, where nothing comes that ends with `uciok` and `readyok` in time.
    [[nodiscard]] static Result<ExternalPlayer> start(const std::string& command,
                                                      const Rules& rules);

    /// What it calls itself, or the command.
    const std::string& name() const { return name_; }

    /// Errors: Io.
    [[nodiscard]] Result<void> new_game(std::uint64_t seed);
    /// Without limits it gets kDefaultTurnTime. A program that answers with a turn but not its
    /// removals is asked again for these, as if they were turns of their own. Errors: as of
    /// Participant::choose.
    [[nodiscard]] Result<Answer> choose(const Game& game, const Limits& limits,
                                        const std::atomic<bool>& stop);

private:
    ExternalPlayer(EngineProcess process, std::string command);
    Result<void> greet(const Rules& rules);
    Result<void> set(std::string_view option, std::string_view value);
    // The words of the next bestmove; what info lines before it count goes into the answer.
    Result<std::vector<std::string>> best_move(std::string_view go,
                                               EngineProcess::Clock::time_point deadline,
                                               const std::atomic<bool>& stop, Answer& answer);
    // Reads until a line begins with the word.
    Result<std::string> wait_for(std::string_view word, EngineProcess::Clock::time_point deadline);

    EngineProcess process_;
    std::string command_;
    std::string name_;
    std::set<std::string, std::less<>> options_;  // those it offers
};

}  // namespace mulino
