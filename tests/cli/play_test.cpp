// `mulino play`, the real program with its input from a file.
#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;

namespace {

// White closes a7-d7-g7 with g4-g7 and wins.
const std::string kWinning = "WW./.../.../.....W/.../B.B/B.. w";
const std::string kFigure9 = ".WW/.../.B./B....B/.../.../..W b";

Ran play(const std::string& input, std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), {"play", "--ascii"});
    RunOptions options;
    options.input = input;
    return run_mulino(arguments, options);
}

// Two persons at the table.
Ran two(const std::string& input, std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.end(), {"--black", "human"});
    return play(input, arguments);
}

void check_says(const Ran& ran, const std::vector<std::string>& texts) {
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    INFO(ran.out);
    for (const std::string& text : texts) {
        INFO(text);
        CHECK(ran.out.find(text) != std::string::npos);
    }
}

}  // namespace

TEST_CASE("the board is drawn in plain characters on request") {
    const Ran ran = two("", {"--position", kFigure9});
    check_says(ran,
               {"\n 7  .-----------W-----------W\n", " 5  |   |   .---B---.   |   |\n",
                " 4  B---.---.       .---.---B      3 men\n", "    a   b   c   d   e   f   g\n",
                "W White (human)\n", "B Black (human)\n", "Black> \n"});
    for (const char letter : ran.out) CHECK(static_cast<unsigned char>(letter) < 0x80);
}

TEST_CASE("the board is drawn with lines, and without colour where there is no terminal") {
    const Ran ran = run_mulino({"play", "--black", "human", "--position", kFigure9});
    check_says(ran, {"\n 7  ·───────────○───────────○\n", "● Black (human)\n"});
    CHECK(ran.out.find('\x1b') == std::string::npos);
}

TEST_CASE("turns are played and shown") {
    check_says(two("d6\nf4\n"), {"White played d6\n", "Black played f4\n",
                                 " 6  |   .-------W-------.   |", "in hand WWWWWWWW\n"});
    check_says(two("G4 - g7\n g4-g7 xA1\n", {"--position", kWinning}),
               {" 7  W-----------W-----------W", " 1  x-----------",
                "White wins: Black has fewer than three men.\ngame over> \n"});
}

TEST_CASE("an illegal turn is refused with the reason, and the prompt comes back") {
    check_says(two("d6\nd6\nd6-d7\nb4xd6\nhello\n{}[]\n"),
               {"Black>   d6: d6 is not empty\n", "Black has men in hand and must place one",
                "closes no mill and removes nothing", "hello: expected a point", "Black> \n"});
    check_says(two("g4-g7\ng4-f7\n", {"--position", kWinning}),
               {"removes one man and names none", "one way to go on is g4-g7x"});
    check_says(two("g4-g7xa1\na7-a4\n", {"--position", kWinning}), {"the game is over; undo"});
}

TEST_CASE("undo takes back a person's turn and the answer to it") {
    const Ran alone = two("d6\nundo\nundo\n");
    check_says(alone, {"no turn of yours to take back"});
    const Ran ran = play("d6\nundo\nd6\n", {"--black", "facile", "--seed", "1"});
    check_says(ran, {"Black (facile) plays "});
    // Twice after the first turn of Black there is one man of each side.
    const std::string played = "in hand WWWWWWWW\n";
    CHECK(ran.out.find(played) != ran.out.rfind(played));
    CHECK(ran.out.find("in hand WWWWWWW\n") == std::string::npos);
    check_says(play("undo\n", {"--white", "facile", "--black", "human"}), {"no turn of yours"});
    check_says(two("resign\nundo\nd6\n"), {"Black wins: White resigns.", "White played d6"});
}

TEST_CASE("commands may be shortened, and turns are listed") {
    check_says(two("he\nt\nboa\nh\n"), {"save FILE", "a7 d7 g7 b6 d6 f6", "h may be hint, help"});
    check_says(two("g4-g7xa1\nturns\nhint\n", {"--position", kWinning}),
               {"none: the game is over"});
    const Ran quit = two("quit\nd6\n");
    check_says(quit, {});
    CHECK(quit.out.find("White played") == std::string::npos);
}

TEST_CASE("games are saved and loaded") {
    const TemporaryFolder folder;
    const std::string file = folder / "a game.txt";
    check_says(two("d6\nf4\nsave " + file + "\nd2\nsave " + file + "\n"), {"saved as " + file});
    const std::string record = contents(file);
    CHECK(record.find("[White \"human\"]\n[Black \"human\"]\n[Result \"*\"]\n") !=
          std::string::npos);
    CHECK(record.find("\n\n1. d6 f4 2. d2 *\n") != std::string::npos);
    // What is there is not written over.
    check_says(two("save " + file + "\nsave\nsave " + folder.path().string() + "/no/file\n"),
               {"is there already", "give the name of a file", "cannot be saved"});
    CHECK(contents(file) == record);
    check_says(two("load " + file + "\nb4\n"), {"White played d2\n", "Black played b4\n"});
    write_contents(folder / "three", "[Result \"*\"]\n\nd6\n\n[Rules \"polish\"]\n\na1 *\na4 *");
    check_says(two("load " + (folder / "three") + " 2\nload " + (folder / "three") + " 4\n"),
               {" 1  W---", "holds 3 games"});
    write_contents(folder / "bad", "d6 a1\nd6");
    check_says(two("load " + (folder / "bad") + "\nload nowhere\nload\n"),
               {"line 2", "'d6'", "nowhere cannot be read", "give the name of a file"});
}

TEST_CASE("hint and value know what the databases know") {
    const std::vector<std::string> with{"--position", kFigure9, "--db", small_database().string()};
    check_says(two("value\nhint\n", with),
               {"For Black, to move: loss in 26\n  loss in 26  d5-a7\n  loss in 20  a4-a7\n",
                "\n              d5-e3", "d5-a7  (loss in 26)\n"});
    check_says(two("value\n"), {"there are no databases"});
    check_says(two("value\n", {"--db", small_database().string(), "--position",
                               "WWW/.../B.B/W....W/B.B/.../... w"}),
               {"no table"});
    // Tables of other rules are not used.
    const TemporaryFolder folder;
    write_contents(folder / "game", "[Rules \"spanish\"]\n\nd6 *");
    check_says(two("load " + (folder / "game") + "\nvalue\n", with),
               {"no databases for this game", "there are no databases"});
}

TEST_CASE("computers play each other to the end, the same with the same seed") {
    for (const char* rules : {"italian", "spanish"}) {
        const auto game = [&](const char* seed) {
            return play("", {"--white", "medio", "--black", "facile", "--rules", rules, "--seed",
                             seed, "--no-capture-limit", "30"});
        };
        const Ran ran = game("3");
        CHECK(ran.status == 0);
        INFO(ran.out);
        const bool won = ran.out.find(" wins: ") != std::string::npos;
        const bool drawn = ran.out.find("A draw: ") != std::string::npos;
        CHECK((won || drawn));
        CHECK(game("3").out == ran.out);
        CHECK(game("4").out != ran.out);
    }
    const Ran strong = play("", {"--white", "difficile", "--black", "facile", "--nodes", "500",
                                 "--seed", "5", "--repetition", "2"});
    CHECK(strong.status == 0);
}

TEST_CASE("seats change during a game") {
    check_says(two("black\nblack facile\nwhite nobody\nd6\n"),
               {"Black is human", "'nobody' cannot play: it is human, facile, medio or difficile",
                "Black (facile) plays"});
}

TEST_CASE("input that is no text ends it") {
    const Ran ran = two(std::string(2'000'000, 'd'));
    CHECK(ran.status == 3);
    CHECK(ran.out.find("no end") != std::string::npos);
    CHECK(two(std::string("d6\0\xFF\nd6\n", 9)).status == 0);
}

TEST_CASE("wrong options of play") {
    CHECK(run_mulino({"play", "--white", "nobody"}).status == 2);
    CHECK(run_mulino({"play", "--rules", "klingon"}).status == 2);
    CHECK(run_mulino({"play", "--position", "x"}).status == 3);
    CHECK(run_mulino({"play", "--db", "nowhere"}).status == 3);
    CHECK(run_mulino({"play", "--time", "0"}).status == 2);
    CHECK(run_mulino({"play", "--help"}).out.find("Examples:\n  mulino play") != std::string::npos);
}
