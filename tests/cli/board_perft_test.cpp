// `mulino board` and `mulino perft`, the real program.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;

namespace {

std::string perft(const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"perft"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Ran ran = run_mulino(all);
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    return ran.out;
}

}  // namespace

TEST_CASE("perft counts leaves") {
    CHECK(perft({"0"}) == "1\n");
    CHECK(perft({"1"}) == "24\n");
    CHECK(perft({"4"}) == "255024\n");
    CHECK(perft({"5"}) == "5140800\n");
    CHECK(perft({"5", "--threads", "1"}) == "5140800\n");
}

TEST_CASE("perft of given positions") {
    const std::string white = "W:d7,b6,d5,c4,f4,g4,d3,d2,a1 B:a7,d6,f6,a4,b4,e4,c3,b2,f2 w";
    const std::string black = "W:d7,b6,d5,c4,f4,g4,d3,d2,a1 B:a7,d6,f6,a4,b4,e4,c3,b2,f2 b";
    CHECK(perft({"--position", white, "5"}) == "58409\n");
    CHECK(perft({"--position", black, "5"}) == "7280\n");
}

TEST_CASE("perft lists the leaves below each turn") {
    const std::vector<std::string> out = lines(perft({"--divide", "2"}));
    REQUIRE(out.size() == 25);
    CHECK(out.front() == "a7\t23");
    CHECK(out[23] == "g1\t23");
    CHECK(out.back() == "552");
}

TEST_CASE("perft of a finished game has no leaves") {
    CHECK(perft({"--position", "W:a1,d2,f4 B:a7,g7 b", "1"}) == "0\n");
}

TEST_CASE("perft counts turns, whatever the draw rules say of the game, and says so") {
    const std::string position = "W:d7,g7,g1 B:d5,a4,g4 b 0 0 1";
    const std::string all = perft({"--position", position, "3"});
    CHECK(all != "0\n");
    CHECK(perft({"--no-capture-limit", "1", "--position", position, "3"}) == all);
    CHECK(perft({"--repetition", "2", "--position", position, "3"}) == all);
    CHECK(run_mulino({"perft", "--help"}).out.find("Draw rules do not act") != std::string::npos);
}

TEST_CASE("board draws a position") {
    const Ran ran = run_mulino({"board", "W:d7,g7,g1 B:d5,a4,g4 b"});
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    const std::vector<std::string> out = lines(ran.out);
    REQUIRE(out.size() > 12);
    CHECK(out[0] == ".WW/.../.B./B....B/.../.../..W b");
    CHECK(out[2] == "7  .--------W--------W");
    CHECK(out[4] == "5  |  |  .--B--.  |  |");
    CHECK(out[5] == "4  B--.--.     .--.--B");
    CHECK(out[8] == "1  .--------.--------W");
    CHECK(out[11] == "black to move; on the board: white 3, black 3; in hand: white 0, black 0");
    CHECK(out[12] == "54 legal turns:");
    CHECK(ran.out.find('\x1b') == std::string::npos);
}

TEST_CASE("board follows the rules") {
    const std::string position = "W:d7,g7,g1 B:d5,a4,g4 b";
    CHECK(lines(run_mulino({"board", "--flying", "off", position}).out)[12] == "7 legal turns:");
    // Two mills at once: one man, or two.
    const std::string two = "W:a7,d7,g4,g1 B:b6,d6,b4,f2,d2 w 1 0";
    const Ran one = run_mulino({"board", two});
    const Ran per_mill = run_mulino({"board", "--rules", "polish", two});
    CHECK(one.out.find(" g7xb6 ") != std::string::npos);
    CHECK(per_mill.out.find(" g7xb6 ") == std::string::npos);
    CHECK(per_mill.out.find(" g7xb6xd6 ") != std::string::npos);
}

TEST_CASE("board shows the counter where a limit is asked for") {
    const std::string position = ".WW/.../.B./B....B/.../.../..W b 0 0 ";
    CHECK(lines(run_mulino({"board", position + "7"}).out)[0] ==
          ".WW/.../.B./B....B/.../.../..W b");
    const Ran seven = run_mulino({"board", "--no-capture-limit", "20", position + "7"});
    CHECK(lines(seven.out)[0] == position + "7");
    CHECK(seven.out.find("54 legal turns") != std::string::npos);
    const Ran twenty = run_mulino({"board", "--no-capture-limit", "20", position + "20"});
    CHECK(lines(twenty.out).back() == "20 plies without a removal: the game is drawn");
}

TEST_CASE("board tells why a game is over") {
    const Ran blocked =
        run_mulino({"board", "W:d7,d6,e5,a4,b4,c3,e3,d2,g1 B:a7,b6,c5,d5,c4,d3,b2,a1,d1 b"});
    CHECK(blocked.status == 0);
    CHECK(lines(blocked.out).back() == "black has no legal turn and has lost");
    const Ran few = run_mulino({"board", "W:a1,d2,f4 B:a7,g7 b"});
    CHECK(lines(few.out).back() == "black has fewer than three men and has lost");
}
