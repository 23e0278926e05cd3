#include "db/known_values.hpp"

#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#if !defined(__clang__)
// In g++ 12 the intrinsics themselves read what they call undefined.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

namespace mulino {

namespace {

void count_portably(std::span<const Around> around, const KnownValues* known, ValueCounts& counts) {
    // By value: 0 loss, 1 draw, 2 win.
    std::array<ValueCounts::Bytes, 3> bytes{};
    for (const Around& some : around) {
        const KnownValues values = known[some.stretch];
        Places from = some.from;
        for (Places to = some.to; to != 0; to &= to - 1, from &= from - 1) {
            const int place = std::countr_zero(from);
            const std::size_t no_loss = (values.losses >> place & 1) ^ 1;
            const std::size_t win = no_loss & ((values.draws >> place & 1) ^ 1);
            ++bytes[no_loss + win][static_cast<std::size_t>(std::countr_zero(to))];
        }
    }
    counts.losses = bytes[0];
    counts.draws = bytes[1];
    counts.wins = bytes[2];
}

#if defined(__x86_64__)

#define MULINO_AVX2 __attribute__((target("avx2,bmi2")))
#define MULINO_AVX512 __attribute__((target("avx512f,avx512bw,bmi2")))

// The known values, moved to the places here that they belong to.
__attribute__((target("bmi2"))) inline KnownValues values_here(const Around& some,
                                                               const KnownValues* known) {
    const KnownValues& there = known[some.stretch];
    return {_pdep_u64(_pext_u64(there.losses, some.from), some.to),
            _pdep_u64(_pext_u64(there.draws, some.from), some.to)};
}

// All ones in the bytes whose bits are set.
MULINO_AVX2 inline __m256i spread(std::uint32_t bits) {
    const __m256i each_eight = _mm256_setr_epi64x(0x0000000000000000, 0x0101010101010101,
                                                  0x0202020202020202, 0x0303030303030303);
    const __m256i one_bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
    const __m256i all = _mm256_set1_epi32(static_cast<int>(bits));
    const __m256i own = _mm256_and_si256(_mm256_shuffle_epi8(all, each_eight), one_bit);
    return _mm256_cmpeq_epi8(own, one_bit);
}

struct TwoHalves {
    __m256i low;
    __m256i high;
};

MULINO_AVX2 inline void add(TwoHalves& sums, Places places) {
    sums.low = _mm256_sub_epi8(sums.low, spread(static_cast<std::uint32_t>(places)));
    sums.high = _mm256_sub_epi8(sums.high, spread(static_cast<std::uint32_t>(places >> 32)));
}

MULINO_AVX2 inline void store(const TwoHalves& sums, ValueCounts::Bytes& out) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(out.data()), sums.low);
    _mm256_store_si256(reinterpret_cast<__m256i*>(out.data() + 32), sums.high);
}

MULINO_AVX2 void count_avx2(std::span<const Around> around, const KnownValues* known,
                            ValueCounts& counts) {
    const __m256i zero = _mm256_setzero_si256();
    TwoHalves losses{zero, zero};
    TwoHalves draws{zero, zero};
    TwoHalves wins{zero, zero};
    for (const Around& some : around) {
        const KnownValues values = values_here(some, known);
        add(losses, values.losses);
        add(draws, values.draws);
        add(wins, some.to ^ values.losses ^ values.draws);
    }
    store(losses, counts.losses);
    store(draws, counts.draws);
    store(wins, counts.wins);
}

MULINO_AVX512 void count_avx512(std::span<const Around> around, const KnownValues* known,
                                ValueCounts& counts) {
    const __m512i one = _mm512_set1_epi8(1);
    __m512i losses = _mm512_setzero_si512();
    __m512i draws = _mm512_setzero_si512();
    __m512i wins = _mm512_setzero_si512();
    for (const Around& some : around) {
        const KnownValues values = values_here(some, known);
        losses = _mm512_mask_add_epi8(losses, values.losses, losses, one);
        draws = _mm512_mask_add_epi8(draws, values.draws, draws, one);
        wins = _mm512_mask_add_epi8(wins, some.to ^ values.losses ^ values.draws, wins, one);
    }
    _mm512_store_si512(counts.losses.data(), losses);
    _mm512_store_si512(counts.draws.data(), draws);
    _mm512_store_si512(counts.wins.data(), wins);
}

// On the first two generations of Zen, PEXT and PDEP take a hundred cycles and more.
bool has_avx2() {
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
           __builtin_cpu_is("znver1") == 0 && __builtin_cpu_is("znver2") == 0;
}

bool has_avx512() { return has_avx2() && __builtin_cpu_supports("avx512bw") != 0; }

#endif

}  // namespace

std::vector<CountValues> all_count_values() {
    std::vector<CountValues> all{count_portably};
#if defined(__x86_64__)
    if (has_avx2()) all.push_back(count_avx2);
    if (has_avx512()) all.push_back(count_avx512);
#endif
    return all;
}

CountValues count_values() {
    static const CountValues quickest = all_count_values().back();
    return quickest;
}

}  // namespace mulino
