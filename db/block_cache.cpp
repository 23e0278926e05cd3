#include "db/block_cache.hpp"

#include <utility>

namespace mulino {

namespace {

// A power of two, well above the number of threads that probe at once.
constexpr std::size_t kShards = 32;
constexpr int kShardBits = 5;
static_assert(kShards == std::size_t{1} << kShardBits);

std::uint64_t key_of(BlockId id) { return std::uint64_t{id.table} << 32 | id.block; }

}  // namespace

BlockCache::BlockCache(std::size_t limit_bytes)
    : shard_limit_(limit_bytes / kShards), shards_(std::make_unique<Shard[]>(kShards)) {}

BlockCache::Shard& BlockCache::shard_of(std::uint64_t key) {
    // Fibonacci hashing: the high bits of the product depend on all bits of the key.
    return shards_[key * 0x9E3779B97F4A7C15U >> (64 - kShardBits)];
}

std::optional<std::uint32_t> BlockCache::symbol(BlockId id, std::size_t place, std::size_t width) {
    const std::uint64_t key = key_of(id);
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.by_key.find(key);
    if (found == shard.by_key.end()) return std::nullopt;
    shard.blocks.splice(shard.blocks.begin(), shard.blocks, found->second);
    return symbol_at(found->second->bytes, place, width);
}

void BlockCache::insert(BlockId id, std::vector<std::uint8_t> block) {
    if (block.size() > shard_limit_) return;
    const std::uint64_t key = key_of(id);
    Shard& shard = shard_of(key);
    std::list<Block> gone;  // freed after the lock
    const std::lock_guard lock(shard.mutex);
    // Another thread may have been faster.
    if (shard.by_key.contains(key)) return;
    shard.bytes += block.size();
    shard.blocks.push_front({key, std::move(block)});
    shard.by_key.emplace(key, shard.blocks.begin());
    while (shard.bytes > shard_limit_) {
        const auto oldest = std::prev(shard.blocks.end());
        shard.bytes -= oldest->bytes.size();
        shard.by_key.erase(oldest->key);
        gone.splice(gone.begin(), shard.blocks, oldest);
    }
}

std::size_t BlockCache::bytes() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < kShards; ++i) {
        const std::lock_guard lock(shards_[i].mutex);
        sum += shards_[i].bytes;
    }
    return sum;
}

}  // namespace mulino
