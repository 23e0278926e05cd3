// Games for tests of the player.
#pragma once

#include <atomic>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/player.hpp"
#include "tests/catch.hpp"
#include "tests/game/random_position.hpp"

namespace mulino::test {

inline Game game_at(std::string_view text, const Rules& rules = {}) {
    const auto position = parse_position(text);
    REQUIRE(position);
    return Game(rules, *position);
}

/// Games that begin at random positions under random rules, and are not over.
inline std::vector<Game> games_at_random(int number, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Game> games;
    while (static_cast<int>(games.size()) < number) {
        Rules rules = all_turn_rules()[random() % 12];
        if (random() % 2 == 0) rules.no_capture_limit = 50;
        if (random() % 2 == 0) rules.repetition = 3;
        Position position = random_position(random);
        if (!rules.no_capture_limit) position.plies_without_removal = 0;
        Game game(rules, position);
        if (!game.over()) games.push_back(std::move(game));
    }
    return games;
}

/// Lets two players play to the end, but no longer than `plies`. Every turn has to be legal.
inline Game play_game(Player& first, Player& second, Game game, const Limits& limits,
                      int plies = 1000) {
    const std::atomic<bool> stop = false;
    for (int n = 0; n < plies && !game.over(); ++n) {
        Player& player = n % 2 == 0 ? first : second;
        REQUIRE(game.play(player.choose(game, limits, stop).turn));
    }
    return game;
}

inline std::string text_of(const Game& game) {
    std::string text;
    for (const Turn& turn : game.turns()) text += to_string(turn) + ' ';
    return text;
}

}  // namespace mulino::test
