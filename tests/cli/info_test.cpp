// `mulino info` on a small database, the real program.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
using Json = nlohmann::ordered_json;

TEST_CASE("info lists each subspace and compares it with what is published") {
    const Ran ran = run_mulino({"info", "--db", small_database().string()});
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    const std::vector<std::string> out = lines(ran.out);
    REQUIRE(out.size() == 6 + 6 + 1);
    CHECK(out[2] == "kind    full");
    CHECK(out[3] == "reads   1.00 slots for a probe, 1 at most");
    const std::vector<std::string> names{"3-3", "3-4", "4-3", "3-5", "5-3", "4-4", "all 6"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        CHECK(out[6 + i].rfind(names[i] + " ", 0) == 0);
        CHECK(out[6 + i].find(" match") != std::string::npos);
    }
}

TEST_CASE("info in JSON, counted again too") {
    const std::vector<std::string> plain{"info", "--json", "--db", small_database().string()};
    std::vector<std::string> recount = plain;
    recount.push_back("--recount");
    const Ran ran = run_mulino(plain);
    CHECK(ran.status == 0);
    CHECK(run_mulino(recount).out == ran.out);
    const Json json = Json::parse(ran.out);
    CHECK(json["metric"] == "dtw");
    REQUIRE(json["subspaces"].size() == 6);
    const Json& row = json["subspaces"][2];
    CHECK(row["subspace"] == "4-3");
    CHECK(row["positions"] == 760398);
    CHECK(row["wins"] == 75397);
    CHECK(row["losses"] == 3095);
    CHECK(row["draws"] == 681906);
    CHECK(row["longest_win"] == 1);
    CHECK(row["longest_loss"] == 32);
    CHECK(row["published"] == "match");
    CHECK(row["bytes"] > 0);
    CHECK(row["bits_per_slot"] > 0);
    CHECK(json["subspaces"][1]["longest_loss"].is_null());
    CHECK(json["totals"]["positions"] == 10076799);
    CHECK(json["totals"]["longest_win"] == 33);
}

TEST_CASE("another family has nothing published to compare with") {
    const TemporaryFolder folder;
    REQUIRE(run_mulino({"solve", "--db", folder / "both", "--flying", "both", "--max-men", "6"})
                .status == 0);
    const Ran ran = run_mulino({"info", "--json", "--db", folder / "both"});
    CHECK(ran.status == 0);
    CHECK(Json::parse(ran.out)["subspaces"][0]["published"] == "none");
}
