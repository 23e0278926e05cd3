// Writes the table of a set of another kind from a database that holds what it needs.
#pragma once

#include <filesystem>

#include "db/bulk.hpp"
#include "db/database.hpp"
#include "db/parallel.hpp"
#include "db/table_writer.hpp"
#include "game/result.hpp"

namespace mulino {

/// The metric of a set of `kind` made from tables of `source`.
constexpr Metric metric_of(Kind kind, Metric source) {
    return kind == Kind::Full ? source : Metric::Wdl;
}

/// Whether `folder` holds the table of `subspace` as pack_table would write it, by its header: a
/// finished file of this kind with the values of the source.
bool is_packed(const std::filesystem::path& folder, Kind kind, const TableHeader& source);

/// Writes the table of `subspace` as a part of a set of `kind` into `folder`. The bytes depend on
/// the outcomes and the kind alone. Errors: those of load_table. Throws: std::system_error.
[[nodiscard]] Result<TableSummary> pack_table(BulkLoader& source, const Subspace& subspace,
                                              const std::filesystem::path& folder, Kind kind,
                                              const ParallelFor& parallel = serial_for);

}  // namespace mulino
