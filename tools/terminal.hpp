// What the program needs to know of the terminal: colour, a progress line, Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>

#include "game/result.hpp"

namespace mulino {

/// Whether standard output (error) is a terminal.
bool output_is_terminal();
bool error_is_terminal();

/// Whether standard output may be coloured: a terminal, and NO_COLOR unset or empty.
bool output_may_be_coloured();

/// Progress for a person: on a terminal one line, rewritten several times a second; elsewhere a
/// plain line a minute. Not for use by several threads at once.
class ProgressLine {
public:
    /// `terminal`: whether `out` is one.
    ProgressLine(std::ostream& out, bool terminal);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Whether the next `show` would print something; spares the making of the text.
    bool due() const;
    /// Shows the text if it is due.
    void show(std::string_view text);
    /// Prints a line that stays, above the progress line.
    void print(std::string_view line);
    /// Takes the progress line away.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    std::ostream& out_;
    bool terminal_;
    bool shown_ = false;
    Clock::time_point last_;
};

/// From the first call on the first Ctrl-C (or SIGTERM) sets the returned flag, and the second ends
/// the program at once. Thread safety: any thread, any time.
const std::atomic<bool>& stop_on_interrupt();

/// Waits until a line can be read from `in` or `stop` says true; it is asked several times a
/// second. Returns: false if it says so. Streams other than standard input are never waited for.
bool await_input(std::istream& in, const std::function<bool()>& stop);

/// Reads a line of text without its end. Returns: false at the end of the input. Errors:
/// Io, for a line of more than a mebibyte: what is read is no text.
[[nodiscard]] Result<bool> read_line(std::istream& in, std::string& line);

/// Whether standard output leads to a pipe or connection whose other end is closed.
bool output_is_closed();

/// "4.2 s", "3 min 05 s", "1 h 02 min".
std::string duration_text(double seconds);
/// "512 B", "3.4 MB", "1.23 GB" (powers of 1000).
std::string size_text(double bytes);

}  // namespace mulino
