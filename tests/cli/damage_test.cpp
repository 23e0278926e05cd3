// Databases that are damaged, foreign or not there: a message and a status, never a wrong answer.
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
namespace fs = std::filesystem;

namespace {

const std::string kFigure9 = ".WW/.../.B./B....B/.../.../..W b";

// The query of a position in 3-3 fails with status 3 and names the file.
void check_refused(const fs::path& database, const std::string& word) {
    const Ran ran = run_mulino({"query", "--db", database.string(), kFigure9});
    INFO(ran.err);
    CHECK(ran.status == 3);
    CHECK(ran.out == "");
    CHECK(ran.err.find(word) != std::string::npos);
}

}  // namespace

TEST_CASE("no folder, an empty folder, a file for a folder") {
    const TemporaryFolder folder;
    check_refused(folder.path() / "nowhere", "no such folder");
    check_refused(folder.path() / "nowhere", "nowhere");
    check_refused(folder.path(), folder.path().string());
    write_contents(folder / "file", "text");
    check_refused(folder.path() / "file", "file");
    CHECK(run_mulino({"info", "--db", folder / "nowhere"}).status == 3);
    CHECK(run_mulino({"info", "--db", folder.path().string()}).status == 3);
}

TEST_CASE("foreign, truncated and flipped tables are refused") {
    const TemporaryFolder folder;
    const fs::path database = folder.path() / "db";
    copy_database(database);
    const fs::path table = database / "3-3.mulino";
    const std::string good = contents(table);

    write_contents(table, "this is no table, but some text that is long enough to look like one");
    check_refused(database, "3-3.mulino");
    write_contents(table, "");
    check_refused(database, "3-3.mulino");
    for (const std::size_t size : {std::size_t{10}, good.size() / 2, good.size() - 1}) {
        write_contents(table, good.substr(0, size));
        check_refused(database, "3-3.mulino");
    }
    write_contents(table, good + "x");
    check_refused(database, "3-3.mulino");
    for (const std::size_t place : {std::size_t{0}, std::size_t{9}, std::size_t{40}}) {
        std::string bad = good;
        bad[place] = static_cast<char>(bad[place] ^ 4);
        write_contents(table, bad);
        check_refused(database, "3-3.mulino");
    }
    // A table of another subspace under this name.
    fs::copy_file(database / "4-3.mulino", table, fs::copy_options::overwrite_existing);
    check_refused(database, "3-3.mulino");
    fs::remove(table);
    check_refused(database, "3-3");
    // A pipe is refused, not waited for.
    REQUIRE(::mkfifo(table.c_str(), 0644) == 0);
    check_refused(database, "3-3.mulino");
}

TEST_CASE("a flipped bit anywhere in a table is found by a recount") {
    const TemporaryFolder folder;
    const fs::path database = folder.path() / "db";
    copy_database(database);
    const fs::path table = database / "3-3.mulino";
    const std::string good = contents(table);
    for (std::size_t i = 0; i < 12; ++i) {
        std::string bad = good;
        const std::size_t place = good.size() * i / 12 + i;
        bad[place] = static_cast<char>(bad[place] ^ (1 << i % 8));
        write_contents(table, bad);
        const Ran ran = run_mulino({"info", "--recount", "--db", database.string()});
        INFO(place);
        INFO(ran.err);
        CHECK(ran.status == 3);
        CHECK(ran.err.find("3-3.mulino") != std::string::npos);
        CHECK(ran.out.find("\n4-3 ") != std::string::npos);
    }
}

TEST_CASE("a manifest that is damaged or of another metric") {
    const TemporaryFolder folder;
    const fs::path database = folder.path() / "db";
    copy_database(database);
    write_contents(database / "mulino.manifest", "nonsense\n");
    check_refused(database, "mulino.manifest");
}
