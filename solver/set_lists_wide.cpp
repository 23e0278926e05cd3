// The loops over lists for machines that handle sixteen sets at once (AVX-512).

#include "solver/set_lists.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#include <array>

#if !defined(__clang__)
// In g++ 12 the intrinsics themselves read what they call undefined.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif

#define MULINO_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,bmi2,popcnt")))

namespace mulino {

namespace {

// Sixteen sets at a time: those that count are moved together and stored, with rubbish behind them
// that the next store overwrites.
constexpr std::size_t kLanes = 16;

constexpr __mmask16 first_lanes(std::size_t n) {
    return static_cast<__mmask16>(n >= kLanes ? 0xFFFF : (1U << n) - 1);
}

MULINO_AVX512 inline std::size_t append(Bitboard* end, __mmask16 which, __m512i values) {
    _mm512_storeu_si512(end, _mm512_maskz_compress_epi32(which, values));
    return static_cast<std::size_t>(_mm_popcnt_u32(which));
}

MULINO_AVX512 std::size_t expand_avx512(const Word* bits, const Bitboard* sets, std::size_t slots,
                                        Bitboard* out) {
    Bitboard* end = out;
    for (std::size_t begin = 0; begin < slots; begin += kWordBits, sets += kWordBits) {
        const Word word = bits[begin / kWordBits];
        if (word == 0) continue;
        for (unsigned part = 0; part < kWordBits; part += kLanes) {
            const auto which = static_cast<__mmask16>(word >> part & 0xFFFF);
            end += append(end, which, _mm512_maskz_loadu_epi32(which, sets + part));
        }
    }
    return static_cast<std::size_t>(end - out);
}

MULINO_AVX512 std::size_t slots_avx512(const Word* bits, std::size_t words, std::uint16_t* out) {
    std::uint16_t* end = out;
    const __m512i first = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    for (std::size_t i = 0; i < words; ++i) {
        if (bits[i] == 0) continue;
        __m512i numbers =
            _mm512_add_epi32(first, _mm512_set1_epi32(static_cast<int>(i * kWordBits)));
        for (unsigned part = 0; part < kWordBits; part += kLanes) {
            const auto which = static_cast<__mmask16>(bits[i] >> part & 0xFFFF);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(end),
                                _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(which, numbers)));
            end += _mm_popcnt_u32(which);
            numbers = _mm512_add_epi32(numbers, _mm512_set1_epi32(kLanes));
        }
    }
    return static_cast<std::size_t>(end - out);
}

// The images of the first 16 places.
MULINO_AVX512 inline __m512i images(const std::uint8_t* place, int places) {
    const __m128i images =
        _mm_maskz_loadu_epi8(first_lanes(static_cast<std::size_t>(places)), place);
    return _mm512_sllv_epi32(_mm512_set1_epi32(1), _mm512_cvtepu8_epi32(images));
}

// The images of all 16 sets of four places, the lowest of which is `first`.
MULINO_AVX512 inline __m512i images_of_four(__m512i images, int first) {
    constexpr std::array<__mmask16, 4> kHolds{0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
    __m512i table = _mm512_setzero_si512();
    for (int k = 0; k < 4; ++k) {
        const __m512i image = _mm512_permutexvar_epi32(_mm512_set1_epi32(first + k), images);
        table = _mm512_mask_or_epi32(table, kHolds[static_cast<std::size_t>(k)], table, image);
    }
    return table;
}

// A set is cut in pieces of four places; the images of each piece lie in one register.
template <std::size_t Pieces>
MULINO_AVX512 inline std::size_t renumber_pieces(std::span<const Bitboard> sets, Bitboard vacated,
                                                 const std::uint8_t* place, int places,
                                                 Bitboard* out) {
    std::array<__m512i, Pieces> tables;
    const __m512i low = images(place, places);
    for (std::size_t t = 0; t < 4; ++t) tables[t] = images_of_four(low, 4 * static_cast<int>(t));
    if constexpr (Pieces > 4) {
        const __m512i high = images(place + kLanes, places - static_cast<int>(kLanes));
        for (std::size_t t = 4; t < Pieces; ++t)
            tables[t] = images_of_four(high, 4 * static_cast<int>(t) - 16);
    }
    const __m512i excluded = _mm512_set1_epi32(static_cast<int>(vacated));
    Bitboard* end = out;
    for (std::size_t begin = 0; begin < sets.size(); begin += kLanes) {
        const __mmask16 lanes = first_lanes(sets.size() - begin);
        const __m512i set = _mm512_maskz_loadu_epi32(lanes, sets.data() + begin);
        const __mmask16 which = _mm512_mask_testn_epi32_mask(lanes, set, excluded);
        __m512i renumbered = _mm512_permutexvar_epi32(set, tables[0]);
        for (std::size_t t = 1; t < Pieces; ++t) {
            renumbered = _mm512_or_si512(
                renumbered, _mm512_permutexvar_epi32(
                                _mm512_srli_epi32(set, static_cast<unsigned>(4 * t)), tables[t]));
        }
        end += append(end, which, renumbered);
    }
    return static_cast<std::size_t>(end - out);
}

MULINO_AVX512 std::size_t renumber_avx512(std::span<const Bitboard> sets, Bitboard vacated,
                                          const std::uint8_t* place, int places, Bitboard* out) {
    if (places <= 16) return renumber_pieces<4>(sets, vacated, place, places, out);
    if (places <= 20) return renumber_pieces<5>(sets, vacated, place, places, out);
    return renumber_pieces<6>(sets, vacated, place, places, out);
}

MULINO_AVX512 std::size_t step_back_avx512(std::span<const Bitboard> sets,
                                           std::span<const Bitboard> steps,
                                           std::span<const Bitboard> lines, Bitboard* out) {
    Bitboard* end = out;
    for (std::size_t begin = 0; begin < sets.size(); begin += kLanes) {
        const __mmask16 lanes = first_lanes(sets.size() - begin);
        const __m512i set = _mm512_maskz_loadu_epi32(lanes, sets.data() + begin);
        __m512i in_mills = _mm512_setzero_si512();
        for (const Bitboard line : lines) {
            const __m512i places = _mm512_set1_epi32(static_cast<int>(line));
            const __mmask16 mill = _mm512_cmpeq_epi32_mask(_mm512_and_si512(set, places), places);
            in_mills = _mm512_mask_or_epi32(in_mills, mill, in_mills, places);
        }
        for (const Bitboard step : steps) {
            const __m512i places = _mm512_set1_epi32(static_cast<int>(step));
            const __m512i man = _mm512_and_si512(set, places);
            __mmask16 which = _mm512_mask_test_epi32_mask(lanes, set, places);
            which = _mm512_mask_cmpneq_epi32_mask(which, man, places);
            which = _mm512_mask_testn_epi32_mask(which, man, in_mills);
            end += append(end, which, _mm512_xor_si512(set, places));
        }
    }
    return static_cast<std::size_t>(end - out);
}

MULINO_AVX512 std::size_t split_avx512(std::span<const Bitboard> sets, Bitboard odd_places,
                                       Bitboard* even, Bitboard* odd) {
    const __m512i counted = _mm512_set1_epi32(static_cast<int>(odd_places));
    const __m512i one = _mm512_set1_epi32(1);
    // Bit k: whether the number k has an odd number of bits.
    const __m512i parities = _mm512_set1_epi32(0x6996);
    Bitboard* end = even;
    for (std::size_t begin = 0; begin < sets.size(); begin += kLanes) {
        const __mmask16 lanes = first_lanes(sets.size() - begin);
        const __m512i set = _mm512_maskz_loadu_epi32(lanes, sets.data() + begin);
        __m512i folded = _mm512_and_si512(set, counted);
        folded = _mm512_xor_si512(folded, _mm512_srli_epi32(folded, 16));
        folded = _mm512_xor_si512(folded, _mm512_srli_epi32(folded, 8));
        folded = _mm512_xor_si512(folded, _mm512_srli_epi32(folded, 4));
        folded = _mm512_and_si512(folded, _mm512_set1_epi32(15));
        const __mmask16 is_odd =
            _mm512_mask_test_epi32_mask(lanes, _mm512_srlv_epi32(parities, folded), one);
        odd += append(odd, is_odd, set);
        end += append(end, static_cast<__mmask16>(lanes & ~is_odd), set);
    }
    return static_cast<std::size_t>(end - even);
}

MULINO_AVX512 void pack_bmi2(const Bitboard* sets, const Bitboard* masks, std::size_t n,
                             Bitboard* out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = _pext_u32(sets[i], masks[i]);
}

constexpr __mmask64 first_bytes(std::size_t n) {
    return n >= kWordBits ? ~__mmask64{0} : (__mmask64{1} << n) - 1;
}

MULINO_AVX512 void lower_avx512(std::span<const std::uint8_t> values, const Word* skipped,
                                const Word* receiving, const Word* lowered,
                                std::span<std::uint8_t> to, std::uint8_t* room) {
    std::uint8_t* end = room;
    for (std::size_t begin = 0; begin < values.size(); begin += kWordBits) {
        const __mmask64 passed = ~skipped[begin / kWordBits] & first_bytes(values.size() - begin);
        const __m512i some = _mm512_maskz_loadu_epi8(passed, values.data() + begin);
        _mm512_storeu_si512(end, _mm512_maskz_compress_epi8(passed, some));
        end += _mm_popcnt_u64(passed);
    }
    const std::uint8_t* value = room;
    for (std::size_t begin = 0; begin < to.size(); begin += kWordBits) {
        const __mmask64 takes = receiving[begin / kWordBits];
        const __mmask64 lowers = lowered[begin / kWordBits];
        const __m512i offered = _mm512_maskz_expand_epi8(takes, _mm512_loadu_si512(value));
        const __m512i held = _mm512_maskz_loadu_epi8(lowers, to.data() + begin);
        _mm512_mask_storeu_epi8(to.data() + begin, lowers, _mm512_min_epu8(held, offered));
        value += _mm_popcnt_u64(takes);
    }
}

constexpr SetLists kAvx512{expand_avx512, slots_avx512, renumber_avx512, step_back_avx512,
                           split_avx512,  pack_bmi2,    lower_avx512};

}  // namespace

const SetLists* wide_set_lists() {
    const bool supported =
        __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
        __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("bmi2") != 0;
    return supported ? &kAvx512 : nullptr;
}

}  // namespace mulino

#else

namespace mulino {

const SetLists* wide_set_lists() { return nullptr; }

}  // namespace mulino

#endif
