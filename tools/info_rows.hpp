// What `mulino info` knows of the tables of a database: a row for each, and their totals.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "db/database.hpp"
#include "db/format.hpp"
#include "tools/info.hpp"
#include "tools/published.hpp"

namespace mulino {

struct InfoRow {
    TableKey key;
    TableCounts counts;
    std::uint64_t bytes = 0;
    std::uint64_t slots = 0;
    Checksum128 value_checksum;
    Published published = Published::None;
    Kind kind = Kind::Full;
    Part part = Part::All;
    ProbeCosts costs;
};

struct InfoTotals {
    TableCounts counts;
    std::uint64_t bytes = 0;
    std::uint64_t slots = 0;
    Published published = Published::None;
    Kind kind = Kind::Full;  // of the first table
    std::uint32_t most_reads = 0;
    std::uint32_t percentile_99_reads = 0;  // the largest of the tables'
    std::uint64_t reads = 0;
};

/// A database as it is listed: folders that are parts of one, and its rows in the standing order.
struct InfoDatabase {
    std::vector<std::filesystem::path> folders;
    Database database;
    std::vector<InfoRow> rows;
};

/// Reads the rows of all tables. What is wrong with one is told at once and raises `status`; the
/// others are still listed.
std::vector<InfoRow> read_rows(const Database& database, const InfoOptions& options,
                               std::ostream& err, ExitStatus& status);

InfoTotals total_of(const std::vector<InfoRow>& rows);

/// The longest win and loss, as in "25 / 26"; "-" for none.
std::string longest_text(const TableCounts& counts);

/// The listing of one database.
std::string info_text(const InfoDatabase& listed);
nlohmann::ordered_json info_json(const InfoDatabase& listed);

}  // namespace mulino
