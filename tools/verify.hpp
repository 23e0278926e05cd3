// `mulino verify`: checks every position of a database, or some, against its turns.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/status.hpp"

namespace mulino {

struct VerifyOptions {
    std::vector<std::string> folders;
    std::optional<std::string> pairs;     ///< "4-3,5-3"; otherwise all the database has
    std::optional<std::uint64_t> sample;  ///< so many positions drawn at random, instead of all
    std::optional<std::uint64_t> seed;    ///< of the drawing; otherwise a new one
    std::optional<std::string> report;    ///< the report; otherwise verify.json in the first folder
    bool again = false;                   ///< check what an earlier report says is checked, too
    int threads = 0;                      ///< 0: as many as the machine runs at once
    std::string version;                  ///< of this program, for the report
    bool terminal = false;                ///< whether `err` is one
};

/// Prints a row for each pair and the first differences, and writes the report after each pair. A
/// pair that the report names as checked, from the same files by the same version, is passed over.
/// Returns: Differences where a table is wrong or its counts are not the published ones; Input
/// where one cannot be read; Environment where it was stopped or the report cannot be written.
ExitStatus run_verify(const VerifyOptions& options, std::ostream& out, std::ostream& err);

}  // namespace mulino
