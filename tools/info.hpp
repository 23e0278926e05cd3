// `mulino info`: what databases hold, whether that agrees with what is published, and what other
// rules change.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/status.hpp"

namespace mulino {

struct InfoOptions {
    std::vector<std::string> folders;
    bool json = false;
    bool recount = false;   ///< count the positions again instead of believing the headers
    bool changes = false;   ///< compare the values of several databases position by position
    int threads = 0;        ///< of a recount or of changes; 0: as many as the machine runs at once
    bool terminal = false;  ///< whether `err` is one
};

/// Prints a row for each ordered subspace, and totals. Folders of one family are parts of one
/// database (where they hold different distances, of two); several databases are listed side by
/// side. Returns: Differences where counts differ from the published ones or, recounted, from the
/// header; Input where a table cannot be read.
ExitStatus run_info(const InfoOptions& options, std::ostream& out, std::ostream& err);

}  // namespace mulino
