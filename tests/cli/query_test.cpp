// `mulino query` on a small database, the real program.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
using Json = nlohmann::ordered_json;

namespace {

const std::string kFigure9 = ".WW/.../.B./B....B/.../.../..W b";

Ran query(std::vector<std::string> arguments, const RunOptions& options = {}) {
    arguments.insert(arguments.begin(), {"query", "--db", small_database().string()});
    return run_mulino(arguments, options);
}

Json query_json(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const Ran ran = query(arguments);
    INFO(ran.err);
    REQUIRE(ran.status == 0);
    return Json::parse(ran.out);
}

std::vector<std::string> keys(const Json& json) {
    std::vector<std::string> all;
    for (const auto& [key, value] : json.items()) all.push_back(key);
    return all;
}

}  // namespace

TEST_CASE("the longest loss with three men each") {
    const Ran ran = query({kFigure9});
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    const std::vector<std::string> out = lines(ran.out);
    REQUIRE(out.size() == 5 + 54);
    CHECK(out[0] == "position  " + kFigure9);
    CHECK(out[2] == "phase     moving, black to move");
    CHECK(out[3] == "value     loss in 26 plies");
    CHECK(out[5] == "  d5-a7  loss in 26 plies");
}

TEST_CASE("the spellings of a position are one") {
    const std::string expected = query({kFigure9}).out;
    CHECK(query({"W:d7,g7,g1 B:d5,a4,g4 b"}).out == expected);
    CHECK(query({"@*******/********/OO@O**@* b m s 3 0 3 0 0 1"}).out == expected);
}

TEST_CASE("the shape of JSON") {
    const Json json = query_json({kFigure9});
    CHECK(keys(json) == std::vector<std::string>{"rules", "metric", "position", "phase", "value",
                                                 "dtw", "turns"});
    CHECK(keys(json["rules"]) == std::vector<std::string>{"name", "flying", "removals",
                                                          "protection", "first", "no_capture_limit",
                                                          "repetition"});
    CHECK(json["rules"]["name"] == "italian");
    CHECK(json["rules"]["no_capture_limit"].is_null());
    CHECK(json["metric"] == "dtw");
    CHECK(json["position"] == kFigure9);
    CHECK(json["phase"] == "moving");
    CHECK(json["value"] == "loss");
    CHECK(json["dtw"] == 26);
    REQUIRE(json["turns"].size() == 54);
    CHECK(keys(json["turns"][0]) == std::vector<std::string>{"turn", "value", "dtw", "position"});
}

TEST_CASE("turns are sorted, and the best has the outcome of the position") {
    for (const std::string& position : {kFigure9, std::string("W:d7,g7,g1 B:d5,a4,g4 w"),
                                        std::string("W:a7,d7,b6,g1 B:d5,a4,g4 w"),
                                        std::string("W:a7,d7,b6,g1 B:d5,a4,g4,g7 b")}) {
        const Json json = query_json({position});
        REQUIRE(!json["turns"].empty());
        CHECK(json["turns"][0]["value"] == json["value"]);
        CHECK(json["turns"][0]["dtw"] == json["dtw"]);
        std::vector<std::pair<int, int>> ranks;
        for (const Json& turn : json["turns"]) {
            const int dtw = turn["dtw"].is_null() ? 0 : turn["dtw"].get<int>();
            const std::string value = turn["value"];
            ranks.emplace_back(value == "win"    ? 0
                               : value == "draw" ? 1
                                                 : 2,
                               value == "win" ? dtw : -dtw);
            CHECK(turn["dtw"].is_null() == (value == "draw"));
        }
        CHECK(std::is_sorted(ranks.begin(), ranks.end()));
    }
}

TEST_CASE("a turn's outcome is that of the position it leads to, seen from the other side") {
    const Json json = query_json({"W:a7,d7,b6,g1 B:d5,a4,g4 w"});
    for (std::size_t i = 0; i < json["turns"].size(); i += 7) {
        const Json& turn = json["turns"][i];
        const Json after = query_json({turn["position"].get<std::string>()});
        const std::string value = after["value"];
        CHECK(turn["value"] == (value == "win" ? "loss" : value == "loss" ? "win" : "draw"));
        if (!after["dtw"].is_null()) CHECK(turn["dtw"] == after["dtw"].get<int>() + 1);
    }
}

TEST_CASE("a finished game is a loss in 0 without turns") {
    // Two men; and blocked.
    for (const char* position : {"W:a1,d2,f4 B:a7,g7 b", "W:a7,d7,a1,a4 B:d6,b4,d1,g7 w"}) {
        INFO(position);
        const Json json = query_json({position, "--line"});
        CHECK(json["phase"] == "over");
        CHECK(json["value"] == "loss");
        CHECK(json["dtw"] == 0);
        CHECK(json["turns"].empty());
        CHECK(json["line"].empty());
    }
}

TEST_CASE("the best line leads to the end in as many plies as the distance says") {
    const Json json = query_json({kFigure9, "--line"});
    REQUIRE(json["line"].size() == 26);
    CHECK(json["line"][0] == "d5-a7");
    CHECK(json["line"][25].get<std::string>().find('x') != std::string::npos);
    const Ran text = query({kFigure9, "--line"});
    CHECK(text.out.find("line      26 plies\n") != std::string::npos);
    CHECK(lines(text.out).back() == "  (the game is over)");
}

TEST_CASE("the best line of a draw ends with the first repetition") {
    const Ran ran = query({"--line", "W:a7,d7,b6,g1 B:d5,a4,g4,g7 b"});
    CHECK(ran.status == 0);
    CHECK(lines(ran.out).back() == "  (the position repeats)");
}

TEST_CASE("a batch answers line by line, errors included") {
    const std::string input = kFigure9 + "\nnonsense\r\n\nW:d7,g7,g1 B:d5,a4,g4 w\n" +
                              "WWW/WW./.../....../BBB/BB./... w\n";
    const Ran ran = query({"--batch", "-"}, {input, {}, 0, {}, {}});
    CHECK(ran.status == 3);
    const std::vector<std::string> out = lines(ran.out);
    REQUIRE(out.size() == 5);
    CHECK(out[0] == kFigure9 + "\tloss\t26");
    CHECK(out[1].rfind("nonsense\terror: ", 0) == 0);
    CHECK(out[2].rfind("\terror: ", 0) == 0);
    CHECK(out[3].rfind(".WW/.../.B./B....B/.../.../..W w\twin\t", 0) == 0);
    CHECK(out[4].rfind("WWW/WW./.../....../BBB/BB./... w\terror: ", 0) == 0);
    CHECK(out[4].find("5-5") != std::string::npos);

    const TemporaryFolder folder;
    write_contents(folder / "batch", kFigure9 + "\n");
    const Ran good = query({"--batch", folder / "batch"});
    CHECK(good.status == 0);
    CHECK(good.out == kFigure9 + "\tloss\t26\n");
    CHECK(query({"--batch", folder / "missing"}).status == 3);
    CHECK(query({"--batch", folder.path().string()}).status == 3);
}

TEST_CASE("a large batch keeps its order on any number of threads") {
    std::string input;
    for (int i = 0; i < 5000; ++i) input += i % 3 == 0 ? "bad\n" : kFigure9 + "\n";
    const Ran one = query({"--threads", "1", "--batch", "-"}, {input, {}, 0, {}, {}});
    const Ran seven = query({"--threads", "7", "--batch", "-"}, {input, {}, 0, {}, {}});
    CHECK(lines(one.out).size() == 5000);
    CHECK(one.out == seven.out);
}

TEST_CASE("a folder of values beside one of distances is no contradiction") {
    // 3-3 by value alone, in front of it with distances.
    const TemporaryFolder folder;
    const std::string values = folder / "values";
    REQUIRE(run_mulino({"solve", "--db", values, "--max-men", "6", "--metric", "wdl"}).status == 0);
    const auto mixed = [&values](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(),
                         {"query", "--db", values, "--db", small_database().string()});
        return run_mulino(arguments);
    };
    // Black wins by a removal, in 11 plies as the table of 3-4 says; how long 3-3 takes is unknown.
    const std::string capture = "W:c5,b6,c3,a7 B:e4,f4,f2 b";
    const Ran whole = query({capture});
    REQUIRE(whole.out.find("value     win in 11 plies") != std::string::npos);
    const Ran ran = mixed({capture});
    INFO(ran.err);
    CHECK(ran.status == 0);
    CHECK(ran.out.find("value     win in 11 plies") != std::string::npos);
    CHECK(ran.out.find("  win\n") != std::string::npos);

    const Ran line = mixed({"--line", capture});
    CHECK(line.status == 3);
    CHECK(line.out == "");
    CHECK(line.err.find("without distances") != std::string::npos);
    CHECK(mixed({"--line", kFigure9}).status == 3);
}

TEST_CASE("the placing phase is searched down to the tables") {
    // White closes a mill next turn whatever Black does; all men are down after two plies.
    const Json near = query_json({"W:a7,d7,f2,b2 B:b4,d5,f4 b 0 1"});
    CHECK(near["phase"] == "placing");
    CHECK(near["value"] != "unknown");
    CHECK(near["turns"][0]["value"] == near["value"]);
    CHECK(near["turns"][0]["dtw"] == near["dtw"]);
    const Json start = query_json({"--time", "0.2", ".../.../.../....../.../.../... w 9 9"});
    CHECK(start["value"] == "unknown");
    CHECK(start["dtw"].is_null());
    CHECK(start["turns"].size() == 24);
    CHECK(start["turns"][0]["value"] == "unknown");
}

TEST_CASE("the search of the placing phase ends in time, by default in two seconds") {
    // Four men each: the tables of eight men are all it needs.
    const std::string four = ".../.../.../....../.../.../... w 4 4";
    const auto words = [](const Json& json) {
        std::vector<std::string> all{json["value"]};
        for (const Json& turn : json["turns"]) all.push_back(turn["value"]);
        return all;
    };
    const std::vector<std::string> known = words(query_json({"--time", "none", four}));
    CHECK(known.size() == 1 + 24);
    CHECK(std::count(known.begin(), known.end(), "unknown") == 0);
    CHECK(words(query_json({"--time", "1000", four})) == known);
    // Without any time no long search comes to an end; what is found in passing is the same.
    const Json none = query_json({"--time", "0", four});
    CHECK(none["value"] == "unknown");
    CHECK(none["dtw"].is_null());
    CHECK(none["turns"].size() == 24);
    CHECK(none["turns"].back()["value"] == "unknown");
    for (const Json& turn : none["turns"]) {
        CHECK((turn["value"] == "unknown" || turn["value"] == known[0]));
    }
    const Ran batch = query({"--time", "0", "--batch", "-"}, {four + "\n", {}, 0, {}, {}});
    CHECK(batch.status == 0);
    CHECK(batch.out == four + "\tunknown\t-\n");
    CHECK(query({"--time", "none", "--batch", "-"}, {four + "\n", {}, 0, {}, {}}).out ==
          four + "\t" + known[0] + "\t-\n");

    // Catches a default that is gone: nothing in these tables takes two seconds.
    const std::string help = run_mulino({"query", "--help"}).out;
    CHECK(help.find("--time SECONDS=2 ") + help.find("--time SECONDS [2] ") !=
          2 * std::string::npos);
}

TEST_CASE("turns that are not known come last") {
    // Black's hand is empty after the next turn; a removal leads to 4-3, else to 4-4: of a folder
    // with the smaller pairs alone, only removals are known.
    const TemporaryFolder folder;
    const std::string smaller = folder / "db";
    REQUIRE(run_mulino({"solve", "--db", smaller, "--pairs", "3-3,4-3"}).status == 0);
    const Ran ran =
        run_mulino({"query", "--db", smaller, "--json", "W:a7,d7,f2,b2 B:a1,d1,f4 b 0 1"});
    INFO(ran.err);
    REQUIRE(ran.status == 0);
    const Json turns = Json::parse(ran.out)["turns"];
    REQUIRE(turns.size() == 20);
    CHECK(turns[0]["turn"].get<std::string>().rfind("g1x", 0) == 0);
    for (std::size_t i = 0; i < turns.size(); ++i) {
        CHECK((turns[i]["value"] == "unknown") == (i >= 4));
    }
}

TEST_CASE("rule sets share the tables of a family") {
    CHECK(query({"--rules", "polish", kFigure9}).status == 0);
    CHECK(query({"--rules", "croatian", kFigure9}).status == 0);
    for (const std::vector<std::string>& rules : {std::vector<std::string>{"--rules", "spanish"},
                                                  {"--flying", "off"},
                                                  {"--no-capture-limit", "50"}}) {
        std::vector<std::string> arguments = rules;
        arguments.push_back(kFigure9);
        const Ran other = query(arguments);
        INFO(other.err);
        CHECK(other.status == 3);
        CHECK(other.out == "");
        CHECK(other.err.find("flying") != std::string::npos);
    }
}

TEST_CASE("a missing table is named") {
    const Ran ran = query({"WWW/WW./.../....../BBB/BB./... w"});
    CHECK(ran.status == 3);
    CHECK(ran.out == "");
    CHECK(ran.err.find("5-5") != std::string::npos);
}
