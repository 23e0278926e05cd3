// Matches: openings, seeds, order, results; and other programs that misbehave.
#include "engine/match.hpp"

#include <signal.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/engine_process.hpp"
#include "engine/match_score.hpp"
#include "engine/openings.hpp"
#include "tests/catch.hpp"

using namespace mulino;

namespace {

const std::atomic<bool> kGoOn{false};

MatchSide side_of(Level level, std::uint64_t nodes) {
    MatchSide side;
    side.name = std::string(to_string(level));
    side.level = level;
    side.limits.nodes = nodes;
    side.hash_bytes = std::size_t{1} << 20;
    return side;
}

MatchSide program(const std::string& command) {
    MatchSide side = side_of(Level::Facile, 10);
    side.name = "program";
    side.command = command;
    return side;
}

struct Played {
    Result<void> result;
    std::vector<MatchGame> games;
};

Played play_match(const MatchOptions& options, const std::atomic<bool>& stop = kGoOn) {
    ::signal(SIGPIPE, SIG_IGN);
    Played played;
    played.result =
        run_match(options, stop, [&](const MatchGame& game) { played.games.push_back(game); });
    return played;
}

MatchOptions options_of(const MatchSide& first, const MatchSide& second, std::uint32_t games) {
    MatchOptions options;
    options.rules = parse_rules("italian").value();
    options.sides = {first, second};
    options.games = games;
    options.opening_plies = 2;
    return options;
}

std::string records_of(const std::vector<MatchGame>& games) {
    std::string text;
    for (const MatchGame& game : games) text += to_text(game.record);
    return text;
}

// A program of the protocol in the shell, which answers each go with `answer`.
MatchSide shell_engine(const std::string& answer) {
    return program(
        "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; go) " +
        answer + ";; esac; done");
}

}  // namespace

TEST_CASE("openings are all placings up to symmetry, each once") {
    for (const char* name : {"italian", "croatian", "spanish"}) {
        const Rules rules = parse_rules(name).value();
        for (int plies = 0; plies <= kMostOpeningPlies; ++plies) {
            if (plies == kMostOpeningPlies && rules.first == Side::Black) continue;
            std::set<std::array<Bitboard, 2>> images;
            const std::vector<Opening> all = openings(rules, plies);
            for (const Opening& opening : all) {
                CHECK(opening.size() == static_cast<std::size_t>(plies));
                Position position = start_position(rules);
                for (const Turn& turn : opening) position = play(position, turn);
                std::size_t fresh = 0;
                std::set<std::array<Bitboard, 2>> own;
                for (Symmetry s = 0; s < kSymmetries; ++s) {
                    own.insert({apply(s, position.men[0]), apply(s, position.men[1])});
                }
                for (const auto& image : own) fresh += images.insert(image).second ? 1U : 0U;
                CHECK(fresh == own.size());  // no other opening has any of them
            }
            // 24; 24·23; 24·23·22/2; 24·23·22·21/4
            const std::array<std::size_t, 5> expected{1, 24, 552, 6072, 63756};
            CHECK(images.size() == expected[static_cast<std::size_t>(plies)]);
        }
    }
    CHECK(openings({}, 1).size() == 4);
}

TEST_CASE("the seed orders openings, and loses none") {
    const auto order = [](std::uint64_t seed) {
        std::vector<std::string> texts;
        for (const Opening& opening : shuffled_openings({}, 2, seed)) {
            texts.push_back(to_string(opening[0]) + to_string(opening[1]));
        }
        return texts;
    };
    CHECK(order(1) == order(1));
    CHECK(order(1) != order(2));
    auto one = order(1);
    auto two = order(2);
    std::sort(one.begin(), one.end());
    std::sort(two.begin(), two.end());
    CHECK(one == two);
}

TEST_CASE("games alternate colours, come in order, and are the same at any concurrency") {
    MatchOptions options = options_of(side_of(Level::Difficile, 200), side_of(Level::Medio, 1), 12);
    options.seed = 7;
    const Played alone = play_match(options);
    REQUIRE(alone.result.has_value());
    REQUIRE(alone.games.size() == 12);
    for (std::uint32_t i = 0; i < 12; ++i) {
        const MatchGame& game = alone.games[i];
        CHECK(game.number == i);
        CHECK(game.first_has_white == (i % 2 == 0));
        CHECK(game.record.tag(i % 2 == 0 ? "White" : "Black") == "difficile");
        CHECK(game.record.tag("Round") == std::to_string(i + 1));
        CHECK(game.record.game.over());
        CHECK(game.record.result == result_of(game.record.game.end()));
        CHECK(game.use[0].turns + game.use[1].turns + 2 == game.record.game.turns().size());
        CHECK(game.use[0].nodes > 0);
        CHECK(game.use[0].longest <= game.use[0].time);
    }
    for (std::size_t i = 0; i < 12; i += 2) {
        for (std::size_t ply = 0; ply < 2; ++ply) {
            CHECK(alone.games[i].record.game.turns()[ply] ==
                  alone.games[i + 1].record.game.turns()[ply]);
        }
    }
    options.concurrency = 5;
    CHECK(records_of(play_match(options).games) == records_of(alone.games));
    options.seed = 8;
    CHECK(records_of(play_match(options).games) != records_of(alone.games));
}

TEST_CASE("games of all rule sets end by the rules, or grow too long") {
    for (const NamedRules& named : named_rules()) {
        MatchOptions options = options_of(side_of(Level::Medio, 1), side_of(Level::Medio, 1), 10);
        options.rules = named.rules;
        options.most_plies = 150;
        const Played played = play_match(options);
        REQUIRE(played.result.has_value());
        for (const MatchGame& game : played.games) {
            const GameRecord& record = game.record;
            CHECK(record.result != GameResult::Unknown);
            if (record.game.over()) continue;
            CHECK(record.game.turns().size() == 150);
            CHECK(record.result == GameResult::Draw);
            CHECK(record.tag("Termination") == "adjudication");
        }
    }
}

TEST_CASE("seeds of games differ") {
    std::set<std::uint64_t> seeds;
    for (std::uint32_t game = 0; game < 1000; ++game) {
        for (std::size_t side = 0; side < 2; ++side) seeds.insert(game_seed(1, game, side));
    }
    CHECK(seeds.size() == 2000);
    CHECK_FALSE(seeds.contains(game_seed(2, 0, 0)));
}

TEST_CASE("a match that is stopped leaves the games that were finished") {
    std::atomic<bool> stop{false};
    MatchOptions options = options_of(side_of(Level::Medio, 1), side_of(Level::Facile, 1), 10000);
    options.concurrency = 2;
    std::vector<std::uint32_t> numbers;
    const Result<void> result = run_match(options, stop, [&](const MatchGame& game) {
        numbers.push_back(game.number);
        if (numbers.size() == 5) stop = true;
    });
    CHECK(result.has_value());
    CHECK(numbers.size() >= 5);
    CHECK(numbers.size() < 10);
    CHECK(std::is_sorted(numbers.begin(), numbers.end()));
    stop = true;
    CHECK(play_match(options, stop).games.empty());
}

TEST_CASE("another program that misbehaves loses, and the match goes on") {
    const auto check_lost = [](const MatchSide& bad, const std::string& reason,
                               const std::string& fault) {
        const Played played = play_match(options_of(side_of(Level::Facile, 1), bad, 4));
        INFO((played.result ? std::string() : played.result.error().message));
        REQUIRE(played.result.has_value());
        REQUIRE(played.games.size() == 4);
        for (const MatchGame& game : played.games) {
            CHECK(game.record.tag("Termination") == reason);
            CHECK(game.record.result ==
                  (game.first_has_white ? GameResult::WhiteWins : GameResult::BlackWins));
            INFO(game.fault);
            CHECK(game.fault.find(fault) != std::string::npos);
        }
    };
    check_lost(shell_engine("echo bestmove d9"), "illegal turn", "'d9'");
    check_lost(shell_engine("echo bestmove '(none)'"), "illegal turn", "'(none)'");
    check_lost(shell_engine("echo bestmove"), "illegal turn", "without a turn");
    check_lost(shell_engine("echo info depth 1; exit 1"), "no answer", "has ended");
}

TEST_CASE("another program may name its removals in answers of their own") {
    // Of the removal it is asked with its own half of the turn among the moves.
    const MatchSide halves = program(
        "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;;"
        " position) moves=$rest;; go) case $moves in"
        " *' d6 f4 d2 b4') echo info nodes 5; echo bestmove F6 ponder b2;;"
        " *' d6 f4 d2 b4 f6 a1') echo bestmove B6;;"
        " *' d6 f4 d2 b4 f6 a1 b6') echo bestmove XA1 ponder b2;;"
        " *) echo bestmove none;; esac;; esac; done");
    auto player = make_participant(halves, {}).value();
    REQUIRE(player->new_game(1));
    Game game;
    const auto play = [&game](std::string_view text) {
        REQUIRE(game.play(parse_turn(text, game.position(), game.rules()).value()));
    };
    for (const char* text : {"d6", "f4", "d2", "b4"}) play(text);
    const auto whole = player->choose(game, kGoOn);
    REQUIRE(whole);
    CHECK(to_string(whole->turn) == "f6");
    CHECK(whole->nodes == 5);
    for (const char* text : {"f6", "a1"}) play(text);
    const auto halved = player->choose(game, kGoOn);
    REQUIRE(halved);
    CHECK(to_string(halved->turn) == "b6xa1");
    play("b6xf4");
    CHECK_FALSE(player->choose(game, kGoOn));  // "none" is no turn
}

TEST_CASE("another program that gives no answer in time loses") {
    MatchSide slow = shell_engine("true");
    slow.limits = {};
    slow.limits.time = std::chrono::milliseconds(20);
    const auto begin = std::chrono::steady_clock::now();
    MatchOptions options = options_of(slow, side_of(Level::Facile, 1), 2);
    options.concurrency = 2;
    const Played played = play_match(options);
    REQUIRE(played.games.size() == 2);
    CHECK(played.games[0].record.tag("Termination") == "no answer");
    CHECK(played.games[0].fault.find("movetime 20") != std::string::npos);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}

TEST_CASE("a program that does not start ends the match") {
    for (const char* command : {"/no/such/program 2>/dev/null", "exit 3", "echo hello"}) {
        const Played played =
            play_match(options_of(side_of(Level::Facile, 1), program(command), 4));
        REQUIRE_FALSE(played.result.has_value());
        CHECK(played.result.error().code == ErrorCode::Io);
        CHECK(played.result.error().message.find(command) != std::string::npos);
    }
}

TEST_CASE("a process is read in lines, with patience") {
    using Clock = EngineProcess::Clock;
    auto process = EngineProcess::start("printf 'one\\r\\n\\ntwo'; read x; echo; echo $x").value();
    const auto soon = [] { return Clock::now() + std::chrono::seconds(10); };
    CHECK(process.read(soon()).value() == "one");
    CHECK(process.read(soon()).value() == "");
    CHECK_FALSE(process.read(Clock::now() + std::chrono::milliseconds(50)).value());
    CHECK(process.send("three").has_value());
    CHECK(process.read(soon()).value() == "two");
    CHECK(process.read(soon()).value() == "three");
    CHECK_FALSE(process.read(soon()).has_value());
    auto endless = EngineProcess::start("tr '\\0' x </dev/zero").value();
    CHECK_FALSE(endless.read(soon()).has_value());
}

TEST_CASE("results are counted by colour and by pair") {
    MatchScore score;
    CHECK_FALSE(score.interval());
    score.add(0, true, GameResult::WhiteWins);   // 1
    score.add(3, false, GameResult::WhiteWins);  // 0
    CHECK_FALSE(score.interval());
    score.add(1, false, GameResult::Draw);      // ½
    score.add(2, true, GameResult::BlackWins);  // 0
    CHECK(score.all().games() == 4);
    CHECK(score.all().wins == 1);
    CHECK(score.all().draws == 1);
    CHECK(score.all().losses == 2);
    CHECK(score.all().score() == 0.375);
    CHECK(score.with(Side::White).wins == 1);
    CHECK(score.with(Side::Black).draws == 1);
    CHECK(score.pairs() == std::array<std::uint32_t, 5>{1, 0, 0, 1, 0});
    REQUIRE(score.interval().has_value());
    CHECK(score.interval()->score == Approx(0.375));
}

TEST_CASE("intervals never close, and stay between 0 and 1") {
    const auto of = [](std::uint32_t pairs, GameResult white, GameResult black) {
        MatchScore score;
        for (std::uint32_t i = 0; i < pairs; ++i) {
            score.add(2 * i, true, white);
            score.add(2 * i + 1, false, black);
        }
        return score.interval().value();
    };
    const ScoreInterval won = of(100, GameResult::WhiteWins, GameResult::BlackWins);
    CHECK(won.score == 1);
    CHECK(won.high == 1);
    CHECK(won.low == Approx(0.963).margin(0.001));
    const ScoreInterval drawn = of(100, GameResult::Draw, GameResult::Draw);
    CHECK(drawn.score == 0.5);
    CHECK(drawn.low < 0.497);
    CHECK(drawn.high > 0.503);
    CHECK(drawn.low > 0.48);
    CHECK(elo_of(0.5) == 0);
    CHECK(elo_of(0.76) == Approx(200.2).margin(0.1));
    CHECK(std::isinf(elo_of(1)));
    CHECK(elo_of(0) < 0);
}

TEST_CASE("about 95 of 100 intervals hold the truth, whether the games of a pair agree or not") {
    std::mt19937 random(1);
    for (const double strength : {0.5, 0.7, 0.9}) {
        for (const bool agree : {false, true}) {
            int held = 0;
            constexpr int kMatches = 2000;
            for (int n = 0; n < kMatches; ++n) {
                MatchScore score;
                std::bernoulli_distribution wins(strength);
                for (std::uint32_t pair = 0; pair < 100; ++pair) {
                    const bool first = wins(random);
                    const bool second = agree ? first : wins(random);
                    score.add(2 * pair, true,
                              first ? GameResult::WhiteWins : GameResult::BlackWins);
                    score.add(2 * pair + 1, false,
                              second ? GameResult::BlackWins : GameResult::WhiteWins);
                }
                const ScoreInterval interval = score.interval().value();
                held += interval.low <= strength && strength <= interval.high ? 1 : 0;
            }
            INFO(strength << ' ' << agree);
            CHECK(held > 0.92 * kMatches);
            CHECK(held < 0.97 * kMatches);
        }
    }
}
