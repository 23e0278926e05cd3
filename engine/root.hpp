// What the databases and the draw rules say at the root: which turns are worth considering.
#pragma once

#include <vector>

#include "engine/search.hpp"
#include "engine/tables.hpp"
#include "engine/watch.hpp"

namespace mulino {
class Game;
}

namespace mulino::engine {

/// How the turn is to be chosen.
enum class Plan : std::uint8_t {
    Search,   ///< the databases do not know the position: by search
    Play,     ///< the first of the turns is the one to play; the others are as good
    Hold,     ///< a known draw: by search, among the turns that hold it
    Convert,  ///< a known win without distances: by search for the end or the next removal
    Delay,    ///< a known loss without distances: by search
    Claim,    ///< won but for the no-capture limit: by search; failing that, the first turn
    Resist,   ///< lost but for the no-capture limit: by search; failing that, the first turn
};

struct RootAdvice {
    Plan plan = Plan::Search;
    std::vector<Candidate> turns;  ///< one or more
    Score score;                   ///< what is known; an estimate of 0 where nothing is
    /// Convert: positions of the game are not to come again. Not where that leaves no turn.
    bool no_repetition = false;
};

/// Requires: the game is not over. The watch may cut short what is done about draws.
RootAdvice advise(const Game& game, Tables& tables, Watch& watch);

}  // namespace mulino::engine
