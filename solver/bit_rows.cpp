#include "solver/bit_rows.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace mulino {

namespace {

// The last, incomplete word, and all words where there is nothing better.
void find_equal_plain(const std::uint8_t* symbols, std::size_t n, std::uint8_t wanted,
                      Word* found) {
    for (std::size_t begin = 0; begin < n; begin += kWordBits) {
        Word word = 0;
        for (std::size_t i = 0; i < kWordBits && begin + i < n; ++i) {
            word |= Word{symbols[begin + i] == wanted} << i;
        }
        *found++ = word;
    }
}

#if defined(__x86_64__)

// Every x86-64 machine has 16-byte comparisons …
void find_equal_sse2(const std::uint8_t* symbols, std::size_t n, std::uint8_t wanted,
                     Word* found) {
    const __m128i pattern = _mm_set1_epi8(static_cast<char>(wanted));
    const std::size_t whole = n / kWordBits * kWordBits;
    for (std::size_t begin = 0; begin < whole; begin += kWordBits) {
        Word word = 0;
        for (unsigned i = 0; i < 4; ++i) {
            const __m128i part =
                _mm_loadu_si128(reinterpret_cast<const __m128i*>(symbols + begin + 16 * i));
            const auto equal =
                static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(part, pattern)));
            word |= Word{equal} << 16 * i;
        }
        *found++ = word;
    }
    find_equal_plain(symbols + whole, n - whole, wanted, found);
}

// … most have 32-byte ones …
__attribute__((target("avx2"))) void find_equal_avx2(const std::uint8_t* symbols, std::size_t n,
                                                     std::uint8_t wanted, Word* found) {
    const __m256i pattern = _mm256_set1_epi8(static_cast<char>(wanted));
    const std::size_t whole = n / kWordBits * kWordBits;
    for (std::size_t begin = 0; begin < whole; begin += kWordBits) {
        const auto* parts = reinterpret_cast<const __m256i*>(symbols + begin);
        const auto low = static_cast<std::uint32_t>(
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256(parts), pattern)));
        const auto high = static_cast<std::uint32_t>(
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256(parts + 1), pattern)));
        *found++ = Word{high} << 32 | low;
    }
    find_equal_plain(symbols + whole, n - whole, wanted, found);
}

// … and some compare a whole word of slots at once.
__attribute__((target("avx512f,avx512bw"))) void find_equal_avx512(const std::uint8_t* symbols,
                                                                   std::size_t n,
                                                                   std::uint8_t wanted,
                                                                   Word* found) {
    const __m512i pattern = _mm512_set1_epi8(static_cast<char>(wanted));
    const std::size_t whole = n / kWordBits * kWordBits;
    for (std::size_t begin = 0; begin < whole; begin += kWordBits) {
        *found++ = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(symbols + begin), pattern);
    }
    find_equal_plain(symbols + whole, n - whole, wanted, found);
}

#endif

}  // namespace

FindEqual find_equal_bytes() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bw")) return find_equal_avx512;
    if (__builtin_cpu_supports("avx2")) return find_equal_avx2;
    return find_equal_sse2;
#else
    return find_equal_plain;
#endif
}

}  // namespace mulino
