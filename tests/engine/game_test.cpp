// A game ends as the rules of its set say, and takes back what was played.
#include "engine/game.hpp"

#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace mulino;

namespace {

Position position_of(std::string_view text) { return parse_position(text).value(); }

// Plays the turns, all of which must be legal.
void play_all(Game& game, const std::vector<std::string>& turns) {
    for (const std::string& text : turns) {
        INFO(text);
        const Result<Turn> turn = parse_turn(text, game.position(), game.rules());
        REQUIRE(turn.has_value());
        REQUIRE(game.play(*turn).has_value());
    }
}

Turn turn_of(std::string_view from, std::string_view to) {
    return {parse_point(from), *parse_point(to), 0};
}

// Four men each that can walk to and fro without closing a mill.
const std::string kWalk = "W.W/.../.B./B.B..W/.B./.../..W w";
const std::vector<std::string> kCircle{"a7-d7", "d5-e5", "d7-a7", "e5-d5"};

}  // namespace

TEST_CASE("a new game begins as its rules say") {
    const Game game;
    CHECK(game.position() == start_position({}));
    CHECK(game.turns().empty());
    CHECK(game.positions().size() == 1);
    CHECK(game.occurrences() == 1);
    CHECK(game.end() == GameEnd{});
    CHECK_FALSE(game.end().drawn());
    CHECK(Game(parse_rules("croatian").value()).to_move() == Side::Black);
}

TEST_CASE("turns are played and taken back") {
    Game game;
    play_all(game, {"d6", "a1", "f6", "a4", "b6xa1"});
    CHECK(game.turns().size() == 5);
    CHECK(to_string(game.turns()[4]) == "b6xa1");
    CHECK(to_string(game.position()) == ".../WWW/.../B...../.../.../... b 6 7");
    const Position before = game.positions()[4];
    CHECK(game.undo());
    CHECK(game.position() == before);
    CHECK(game.turns().size() == 4);
    for (int i = 0; i < 4; ++i) CHECK(game.undo());
    CHECK_FALSE(game.undo());
    CHECK(game.position() == game.start());
}

TEST_CASE("a turn that is not legal is refused with the reason and changes nothing") {
    Game game;
    play_all(game, {"d6"});
    const Position before = game.position();
    const auto refused = [&](const Turn& turn, const std::string& reason) {
        const Result<void> played = game.play(turn);
        REQUIRE_FALSE(played.has_value());
        CHECK(played.error().code == ErrorCode::BadTurn);
        INFO(played.error().message);
        CHECK(played.error().message.find(reason) != std::string::npos);
        CHECK(game.position() == before);
        CHECK(game.turns().size() == 1);
    };
    refused(Turn{{}, *parse_point("d6"), 0}, "not empty");
    refused(turn_of("d6", "d7"), "must place");
    refused(Turn{{}, *parse_point("a1"), bit(*parse_point("d6"))}, "closes no mill");
}

TEST_CASE("the third occurrence ends a game, whoever repeats") {
    Game game(parse_rules("italian").value(), position_of(kWalk));
    play_all(game, kCircle);
    CHECK(game.occurrences() == 2);
    CHECK_FALSE(game.over());
    play_all(game, {"a7-d7", "d5-e5", "d7-a7"});
    CHECK(game.occurrences() == 2);
    play_all(game, {"e5-d5"});
    CHECK(game.occurrences() == 3);
    CHECK(game.end() == GameEnd{EndReason::Repetition, {}});
    CHECK(game.end().drawn());
    CHECK(in_words(game.end(), game.rules()) == "the position has occurred 3 times");
    const Result<void> played = game.play(turn_of("a7", "d7"));
    REQUIRE_FALSE(played.has_value());
    CHECK(played.error().message.find("over") != std::string::npos);
    CHECK(game.undo());
    CHECK_FALSE(game.over());
}

TEST_CASE("the same men with the other side to move are another position") {
    Game game(parse_rules("italian").value(), position_of(kWalk));
    Position other_side = game.position();
    other_side.to_move = Side::Black;
    CHECK(game.occurrences_of(game.position()) == 1);
    CHECK(game.occurrences_of(other_side) == 0);
}

TEST_CASE("sets without draw rules go on") {
    Game game(parse_rules("croatian").value(), position_of(kWalk));
    for (int i = 0; i < 50; ++i) play_all(game, kCircle);
    CHECK(game.occurrences() == 51);
    CHECK(game.position().plies_without_removal == 200);
    CHECK_FALSE(game.over());
}

TEST_CASE("the limit of plies without a removal ends a game") {
    Rules rules = parse_rules("italian").value();
    rules.repetition.reset();
    Game game(rules, position_of(kWalk));
    for (int i = 0; i < 12; ++i) play_all(game, kCircle);
    play_all(game, {"a7-d7"});
    CHECK(game.position().plies_without_removal == 49);
    CHECK_FALSE(game.over());
    play_all(game, {"d5-e5"});
    CHECK(game.end() == GameEnd{EndReason::NoCaptureLimit, {}});
    CHECK(in_words(game.end(), rules) == "50 plies have passed without a removal");
    // A start may bring a count with it.
    CHECK_FALSE(Game(rules, position_of(kWalk + " 0 0 49")).over());
    CHECK(Game(rules, position_of(kWalk + " 0 0 50")).over());
}

TEST_CASE("placings are not counted, removals begin anew") {
    Rules rules;
    rules.no_capture_limit = 3;
    Game game(rules, position_of("WW./.../.../W.B.B./..B/.../... b 0 1"));
    play_all(game, {"g1"});
    CHECK(game.position().plies_without_removal == 0);
    play_all(game, {"a4-a1", "c4-b4"});
    CHECK(game.position().plies_without_removal == 2);
}

TEST_CASE("too few men and no turn lose, and come before a draw") {
    const auto lost = [](std::string_view text, EndReason reason, std::uint16_t counter) {
        Position position = position_of(text);
        position.plies_without_removal = counter;
        const Game game(parse_rules("italian").value(), position);
        CHECK(game.end() == GameEnd{reason, other(position.to_move)});
        CHECK_FALSE(game.end().drawn());
    };
    lost("WWW/.../.../....../B.B/.../... b", EndReason::FewMen, 0);
    lost("WWW/.../.../....../B.B/.../... b", EndReason::FewMen, 50);
    // Black holds the corners and their ways out; White's four men cannot step.
    lost("WBW/.../.../B....B/.../.../WBW w", EndReason::Blocked, 0);
    lost("WBW/.../.../B....B/.../.../WBW w", EndReason::Blocked, 50);
    CHECK(in_words({EndReason::FewMen, Side::White}, {}) == "Black has fewer than three men");
    CHECK(in_words({EndReason::Blocked, Side::Black}, {}) == "White has no legal turn");
}

TEST_CASE("a side may resign, and think better of it") {
    Game game;
    play_all(game, {"d6"});
    CHECK(game.resign(Side::White).has_value());
    CHECK(game.end() == GameEnd{EndReason::Resignation, Side::Black});
    CHECK(in_words(game.end(), game.rules()) == "White resigns");
    CHECK_FALSE(game.resign(Side::Black).has_value());
    CHECK_FALSE(game.play(Turn{{}, *parse_point("a1"), 0}).has_value());
    CHECK(game.undo());
    CHECK_FALSE(game.over());
    CHECK(game.turns().size() == 1);
}

TEST_CASE("random games agree with a count of all positions") {
    std::mt19937 random(7);
    for (const NamedRules& named : named_rules()) {
        for (int n = 0; n < 20; ++n) {
            Game game(named.rules);
            std::map<std::string, int> seen{{to_string(game.position()), 1}};
            while (!game.over() && game.turns().size() < 400) {
                const std::vector<Turn> turns = legal_turns(game.position(), game.rules());
                REQUIRE(game.play(turns[random() % turns.size()]).has_value());
                CHECK(game.occurrences() == ++seen[to_string(game.position())]);
            }
            if (game.end().reason == EndReason::Repetition) CHECK(game.occurrences() == 3);
        }
    }
}
