// `mulino info`: what a database holds, and whether it agrees with what is published.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/status.hpp"

namespace mulino {

struct InfoOptions {
    std::vector<std::string> folders;
    bool json = false;
    bool recount = false;  ///< count the positions again instead of believing the headers
    int threads = 0;       ///< of a recount; 0: as many as the machine runs at once
};

/// Prints a row for each ordered subspace, and totals. Returns: Differences where counts differ
/// from the published ones or, recounted, from the header; Input where a table cannot be read.
ExitStatus run_info(const InfoOptions& options, std::ostream& out, std::ostream& err);

}  // namespace mulino
