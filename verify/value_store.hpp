// The values of the moving phase in memory, two bits each, filled as they are asked for.
//
// The search of the placing phase ends in millions of look-ups all over the tables. A block of a
// table is unpacked when a position in it is first looked up, and kept as values alone. Of a table
// that leaves out slots the prober is asked, which takes longer.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "db/database.hpp"
#include "db/outcome.hpp"
#include "game/board.hpp"
#include "game/result.hpp"
#include "verify/numbering.hpp"

namespace mulino::verify {

/// Thread safety: value() may be called from any threads.
class ValueStore {
public:
    /// `database` must outlive the store.
    explicit ValueStore(const Database& database);
    ~ValueStore();
    ValueStore(const ValueStore&) = delete;
    ValueStore& operator=(const ValueStore&) = delete;

    /// Thrown where a table is missing or cannot be read.
    struct Failure {
        Error error;
    };

    /// The value of a position of the moving phase for the side to move. A side has 3 to 9 men.
    /// Throws: Failure, std::bad_alloc. Cost: some look-ups; where the block is new, its unpacking.
    Wdl value(Bitboard mover, Bitboard opponent);

    /// The positions that share a class set: the men of the side with more men, of the mover where
    /// both have as many.
    class Row {
    public:
        /// The value for the side to move, given the men of the side that is not the class side.
        Wdl value(Bitboard other_set) const {
            if (values_ == nullptr) return store_->probe(class_set_, other_set, class_moves_);
            const std::uint32_t slot =
                slots_->number(packing_->pack(apply(symmetry_, other_set), free_));
            const std::size_t at = first_ + slot;
            return static_cast<Wdl>(values_[at / 4] >> (at % 4 * 2) & 3);
        }

    private:
        friend class ValueStore;
        ValueStore* store_ = nullptr;
        Bitboard class_set_ = 0;
        bool class_moves_ = false;
        const SubsetNumbers* slots_ = nullptr;
        const Packing* packing_ = nullptr;
        const std::uint8_t* values_ = nullptr;  // of the row's block; null: ask the prober
        std::size_t first_ = 0;                 // the row's first slot in the block
        Bitboard free_ = 0;
        Symmetry symmetry_ = 0;
    };

    /// The row of a set with `others` men of the other side. Requires: the class set has more men,
    /// or as many and its side is to move. Valid as long as the store. Throws as value().
    Row row(Bitboard class_set, int others, bool class_side_moves);

    /// Subspaces of which a value has been looked up.
    std::vector<Subspace> used() const;
    std::uint64_t blocks_read() const { return blocks_read_.load(std::memory_order_relaxed); }
    /// How often something had to be unpacked, or the prober was asked, which may have to.
    std::uint64_t unpackings() const {
        return blocks_read() + probes_.load(std::memory_order_relaxed);
    }

private:
    struct Table;
    static constexpr std::size_t kCounts = kMaxMen + 1;

    Table& table(int mover, int opponent);
    Wdl probe(Bitboard class_set, Bitboard other_set, bool class_moves);
    const std::uint8_t* load_block(Table& table, std::uint32_t block);
    std::uint8_t* allocate(std::size_t bytes);

    const Database& database_;
    Packing packing_;
    std::array<std::array<std::atomic<Table*>, kCounts>, kCounts> tables_{};
    std::atomic<std::uint64_t> blocks_read_{0};
    std::atomic<std::uint64_t> probes_{0};

    std::mutex mutex_;  // guards what follows, and the filling of what is above
    std::vector<std::unique_ptr<Table>> table_owner_;
    std::vector<std::unique_ptr<std::uint8_t[]>> chunks_;
    std::size_t chunk_left_ = 0;
};

}  // namespace mulino::verify
