// The levels that do not search deeply.
#pragma once

#include <random>

#include "engine/value.hpp"
#include "game/position.hpp"
#include "game/turn.hpp"

namespace mulino {
class Game;
}

namespace mulino::engine {

/// One of the turns that close a mill, any of them equally likely; without one, any legal turn.
/// Requires: the game is not over.
Turn choose_facile(const Game& game, std::mt19937_64& random);

struct MedioChoice {
    Turn turn;
    Turn reply;  ///< expected; meaningless where the turn ends the game
    bool ends = false;
    Value value = 0;
};

/// One of the turns whose worst reply leaves the best estimate, any of them equally likely.
/// Requires: the game is not over.
MedioChoice choose_medio(const Game& game, std::mt19937_64& random);

}  // namespace mulino::engine
