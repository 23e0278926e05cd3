// What a search remembers of positions: bounds of their scores, and the turn that was best.
//
// Positions that are images of one another under a symmetry share an entry. A key holds the whole
// position, so an entry never answers for another one and its turn is always legal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "db/index.hpp"
#include "engine/packed_turn.hpp"
#include "engine/value.hpp"

namespace mulino::engine {

/// A part of what the true score is: it, at least, or at most this.
enum class Bound : std::uint8_t { None, Lower, Upper, Exact };

struct Remembered {
    Value value = 0;  ///< see value.hpp; plies count from the position. 16 bits
    PackedTurn turn;  ///< in the position as stored; may be none
    std::uint8_t depth = 0;
    Bound bound = Bound::None;
};

/// Thread safety: none.
class Memory {
public:
    /// At most `bytes`, rounded down to a power of two.
    explicit Memory(std::size_t bytes);

    struct Key {
        std::uint64_t bits;
        Symmetry to_stored;  ///< takes the position to the image that is stored
    };
    /// The key of a position. What is remembered under different tags is kept apart: the same
    /// position shortly before a draw by the no-capture limit, or for another kind of search.
    /// Cost: some look-ups.
    Key key_of(const MoverView& view, std::uint8_t tag) const;

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[place(key)]); }
    /// What is known of a position; bound None where nothing is.
    Remembered find(std::uint64_t key) const;
    /// Keeps what is new, over what is old, shallow, or of the same position.
    void store(std::uint64_t key, const Remembered& what);

    /// To be called before each search: what earlier ones have left is to be overwritten first.
    void next_search() { generation_ = (generation_ + 1) & kGenerations; }
    void clear();
    /// The share of entries that this search has written, in thousandths, from a sample.
    int full() const;

private:
    static constexpr std::uint64_t kGenerations = 63;

    struct Classes {
        const SetClasses* classes = nullptr;
        std::vector<std::uint16_t> keepers;  // by row: the stabilizer
    };

    // value 16, turn 20, depth 8, bound 2, generation 6
    struct Entry {
        std::uint64_t key = 0;
        std::uint64_t data = 0;
    };
    using Bucket = std::array<Entry, 4>;
    struct alignas(64) AlignedBucket : Bucket {};

    std::size_t place(std::uint64_t key) const {
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;
        return static_cast<std::size_t>((key ^ key >> 31) * kSpread >> shift_);
    }
    static std::uint64_t generation_of(std::uint64_t data) { return data >> 46 & kGenerations; }
    static int depth_of(std::uint64_t data) { return static_cast<int>(data >> 36 & 0xFF); }

    std::array<Classes, kMaxMen + 1> classes_;  // by men of the mover
    std::vector<AlignedBucket> buckets_;
    unsigned shift_;
    std::uint64_t generation_ = 0;
};

}  // namespace mulino::engine
