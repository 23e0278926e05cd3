// The levels without databases: what they choose, that it is legal and in time, and by chance only
// where chance is meant.
#include "engine/player.hpp"

#include <array>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/game.hpp"
#include "tests/catch.hpp"
#include "tests/engine/games.hpp"

using namespace mulino;
using namespace mulino::test;

namespace {

Choice choose(Player& player, const Game& game, const Limits& limits = {.nodes = 20'000}) {
    const std::atomic<bool> stop = false;
    return player.choose(game, limits, stop);
}

Player difficile(const Rules& rules = {}, std::uint64_t seed = 0) {
    return Player({.rules = rules, .seed = seed, .hash_bytes = std::size_t{1} << 20});
}

std::string turn_at(std::string_view position, const Rules& rules = {},
                    const Limits& limits = {.depth = 6}) {
    Player player = difficile(rules);
    return to_string(choose(player, game_at(position, rules), limits).turn);
}

// The turns that a level chooses under many seeds.
std::set<std::string> turns_of(Level level, const Game& game) {
    std::set<std::string> turns;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Player player({.level = level, .rules = game.rules(), .seed = seed});
        turns.insert(to_string(choose(player, game).turn));
    }
    return turns;
}

std::set<std::string> texts(const std::vector<Turn>& turns) {
    std::set<std::string> all;
    for (const Turn& turn : turns) all.insert(to_string(turn));
    return all;
}

}  // namespace

TEST_CASE("levels have names") {
    for (const Level level : {Level::Facile, Level::Medio, Level::Difficile}) {
        CHECK(parse_level(to_string(level)) == level);
    }
    CHECK(parse_level("Medio") == Level::Medio);
    const auto unknown = parse_level("hard");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().code == ErrorCode::BadArgument);
    CHECK(unknown.error().message.find("facile, medio and difficile") != std::string::npos);
}

TEST_CASE("facile closes a mill where it can, with any removal, and plays at random elsewhere") {
    const Game closing = game_at("W.W/.../B../B....B/.../.../... w 6 6");
    CHECK(turns_of(Level::Facile, closing) == std::set<std::string>{"d7xc5", "d7xa4", "d7xg4"});

    const Game quiet = game_at("W../.../B../....../.../.../... w 8 8");
    CHECK(turns_of(Level::Facile, quiet) == texts(legal_turns(quiet.position(), quiet.rules())));

    // A mill that may remove nothing is a mill.
    Rules absolute;
    absolute.protection = Protection::Absolute;
    const Game nothing = game_at("BBB/.../.../....../.../.../W.W w 6 5", absolute);
    CHECK(turns_of(Level::Facile, nothing) == std::set<std::string>{"d1"});
}

TEST_CASE("medio sees its own turn and the answer") {
    // Both could close a mill; Black's is closed with the removal that stops White's.
    const Game both = game_at("W.W/.../B../B....B/.../.../B.. b 4 5");
    const auto chosen = turns_of(Level::Medio, both);
    for (const std::string& turn : chosen) {
        CHECK((turn == "d7" || turn.find('x') != std::string::npos));
    }
    // One turn stops the mill that White would close.
    CHECK(turns_of(Level::Medio, game_at("W.W/.../B../.....B/.../.../... b 7 7")) ==
          std::set<std::string>{"d7"});
}

TEST_CASE("medio breaks ties at random, and a seed repeats it") {
    const Game start{};
    const auto first = turns_of(Level::Medio, start);
    CHECK(first.size() > 1);
    Player one({.level = Level::Medio, .seed = 5});
    Player two({.level = Level::Medio, .seed = 5});
    CHECK(choose(one, start).turn == choose(two, start).turn);
}

TEST_CASE("difficile closes mills, stops them, and finds wins") {
    // A win at once: Black is left with two men.
    CHECK(turn_at("WW./.../B../B..W.B/.../.../... w").substr(0, 5) == "e4-g7");
    Player player = difficile();
    const Choice choice = choose(player, game_at("WW./.../B../B..W.B/.../.../... w"));
    CHECK(choice.score().value == Wdl::Win);
    CHECK(choice.score().plies == 1);
    // The only way to go on.
    CHECK(turn_at("W.W/.../B../.....B/.../.../... b 7 7") == "d7");
}

TEST_CASE("what it expects is a line of legal turns") {
    for (const Game& start : games_at_random(20, 77)) {
        Player player = difficile(start.rules());
        const Choice choice = choose(player, start);
        Game game = start;
        REQUIRE_FALSE(choice.info.pv.empty());
        CHECK(choice.info.pv.front() == choice.turn);
        for (const Turn& turn : choice.info.pv) {
            if (game.over()) break;
            REQUIRE(game.play(turn));
        }
    }
}

TEST_CASE("reports grow deeper, and the last one is the answer's") {
    Player player = difficile();
    const std::atomic<bool> stop = false;
    std::vector<SearchInfo> infos;
    const Choice choice = player.choose(Game{}, {.depth = 5}, stop,
                                        [&](const SearchInfo& info) { infos.push_back(info); });
    REQUIRE(infos.size() == 5);
    for (std::size_t i = 0; i < infos.size(); ++i) {
        CHECK(infos[i].depth == static_cast<int>(i) + 1);
        CHECK(infos[i].selective_depth >= infos[i].depth);
        if (i > 0) CHECK(infos[i].nodes > infos[i - 1].nodes);
    }
    CHECK(choice.info.depth == 5);
    CHECK(choice.info.nodes == infos.back().nodes);
    CHECK(choice.info.db_hits == 0);
}

TEST_CASE("limits end a search, and there is a legal turn even so") {
    const Game start{};
    Player player = difficile();
    for (const std::uint64_t nodes : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1'000}}) {
        const Choice choice = choose(player, start, {.nodes = nodes});
        Game game = start;
        CHECK(game.play(choice.turn));
        CHECK(choice.info.nodes <= nodes + 1);
    }
    const std::atomic<bool> stopped = true;
    Game game = start;
    CHECK(game.play(player.choose(start, {.infinite = true}, stopped).turn));

    std::atomic<bool> stop = false;
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop = true;
    });
    game = start;
    CHECK(game.play(player.choose(start, {.infinite = true}, stop).turn));
    CHECK(stop);  // it did not come back before
    later.join();
}

TEST_CASE("equal players play equal games") {
    const auto moves = [](Level level, std::uint64_t seed) {
        const Rules rules = *parse_rules("italian");
        Player white({.level = level, .rules = rules, .seed = seed, .hash_bytes = 1 << 18});
        Player black = difficile(rules, seed);
        return text_of(play_game(white, black, Game(rules), {.nodes = 300}));
    };
    CHECK(moves(Level::Difficile, 1) == moves(Level::Difficile, 1));
    CHECK(moves(Level::Facile, 1) == moves(Level::Facile, 1));
    CHECK(moves(Level::Facile, 1) != moves(Level::Facile, 2));
}

TEST_CASE("a new game forgets the one before") {
    Player player = difficile();
    const Choice first = choose(player, Game{}, {.depth = 5});
    static_cast<void>(choose(player, game_at("W.W/.../B../.....B/.../.../... b 7 7")));
    player.new_game();
    const Choice again = choose(player, Game{}, {.depth = 5});
    CHECK(again.turn == first.turn);
    CHECK(again.info.nodes == first.info.nodes);
}

TEST_CASE("one ply before the no-capture limit only a removal counts") {
    Rules rules;
    rules.no_capture_limit = 50;
    // White could close its mill now; all else is a draw, however good it looks.
    const std::string_view position = "WW./..W/.WW/B..W.B/..B/.../B.. w 0 0 49";
    for (const int depth : {1, 2, 5}) {
        CHECK(turn_at(position, rules, {.depth = depth}).find('x') != std::string::npos);
    }
    Player player = difficile(rules);
    const Choice choice =
        choose(player, game_at("W.W/..W/.WB/B..W.B/..B/.B./B.B w 0 0 49", rules), {.depth = 5});
    CHECK(choice.score() == Score{});  // it is drawn, whatever is played
}

TEST_CASE("who stands better does not repeat the position, who stands worse does") {
    Rules rules;
    rules.repetition = 3;
    // White has six men, Black three. Both go to and fro for seven plies.
    const auto to_and_fro = [&](std::string_view start, std::array<std::string_view, 4> turns) {
        Game game = game_at(start, rules);
        for (std::size_t n = 0; n < 7; ++n) {
            const auto turn = parse_turn(turns[n % 4], game.position(), rules);
            REQUIRE(turn);
            REQUIRE(game.play(*turn));
        }
        return game;
    };
    // The fourth turn of the four would bring about the start for the third time.
    Player player = difficile(rules);
    const Game black =
        to_and_fro("W.W/..W/.W./W...../..B/.W./B.B w", {"g7-g4", "e3-e4", "g4-g7", "e4-e3"});
    CHECK(to_string(choose(player, black).turn) == "e4-e3");
    const Game white =
        to_and_fro("W.W/..W/.W./W...../..B/.W./B.B b", {"e3-e4", "g7-g4", "e4-e3", "g4-g7"});
    CHECK(to_string(choose(player, white).turn) != "g4-g7");
}
