// The unpacked blocks that probing keeps in memory, shared by all threads.
//
// The cache is divided into shards by a hash of the block, each with its own lock and its share of
// the limit. Within a shard a hand goes round the blocks and drops those that have not been used
// since it last came by: nearly the order of last use, but a hit changes no more than one bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace mulino {

/// A block of a table; the number of the table is the user's.
struct BlockId {
    std::uint32_t table = 0;
    std::uint32_t block = 0;
};

/// Thread safety: all functions may be called from any threads.
class BlockCache {
public:
    explicit BlockCache(std::size_t limit_bytes);
    ~BlockCache();

    /// The symbol of 2, 8 or 16 bits at `place`, counted in symbols, if the block is there.
    std::optional<std::uint32_t> symbol(BlockId id, std::size_t place, unsigned bits);
    /// A copy of a block; empty if it is not there.
    std::vector<std::uint8_t> block(BlockId id);
    /// Keeps a block, in place of what was there of it, unless it alone exceeds a shard's share.
    void insert(BlockId id, std::vector<std::uint8_t> block);

    /// Bytes of all blocks held.
    std::size_t bytes() const;

private:
    class Shard;

    Shard& shard_of(std::uint64_t hash) const;

    int shard_bits_;
    std::unique_ptr<Shard[]> shards_;
};

/// The symbol at a place of an unpacked block; of those of two bits the first is the lowest of its
/// byte.
inline std::uint32_t symbol_at(const std::vector<std::uint8_t>& block, std::size_t place,
                               unsigned bits) {
    if (bits == 2) return static_cast<std::uint32_t>(block[place / 4] >> 2 * (place % 4)) & 3U;
    if (bits == 8) return block[place];
    return std::uint32_t{block[2 * place]} | std::uint32_t{block[2 * place + 1]} << 8;
}

}  // namespace mulino
