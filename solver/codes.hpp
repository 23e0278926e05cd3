// The numbers the solver computes with: what a slot's symbol means, and how removals compare.
//
// While a pair is solved each slot holds one `Symbol` (8 bits, or 16 where distances grow beyond
// them). Wins have odd symbols, losses even ones, and a slot that is decided at a later ply has a
// larger symbol. A symbol below `kUndecided` says at which ply the slot is decided, *or may be*: a
// removal that wins in w plies is entered at the start, but is a fact only once ply w is reached,
// since a shorter win may come before.
//
// By plies to the end wins are odd and losses even anyway, and the symbol is the distance. Plies to
// the next removal have no such parity; there the symbol is twice the distance, plus 1 for a win.
#pragma once

#include <cassert>
#include <cstdint>
#include <exception>
#include <limits>

#include "db/outcome.hpp"

namespace mulino {

/// Thrown where a distance does not fit the symbols; solve again with wider ones.
class SymbolsTooNarrow : public std::exception {
public:
    const char* what() const noexcept override {
        return "a distance is longer than the solver's numbers reach";
    }
};

template <typename Symbol>
struct Codes {
    static constexpr Symbol kUndecided = std::numeric_limits<Symbol>::max();
    /// The largest symbol of a decided slot.
    static constexpr unsigned kMaxSymbol = sizeof(Symbol) == 1 ? 254 : 4094;

    /// The symbol of a win or loss in `ply` plies. May exceed kMaxSymbol; the caller checks.
    static constexpr unsigned symbol(Wdl value, unsigned ply, Metric metric) {
        assert(value != Wdl::Draw);
        return metric == Metric::Dtc ? 2 * ply + (value == Wdl::Win ? 1U : 0U) : ply;
    }

    /// What a symbol means when the pair is solved.
    static Outcome meaning(Symbol symbol, Metric metric) {
        if (symbol == kUndecided) return {Wdl::Draw, std::nullopt};
        Outcome outcome{symbol % 2 == 1 ? Wdl::Win : Wdl::Loss, std::nullopt};
        if (metric == Metric::Dtw) outcome.distance = symbol;
        if (metric == Metric::Dtc) outcome.distance = static_cast<std::uint16_t>(symbol / 2);
        return outcome;
    }

    // Removal codes: the outcome of a removal for the side that makes it, ordered so that the best
    // is the least. Wins in 1, 3, 5 … plies, then the draw, then losses in …, 6, 4, 2 plies. Where
    // only the value of the reached position counts, there is one code each.
    static constexpr Symbol kRemovalDraw = kUndecided / 2;
    static constexpr Symbol kNoRemoval = kUndecided;
    static constexpr Symbol kRemovalWinsAtOnce = 0;
    static constexpr Symbol kRemovalLosesAtOnce = kUndecided - 1;

    /// The code of a removal that leads to a position with `outcome` for its mover, the opponent.
    /// Throws SymbolsTooNarrow.
    static Symbol removal(const Outcome& outcome, Metric metric) {
        if (outcome.value == Wdl::Draw) return kRemovalDraw;
        const bool wins = outcome.value == Wdl::Loss;
        if (metric != Metric::Dtw) return wins ? kRemovalWinsAtOnce : kRemovalLosesAtOnce;
        const unsigned target = outcome.distance.value_or(0);
        if (target >= kMaxSymbol) throw SymbolsTooNarrow{};
        return wins ? static_cast<Symbol>(target / 2)
                    : static_cast<Symbol>(kUndecided - (target + 1) / 2);
    }

    /// Requires: `code` wins or loses. The symbol to enter for it.
    static unsigned removal_symbol(Symbol code, Metric metric) {
        const bool wins = code < kRemovalDraw;
        // A removal is a conversion: it is one ply away.
        if (metric == Metric::Dtc) return symbol(wins ? Wdl::Win : Wdl::Loss, 1, metric);
        return wins ? 2U * code + 1U : 2U * (unsigned{kUndecided} - code);
    }
};

}  // namespace mulino
