#include <chrono>

#include "game/turn.hpp"
#include "tests/catch.hpp"

namespace mulino {
namespace {

TEST_CASE("perft 7 of the empty board") {
    const Rules lifted;
    const auto begin = std::chrono::steady_clock::now();
    REQUIRE(perft(start_position(lifted), lifted, 7) == 1'873'562'112);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
#ifdef NDEBUG
    CHECK(time.count() < 10);
#else
    static_cast<void>(time);
#endif
    const Rules absolute{.protection = Protection::Absolute};
    REQUIRE(perft(start_position(absolute), absolute, 7) == 1'872'815'616);
}

TEST_CASE("perft 7 of the empty board parts the rule sets by protection alone") {
    // Two mills at once, and flying, come later.
    for (const NamedRules& named : named_rules()) {
        INFO(named.name);
        const bool lifted = named.rules.protection == Protection::Lifted;
        CHECK(perft(start_position(named.rules), named.rules, 7) ==
              (lifted ? 1'873'562'112 : 1'872'815'616));
    }
}

}  // namespace
}  // namespace mulino
