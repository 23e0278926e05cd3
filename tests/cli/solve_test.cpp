// `mulino solve`, the real program: plans, files that depend on nothing but the request, going on
// after interruptions, and everything that can be refused.
#include <signal.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
namespace fs = std::filesystem;

namespace {

Ran solve(const fs::path& database, std::vector<std::string> arguments,
          const RunOptions& options = {}) {
    arguments.insert(arguments.begin(), {"solve", "--db", database.string()});
    return run_mulino(arguments, options);
}

std::map<std::string, std::string> files(const fs::path& folder) {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::directory_iterator(folder)) {
        all[entry.path().filename().string()] = contents(entry.path());
    }
    return all;
}

}  // namespace

TEST_CASE("solving prints a row for each pair and totals") {
    const TemporaryFolder folder;
    const Ran ran = solve(folder.path() / "db", {"--pairs", "3-3,3-4"});
    INFO(ran.err);
    CHECK(ran.status == 0);
    const std::vector<std::string> out = lines(ran.out);
    REQUIRE(out.size() == 4);
    CHECK(out[0].rfind("pair ", 0) == 0);
    CHECK(out[1].rfind("3-3 ", 0) == 0);
    CHECK(out[2].rfind("4-3 ", 0) == 0);
    CHECK(out[3].rfind("all ", 0) == 0);
    CHECK(fs::exists(folder.path() / "db" / "3-4.mulino"));
    CHECK(fs::exists(folder.path() / "db" / "4-3.mulino"));

    const Ran again = solve(folder.path() / "db", {"--pairs", "3-3,3-4"});
    CHECK(again.status == 0);
    CHECK(again.out == "");
    CHECK(again.err.find("2 of 2") != std::string::npos);
}

TEST_CASE("a dry run prints the plan and makes nothing") {
    const TemporaryFolder folder;
    const Ran ran = solve(folder.path() / "db", {"--dry-run"});
    CHECK(ran.status == 0);
    const std::vector<std::string> out = lines(ran.out);
    REQUIRE(out.size() == 1 + 28 + 1);
    CHECK(out[1].rfind("3-3 ", 0) == 0);
    CHECK(out[28].rfind("9-9 ", 0) == 0);
    CHECK(out[29].rfind("all ", 0) == 0);
    CHECK(out[29].find("9074932579") != std::string::npos);
    CHECK_FALSE(fs::exists(folder.path() / "db"));
}

TEST_CASE("pairs whose smaller pairs are missing are refused by name") {
    const TemporaryFolder folder;
    const Ran ran = solve(folder.path() / "db", {"--pairs", "5-4"});
    CHECK(ran.status == 3);
    CHECK(ran.err.find("4-4") != std::string::npos);
    CHECK(ran.err.find("5-3") != std::string::npos);
}

TEST_CASE("more memory than allowed is refused before starting") {
    const TemporaryFolder folder;
    const Ran ran = solve(folder.path() / "db", {"--memory", "100M"});
    INFO(ran.err);
    CHECK(ran.status == 4);
    CHECK(ran.err.find("the cap is 100 MB") != std::string::npos);
    CHECK_FALSE(fs::exists(folder.path() / "db" / "3-3.mulino"));
}

TEST_CASE("a small cap is told in bytes") {
    const TemporaryFolder folder;
    const Ran ran = solve(folder.path() / "db", {"--memory", "1"});
    CHECK(ran.status == 4);
    CHECK(ran.err.find("the cap is 1 bytes") != std::string::npos);
}

TEST_CASE("a folder of another family or metric is refused") {
    const TemporaryFolder folder;
    const fs::path database = folder.path() / "db";
    REQUIRE(solve(database, {"--max-men", "6"}).status == 0);
    CHECK(solve(database, {"--max-men", "7", "--rules", "spanish"}).status == 3);
    CHECK(solve(database, {"--max-men", "7", "--metric", "wdl"}).status == 3);
    CHECK(solve(database, {"--max-men", "7", "--rules", "polish"}).status == 0);
}

TEST_CASE("a folder that cannot be made is status 4") {
    const TemporaryFolder folder;
    write_contents(folder / "file", "");
    CHECK(solve(folder.path() / "file" / "db", {"--max-men", "6"}).status == 4);
    CHECK(solve("/proc/mulino", {"--max-men", "6"}).status == 4);
}

TEST_CASE("files do not depend on threads") {
    const TemporaryFolder folder;
    REQUIRE(solve(folder.path() / "one", {"--max-men", "8", "--threads", "1"}).status == 0);
    REQUIRE(solve(folder.path() / "seven", {"--max-men", "8", "--threads", "7"}).status == 0);
    const auto expected = files(small_database());
    CHECK(files(folder.path() / "one") == expected);
    CHECK(files(folder.path() / "seven") == expected);
}

// Sanitizers take more address space than there is memory.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("threads that the system refuses are told, never an abort") {
    const TemporaryFolder folder;
    const auto with = [](std::uint64_t megabytes, std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--threads", "1024"});
        RunOptions limited;
        limited.memory_limit = megabytes * 1'000'000;
        return run_mulino(arguments, limited);
    };
    const std::string database = small_database().string();
    for (const std::uint64_t megabytes :
         {64U, 100U, 150U, 200U, 300U, 400U, 600U, 800U, 1000U, 2000U}) {
        for (const std::vector<std::string>& arguments :
             {std::vector<std::string>{"perft", "4"},
              {"solve", "--db", folder / std::to_string(megabytes), "--max-men", "6"},
              {"check", "--db", database, "--values"},
              {"verify", "--db", database, "--pairs", "3-3", "--report", folder / "report"}}) {
            const Ran ran = with(megabytes, arguments);
            INFO(megabytes << " MB, " << arguments.front() << ": " << ran.status << ' ' << ran.err);
            CHECK((ran.status == 0 || (ran.status == 4 && ran.err != "")));
        }
    }
}
#endif

TEST_CASE("values alone can be solved") {
    const TemporaryFolder folder;
    const fs::path database = folder.path() / "db";
    REQUIRE(solve(database, {"--max-men", "7", "--metric", "wdl"}).status == 0);
    const std::string position = ".WW/.../.B./B....B/.../.../..W b";
    const Ran ran = run_mulino({"query", "--db", database.string(), position});
    CHECK(ran.out.find("value     loss\n") != std::string::npos);
    const Ran line = run_mulino({"query", "--db", database.string(), "--line", position});
    CHECK(line.status == 3);
    CHECK(line.out == "");
    CHECK(line.err.find("without distances") != std::string::npos);
    CHECK(run_mulino({"info", "--db", database.string()}).status == 0);
}

TEST_CASE("killed at any moment, a run goes on to identical files") {
    const auto expected = files(small_database());
    for (int i = 0; i < 6; ++i) {
        const TemporaryFolder folder;
        const fs::path database = folder.path() / "db";
        solve(database, {"--max-men", "8"},
              {"", {}, SIGKILL, std::chrono::milliseconds(30 + 100 * i), {}});
        const Ran again = solve(database, {"--max-men", "8"});
        INFO(again.err);
        CHECK(again.status == 0);
        CHECK(files(database) == expected);
    }
}

TEST_CASE("the first interrupt stops a run, which can go on") {
    const TemporaryFolder folder;
    const fs::path database = folder.path() / "db";
    const Ran stopped =
        solve(database, {"--max-men", "13"},
              {"", {}, SIGINT, std::chrono::milliseconds(10), database / "3-3.mulino"});
    INFO(stopped.err);
    CHECK(stopped.status == 4);
    CHECK(stopped.err.find("stopped") != std::string::npos);
    CHECK(solve(database, {"--max-men", "8"}).status == 0);
    for (const auto& [name, bytes] : files(small_database())) {
        CHECK(contents(database / name) == bytes);
    }
}

TEST_CASE("a full disk in the middle of a run keeps what is finished") {
    const TemporaryFolder folder;
    const fs::path database = folder.path() / "db";
    // 3-5 and all before it fit, 5-3 does not.
    const std::uint64_t limit = fs::file_size(small_database() / "5-3.mulino") - 1;
    const Ran full = solve(database, {"--max-men", "8"}, {"", limit, 0, {}, {}});
    INFO(full.err);
    CHECK(full.status == 4);
    CHECK(full.err.find("mulino") != std::string::npos);
    for (const auto& [name, bytes] : files(database)) {
        INFO(name);
        CHECK(bytes == contents(small_database() / name));  // no temporary file either
    }
    CHECK(solve(database, {"--max-men", "8"}).status == 0);
    CHECK(files(database) == files(small_database()));
}

TEST_CASE("a damaged table is made anew") {
    const TemporaryFolder folder;
    const fs::path database = folder.path() / "db";
    copy_database(database);
    std::string bytes = contents(database / "4-3.mulino");
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_contents(database / "4-3.mulino", bytes);
    const Ran ran = solve(database, {"--max-men", "8"});
    INFO(ran.err);
    CHECK(ran.status == 0);
    CHECK(ran.err.find("4-3") != std::string::npos);
    CHECK(files(database) == files(small_database()));
}
