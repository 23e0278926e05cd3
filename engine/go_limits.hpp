// The limits of a search as the protocol words them, and how a game's clock is divided.
#pragma once

#include <chrono>
#include <span>
#include <string_view>

#include "engine/player.hpp"
#include "game/result.hpp"

namespace mulino {

/// Time kept back for the way of an answer to the other side.
inline constexpr std::chrono::milliseconds kAnswerMargin{50};

/// What a side may spend on its next turn. `turns` to go until there is new time, 0 where that is
/// not known. Returns: at least a millisecond, and less than `left` by kAnswerMargin where that
/// leaves anything.
std::chrono::milliseconds turn_time(std::chrono::milliseconds left,
                                    std::chrono::milliseconds increment, int turns);

/// The words behind "go": `movetime N`, `nodes N`, `depth N`, `infinite`, and the clock `wtime`,
/// `btime`, `winc`, `binc`, `movestogo`, times in milliseconds; docs/protocol.md says more. Errors:
/// BadArgument, naming the word.
[[nodiscard]] Result<Limits> parse_go(std::span<const std::string_view> words, Side to_move);

}  // namespace mulino
