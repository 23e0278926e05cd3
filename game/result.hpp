// How a failure that comes from outside travels: a value or an Error, never an exception.
//
// A caller's own mistake is an assert. A text, a file or an option that is wrong is an `Error` with
// a code from the frozen list below. Each layer may add where it happened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace mulino {

/// What went wrong. The numbers are frozen: they are part of the C interface. Add at the end only.
enum class ErrorCode : std::uint8_t {
    BadPosition = 1,    ///< a position text that cannot be read, or a position that cannot arise
    BadTurn = 2,        ///< a turn text that cannot be read, or a turn that is not legal
    BadRules = 3,       ///< an unknown rule set or parameter, or parameters that exclude each other
    MissingTable = 4,   ///< no table for a position that tables could answer
    OtherFamily = 5,    ///< a table made for other rules or for another metric
    OutOfRange = 6,     ///< a position that no table can hold
    Damaged = 7,        ///< a file whose bytes contradict themselves or their checksum
    BadVersion = 8,     ///< a file of a format version this program cannot read
    Io = 9,             ///< the system refused to open, read or write
    NoDistances = 10,   ///< distances were asked of tables that hold values only
    BadArgument = 11,   ///< any other input that is wrong
    NotEnough = 12,     ///< memory or disk that the work would need is not there
};

/// A failure, with all a person needs to find it.
struct Error {
    ErrorCode code{};
    std::string message;                  ///< one sentence: what is wrong, and what would be right
    std::string path;                     ///< the file concerned, or empty
    std::optional<std::uint64_t> offset;  ///< the byte in the file or the character in the text
    std::optional<std::uint32_t> block{};  ///< the block of a table, where one block is damaged
};

template <typename T>
using Result = tl::expected<T, Error>;

/// An error as the failing side of a Result.
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message,
                                                std::string path = {},
                                                std::optional<std::uint64_t> offset = {}) {
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(path), offset, {}});
}

}  // namespace mulino
