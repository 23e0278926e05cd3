// `mulino board`: draws a position and lists its legal turns.
#pragma once

#include <ostream>
#include <string>

#include "game/position.hpp"
#include "tools/rules_options.hpp"
#include "tools/status.hpp"

namespace mulino {

struct BoardOptions {
    RulesOptions rules;
    std::string position;
    bool coloured = false;
};

ExitStatus run_board(const BoardOptions& options, std::ostream& out, std::ostream& err);

/// The board in eight lines, with the names of rows and columns.
std::string draw_board(const Position& position, bool coloured);

}  // namespace mulino
