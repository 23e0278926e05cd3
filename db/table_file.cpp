#include "db/table_file.hpp"

#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "db/bytes.hpp"
#include "db/context_coding.hpp"
#include "db/index.hpp"
#include "db/tally.hpp"
#include "db/wide.hpp"

namespace mulino {

namespace {

// Blocks that one task reads, when all are read.
constexpr std::uint32_t kRunBlocks = 32;

// The unpacker of the calling thread. It keeps nothing from one block to the next but its memory.
ZSTD_DCtx* unpacker() {
    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };
    thread_local const std::unique_ptr<ZSTD_DCtx, Free> context(ZSTD_createDCtx());
    if (!context) throw std::bad_alloc();
    return context.get();
}

// Adds the file, and where its part begins, to an error that was found in a part of it.
Error located(Error error, const std::filesystem::path& path, std::uint64_t base) {
    error.path = path.string();
    error.offset = base + error.offset.value_or(0);
    return error;
}

// Whether all symbols of a block have a meaning.
bool symbols_known(std::span<const std::uint8_t> raw, const TableHeader& header) {
    const std::size_t width = header.symbol_width;
    std::uint32_t largest = 0;
    if (width == 1) {
        std::uint8_t largest_byte = 0;
        for (const std::uint8_t byte : raw) largest_byte = std::max(largest_byte, byte);
        largest = largest_byte;
    } else {
        for (std::size_t i = 0; i < raw.size(); i += 2) {
            largest = std::max<std::uint32_t>(largest, get<std::uint16_t>(raw, i));
        }
    }
    return largest < header.symbols.size();
}

// The same of symbols of two bits.
bool packed_symbols_known(std::span<const std::uint8_t> raw, const TableHeader& header) {
    constexpr std::uint8_t kLowBits = 0x55;
    std::uint8_t low = 0;  // whether any symbol has its low bit set, its high one, both
    std::uint8_t high = 0;
    std::uint8_t both = 0;
    for (const std::uint8_t byte : raw) {
        low |= byte & kLowBits;
        high |= byte >> 1 & kLowBits;
        both |= byte & byte >> 1 & kLowBits;
    }
    const std::size_t symbols = header.symbols.size();
    return (symbols > 1 || low == 0) && (symbols > 2 || high == 0) && (symbols > 3 || both == 0);
}

// Symbols of one byte as symbols of two bits; not_stored() becomes 3, which is no symbol either.
MULINO_WIDE void tighten(const std::uint8_t* symbols, std::size_t fours, std::uint8_t* out) {
    for (std::size_t i = 0; i < fours; ++i) {
        const std::uint8_t* const s = symbols + 4 * i;
        out[i] = static_cast<std::uint8_t>((s[0] & 3) | (s[1] & 3) << 2 | (s[2] & 3) << 4 |
                                           (s[3] & 3) << 6);
    }
}
std::vector<std::uint8_t> tightened(std::vector<std::uint8_t> symbols) {
    symbols.resize((symbols.size() + 3) / 4 * 4);
    std::vector<std::uint8_t> tight(symbols.size() / 4);
    tighten(symbols.data(), tight.size(), tight.data());
    return tight;
}

MULINO_WIDE void loosen(const std::uint8_t* tight, std::size_t fours, std::uint8_t* out) {
    for (std::size_t i = 0; i < fours; ++i) {
        for (unsigned k = 0; k < 4; ++k) {
            const unsigned symbol = tight[i] >> 2 * k & 3U;
            out[4 * i + k] = static_cast<std::uint8_t>(symbol == 3 ? not_stored(1) : symbol);
        }
    }
}
std::vector<std::uint8_t> loosened(std::span<const std::uint8_t> tight, std::size_t symbols) {
    std::vector<std::uint8_t> loose((symbols + 3) / 4 * 4);
    loosen(tight.data(), loose.size() / 4, loose.data());
    loose.resize(symbols);
    return loose;
}

// Runs the blocks of a table in tasks of several; of the errors, that of the first block counts.
Result<void> for_each_block(
    std::uint32_t blocks, const ParallelFor& parallel,
    const std::function<Result<void>(std::uint32_t first, std::uint32_t end)>& body) {
    std::mutex mutex;
    std::optional<std::pair<std::size_t, Error>> first_error;
    run_guarded(parallel, (blocks + kRunBlocks - 1) / kRunBlocks, [&](std::size_t task) {
        const auto first = static_cast<std::uint32_t>(task) * kRunBlocks;
        const Result<void> result = body(first, std::min(first + kRunBlocks, blocks));
        if (result) return;
        const std::lock_guard lock(mutex);
        if (!first_error || task < first_error->first) first_error.emplace(task, result.error());
    });
    if (first_error) return tl::unexpected(std::move(first_error->second));
    return {};
}

}  // namespace

struct TableFile::LazyModel {
    std::mutex mutex;                                 // held while the model is read
    std::unique_ptr<const ContextModel> read;         // written under the lock
    std::atomic<const ContextModel*> ready{nullptr};  // once set, read without the lock

    std::mutex decoders_mutex;
    std::vector<std::unique_ptr<RowDecoder>> decoders;  // idle ones, as many as worked at once
};

TableFile::TableFile(InputFile file, TableHeader header)
    : file_(std::move(file)), header_(std::move(header)), model_(std::make_unique<LazyModel>()) {}
TableFile::TableFile(TableFile&&) noexcept = default;
TableFile& TableFile::operator=(TableFile&&) noexcept = default;
TableFile::~TableFile() = default;

Result<TableFile> TableFile::open(const std::filesystem::path& path) {
    auto file = InputFile::open(path);
    if (!file) return tl::unexpected(file.error());

    std::vector<std::uint8_t> bytes(kHeaderPrefixBytes);
    if (auto read = file->read_at(0, bytes); !read) return tl::unexpected(read.error());
    const auto length = header_bytes(bytes);
    if (!length) return tl::unexpected(located(length.error(), path, 0));
    if (*length > file->size()) {
        return fail(ErrorCode::Damaged, "the file ends within its header", path.string(),
                    file->size());
    }
    bytes.resize(*length);
    if (auto read = file->read_at(0, bytes); !read) return tl::unexpected(read.error());
    auto header = decode_header(bytes);
    if (!header) return tl::unexpected(located(header.error(), path, 0));

    TableFile table(std::move(*file), std::move(*header));
    table.identity_ = table_identity(bytes);
    const std::size_t index_length = index_bytes(table.header_.entries());
    if (*length + index_length > table.file_.size()) {
        return fail(ErrorCode::Damaged, "the file ends within its block index", path.string(),
                    table.file_.size());
    }
    std::vector<std::uint8_t> index(index_length);
    if (auto read = table.file_.read_at(*length, index); !read) {
        return tl::unexpected(read.error());
    }
    auto blocks = decode_index(std::move(index), table.header_, table.identity_);
    if (!blocks) return tl::unexpected(located(blocks.error(), path, *length));
    table.blocks_ = std::move(*blocks);
    table.blocks_begin_ = *length + index_length;
    const std::uint64_t offset = table.offset(table.blocks_.size());
    if (offset != table.file_.size()) {
        return fail(ErrorCode::Damaged,
                    "the file has " + std::to_string(table.file_.size()) + " bytes, not " +
                        std::to_string(offset) + " as its block index says",
                    path.string(), std::min(offset, table.file_.size()));
    }
    return table;
}

Error TableFile::damaged(std::uint32_t block, const char* what) const {
    return {ErrorCode::Damaged, "block " + std::to_string(block) + " " + what, path().string(),
            offset(block), block};
}

Result<std::vector<std::uint8_t>> TableFile::read_block(std::uint32_t block) const {
    const BlockEntry entry = blocks_.entry(block);
    std::vector<std::uint8_t> stored(entry.bytes);
    if (auto read = file_.read_at(offset(block), stored); !read) {
        return tl::unexpected(read.error());
    }
    if (block_checksum(stored, identity_, block) != entry.checksum) {
        return tl::unexpected(damaged(block, "fails its checksum"));
    }
    return stored;
}

Result<const ContextModel*> TableFile::model() const {
    if (const ContextModel* ready = model_->ready.load(std::memory_order_acquire)) return ready;
    const std::lock_guard lock(model_->mutex);
    if (!model_->read) {
        const std::uint32_t block = header_.blocks();
        const auto stored = read_block(block);
        if (!stored) return tl::unexpected(stored.error());
        auto model = decode_model(*stored, header_.symbols);
        if (!model) return tl::unexpected(located(model.error(), path(), offset(block)));
        model_->read = std::make_unique<const ContextModel>(std::move(*model));
        model_->ready.store(model_->read.get(), std::memory_order_release);
    }
    return model_->read.get();
}

std::unique_ptr<RowDecoder> TableFile::take_decoder(const ContextModel& model) const {
    {
        const std::lock_guard lock(model_->decoders_mutex);
        if (!model_->decoders.empty()) {
            auto decoder = std::move(model_->decoders.back());
            model_->decoders.pop_back();
            return decoder;
        }
    }
    return std::make_unique<RowDecoder>(header_, model);
}

template <typename Decode>
Result<void> TableFile::decode_by_context(std::uint32_t block, Decode&& decode) const {
    const auto stored = read_block(block);
    if (!stored) return tl::unexpected(stored.error());
    const auto with = model();
    if (!with) return tl::unexpected(with.error());
    auto decoder = take_decoder(**with);
    const bool good = decode(*decoder, *stored);
    const std::lock_guard lock(model_->decoders_mutex);
    model_->decoders.push_back(std::move(decoder));
    if (!good) return tl::unexpected(damaged(block, "does not unpack"));
    return {};
}

Result<void> TableFile::decode_block(std::uint32_t block, std::span<std::uint8_t> symbols) const {
    assert(symbols.size() == header_.raw_bytes(block));
    if (header_.coding == Coding::Context) {
        return decode_by_context(
            block, [&](RowDecoder& decoder, std::span<const std::uint8_t> stored) {
                return decoder.decode(stored, block * header_.rows_per_block, symbols);
            });
    }
    if (header_.coding == Coding::Packed) {
        std::vector<std::uint8_t> packed((symbols.size() + 3) / 4);
        if (auto unpacked = unpack(block, packed); !unpacked) return unpacked;
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            symbols[i] = packed[i / 4] >> 2 * (i % 4) & 3;
        }
        return {};
    }
    return unpack(block, symbols);
}

Result<std::vector<std::uint8_t>> TableFile::unpack_block(std::uint32_t block, Slot slot,
                                                          std::vector<std::uint8_t> begun) const {
    const std::size_t size = header_.raw_bytes(block) / header_.symbol_width;
    if (header_.coding == Coding::Packed) {
        std::vector<std::uint8_t> packed((size + 3) / 4);
        if (auto done = unpack(block, packed); !done) return tl::unexpected(done.error());
        return packed;
    }
    const bool tight = symbol_bits() == 2;
    std::vector<std::uint8_t> symbols;
    // What is not unpacked yet must not look like a symbol.
    const bool by_slots = header_.coding == Coding::Context && header_.rows_in(block) == 1 &&
                          header_.symbols.size() <= not_stored(header_.symbol_width);
    RowProgress progress;
    static_assert(std::is_trivially_copyable_v<RowProgress>);
    if (by_slots && tight && !begun.empty()) {
        std::memcpy(&progress, begun.data() + begun.size() - sizeof progress, sizeof progress);
        symbols = loosened(begun, size);
    } else {
        symbols.resize(header_.raw_bytes(block));
    }
    const auto done =
        by_slots ? decode_by_context(block,
                                     [&](RowDecoder& decoder, std::span<const std::uint8_t> bytes) {
                                         return decoder.decode_to(
                                             slot, bytes, block * header_.rows_per_block, symbols,
                                             progress);
                                     })
                 : decode_block(block, symbols);
    if (!done) return tl::unexpected(done.error());
    if (!tight) return symbols;
    symbols = tightened(std::move(symbols));
    if (by_slots) {
        symbols.resize(symbols.size() + sizeof progress);
        std::memcpy(symbols.data() + symbols.size() - sizeof progress, &progress, sizeof progress);
    }
    return symbols;
}

// Reads a block of one zstd frame.
Result<void> TableFile::unpack(std::uint32_t block, std::span<std::uint8_t> out) const {
    const auto stored = read_block(block);
    if (!stored) return tl::unexpected(stored.error());
    const std::size_t n =
        ZSTD_decompressDCtx(unpacker(), out.data(), out.size(), stored->data(), stored->size());
    if (ZSTD_isError(n) != 0 || n != out.size()) {
        return tl::unexpected(damaged(block, "does not unpack"));
    }
    const bool known = header_.coding == Coding::Packed ? packed_symbols_known(out, header_)
                                                        : symbols_known(out, header_);
    if (!known) return tl::unexpected(damaged(block, "holds a symbol without a meaning"));
    return {};
}

// Unpacks a block into `out`, each symbol translated where there is a translation.
template <typename Symbol>
Result<void> TableFile::load_block(std::uint32_t block, std::span<Symbol> out,
                                   std::span<const Symbol> translation,
                                   std::vector<std::uint8_t>& buffer) const {
    const std::size_t width = header_.symbol_width;
    if constexpr (sizeof(Symbol) == 1) {
        if (width == 1) {
            auto decoded = decode_block(block, out);
            if (decoded && !translation.empty()) {
                for (Symbol& symbol : out) {
                    if (symbol < translation.size()) symbol = translation[symbol];
                }
            }
            return decoded;
        }
    }
    buffer.resize(header_.raw_bytes(block));
    if (auto decoded = decode_block(block, buffer); !decoded) return decoded;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t symbol = width == 1 ? buffer[i] : get<std::uint16_t>(buffer, 2 * i);
        out[i] = symbol >= header_.symbols.size() ? std::numeric_limits<Symbol>::max()
                 : translation.empty()            ? static_cast<Symbol>(symbol)
                                                  : translation[symbol];
    }
    return {};
}

template <typename Symbol>
Result<void> TableFile::load(std::span<Symbol> out, const ParallelFor& parallel,
                             std::span<const Symbol> translation) const {
    assert(out.size() == header_.slots());
    assert(translation.empty() ? sizeof(Symbol) >= header_.symbol_width
                               : translation.size() == header_.symbols.size());
    if (header_.part == Part::None) {
        std::fill(out.begin(), out.end(), std::numeric_limits<Symbol>::max());
        return {};
    }
    const std::size_t block_slots = std::size_t{header_.rows_per_block} * header_.row_size;
    return for_each_block(header_.blocks(), parallel, [&](std::uint32_t first, std::uint32_t end) {
        std::vector<std::uint8_t> buffer;
        Result<void> result;
        for (std::uint32_t block = first; block < end && result; ++block) {
            const std::size_t slots = std::size_t{header_.rows_in(block)} * header_.row_size;
            result =
                load_block(block, out.subspan(block * block_slots, slots), translation, buffer);
        }
        return result;
    });
}

template Result<void> TableFile::load(std::span<std::uint8_t>, const ParallelFor&,
                                      std::span<const std::uint8_t>) const;
template Result<void> TableFile::load(std::span<std::uint16_t>, const ParallelFor&,
                                      std::span<const std::uint16_t>) const;

Result<void> TableFile::verify(const ParallelFor& parallel) const {
    return for_each_block(header_.entries(), parallel,
                          [&](std::uint32_t first, std::uint32_t end) -> Result<void> {
                              for (std::uint32_t block = first; block < end; ++block) {
                                  const auto stored = read_block(block);
                                  if (!stored) return tl::unexpected(stored.error());
                              }
                              return {};
                          });
}

template <typename Symbol>
Result<TableFile::Recount> TableFile::recount_as(const ParallelFor& parallel) const {
    const PairIndex index(index_pair(key().subspace));
    Tally<Symbol> tally(index, header_.symbols);
    const auto counted = for_each_block(
        header_.blocks(), parallel, [&](std::uint32_t first, std::uint32_t end) -> Result<void> {
            std::vector<std::uint8_t> buffer;
            std::vector<Symbol> slots;
            for (std::uint32_t block = first; block < end; ++block) {
                const std::size_t old = slots.size();
                slots.resize(old + std::size_t{header_.rows_in(block)} * header_.row_size);
                const auto loaded =
                    load_block<Symbol>(block, std::span<Symbol>(slots).subspan(old), {}, buffer);
                if (!loaded) return loaded;
            }
            tally.add(first * header_.rows_per_block, slots);
            return {};
        });
    if (!counted) return tl::unexpected(counted.error());
    return Recount{tally.counts(), tally.value_checksum()};
}

Result<TableFile::Recount> TableFile::recount(const ParallelFor& parallel) const {
    return header_.symbol_width == 1 ? recount_as<std::uint8_t>(parallel)
                                     : recount_as<std::uint16_t>(parallel);
}

}  // namespace mulino
