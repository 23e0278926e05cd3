#include "db/block_cache.hpp"

#include <algorithm>
#include <utility>

namespace mulino {

namespace {

// At most 64 shards, well above the number of threads that probe at once; fewer where the limit is
// small, so that each still holds a few blocks.
constexpr int kMostShardBits = 6;
constexpr std::size_t kLeastShardBytes = std::size_t{512} << 10;
constexpr std::uint32_t kNoFrame = ~std::uint32_t{0};
constexpr std::size_t kFirstPlaces = 16;

int shard_bits_for(std::size_t limit_bytes) {
    int bits = 0;
    while (bits < kMostShardBits && limit_bytes >> (bits + 1) >= kLeastShardBytes) ++bits;
    return bits;
}

std::uint64_t key_of(BlockId id) { return std::uint64_t{id.table} << 32 | id.block; }

// Fibonacci hashing: the high bits of the product depend on all bits of the key. The highest choose
// the shard, those below them the place in it.
std::uint64_t hash_of(std::uint64_t key) { return key * 0x9E3779B97F4A7C15U; }

}  // namespace

// Blocks in frames, found through a table with linear probing that is never more than half full.
// A line of the processor's cache of its own, so that threads in two shards do not disturb another.
class alignas(64) BlockCache::Shard {
public:
    void set_limit(std::size_t bytes) { limit_ = bytes; }

    std::optional<std::uint32_t> symbol(std::uint64_t key, std::size_t place, unsigned bits) {
        const std::lock_guard lock(mutex_);
        const std::uint32_t number = frame_of(key);
        if (number == kNoFrame) return std::nullopt;
        Frame& frame = frames_[number];
        if (!frame.used) frame.used = true;
        return symbol_at(frame.block, place, bits);
    }

    std::vector<std::uint8_t> block(std::uint64_t key) {
        const std::lock_guard lock(mutex_);
        const std::uint32_t number = frame_of(key);
        return number == kNoFrame ? std::vector<std::uint8_t>() : frames_[number].block;
    }

    void insert(std::uint64_t key, std::vector<std::uint8_t> block) {
        std::vector<std::vector<std::uint8_t>> gone;  // freed after the lock
        const std::lock_guard lock(mutex_);
        if (block.size() > limit_) return;
        if (const std::uint32_t old = frame_of(key); old != kNoFrame) {
            std::vector<std::uint8_t>& known = frames_[old].block;
            bytes_ = bytes_ - known.size() + block.size();
            gone.push_back(std::exchange(known, std::move(block)));
            return;
        }
        bytes_ += block.size();
        while (bytes_ > limit_) gone.push_back(drop_one());
        if (2 * (frames_.size() + 1) > places_.size()) grow();
        std::uint32_t number = 0;
        if (free_.empty()) {
            number = static_cast<std::uint32_t>(frames_.size());
            frames_.emplace_back();
        } else {
            number = free_.back();
            free_.pop_back();
        }
        frames_[number] = {key, std::move(block), false, true};
        places_[find(key)] = number;
    }

    std::size_t bytes() const {
        const std::lock_guard lock(mutex_);
        return bytes_;
    }

private:
    struct Frame {
        std::uint64_t key = 0;
        std::vector<std::uint8_t> block;
        bool used = false;  // since the hand came by
        bool taken = false;
    };

    std::size_t home(std::uint64_t key) const {
        return static_cast<std::size_t>(hash_of(key) >> 20) & (places_.size() - 1);
    }

    // The place of a key, or the empty one where it would be.
    std::size_t find(std::uint64_t key) const {
        std::size_t place = home(key);
        while (places_[place] != kNoFrame && frames_[places_[place]].key != key) {
            place = (place + 1) & (places_.size() - 1);
        }
        return place;
    }

    // The frame of a key, or kNoFrame.
    std::uint32_t frame_of(std::uint64_t key) const {
        return places_.empty() ? kNoFrame : places_[find(key)];
    }

    void grow() {
        places_.assign(std::max(kFirstPlaces, 2 * places_.size()), kNoFrame);
        for (std::uint32_t n = 0; n < frames_.size(); ++n) {
            if (frames_[n].taken) places_[find(frames_[n].key)] = n;
        }
    }

    // Empties a place; what follows and would no longer be found moves up.
    void erase(std::size_t hole) {
        const std::size_t mask = places_.size() - 1;
        for (std::size_t next = (hole + 1) & mask; places_[next] != kNoFrame;
             next = (next + 1) & mask) {
            const std::size_t wanted = home(frames_[places_[next]].key);
            if (((next - wanted) & mask) < ((next - hole) & mask)) continue;
            places_[hole] = places_[next];
            hole = next;
        }
        places_[hole] = kNoFrame;
    }

    // Takes out the next block that has not been used. Requires: there is a block.
    std::vector<std::uint8_t> drop_one() {
        for (;; ++hand_) {
            if (hand_ >= frames_.size()) hand_ = 0;
            Frame& frame = frames_[hand_];
            if (!frame.taken || std::exchange(frame.used, false)) continue;
            erase(find(frame.key));
            frame.taken = false;
            free_.push_back(hand_++);
            bytes_ -= frame.block.size();
            return std::move(frame.block);
        }
    }

    mutable std::mutex mutex_;
    std::size_t limit_ = 0;
    std::size_t bytes_ = 0;
    std::uint32_t hand_ = 0;
    std::vector<std::uint32_t> places_;  // frames; their number is a power of two
    std::vector<Frame> frames_;
    std::vector<std::uint32_t> free_;
};

BlockCache::BlockCache(std::size_t limit_bytes)
    : shard_bits_(shard_bits_for(limit_bytes)),
      shards_(std::make_unique<Shard[]>(std::size_t{1} << shard_bits_)) {
    for (std::size_t i = 0; i < std::size_t{1} << shard_bits_; ++i) {
        shards_[i].set_limit(limit_bytes >> shard_bits_);
    }
}

BlockCache::~BlockCache() = default;

BlockCache::Shard& BlockCache::shard_of(std::uint64_t hash) const {
    return shards_[hash >> 32 >> (32 - shard_bits_)];
}

std::optional<std::uint32_t> BlockCache::symbol(BlockId id, std::size_t place, unsigned bits) {
    const std::uint64_t key = key_of(id);
    return shard_of(hash_of(key)).symbol(key, place, bits);
}

std::vector<std::uint8_t> BlockCache::block(BlockId id) {
    const std::uint64_t key = key_of(id);
    return shard_of(hash_of(key)).block(key);
}

void BlockCache::insert(BlockId id, std::vector<std::uint8_t> block) {
    const std::uint64_t key = key_of(id);
    shard_of(hash_of(key)).insert(key, std::move(block));
}

std::size_t BlockCache::bytes() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < std::size_t{1} << shard_bits_; ++i) sum += shards_[i].bytes();
    return sum;
}

}  // namespace mulino
