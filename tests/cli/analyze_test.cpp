// `mulino analyze`, the real program, on games within a small database.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
using Json = nlohmann::ordered_json;

namespace {

// Black holds out for 26 plies with d5-a7; whatever else is played loses at once or sooner.
const std::string kLoss = "[FEN \".WW/.../.B./B....B/.../.../..W b\"]\n[White \"Ada\"]\n\n";
// White wins at once with g4-g7xa1.
const std::string kWin = "[FEN \"WW./.../.../.....W/.../B.B/B.. w\"]\n\n";

Ran analyze(const std::string& record, std::vector<std::string> arguments = {}) {
    const TemporaryFolder folder;
    write_contents(folder / "game", record);
    arguments.insert(arguments.begin(),
                     {"analyze", folder / "game", "--db", small_database().string()});
    return run_mulino(arguments);
}

Json analyze_json(const std::string& record) {
    const Ran ran = analyze(record, {"--json"});
    INFO(ran.err);
    REQUIRE(ran.status == 0);
    return Json::parse(ran.out);
}

}  // namespace

TEST_CASE("a turn that gives away a win is marked, with what would have kept it") {
    const Ran ran = analyze(kWin + "a7-a4 b2-b4 *");
    INFO(ran.out);
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    const std::vector<std::string> out = lines(ran.out);
    REQUIRE(out.size() == 10);
    CHECK(out[0] == "White ?, Black ?, *");
    CHECK(out[1] == "rules italian");
    CHECK(out[3] == " ply  side  turn            could         did");
    CHECK(out[4].rfind("   1  white a7-a4           win in 1      loss in ", 0) == 0);
    CHECK(out[4].find("gives away the win; better g4-g7xb2, g4-g7xf2, g4-g7xa1") !=
          std::string::npos);
    CHECK(out[7] == "last position: win in 3 for white, to move");
    CHECK(out[8] == "White gave away one win and no draw");
    CHECK(out[9] == "Black gave away one win and no draw");
}

TEST_CASE("values and distances are for the side that plays") {
    const Json json = analyze_json(kLoss + "d5-a7 g7-a1");
    REQUIRE(json["turns"].size() == 2);
    CHECK(json["white"] == "Ada");
    CHECK(json["result"] == "*");
    CHECK(json["metric"] == "dtw");
    CHECK(json["value_rules"]["no_capture_limit"].is_null());
    CHECK(json["rules"]["no_capture_limit"] == 50);
    const Json& first = json["turns"][0];
    CHECK(first["side"] == "black");
    CHECK(first["turn"] == "d5-a7");
    CHECK(first["could"] == Json{{"value", "loss"}, {"dtw", 26}});
    CHECK(first["did"] == Json{{"value", "loss"}, {"dtw", 26}});
    CHECK(first["gave_away"].is_null());
    const Json& second = json["turns"][1];
    CHECK(second["could"] == Json{{"value", "win"}, {"dtw", 25}});
    CHECK(json["gave_away"]["black"] == Json{{"wins", 0}, {"draws", 0}});
}

TEST_CASE("what was given away is counted, by what is said of each turn") {
    // Random play with three men each gives much away.
    const TemporaryFolder folder;
    const std::string file = folder / "game";
    RunOptions options;
    options.input = "save " + file + "\n";
    const Ran play = run_mulino({"play", "--ascii", "--white", "facile", "--black", "human",
                                 "--position", ".WW/.../.B./B....B/.../.../..W w"},
                                options);
    REQUIRE(play.status == 0);
    const Ran ran = run_mulino({"analyze", file, "--db", small_database().string(), "--json"});
    REQUIRE(ran.status == 0);
    const Json json = Json::parse(ran.out);
    int wins = 0;
    for (const Json& turn : json["turns"]) {
        const bool given = turn["gave_away"] == "win";
        CHECK(given == (turn["could"]["value"] == "win" && turn["did"]["value"] != "win"));
        CHECK(turn["better"].empty() == turn["gave_away"].is_null());
        wins += given ? 1 : 0;
    }
    const int counted = json["gave_away"]["white"]["wins"].get<int>() +
                        json["gave_away"]["black"]["wins"].get<int>();
    CHECK(counted == wins);
}

TEST_CASE("the end and the last position are told") {
    const Ran ran = analyze(kWin + "g4-g7xa1");
    CHECK(ran.out.find("White ?, Black ?, 1-0\n") == 0);
    CHECK(ran.out.find("Black has fewer than three men\n") != std::string::npos);
    CHECK(ran.out.find("last position: loss in 0 for black, to move\n") != std::string::npos);
}

TEST_CASE("tables that are missing leave outcomes unknown") {
    const Ran moving = analyze("[FEN \"WWW/.../B.B/W....W/B.B/.../... w\"]\n\na7-b6");
    INFO(moving.err);
    CHECK(moving.status == 3);  // no such turn
    const Ran large = analyze("[FEN \"WWW/.../B.B/W....W/B.B/.../... w\"]\n\nd7-d6");
    CHECK(large.status == 0);
    CHECK(large.err.find("for want of a table") != std::string::npos);
    const Ran ran = analyze("d6 f4", {"--time", "0.1"});
    CHECK(ran.status == 0);
    CHECK(ran.out.find("   1  white d6              unknown       unknown\n") != std::string::npos);
}

TEST_CASE("one game of a file is analyzed") {
    const std::string two = kWin + "g4-g7xa1 1-0\n\n" + kLoss + "a4-a7 *\n";
    CHECK(analyze(two).out.find("g4-g7xa1") != std::string::npos);
    CHECK(analyze(two, {"--game", "2"}).out.find("White Ada") == 0);
    const Ran none = analyze(two, {"--game", "3"});
    CHECK(none.status == 2);
    CHECK(none.err.find("holds 2 games") != std::string::npos);
}

TEST_CASE("records and databases that cannot be used") {
    const Ran bad = analyze("d6\nd6");
    CHECK(bad.status == 3);
    CHECK(bad.out == "");
    CHECK(bad.err.find("line 2") != std::string::npos);
    CHECK(analyze("{").status == 3);
    CHECK(analyze("[Rules \"klingon\"]\n").status == 3);
    const Ran other = analyze("[Rules \"spanish\"]\n\nd6");
    CHECK(other.status == 3);
    CHECK(run_mulino({"analyze", "/no/where", "--db", small_database().string()}).status == 3);
    CHECK(run_mulino({"analyze"}).status == 2);
    const Ran odd = analyze("[Result \"0-1\"]\n" + kWin + "g4-g7xa1");
    CHECK(odd.status == 0);
    CHECK(odd.err.find("by the rules") != std::string::npos);
}
