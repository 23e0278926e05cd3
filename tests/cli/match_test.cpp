// `mulino match`, the real program, also against itself.
#include <signal.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
using Json = nlohmann::ordered_json;

namespace {

Ran match(std::vector<std::string> arguments, const RunOptions& options = {}) {
    arguments.insert(arguments.begin(), "match");
    return run_mulino(arguments, options);
}

Json match_json(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const Ran ran = match(arguments);
    INFO(ran.err);
    REQUIRE(ran.status == 0);
    return Json::parse(ran.out);
}

}  // namespace

TEST_CASE("a match is told in a table") {
    const Ran ran = match({"--player", "medio", "--opponent", "facile", "--games", "20"});
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    const std::vector<std::string> out = lines(ran.out);
    REQUIRE(out.size() > 8);
    CHECK(out[0] == "medio against facile");
    CHECK(out[1] == "rules italian, openings of 3 plies (428 there are), seed 0");
    CHECK(out[3] == "              games    won  drawn   lost    points");
    CHECK(out[4].rfind("all              20", 0) == 0);
    CHECK(ran.out.find("95 % interval") != std::string::npos);
}

TEST_CASE("the shape of JSON, and sums that agree") {
    const Json json = match_json({"--games", "8", "--nodes", "100", "--rules", "spanish",
                                  "--max-plies", "60", "--seed", "3", "--openings", "2"});
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    CHECK(keys == std::vector<std::string>{"rules", "sides", "opening_plies", "openings", "seed",
                                           "all", "white", "black", "pairs", "score", "score_low",
                                           "score_high", "elo", "elo_low", "elo_high", "ends",
                                           "faults", "plies", "seconds"});
    CHECK(json["rules"]["name"] == "spanish");
    CHECK(json["sides"][0]["name"] == "difficile, 100 nodes");
    CHECK(json["sides"][1]["name"] == "medio");
    CHECK(json["all"]["games"] == 8);
    CHECK(json["white"]["games"] == 4);
    CHECK(json["black"]["games"] == 4);
    int pairs = 0;
    for (const Json& count : json["pairs"]) pairs += count.get<int>();
    CHECK(pairs == 4);
    int ends = 0;
    for (const auto& [reason, times] : json["ends"].items()) ends += times.get<int>();
    CHECK(ends == 8);
    CHECK(json["score_low"] <= json["score"]);
    CHECK(json["score"] <= json["score_high"]);
    CHECK(json["seed"] == 3);
}

TEST_CASE("records are the same with the same seed, however many games are played at once") {
    const TemporaryFolder folder;
    const auto records = [&](const std::string& seed, const std::string& concurrency) {
        const std::string file = folder / "games";
        CHECK(match({"--games", "6", "--nodes", "150", "--seed", seed, "--concurrency", concurrency,
                     "--records", file})
                  .status == 0);
        return contents(file);
    };
    const std::string once = records("5", "1");
    CHECK(records("5", "3") == once);
    CHECK(records("6", "3") != once);
    CHECK(once.rfind("[Round \"1\"]\n[White \"difficile, 150 nodes\"]\n[Black \"medio\"]\n", 0) ==
          0);
    // They are records: the third can be gone on with.
    RunOptions options;
    options.input = "load " + (folder / "games") + " 3\nload " + (folder / "games") + " 7\n";
    const Ran play = run_mulino({"play", "--ascii", "--black", "human"}, options);
    CHECK(play.out.find("holds 6 games") != std::string::npos);
    CHECK(play.out.find(" played ") != std::string::npos);
}

TEST_CASE("another program of the protocol, and one that is none") {
    const Json json = match_json({"--games", "4", "--player", "facile", "--opponent-command",
                                  program_path() + " engine --level medio"});
    CHECK(json["faults"].empty());
    CHECK(json["all"]["games"] == 4);
    CHECK(json["sides"][1]["turns"] > 20);
    // By equal nodes and seeds it plays as the level itself does.
    const TemporaryFolder folder;
    const auto records = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--games", "2", "--player", "medio", "--nodes", "300",
                                           "--records", folder / "games"});
        CHECK(match(arguments).status == 0);
        const std::string text = contents(folder / "games");
        return text.substr(text.find("\n\n1."), text.find("\n\n[") - text.find("\n\n1."));
    };
    CHECK(records({"--opponent", "difficile"}) ==
          records({"--opponent-command", program_path() + " engine --hash 16"}));

    const Ran none = match({"--opponent-command", "exit 1", "--games", "2"});
    CHECK(none.status == 3);
    CHECK(none.err.find("'exit 1'") != std::string::npos);
    CHECK(none.out == "");
}

TEST_CASE("databases are for the side that is given them") {
    const Json json = match_json({"--games", "2", "--opponent", "difficile", "--nodes", "2000",
                                  "--player-db", small_database().string()});
    CHECK(json["sides"][0]["name"] == "difficile with databases, 2000 nodes");
    CHECK(json["sides"][1]["name"] == "difficile, 2000 nodes");
    CHECK(json["sides"][1]["database_answers"] == 0);
}

TEST_CASE("Ctrl-C ends a match with the games that were finished") {
    RunOptions options;
    options.signal = SIGINT;
    options.signal_after = std::chrono::milliseconds(700);
    const Ran ran =
        match({"--player", "medio", "--opponent", "facile", "--games", "1000000"}, options);
    CHECK(ran.status == 4);
    CHECK(ran.out.find("medio against facile") == 0);
}

TEST_CASE("wrong options of match") {
    const auto refused = [](const std::vector<std::string>& arguments, int status,
                            const std::string& word) {
        const Ran ran = match(arguments);
        INFO(ran.err);
        CHECK(ran.status == status);
        CHECK(ran.out == "");
        CHECK(ran.err.find(word) != std::string::npos);
    };
    refused({"--games", "7"}, 2, "even");
    refused({"--games", "0"}, 2, "--games");
    refused({"--player", "grande"}, 2, "grande");
    refused({"--openings", "5"}, 2, "--openings");
    refused({"--rules", "klingon"}, 2, "klingon");
    refused({"--player-db", "/no/where"}, 3, "/no/where");
    refused({"--games", "2", "--records", "/no/where/games"}, 3, "/no/where/games");
}
