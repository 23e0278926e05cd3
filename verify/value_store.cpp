#include "verify/value_store.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace mulino::verify {

namespace {
// Values of blocks are kept in chunks of this size, so that they lie close together.
constexpr std::size_t kChunkBytes = std::size_t{32} << 20;
}  // namespace

struct ValueStore::Table {
    Table(const TableFile& table_file, int larger, int smaller, const ClassNumbers& class_numbers)
        : file(&table_file),
          classes(&class_numbers),
          slots(kPoints - larger, smaller),
          rows_per_block(table_file.header().rows_per_block),
          blocks(table_file.header().blocks()) {
        for (const Outcome& outcome : table_file.header().symbols) {
            values.push_back(static_cast<std::uint8_t>(outcome.value));
        }
    }

    const TableFile* file;
    const ClassNumbers* classes;
    SubsetNumbers slots;
    std::uint32_t rows_per_block;
    std::vector<std::uint8_t> values;                      // by symbol
    std::vector<std::atomic<const std::uint8_t*>> blocks;  // null where not yet read
};

ValueStore::ValueStore(const Database& database) : database_(database) {}
ValueStore::~ValueStore() = default;

ValueStore::Table& ValueStore::table(int mover, int opponent) {
    auto& entry = tables_[static_cast<std::size_t>(mover)][static_cast<std::size_t>(opponent)];
    if (Table* known = entry.load(std::memory_order_acquire)) return *known;
    const Subspace subspace{static_cast<std::uint8_t>(mover), static_cast<std::uint8_t>(opponent),
                            0, 0};
    const auto file = database_.table(subspace);
    if (!file) throw Failure{file.error()};
    const int larger = std::max(mover, opponent);
    auto made =
        std::make_unique<Table>(**file, larger, std::min(mover, opponent), class_numbers(larger));
    const std::lock_guard lock(mutex_);
    if (Table* known = entry.load(std::memory_order_acquire)) return *known;
    table_owner_.push_back(std::move(made));
    entry.store(table_owner_.back().get(), std::memory_order_release);
    return *table_owner_.back();
}

std::uint8_t* ValueStore::allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (chunk_left_ < bytes) {
        chunk_left_ = std::max(bytes, kChunkBytes);
        chunks_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(chunk_left_));
    }
    chunk_left_ -= bytes;
    return chunks_.back().get() + chunk_left_;
}

const std::uint8_t* ValueStore::load_block(Table& table, std::uint32_t block) {
    const TableHeader& header = table.file->header();
    thread_local std::vector<std::uint8_t> raw;
    raw.resize(header.raw_bytes(block) + 8);
    const std::size_t bytes = header.raw_bytes(block);
    if (auto decoded = table.file->decode_block(block, std::span(raw).first(bytes)); !decoded) {
        throw Failure{decoded.error()};
    }
    const std::size_t width = header.symbol_width;
    const std::size_t slots = bytes / width;
    std::uint8_t* const packed = allocate((slots + 3) / 4);
    const std::uint8_t* const values = table.values.data();
    const auto value = [&](std::size_t slot) -> unsigned {
        if (slot >= slots) return 0;
        return width == 1 ? values[raw[slot]]
                          : values[raw[2 * slot] | std::size_t{raw[2 * slot + 1]} << 8];
    };
    std::size_t slot = 0;
    if (width == 1) {
        for (; slot + 4 <= slots; slot += 4) {
            packed[slot / 4] =
                static_cast<std::uint8_t>(values[raw[slot]] | values[raw[slot + 1]] << 2 |
                                          values[raw[slot + 2]] << 4 | values[raw[slot + 3]] << 6);
        }
    }
    for (; slot < slots; slot += 4) {
        packed[slot / 4] = static_cast<std::uint8_t>(value(slot) | value(slot + 1) << 2 |
                                                     value(slot + 2) << 4 | value(slot + 3) << 6);
    }
    // Another thread may have been faster; what it made is the same.
    const std::uint8_t* expected = nullptr;
    if (!table.blocks[block].compare_exchange_strong(expected, packed, std::memory_order_acq_rel)) {
        return expected;
    }
    blocks_read_.fetch_add(1, std::memory_order_relaxed);
    return packed;
}

ValueStore::Row ValueStore::row(Bitboard class_set, int others, bool class_side_moves) {
    const int men = count(class_set);
    assert(men > others || (men == others && class_side_moves));
    Table& table = class_side_moves ? this->table(men, others) : this->table(others, men);
    Row row;
    if (table.file->header().part != Part::All) {
        row.store_ = this;
        row.class_set_ = class_set;
        row.class_moves_ = class_side_moves;
        return row;
    }
    const ClassNumbers::Place place = table.classes->place(class_set);
    const std::uint32_t block = place.row / table.rows_per_block;
    const std::uint8_t* values = table.blocks[block].load(std::memory_order_acquire);
    if (values == nullptr) values = load_block(table, block);
    row.slots_ = &table.slots;
    row.packing_ = &packing_;
    row.values_ = values;
    row.first_ = std::size_t{place.row - block * table.rows_per_block} * table.slots.size();
    row.free_ = kFullBoard & ~table.classes->representative(place.row);
    row.symmetry_ = place.to_representative;
    return row;
}

Wdl ValueStore::probe(Bitboard class_set, Bitboard other_set, bool class_moves) {
    probes_.fetch_add(1, std::memory_order_relaxed);
    Position position;
    position.men = {class_set, other_set};
    if (!class_moves) position.to_move = Side::Black;
    const auto outcome = database_.probe(position);
    if (!outcome) throw Failure{outcome.error()};
    return outcome->value;
}

Wdl ValueStore::value(Bitboard mover, Bitboard opponent) {
    const int movers = count(mover);
    const int opponents = count(opponent);
    return movers >= opponents ? row(mover, opponents, true).value(opponent)
                               : row(opponent, movers, false).value(mover);
}

std::vector<Subspace> ValueStore::used() const {
    std::vector<Subspace> used;
    for (std::size_t mover = 0; mover < kCounts; ++mover) {
        for (std::size_t opponent = 0; opponent < kCounts; ++opponent) {
            if (tables_[mover][opponent].load(std::memory_order_acquire) != nullptr) {
                used.push_back(
                    {static_cast<std::uint8_t>(mover), static_cast<std::uint8_t>(opponent), 0, 0});
            }
        }
    }
    return used;
}

}  // namespace mulino::verify
