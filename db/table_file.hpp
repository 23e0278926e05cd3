// One table file, open for reading.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "db/context_model.hpp"
#include "db/format.hpp"
#include "db/index.hpp"
#include "db/input_file.hpp"
#include "db/parallel.hpp"

namespace mulino {

class RowDecoder;

/// A table file whose header and block index have been read and checked. Blocks are read on demand
/// (no memory map). Immutable once open. Thread safety: all functions may be called from any
/// threads.
class TableFile {
public:
    /// Errors: Io, Damaged, BadVersion.
    [[nodiscard]] static Result<TableFile> open(const std::filesystem::path& path);

    TableFile(TableFile&&) noexcept;
    TableFile& operator=(TableFile&&) noexcept;
    ~TableFile();

    const std::filesystem::path& path() const { return file_.path(); }
    const TableHeader& header() const { return header_; }
    const TableKey& key() const { return header_.key; }
    std::uint64_t bytes() const { return file_.size(); }
    /// The outcome a symbol stands for. Requires: symbol < header().symbols.size().
    const Outcome& meaning(std::uint32_t symbol) const { return header_.symbols[symbol]; }

    /// Reads, checks and unpacks a block: header().raw_bytes(block) bytes, symbols of
    /// header().symbol_width bytes (little-endian), each of them below header().symbols.size(), or
    /// not_stored() for a slot that is left out. Errors: Io, Damaged (naming the block).
    [[nodiscard]] Result<void> decode_block(std::uint32_t block,
                                            std::span<std::uint8_t> symbols) const;

    /// A block as probing keeps it: the same symbols, as tight as they are once unpacked, and what
    /// is needed to go on with it. symbol_at() of block_cache.hpp finds a symbol; one that is not
    /// below header().symbols.size() is left out, or not unpacked yet: a row that takes long to
    /// unpack is unpacked as far as `slot` needs (of the row; of no matter where a block has
    /// several). `begun`, if not empty, is what was returned of the same block before, to go on with
    /// where the symbols have two bits. Errors: as decode_block.
    [[nodiscard]] Result<std::vector<std::uint8_t>> unpack_block(
        std::uint32_t block, Slot slot, std::vector<std::uint8_t> begun = {}) const;
    /// How many bits a symbol has in there: 2, 8 or 16.
    unsigned symbol_bits() const {
        const bool two = header_.coding == Coding::Packed ||
                         (header_.coding == Coding::Context && header_.symbol_width == 1 &&
                          header_.symbols.size() < 4);
        return two ? 2U : 8U * header_.symbol_width;
    }

    /// Reads the whole table, every block checked. `translation`, where not empty, says what to
    /// store for each of the file's symbols; otherwise the symbols themselves are stored. Slots
    /// that are left out get the largest Symbol. Requires: out.size() == header().slots(); a
    /// translation has header().symbols.size() entries; without one, Symbol is wide enough. Errors:
    /// Io, Damaged (the first bad block). Symbol is std::uint8_t or std::uint16_t.
    template <typename Symbol>
    [[nodiscard]] Result<void> load(std::span<Symbol> out, const ParallelFor& parallel = serial_for,
                                    std::span<const Symbol> translation = {}) const;

    /// Checks every stored byte, without unpacking: disk speed. Errors: Io, Damaged.
    [[nodiscard]] Result<void> verify(const ParallelFor& parallel = serial_for) const;

    /// What the blocks say, counted again.
    struct Recount {
        TableCounts counts;
        Checksum128 value_checksum;
    };
    /// Unpacks every block, counts and checksums its values. Does not compare with the header.
    /// Requires: every slot is stored; BulkLoader::recount() has no such limit.
    /// Errors: Io, Damaged.
    [[nodiscard]] Result<Recount> recount(const ParallelFor& parallel = serial_for) const;

private:
    TableFile(InputFile file, TableHeader header);

    std::uint64_t offset(std::uint32_t block) const { return blocks_begin_ + blocks_.start(block); }
    Error damaged(std::uint32_t block, const char* what) const;
    // The stored bytes of a block, their checksum found right.
    Result<std::vector<std::uint8_t>> read_block(std::uint32_t block) const;
    Result<void> unpack(std::uint32_t block, std::span<std::uint8_t> out) const;
    // decode(decoder, stored) by context.
    template <typename Decode>
    Result<void> decode_by_context(std::uint32_t block, Decode&& decode) const;
    template <typename Symbol>
    Result<void> load_block(std::uint32_t block, std::span<Symbol> out,
                            std::span<const Symbol> translation,
                            std::vector<std::uint8_t>& buffer) const;
    template <typename Symbol>
    Result<Recount> recount_as(const ParallelFor& parallel) const;

    // The model of Coding::Context, read when it is first needed.
    Result<const ContextModel*> model() const;
    std::unique_ptr<RowDecoder> take_decoder(const ContextModel& model) const;
    struct LazyModel;

    InputFile file_;
    TableHeader header_;
    std::unique_ptr<LazyModel> model_;
    std::uint64_t identity_ = 0;
    BlockIndex blocks_;
    std::uint64_t blocks_begin_ = 0;  // in the file
};

extern template Result<void> TableFile::load(std::span<std::uint8_t>, const ParallelFor&,
                                             std::span<const std::uint8_t>) const;
extern template Result<void> TableFile::load(std::span<std::uint16_t>, const ParallelFor&,
                                             std::span<const std::uint16_t>) const;

}  // namespace mulino
