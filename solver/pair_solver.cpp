#include "solver/pair_solver.hpp"

#include "solver/pair_scratch.hpp"

namespace mulino {

template <typename Symbol>
PairSolver<Symbol>::PairSolver(Pair pair, Flying flying, Protection protection, Workers& workers,
                               PairOptions options)
    : geometry_(pair, flying, protection),
      workers_(workers),
      options_(std::move(options)),
      own_arena_(options_.arena != nullptr
                     ? nullptr
                     : std::make_unique<Arena>(pair_arena(pair, flying, sizeof(Symbol)))),
      arena_(options_.arena != nullptr ? *options_.arena : *own_arena_) {}

template <typename Symbol>
void PairSolver<Symbol>::check_stop() const {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw Stopped{};
}

template <typename Symbol>
typename PairSolver<Symbol>::Frontiers PairSolver<Symbol>::empty_frontiers() {
    return {Frontier(arena_, geometry_), Frontier(arena_, geometry_)};
}

// Decides the wins or losses in `ply` plies, from `source` into `sink`. Returns their number.
template <typename Symbol>
std::uint64_t PairSolver<Symbol>::decide(Wdl value, unsigned ply, const Frontiers& source,
                                         Frontiers& sink) {
    const unsigned symbol = Code::symbol(value, ply, options_.metric);
    if (symbol > Code::kMaxSymbol) throw SymbolsTooNarrow{};
    return advance({value, static_cast<Symbol>(symbol), source, sink});
}

template <typename Symbol>
void PairSolver<Symbol>::report(unsigned ply, std::uint64_t decided_now) {
    decided_ += decided_now;
    const std::uint64_t slots = geometry_.index().size() * (split() ? 1 : 2);
    if (options_.on_ply) options_.on_ply({ply, decided_now, decided_, slots});
}

// By plies to the end (or values alone): even plies decide losses, odd ones wins.
template <typename Symbol>
void PairSolver<Symbol>::plies_to_end() {
    Frontiers won = empty_frontiers();
    Frontiers lost = empty_frontiers();
    for (unsigned ply = 0;; ++ply) {
        const std::uint64_t now =
            ply % 2 == 0 ? decide(Wdl::Loss, ply, won, lost) : decide(Wdl::Win, ply, lost, won);
        report(ply, now);
        // An empty ply is not the end while removals fall due later.
        if (now == 0 && (ply >= last_due_ || options_.fault == Fault::StopAtEmptyPly)) return;
    }
}

// By plies to the next removal or the end: each ply decides losses and wins, in this order: at ply
// 1 the removals that lose must have been taken off the slots before a quiet turn can win there.
template <typename Symbol>
void PairSolver<Symbol>::plies_to_removal() {
    Frontiers won = empty_frontiers();
    Frontiers lost = empty_frontiers();
    Frontiers lost_now = empty_frontiers();
    report(0, decide(Wdl::Loss, 0, won, lost));
    for (unsigned ply = 1; !options_.limit || ply <= *options_.limit; ++ply) {
        std::uint64_t now = decide(Wdl::Loss, ply, won, lost_now);
        now += decide(Wdl::Win, ply, lost, won);
        std::swap(lost, lost_now);
        report(ply, now);
        // All removals have fallen due at ply 1.
        if (now == 0) return;
    }
}

template <typename Symbol>
void PairSolver<Symbol>::solve(const ChildLoader<Symbol>& load_child) {
    first_pass(load_child);
    if (options_.metric == Metric::Dtc) {
        plies_to_removal();
    } else {
        plies_to_end();
    }
    for (Table& table : tables_) table.open = {};
    if (split()) {
        tables_[0].symbols = with_mirrored(tables_[0].symbols.data());
    }
}

template class PairSolver<std::uint8_t>;
template class PairSolver<std::uint16_t>;

}  // namespace mulino
