// Other rules than those of the default set, on the real program: every family is solved, checked,
// packed and asked by the same commands; and what a limit of plies without a removal changes.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

namespace {

Words joined(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

// Runs what should succeed and returns its output.
std::string output(const Words& words) {
    const Ran ran = run_mulino(words);
    INFO(words.front() << ": " << ran.err);
    REQUIRE(ran.status == 0);
    return ran.out;
}

// A database of the pairs of up to seven men under a limit of 10 plies, made once.
const std::string& limited_database() {
    static const TemporaryFolder folder;
    static const std::string database = [] {
        const std::string path = folder / "limit";
        output({"solve", "--db", path, "--max-men", "7", "--no-capture-limit", "10"});
        return path;
    }();
    return database;
}

Json limited_query(const std::string& position) {
    return Json::parse(output(
        {"query", "--json", "--db", limited_database(), "--no-capture-limit", "10", position}));
}

}  // namespace

TEST_CASE("every family is solved, checked, packed and asked by the same commands") {
    struct Case {
        Words rules;
        Words metric;
        std::string family;
    };
    const std::vector<Case> cases{
        {{"--flying", "off"}, {}, "flying=off protection=lifted no-capture-limit=none"},
        {{"--rules", "spanish"}, {}, "flying=both protection=absolute no-capture-limit=none"},
        {{"--rules", "spanish", "--flying", "off"},
         {},
         "flying=off protection=absolute no-capture-limit=none"},
        {{"--protection", "absolute"}, {}, "flying=own protection=absolute no-capture-limit=none"},
        {{"--flying", "both"}, {}, "flying=both protection=lifted no-capture-limit=none"},
        {{}, {"--metric", "dtc"}, "flying=own protection=lifted no-capture-limit=none"},
        {{"--rules", "polish", "--no-capture-limit", "40"},
         {},
         "flying=own protection=lifted no-capture-limit=40"},
    };
    for (const Case& c : cases) {
        INFO(c.family);
        const TemporaryFolder folder;
        const std::string database = folder / "db";
        output(joined(joined({"solve", "--db", database, "--max-men", "7"}, c.rules), c.metric));
        const Json info = Json::parse(output({"info", "--json", "--recount", "--db", database}));
        CHECK(info["family"] == c.family);
        const bool limited = c.family.find("none") == std::string::npos;
        CHECK(info["metric"] == (limited || !c.metric.empty() ? "dtc" : "dtw"));
        CHECK(info["totals"]["positions"] == 169626 + 2 * 760398);
        CHECK(output({"verify", "--db", database}).find("proves") != std::string::npos);
        CHECK(output({"verify", "--db", database, "--sample", "300"}).find(" 0 differences") !=
              std::string::npos);
        output({"pack", "--db", database, "--out", folder / "compact", "--kind", "compact"});
        output({"check", "--values", "--db", folder / "compact"});

        const std::string position = "W:d7,b6,f2,d3 B:b4,c4,g1 w";
        const Words query = joined({"query", "--json", position}, c.rules);
        const Json full = Json::parse(output(joined(query, {"--db", database})));
        const Json packed = Json::parse(output(joined(query, {"--db", folder / "compact"})));
        CHECK(full["value"] == packed["value"]);
        CHECK(full["turns"].size() == packed["turns"].size());
        CHECK(full["turns"][0]["value"] == full["value"]);
        // Under a limit values alone do not tell what quiet turns make of a count of 1.
        if (!limited) CHECK(packed["turns"][0]["value"] == full["value"]);
    }
}

TEST_CASE("a database refuses other rules and says which family is needed") {
    const Ran ran = run_mulino({"query", "--db", limited_database(), "W:d7,b6,f2 B:b4,c4,g1 w"});
    CHECK(ran.status == 3);
    CHECK(ran.out == "");
    CHECK(ran.err.find("are of flying own, protection lifted, a draw after 10 plies") !=
          std::string::npos);
    CHECK(ran.err.find("needed are flying own, protection lifted, no limit") != std::string::npos);
    // A set's own limit is a rule of games, not of values.
    for (const Words& rules : {Words{"--rules", "polish"}, Words{"--rules", "italian"},
                               Words{"--no-capture-limit", "11"}}) {
        CHECK(run_mulino(
                  joined({"query", "--db", limited_database(), "W:d7,b6,f2 B:b4,c4,g1 w"}, rules))
                  .status == 3);
    }
    CHECK(run_mulino({"prove", "--db", limited_database()}).err.find("needed are") !=
          std::string::npos);
}

TEST_CASE("under a limit plies are counted to the next removal") {
    const TemporaryFolder folder;
    const Words solve{"solve", "--max-men", "6", "--no-capture-limit", "10", "--db"};
    const Ran refused = run_mulino(joined(solve, {folder / "refused", "--metric", "dtw"}));
    CHECK(refused.status == 2);
    CHECK(refused.err.find("dtc") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "refused"));

    output(joined(solve, {folder / "plain"}));
    output(joined(solve, {folder / "dtc", "--metric", "dtc"}));
    CHECK(contents(folder / "plain/3-3.mulino") == contents(folder / "dtc/3-3.mulino"));

    // Values alone hold for a count of 0, and say nothing of a higher one.
    output(joined(solve, {folder / "values", "--metric", "wdl"}));
    const Json info = Json::parse(output({"info", "--json", "--db", folder / "plain"}));
    const Json values = Json::parse(output({"info", "--json", "--db", folder / "values"}));
    CHECK(info["totals"]["wins"] == values["totals"]["wins"]);
    CHECK(info["subspaces"][0]["value_checksum"] == values["subspaces"][0]["value_checksum"]);
    const Words query{"query", "--db", folder / "values", "--no-capture-limit", "10"};
    const Ran fresh = run_mulino(joined(query, {"W:d7,b6,f2 B:d6,a4,g4 w"}));
    CHECK(fresh.status == 0);
    CHECK(fresh.out.find("value     win\n") != std::string::npos);
    CHECK(fresh.out.find("  unknown\n") != std::string::npos);
    CHECK(fresh.err.find("some turns are unknown: ") != std::string::npos);
    const Ran counted = run_mulino(joined(query, {"W:d7,b6,f2 B:d6,a4,g4 w 0 0 1"}));
    CHECK(counted.status == 3);
    CHECK(counted.err.find("dtc") != std::string::npos);
}

TEST_CASE("a win or loss holds as long as the count leaves it the plies it needs") {
    // A win in 5 plies to the next removal, a loss in 8.
    for (const auto& [men, value, dtc] : {std::tuple{"W:d7,b6,f2 B:d5,a4,g4 b", "win", 5},
                                          {"W:d7,b6,f2 B:b4,c4,g1 w", "loss", 8}}) {
        for (int counter = 0; counter <= 11; ++counter) {
            const Json json = limited_query(men + (" 0 0 " + std::to_string(counter)));
            INFO(json["position"]);
            CHECK(json["counter"] == counter);
            const bool holds = dtc <= 10 - counter;
            CHECK(json["value"] == (holds ? value : "draw"));
            CHECK(json["dtc"] == (holds ? Json(dtc) : Json(nullptr)));
            CHECK(json["phase"] == (counter >= 10 ? "over" : "moving"));
            CHECK(json["turns"].empty() == (counter >= 10));
        }
    }
}

TEST_CASE("quiet turns are listed with the next count, removals with 0") {
    const Json json = limited_query("W:a7,d7,b6 B:d5,a4,g4 w 0 0 3");
    int removals = 0;
    for (const Json& turn : json["turns"]) {
        INFO(turn["turn"]);
        const bool quiet = turn["turn"].get<std::string>().find('x') == std::string::npos;
        removals += quiet ? 0 : 1;
        CHECK(turn["counter"] == (quiet ? 4 : 0));
        const std::string position = turn["position"];
        CHECK((position.substr(position.size() - 6) == " 0 0 4") == quiet);
    }
    CHECK(removals == 3);
    const std::string text = output({"query", "--db", limited_database(), "--no-capture-limit",
                                     "10", "W:a7,d7,b6 B:d5,a4,g4 w 0 0 3"});
    CHECK(text.find("value     win in 1 ply (dtc: ") != std::string::npos);
    CHECK(text.find("counter   3 of 10 plies without a removal\n") != std::string::npos);
}

TEST_CASE("what a limit makes of a long loss and of a mill at the last moment") {
    // Lost in 26 plies without the limit.
    CHECK(limited_query(".WW/.../.B./B....B/.../.../..W b")["value"] == "draw");
    CHECK(limited_query(".WW/.../.B./B....B/.../.../..W w 0 0 9")["value"] == "win");
    CHECK(limited_query(".WW/.../.B./B....B/.../.../..W w 0 0 10")["value"] == "draw");
}

TEST_CASE("the end of the game at the last ply of the limit counts") {
    // White blocks Black's four men, or takes the third man, with the tenth ply.
    const Json mill = limited_query("W:a7,d7,b6 B:d5,a4,g4 w 0 0 9");
    CHECK(mill["value"] == "win");
    CHECK(mill["dtc"] == 1);
    CHECK(mill["turns"].back()["value"] == "draw");  // quiet: the limit is reached
    // A blocked side has lost even where the count has reached the limit.
    const Json blocked = limited_query("W:a7,d7,g7,d6 B:a4,g4,b6,f6,d5 w 0 0 10");
    CHECK(blocked["phase"] == "over");
    CHECK(blocked["value"] == "loss");
    CHECK(blocked["dtc"] == 0);
}

TEST_CASE("men placed do not count: the moving phase begins at 0") {
    // Black places the last man of all.
    const Json json = limited_query("W:d7,b6,f2 B:d5,a4 b 0 1");
    CHECK(json["counter"] == 0);
    for (const Json& turn : json["turns"]) {
        CHECK(turn["counter"] == 0);
        const Json after = limited_query(turn["position"]);
        const std::string value = after["value"];
        CHECK(turn["value"] == (value == "win" ? "loss" : value == "loss" ? "win" : "draw"));
    }
}

TEST_CASE("a best line under a limit ends with the game or with the limit") {
    const auto line = [](const std::string& position) {
        return lines(output(
            {"query", "--line", "--db", limited_database(), "--no-capture-limit", "10", position}));
    };
    const auto won = line("W:d7,b6,f2 B:b4,c4,g1 w 0 0 2");
    CHECK(won[won.size() - 3] == "line      8 plies");
    CHECK(won.back() == "  (the game is over)");
    // Lost in eight plies, but the game is drawn after seven.
    CHECK(line("W:d7,b6,f2 B:b4,c4,g1 w 0 0 3").back() != "  (the game is over)");
}
