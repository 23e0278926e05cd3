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

/// The version this program reads. It writes version 1 where that says all there is to say (full
/// tables that hold every slot as plain zstd), so that older readers can go on, and 2 otherwise.
inline constexpr std::uint16_t kFormatVersion = 2;

/// What a table stores for each slot. The numbers are part of the file format.
enum class Kind : std::uint8_t {
    Full = 0,     ///< the outcome with its distance (none where the metric is Wdl)
    Fast = 1,     ///< the value of every slot: one slot read for a probe
    Compact = 2,  ///< the value of some slots; the others follow from them by looking a ply ahead
};

/// How the bytes of a block become symbols. The numbers are part of the file format.
enum class Coding : std::uint8_t {
    Zstd = 0,    ///< one zstd frame; symbols of one or two bytes, rows after rows
    Packed = 1,  ///< one zstd frame; symbols of two bits, four in a byte, the first one lowest
    // 2 was an early form of the next one and is not read.
    Context = 3,  ///< each symbol by a probability that depends on its surroundings, see docs
};

/// Which slots of a table are stored. The others have the outcome that follows from the positions
/// after their turns. The numbers are part of the file format.
enum class Part : std::uint8_t {
    All = 0,
    None = 1,  ///< the mover has fewer men; the other side of the pair is stored
    Half = 2,  ///< equal pairs: an even number of men of both sides on kOddPoints, or the mover has
               ///< a turn that closes a mill; the others have quiet turns to even ones only
};

std::string_view to_string(Kind kind);
std::string_view to_string(Part part);
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

/// How many stored slots the probes of a table's slots read: one for a stored slot, otherwise one
/// for each turn that leads to a stored slot, and so on. Over all slots, canonical or not.
struct ProbeCosts {
    std::uint32_t most = 1;
    std::uint32_t percentile_99 = 1;  ///< the least number that suffices for 99 % of the slots
    std::uint64_t total = 0;          ///< summed up over all slots

    friend bool operator==(const ProbeCosts&, const ProbeCosts&) = default;
};

/// All that the header says.
struct TableHeader {
    std::uint16_t version = 1;
    std::uint16_t minimum_reader = 1;
    TableKey key;
    Kind kind = Kind::Full;
    Coding coding = Coding::Zstd;
    Part part = Part::All;
    ProbeCosts costs;               ///< as above in version 1: every probe reads one slot
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
    /// Blocks of rows. 0 where no slot is stored.
    std::uint32_t blocks() const {
        return rows_per_block == 0 ? 0 : (rows + rows_per_block - 1) / rows_per_block;
    }
    /// Entries of the block index: blocks(), and with Coding::Context the model behind them.
    std::uint32_t entries() const {
        return blocks() + (coding == Coding::Context && blocks() != 0 ? 1 : 0);
    }
    /// Rows in a block. Requires: block < blocks().
    std::uint32_t rows_in(std::uint32_t block) const;
    /// Bytes of a block's symbols, one for each slot of its rows, symbol_width bytes each.
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

/// Bytes of an index of that many entries.
constexpr std::size_t index_bytes(std::uint32_t entries) {
    return std::size_t{entries} * kBlockEntryBytes + 8;
}
std::vector<std::uint8_t> encode_index(std::span<const BlockEntry> entries, std::uint64_t identity);
/// Where the blocks of a file are. It keeps the bytes as they are stored: a table has up to some
/// 80,000 blocks, of which a probe needs one. Immutable; safe to share.
class BlockIndex {
public:
    std::uint32_t size() const { return size_; }
    /// Requires: block < size().
    BlockEntry entry(std::uint32_t block) const;
    /// Bytes of the blocks before one, or of all for size().
    std::uint64_t start(std::uint32_t block) const;

private:
    friend Result<BlockIndex> decode_index(std::vector<std::uint8_t> bytes,
                                           const TableHeader& header, std::uint64_t identity);
    static constexpr std::uint32_t kStep = 32;

    std::vector<std::uint8_t> bytes_;
    std::uint32_t size_ = 0;
    std::vector<std::uint64_t> starts_;  // of each kStep-th block
};
/// Requires: `bytes` holds index_bytes(header.entries()). Errors: Damaged.
[[nodiscard]] Result<BlockIndex> decode_index(std::vector<std::uint8_t> bytes,
                                              const TableHeader& header, std::uint64_t identity);

/// "4-3.mulino"
std::string table_file_name(const Subspace& subspace);
/// The subspace a file name stands for, or nothing.
std::optional<Subspace> parse_table_file_name(std::string_view name);

}  // namespace mulino
