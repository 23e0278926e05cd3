// The exit statuses of the program, and how an Error is told to a person.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "game/result.hpp"

namespace mulino {

/// What the program ends with. Frozen: scripts depend on the numbers.
enum class ExitStatus : int {
    Good = 0,
    Differences = 1,  ///< a comparison or check found differences
    Usage = 2,        ///< the command line is wrong
    Input = 3,        ///< a position or database is bad or missing
    Environment = 4,  ///< memory, disk or permission is lacking, or a signal ended the run
};

/// The status that an error from outside leads to.
ExitStatus status_of(ErrorCode code);

/// The message with the place it speaks of: "message (file, byte 12)" or "message".
std::string describe(const Error& error);

/// Writes "mulino COMMAND: message" to `err` and returns the status.
ExitStatus report(std::ostream& err, std::string_view command, const Error& error);

}  // namespace mulino
