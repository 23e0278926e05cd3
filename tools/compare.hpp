// `mulino compare`: every value against another program's database.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/rules_options.hpp"
#include "tools/status.hpp"

namespace mulino {

struct CompareOptions {
    std::string malom;  ///< folder of sector files and `std.secval`
    std::vector<std::string> folders;
    RulesOptions rules;
    int threads = 0;  ///< 0: as many as the machine runs at once
    bool terminal = false;
};

/// Compares all sector files of a folder that can be compared, and prints a row for each and every
/// difference. A sector that cannot be is named with the reason. Returns: Differences where there
/// are any; Input where a file or table is bad or missing.
ExitStatus run_compare(const CompareOptions& options, std::ostream& out, std::ostream& err);

}  // namespace mulino
