// Turns as they come in a row of words, a whole one in each or with its removals apart.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/game.hpp"
#include "game/result.hpp"

namespace mulino {

/// Plays the turn that begins with the first word: that word and those after it that are removals,
/// as in "d5-d6" "xc4". Requires: there is a word. Returns: how many words it took. Errors:
/// BadTurn, naming the words and why they are no turn; the game is then unchanged.
[[nodiscard]] Result<std::size_t> play_words(Game& game, std::span<const std::string_view> words);

}  // namespace mulino
