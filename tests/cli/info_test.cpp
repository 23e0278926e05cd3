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
    CHECK(out[3] == "reads   1.00 slots for a probe, 1 at most; 99 % of each table's within 1");
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

TEST_CASE("folders of one family are parts of one database, others are listed beside it") {
    const TemporaryFolder folder;
    const std::string italian = small_database().string();
    REQUIRE(run_mulino({"solve", "--db", folder / "absolute", "--protection", "absolute",
                        "--max-men", "7"})
                .status == 0);
    REQUIRE(
        run_mulino({"solve", "--db", folder / "dtc", "--metric", "dtc", "--max-men", "6"}).status ==
        0);
    REQUIRE(
        run_mulino({"pack", "--db", italian, "--out", folder / "fast", "--kind", "fast"}).status ==
        0);
    CHECK(run_mulino({"info", "--db", italian, "--db", folder / "fast"}).out ==
          run_mulino({"info", "--db", italian}).out);

    const std::vector<std::string> several{
        "info", "--db",         italian, "--db",         folder / "absolute",
        "--db", folder / "dtc", "--db",  folder / "fast"};
    const Ran text = run_mulino(several);
    CHECK(text.status == 0);
    const std::vector<std::string> out = lines(text.out);
    // The databases with their folders, a blank, the titles; 3-3 in all three, 3-4 and 4-3 in two,
    // three more subspaces in one; totals.
    REQUIRE(out.size() == 7 + 1 + 1 + 3 + 2 * 2 + 3 + 3);
    CHECK(out[0] ==
          " 1  flying own, protection lifted, no limit on plies without a removal; dtw, full");
    CHECK(out[2] == "    " + folder / "fast");
    CHECK(out[3].find("protection absolute") != std::string::npos);
    CHECK(out[8].rfind("subspace ", 0) == 0);
    CHECK(out[9].rfind("3-3              169626   1         140621          28736", 0) == 0);
    CHECK(out[11].rfind("                          3         140621          28736", 0) == 0);

    std::vector<std::string> json_command = several;
    json_command.push_back("--json");
    const Json json = Json::parse(run_mulino(json_command).out);
    REQUIRE(json["databases"].size() == 3);
    CHECK(json["databases"][0]["folders"] == Json({italian, folder / "fast"}));
    CHECK(json["databases"][1]["family"] == "flying=own protection=absolute no-capture-limit=none");
    CHECK(json["databases"][2]["metric"] == "dtc");
    CHECK(json["databases"][2]["subspaces"].size() == 1);
    CHECK_FALSE(json.contains("changes"));
}

TEST_CASE("changes count positions by what other rules make of them") {
    const TemporaryFolder folder;
    const std::string italian = small_database().string();
    CHECK(run_mulino({"info", "--db", italian, "--changes"}).status == 2);
    for (const auto& [name, rule, value] : {std::tuple{"absolute", "--protection", "absolute"},
                                            {"limit", "--no-capture-limit", "10"}}) {
        REQUIRE(
            run_mulino({"solve", "--db", folder / name, rule, value, "--max-men", "7"}).status ==
            0);
    }
    const std::vector<std::string> command{
        "info", "--db",           italian,    "--db", folder / "absolute",
        "--db", folder / "limit", "--changes"};
    const Ran text = run_mulino(command);
    CHECK(text.status == 0);
    CHECK(text.out.find("positions by their value in 1 and in 3\n") != std::string::npos);

    std::vector<std::string> json_command = command;
    json_command.insert(json_command.end(), {"--json", "--threads", "3"});
    const Json json = Json::parse(run_mulino(json_command).out);
    REQUIRE(json["changes"].size() == 2);
    const Json& absolute = json["changes"][0];
    CHECK(absolute["from"] == 1);
    CHECK(absolute["to"] == 2);
    REQUIRE(absolute["subspaces"].size() == 3);
    // Counted by plain enumeration, too: three men in a mill, and a mill that can be closed.
    CHECK(absolute["subspaces"][0]["spared"] == 625);
    CHECK(absolute["subspaces"][1]["spared"] == 0);
    CHECK(absolute["subspaces"][2]["spared"] == 748);
    CHECK(absolute["subspaces"][2]["win_draw"] == 748);
    CHECK(absolute["totals"]["win_win"] == 140621 + 102281 + 75397 - 748);

    const Json& limit = json["changes"][1];
    CHECK_FALSE(limit["totals"].contains("spared"));
    const Json& three = limit["subspaces"][0];
    CHECK(three["subspace"] == "3-3");
    const Json& rows = json["databases"][2]["subspaces"][0];
    CHECK(three["win_win"] == rows["wins"]);
    CHECK(three["loss_loss"] == rows["losses"]);
    CHECK(three["win_win"].get<int>() + three["win_draw"].get<int>() == 140621);
    CHECK(three["loss_loss"].get<int>() + three["loss_draw"].get<int>() == 28736);
    CHECK(three["draw_draw"] == 269);
    for (const char* never : {"win_loss", "draw_win", "draw_loss", "loss_win"}) {
        CHECK(three[never] == 0);
    }
}
