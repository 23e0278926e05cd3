// libFuzzer: table files, manifests and position texts of any bytes. Nothing may crash, hang, read
// out of bounds or leak; what the bytes say does not matter.
//
// Behind checksums little would be reached by chance. So the last byte of an input chooses what is
// done with the rest: read it as it is, or first make its checksums right (of the header, of the
// block index and of the blocks), as somebody could who means harm.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "db/bytes.hpp"
#include "db/format.hpp"
#include "db/manifest.hpp"
#include "db/table_file.hpp"
#include "game/position.hpp"

using namespace mulino;

namespace {

using Bytes = std::vector<std::uint8_t>;

void write_number(Bytes& bytes, std::size_t offset, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        bytes[offset + i] = static_cast<std::uint8_t>(value >> 8 * i);
    }
}

// Makes the checksums right, as far as the bytes have the shape of a table.
void sign(Bytes& bytes) {
    const auto length = header_bytes(bytes);
    if (!length || *length > bytes.size()) return;
    const std::span<const std::uint8_t> all(bytes);
    write_number(bytes, *length - 8, checksum64(all.first(*length - 8)), 8);
    const auto header = decode_header(all.first(*length));
    if (!header) return;
    const std::uint64_t identity = table_identity(all.first(*length));
    const std::size_t index = index_bytes(header->entries());
    if (index > bytes.size() - *length) return;
    std::size_t place = *length + index;
    for (std::uint32_t n = 0; n < header->entries(); ++n) {
        const std::size_t entry = *length + n * kBlockEntryBytes;
        auto stored = get<std::uint32_t>(bytes, entry);
        // The last one gets what is left.
        if (n + 1 == header->entries()) {
            stored = static_cast<std::uint32_t>(bytes.size() - place);
            write_number(bytes, entry, stored, 4);
        }
        if (stored > bytes.size() - place) return;
        write_number(bytes, entry + 4, block_checksum(all.subspan(place, stored), identity, n), 8);
        place += stored;
    }
    const std::size_t end = *length + index - 8;
    const auto entries = all.subspan(*length, index - 8);
    write_number(bytes, end, checksum64(entries, identity), 8);
}

// A file in memory, under a path.
class MemoryFile {
public:
    MemoryFile() : descriptor_(memfd_create("table", 0)) {
        if (descriptor_ < 0) std::abort();
        path_ = "/proc/self/fd/" + std::to_string(descriptor_);
    }
    const std::string& write(std::span<const std::uint8_t> bytes) const {
        const auto size = static_cast<off_t>(bytes.size());
        if (ftruncate(descriptor_, 0) != 0 || ftruncate(descriptor_, size) != 0) std::abort();
        if (pwrite(descriptor_, bytes.data(), bytes.size(), 0) != size) std::abort();
        return path_;
    }

private:
    int descriptor_;
    std::string path_;
};

void read_table(std::span<const std::uint8_t> bytes) {
    static const MemoryFile file;
    const auto table = TableFile::open(file.write(bytes));
    if (!table) return;
    (void)table->verify();
    // The format allows more blocks, and larger ones; that would only take longer.
    constexpr std::uint32_t kBlocks = 8;
    constexpr std::uint32_t kRows = 64;
    constexpr std::size_t kBytes = std::size_t{1} << 18;
    Bytes symbols;
    for (std::uint32_t block = 0; block < std::min(kBlocks, table->header().blocks()); ++block) {
        if (table->header().rows_in(block) > kRows) return;
        if (table->header().raw_bytes(block) > kBytes) return;
        // As probing does: a slot, and the last one behind it.
        if (auto begun = table->unpack_block(block, 0)) {
            (void)table->unpack_block(block, table->header().row_size - 1, std::move(*begun));
        }
        symbols.resize(table->header().raw_bytes(block));
        if (!table->decode_block(block, symbols)) continue;
        // What has been decoded has a meaning, or is said to be left out.
        const bool wide = table->header().symbol_width == 2;
        const bool all = table->header().part == Part::All;
        for (std::size_t i = 0; i < symbols.size(); i += wide ? 2 : 1) {
            const std::uint32_t symbol = wide ? get<std::uint16_t>(symbols, i) : symbols[i];
            const bool left_out = symbol == (wide ? 0xFFFFU : 0xFFU);
            if (symbol >= table->header().symbols.size() && (all || !left_out)) std::abort();
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    Bytes bytes(data, data + size - 1);
    const std::string text(bytes.begin(), bytes.end());
    switch (data[size - 1] % 4) {
        case 0:
            if (const auto manifest = parse_manifest(text)) {
                if (parse_manifest(to_string(*manifest)) != *manifest) std::abort();
            }
            if (const auto position = parse_position(text)) {
                if (parse_position(to_string(*position, CounterText::Show)) != *position) {
                    std::abort();
                }
            }
            return 0;
        case 1:
            read_table(bytes);
            return 0;
        default:
            sign(bytes);
            read_table(bytes);
            return 0;
    }
}
