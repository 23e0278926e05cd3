// `mulino pack`: makes a set of another kind from a database.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/status.hpp"

namespace mulino {

struct PackOptions {
    std::vector<std::string> folders;  ///< the source
    std::string out;                   ///< created where it does not exist
    std::string kind;                  ///< "compact", "fast" or "full"
    int threads = 0;                   ///< 0: as many as the machine runs at once
    bool terminal = false;             ///< whether `err` is a terminal
};

/// Packs every table of the source that is not packed yet, then reads the whole set back, derives
/// what it leaves out, and compares the values with the source's checksums. Prints a row for each
/// table. Returns: Environment where the run was stopped by a signal.
ExitStatus run_pack(const PackOptions& options, std::ostream& out, std::ostream& err);

}  // namespace mulino
