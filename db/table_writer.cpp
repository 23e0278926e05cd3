#include "db/table_writer.hpp"

#include <zstd.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "db/context_coding.hpp"
#include "db/index.hpp"
#include "db/output_file.hpp"
#include "db/tally.hpp"

namespace mulino {

namespace {

constexpr std::size_t kDefaultBlockBytes = std::size_t{32} << 10;
// Slots of a block, by coding: few enough to unpack one for a probe, enough to pack well or to make
// the entry in the index cheap.
constexpr std::size_t kPackedBlockSlots = std::size_t{64} << 10;
constexpr std::size_t kContextBlockSlots = std::size_t{8} << 10;
// Stored slots from which a model is made; more do not make it better by what they cost.
constexpr std::uint64_t kTrainingSlots = std::uint64_t{24} << 20;
// Rows that one task adds to a model.
constexpr std::uint32_t kTrainingTasks = 64;
// Slots counted by one task: enough to make its tables worth while.
constexpr std::size_t kTallySlots = std::size_t{1} << 20;
// Blocks are compressed in runs (one task each), runs in batches; while a batch is compressed, one
// task writes the batch before it. Two batches are all that is ever held in memory.
constexpr std::uint32_t kRunBlocks = 8;
constexpr std::uint32_t kBatchRuns = 128;

// Compresses blocks; holds all that a thread needs for it.
class Compressor {
public:
    explicit Compressor(int level) : context_(ZSTD_createCCtx()) {
        if (!context_) throw std::bad_alloc();
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 0);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_contentSizeFlag, 1);
    }

    // Appends the compressed block to `out` and returns its length.
    std::size_t append(std::span<const std::uint8_t> raw, std::vector<std::uint8_t>& out) {
        const std::size_t bound = ZSTD_compressBound(raw.size());
        if (stored_.size() < bound) stored_.resize(bound);
        const std::size_t n =
            ZSTD_compress2(context_.get(), stored_.data(), stored_.size(), raw.data(), raw.size());
        if (ZSTD_isError(n) != 0) {
            throw std::runtime_error(std::string("zstd: ") + ZSTD_getErrorName(n));
        }
        out.insert(out.end(), stored_.begin(), stored_.begin() + static_cast<std::ptrdiff_t>(n));
        return n;
    }

    std::vector<std::uint8_t>& raw() { return raw_; }

private:
    struct Free {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };
    std::unique_ptr<ZSTD_CCtx, Free> context_;
    std::vector<std::uint8_t> stored_;
    std::vector<std::uint8_t> raw_;
};

// As many compressors as there are threads at work.
class CompressorPool {
public:
    explicit CompressorPool(int level) : level_(level) {}

    std::unique_ptr<Compressor> take() {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                auto compressor = std::move(idle_.back());
                idle_.pop_back();
                return compressor;
            }
        }
        return std::make_unique<Compressor>(level_);
    }
    void give_back(std::unique_ptr<Compressor> compressor) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(compressor));
    }

private:
    int level_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Compressor>> idle_;
};

struct Run {
    std::vector<std::uint8_t> data;
    std::vector<BlockEntry> entries;
};

template <typename Symbol>
class TableWriter {
public:
    TableWriter(const TableKey& key, const TableSource<Symbol>& source, const ParallelFor& parallel,
                const WriteOptions& options)
        : source_(&source),
          parallel_(&parallel),
          options_(&options),
          index_(index_pair(key.subspace)) {
        header_.key = key;
        header_.rows = index_.rows();
        header_.row_size = index_.row_size();
        header_.kind = options.kind;
        header_.coding = options.part == Part::None ? Coding::Zstd : options.coding;
        header_.part = options.part;
        if (options.kind != Kind::Full || header_.coding != Coding::Zstd ||
            options.part != Part::All) {
            header_.version = header_.minimum_reader = kFormatVersion;
            header_.costs = options.costs;
        }
        assert(source.slots.size() == header_.slots());
    }

    TableSummary write(const std::filesystem::path& folder) {
        OutputFile file(folder / table_file_name(header_.key.subspace));
        count();
        const std::vector<std::uint8_t> header = encode_header(header_);
        identity_ = table_identity(header);
        const std::uint64_t data = header.size() + index_bytes(header_.entries());
        if (header_.coding == Coding::Context) train();
        const std::uint64_t end = write_blocks(file, data);
        file.write_at(0, header);
        file.write_at(header.size(), encode_index(entries_, identity_));
        file.commit();
        return {folder / table_file_name(header_.key.subspace), end, header_};
    }

private:
    void count();
    void choose_symbols(const Tally<Symbol>& tally);
    void choose_block_size();
    void train();
    std::uint32_t symbol(Row row, Slot slot) const {
        return stored_[source_->slots[std::size_t{row} * header_.row_size + slot]];
    }
    std::uint64_t write_blocks(OutputFile& file, std::uint64_t offset);
    void compress(std::uint32_t first_block, Compressor& compressor, Run& run) const;
    std::span<const std::uint8_t> raw_block(std::uint32_t block,
                                            std::vector<std::uint8_t>& buffer) const;

    const TableSource<Symbol>* source_;
    const ParallelFor* parallel_;
    const WriteOptions* options_;
    PairIndex index_;
    TableHeader header_;
    std::uint64_t identity_ = 0;
    std::vector<std::uint16_t> stored_;  // by the caller's symbol, the file's
    bool as_it_is_ = false;              // the caller's slots are the file's bytes
    std::optional<SymbolParts> parts_;   // of Coding::Context
    ContextModel model_;
    std::vector<BlockEntry> entries_;
};

template <typename Symbol>
void TableWriter<Symbol>::count() {
    Tally<Symbol> tally(index_, source_->meaning);
    const std::size_t rows_per_task = std::max<std::size_t>(1, kTallySlots / header_.row_size);
    const std::size_t tasks = (header_.rows + rows_per_task - 1) / rows_per_task;
    run_guarded(*parallel_, tasks, [&](std::size_t task) {
        const std::size_t first = task * rows_per_task;
        const std::size_t rows = std::min(rows_per_task, header_.rows - first);
        tally.add(static_cast<Row>(first),
                  source_->slots.subspan(first * header_.row_size, rows * header_.row_size));
    });
    header_.counts = tally.counts();
    header_.value_checksum = tally.value_checksum();
    choose_symbols(tally);
}

// The file's symbols depend on the outcomes that occur, not on how the caller numbers them.
template <typename Symbol>
void TableWriter<Symbol>::choose_symbols(const Tally<Symbol>& tally) {
    const std::vector<Outcome>& meaning = source_->meaning;
    std::vector<Outcome>& symbols = header_.symbols;
    for (std::size_t raw = 0; raw < meaning.size(); ++raw) {
        if (!tally.occurs(raw)) continue;
        assert(meaning[raw].distance.has_value() ==
               (header_.key.metric != Metric::Wdl && meaning[raw].value != Wdl::Draw));
        symbols.push_back(meaning[raw]);
    }
    std::sort(symbols.begin(), symbols.end(), symbol_less);
    symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
    header_.symbol_width = symbols.size() <= 256 ? 1 : 2;

    as_it_is_ = sizeof(Symbol) == 1 && header_.symbol_width == 1;
    stored_.assign(std::size_t{std::numeric_limits<Symbol>::max()} + 1, 0);
    for (std::size_t raw = 0; raw < meaning.size(); ++raw) {
        if (!tally.occurs(raw)) continue;
        const auto place =
            std::lower_bound(symbols.begin(), symbols.end(), meaning[raw], symbol_less);
        stored_[raw] = static_cast<std::uint16_t>(place - symbols.begin());
        as_it_is_ = as_it_is_ && stored_[raw] == raw;
    }

    // The largest symbol of a byte stands for a slot that is left out.
    if (header_.part != Part::All && symbols.size() > 255) header_.symbol_width = 2;
    choose_block_size();
}

template <typename Symbol>
void TableWriter<Symbol>::choose_block_size() {
    if (header_.part == Part::None) return;
    const std::size_t row_bytes = std::size_t{header_.row_size} * header_.symbol_width;
    const std::size_t fitting =
        header_.coding == Coding::Zstd     ? kDefaultBlockBytes / row_bytes
        : header_.coding == Coding::Packed ? kPackedBlockSlots / header_.row_size
        // Probes of a compact set read from many rows, and from each as far as they need.
        : header_.kind == Kind::Compact ? 1
                                        : kContextBlockSlots / header_.row_size;
    header_.rows_per_block = options_->rows_per_block != 0
                                 ? options_->rows_per_block
                                 : static_cast<std::uint32_t>(std::max<std::size_t>(1, fitting));
    header_.rows_per_block = std::min(header_.rows_per_block, header_.rows);
    assert(header_.rows_per_block * row_bytes <= kMaxBlockBytes);
    assert(header_.coding != Coding::Packed || header_.symbols.size() <= 4);
}

// Makes the model from rows spread evenly over the table. Sums of counts, so the order in which
// tasks end does not matter.
template <typename Symbol>
void TableWriter<Symbol>::train() {
    parts_.emplace(header_.symbols);
    const std::uint64_t step =
        std::max<std::uint64_t>(1, header_.slots() / kTrainingSlots);
    ModelTrainer all(header_, *parts_);
    std::mutex mutex;
    run_guarded(*parallel_, kTrainingTasks, [&](std::size_t task) {
        ModelTrainer mine(header_, *parts_);
        for (std::uint64_t row = task * step; row < header_.rows; row += kTrainingTasks * step) {
            mine.add(static_cast<Row>(row),
                     [this](Row r, Slot slot) { return symbol(r, slot); });
        }
        const std::lock_guard lock(mutex);
        all.merge(mine);
    });
    model_ = all.model();
}

// The bytes of a block before compression, in `buffer` unless the caller's memory will do.
template <typename Symbol>
std::span<const std::uint8_t> TableWriter<Symbol>::raw_block(
    std::uint32_t block, std::vector<std::uint8_t>& buffer) const {
    const std::size_t first = std::size_t{block} * header_.rows_per_block * header_.row_size;
    const std::size_t n = std::size_t{header_.rows_in(block)} * header_.row_size;
    const std::span<const Symbol> slots = source_->slots.subspan(first, n);
    if (header_.coding == Coding::Packed) {
        buffer.assign((n + 3) / 4, 0);
        for (std::size_t i = 0; i < n; ++i) {
            buffer[i / 4] = static_cast<std::uint8_t>(buffer[i / 4] | stored_[slots[i]] << 2 * (i % 4));
        }
        return buffer;
    }
    if constexpr (sizeof(Symbol) == 1) {
        if (as_it_is_) return slots;
    }
    buffer.resize(header_.raw_bytes(block));
    std::uint8_t* out = buffer.data();
    if (header_.symbol_width == 1) {
        const std::uint16_t* const stored = stored_.data();
        for (const Symbol slot : slots) *out++ = static_cast<std::uint8_t>(stored[slot]);
    } else {
        for (const Symbol slot : slots) {
            *out++ = static_cast<std::uint8_t>(stored_[slot]);
            *out++ = static_cast<std::uint8_t>(stored_[slot] >> 8);
        }
    }
    return buffer;
}

template <typename Symbol>
void TableWriter<Symbol>::compress(std::uint32_t first_block, Compressor& compressor,
                                   Run& run) const {
    run.data.clear();
    run.entries.clear();
    const std::uint32_t end = std::min(first_block + kRunBlocks, header_.blocks());
    std::optional<RowWalk> walk;
    if (header_.coding == Coding::Context) walk.emplace(header_, *parts_, model_.values);
    for (std::uint32_t block = first_block; block < end; ++block) {
        const std::size_t start = run.data.size();
        if (walk) {
            encode_rows(
                *walk, *parts_, model_, block * header_.rows_per_block, header_.rows_in(block),
                [this](Row row, Slot slot) { return symbol(row, slot); }, run.data);
        } else {
            compressor.append(raw_block(block, compressor.raw()), run.data);
        }
        const auto stored = std::span<const std::uint8_t>(run.data).subspan(start);
        run.entries.push_back(
            {static_cast<std::uint32_t>(stored.size()), block_checksum(stored, identity_, block)});
    }
}

// Returns where the blocks end.
template <typename Symbol>
std::uint64_t TableWriter<Symbol>::write_blocks(OutputFile& file, std::uint64_t offset) {
    CompressorPool pool(options_->zstd_level);
    std::vector<Run> done;
    std::vector<Run> fresh;
    const auto write_done = [&] {
        const std::uint64_t first = offset;
        for (const Run& run : done) {
            file.write_at(offset, run.data);
            offset += run.data.size();
            entries_.insert(entries_.end(), run.entries.begin(), run.entries.end());
        }
        file.hurry(first, offset - first);
    };
    const std::uint32_t blocks = header_.blocks();
    entries_.reserve(header_.entries());
    for (std::uint32_t next = 0; next < blocks;) {
        const std::uint32_t left = (blocks - next + kRunBlocks - 1) / kRunBlocks;
        fresh.resize(std::min(kBatchRuns, left));
        run_guarded(*parallel_, fresh.size() + 1, [&](std::size_t task) {
            if (task == 0) return write_done();
            const std::size_t run = task - 1;
            auto compressor = pool.take();
            compress(next + static_cast<std::uint32_t>(run) * kRunBlocks, *compressor, fresh[run]);
            pool.give_back(std::move(compressor));
        });
        next += std::min(kBatchRuns, left) * kRunBlocks;
        std::swap(done, fresh);
    }
    write_done();
    if (header_.coding == Coding::Context) {
        const std::vector<std::uint8_t> model = encode_model(model_);
        file.write_at(offset, model);
        offset += model.size();
        entries_.push_back({static_cast<std::uint32_t>(model.size()),
                            block_checksum(model, identity_, blocks)});
    }
    return offset;
}

}  // namespace

template <typename Symbol>
TableSummary write_table(const std::filesystem::path& folder, const TableKey& key,
                         const TableSource<Symbol>& source, const ParallelFor& parallel,
                         const WriteOptions& options) {
    return TableWriter<Symbol>(key, source, parallel, options).write(folder);
}

template TableSummary write_table(const std::filesystem::path&, const TableKey&,
                                  const TableSource<std::uint8_t>&, const ParallelFor&,
                                  const WriteOptions&);
template TableSummary write_table(const std::filesystem::path&, const TableKey&,
                                  const TableSource<std::uint16_t>&, const ParallelFor&,
                                  const WriteOptions&);

}  // namespace mulino
