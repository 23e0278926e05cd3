// A second solver that shares nothing with the first but the rules' turn generator: plain forward
// iteration over raw positions. No symmetry, no rows of classes, no counting of turns, no parity.
//
// At each ply d every position that is not decided yet is looked at anew, with all its turns: it is
// won in d if one of them leads to a position lost in at most d − 1, and lost in d if all lead to
// positions won in at most d − 1 (or there is none). The only short cut: a position that does
// not differ by one man from any decided one ply ago would be judged as before, and is passed over.
//
// For plies to the next removal, positions reached by a removal count as decided from the start.
#pragma once

#include <optional>

#include "game/rules.hpp"
#include "tests/solver/raw_table.hpp"

namespace mulino::test {

/// What is measured: plies to the end of the game, or (Dtc) to the next removal or the end; for the
/// latter a limit can be set beyond which nothing is decided.
struct Measure {
    Metric metric = Metric::Dtw;
    std::optional<unsigned> limit;
};

/// Solves both subspaces of the pair {a, b} and adds them to `tables`, which must hold those that
/// removals lead to: (b−1, a) and (a−1, b), as far as these have three men to move.
void naive_solve(int a, int b, const Rules& rules, RawTables& tables, const Measure& measure = {});

/// Solves the pair and, before it, all that it needs.
void naive_solve_from_the_end(int a, int b, const Rules& rules, RawTables& tables,
                              const Measure& measure = {});

}  // namespace mulino::test
