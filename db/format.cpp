#include "db/format.hpp"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "db/bytes.hpp"

namespace mulino {

namespace {

constexpr std::string_view kExtension = ".mulino";
constexpr std::size_t kChecksumBytes = 8;

tl::unexpected<Error> damaged(std::string message, std::size_t offset = 0) {
    return fail(ErrorCode::Damaged, std::move(message), {}, offset);
}

}  // namespace

Pair index_pair(const Subspace& subspace) {
    return {std::max(subspace.mover, subspace.opponent),
            std::min(subspace.mover, subspace.opponent)};
}

bool symbol_less(const Outcome& a, const Outcome& b) {
    return a.value != b.value ? a.value < b.value : a.distance < b.distance;
}

std::uint64_t block_checksum(std::span<const std::uint8_t> stored, std::uint64_t identity,
                             std::uint32_t block) {
    // Block numbers start behind 0, the place of the index.
    return checksum64(stored, identity + 1 + block);
}

std::vector<std::uint8_t> encode_index(std::span<const BlockEntry> entries,
                                       std::uint64_t identity) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(entries.size() * kBlockEntryBytes + kChecksumBytes);
    for (const BlockEntry& entry : entries) {
        put(bytes, entry.bytes);
        put(bytes, entry.checksum);
    }
    put(bytes, checksum64(bytes, identity));
    return bytes;
}

BlockEntry BlockIndex::entry(std::uint32_t block) const {
    assert(block < size_);
    const std::size_t at = block * kBlockEntryBytes;
    return {get<std::uint32_t>(bytes_, at), get<std::uint64_t>(bytes_, at + 4)};
}

std::uint64_t BlockIndex::start(std::uint32_t block) const {
    assert(block <= size_);
    std::uint64_t start = starts_[block / kStep];
    for (std::uint32_t before = block / kStep * kStep; before < block; ++before) {
        start += get<std::uint32_t>(bytes_, before * kBlockEntryBytes);
    }
    return start;
}

Result<BlockIndex> decode_index(std::vector<std::uint8_t> bytes, const TableHeader& header,
                                std::uint64_t identity) {
    assert(bytes.size() == index_bytes(header.entries()));
    const std::size_t end = bytes.size() - kChecksumBytes;
    if (get<std::uint64_t>(bytes, end) != checksum64(std::span(bytes).first(end), identity)) {
        return damaged("the block index fails its checksum");
    }
    BlockIndex index;
    index.bytes_ = std::move(bytes);
    index.size_ = header.entries();
    std::uint64_t start = 0;
    for (std::uint32_t block = 0; block < index.size_; ++block) {
        if (block % BlockIndex::kStep == 0) index.starts_.push_back(start);
        const std::size_t at = block * kBlockEntryBytes;
        const auto length = get<std::uint32_t>(index.bytes_, at);
        if (length == 0 || length > 2 * kMaxBlockBytes) {
            return damaged("the length of a block is out of range", at);
        }
        start += length;
    }
    if (index.size_ % BlockIndex::kStep == 0) index.starts_.push_back(start);
    return index;
}

std::string_view to_string(Kind kind) {
    return kind == Kind::Full ? "full" : kind == Kind::Fast ? "fast" : "compact";
}

std::string_view to_string(Part part) {
    return part == Part::All ? "all" : part == Part::None ? "none" : "half";
}

std::string_view to_string(Metric metric) {
    return metric == Metric::Wdl ? "wdl" : metric == Metric::Dtw ? "dtw" : "dtc";
}

Result<Kind> parse_kind(std::string_view text) {
    for (const Kind kind : {Kind::Full, Kind::Fast, Kind::Compact}) {
        if (text == to_string(kind)) return kind;
    }
    return fail(ErrorCode::BadArgument, "'" + std::string(text) +
                                            "' is no kind of table; there are full, fast and compact");
}

Result<Metric> parse_metric(std::string_view text) {
    for (const Metric metric : {Metric::Wdl, Metric::Dtw, Metric::Dtc}) {
        if (text == to_string(metric)) return metric;
    }
    return fail(ErrorCode::BadArgument,
                "'" + std::string(text) + "' is no metric; there are wdl, dtw and dtc");
}

std::string table_file_name(const Subspace& subspace) {
    return to_string(subspace) + std::string(kExtension);
}

std::optional<Subspace> parse_table_file_name(std::string_view name) {
    if (!name.ends_with(kExtension)) return std::nullopt;
    const auto subspace = parse_subspace(name.substr(0, name.size() - kExtension.size()));
    if (!subspace || table_file_name(*subspace) != name) return std::nullopt;
    return *subspace;
}

}  // namespace mulino
