// The engine's end of the protocol, line by line, without a process.
#include "engine/protocol.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "game/turn.hpp"
#include "tests/catch.hpp"

using namespace mulino;
using namespace std::chrono_literals;

namespace {

// A partner that keeps all lines and can wait for one.
class Partner {
public:
    explicit Partner(ProtocolSettings settings = {})
        : protocol_([this](std::string_view line) { return keep(line); }, std::move(settings)) {}

    // The lines that came in answer, in the thread of handle().
    std::vector<std::string> say(const std::string& line) {
        const std::size_t before = lines().size();
        CHECK(protocol_.handle(line));
        std::vector<std::string> all = lines();
        return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
    }

    // The answer to a "go": the last line before and the best turn.
    std::string best(const std::string& go) {
        const std::size_t before = lines().size();
        CHECK(protocol_.handle(go));
        return wait_for("bestmove ", before).substr(9);
    }

    // The first line that begins so, from a number of lines on.
    std::string wait_for(const std::string& begin, std::size_t from = 0) {
        std::unique_lock lock(mutex_);
        std::string found;
        const bool came = changed_.wait_for(lock, 20s, [&] {
            for (std::size_t i = from; i < lines_.size(); ++i) {
                if (lines_[i].rfind(begin, 0) != 0) continue;
                found = lines_[i];
                return true;
            }
            return false;
        });
        REQUIRE(came);
        return found;
    }

    std::vector<std::string> lines() {
        const std::lock_guard lock(mutex_);
        return lines_;
    }

    void leave() {
        const std::lock_guard lock(mutex_);
        gone_ = true;
    }

    Protocol& protocol() { return protocol_; }

private:
    bool keep(std::string_view line) {
        const std::lock_guard lock(mutex_);
        if (gone_) return false;
        lines_.emplace_back(line);
        changed_.notify_all();
        return true;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> lines_;
    bool gone_ = false;
    Protocol protocol_;
};

bool contains(const std::vector<std::string>& lines, const std::string& text) {
    for (const std::string& line : lines) {
        if (line.find(text) != std::string::npos) return true;
    }
    return false;
}

// One complaint that names all the words.
void check_complaint(const std::vector<std::string>& lines, const std::vector<std::string>& words) {
    REQUIRE_FALSE(lines.empty());
    INFO(lines.front());
    CHECK(lines.front().rfind("info string error: ", 0) == 0);
    for (const std::string& word : words) {
        INFO(word);
        CHECK(lines.front().find(word) != std::string::npos);
    }
}

// The position that `d` tells.
std::string position_of(Partner& partner) {
    for (const std::string& line : partner.say("d")) {
        if (line.rfind("info string position ", 0) == 0) return line.substr(21);
    }
    return {};
}

const std::string kFigure9 = ".WW/.../.B./B....B/.../.../..W b";

}  // namespace

TEST_CASE("uci lists who it is and what can be set") {
    ProtocolSettings settings;
    settings.name = "mulino 1.2.3";
    Partner partner(settings);
    const auto lines = partner.say("uci");
    REQUIRE(lines.size() > 5);
    CHECK(lines.front() == "id name mulino 1.2.3");
    CHECK(lines.back() == "uciok");
    for (const char* option :
         {"option name Level type combo default difficile var facile var medio var difficile",
          "option name Database type string default <empty>",
          "option name CacheMB type spin default 64 min 1 max 65536",
          "option name HashMB type spin default 64 min 1 max 65536",
          "option name Rules type combo default italian var italian",
          "option name Flying type combo default own var own var both var off",
          "option name NoCaptureLimit type string default 50"}) {
        CHECK(contains(lines, option));
    }
}

TEST_CASE("positions are set by turns, whole or with their removals apart") {
    Partner partner;
    CHECK(position_of(partner) == ".../.../.../....../.../.../... w 9 9");
    for (const char* moves : {"d6 f4 d2 b4 f6 b2 b6xb2", "d6 f4 d2 b4 f6 b2 b6 xb2"}) {
        CHECK(partner.say(std::string("position startpos moves ") + moves).empty());
        CHECK(position_of(partner) == ".../WWW/.../.B..B./.../.W./... b 5 6");
    }
    CHECK(partner.say("position fen " + kFigure9).empty());
    CHECK(position_of(partner) == kFigure9);
    CHECK(partner.say("position fen  W:d7,g7,g1   B:d5,a4,g4 b  moves d5-a7").empty());
    CHECK(position_of(partner) == "BWW/.../.../B....B/.../.../..W w 0 0 1");
    CHECK(partner.say("position fen @*******/********/OO@O**@* b m s 3 0 3 0 12 moves").empty());
    CHECK(position_of(partner) == kFigure9);
    CHECK(partner.say("position startpos").empty());
    CHECK(position_of(partner) == ".../.../.../....../.../.../... w 9 9");
}

TEST_CASE("a bad word rejects the whole line and is named") {
    Partner partner;
    CHECK(partner.say("position startpos moves d6").empty());
    const std::string before = position_of(partner);
    check_complaint(partner.say("position startpos moves d6 f4 d9"), {"turn 3", "'d9'"});
    check_complaint(partner.say("position startpos moves d6 d6"), {"turn 2", "'d6'", "not empty"});
    check_complaint(partner.say("position startpos moves d6 f4 d2 b4 f6 b2 b6"),
                    {"turn 7", "'b6'", "removes one man"});
    check_complaint(partner.say("position startpos moves d6 xf4"), {"'d6 xf4'", "no mill"});
    check_complaint(partner.say("position startpos moves xd6"), {"'xd6'"});
    check_complaint(partner.say("position startpos d6"), {"'d6'", "startpos"});
    check_complaint(partner.say("position fen"), {"'fen'"});
    check_complaint(partner.say("position fen .W.W/... w moves d6"), {"row 7"});
    check_complaint(partner.say("position"), {"nothing"});
    check_complaint(partner.say("position middle"), {"'middle'"});
    // The third occurrence ended the game: what follows is no turn of it.
    check_complaint(partner.say("position fen W.W/.../.B./B.B..W/.B./.../..W w moves a7-d7 d5-e5 "
                                "d7-a7 e5-d5 a7-d7 d5-e5 d7-a7 e5-d5 a7-d7"),
                    {"turn 9", "over"});
    CHECK(position_of(partner) == before);
}

TEST_CASE("every go is answered by one bestmove, a legal turn") {
    Partner partner;
    for (const char* go : {"go depth 3", "go nodes 500", "go movetime 30", "go depth 2 nodes 100",
                           "go wtime 1000 btime 1000 winc 10 binc 10", "go wtime -5 btime 100",
                           "go wtime 500 btime 500 movestogo 5"}) {
        CHECK(partner.say("position startpos moves d6 f4").empty());
        const Position position = parse_position(position_of(partner)).value();
        const std::string turn = partner.best(go);
        INFO(go << ": " << turn);
        CHECK(parse_turn(turn, position, {}).has_value());
        CHECK(partner.wait_for("info depth ").find(" pv ") != std::string::npos);
    }
    CHECK(partner.say("wait").empty());
    std::size_t answers = 0;
    for (const std::string& line : partner.lines()) answers += line.rfind("bestmove", 0) == 0;
    CHECK(answers == 7);
}

TEST_CASE("info says how far, how good, how much") {
    Partner partner;
    CHECK(partner.say("position startpos moves d6 f4").empty());
    const std::string turn = partner.best("go depth 4");
    std::string last;
    for (const std::string& line : partner.lines()) {
        if (line.rfind("info depth", 0) == 0) last = line;
    }
    INFO(last);
    CHECK(last.rfind("info depth 4 seldepth ", 0) == 0);
    std::size_t at = 0;
    for (const char* word :
         {" score cp ", " nodes ", " nps ", " hashfull ", " dbhits 0 ", " time ", " pv "}) {
        const std::size_t found = last.find(word, at);
        CHECK(found != std::string::npos);
        at = found;
    }
    CHECK(last.find(" pv " + turn) != std::string::npos);
    // A mill that wins at once.
    CHECK(partner.say("position fen WW./.../.../.....W/.../B.B/B.. w").empty());
    partner.best("go depth 3");
    CHECK(contains(partner.lines(), "score mate 1 value win plies 1 "));
}

TEST_CASE("a go that cannot be searched is answered, too") {
    Partner partner;
    for (const char* go : {"go depth", "go depth 0", "go depth many", "go nodes -1", "go quickly",
                           "go movetime 1e3", "go ponder"}) {
        INFO(go);
        const auto lines = partner.say(go);
        REQUIRE(lines.size() == 2);
        check_complaint(lines, {"go refused"});
        CHECK(lines[1] == "bestmove (none)");
    }
    CHECK(partner.say("position fen WWW/.../.../....../B.B/.../... b").empty());
    const auto lines = partner.say("go depth 1");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == "info string the game is over: Black has fewer than three men");
    CHECK(lines[1] == "bestmove (none)");
}

TEST_CASE("while it searches, lines are answered and stop ends it") {
    Partner partner;
    CHECK(partner.protocol().handle("go infinite"));
    partner.wait_for("info depth 3 ");
    CHECK(partner.protocol().handle("isready"));
    partner.wait_for("readyok");
    for (const char* line : {"go depth 1", "position startpos", "setoption name HashMB value 8",
                             "ucinewgame", "wait"}) {
        const std::size_t before = partner.lines().size();
        CHECK(partner.protocol().handle(line));
        const std::string complaint = partner.wait_for("info string error: ", before);
        CHECK(complaint.find("stop ends it") != std::string::npos);
    }
    CHECK_FALSE(contains(partner.lines(), "bestmove"));
    const auto begin = std::chrono::steady_clock::now();
    CHECK(partner.protocol().handle("stop"));
    CHECK(std::chrono::steady_clock::now() - begin < 1s);
    CHECK(contains(partner.lines(), "bestmove "));
    CHECK(partner.say("stop").empty());
}

TEST_CASE("an infinite search answers no sooner than it is stopped") {
    Partner partner;
    // One turn only, and it wins.
    CHECK(partner.say("position fen WW./.../.../.....W/.../B.B/B.. w").empty());
    CHECK(partner.protocol().handle("go infinite"));
    std::this_thread::sleep_for(100ms);
    CHECK_FALSE(contains(partner.lines(), "bestmove"));
    partner.protocol().finish();
    CHECK(contains(partner.lines(), "bestmove g4-g7x"));
}

TEST_CASE("options are set, wrong ones are named") {
    Partner partner;
    CHECK(partner.say("setoption name Level value FACILE").empty());
    CHECK(partner.say("setoption name hashmb value 1").empty());
    CHECK(partner.say("setoption name CacheMB value 16").empty());
    CHECK(partner.say("setoption name Seed value 18446744073709551615").empty());
    CHECK(partner.say("setoption name Database value <empty>").empty());
    CHECK(partner.say("setoption name Database").empty());
    check_complaint(partner.say("setoption"), {"name NAME value VALUE"});
    check_complaint(partner.say("setoption Level facile"), {"name NAME value VALUE"});
    check_complaint(partner.say("setoption name"), {"nothing"});
    check_complaint(partner.say("setoption name Strength value 9"), {"'Strength'"});
    check_complaint(partner.say("setoption name Level value grande"), {"grande", "facile"});
    check_complaint(partner.say("setoption name HashMB value lots"), {"HashMB", "'lots'", "65536"});
    check_complaint(partner.say("setoption name CacheMB value 0"), {"CacheMB", "'0'"});
    check_complaint(partner.say("setoption name Rules value klingon"), {"klingon", "spanish"});
    check_complaint(partner.say("setoption name Flying value high"), {"high", "off"});
    check_complaint(partner.say("setoption name NoCaptureLimit value 0"), {"'0'", "none"});
}

TEST_CASE("rules decide who begins and when a game is over") {
    Partner partner;
    CHECK(partner.say("setoption name Rules value croatian").empty());
    CHECK(position_of(partner) == ".../.../.../....../.../.../... b 9 9");
    CHECK(partner.say("setoption name First value white").empty());
    CHECK(position_of(partner) == ".../.../.../....../.../.../... w 9 9");
    CHECK(contains(partner.say("d"), "rules croatian first=white"));
    CHECK(partner.say("setoption name NoCaptureLimit value 8").empty());
    CHECK(partner.say("position fen " + kFigure9 + " 0 0 8").empty());
    CHECK(contains(partner.say("d"), "8 plies have passed without a removal"));
    CHECK(partner.say("setoption name NoCaptureLimit value none").empty());
    CHECK(partner.say("position fen " + kFigure9 + " 0 0 8").empty());
    CHECK_FALSE(contains(partner.say("d"), "over"));
}

TEST_CASE("equal options give equal answers") {
    const auto answers = [](const std::string& level) {
        Partner partner;
        partner.say("setoption name Level value " + level);
        partner.say("setoption name Seed value 5");
        std::string all;
        std::string moves;
        for (int i = 0; i < 10; ++i) {
            partner.say("position startpos moves" + moves);
            const std::string turn = partner.best("go nodes 300");
            moves += ' ' + turn;
        }
        return moves;
    };
    for (const char* level : {"facile", "medio", "difficile"}) {
        CHECK(answers(level) == answers(level));
    }
    CHECK(answers("facile") != answers("medio"));
}

TEST_CASE("databases that are not there are complained about, and it plays on") {
    Partner partner;
    CHECK(partner.say("setoption name Database value /no/where:/else").empty());
    const auto lines = partner.say("isready");
    REQUIRE(lines.size() == 2);
    check_complaint(lines, {"no databases", "/no/where"});
    CHECK(lines[1] == "readyok");
    CHECK(partner.say("isready") == std::vector<std::string>{"readyok"});
    CHECK(partner.best("go depth 1") != "(none)");
    // A position makes ready as well, before any turn's time runs.
    CHECK(partner.say("setoption name Database value /nor/there").empty());
    check_complaint(partner.say("position startpos"), {"no databases", "/nor/there"});
    CHECK(partner.say("isready") == std::vector<std::string>{"readyok"});
}

TEST_CASE("quit is the last line, empty ones are passed over") {
    Partner partner;
    CHECK(partner.say("").empty());
    CHECK(partner.say(" \t ").empty());
    CHECK(partner.say("  isready \r") == std::vector<std::string>{"readyok"});
    CHECK_FALSE(partner.protocol().handle("quit"));
}

TEST_CASE("a partner that leaves in mid-search ends it") {
    Partner partner;
    CHECK(partner.protocol().handle("go infinite"));
    partner.wait_for("info depth 2 ");
    partner.leave();
    const auto begin = std::chrono::steady_clock::now();
    partner.protocol().finish();
    CHECK(std::chrono::steady_clock::now() - begin < 1s);
    CHECK_FALSE(partner.protocol().handle("isready"));
    CHECK(partner.protocol().partner_gone());
}

TEST_CASE("rubbish is complained about") {
    Partner partner;
    check_complaint(partner.say("hello"), {"unknown command 'hello'"});
    check_complaint(partner.say("\x01\xFF"), {"'?\?'"});
    check_complaint(partner.say(std::string(100000, 'x')), {"'xxxxxxxxxxxxxxxx...'"});
    std::mt19937 random(5);
    const std::vector<std::string> words{"uci",        "isready",
                                         "setoption",  "name",
                                         "value",      "position",
                                         "fen",        "moves",
                                         "startpos",   "d6",
                                         "xd6",        "stop",
                                         "d",          "go",
                                         "depth",      "1",
                                         "-1",         "Level",
                                         "Rules",      "polish",
                                         "W:a1",       "\xC3",
                                         "w",          "wait",
                                         "ucinewgame", ".../.../.../....../.../.../..."};
    for (int n = 0; n < 3000; ++n) {
        std::string line;
        for (auto i = random() % 6; i > 0; --i) line += words[random() % words.size()] + ' ';
        CHECK(partner.protocol().handle(line));
        partner.protocol().finish();
    }
}
