// `mulino perft`: counts the leaves of the game tree, the first thing to trust of any rules code.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "tools/rules_options.hpp"
#include "tools/status.hpp"

namespace mulino {

struct PerftOptions {
    RulesOptions rules;
    std::optional<std::string> position;  ///< nothing: the start of the game
    int depth = 1;
    bool divide = false;
    int threads = 0;  ///< 0: as many as the machine runs at once
};

/// Prints the number of leaves; with `divide` before it a line "turn<tab>leaves" for each turn.
ExitStatus run_perft(const PerftOptions& options, std::ostream& out, std::ostream& err);

}  // namespace mulino
