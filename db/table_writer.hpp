// Writes a solved subspace as a table file.
//
// The writer counts, checks and compresses on the caller's threads and holds only a few blocks in
// memory. A file appears under its name complete or not at all, and its bytes depend on nothing but
// the outcomes and the options.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "db/format.hpp"
#include "db/parallel.hpp"

namespace mulino {

/// A solved subspace in memory.
template <typename Symbol>
struct TableSource {
    /// All slots in the order of the index, rows after rows.
    std::span<const Symbol> slots;
    /// What a slot's symbol means, for the side to move. Several symbols may mean the same. A
    /// symbol beyond the list is a caller's mistake.
    std::vector<Outcome> meaning;
};

struct WriteOptions {
    int zstd_level = 1;
    /// 0: as many whole rows as fit into 32 KiB of symbols (of packed ones into 64 Ki slots), at
    /// least one; coded by context, one in compact tables and as many as fit into 8 Ki in others.
    std::uint32_t rows_per_block = 0;
    Kind kind = Kind::Full;
    /// Requires: fits the kind, the symbols and the part (docs/format.md).
    Coding coding = Coding::Zstd;
    Part part = Part::All;
    ProbeCosts costs{};  ///< of `part`; told in the header of any but plain tables
};

/// What was written.
struct TableSummary {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
    TableHeader header;
};

/// Writes the table of `key` into `folder` (which must exist), over an older one of that name.
/// Requires: `source.slots` has the size of the subspace's index; distances are given exactly for
/// wins and losses, and only if the metric is not Wdl.
/// Throws: std::system_error with the path where the system refuses (a full disk); no temporary
/// file stays behind. Symbol is std::uint8_t or std::uint16_t.
template <typename Symbol>
TableSummary write_table(const std::filesystem::path& folder, const TableKey& key,
                         const TableSource<Symbol>& source,
                         const ParallelFor& parallel = serial_for,
                         const WriteOptions& options = {});

extern template TableSummary write_table(const std::filesystem::path&, const TableKey&,
                                         const TableSource<std::uint8_t>&, const ParallelFor&,
                                         const WriteOptions&);
extern template TableSummary write_table(const std::filesystem::path&, const TableKey&,
                                         const TableSource<std::uint16_t>&, const ParallelFor&,
                                         const WriteOptions&);

}  // namespace mulino
