// `mulino engine`, the real program: through files, and through pipes that break.
#include <signal.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "engine/engine_process.hpp"
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
using namespace std::chrono_literals;
using mulino::EngineProcess;

namespace {

Ran engine(const std::string& input, std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), "engine");
    RunOptions options;
    options.input = input;
    return run_mulino(arguments, options);
}

const std::string kFigure9 = ".WW/.../.B./B....B/.../.../..W b";

// The real program, talked to while it runs.
class Talk {
public:
    explicit Talk(const std::string& arguments = {})
        : process_(EngineProcess::start(program_path() + " engine " + arguments).value()) {}

    void say(const std::string& line) { CHECK(process_.send(line).has_value()); }
    // The first line that begins so.
    std::string wait_for(const std::string& begin) {
        const auto deadline = EngineProcess::Clock::now() + 20s;
        while (true) {
            const auto line = process_.read(deadline);
            REQUIRE(line.has_value());
            REQUIRE(line->has_value());
            if ((*line)->rfind(begin, 0) == 0) return **line;
        }
    }

private:
    EngineProcess process_;
};

}  // namespace

TEST_CASE("a whole conversation") {
    const Ran ran = engine(
        "uci\nisready\nposition startpos moves d6 f4\ngo depth 4\nwait\nrubbish\nquit\nuci\n");
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    const std::vector<std::string> out = lines(ran.out);
    REQUIRE(out.size() > 8);
    CHECK(out[0] == "id name mulino " MULINO_VERSION);
    CHECK(out[out.size() - 2].rfind("bestmove ", 0) == 0);
    CHECK(out.back() == "info string error: unknown command 'rubbish'");
    CHECK(ran.out.find("readyok\n") != std::string::npos);
    CHECK(ran.out.find("info depth 4 ") != std::string::npos);
}

TEST_CASE("the end of the input ends a search with its answer") {
    const Ran ran = engine("go infinite\n");
    CHECK(ran.status == 0);
    CHECK(lines(ran.out).back().rfind("bestmove ", 0) == 0);
    CHECK(engine("").status == 0);
    CHECK(engine("").out == "");
}

TEST_CASE("databases are played from exactly") {
    // Exact play needs far less than the time it is given; on a busy machine it may need more than
    // one would think.
    const std::string position = "position fen " + kFigure9 + "\n";
    const std::string play = position + "go movetime 60000\nwait\n";
    const std::string expected = "score mate -13 value loss plies 26 ";
    CHECK(engine(play, {"--db", small_database().string()}).out.find(expected) !=
          std::string::npos);
    const Ran set =
        engine("setoption name Database value " + small_database().string() + "\n" + play);
    CHECK(set.out.find(expected) != std::string::npos);
    CHECK(set.out.find("bestmove d5-a7\n") != std::string::npos);
    const Ran alone = engine(position + "go depth 4\nwait\n");
    CHECK(alone.out.find("bestmove ") != std::string::npos);
    CHECK(alone.out.find(expected) == std::string::npos);
}

TEST_CASE("options of the command line are the defaults") {
    const Ran ran = engine("uci\nd\n", {"--level", "medio", "--hash", "2", "--rules", "croatian",
                                        "--repetition", "4", "--seed", "9"});
    for (const char* text : {"Level type combo default medio", "HashMB type spin default 2 ",
                             "Rules type combo default custom", "First type combo default black",
                             "Repetition type string default 4", "Seed type string default 9",
                             "info string position .../.../.../....../.../.../... b 9 9"}) {
        INFO(text);
        CHECK(ran.out.find(text) != std::string::npos);
    }
    CHECK(engine("", {"--level", "grande"}).status == 2);
    CHECK(engine("", {"--hash", "0"}).status == 2);
    CHECK(engine("", {"--rules", "klingon"}).status == 2);
    const Ran missing = engine("", {"--db", "/no/where"});
    CHECK(missing.status == 3);
    CHECK(missing.err.find("/no/where") != std::string::npos);
}

TEST_CASE("input that is no text ends it, also in mid-search") {
    const Ran ran = engine("go infinite\n" + std::string(3'000'000, 'x') + "\nquit\n");
    CHECK(ran.status == 3);
    CHECK(ran.err.find("no end") != std::string::npos);
    CHECK(lines(ran.out).back().rfind("bestmove ", 0) == 0);
    const Ran long_line = engine(std::string(1'000'000, 'x') + "\nisready");
    CHECK(long_line.status == 0);
    CHECK(lines(long_line.out).back() == "readyok");
    const Ran zeros = engine(std::string("isready\n\0\0go\0 \xFF\nisready\n", 23));
    CHECK(zeros.status == 0);
    CHECK(lines(zeros.out).size() == 3);
}

TEST_CASE("lines are answered in mid-search") {
    Talk talk;
    talk.say("go infinite");
    talk.wait_for("info depth 4 ");
    talk.say("isready");
    talk.wait_for("readyok");
    talk.say("stop");
    talk.wait_for("bestmove ");
    talk.say("go movetime 50");
    talk.wait_for("bestmove ");
    talk.say("go infinite");
    talk.wait_for("info depth 2 ");
    // Closing the pipes ends it: the destructor would wait half a second and kill.
}

TEST_CASE("nobody to answer any more is the end, in mid-search too") {
    // `head` ends after three lines; the input stays open.
    const TemporaryFolder folder;
    const std::string status = folder / "status";
    auto shell = EngineProcess::start("{ " + program_path() + " engine 2>/dev/null; echo $? >" +
                                      status + "; } | head -3; cat " + status)
                     .value();
    CHECK(shell.send("go infinite").has_value());
    std::string last;
    while (last.empty() || last.rfind("info", 0) == 0) {
        const auto line = shell.read(EngineProcess::Clock::now() + 20s);
        REQUIRE(line.has_value());
        REQUIRE(line->has_value());
        last = **line;
    }
    CHECK(last == "4");
}

TEST_CASE("Ctrl-C ends it with an answer") {
    RunOptions options;
    options.input = "go movetime 100000\nwait\n";
    options.signal = SIGINT;
    options.signal_after = 400ms;
    const Ran ran = run_mulino({"engine"}, options);
    CHECK(ran.status == 4);
    CHECK(lines(ran.out).back().rfind("bestmove ", 0) == 0);
}
