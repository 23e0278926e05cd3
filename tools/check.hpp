// `mulino check`: whether the files of a database are sound, and whether its values are those of a
// published list.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/status.hpp"

namespace mulino {

struct CheckOptions {
    std::vector<std::string> folders;
    std::optional<std::string> compare;     ///< a list of value checksums
    std::optional<std::string> write_list;  ///< where to write one
    bool values = false;                    ///< recompute value checksums and counts
    int threads = 0;                        ///< 0: as many as the machine runs at once
    bool terminal = false;                  ///< whether `err` is a terminal
};

/// Reads every byte of every file and compares it with the checksums; on request also the values.
/// A list has a line for each table, "4-3 " and the checksum; lines that begin with # say something
/// to people. Returns: Differences where counts, checksums or a list disagree; Input for damaged
/// files.
ExitStatus run_check(const CheckOptions& options, std::ostream& out, std::ostream& err);

}  // namespace mulino
