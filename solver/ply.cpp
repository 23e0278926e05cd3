// One step of retrograde analysis: from the slots decided one ply ago to those decided now, either
// wins (from losses) or losses (from wins). For each mover the sets before its turns are listed
// (`set_lists.hpp`), then their slots are updated. This is done in one of two ways. Where much
// comes in, or a removal falls due, the updates only lower symbols or counts, and one scan of the
// row finds what is new. Where little comes in, each update notes what it decides.

#include <array>
#include <bit>

#include "solver/pair_scratch.hpp"

namespace mulino {

namespace {

// The count of open turns of a slot found lost: no turn is left that could lower it, and scans for
// zero do not meet the slot again.
constexpr std::uint8_t kClosed = 255;

// Asks early for memory. The machine goes on by itself once it has seen the beginning of a longer
// range.
void prefetch(const void* from, std::size_t bytes) {
    constexpr std::size_t kLine = 64;
    const auto* begin = static_cast<const char*>(from);
    for (std::size_t offset = 0; offset < bytes; offset += kLine) {
        __builtin_prefetch(begin + offset);
    }
}

}  // namespace

// Finds what leads to the slots of a row, and asks early for what the work on it will read.
template <typename Symbol>
void PairSolver<Symbol>::look_ahead(const Step& step, Row row, News& news) {
    constexpr std::size_t kFirstBytes = 512;
    constexpr std::size_t kManySlots = 32;
    const Frontier& reached = step.source[1];
    const bool closing_is_quiet = geometry_.protection() == Protection::Absolute;
    std::size_t n = 0;
    std::uint64_t slots = 0;
    for (const RowEdge& edge : geometry_.edges(row)) {
        const std::uint32_t decided =
            !edge.closes || closing_is_quiet ? reached.count(edge.target) : 0;
        news.edges[n] = &edge;
        n += decided != 0 ? 1 : 0;
        slots += decided;
    }
    news.edge_count = n;
    news.slots = {slots, step.source[0].count(row)};
    for (std::size_t e = 0; e < n; ++e) {
        const Row target = news.edges[e]->target;
        prefetch(reached.bits(target),
                 std::min<std::size_t>(kFirstBytes, reached.count(target) * reached.set_bytes()));
    }
    prefetch(step.source[0].bits(row),
             std::min<std::size_t>(kFirstBytes, news.slots[1] * reached.set_bytes()));
    // A removal that falls due is looked for in the whole row.
    if (slots + news.slots[1] < kManySlots && !table(Mover::ClassSide).due[row].test(step.symbol)) {
        return;
    }
    if (step.decides == Wdl::Loss) {
        prefetch(open(Mover::ClassSide, row), row_size());
    } else {
        prefetch(symbols(Mover::ClassSide, row), row_size() * sizeof(Symbol));
    }
}

// The sets of the slots decided in a row, of those in `within` only if that is given.
template <typename Symbol>
std::span<const Bitboard> PairSolver<Symbol>::reached_sets(const Frontier& reached, Row row,
                                                           const Word* within,
                                                           Scratch& scratch) const {
    Bitboard* out = scratch.sets.data();
    if (!reached.is_list(row)) {
        const Word* bits = reached.bits(row);
        if (within != nullptr) {
            for (std::size_t i = 0; i < geometry_.row_words(); ++i) {
                scratch.mask[i] = bits[i] & within[i];
            }
            bits = scratch.mask.data();
        }
        return {out, scratch.lists.expand(bits, geometry_.slot_sets(), row_size(), out)};
    }
    const std::span<const Bitboard> sets = reached.list(row, out);
    if (within == nullptr) return sets;
    const PairGeometry::Ranker rank = geometry_.ranker();
    std::size_t n = 0;
    for (const Bitboard set : sets) {
        const Slot slot = rank(set);
        out[n] = set;
        n += within[slot / kWordBits] >> slot % kWordBits & 1;
    }
    return {out, n};
}

// Calls `update(sets)` for lists of the sets from which quiet turns of the class side lead to slots
// decided one ply ago.
template <typename Symbol>
template <typename Update>
void PairSolver<Symbol>::for_class_turns(const Frontier& reached, const News& news,
                                         Scratch& scratch, const Update& update) const {
    Bitboard* before = scratch.before.data();
    std::size_t n = 0;
    for (std::size_t e = 0; e < news.edge_count; ++e) {
        const RowEdge& edge = *news.edges[e];
        const Word* quiet = nullptr;  // slots where a closing turn finds nothing to remove
        if (edge.closes) {
            scratch.mills.build(geometry_.shape(edge.target));
            scratch.mills.build_all_in_mills();
            quiet = scratch.mills.all_in_mills();
        }
        // A reached slot in which the other side stands on the vacated point was not reached so.
        n += scratch.lists.renumber(reached_sets(reached, edge.target, quiet, scratch),
                                    Bitboard{1} << edge.vacated, geometry_.places_from_target(edge),
                                    geometry_.free_points(), before + n);
        if (n < kBatch) continue;
        update(std::span<const Bitboard>(before, n));
        n = 0;
    }
    if (n != 0) update(std::span<const Bitboard>(before, n));
}

// The same for the other side, whose turns stay within the row.
template <typename Symbol>
template <typename Update>
void PairSolver<Symbol>::for_other_turns(const Frontier& reached, Row row, Scratch& scratch,
                                         const Update& update) const {
    if (reached.count(row) == 0) return;
    const RowShape shape = geometry_.shape(row);
    // A turn that closed a mill was a removal, unless nothing could be removed.
    const bool closing_is_quiet =
        geometry_.protection() == Protection::Absolute && all_in_mills(shape.class_set);
    const PairGeometry::PlaceSets steps = geometry_.steps(shape);
    const PairGeometry::PlaceSets lines =
        closing_is_quiet ? PairGeometry::PlaceSets{} : geometry_.lines(shape);
    const std::span<const Bitboard> sets = reached_sets(reached, row, nullptr, scratch);
    const std::size_t batch = kBatch / std::max<std::size_t>(1, steps.size());
    for (std::size_t begin = 0; begin < sets.size(); begin += batch) {
        Bitboard* before = scratch.before.data();
        const std::size_t n =
            scratch.lists.step_back(sets.subspan(begin, std::min(batch, sets.size() - begin)),
                                    steps.all(), lines.all(), before);
        update(std::span<const Bitboard>(before, n));
    }
}

template <typename Symbol>
template <typename Update>
void PairSolver<Symbol>::for_turns(const Step& step, const News& news, Row row, Mover mover,
                                   Scratch& scratch, const Update& update) const {
    if (mover == Mover::ClassSide) {
        for_class_turns(step.source[1], news, scratch, update);
    } else {
        for_other_turns(step.source[0], row, scratch, update);
    }
}

template <typename Symbol>
void PairSolver<Symbol>::find_symbol(const Symbol* symbols, Symbol wanted, Word* found) const {
    if constexpr (sizeof(Symbol) == 1) {
        find_equal_bytes_(symbols, row_size(), wanted, found);
    } else {
        find_equal(symbols, row_size(), wanted, found);
    }
}

// A removal that loses has now been answered: one open turn less.
template <typename Symbol>
void PairSolver<Symbol>::release_due_losses(Symbol* symbols, std::uint8_t* open, Symbol due,
                                            Scratch& scratch) const {
    const Word* found = scratch.mask.data();
    find_symbol(symbols, due, scratch.mask.data());
    for_each_slot(
        geometry_.row_words(), [=](std::size_t i) { return found[i]; },
        [=](Slot slot) {
            --open[slot];
            symbols[slot] = Code::kUndecided;
        });
}

// Finds what a step decides in a row: the wins are the slots whose symbol was lowered to the step's
// or entered as such; the losses are those that have no open turn left and are not decided yet.
template <typename Symbol>
void PairSolver<Symbol>::scan(const Step& step, Symbol* symbols, std::uint8_t* open,
                              Word* found) const {
    if (step.decides == Wdl::Win) {
        find_symbol(symbols, step.symbol, found);
        return;
    }
    find_equal_bytes_(open, row_size(), 0, found);
    const std::size_t words = geometry_.row_words();
    for (std::size_t i = 0; i < words; ++i) {
        for (Word lost = found[i]; lost != 0; lost &= lost - 1) {
            const auto n = static_cast<unsigned>(std::countr_zero(lost));
            const std::size_t slot = i * kWordBits + n;
            open[slot] = kClosed;
            if (symbols[slot] > step.symbol) {
                symbols[slot] = step.symbol;
            } else {
                found[i] ^= Word{1} << n;  // decided before
            }
        }
    }
}

// Works one row for the given movers, which share one table. Returns the slots decided.
template <typename Symbol>
std::uint64_t PairSolver<Symbol>::advance_row(const Step& step, Row row, const News& news,
                                              std::span<const Mover> movers, Scratch& scratch) {
    std::uint64_t coming = 0;
    for (const Mover mover : movers) {
        coming += news.slots[static_cast<std::size_t>(mover)];
        step.sink[static_cast<std::size_t>(mover)].clear(row);
    }
    const bool due = table(movers.front()).due[row].test(step.symbol);
    if (coming == 0 && !due) return 0;

    const Symbol decided = step.symbol;
    const bool wins = step.decides == Wdl::Win;
    Symbol* symbol = symbols(movers.front(), row);
    std::uint8_t* turns = open(movers.front(), row);

    const PairGeometry::Ranker rank = geometry_.ranker();

    if (!due && coming < step.sink[0].list_limit()) {
        std::uint64_t slots = 0;
        for (const Mover mover : movers) {
            Bitboard* end = scratch.decided.data();
            if (wins) {
                for_turns(step, news, row, mover, scratch, [&](std::span<const Bitboard> sets) {
                    Bitboard* list = end;
                    for (const Bitboard set : sets) {
                        const Slot slot = rank(set);
                        const Symbol known = symbol[slot];
                        symbol[slot] = std::min(known, decided);
                        *list = set;
                        list += known > decided ? 1 : 0;
                    }
                    end = list;
                });
            } else {
                for_turns(step, news, row, mover, scratch, [&](std::span<const Bitboard> sets) {
                    for (const Bitboard set : sets) {
                        const Slot slot = rank(set);
                        if (--turns[slot] == 0 && symbol[slot] > decided) {
                            turns[slot] = kClosed;
                            symbol[slot] = decided;
                            *end++ = set;
                        }
                    }
                });
            }
            slots += step.sink[static_cast<std::size_t>(mover)].set_list(
                row, {scratch.decided.data(), end}, geometry_);
        }
        return slots;
    }

    if (due && !wins) release_due_losses(symbol, turns, decided, scratch);
    std::vector<Word>& again = scratch.marked;
    const bool twice = options_.fault == Fault::DecideTwice && wins && movers.size() == 1;
    if (twice) std::fill(again.begin(), again.end(), Word{0});
    for (const Mover mover : movers) {
        for_turns(step, news, row, mover, scratch, [&](std::span<const Bitboard> sets) {
            if (wins) {
                for (const Bitboard set : sets) {
                    const Slot slot = rank(set);
                    symbol[slot] = std::min(symbol[slot], decided);
                }
            } else {
                for (const Bitboard set : sets) --turns[rank(set)];
            }
            if (!twice) return;
            for (const Bitboard set : sets) {
                const Slot slot = rank(set);
                again[slot / kWordBits] |= Word{1} << slot % kWordBits;
            }
        });
    }
    std::vector<Word>& found = scratch.mask;
    scan(step, symbol, turns, found.data());
    if (movers.size() == 1) {
        for (std::size_t i = 0; twice && i < found.size(); ++i) found[i] |= again[i];
        return step.sink[static_cast<std::size_t>(movers.front())].set_bits(row, found.data(),
                                                                            geometry_, scratch);
    }
    // One table for both movers: the parity of a slot tells whose it is.
    const RowShape shape = geometry_.shape(row);
    const std::span<const Bitboard> sets(
        scratch.sets.data(),
        scratch.lists.expand(found.data(), geometry_.slot_sets(), row_size(), scratch.sets.data()));
    Bitboard* even = scratch.sets.data();
    Bitboard* odd = scratch.decided.data();
    const std::size_t n = scratch.lists.split(sets, odd_places(shape), even, odd);
    const bool even_is_class = !odd_class(shape);
    return step.sink[even_is_class ? 0 : 1].set_list(row, {even, n}, geometry_) +
           step.sink[even_is_class ? 1 : 0].set_list(row, {odd, sets.size() - n}, geometry_);
}

template <typename Symbol>
std::uint64_t PairSolver<Symbol>::advance(const Step& step) {
    std::atomic<std::uint64_t> decided{0};
    static constexpr std::array kMovers{Mover::ClassSide, Mover::OtherSide};
    workers_.for_ranges(rows(), grain(), [&](std::size_t begin, std::size_t end) {
        Scratch scratch(geometry_);
        std::uint64_t here = 0;
        look_ahead(step, static_cast<Row>(begin), scratch.news[begin % 2]);
        for (std::size_t i = begin; i < end; ++i) {
            check_stop();
            const auto row = static_cast<Row>(i);
            if (i + 1 < end) look_ahead(step, row + 1, scratch.news[(i + 1) % 2]);
            const News& news = scratch.news[i % 2];
            if (split()) {
                here += advance_row(step, row, news, kMovers, scratch);
            } else {
                for (const Mover& mover : kMovers) {
                    here += advance_row(step, row, news, {&mover, 1}, scratch);
                }
            }
        }
        decided.fetch_add(here, std::memory_order_relaxed);
    });
    return decided;
}

template std::uint64_t PairSolver<std::uint8_t>::advance(const Step&);
template std::uint64_t PairSolver<std::uint16_t>::advance(const Step&);

}  // namespace mulino
