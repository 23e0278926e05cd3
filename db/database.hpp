// The prober: exact outcomes of single positions, from one or several folders of tables.
//
//     auto database = Database::open({"data/italian"}, family_of(rules));
//     auto outcome = database->probe(position);   // for the side to move
//
// Opening reads the manifests and lists the folders; a table's header and block index are read when
// it is first needed, its blocks one by one into a shared cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/family.hpp"
#include "db/format.hpp"
#include "db/outcome.hpp"
#include "db/subspace.hpp"
#include "db/table_file.hpp"
#include "game/position.hpp"
#include "game/result.hpp"

namespace mulino {

struct DatabaseOptions {
    /// Limit of the unpacked blocks kept in memory.
    std::size_t cache_bytes = std::size_t{64} << 20;
};

/// A table of a database.
struct TableInfo {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
    TableHeader header;
};

/// Thread safety: all const functions may be called from any threads; the cache is divided, so that
/// threads seldom wait for one another.
class Database {
public:
    /// Opens folders that hold tables of `family`. Where several hold the same subspace, the first
    /// one named counts. Errors: Io, MissingTable (a folder without a manifest), OtherFamily
    /// (tables of another family, or folders of different distances), Damaged, BadVersion.
    [[nodiscard]] static Result<Database> open(const std::vector<std::filesystem::path>& folders,
                                               const Family& family,
                                               const DatabaseOptions& options = {});
    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;
    ~Database();

    const Family& family() const;
    /// The folders, as they were given.
    const std::vector<std::filesystem::path>& folders() const;
    /// The distance the tables hold; Wdl where none of the folders holds distances.
    Metric metric() const;

    /// Whether there is a file for the subspace. Reads nothing.
    bool contains(const Subspace& subspace) const;
    /// The subspaces there are files for, in the order of Subspace.
    std::vector<Subspace> subspaces() const;
    /// All tables, in the same order. Reads all headers. Errors: as table().
    [[nodiscard]] Result<std::vector<TableInfo>> tables() const;
    /// The table of a subspace. The pointer lives as long as the database. Errors: MissingTable,
    /// OtherFamily, Io, Damaged, BadVersion.
    [[nodiscard]] Result<const TableFile*> table(const Subspace& subspace) const;

    /// The outcome of a position for the side to move, its distance where the table has it.
    /// A mover with fewer than kMinMen men in all has lost in 0 plies, without a table. Under a
    /// no-capture limit the position's count of plies without a removal is taken into account.
    /// Errors: MissingTable (naming subspace and folders), OutOfRange (a position that no table can
    /// hold), NoDistances (a count above 0 under a limit, and tables that cannot tell what it
    /// changes), and those of table().
    /// Cost: microseconds; below one where the block is in the cache.
    [[nodiscard]] Result<Outcome> probe(const Position& position) const;

private:
    struct Impl;
    explicit Database(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace mulino
