// `mulino solve`: makes a database.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "tools/rules_options.hpp"
#include "tools/status.hpp"

namespace mulino {

struct SolveOptions {
    RulesOptions rules;
    std::string folder;
    std::optional<int> max_men;        ///< on the board, both sides together
    std::optional<std::string> pairs;  ///< "3-3,4-3"; this or max_men or all pairs
    /// Otherwise dtw, or dtc under a no-capture limit.
    std::optional<std::string> metric;
    int threads = 0;                    ///< 0: as many as the machine runs at once
    std::optional<std::string> memory;  ///< "6G"
    bool dry_run = false;
    bool terminal = false;  ///< whether `err` is a terminal
};

/// Solves, and prints a row for each pair when it is finished; or prints the plan. Returns:
/// Environment where the run was stopped by a signal.
ExitStatus run_solve(const SolveOptions& options, std::ostream& out, std::ostream& err);

}  // namespace mulino
