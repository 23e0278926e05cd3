// What the program says to wrong input that no database is needed for, and its exit statuses.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;

namespace {

// The run fails with the status, says all of `words` on standard error, and prints no data.
void check_refused(const std::vector<std::string>& arguments, int status,
                   const std::vector<std::string>& words) {
    const Ran ran = run_mulino(arguments);
    INFO(ran.err);
    CHECK(ran.status == status);
    CHECK(ran.out == "");
    for (const std::string& word : words) {
        INFO(word);
        CHECK(ran.err.find(word) != std::string::npos);
    }
}

// The commands, as the program lists them.
std::vector<std::string> commands() {
    std::vector<std::string> names;
    bool listed = false;
    for (const std::string& line : lines(run_mulino({"--help"}).out)) {
        // A name after two blanks; what does not fit behind it goes on further to the right.
        if (listed && line.rfind("  ", 0) == 0 && line.find_first_not_of(' ') == 2) {
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
        }
        listed = line == "Subcommands:" || (listed && line.rfind("  ", 0) == 0);
    }
    return names;
}

}  // namespace

TEST_CASE("version and help go to standard output") {
    const Ran version = run_mulino({"--version"});
    CHECK(version.status == 0);
    CHECK(version.out == "mulino " MULINO_VERSION "\n");
    CHECK(version.err == "");
    CHECK(run_mulino({"--help"}).out.find("Examples:\n  mulino ") != std::string::npos);
}

TEST_CASE("every command explains itself with examples") {
    const std::vector<std::string> names = commands();
    // No fewer than there were when this was written.
    CHECK(names.size() >= 15);
    for (const std::string& name : names) {
        const Ran help = run_mulino({name, "--help"});
        INFO(name);
        CHECK(help.status == 0);
        CHECK(help.err == "");
        const std::size_t example = help.out.find("Examples:\n  mulino " + name);
        REQUIRE(example != std::string::npos);
        const char behind =
            help.out[example + std::string("Examples:\n  mulino ").size() + name.size()];
        CHECK((behind == ' ' || behind == '\n'));
    }
}

TEST_CASE("where standard output is full, nothing passes for printed") {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"--version"}, {"--help"}, {"solve", "--help"}, {"perft", "1"}}) {
        RunOptions full;
        full.output = "/dev/full";
        const Ran ran = run_mulino(arguments, full);
        INFO(arguments.front());
        CHECK(ran.status == 4);
        CHECK(ran.err.find("standard output cannot be written") != std::string::npos);
    }
}

TEST_CASE("wrong usage is status 2") {
    check_refused({}, 2, {"--help"});
    check_refused({"frobnicate"}, 2, {"frobnicate"});
    check_refused({"perft"}, 2, {"DEPTH"});
    check_refused({"perft", "four"}, 2, {"four"});
    check_refused({"perft", "-1"}, 2, {});
    check_refused({"perft", "--rules", "klingon", "2"}, 2, {"klingon", "italian", "spanish"});
    check_refused({"perft", "--flying", "high", "2"}, 2, {"high", "own", "both", "off"});
    check_refused({"perft", "--no-capture-limit", "0", "2"}, 2, {"--no-capture-limit", "none"});
    check_refused({"perft", "--repetition", "often", "2"}, 2, {"--repetition", "often"});
    check_refused({"query", "W:a1,d2,f4 B:b2,b4,c5 w"}, 2, {"--db"});
    check_refused({"query", "--db", "somewhere"}, 2, {"POSITION", "--batch"});
    check_refused({"query", "--db", "x", "--batch", "-", "--json"}, 2, {"--batch", "--json"});
    check_refused({"query", "--db", "x", "--time", "soon", "y"}, 2, {"soon"});
    for (const char* time : {"nan", "-1", "inf", "1e7", "2s", ""}) {
        check_refused({"query", "--db", "x", "--time", time, "y"}, 2, {"--time", time, "none"});
    }
    check_refused({"info"}, 2, {"--db"});
    check_refused({"solve"}, 2, {"--db"});
    check_refused({"solve", "--db", "x", "--metric", "light-years"}, 2, {"light-years"});
    check_refused({"solve", "--db", "x", "--pairs", "3-3,four"}, 2, {"four"});
    check_refused({"solve", "--db", "x", "--pairs", "3-3", "--max-men", "6"}, 2, {"--pairs"});
    check_refused({"solve", "--db", "", "--pairs", "3-3"}, 2, {"--db"});
    for (const char* size : {"much", "0", "-5", "nan", "6X", "6GBi", "1e15T", "1e300"}) {
        check_refused({"solve", "--db", "x", "--memory", size}, 2, {"--memory", size});
    }
}

TEST_CASE("positions that cannot be read are status 3") {
    const auto refused = [](const std::string& position, const std::vector<std::string>& words) {
        check_refused({"board", position}, 3, words);
        check_refused({"query", "--db", "nowhere", position}, 3, words);
        check_refused({"perft", "--position", position, "1"}, 3, words);
    };
    refused(".W.W/.../.../....../.../.../... w", {"row 7", "4"});
    refused(".../.../..X/....../.../.../... w", {"row 5", "X"});
    refused("WWW/WWW/WWW/W...../BBB/.../... w", {"10"});
    refused("W../B../.../....../.../.../... w 3 9", {"hand"});
    refused("W../B../.../....../.../.../... x 8 8", {"x"});
    refused("WWW/.../.../....../BBB/.../... w 0 0 many", {"plies without a removal", "m"});
    refused("", {});
}
