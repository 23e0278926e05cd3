// What `mulino play` shows: the board with what belongs beside it, and what databases know.
#pragma once

#include <string>

#include "tools/analysis.hpp"
#include "tools/picture.hpp"
#include "tools/play_table.hpp"

namespace mulino {

/// The board, who plays, hands, the last turn, and what draw rules have counted.
std::string view_of_table(const PlayTable& table, const PictureStyle& style);

/// "White wins: Black has fewer than three men", "A draw: …". Requires: the game is over.
std::string view_of_end(const Game& game);

/// What is known of the position and of each turn: a line for each outcome, best first.
std::string view_of_values(const Analysis& analysis, Side mover, Metric metric);

/// The words in lines of at most 80 characters, each after `indent` blanks.
std::string in_lines(const std::vector<std::string>& words, std::size_t indent);

/// The commands, and how turns are typed.
std::string view_of_help();

}  // namespace mulino
