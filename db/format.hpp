// The table file, byte by byte: docs/format.md in code. Encoding and decoding, no input or output.
//
//     header | block index | block 0 | block 1 | …
//
// A file holds one ordered subspace. All numbers are little-endian. Every byte is covered by a
// checksum that also depends on the table and on the place in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/checksum.hpp"
#include "db/family.hpp"
#include "db/outcome.hpp"
#include "db/subspace.hpp"
#include "game/result.hpp"

namespace mulino {

/// The version this program writes, and the oldest reader that understands what it writes.
inline constexpr std::uint16_t kFormatVersion = 1;
inline constexpr std::uint16_t kMinimumReaderVersion = 1;

/// What a table stores for each slot. The numbers are part of the file format.
enum class Kind : std::uint8_t {
    Full = 0,  ///< the outcome with its distance (none where the metric is Wdl)
};

/// How the bytes of a block become symbols. The numbers are part of the file format.
enum class Coding : std::uint8_t {
    Zstd = 0,  ///< one zstd frame; symbols of one or two bytes, rows after rows
};

std::string_view to_string(Kind kind);
std::string_view to_string(Metric metric);
[[nodiscard]] Result<Kind> parse_kind(std::string_view text);
[[nodiscard]] Result<Metric> parse_metric(std::string_view text);

/// What a table is of.
struct TableKey {
    Family family;
    Subspace subspace;
    Metric metric = Metric::Dtw;

    friend bool operator==(const TableKey&, const TableKey&) = default;
};

/// Numbers of canonical positions, by their value for the side to move, and the longest distances.
struct TableCounts {
    std::uint64_t positions = 0;
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;
    std::optional<std::uint16_t> longest_win;   ///< plies; nothing without wins or distances
    std::optional<std::uint16_t> longest_loss;  ///< plies; nothing without losses or distances

    friend bool operator==(const TableCounts&, const TableCounts&) = default;
};

/// The pair by whose index the slots of a subspace are numbered: the men on the board alone.
Pair index_pair(const Subspace& subspace);

/// The order of a symbol list: by value, then by distance.
bool symbol_less(const Outcome& a, const Outcome& b);

/// All that the header says.
struct TableHeader {
    std::uint16_t version = kFormatVersion;
    std::uint16_t minimum_reader = kMinimumReaderVersion;
    TableKey key;
    Kind kind = Kind::Full;
    Coding coding = Coding::Zstd;
    std::uint8_t symbol_width = 1;  ///< bytes, 1 or 2
    std::uint32_t rows = 0;
    std::uint32_t row_size = 0;        ///< slots
    std::uint32_t rows_per_block = 0;  ///< the last block may hold fewer
    TableCounts counts;
    /// The same for every kind of table that holds these values: see docs/format.md.
    Checksum128 value_checksum;
    /// Symbol → outcome, strictly ascending by value, then by distance.
    std::vector<Outcome> symbols;

    std::uint64_t slots() const { return std::uint64_t{rows} * row_size; }
    std::uint32_t blocks() const { return (rows + rows_per_block - 1) / rows_per_block; }
    /// Rows in a block. Requires: block < blocks().
    std::uint32_t rows_in(std::uint32_t block) const;
    /// Bytes of a block's symbols, unpacked.
    std::size_t raw_bytes(std::uint32_t block) const;

    friend bool operator==(const TableHeader&, const TableHeader&) = default;
};

/// The place and checksum of a block.
struct BlockEntry {
    std::uint32_t bytes = 0;     ///< as stored
    std::uint64_t checksum = 0;  ///< block_checksum() of the stored bytes

    friend bool operator==(const BlockEntry&, const BlockEntry&) = default;
};

/// Bytes at the start of a file that suffice to know the length of the whole header.
inline constexpr std::size_t kHeaderPrefixBytes = 16;
inline constexpr std::size_t kBlockEntryBytes = 12;
/// A header and the unpacked symbols of a block are no longer than this.
inline constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxBlockBytes = std::size_t{1} << 24;

/// The header in bytes, its checksum at the end.
std::vector<std::uint8_t> encode_header(const TableHeader& header);
/// The length of the header that begins with `prefix`. Errors: Damaged, BadVersion.
[[nodiscard]] Result<std::size_t> header_bytes(std::span<const std::uint8_t> prefix);
/// Reads a whole header; what it returns is consistent with itself and with the index of its
/// subspace. Errors: Damaged, BadVersion.
[[nodiscard]] Result<TableHeader> decode_header(std::span<const std::uint8_t> bytes);

/// The identity of a table, to which block index and blocks are bound: its header's checksum.
/// Requires: a whole header, as encoded.
std::uint64_t table_identity(std::span<const std::uint8_t> header);
std::uint64_t block_checksum(std::span<const std::uint8_t> stored, std::uint64_t identity,
                             std::uint32_t block);

/// Bytes of the index of that many blocks.
constexpr std::size_t index_bytes(std::uint32_t blocks) {
    return std::size_t{blocks} * kBlockEntryBytes + 8;
}
std::vector<std::uint8_t> encode_index(std::span<const BlockEntry> entries, std::uint64_t identity);
/// Requires: `bytes` holds index_bytes(header.blocks()). Errors: Damaged.
[[nodiscard]] Result<std::vector<BlockEntry>> decode_index(std::span<const std::uint8_t> bytes,
                                                           const TableHeader& header,
                                                           std::uint64_t identity);

/// "4-3.mulino"
std::string table_file_name(const Subspace& subspace);
/// The subspace a file name stands for, or nothing.
std::optional<Subspace> parse_table_file_name(std::string_view name);

}  // namespace mulino
