// The numbers the solver computes with: what a slot's symbol means, and how removals compare.
//
// While a pair is solved each slot holds one `Symbol` (8 bits, or 16 where distances grow beyond
// them). A symbol below `kUndecided` is the ply at which the slot is decided, *or may be*: a removal
// that wins in w plies is entered as w at the start, but is a fact only once ply w is reached, since
// a shorter win may come before. By the parity of plies to the end, wins are odd and losses even.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "db/outcome.hpp"

namespace mulino {

/// Thrown where a distance does not fit the symbols; solve again with wider ones.
struct SymbolsTooNarrow {};

template <typename Symbol>
struct Codes {
    static constexpr Symbol kUndecided = std::numeric_limits<Symbol>::max();
    /// The longest distance that symbols can hold.
    static constexpr unsigned kMaxPly = sizeof(Symbol) == 1 ? 254 : 4094;

    // Removal codes: the outcome of a removal for the side that makes it, ordered so that the best
    // is the least. Wins in 1, 3, 5 … plies, then the draw, then losses in …, 6, 4, 2 plies.
    static constexpr Symbol kRemovalDraw = kUndecided / 2;
    static constexpr Symbol kNoRemoval = kUndecided;
    static constexpr Symbol kRemovalWinsAtOnce = 0;

    /// The code of a removal that leads to a position with `outcome` for its mover, the opponent.
    /// Throws SymbolsTooNarrow.
    static Symbol removal(const Outcome& outcome) {
        if (outcome.value == Wdl::Draw) return kRemovalDraw;
        // Without distances every solved position counts as decided from the start.
        const unsigned target = outcome.distance.value_or(outcome.value == Wdl::Loss ? 0 : 1);
        if (target >= kMaxPly) throw SymbolsTooNarrow{};
        return outcome.value == Wdl::Loss ? static_cast<Symbol>(target / 2)
                                          : static_cast<Symbol>(kUndecided - (target + 1) / 2);
    }

    static bool removal_wins(Symbol code) { return code < kRemovalDraw; }
    static bool removal_loses(Symbol code) { return code > kRemovalDraw && code != kNoRemoval; }
    /// The ply at which a winning or losing removal decides its position.
    static unsigned removal_ply(Symbol code) {
        return removal_wins(code) ? 2U * code + 1U : 2U * (unsigned{kUndecided} - code);
    }

    /// What a symbol means when the pair is solved.
    static Outcome meaning(Symbol symbol, Metric metric) {
        if (symbol == kUndecided) return {Wdl::Draw, std::nullopt};
        Outcome outcome{symbol % 2 == 1 ? Wdl::Win : Wdl::Loss, std::nullopt};
        if (metric != Metric::Wdl) outcome.distance = symbol;
        return outcome;
    }
};

}  // namespace mulino
