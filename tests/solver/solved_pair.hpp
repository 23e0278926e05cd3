// A pair solved by the solver under test, asked like a table of raw positions.
#pragma once

#include <span>

#include "solver/pair_solver.hpp"
#include "tests/solver/raw_table.hpp"

namespace mulino::test {

/// Hands the outcomes of `tables` to a solver, without their distances where the metric has none.
template <typename Symbol>
ChildLoader<Symbol> loader(const RawTables& tables, Metric metric) {
    return [&tables, metric](const Subspace& child, const auto& code, std::span<Symbol> codes) {
        const RawTable& table = tables.at({child.mover, child.opponent});
        const PairIndex index(pair_of(child));
        const bool class_moves = child.mover >= child.opponent;
        std::size_t i = 0;
        for (Row row = 0; row < index.rows(); ++row) {
            for (Slot slot = 0; slot < index.row_size(); ++slot) {
                const auto [class_set, other_set] = index.sets(row, slot);
                Outcome outcome =
                    class_moves ? table.at(class_set, other_set) : table.at(other_set, class_set);
                if (metric == Metric::Wdl) outcome.distance.reset();
                codes[i++] = code(outcome);
            }
        }
    };
}

template <typename Symbol = std::uint8_t>
class SolvedPair {
public:
    SolvedPair(int a, int b, const Rules& rules, const RawTables& children,
               const PairOptions& options = {}, int threads = 2)
        : SolvedPair(a, b, rules, loader<Symbol>(children, options.metric), options, threads) {}

    SolvedPair(int a, int b, const Rules& rules, const ChildLoader<Symbol>& children,
               const PairOptions& options, int threads)
        : metric_(options.metric),
          limit_(options.limit),
          workers_(threads),
          index_({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)}),
          solver_(index_.pair(), rules.flying, rules.protection, workers_, options) {
        solver_.solve(children);
    }

    const PairIndex& index() const { return index_; }
    Metric metric() const { return metric_; }
    std::optional<std::uint16_t> limit() const { return limit_; }
    /// By index; of the subspace in which the class side, or the other side, is to move.
    std::span<const Symbol> symbols(Mover mover) const {
        return mover == Mover::ClassSide ? solver_.larger_to_move() : solver_.smaller_to_move();
    }
    Outcome meaning(Symbol symbol) const { return Codes<Symbol>::meaning(symbol, metric_); }

    /// The outcome of a position, for its mover.
    Outcome at(Bitboard mover, Bitboard opponent) const {
        const bool class_moves = count(mover) >= count(opponent);
        const auto [row, slot] =
            class_moves ? index_.place(mover, opponent) : index_.place(opponent, mover);
        const auto table = symbols(class_moves ? Mover::ClassSide : Mover::OtherSide);
        return meaning(table[Index{row} * index_.row_size() + slot]);
    }

    /// Calls `visit(mover, opponent, outcome)` for each slot of both subspaces (of one, in an equal
    /// pair), until it returns false.
    template <typename Visit>
    void for_each_slot(Visit&& visit) const {
        for (const Mover mover : {Mover::ClassSide, Mover::OtherSide}) {
            if (mover == Mover::OtherSide && index_.pair().equal()) return;
            std::size_t i = 0;
            for (Row row = 0; row < index_.rows(); ++row) {
                for (Slot slot = 0; slot < index_.row_size(); ++slot) {
                    const auto [class_set, other_set] = index_.sets(row, slot);
                    const Outcome outcome = meaning(symbols(mover)[i++]);
                    const bool go_on = mover == Mover::ClassSide
                                           ? visit(class_set, other_set, outcome)
                                           : visit(other_set, class_set, outcome);
                    if (!go_on) return;
                }
            }
        }
    }

private:
    Metric metric_;
    std::optional<std::uint16_t> limit_;
    Workers workers_;
    PairIndex index_;
    PairSolver<Symbol> solver_;
};

}  // namespace mulino::test
