#include "tools/status.hpp"

#include <fmt/format.h>

namespace mulino {

ExitStatus status_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::BadRules:
        case ErrorCode::BadArgument:
            return ExitStatus::Usage;
        case ErrorCode::NotEnough:
            return ExitStatus::Environment;
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
    // A text's offset and, often, a file's path are in the message already.
    if (error.path.empty() || error.message.find(error.path) != std::string::npos) {
        return error.message;
    }
    if (!error.offset) return fmt::format("{} ({})", error.message, error.path);
    return fmt::format("{} ({}, byte {})", error.message, error.path, *error.offset);
}

ExitStatus report(std::ostream& err, std::string_view command, const Error& error) {
    err << fmt::format("mulino {}: {}\n", command, describe(error));
    return status_of(error.code);
}

}  // namespace mulino
