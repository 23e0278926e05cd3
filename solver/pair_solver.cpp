#include "solver/pair_solver.hpp"

#include "solver/pair_scratch.hpp"

namespace mulino {

template <typename Symbol>
PairSolver<Symbol>::PairSolver(Pair pair, Flying flying, Protection protection, Workers& workers,
                               PairOptions options)
    : geometry_(pair, flying, protection), workers_(workers), options_(std::move(options)) {}

template <typename Symbol>
void PairSolver<Symbol>::check_stop() const {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw Stopped{};
}

template <typename Symbol>
void PairSolver<Symbol>::solve(const ChildLoader<Symbol>& load_child) {
    first_pass(load_child);

    const std::uint64_t slots = geometry_.index().size() * (split() ? 1 : 2);
    for (std::size_t m = 0; m < 2; ++m) {
        frontier_[m] = Frontier(rows(), geometry_.row_words());
        next_[m] = Frontier(rows(), geometry_.row_words());
    }

    std::uint64_t decided = 0;
    for (unsigned ply = 0;; ++ply) {
        if (ply >= Code::kMaxPly) throw SymbolsTooNarrow{};
        const std::uint64_t now = advance(ply);
        decided += now;
        if (options_.on_ply) options_.on_ply({ply, now, decided, slots});
        // An empty ply is not the end while removals fall due later.
        if (now == 0 && (ply >= last_due_.load() || options_.fault == Fault::StopAtEmptyPly)) break;
    }
    for (std::size_t m = 0; m < 2; ++m) {
        frontier_[m] = {};
        next_[m] = {};
        tables_[m].open = {};
    }
    // Removals entered but never committed are bounds, not facts. (All due plies have passed, so a
    // symbol that is left is decided; only a run stopped early by a fault leaves others.)
    if (split()) {
        Buffer<Symbol> whole(geometry_.index().size());
        take_mirrored(tables_[0].symbols.data(), whole.data());
        tables_[0].symbols = std::move(whole);
    }
}

template class PairSolver<std::uint8_t>;
template class PairSolver<std::uint16_t>;

}  // namespace mulino
