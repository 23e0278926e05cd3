// Made-up outcomes for the subspaces that removals lead to. They mean nothing, but they are the
// same for symmetric positions and keep the parity of plies, and that is all a pair's solution asks
// of its children. So the logic of a pair is tested without solving what lies below it, and with a
// variety of distances that the real game has in much larger pairs only.
#pragma once

#include "tests/solver/raw_table.hpp"

namespace mulino::test {

/// How often which outcome is drawn.
struct RandomMix {
    std::uint64_t seed = 1;
    unsigned wins = 60;    ///< in percent
    unsigned losses = 10;  ///< in percent; the rest are draws
    unsigned least_plies = 0;
    unsigned most_plies = 24;
};

/// The outcome of a position: a function of its symmetry class and the mix alone.
Outcome random_outcome(Bitboard mover, Bitboard opponent, const RandomMix& mix);

/// The tables that removals from the pair {a, b} lead to, made up.
RawTables random_children(int a, int b, const RandomMix& mix);

}  // namespace mulino::test
