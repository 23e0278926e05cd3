// Carrying out a plan: what has changed since it was made, and distances longer than were planned
// for.
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "db/database.hpp"
#include "db/manifest.hpp"
#include "db/table_file.hpp"
#include "db/table_writer.hpp"
#include "solver/pair_solver.hpp"
#include "solver/solver.hpp"
#include "tests/catch.hpp"

using namespace mulino;
namespace fs = std::filesystem;

namespace {

constexpr Pair kChild{3, 3};
constexpr Pair kPair{4, 3};

class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "mulino-run-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

SolveRequest request_for(const fs::path& folder, std::vector<Pair> pairs) {
    SolveRequest request;
    request.folder = folder;
    request.pairs = std::move(pairs);
    request.threads = 2;
    return request;
}

// Writes a table of 3-3 in which the mover has lost in `plies`, wherever the men are. As the real
// one, it lets 4-3 be solved.
void write_lost_child(const fs::path& folder, std::uint16_t plies) {
    const std::vector<std::uint16_t> symbols(PairIndex(kChild).size(), 0);
    const TableSource<std::uint16_t> source{symbols, {Outcome{Wdl::Loss, plies}}};
    write_manifest(folder, {Family{}, Metric::Dtw, Kind::Full});
    write_table(folder, {Family{}, larger_to_move(kChild), Metric::Dtw}, source, serial_for);
}

Result<bool> run(const SolveRequest& request, const SolvePlan& plan) {
    const std::atomic<bool> stop{false};
    return run_solve(request, plan, stop, {});
}

std::uint64_t memory_for(std::size_t symbol_bytes) {
    return pair_memory(kPair, Family{}.flying, symbol_bytes);
}

}  // namespace

TEST_CASE("a folder that became another's between plan and run is left alone") {
    const Folder folder;
    const SolveRequest request = request_for(folder.path(), {kChild});
    const auto plan = plan_solve(request);
    REQUIRE(plan);
    const Manifest others{Family{}, Metric::Wdl, Kind::Full};
    write_manifest(folder.path(), others);
    const auto finished = run(request, *plan);
    REQUIRE_FALSE(finished);
    CHECK(finished.error().code == ErrorCode::OtherFamily);
    CHECK(read_manifest(folder.path()).value() == others);
    CHECK_FALSE(fs::exists(folder.path() / table_file_name(larger_to_move(kChild))));
}

TEST_CASE("distances beyond a byte are solved with two, where the memory allows it") {
    const Folder folder;
    write_lost_child(folder.path(), 300);
    SolveRequest request = request_for(folder.path(), {kPair});
    REQUIRE(memory_for(1) < memory_for(2));

    request.memory_cap = memory_for(2) - 1;
    const auto plan = plan_solve(request);
    REQUIRE(plan);
    const auto refused = run(request, *plan);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::NotEnough);
    CHECK(refused.error().message.find("the pair 4-3 needs ") != std::string::npos);
    CHECK(refused.error().message.find("the cap is ") != std::string::npos);
    CHECK_FALSE(fs::exists(folder.path() / table_file_name(larger_to_move(kPair))));

    request.memory_cap = memory_for(2);
    REQUIRE(run(request, *plan).value());
    // Whoever closes a mill wins in 301 plies.
    const auto database = Database::open({folder.path()}, Family{});
    REQUIRE(database);
    CHECK(database->probe(parse_position("W:a7,d7,f2,b4 B:a1,d1,f4 b").value()).value() ==
          Outcome{Wdl::Win, 301});
}

TEST_CASE("distances that no table can hold are an error, not an end without a word") {
    const Folder folder;
    write_lost_child(folder.path(), 5000);
    const SolveRequest request = request_for(folder.path(), {kPair});
    const auto plan = plan_solve(request);
    REQUIRE(plan);
    const auto refused = run(request, *plan);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::OutOfRange);
    CHECK(refused.error().message.find("4-3") != std::string::npos);
    CHECK(refused.error().message.find("4094") != std::string::npos);
    // And one that every handler of errors knows.
    const std::exception& thrown = SymbolsTooNarrow{};
    CHECK(std::string(thrown.what()).find("distance") != std::string::npos);
}
