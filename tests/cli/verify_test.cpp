// `mulino verify`, `prove`, `check-certificate` and `compare` on a small database, the real
// program.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
using Json = nlohmann::ordered_json;

TEST_CASE("verify checks all pairs, writes a report, and goes on from it") {
    const TemporaryFolder folder;
    const std::string report = folder / "report.json";
    const std::vector<std::string> command{"verify", "--db", small_database().string(), "--report",
                                           report};
    const Ran first = run_mulino(command);
    CHECK(first.status == 0);
    const std::vector<std::string> out = lines(first.out);
    REQUIRE(out.size() == 1 + 6 + 1);
    CHECK(out[0].rfind("subspace", 0) == 0);
    for (std::size_t i = 1; i <= 6; ++i) CHECK(out[i].find(" match") != std::string::npos);
    CHECK(out.back().find("proves") != std::string::npos);

    const Json json = Json::parse(contents(report));
    CHECK(json["program"] == "mulino");
    CHECK(json["version"] == MULINO_VERSION);
    CHECK(json["metric"] == "dtw");
    CHECK(json["complete"] == true);
    REQUIRE(json["pairs"].size() == 4);
    CHECK(json["pairs"][1]["pair"] == "4-3");
    CHECK(json["pairs"][1]["good"] == true);
    CHECK(json["pairs"][1]["tables"].size() == 3);
    const Json& subspace = json["pairs"][1]["subspaces"][0];
    CHECK(subspace["subspace"] == "4-3");
    CHECK(subspace["positions"] == 760398);
    CHECK(subspace["known_positions"] == 760398);
    CHECK(subspace["losses"] == 3095);
    CHECK(subspace["longest_loss"] == 32);
    CHECK(subspace["differences"] == 0);
    CHECK(subspace["published"] == "match");
    CHECK(subspace["value_checksum"].get<std::string>().size() == 32);

    const Ran second = run_mulino(command);
    CHECK(second.status == 0);
    CHECK(second.err.find("4 of 4 pairs have been checked already") != std::string::npos);
    CHECK(lines(second.out).size() == 1);
    CHECK(contents(report) == json.dump(1) + "\n");

    std::vector<std::string> again = command;
    again.push_back("--again");
    CHECK(lines(run_mulino(again).out).size() == 1 + 6 + 1);
}

TEST_CASE("A pair is checked again when one of its files has changed") {
    const TemporaryFolder folder;
    const std::string database = folder / "db";
    copy_database(database);
    REQUIRE(run_mulino({"verify", "--db", database, "--pairs", "3-3,4-3"}).status == 0);
    // The same values, other bytes.
    REQUIRE(
        run_mulino({"pack", "--db", database, "--out", folder / "fast", "--kind", "fast"}).status ==
        0);
    REQUIRE(run_mulino({"verify", "--db", folder / "fast", "--report",
                        (std::filesystem::path(database) / "verify.json").string()})
                .err.find("already") == std::string::npos);
}

TEST_CASE("What verify shows depends on what is stored and what was checked") {
    const TemporaryFolder folder;
    const std::string values = folder / "values";
    REQUIRE(run_mulino({"solve", "--db", values, "--metric", "wdl", "--pairs", "3-3,4-3"}).status ==
            0);
    const Ran weak = run_mulino({"verify", "--db", values});
    CHECK(weak.status == 0);
    CHECK(weak.out.find("weaker than a proof") != std::string::npos);
    const Json report = Json::parse(contents(std::filesystem::path(values) / "verify.json"));
    CHECK(report["conclusion"].get<std::string>().find("cycle") != std::string::npos);

    const Ran part = run_mulino({"verify", "--db", small_database().string(), "--pairs", "4-3",
                                 "--report", folder / "part.json"});
    CHECK(part.status == 0);
    CHECK(part.out.find("which have not been checked") != std::string::npos);
    CHECK(Json::parse(contents(folder / "part.json"))["complete"] == false);
}

TEST_CASE("verify draws samples, and repeats them by their seed") {
    const std::vector<std::string> command{"verify", "--db", small_database().string(), "--sample",
                                           "500"};
    const Ran random = run_mulino(command);
    CHECK(random.status == 0);
    REQUIRE(lines(random.out).size() == 2);
    const std::string seed = lines(random.out)[0].substr(5);
    std::vector<std::string> repeated = command;
    repeated.insert(repeated.end(), {"--seed", seed});
    CHECK(run_mulino(repeated).out == random.out);
    CHECK(random.out.find("500 positions of 6 subspaces drawn") != std::string::npos);
    CHECK(random.out.find(" 0 differences") != std::string::npos);
}

TEST_CASE("verify refuses what it cannot read or write") {
    const TemporaryFolder folder;
    const std::string database = folder / "db";
    copy_database(database);
    std::filesystem::remove(std::filesystem::path(database) / "3-3.mulino");
    const Ran missing = run_mulino({"verify", "--db", database, "--pairs", "4-3"});
    CHECK(missing.status == 3);
    CHECK(missing.err.find("3-3") != std::string::npos);

    const std::string flipped = folder / "flipped";
    copy_database(flipped);
    const auto table = std::filesystem::path(flipped) / "4-3.mulino";
    std::string bytes = contents(table);
    bytes[bytes.size() - 100] = static_cast<char>(bytes[bytes.size() - 100] ^ 1);
    write_contents(table, bytes);
    const Ran damaged = run_mulino({"verify", "--db", flipped, "--pairs", "3-3,4-3"});
    CHECK(damaged.status == 3);
    CHECK(damaged.err.find("4-3.mulino") != std::string::npos);
    CHECK(Json::parse(contents(std::filesystem::path(flipped) / "verify.json"))["complete"] ==
          false);

    CHECK(run_mulino({"verify", "--db", small_database().string(), "--pairs", "4-2"}).status == 2);
    CHECK(run_mulino({"verify", "--db", folder / "none"}).status == 3);
    CHECK(run_mulino({"verify", "--db", small_database().string(), "--report",
                      folder / "none/report.json"})
              .status == 4);
}

TEST_CASE("prove names the table it lacks; certificates and sectors must be such") {
    const TemporaryFolder folder;
    const std::string database = small_database().string();
    const Ran prove = run_mulino({"prove", "--db", database, "--certificate", folder / "c"});
    CHECK(prove.status == 3);
    CHECK(prove.err.find("no table") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "c"));

    write_contents(folder / "c", "mulino certificate\nformat 1\n");
    CHECK(run_mulino({"check-certificate", folder / "c", "--db", database}).status == 3);
    CHECK(run_mulino({"check-certificate", folder / "none", "--db", database}).status == 3);
    CHECK(run_mulino({"check-certificate", "--db", database}).status == 2);

    CHECK(run_mulino({"compare", "--db", database, "--malom", folder / "none"}).status == 3);
    CHECK(run_mulino({"compare", "--db", database, "--malom", database}).status == 3);
    write_contents(folder / "std_8_8_3_2.sec2", "");
    write_contents(folder / "std.secval", "virt_loss_val: -299\nvirt_win_val: 299\n1\n8 8 3 2 5\n");
    const std::string malom = std::filesystem::path(folder / "c").parent_path().string();
    // Ten men a side cannot be.
    CHECK(run_mulino({"compare", "--db", database, "--malom", malom}).status == 3);
    write_contents(folder / "std_5_6_3_2.sec2", "");
    const Ran refused = run_mulino({"compare", "--db", database, "--malom", malom});
    CHECK(refused.status == 0);
    CHECK(refused.out.find("5 men are in hand") != std::string::npos);
}

TEST_CASE("query keeps what it finds of the placing phase") {
    const TemporaryFolder folder;
    const std::vector<std::string> command{
        "query",   "--json",          "--db",           small_database().string(),
        "--cache", folder / "claims", "W:a7 B:b4 w 3 3"};
    const Ran first = run_mulino(command);
    REQUIRE(first.status == 0);
    const Json json = Json::parse(first.out);
    CHECK(json["value"] != "unknown");
    CHECK(json["dtw"].is_null());
    CHECK(json["turns"][0]["value"] == json["value"]);
    REQUIRE(std::filesystem::exists(folder / "claims"));
    CHECK(run_mulino(command).out == first.out);
    std::vector<std::string> other = command;
    other.insert(other.end(), {"--removals", "per-mill"});
    const Ran refused = run_mulino(other);
    CHECK(refused.status == 3);
    CHECK(refused.err.find("other rules") != std::string::npos);
}
