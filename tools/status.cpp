#include "tools/status.hpp"

#include <fmt/format.h>

namespace mulino {

ExitStatus status_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::BadRules:
        case ErrorCode::BadArgument:
            return ExitStatus::Usage;
        case ErrorCode::BadPosition:
        case ErrorCode::BadTurn:
        case ErrorCode::MissingTable:
        case ErrorCode::OtherFamily:
        case ErrorCode::OutOfRange:
        case ErrorCode::Damaged:
        case ErrorCode::BadVersion:
        case ErrorCode::Io:
        case ErrorCode::NoDistances:
            break;
    }
    return ExitStatus::Input;
}

std::string describe(const Error& error) {
    // The offset of a text is in the message already; that of a file is for whoever repairs it.
    if (error.path.empty()) return error.message;
    if (!error.offset) return fmt::format("{} ({})", error.message, error.path);
    return fmt::format("{} ({}, byte {})", error.message, error.path, *error.offset);
}

ExitStatus report(std::ostream& err, std::string_view command, const Error& error) {
    err << fmt::format("mulino {}: {}\n", command, describe(error));
    return status_of(error.code);
}

}  // namespace mulino
