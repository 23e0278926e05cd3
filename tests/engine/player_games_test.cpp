// Many games under all rule sets: every turn is legal, every game ends by the rules of its set.
//
// MULINO_TEST_GAMES says how many. Sets without draw rules are given a limit to their length.
#include <algorithm>
#include <array>
#include <map>
#include <random>

#include "tests/engine/games.hpp"

using namespace mulino;
using namespace mulino::test;

namespace {

// A game without draw rules need not end.
constexpr int kMostPlies = 250;

// The reason, found without asking the game.
EndReason expected_end(const Game& game) {
    const Position& position = game.position();
    if (count(position.mover()) + position.mover_hand() < kMinMen) return EndReason::FewMen;
    if (legal_turns(position, game.rules()).empty()) return EndReason::Blocked;
    int times = 0;
    for (const Position& past : game.positions()) {
        times += past.men == position.men && past.hand == position.hand &&
                         past.to_move == position.to_move
                     ? 1
                     : 0;
    }
    if (game.rules().repetition && times >= *game.rules().repetition) return EndReason::Repetition;
    if (game.rules().no_capture_limit &&
        position.plies_without_removal >= *game.rules().no_capture_limit) {
        return EndReason::NoCaptureLimit;
    }
    return EndReason::None;
}

}  // namespace

TEST_CASE("all turns of all levels are legal, and games end by their rules") {
    constexpr std::array kLevels{Level::Facile, Level::Medio, Level::Difficile};
    std::mt19937_64 random(11);
    std::map<EndReason, int> ends;
    for (int n = 0; n < MULINO_TEST_GAMES; ++n) {
        const auto named = named_rules();
        const Rules rules = n % 2 == 0 ? named[static_cast<std::size_t>(n / 2) % named.size()].rules
                                       : games_at_random(1, random()).front().rules();
        const auto make = [&](Level level) {
            return Player({.level = level,
                           .rules = rules,
                           .seed = random(),
                           .hash_bytes = std::size_t{1} << 14});
        };
        Player first = make(kLevels[random() % 3]);
        Player second = make(kLevels[random() % 3]);
        const Game game =
            play_game(first, second, Game(rules), {.nodes = 20 + random() % 80}, kMostPlies);
        const EndReason reason = game.end().reason;
        INFO(text_of(game));
        REQUIRE(reason == expected_end(game));
        REQUIRE((reason != EndReason::None ||
                 game.turns().size() == static_cast<std::size_t>(kMostPlies)));
        // With both draw rules a game cannot go on for ever.
        if (rules.repetition && rules.no_capture_limit) REQUIRE(reason != EndReason::None);
        ++ends[reason];
    }
    for (const EndReason reason : {EndReason::FewMen, EndReason::Blocked, EndReason::Repetition,
                                   EndReason::NoCaptureLimit}) {
        CHECK(ends[reason] > 0);
    }
}
