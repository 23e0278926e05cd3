// What one thread needs at hand while it works on rows of a pair. Private to the pair solver.
#pragma once

#include <array>
#include <vector>

#include "solver/bit_rows.hpp"
#include "solver/pair_solver.hpp"

namespace mulino {

// Sets listed before their slots are updated: few enough for the first-level cache.
inline constexpr std::size_t kBatch = 4096;

template <typename Symbol>
struct PairSolver<Symbol>::Scratch {
    explicit Scratch(const PairGeometry& geometry)
        : mills(geometry),
          counters(geometry.row_words()),
          mask(geometry.row_words()),
          marked(geometry.row_words()),
          slots(geometry.index().row_size() + kListSlack),
          decided(geometry.index().row_size() + kListSlack),
          sets(geometry.index().row_size() + kListSlack),
          before(2 * kBatch + geometry.index().row_size() + kListSlack),
          sources(geometry.index().row_size()),
          codes(geometry.index().row_size() + kListSlack),
          best(geometry.index().row_size()) {}

    const SetLists& lists = set_lists();
    PlaceMap map;
    MillRows mills;
    SlotCounters counters;
    std::vector<Word> mask;
    std::vector<Word> marked;
    std::vector<std::uint16_t> slots;
    std::vector<Bitboard> decided;  // sets of slots decided now
    std::vector<Bitboard> sets;     // a list of reached slots
    std::vector<Bitboard> before;   // and of where they were reached from
    std::array<News, 2> news;       // of the row at work and of the next
    std::vector<Index> sources;     // where the mirrored slots lie
    std::vector<Symbol> codes;
    std::vector<Symbol> best;
};

template <typename Symbol>
template <typename Body>
void PairSolver<Symbol>::for_rows(const Body& body) {
    workers_.for_ranges(rows(), grain(), [&](std::size_t begin, std::size_t end) {
        Scratch scratch(geometry_);
        for (std::size_t row = begin; row < end; ++row) {
            check_stop();
            body(static_cast<Row>(row), scratch);
        }
    });
}

}  // namespace mulino
