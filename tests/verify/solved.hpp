// Small solved databases, and copies of them with mistakes planted.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "db/database.hpp"
#include "db/format.hpp"
#include "db/index.hpp"
#include "db/manifest.hpp"
#include "db/packer.hpp"
#include "db/table_writer.hpp"
#include "solver/solver.hpp"
#include "tests/catch.hpp"

namespace mulino::test {

/// A folder that lives as long as the object.
class Folder {
public:
    Folder() {
        static std::atomic<int> number{0};
        path_ =
            std::filesystem::temp_directory_path() /
            ("mulino-verify-test-" + std::to_string(::getpid()) + "-" + std::to_string(number++));
        std::filesystem::create_directories(path_);
    }
    ~Folder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// Solves pairs into a folder.
inline void solve_into(const std::filesystem::path& folder, const Family& family, Metric metric,
                       const std::vector<Pair>& pairs) {
    SolveRequest request;
    request.folder = folder;
    request.family = family;
    request.metric = metric;
    request.pairs = pairs;
    request.threads = 2;
    const auto plan = plan_solve(request);
    REQUIRE(plan);
    const std::atomic<bool> stop{false};
    const auto solved = run_solve(request, *plan, stop, {});
    REQUIRE(solved);
    REQUIRE(*solved);
}

/// 3-3, 4-3 and 4-4 under `italian`, with distances; solved at the first use.
inline const std::filesystem::path& solved_folder() {
    static const Folder folder;
    static const bool solved = [] {
        solve_into(folder.path(), Family{}, Metric::Dtw, {{3, 3}, {4, 3}, {4, 4}});
        return true;
    }();
    static_cast<void>(solved);
    return folder.path();
}

inline void copy_folder(const std::filesystem::path& from, const std::filesystem::path& to) {
    for (const auto& entry : std::filesystem::directory_iterator(from)) {
        std::filesystem::copy_file(entry.path(), to / entry.path().filename(),
                                   std::filesystem::copy_options::overwrite_existing);
    }
}

inline Database open_database(const std::filesystem::path& folder, const Family& family = {}) {
    auto database = Database::open({folder}, family);
    REQUIRE(database);
    return std::move(*database);
}

/// Writes a set of another kind from the solved tables.
inline void pack_into(const std::filesystem::path& folder, Kind kind) {
    const Database source = open_database(solved_folder());
    write_manifest(folder, Manifest{Family{}, metric_of(kind, Metric::Dtw), kind});
    BulkLoader loader(source);
    for (const Subspace& subspace : source.subspaces()) {
        REQUIRE(pack_table(loader, subspace, folder, kind));
    }
}

/// The outcomes of a table by slot.
inline std::vector<Outcome> outcomes_of(const std::filesystem::path& folder, const Subspace& s) {
    const auto file = TableFile::open(folder / table_file_name(s));
    REQUIRE(file);
    std::vector<std::uint16_t> symbols(file->header().slots());
    REQUIRE(file->load(std::span(symbols)));
    std::vector<Outcome> outcomes;
    outcomes.reserve(symbols.size());
    for (const auto symbol : symbols) outcomes.push_back(file->meaning(symbol));
    return outcomes;
}

/// Writes a table with these outcomes: a sound file, whatever it says.
inline void write_outcomes(const std::filesystem::path& folder, const Subspace& s,
                           const std::vector<Outcome>& outcomes, Metric metric,
                           const Family& family = {}) {
    TableSource<std::uint16_t> source;
    std::vector<std::uint16_t> symbols;
    symbols.reserve(outcomes.size());
    for (const Outcome& outcome : outcomes) {
        std::size_t symbol = 0;
        while (symbol < source.meaning.size() && source.meaning[symbol] != outcome) ++symbol;
        if (symbol == source.meaning.size()) source.meaning.push_back(outcome);
        symbols.push_back(static_cast<std::uint16_t>(symbol));
    }
    source.slots = symbols;
    write_table(folder, TableKey{family, s, metric}, source);
}

/// The least image of a position, both sets in one number: the same for all images.
inline std::uint64_t orbit_of(Bitboard mover, Bitboard opponent) {
    std::uint64_t least = ~std::uint64_t{0};
    for (Symmetry s = 0; s < kSymmetries; ++s) {
        least = std::min(least, std::uint64_t{apply(s, mover)} << kPoints | apply(s, opponent));
    }
    return least;
}
inline std::uint64_t orbit_of(const Position& position) {
    return orbit_of(position.mover(), position.opponent());
}

/// The mover's and the opponent's men of a slot of an ordered subspace.
inline std::pair<Bitboard, Bitboard> sets_of(const Subspace& s, Index index) {
    const PairIndex numbering(pair_of(s));
    auto sets = numbering.sets(static_cast<Row>(index / numbering.row_size()),
                               static_cast<Slot>(index % numbering.row_size()));
    if (s.mover < s.opponent) std::swap(sets.first, sets.second);
    return sets;
}

}  // namespace mulino::test
