// The words of "go", and how a clock is divided.
#include "engine/go_limits.hpp"

#include <string>
#include <vector>

#include "game/scan.hpp"
#include "tests/catch.hpp"

using namespace mulino;
using namespace std::chrono_literals;

namespace {

Result<Limits> go(std::string_view text, Side side = Side::White) {
    std::vector<std::string_view> words;
    for (const detail::Field& word : detail::words({text, 0})) words.push_back(word.text);
    return parse_go(words, side);
}

}  // namespace

TEST_CASE("limits are what is said, and nothing else") {
    const Limits none = go("").value();
    CHECK_FALSE(none.time);
    CHECK_FALSE(none.nodes);
    CHECK_FALSE(none.depth);
    CHECK_FALSE(none.infinite);
    const Limits all = go("movetime 250 nodes 7 depth 3").value();
    CHECK(all.time == 250ms);
    CHECK(all.nodes == 7);
    CHECK(all.depth == 3);
    CHECK(go("infinite").value().infinite);
    CHECK(go("nodes 9007199254740992").has_value());
}

TEST_CASE("what is no number, or out of range, is named") {
    for (const char* text : {"depth", "depth x", "depth 0", "depth 1001", "nodes 0", "movetime 0",
                             "nodes 9007199254740993", "nodes 99999999999999999999", "movetime 1.5",
                             "winc -1", "fast", "depth 3 4"}) {
        INFO(text);
        const Result<Limits> limits = go(text);
        REQUIRE_FALSE(limits.has_value());
        CHECK(limits.error().code == ErrorCode::BadArgument);
    }
    CHECK(go("depth x").error().message.find("depth is 'x'") == 0);
    CHECK(go("depth").error().message.find("depth is nothing") == 0);
}

TEST_CASE("each side has its own clock") {
    const std::string clocks = "wtime 30000 btime 60000 winc 0 binc 4000";
    CHECK(go(clocks, Side::White).value().time == turn_time(30s, 0s, 0));
    CHECK(go(clocks, Side::Black).value().time == turn_time(60s, 4s, 0));
    CHECK(go(clocks + " movestogo 5", Side::White).value().time == turn_time(30s, 0s, 5));
    CHECK_FALSE(go("btime 60000", Side::White).value().time);
    CHECK(go("wtime 30000 movetime 100", Side::White).value().time == 100ms);
}

TEST_CASE("a clock never runs out by a turn") {
    CHECK(turn_time(30s, 0s, 0) == 1s);
    CHECK(turn_time(30s, 0s, 10) == 3s);
    CHECK(turn_time(30s, 0s, 1) == 30s - kAnswerMargin);
    CHECK(turn_time(1s, 10s, 0) == 1s - kAnswerMargin);
    CHECK(turn_time(10ms, 0s, 0) == 1ms);
    CHECK(turn_time(-5s, 0s, 0) == 1ms);
    // Spent turn by turn, it lasts.
    std::chrono::milliseconds left = 10s;
    for (int turn = 0; turn < 500; ++turn) {
        left -= turn_time(left, 100ms, 0) - 100ms;
        CHECK(left > kAnswerMargin);
    }
}
