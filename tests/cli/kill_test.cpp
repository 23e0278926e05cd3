// `mulino solve`, killed at a hundred random moments and more: the same command ends with the same
// files each time.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace mulino::test;
namespace fs = std::filesystem;

namespace {

using Files = std::map<std::string, std::string>;
using std::chrono::microseconds;

// All pairs of `small_database`: 3-3, 4-3, 4-4, 5-3.
const std::vector<std::string> kTables = {"3-3", "3-4", "4-3", "4-4", "3-5", "5-3"};

Ran solve(const fs::path& database, const RunOptions& options = {}) {
    return run_mulino({"solve", "--db", database.string(), "--max-men", "8"}, options);
}

Files files(const fs::path& folder) {
    Files all;
    if (!fs::exists(folder)) return all;
    for (const auto& entry : fs::directory_iterator(folder)) {
        all[entry.path().filename().string()] = contents(entry.path());
    }
    return all;
}

// Where the kills have hit. The folder says it, since nothing changes there any more: a run begins
// with the manifest, is inside the work on a pair from then on, and ends with the last table.
struct Hits {
    int before = 0;
    int inside = 0;
    int writing = 0;  // of those inside, while a table is written
    int after = 0;
};

// A signal file is named by its place in the database.
void kill_and_go_on(RunOptions kill, const Files& expected, Hits& hits) {
    const TemporaryFolder folder;
    const fs::path database = folder.path() / "db";
    if (!kill.signal_file.empty()) kill.signal_file = database / kill.signal_file;
    solve(database, kill);
    const Files left = files(database);
    if (left.count("mulino.manifest") == 0) {
        ++hits.before;
    } else if (left.count(kTables.back() + ".mulino") != 0) {
        ++hits.after;
    } else {
        ++hits.inside;
        hits.writing += std::any_of(left.begin(), left.end(), [](const auto& file) {
            return file.first.find(".mulino.tmp") != std::string::npos;
        });
    }
    // What bears the name of a table is one.
    for (const auto& [name, bytes] : left) {
        INFO(name);
        if (name.find(".tmp") == std::string::npos) CHECK(bytes == expected.at(name));
    }
    const Ran again = solve(database);
    INFO(again.err);
    CHECK(again.status == 0);
    CHECK(again.err.find("made anew") == std::string::npos);
    CHECK(files(database) == expected);
}

}  // namespace

TEST_CASE("killed at a hundred random moments, a run goes on to identical files") {
    const Files expected = files(small_database());
    // The shortest of three: on a busy machine runs are longer, and more of them are hit.
    auto whole = microseconds::max();
    for (int i = 0; i < 3; ++i) {
        const TemporaryFolder folder;
        const auto start = std::chrono::steady_clock::now();
        REQUIRE(solve(folder.path() / "db").status == 0);
        whole = std::min(whole, std::chrono::duration_cast<microseconds>(
                                    std::chrono::steady_clock::now() - start));
    }
    const unsigned seed = std::random_device{}();
    std::mt19937 random(seed);
    const auto up_to = [&random](microseconds most) {
        return microseconds(
            std::uniform_int_distribution<microseconds::rep>(0, most.count())(random));
    };

    Hits at_random;
    for (int i = 0; i < 100; ++i) {
        RunOptions kill;
        kill.signal = SIGKILL;
        kill.signal_after = up_to(whole);
        kill_and_go_on(kill, expected, at_random);
    }
    // And soon after a table was begun, so that many are hit while they are written.
    Hits aimed;
    for (int i = 0; i < 40; ++i) {
        RunOptions kill;
        kill.signal = SIGKILL;
        kill.signal_file = fs::path(kTables[random() % kTables.size()] + ".mulino.tmp");
        kill.signal_after = up_to(microseconds(3000));
        kill_and_go_on(kill, expected, aimed);
    }
    const auto told = [](const Hits& hits) {
        return std::to_string(hits.before) + " before the work, " + std::to_string(hits.inside) +
               " inside it (" + std::to_string(hits.writing) + " while a table was written), " +
               std::to_string(hits.after) + " after it";
    };
    WARN("seed " << seed << "; at random: " << told(at_random) << "; aimed: " << told(aimed));
    CHECK(at_random.inside >= 50);
    CHECK(at_random.writing + aimed.writing >= 10);
}
