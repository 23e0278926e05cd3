// Small loops over bit rows: adding many of them up slot by slot, and comparing symbols.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/geometry.hpp"

namespace mulino {

/// The number of bits of a word, without an instruction that not every machine has.
constexpr std::uint32_t count_bits(Word word) {
    constexpr Word kPairs = 0x5555555555555555;
    constexpr Word kNibbles = 0x3333333333333333;
    constexpr Word kBytes = 0x0F0F0F0F0F0F0F0F;
    word -= word >> 1 & kPairs;
    word = (word & kNibbles) + (word >> 2 & kNibbles);
    word = (word + (word >> 4)) & kBytes;
    return static_cast<std::uint32_t>(word * 0x0101010101010101 >> 56);
}
static_assert(count_bits(~Word{0}) == 64 && count_bits(0x8000000000000001) == 2);

/// A counter for each slot of a row, held as bit planes, so that adding a bit row costs a few
/// operations for 64 slots. Counts up to 127.
class SlotCounters {
public:
    explicit SlotCounters(std::size_t words) : words_(words), planes_(kPlanes * words) {}

    void clear() { std::fill(planes_.begin(), planes_.end(), Word{0}); }

    /// Adds one to the slots of `mask` in the i-th word.
    void add(std::size_t i, Word mask) {
        for (Word* plane = planes_.data() + i; mask != 0; plane += words_) {
            const Word carry = *plane & mask;
            *plane ^= mask;
            mask = carry;
        }
    }

    /// Writes the counts of the first `slots` slots as bytes; of those in `which` only, if given.
    void write(std::uint8_t* counts, std::size_t slots, const Word* which = nullptr) const {
        for (std::size_t begin = 0; begin < slots; begin += 8) {
            const std::size_t word = begin / kWordBits;
            const unsigned shift = begin % kWordBits;
            Word eight = 0;
            for (std::size_t p = 0; p < kPlanes; ++p) {
                eight |= kSpread[planes_[p * words_ + word] >> shift & 0xFF] << p;
            }
            Word wanted =
                which == nullptr ? ~Word{0} : kSpread[which[word] >> shift & 0xFF] * 0xFF;
            std::uint8_t* count = counts + begin;
            const std::uint8_t* end = counts + std::min(begin + 8, slots);
            for (; count != end; ++count, eight >>= 8, wanted >>= 8) {
                *count = static_cast<std::uint8_t>((*count & ~wanted) | (eight & wanted));
            }
        }
    }

private:
    static constexpr std::size_t kPlanes = 7;
    // kSpread[byte]: bit i of the byte as the lowest bit of byte i.
    static constexpr std::array<Word, 256> kSpread = [] {
        std::array<Word, 256> spread{};
        for (std::size_t byte = 0; byte < 256; ++byte) {
            for (unsigned i = 0; i < 8; ++i) {
                if ((byte >> i & 1) != 0) spread[byte] |= Word{1} << 8 * i;
            }
        }
        return spread;
    }();

    std::size_t words_;
    std::vector<Word> planes_;
};

/// Finds the slots among `symbols[0 … n)` that equal `wanted`: a bit each, in whole words. Chosen at
/// run time for what the machine has.
using FindEqual = void (*)(const std::uint8_t* symbols, std::size_t n, std::uint8_t wanted,
                           Word* found);
FindEqual find_equal_bytes();

/// The same for wider symbols.
inline void find_equal(const std::uint16_t* symbols, std::size_t n, std::uint16_t wanted,
                       Word* found) {
    for (std::size_t begin = 0; begin < n; begin += kWordBits) {
        Word word = 0;
        for (std::size_t i = 0; i < kWordBits && begin + i < n; ++i) {
            word |= Word{symbols[begin + i] == wanted} << i;
        }
        *found++ = word;
    }
}

}  // namespace mulino
