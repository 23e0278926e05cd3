#include "verify/claim_cache.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <charconv>
#include <new>
#include <vector>

#include "db/checksum.hpp"
#include "db/input_file.hpp"
#include "db/output_file.hpp"
#include "verify/placing_prover.hpp"

namespace mulino::verify {

namespace {

// A file: four lines of text (name and format, basis, claims, bytes of the frame), the frame, and
// the XXH3-128 of all before it. The frame holds the entries in increasing order, each as the
// difference to the one before, seven bits a byte, the lowest first, the last byte below 128. An
// entry is twice the number of the claim, plus 1 where it is right.
constexpr std::string_view kFirstLine = "mulino claims, format 1";
constexpr std::size_t kChecksumBytes = 16;
constexpr std::uint64_t kMostNumberBytes = 10;  // of 64 bits, seven a byte
constexpr int kZstdLevel = 3;

void put_number(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
    for (; number >= 128; number >>= 7) bytes.push_back(static_cast<std::uint8_t>(number | 128));
    bytes.push_back(static_cast<std::uint8_t>(number));
}

bool take_number(std::span<const std::uint8_t>& bytes, std::uint64_t& number) {
    number = 0;
    for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const std::uint64_t byte = bytes.front();
        bytes = bytes.subspan(1);
        number |= (byte & 127) << shift;
        if (byte < 128) return true;
    }
    return false;
}

// The lines of the text; `body` is left at what follows them.
std::vector<std::string_view> take_lines(std::string_view& body, std::size_t count) {
    std::vector<std::string_view> lines;
    while (lines.size() < count) {
        const std::size_t end = body.find('\n');
        if (end == std::string_view::npos) return {};
        lines.push_back(body.substr(0, end));
        body.remove_prefix(end + 1);
    }
    return lines;
}

bool read_number(std::string_view text, std::uint64_t& number) {
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc{} && stop == text.data() + text.size();
}

}  // namespace

Result<std::string> claim_basis(const Database& database, const Rules& rules) {
    const auto tables = database.tables();
    if (!tables) return tl::unexpected(tables.error());
    std::string list;
    for (const TableInfo& table : *tables) {
        list += fmt::format("{} {}\n", to_string(table.header.key.subspace),
                            to_string(table.header.value_checksum));
    }
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(list.data()), list.size());
    return fmt::format("flying={} removals={} protection={} no-capture-limit={} tables={}",
                       to_string(rules.flying), to_string(rules.removals),
                       to_string(rules.protection),
                       rules.no_capture_limit ? std::to_string(*rules.no_capture_limit) : "none",
                       to_string(checksum128(bytes)));
}

Result<std::uint64_t> load_claims(const std::filesystem::path& path, const std::string& basis,
                                  std::span<ClaimTable* const> tables) {
    const auto damaged = [&path](std::string message) {
        return fail(ErrorCode::Damaged, std::move(message), path.string());
    };
    const auto file = InputFile::open(path);
    if (!file) return tl::unexpected(file.error());
    std::vector<std::uint8_t> bytes(file->size());
    if (auto read = file->read_at(0, bytes); !read) return tl::unexpected(read.error());
    if (bytes.size() < kChecksumBytes) return damaged("this is no file of claims");
    const std::size_t size = bytes.size() - kChecksumBytes;
    const Checksum128 checksum = checksum128(std::span(bytes).first(size));
    if (!std::equal(checksum.bytes.begin(), checksum.bytes.end(), bytes.end() - kChecksumBytes)) {
        return damaged("the file fails its checksum");
    }
    std::string_view body(reinterpret_cast<const char*>(bytes.data()), size);
    const auto lines = take_lines(body, 4);
    if (lines.empty() || lines[0] != kFirstLine) {
        return fail(ErrorCode::BadVersion, "this is no file of claims this program can read",
                    path.string());
    }
    if (lines[1] != basis) {
        return fail(ErrorCode::OtherFamily,
                    "the claims in this file are about other rules or other tables", path.string());
    }
    std::uint64_t claims = 0;
    std::uint64_t raw_bytes = 0;
    if (!read_number(lines[2], claims) || !read_number(lines[3], raw_bytes) ||
        claims > raw_bytes || raw_bytes / kMostNumberBytes > claims ||
        ZSTD_getFrameContentSize(body.data(), body.size()) != raw_bytes) {
        return damaged("the numbers of the file do not fit");
    }
    std::vector<std::uint8_t> raw(raw_bytes);
    const std::size_t unpacked = ZSTD_decompress(raw.data(), raw.size(), body.data(), body.size());
    if (ZSTD_isError(unpacked) != 0 || unpacked != raw.size()) {
        return damaged("the claims do not unpack");
    }
    std::span<const std::uint8_t> rest(raw);
    std::uint64_t entry = 0;
    for (std::uint64_t i = 0; i < claims; ++i) {
        std::uint64_t step = 0;
        if (!take_number(rest, step)) return damaged("there are fewer claims than stated");
        entry += step;
        if (entry < 2) return damaged("a claim has the number 0");
        for (ClaimTable* const table : tables) table->store(entry >> 1, (entry & 1) != 0);
    }
    return claims;
}

void save_claims(const std::filesystem::path& path, const std::string& basis,
                 std::span<const ClaimTable* const> tables, int plies_left) {
    std::vector<std::uint64_t> entries;
    for (const ClaimTable* const table : tables) {
        table->for_each([&](std::uint64_t key, bool answer) {
            if (PlacingProver::plies_left(key) < plies_left) return;
            entries.push_back(key << 1 | (answer ? 1 : 0));
        });
    }
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    std::vector<std::uint8_t> raw;
    std::uint64_t last = 0;
    for (const std::uint64_t entry : entries) {
        put_number(raw, entry - last);
        last = entry;
    }
    std::vector<std::uint8_t> frame(ZSTD_compressBound(raw.size()));
    const std::size_t size =
        ZSTD_compress(frame.data(), frame.size(), raw.data(), raw.size(), kZstdLevel);
    if (ZSTD_isError(size) != 0) throw std::bad_alloc();
    const std::string text =
        fmt::format("{}\n{}\n{}\n{}\n", kFirstLine, basis, entries.size(), raw.size());
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    bytes.insert(bytes.end(), frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size));
    const Checksum128 checksum = checksum128(bytes);
    bytes.insert(bytes.end(), checksum.bytes.begin(), checksum.bytes.end());
    OutputFile file(path);
    file.write_at(0, bytes);
    file.commit();
}

}  // namespace mulino::verify
