#include <algorithm>
#include <array>
#include <cassert>
#include <string>

#include "db/bytes.hpp"
#include "db/counting.hpp"
#include "db/format.hpp"
#include "db/index.hpp"

namespace mulino {

namespace {

// A byte above 127 and a line feed: a transfer that takes the file for text breaks the magic.
constexpr std::array<std::uint8_t, 8> kMagic = {0x89, 'M', 'U', 'L', 'I', 'N', 'O', '\n'};
// The board of game/board.hpp. Other boards will have other numbers.
constexpr std::uint16_t kBoard = 1;
constexpr std::size_t kFixedBytes = 108;
constexpr std::size_t kSymbolBytes = 4;
constexpr std::size_t kChecksumBytes = 8;
// What version 2 adds behind the symbols.
constexpr std::size_t kAddedBytes = 20;
constexpr std::uint32_t kNone = 0xFFFFFFFF;

tl::unexpected<Error> damaged(std::string message, std::size_t offset = 0) {
    return fail(ErrorCode::Damaged, std::move(message), {}, offset);
}

void put_longest(std::vector<std::uint8_t>& bytes, const std::optional<std::uint16_t>& plies) {
    put(bytes, plies ? std::uint32_t{*plies} : kNone);
}

// Reads an enumerator; the list of them has `count` and starts with 0.
template <typename Enum>
bool take_enum(ByteReader& reader, Enum& out, unsigned count) {
    const auto number = reader.take<std::uint8_t>();
    out = static_cast<Enum>(number);
    return number < count;
}

Result<std::optional<std::uint16_t>> take_longest(ByteReader& reader) {
    const auto plies = reader.take<std::uint32_t>();
    if (plies == kNone) return std::optional<std::uint16_t>{};
    if (plies > 0xFFFF) return damaged("a longest distance is out of range", reader.offset() - 4);
    return std::optional<std::uint16_t>{static_cast<std::uint16_t>(plies)};
}

Result<void> check_symbols(const TableHeader& header) {
    if (header.symbols.empty()) return damaged("the symbol list is empty", kFixedBytes);
    for (std::size_t i = 0; i < header.symbols.size(); ++i) {
        const Outcome& symbol = header.symbols[i];
        const bool distance = header.key.metric != Metric::Wdl && symbol.value != Wdl::Draw;
        const bool ordered = i == 0 || symbol_less(header.symbols[i - 1], symbol);
        if (symbol.distance.has_value() != distance || !ordered) {
            return damaged("symbol " + std::to_string(i) + " is out of place",
                           kFixedBytes + kSymbolBytes * i);
        }
    }
    return {};
}

constexpr auto kEarlyContext = static_cast<Coding>(2);

// What kind, coding and part allow one another.
Result<void> check_kind(const TableHeader& header) {
    const Subspace& s = header.key.subspace;
    if (header.kind != Kind::Full && header.key.metric != Metric::Wdl) {
        return damaged("a table of this kind holds no distances", 23);
    }
    if (header.kind == Kind::Fast && (header.part != Part::All || header.coding == Coding::Context)) {
        return damaged("a fast table stores every slot plainly", 23);
    }
    if (header.coding == Coding::Packed &&
        (header.symbols.size() > 4 || header.symbol_width != 1)) {
        return damaged("two bits do not tell so many symbols apart", 28);
    }
    if (header.part != Part::All && (!s.moving() || header.key.family.no_capture_limit)) {
        return damaged("such a table cannot leave out slots", 23);
    }
    if ((header.part == Part::None && s.mover >= s.opponent) ||
        (header.part == Part::Half &&
         (s.mover != s.opponent || (s.mover == kMinMen && header.key.family.flying != Flying::Off)))) {
        return damaged("the slots left out cannot be those of " + to_string(s), 24);
    }
    return {};
}

// What the header says of the table's shape must be what the index of its subspace says.
Result<void> check_shape(const TableHeader& header, std::uint32_t blocks) {
    const Subspace& s = header.key.subspace;
    const int larger = index_pair(s).larger;
    const int smaller = index_pair(s).smaller;
    if (larger > kPoints / 2) return damaged("there are too many men on the board", 24);
    if (header.rows != class_count(larger) ||
        header.row_size != binomial(kPoints - larger, smaller)) {
        return damaged("the numbers of rows and slots are not those of " + to_string(s), 32);
    }
    const std::size_t row_bytes = std::size_t{header.row_size} * header.symbol_width;
    if ((header.rows_per_block == 0) != (header.part == Part::None) ||
        header.rows_per_block > header.rows || header.rows_per_block * row_bytes > kMaxBlockBytes) {
        return damaged("the number of rows in a block is out of range", 40);
    }
    if (blocks != header.blocks()) return damaged("the number of blocks is wrong", 44);
    const TableCounts& counts = header.counts;
    if (counts.positions != canonical_position_count(larger, smaller) ||
        counts.wins > counts.positions || counts.losses > counts.positions - counts.wins ||
        counts.draws != counts.positions - counts.wins - counts.losses) {
        return damaged("the counts of positions contradict one another", 48);
    }
    return {};
}

}  // namespace

std::uint32_t TableHeader::rows_in(std::uint32_t block) const {
    assert(block < blocks());
    return std::min(rows_per_block, rows - block * rows_per_block);
}

std::size_t TableHeader::raw_bytes(std::uint32_t block) const {
    return std::size_t{rows_in(block)} * row_size * symbol_width;
}

std::vector<std::uint8_t> encode_header(const TableHeader& header) {
    std::vector<std::uint8_t> bytes(kMagic.begin(), kMagic.end());
    const std::size_t length = kFixedBytes + kSymbolBytes * header.symbols.size() +
                               (header.version == 1 ? 0 : kAddedBytes) + kChecksumBytes;
    put(bytes, header.version);
    put(bytes, header.minimum_reader);
    put(bytes, static_cast<std::uint32_t>(length));
    put(bytes, kBoard);
    const Family& family = header.key.family;
    put(bytes, static_cast<std::uint8_t>(family.flying));
    put(bytes, static_cast<std::uint8_t>(family.protection));
    put(bytes, family.no_capture_limit.value_or(std::uint16_t{0}));
    put(bytes, static_cast<std::uint8_t>(header.key.metric));
    put(bytes, static_cast<std::uint8_t>(header.kind));
    const Subspace& s = header.key.subspace;
    for (const std::uint8_t men : {s.mover, s.opponent, s.mover_hand, s.opponent_hand}) {
        put(bytes, men);
    }
    put(bytes, static_cast<std::uint8_t>(header.coding));
    put(bytes, header.symbol_width);
    put(bytes, std::uint16_t{0});
    put(bytes, header.rows);
    put(bytes, header.row_size);
    put(bytes, header.rows_per_block);
    put(bytes, header.blocks());
    put(bytes, header.counts.positions);
    put(bytes, header.counts.wins);
    put(bytes, header.counts.losses);
    put(bytes, header.counts.draws);
    put_longest(bytes, header.counts.longest_win);
    put_longest(bytes, header.counts.longest_loss);
    for (const std::uint8_t byte : header.value_checksum.bytes) put(bytes, byte);
    put(bytes, static_cast<std::uint32_t>(header.symbols.size()));
    assert(bytes.size() == kFixedBytes);
    for (const Outcome& symbol : header.symbols) {
        put(bytes, static_cast<std::uint8_t>(symbol.value));
        put(bytes, static_cast<std::uint8_t>(symbol.distance ? 1 : 0));
        put(bytes, symbol.distance.value_or(std::uint16_t{0}));
    }
    if (header.version != 1) {
        put(bytes, static_cast<std::uint32_t>(header.part));
        put(bytes, header.costs.most);
        put(bytes, header.costs.percentile_99);
        put(bytes, header.costs.total);
    }
    put(bytes, checksum64(bytes));
    return bytes;
}

Result<std::size_t> header_bytes(std::span<const std::uint8_t> prefix) {
    if (prefix.size() < kHeaderPrefixBytes ||
        !std::equal(kMagic.begin(), kMagic.end(), prefix.begin())) {
        return damaged("the file does not begin as a table does");
    }
    ByteReader reader(prefix.subspan(kMagic.size()));
    const auto version = reader.take<std::uint16_t>();
    const auto minimum_reader = reader.take<std::uint16_t>();
    const auto length = reader.take<std::uint32_t>();
    if (minimum_reader > kFormatVersion) {
        return fail(ErrorCode::BadVersion,
                    "the table has format version " + std::to_string(version) +
                        " and needs a reader of version " + std::to_string(minimum_reader) +
                        "; this one is of version " + std::to_string(kFormatVersion),
                    {}, 10);
    }
    if (version == 0 || minimum_reader == 0 || minimum_reader > version) {
        return damaged("the format version is out of range", 8);
    }
    if (length < kFixedBytes + kChecksumBytes || length > kMaxHeaderBytes) {
        return damaged("the length of the header is out of range", 12);
    }
    return length;
}

Result<TableHeader> decode_header(std::span<const std::uint8_t> bytes) {
    const auto length = header_bytes(bytes);
    if (!length) return tl::unexpected(length.error());
    if (*length != bytes.size()) return damaged("the header is cut off", bytes.size());
    const std::size_t end = bytes.size() - kChecksumBytes;
    if (get<std::uint64_t>(bytes, end) != checksum64(bytes.first(end))) {
        return damaged("the header fails its checksum", end);
    }

    ByteReader reader(bytes.first(end));
    for (std::size_t i = 0; i < kMagic.size(); ++i) reader.take<std::uint8_t>();
    TableHeader header;
    header.version = reader.take<std::uint16_t>();
    header.minimum_reader = reader.take<std::uint16_t>();
    reader.take<std::uint32_t>();  // the length
    if (reader.take<std::uint16_t>() != kBoard) {
        return fail(ErrorCode::OtherFamily, "the table is of another board", {}, 16);
    }
    Family& family = header.key.family;
    bool known = take_enum(reader, family.flying, 3);
    known = take_enum(reader, family.protection, 2) && known;
    const auto limit = reader.take<std::uint16_t>();
    if (limit != 0) family.no_capture_limit = limit;
    known = take_enum(reader, header.key.metric, 3) && known;
    known = take_enum(reader, header.kind, 3) && known;
    Subspace& s = header.key.subspace;
    for (std::uint8_t* men : {&s.mover, &s.opponent, &s.mover_hand, &s.opponent_hand}) {
        *men = reader.take<std::uint8_t>();
    }
    known = take_enum(reader, header.coding, 4) && known;
    if (header.coding == kEarlyContext) {
        return fail(ErrorCode::BadVersion,
                    "the table is coded by context in an early form; pack it again", {}, 28);
    }
    if (!known) return damaged("a field has a number without a meaning", 16);
    header.symbol_width = reader.take<std::uint8_t>();
    if (header.symbol_width != 1 && header.symbol_width != 2) {
        return damaged("symbols are neither one nor two bytes wide", 29);
    }
    if (reader.take<std::uint16_t>() != 0) return damaged("a spare field is not zero", 30);
    header.rows = reader.take<std::uint32_t>();
    header.row_size = reader.take<std::uint32_t>();
    header.rows_per_block = reader.take<std::uint32_t>();
    const auto blocks = reader.take<std::uint32_t>();
    header.counts.positions = reader.take<std::uint64_t>();
    header.counts.wins = reader.take<std::uint64_t>();
    header.counts.losses = reader.take<std::uint64_t>();
    header.counts.draws = reader.take<std::uint64_t>();
    for (auto* longest : {&header.counts.longest_win, &header.counts.longest_loss}) {
        const auto plies = take_longest(reader);
        if (!plies) return tl::unexpected(plies.error());
        *longest = *plies;
    }
    for (std::uint8_t& byte : header.value_checksum.bytes) byte = reader.take<std::uint8_t>();
    const auto symbols = reader.take<std::uint32_t>();
    // A later version may have put more behind the symbols; this one has nothing there.
    const std::uint64_t needed =
        kSymbolBytes * std::uint64_t{symbols} + (header.version == 1 ? 0 : kAddedBytes);
    const bool fits =
        header.version > kFormatVersion ? reader.left() >= needed : reader.left() == needed;
    if (!fits) return damaged("the symbol list does not fit the header", kFixedBytes - 4);
    if (symbols > std::uint32_t{1} << 8 * header.symbol_width) {
        return damaged("there are more symbols than their width allows", kFixedBytes - 4);
    }
    for (std::uint32_t i = 0; i < symbols; ++i) {
        Outcome symbol;
        const bool value_known = take_enum(reader, symbol.value, 3);
        const auto distance_known = reader.take<std::uint8_t>();
        const auto distance = reader.take<std::uint16_t>();
        if (!value_known || distance_known > 1 || (distance_known == 0 && distance != 0)) {
            return damaged("symbol " + std::to_string(i) + " has no meaning",
                           reader.offset() - kSymbolBytes);
        }
        if (distance_known == 1) symbol.distance = distance;
        header.symbols.push_back(symbol);
    }
    if (header.version == 1) {
        if (header.kind != Kind::Full || header.coding != Coding::Zstd) {
            return damaged("version 1 knows no such kind or coding", 8);
        }
    } else {
        const auto part = reader.take<std::uint32_t>();
        if (part > static_cast<std::uint32_t>(Part::Half)) {
            return damaged("the slots left out are unknown", reader.offset() - 4);
        }
        header.part = static_cast<Part>(part);
        header.costs.most = reader.take<std::uint32_t>();
        header.costs.percentile_99 = reader.take<std::uint32_t>();
        header.costs.total = reader.take<std::uint64_t>();
    }
    if (auto shape = check_shape(header, blocks); !shape) return tl::unexpected(shape.error());
    if (auto listed = check_symbols(header); !listed) return tl::unexpected(listed.error());
    if (auto kind = check_kind(header); !kind) return tl::unexpected(kind.error());
    return header;
}

std::uint64_t table_identity(std::span<const std::uint8_t> header) {
    assert(header.size() >= kFixedBytes + kChecksumBytes);
    return get<std::uint64_t>(header, header.size() - kChecksumBytes);
}

}  // namespace mulino
