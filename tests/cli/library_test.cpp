// Subcommands called as functions: with streams that fail when told, and with fewer rights.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"
#include "tools/query.hpp"
#include "tools/solve.hpp"
#include "tools/terminal.hpp"

using namespace mulino;
namespace fs = std::filesystem;

namespace {

const std::string kPosition = ".WW/.../.B./B....B/.../.../..W b";

/// Hands out one line and then fails as a disk does.
class FailingInput : public std::streambuf {
public:
    FailingInput() { setg(line_.data(), line_.data(), line_.data() + line_.size()); }

protected:
    int_type underflow() override { throw std::runtime_error("the disk failed"); }

private:
    std::string line_ = kPosition + "\n";
};

/// For as long as it lives, root is a user who owns nothing.
class WithoutRights {
public:
    WithoutRights() : user_(::geteuid()) {
        constexpr uid_t kNobody = 65534;
        if (user_ == 0) REQUIRE(::seteuid(kNobody) == 0);
    }
    ~WithoutRights() {
        if (user_ == 0 && ::seteuid(user_) != 0) std::abort();
    }
    WithoutRights(const WithoutRights&) = delete;
    WithoutRights& operator=(const WithoutRights&) = delete;

private:
    uid_t user_;
};

ExitStatus batch(std::istream& in, std::ostream& out, std::ostream& err) {
    QueryOptions options;
    options.folders = {test::small_database().string()};
    options.batch = "-";
    options.threads = 1;
    return run_query(options, in, out, err);
}

}  // namespace

TEST_CASE("a batch that cannot be read to its end says so") {
    FailingInput buffer;
    std::istream in(&buffer);
    std::ostringstream out;
    std::ostringstream err;
    CHECK(batch(in, out, err) == ExitStatus::Input);
    CHECK(out.str() == kPosition + "\tloss\t26\n");
    CHECK(err.str().find("the batch cannot be read") != std::string::npos);
}

TEST_CASE("a batch stops where its answers cannot be written") {
    std::string lines;
    for (int i = 0; i < 100'000; ++i) lines += kPosition + '\n';
    std::istringstream in(lines);
    std::ostringstream out;
    out.setstate(std::ios::badbit);
    std::ostringstream err;
    batch(in, out, err);
    CHECK(static_cast<std::size_t>(in.tellg()) < lines.size() / 2);
}

TEST_CASE("a folder that cannot be written is refused before anything is solved") {
    const test::TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms{0755});
    const fs::path database = folder.path() / "db";
    test::copy_database(database);
    fs::permissions(database, fs::perms{0555});
    SolveOptions options;
    options.folder = database.string();
    options.max_men = 9;
    options.threads = 1;
    std::ostringstream out;
    std::ostringstream err;
    std::string problem;
    {
        const WithoutRights without;
        try {
            run_solve(options, out, err);
        } catch (const std::system_error& refused) {
            problem = refused.what();
        }
    }
    fs::permissions(database, fs::perms{0755});
    INFO(problem);
    // Told of the folder at once, not of the first table when that is written.
    CHECK(problem.find("mulino.manifest.tmp") != std::string::npos);
    CHECK(out.str() == "");
}

TEST_CASE("a folder that cannot be looked into is not taken for an empty one") {
    const test::TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms{0755});
    const fs::path database = folder.path() / "db";
    test::copy_database(database);
    fs::permissions(database, fs::perms{0600});
    QueryOptions options;
    options.folders = {database.string()};
    options.position = kPosition;
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    {
        const WithoutRights without;
        CHECK(run_query(options, in, out, err) == ExitStatus::Input);
    }
    fs::permissions(database, fs::perms{0755});
    CHECK(err.str().find("ermission") != std::string::npos);
}

TEST_CASE("the second interrupt ends the program, however often the first is asked for") {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        if (stop_on_interrupt().load()) ::_exit(1);
        ::raise(SIGINT);
        if (!stop_on_interrupt().load()) ::_exit(2);
        ::raise(SIGINT);
        ::_exit(3);
    }
    int state = 0;
    REQUIRE(::waitpid(child, &state, 0) == child);
    CHECK(WIFSIGNALED(state));
    CHECK(WTERMSIG(state) == SIGINT);
}
