// `mulino pack` and `mulino check`, the real program.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
namespace fs = std::filesystem;

namespace {

void solve(const fs::path& database) {
    const Ran ran = run_mulino({"solve", "--db", database.string(), "--pairs", "3-3,4-3"});
    INFO(ran.err);
    REQUIRE(ran.status == 0);
}

Ran pack(const fs::path& database, const fs::path& out, const std::string& kind) {
    return run_mulino({"pack", "--db", database.string(), "--out", out.string(), "--kind", kind});
}

Ran check(const fs::path& database, std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), {"check", "--db", database.string()});
    return run_mulino(arguments);
}

// Changes a byte in the middle of a file.
void damage(const fs::path& path) {
    std::string bytes = contents(path);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    fs::remove(path);
    std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("packing makes sets that query the same and compare equal") {
    const TemporaryFolder folder;
    const fs::path source = folder.path() / "db";
    solve(source);
    const fs::path list = folder.path() / "values";
    CHECK(check(source, {"--write-list", list.string()}).status == 0);
    const std::string position = ".WW/.../.B./B....B/.../.../..W b";
    const Ran known = run_mulino({"query", "--db", source.string(), position});
    for (const std::string kind : {"compact", "fast", "full"}) {
        const fs::path out = folder.path() / kind;
        const Ran packed = pack(source, out, kind);
        INFO(packed.err);
        CHECK(packed.status == 0);
        CHECK(packed.out.find("found right") != std::string::npos);
        const Ran checked = check(out, {"--values", "--compare", list.string()});
        INFO(checked.err);
        CHECK(checked.status == 0);
        const Ran asked = run_mulino({"query", "--db", out.string(), position});
        CHECK(asked.status == 0);
        if (kind == "full") CHECK(asked.out == known.out);
    }
}

TEST_CASE("packing goes on where it was stopped") {
    const TemporaryFolder folder;
    const fs::path source = folder.path() / "db";
    const fs::path out = folder.path() / "compact";
    solve(source);
    REQUIRE(pack(source, out, "compact").status == 0);
    const std::string kept = contents(out / "3-3.mulino");
    const std::string lost = contents(out / "4-3.mulino");
    const auto time = fs::last_write_time(out / "3-3.mulino");
    fs::remove(out / "4-3.mulino");
    std::ofstream(out / "4-3.mulino.tmp") << "half a table";
    CHECK(pack(source, out, "compact").status == 0);
    CHECK(fs::last_write_time(out / "3-3.mulino") == time);
    CHECK(contents(out / "3-3.mulino") == kept);
    CHECK(contents(out / "4-3.mulino") == lost);
    CHECK(!fs::exists(out / "4-3.mulino.tmp"));
}

TEST_CASE("packing refuses what cannot be") {
    const TemporaryFolder folder;
    const fs::path source = folder.path() / "db";
    solve(source);
    CHECK(pack(source, folder.path() / "x", "small").status == 2);
    CHECK(pack(source, source, "fast").status == 2);
    CHECK(pack(folder.path() / "none", folder.path() / "x", "fast").status == 3);
    const fs::path fast = folder.path() / "fast";
    REQUIRE(pack(source, fast, "fast").status == 0);
    CHECK(pack(source, fast, "compact").status == 3);
    CHECK(pack(fast, folder.path() / "full", "full").status == 3);
    CHECK(pack(fast, folder.path() / "compact", "compact").status == 0);
}

TEST_CASE("a check finds damage, and lists that differ") {
    const TemporaryFolder folder;
    const fs::path source = folder.path() / "db";
    const fs::path list = folder.path() / "values";
    solve(source);
    REQUIRE(check(source, {"--write-list", list.string()}).status == 0);
    CHECK(contents(list).find("\n3-4 ") != std::string::npos);

    std::string other = contents(list);
    other.back() = '\n';
    const std::size_t digit = other.size() - 2;
    other[digit] = other[digit] == '0' ? '1' : '0';
    std::ofstream(folder.path() / "other") << other;
    const Ran differs = check(source, {"--compare", (folder.path() / "other").string()});
    CHECK(differs.status == 1);
    CHECK(differs.err.find("4-3") != std::string::npos);
    std::ofstream(folder.path() / "more")
        << contents(list) << "5-5 " << std::string(32, '0') << '\n';
    CHECK(check(source, {"--compare", (folder.path() / "more").string()}).status == 1);
    std::ofstream(folder.path() / "bad") << "no list\n";
    CHECK(check(source, {"--compare", (folder.path() / "bad").string()}).status == 3);

    const fs::path compact = folder.path() / "compact";
    REQUIRE(pack(source, compact, "compact").status == 0);
    damage(compact / "4-3.mulino");
    const Ran damaged = check(compact);
    CHECK(damaged.status == 3);
    CHECK(damaged.err.find("4-3.mulino") != std::string::npos);
    CHECK(check(compact, {"--values"}).status == 3);
}

TEST_CASE("a list that cannot be written leaves the old one, and says what was refused") {
    const TemporaryFolder folder;
    const fs::path source = folder.path() / "db";
    solve(source);
    const fs::path list = folder.path() / "values";
    write_contents(list, "# an older list\n");
    // The disk is full after the first lines.
    RunOptions full_disk;
    full_disk.file_limit = 120;
    const Ran full =
        run_mulino({"check", "--db", source.string(), "--write-list", list.string()}, full_disk);
    INFO(full.err);
    CHECK(full.status == 4);
    CHECK(full.err.find("cannot write " + list.string()) != std::string::npos);
    CHECK(contents(list) == "# an older list\n");

    const fs::path nowhere = folder.path() / "nowhere" / "values";
    const Ran refused = check(source, {"--write-list", nowhere.string()});
    CHECK(refused.status == 4);
    CHECK(refused.err.find("cannot create " + nowhere.string()) != std::string::npos);
    CHECK(refused.err.find("No such file or directory") != std::string::npos);

    // What is no file, such as a device, is not replaced by one.
    const fs::path pipe = folder.path() / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const Ran no_file = check(source, {"--write-list", pipe.string()});
    CHECK(no_file.status == 4);
    CHECK(no_file.err.find("cannot replace " + pipe.string()) != std::string::npos);
    CHECK(fs::is_fifo(pipe));

    CHECK(check(source, {"--write-list", list.string()}).status == 0);
    CHECK(lines(contents(list)).size() == 4);
    CHECK(fs::exists(list));
    CHECK_FALSE(fs::exists(list.string() + ".tmp"));
}

TEST_CASE("a folder that another run writes into is left alone") {
    const TemporaryFolder folder;
    const fs::path source = folder.path() / "db";
    solve(source);
    const fs::path out = folder.path() / "out";
    fs::create_directory(out);
    const fs::path unfinished = out / "4-3.mulino.tmp";
    write_contents(unfinished, "begun");
    const int holder = ::open(out.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    REQUIRE(holder >= 0);
    REQUIRE(::flock(holder, LOCK_EX | LOCK_NB) == 0);
    const auto refused = [&](const Ran& ran) {
        INFO(ran.err);
        CHECK(ran.status == 4);
        CHECK(ran.err.find("another run") != std::string::npos);
        CHECK(ran.err.find(out.string()) != std::string::npos);
        CHECK(fs::exists(unfinished));
        CHECK_FALSE(fs::exists(out / "mulino.manifest"));
    };
    refused(pack(source, out, "fast"));
    refused(run_mulino({"solve", "--db", out.string(), "--pairs", "3-3"}));
    ::close(holder);
    CHECK(pack(source, out, "fast").status == 0);
    CHECK_FALSE(fs::exists(unfinished));
}
