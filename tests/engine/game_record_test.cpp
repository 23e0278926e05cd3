// Records are written in one form and read in many.
#include "engine/game_record.hpp"

#include <random>
#include <string>
#include <vector>

#include "game/rules_text.hpp"
#include "tests/catch.hpp"

using namespace mulino;

namespace {

GameRecord read_one(std::string_view text) {
    const Result<std::vector<GameRecord>> records = read_game_records(text);
    INFO((records ? std::string() : records.error().message));
    REQUIRE(records.has_value());
    REQUIRE(records->size() == 1);
    return records->front();
}

std::string turns_of(const GameRecord& record) {
    std::string text;
    for (const Turn& turn : record.game.turns()) text += to_string(turn) + ' ';
    return text;
}

void check_refused(std::string_view text, const std::vector<std::string>& words) {
    const Result<std::vector<GameRecord>> records = read_game_records(text);
    INFO(text);
    REQUIRE_FALSE(records.has_value());
    for (const std::string& word : words) {
        INFO(records.error().message);
        CHECK(records.error().message.find(word) != std::string::npos);
    }
}

const std::string kRecord =
    "[White \"Ada\"]\n"
    "[Black \"Bruno \\\"the mill\\\" B.\\\\\"]\n"
    "[Event \"at the inn\"]\n"
    "[Result \"*\"]\n"
    "[Rules \"italian\"]\n"
    "\n"
    "1. d6 a1 2. f6 a4 3. b6xa1 *\n";

}  // namespace

TEST_CASE("a record is written in one form") {
    Game game(parse_rules("italian").value());
    for (const char* turn : {"d6", "a1", "f6", "a4", "b6xa1"}) {
        REQUIRE(game.play(parse_turn(turn, game.position(), game.rules()).value()).has_value());
    }
    GameRecord record{{}, game, GameResult::Unknown, {}};
    record.set_tag("White", "Ada");
    record.set_tag("Black", "Bruno");
    record.set_tag("Black", "Bruno \"the mill\" B.\\");
    record.set_tag("Event", "at the\ninn");
    CHECK(to_text(record) == kRecord);
    CHECK(to_text(read_one(kRecord)) == kRecord);
}

TEST_CASE("players that are not named are question marks") {
    const std::string text = to_text(GameRecord{{}, Game(), GameResult::Unknown, {}});
    CHECK(text.find("[White \"?\"]\n[Black \"?\"]\n") == 0);
    CHECK(text.find("\n\n*\n") != std::string::npos);
}

TEST_CASE("long games are broken into lines of 80 characters") {
    Game game(parse_rules("croatian").value());
    std::mt19937 random(1);
    while (!game.over() && game.turns().size() < 300) {
        const std::vector<Turn> turns = legal_turns(game.position(), game.rules());
        REQUIRE(game.play(turns[random() % turns.size()]).has_value());
    }
    const std::string text = to_text(GameRecord{{}, game, GameResult::Unknown, {}});
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
        CHECK(text.find('\n', begin) - begin <= 80);
    }
    CHECK(turns_of(read_one(text)) == turns_of(GameRecord{{}, game, GameResult::Unknown, {}}));
}

TEST_CASE("random games under all rule sets are read as written") {
    std::mt19937 random(3);
    for (const NamedRules& named : named_rules()) {
        for (int n = 0; n < 25; ++n) {
            Rules rules = named.rules;
            if (n % 2 == 1) rules.no_capture_limit = 20;
            Game game(rules);
            const std::size_t most = random() % 200;
            while (!game.over() && game.turns().size() < most) {
                const std::vector<Turn> turns = legal_turns(game.position(), rules);
                REQUIRE(game.play(turns[random() % turns.size()]).has_value());
            }
            // Half of the games begin where the other half ended.
            if (n % 3 == 0 && !game.over()) game = Game(rules, game.position());
            const std::string text = to_text(GameRecord{{}, game, result_of(game.end()), {}});
            const GameRecord read = read_one(text);
            CHECK(read.game.start() == game.start());
            CHECK(read.game.rules() == rules);
            CHECK(read.game.position() == game.position());
            CHECK(read.game.end() == game.end());
            CHECK(read.result == result_of(game.end()));
            CHECK(read.remarks.empty());
            CHECK(to_text(read) == text);
        }
    }
}

TEST_CASE("reading forgives") {
    const std::string turns = "d6 a1 f6 a4 b6xa1 ";
    CHECK(turns_of(read_one("d6 a1 f6 a4 b6xa1")) == turns);
    CHECK(turns_of(read_one("1.D6 A1 2.F6 A4 3.B6XA1 *")) == turns);
    CHECK(turns_of(read_one("1. d6 1... a1 2. f6 ... a4\r\n3. b6 xa1\r\n")) == turns);
    CHECK(turns_of(read_one("\xEF\xBB\xBF; a comment\n% a line for programs\nd6! a1?! {yes\nno} f6 "
                            "(f4 {)} a7 (g7)) a4 $5 b6xa1 1/2-1/2")) == turns);
    const GameRecord record = read_one("[ White  Ada ]\n[Round \"7\"] [Rules \"polish\"]\n\nd6");
    CHECK(record.tag("White") == "Ada");
    CHECK(record.tag("Round") == "7");
    CHECK(record.tag("Black") == "");
    CHECK(rules_name(record.game.rules()) == "polish");
    CHECK(read_one("d6").game.rules() == parse_rules("italian").value());
}

TEST_CASE("other starts and rules") {
    const GameRecord record = read_one(
        "[FEN \"W:d7,g7,g1 B:d5,a4,g4 b 0 0 7\"]\n[Rules \"spanish flying=off\"]\n\n"
        "1. d5-c5 g1-d1 *");
    CHECK(to_string(record.game.start(), CounterText::Show) ==
          ".WW/.../.B./B....B/.../.../..W b 0 0 7");
    CHECK(record.game.position().plies_without_removal == 9);
    CHECK(to_text(record).find("[FEN \".WW/.../.B./B....B/.../.../..W b 0 0 7\"]") !=
          std::string::npos);
    CHECK(to_text(record).find("[Rules \"spanish flying=off\"]") != std::string::npos);
    CHECK(to_text(record).find("\n1. d5-c5 g1-d1 *\n") != std::string::npos);
}

TEST_CASE("several games follow one another") {
    const auto records = read_game_records(
        "[White \"A\"]\n\n1. d6 1-0\n\n[White \"B\"]\n\n1. a1\n"
        "[White \"C\"]\n\n* a4 b4 0-1");
    REQUIRE(records.has_value());
    REQUIRE(records->size() == 4);
    CHECK(records->at(0).tag("White") == "A");
    CHECK(records->at(0).result == GameResult::WhiteWins);
    CHECK(turns_of(records->at(1)) == "a1 ");
    CHECK(records->at(2).game.turns().empty());
    CHECK(turns_of(records->at(3)) == "a4 b4 ");
    CHECK(records->at(3).tag("White") == "");
}

TEST_CASE("results come from the rules, the turns, the tag, in this order") {
    // A win on the board that is not over was given up.
    const GameRecord given_up = read_one("d6 a1 0-1");
    CHECK(given_up.game.end() == GameEnd{EndReason::Resignation, Side::Black});
    CHECK(to_text(given_up).find("[Termination \"resignation\"]") != std::string::npos);
    const GameRecord late = read_one("[Termination \"time\"]\n[Result \"0-1\"]\n\nd6 a1");
    CHECK_FALSE(late.game.over());
    CHECK(late.result == GameResult::BlackWins);
    CHECK(late.remarks.empty());
    CHECK(to_text(late).find("[Termination \"time\"]") != std::string::npos);
    const GameRecord agreed = read_one("[Result \"*\"]\n\nd6 a1 1/2-1/2");
    CHECK(agreed.result == GameResult::Draw);
    CHECK_FALSE(agreed.game.over());

    const GameRecord over =
        read_one("[FEN \"WW./.../.../.....W/.../B.B/B.. w\"]\n[Result \"0-1\"]\n\ng4-g7xa1");
    CHECK(over.game.end() == GameEnd{EndReason::FewMen, Side::White});
    CHECK(over.result == GameResult::WhiteWins);
    REQUIRE(over.remarks.size() == 1);
    CHECK(over.remarks[0].find("line 2") != std::string::npos);
    const GameRecord odd = read_one("[Result \"victory\"]\n\nd6 *");
    REQUIRE(odd.remarks.size() == 1);
    CHECK(odd.remarks[0].find("'victory'") != std::string::npos);
}

TEST_CASE("what cannot be read is named with its line") {
    check_refused("", {"no game"});
    check_refused("; nothing\n", {"no game"});
    check_refused("1. d6 a1\n2. d6", {"line 2", "'d6'", "not empty"});
    check_refused("1. d6 a1\n2. f6 a4\n3. b6", {"line 3", "'b6'", "removes one man"});
    check_refused("1. d6 a1\n2. f6\nxa1", {"line 2", "'f6 xa1'", "no mill"});
    check_refused("d6 hello", {"line 1", "'hello'"});
    check_refused("d6\n{never closed\n\n", {"line 2", "}"});
    check_refused("d6 (a1\n\n", {"line 1", ")"});
    check_refused("d6 )", {"line 1", "')'"});
    check_refused("[", {"line 1"});
    check_refused("[White \"Ada\"\n[Black \"B\"]", {"line 1", "'White'", "]"});
    check_refused("\n[Rules \"klingon\"]\n\nd6", {"line 2", "klingon"});
    check_refused("\n\n[FEN \"nothing at all\"]\n", {"line 3"});
    check_refused("[FEN \"WWW/.../.../....../B.B/.../... b\"]\na1", {"line 2", "'a1'", "over"});
}

TEST_CASE("bytes of any kind are read or refused") {
    std::mt19937 random(11);
    const std::string letters = "d6 a1f xX-17.[]{}();%\"\\\n$*!\xEF\x01/RulesFEN";
    for (int n = 0; n < 20000; ++n) {
        std::string text = n % 2 == 0 ? kRecord : std::string();
        for (auto i = random() % 30; i > 0; --i) {
            const char letter = letters[random() % letters.size()];
            if (text.empty() || random() % 2 == 0) {
                text += letter;
            } else {
                text[random() % text.size()] = letter;
            }
        }
        const auto records = read_game_records(text);
        if (!records) {
            CHECK_FALSE(records.error().message.empty());
            continue;
        }
        for (const GameRecord& record : *records) {
            CHECK(to_text(read_one(to_text(record))) == to_text(record));
        }
    }
}
