// The memory of a search: claims already settled, by a number each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "verify/table_memory.hpp"

namespace mulino::verify {

/// A hash table from numbers of up to 62 bits, not 0, to yes or no. It grows while it may; when it
/// may not, new answers take the place of old ones. Thread safety: none.
class ClaimTable {
public:
    /// `max_bytes`: what the table may take at most.
    explicit ClaimTable(std::size_t max_bytes) : max_bytes_(max_bytes) { clear(kFirstSize); }

    /// Forgets everything, and takes all memory at once: no answer then has to wait until the table
    /// has grown.
    void reset() {
        const std::size_t most = std::bit_floor(max_bytes_ / sizeof(std::uint64_t));
        if (used_ > 0 || slots_.size() < most) clear(std::max(kFirstSize, most));
    }

    std::size_t size() const { return used_; }

    std::optional<bool> find(std::uint64_t key) const {
        for (std::size_t i = place(key), tries = 0; tries < kTries; ++tries) {
            const std::uint64_t slot = slots_.data()[i];
            if (slot >> 1 == key) return (slot & 1) != 0;
            if (slot == 0) return std::nullopt;
            i = (i + 1) & (slots_.size() - 1);
        }
        return std::nullopt;
    }

    /// Gives the memory time to deliver what find() will look at.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&slots_.data()[place(key)]); }

    void store(std::uint64_t key, bool answer) {
        const std::uint64_t entry = key << 1 | (answer ? 1 : 0);
        if (!put(entry) && grow()) put(entry);
    }

    /// Calls visit(key, answer) for each entry.
    template <typename Visit>
    void for_each(const Visit& visit) const {
        for (const std::uint64_t slot : slots_.span()) {
            if (slot != 0) visit(slot >> 1, (slot & 1) != 0);
        }
    }

private:
    static constexpr std::size_t kFirstSize = std::size_t{1} << 16;
    static constexpr std::size_t kTries = 24;

    std::size_t place(std::uint64_t key) const {
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;
        return static_cast<std::size_t>((key * kSpread) >> 20) & (slots_.size() - 1);
    }

    void clear(std::size_t size) {
        if (size != slots_.size()) slots_ = TableMemory<std::uint64_t>(size);
        std::fill(slots_.span().begin(), slots_.span().end(), 0);
        used_ = 0;
    }

    // False where the table should grow first.
    bool put(std::uint64_t entry) {
        const bool may_grow = 2 * slots_.size() * sizeof(std::uint64_t) <= max_bytes_;
        if (may_grow && used_ > slots_.size() / 8 * 5) return false;
        std::size_t i = place(entry >> 1);
        for (std::size_t tries = 0; tries < kTries; ++tries) {
            if (slots_.data()[i] == 0) {
                slots_.data()[i] = entry;
                ++used_;
                return true;
            }
            if (slots_.data()[i] >> 1 == entry >> 1) {
                slots_.data()[i] = entry;
                return true;
            }
            i = (i + 1) & (slots_.size() - 1);
        }
        if (may_grow) return false;
        slots_.data()[place(entry >> 1)] = entry;
        return true;
    }

    bool grow() {
        TableMemory<std::uint64_t> larger(slots_.size() * 2);
        const TableMemory<std::uint64_t> old = std::exchange(slots_, std::move(larger));
        clear(slots_.size());
        for (const std::uint64_t slot : old.span()) {
            if (slot != 0) put(slot);
        }
        return true;
    }

    std::size_t max_bytes_;
    std::size_t used_ = 0;
    TableMemory<std::uint64_t> slots_;
};

}  // namespace mulino::verify
