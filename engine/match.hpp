// Matches: many games between two sides, from varied openings, colours exchanged, several at once.
//
// Games 2k and 2k+1 begin with the same opening; the first side of the match has White in the first
// of the two. What is left to chance in a game depends on the seed of the match and the number of
// the game alone, so that the games do not depend on how many are played at once.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

#include "engine/game_record.hpp"
#include "engine/participant.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino {

struct MatchOptions {
    Rules rules;
    std::array<MatchSide, 2> sides;
    std::uint32_t games = 100;        ///< an even number
    int opening_plies = 3;            ///< 0 … kMostOpeningPlies
    std::uint64_t seed = 0;           ///< of the order of openings, and of chance
    int concurrency = 1;              ///< games at once
    std::uint32_t most_plies = 1000;  ///< a game that is longer is a draw
};

/// What a side has spent in a game.
struct SideUse {
    std::uint32_t turns = 0;
    std::uint64_t nodes = 0;
    std::uint64_t db_hits = 0;
    std::chrono::microseconds time{0};
    std::chrono::microseconds longest{0};  ///< turn

    void add(const SideUse& other);
};

struct MatchGame {
    std::uint32_t number = 0;  ///< from 0
    bool first_has_white = true;
    /// Its result is known. Termination is `adjudication` for a game that grew too long, `illegal
    /// turn` or `no answer` for one that another program lost by that.
    GameRecord record;
    std::array<SideUse, 2> use;  ///< by side of the match
    /// Why another program has lost by what it did outside the board.
    std::string fault;
};

/// The games' number and seed decide chance in them.
std::uint64_t game_seed(std::uint64_t match_seed, std::uint32_t game, std::size_t side);

/// Plays the match. `finished` is called for each game, one at a time and in the order of their
/// numbers, from any thread. Once `stop` is set no game is finished any more. Errors: those of
/// make_participant, and of databases that fail in mid-game.
[[nodiscard]] Result<void> run_match(const MatchOptions& options, const std::atomic<bool>& stop,
                                     const std::function<void(const MatchGame&)>& finished);

}  // namespace mulino
