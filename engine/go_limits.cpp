#include "engine/go_limits.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

#include "game/scan.hpp"

namespace mulino {
namespace {

using std::chrono::milliseconds;

// How many turns a game is expected to last still.
constexpr int kTurnsExpected = 30;
// Of an increment, what may be spent at once.
constexpr double kIncrementShare = 0.75;

// What may be said of a clock.
struct Clock {
    std::optional<std::int64_t> left;
    std::int64_t increment = 0;
};

Result<std::int64_t> read_number(std::string_view name, std::string_view text, std::int64_t least,
                                 std::int64_t most) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc{} || stop != end || number < least || number > most) {
        return fail(ErrorCode::BadArgument, std::string(name) + " is " + detail::shown_word(text) +
                                                "; it must be a number from " +
                                                std::to_string(least) + " to " +
                                                std::to_string(most));
    }
    return number;
}

}  // namespace

milliseconds turn_time(milliseconds left, milliseconds increment, int turns) {
    const double share = static_cast<double>(left.count()) / (turns > 0 ? turns : kTurnsExpected) +
                         kIncrementShare * static_cast<double>(increment.count());
    const milliseconds most = left - kAnswerMargin;
    return std::max(milliseconds(1),
                    std::min(most, milliseconds(static_cast<std::int64_t>(share))));
}

Result<Limits> parse_go(std::span<const std::string_view> words, Side to_move) {
    constexpr std::int64_t kMost = std::int64_t{1} << 53;  // of milliseconds and nodes
    constexpr std::int64_t kMostPlies = 1000;
    Limits limits;
    std::array<Clock, 2> clocks;
    std::int64_t turns = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view name = words[i];
        if (name == "infinite") {
            limits.infinite = true;
            continue;
        }
        const bool of_clock = name == "wtime" || name == "btime" || name == "winc" ||
                              name == "binc" || name == "movestogo";
        if (!of_clock && name != "movetime" && name != "nodes" && name != "depth") {
            return fail(ErrorCode::BadArgument,
                        "unknown word " + detail::shown_word(name) +
                            ": go takes movetime, nodes, depth, infinite, wtime, btime, winc, "
                            "binc and movestogo");
        }
        const bool may_be_late = name == "wtime" || name == "btime";
        const Result<std::int64_t> number =
            read_number(name, i + 1 < words.size() ? words[i + 1] : std::string_view{},
                        may_be_late ? -kMost
                        : of_clock  ? 0
                                    : 1,
                        name == "depth" ? kMostPlies : kMost);
        if (!number) return tl::unexpected(number.error());
        ++i;
        if (name == "movetime") limits.time = milliseconds(*number);
        if (name == "nodes") limits.nodes = static_cast<std::uint64_t>(*number);
        if (name == "depth") limits.depth = static_cast<int>(*number);
        if (name == "movestogo") turns = std::min<std::int64_t>(*number, kMostPlies);
        Clock& clock = clocks[name.front() == 'w' ? 0 : 1];
        if (may_be_late) clock.left = *number;
        if (name == "winc" || name == "binc") clock.increment = *number;
    }
    const Clock& clock = clocks[static_cast<std::size_t>(to_move)];
    if (clock.left && !limits.time) {
        limits.time = turn_time(milliseconds(*clock.left), milliseconds(clock.increment),
                                static_cast<int>(turns));
    }
    return limits;
}

}  // namespace mulino
