#include "tools/terminal.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>

namespace mulino {
namespace {

constexpr auto kTerminalInterval = std::chrono::milliseconds(200);
constexpr auto kPlainInterval = std::chrono::minutes(1);

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

extern "C" void request_stop(int /*signal*/) { stop_requested.store(true); }

}  // namespace

bool output_is_terminal() { return isatty(STDOUT_FILENO) == 1; }
bool error_is_terminal() { return isatty(STDERR_FILENO) == 1; }

bool output_may_be_coloured() {
    const char* const no_color = std::getenv("NO_COLOR");
    return (no_color == nullptr || *no_color == '\0') && output_is_terminal();
}

ProgressLine::ProgressLine(std::ostream& out, bool terminal)
    : out_(out), terminal_(terminal), last_(Clock::now()) {}

ProgressLine::~ProgressLine() { clear(); }

bool ProgressLine::due() const {
    const auto waited = Clock::now() - last_;
    return terminal_ ? !shown_ || waited >= kTerminalInterval : waited >= kPlainInterval;
}

void ProgressLine::show(std::string_view text) {
    if (!due()) return;
    last_ = Clock::now();
    if (terminal_) {
        out_ << '\r' << text << "\x1b[K" << std::flush;
        shown_ = true;
    } else {
        out_ << text << '\n' << std::flush;
    }
}

void ProgressLine::print(std::string_view line) {
    clear();
    out_ << line << '\n' << std::flush;
}

void ProgressLine::clear() {
    if (shown_) out_ << "\r\x1b[K" << std::flush;
    shown_ = false;
}

const std::atomic<bool>& stop_on_interrupt() {
    // Once: installed again after the first signal, it would catch the second as well.
    static const bool installed = [] {
        struct sigaction action {};
        action.sa_handler = request_stop;
        action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second signal acts as by default
        sigemptyset(&action.sa_mask);
        return sigaction(SIGINT, &action, nullptr) == 0 &&
               sigaction(SIGTERM, &action, nullptr) == 0;
    }();
    static_cast<void>(installed);
    return stop_requested;
}

bool await_input(std::istream& in, const std::function<bool()>& stop) {
    // The library's own reading goes on after a signal, so the waiting is done here.
    constexpr int kMilliseconds = 100;
    if (&in != &std::cin) return !stop();
    while (!stop() && in.rdbuf()->in_avail() <= 0) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (poll(&input, 1, kMilliseconds) > 0) break;
    }
    return !stop();
}

Result<bool> read_line(std::istream& in, std::string& line) {
    constexpr std::size_t kLongest = std::size_t{1} << 20;
    constexpr int kEnd = std::istream::traits_type::eof();
    line.clear();
    while (line.size() <= kLongest) {
        const int next = in.rdbuf()->sbumpc();
        if (next == '\n') return true;
        if (next == kEnd) {
            in.setstate(std::ios::eofbit);
            return !line.empty();
        }
        line += static_cast<char>(next);
    }
    return fail(ErrorCode::Io, "a line of the input has no end: it is longer than 1 MiB");
}

bool output_is_closed() {
    pollfd output{STDOUT_FILENO, 0, 0};
    return poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

std::string duration_text(double seconds) {
    if (seconds < 60) return fmt::format("{:.1f} s", seconds);
    const long whole = std::lround(seconds);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string size_text(double bytes) {
    constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < kUnits.size()) {
        bytes /= 1000;
        ++unit;
    }
    if (unit == 0) return fmt::format("{:.0f} B", bytes);
    return fmt::format("{:.{}f} {}", bytes, bytes < 10 ? 2 : bytes < 100 ? 1 : 0, kUnits[unit]);
}

}  // namespace mulino
