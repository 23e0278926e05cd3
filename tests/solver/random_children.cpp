#include "tests/solver/random_children.hpp"

#include <algorithm>
#include <limits>

namespace mulino::test {

namespace {

// The finisher of SplitMix64: every bit of the input reaches every bit of the output.
std::uint64_t scatter(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

std::uint64_t least_image(Bitboard mover, Bitboard opponent) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (Symmetry s = 0; s < kSymmetries; ++s) {
        least = std::min(least, std::uint64_t{apply(s, mover)} << kPoints | apply(s, opponent));
    }
    return least;
}

void add_random(RawTables& tables, int mover_men, int opponent_men, const RandomMix& mix) {
    if (mover_men < kMinMen || tables.contains({mover_men, opponent_men})) return;
    const auto added = tables.try_emplace({mover_men, opponent_men}, mover_men, opponent_men);
    RawTable& table = added.first->second;
    table.for_each_position([&](Bitboard mover, Bitboard opponent) {
        table.cell(mover, opponent) = Cell::of(random_outcome(mover, opponent, mix));
    });
}

}  // namespace

Outcome random_outcome(Bitboard mover, Bitboard opponent, const RandomMix& mix) {
    const std::uint64_t draw = scatter(least_image(mover, opponent) ^ scatter(mix.seed));
    const auto percent = static_cast<unsigned>(draw % 100);
    const auto span = mix.most_plies - mix.least_plies + 1;
    const unsigned plies = mix.least_plies + static_cast<unsigned>((draw >> 32) % span);
    if (percent < mix.wins) return {Wdl::Win, static_cast<std::uint16_t>(plies | 1)};
    if (percent < mix.wins + mix.losses) {
        return {Wdl::Loss, static_cast<std::uint16_t>(plies & ~1U)};
    }
    return {Wdl::Draw, std::nullopt};
}

RawTables random_children(int a, int b, const RandomMix& mix) {
    RawTables tables;
    add_random(tables, b - 1, a, mix);
    add_random(tables, a - 1, b, mix);
    return tables;
}

}  // namespace mulino::test
