// What a search tells about itself: the score it came to, and what that took.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/outcome.hpp"
#include "game/turn.hpp"

namespace mulino {

/// What a position is held to be worth, for the side to move.
struct Score {
    /// Known for certain, by databases or by search to the end; nothing: estimated.
    std::optional<Wdl> value{};
    /// Of a known win or loss, plies to the end where they are known; the side that wins needs no
    /// more. Of a win, an odd number.
    std::optional<int> plies{};
    /// The estimate in hundredths of a man, above 0 where the side to move stands better. Of a
    /// known draw, how much the opponent has to look out for; of known wins and losses 0.
    int centimen = 0;

    friend bool operator==(const Score&, const Score&) = default;
};

/// "win in 5", "win", "draw", "loss in 4", "+0.35".
std::string to_string(const Score& score);

/// A finished iteration.
struct SearchInfo {
    int depth = 0;                      ///< plies searched throughout
    int selective_depth = 0;            ///< plies of the deepest line
    Score score{};                      ///< for the side to move
    std::uint64_t nodes = 0;            ///< positions searched, over all iterations
    std::uint64_t db_hits = 0;          ///< answers of the databases, over all iterations
    std::chrono::microseconds time{0};  ///< since the call
    int hash_full = 0;                  ///< of the memory for positions, in thousandths
    std::vector<Turn> pv{};             ///< the line expected, the turn to play first

    /// Positions a second; 0 where no time has passed.
    std::uint64_t nodes_per_second() const {
        return time.count() <= 0 ? 0 : nodes * 1'000'000 / static_cast<std::uint64_t>(time.count());
    }
};

}  // namespace mulino
