// One step of retrograde analysis: from the slots decided one ply ago to those decided now, either
// wins (from losses) or losses (from wins). A row is worked in one of two ways. Where much comes in,
// the inner loops only lower symbols or counts, without a branch, and one scan of the row finds what
// is new. Where little comes in and no removal falls due, each event notes what it decides.

#include <array>
#include <bit>

#include "solver/pair_scratch.hpp"

namespace mulino {

namespace {

// Where fewer slots than this come from a row, a renumbering table does not pay.
constexpr std::uint32_t kFewSlots = 12;

// The count of open turns of a slot found lost: no turn is left that could lower it, and scans for
// zero do not meet the slot again.
constexpr std::uint8_t kClosed = 255;

// A set of places renumbered man by man.
Bitboard renumber(Bitboard set, const std::uint8_t* place) {
    Bitboard renumbered = 0;
    for_each_point(set, [&](Point k) { renumbered |= Bitboard{1} << place[k]; });
    return renumbered;
}

}  // namespace

/// How many slots decided one ply ago lie in the rows that the mover's turns from `row` lead to.
template <typename Symbol>
std::uint64_t PairSolver<Symbol>::incoming(const Frontiers& source, Row row, Mover mover) const {
    if (mover == Mover::OtherSide) return source[0].count(row);
    std::uint64_t slots = 0;
    const bool closing_is_quiet = geometry_.protection() == Protection::Absolute;
    for (const RowEdge& edge : geometry_.edges(row)) {
        if (!edge.closes || closing_is_quiet) slots += source[1].count(edge.target);
    }
    return slots;
}

// Asks early for what the work on a row will read: the frontier rows that its edges lead to, which
// lie anywhere in memory, and its own slots, if many of them will be met.
template <typename Symbol>
void PairSolver<Symbol>::prefetch(const Step& step, Row row) {
    constexpr std::size_t kLine = 64;
    constexpr std::size_t kManySlots = 32;
    const auto fetch = [](const auto* from, std::size_t bytes) {
        const auto* begin = reinterpret_cast<const char*>(from);
        for (std::size_t offset = 0; offset < bytes; offset += kLine) {
            __builtin_prefetch(begin + offset);
        }
    };
    const Frontier& reached = step.source[1];
    std::size_t coming = step.source[0].count(row);
    for (const RowEdge& edge : geometry_.edges(row)) {
        const std::uint32_t decided = reached.count(edge.target);
        if (decided == 0) continue;
        coming += decided;
        // The machine goes on by itself once it has seen the beginning of a longer row.
        fetch(reached.bits(edge.target),
              std::min<std::size_t>(4 * kLine, decided * sizeof(std::uint16_t)));
    }
    if (coming < kManySlots) return;
    if (step.decides == Wdl::Loss) {
        fetch(open(Mover::ClassSide, row), row_size());
    } else {
        fetch(symbols(Mover::ClassSide, row), row_size() * sizeof(Symbol));
    }
}

// Calls `update(slot)` for each quiet turn of the class side from a slot of `row` to a slot decided
// one ply ago.
template <typename Symbol>
template <typename Update>
void PairSolver<Symbol>::for_each_class_turn(const Frontier& reached, Row row, Scratch& scratch,
                                             const Update& update) const {
    const std::size_t words = geometry_.row_words();
    const int places = geometry_.free_points();
    const Bitboard* sets = geometry_.slot_sets();
    const PairGeometry::Ranker rank = geometry_.ranker();
    for (const RowEdge& edge : geometry_.edges(row)) {
        const std::uint32_t decided = reached.count(edge.target);
        if (decided == 0) continue;
        if (edge.closes && geometry_.protection() == Protection::Lifted) continue;
        const Word* quiet = nullptr;  // slots where a closing turn finds nothing to remove
        if (edge.closes) {
            scratch.mills.build(geometry_.shape(edge.target));
            scratch.mills.build_all_in_mills();
            quiet = scratch.mills.all_in_mills();
        }
        const std::uint8_t* place = geometry_.places_from_target(edge);
        if (decided >= kFewSlots) {
            std::array<Bitboard, kPoints> image;
            for (int k = 0; k < places; ++k) image[static_cast<std::size_t>(k)] = 1U << place[k];
            image[edge.vacated] = 0;
            scratch.map.build(image, places);
        }
        const PlaceMap::View map = scratch.map.view();
        // A reached slot in which the other side stands on the vacated point was not reached so.
        if (!reached.is_list(edge.target)) {
            const Word* vacated = geometry_.contains(edge.vacated);
            const Word* found = reached.bits(edge.target);
            for_each_slot(
                words,
                [=](std::size_t i) {
                    return found[i] & ~vacated[i] & (quiet == nullptr ? ~Word{0} : quiet[i]);
                },
                [=](Slot slot) { update(rank(map(sets[slot]))); });
            continue;
        }
        // No branch can foresee which; so they are sorted out first, without one.
        const Bitboard vacated = Bitboard{1} << edge.vacated;
        Bitboard* reached_sets = scratch.sets.data();
        std::size_t n = 0;
        for (const std::uint16_t slot : reached.list(edge.target)) {
            const Bitboard set = sets[slot];
            reached_sets[n] = set;
            bool counts = (set & vacated) == 0;
            if (quiet != nullptr) {
                counts = counts && (quiet[slot / kWordBits] >> slot % kWordBits & 1) != 0;
            }
            n += counts ? 1 : 0;
        }
        if (decided < kFewSlots) {
            for (std::size_t i = 0; i < n; ++i) update(rank(renumber(reached_sets[i], place)));
        } else {
            for (std::size_t i = 0; i < n; ++i) update(rank(map(reached_sets[i])));
        }
    }
}

// The same for the other side, whose turns stay within the row.
template <typename Symbol>
template <typename Update>
void PairSolver<Symbol>::for_each_other_turn(const Frontier& reached, Row row, Scratch& scratch,
                                             const Update& update) const {
    if (reached.count(row) == 0) return;
    const std::size_t words = geometry_.row_words();
    const Bitboard* sets = geometry_.slot_sets();
    const PairGeometry::Ranker rank = geometry_.ranker();
    const RowShape shape = geometry_.shape(row);
    // A turn that closed a mill was a removal, unless nothing could be removed.
    const bool closing_is_quiet = geometry_.protection() == Protection::Absolute &&
                                  all_in_mills(shape.class_set);
    if (reached.count(row) < words / 2) {
        for_each_other_turn_by_slot(reached, row, shape, closing_is_quiet, scratch, update);
        return;
    }
    const Word* found = reached.bits(row);
    if (reached.is_list(row)) {
        std::fill(scratch.mask.begin(), scratch.mask.end(), Word{0});
        for (const std::uint16_t slot : reached.list(row)) {
            scratch.mask[slot / kWordBits] |= Word{1} << slot % kWordBits;
        }
        found = scratch.mask.data();
    }
    const MillRows& mills = scratch.mills;
    if (!closing_is_quiet) scratch.mills.build(shape);

    for (int a = 0; a < geometry_.free_points(); ++a) {
        const Point point = shape.point_of[static_cast<std::size_t>(a)];
        const Bitboard above = shape.free & ~((bit(point) << 1) - 1);
        const Bitboard ends = geometry_.smaller_flies() ? above : above & kNeighbours[point];
        for_each_point(ends, [&](Point end) {
            const int b = shape.place_of[end];
            const Word* on_a = geometry_.contains(a);
            const Word* on_b = geometry_.contains(b);
            const Bitboard step = Bitboard{1} << a | Bitboard{1} << b;
            const auto visit = [=](Slot slot) { update(rank(sets[slot] ^ step)); };
            const Word* mill_a =
                !closing_is_quiet && mills.possible(a) ? mills.in_mill(a) : nullptr;
            const Word* mill_b =
                !closing_is_quiet && mills.possible(b) ? mills.in_mill(b) : nullptr;
            if (mill_a == nullptr && mill_b == nullptr) {
                for_each_slot(
                    words, [=](std::size_t i) { return found[i] & (on_a[i] ^ on_b[i]); }, visit);
                return;
            }
            for_each_slot(
                words,
                [=](std::size_t i) {
                    const Word closed_a = mill_a != nullptr ? mill_a[i] & ~on_b[i] : 0;
                    const Word closed_b = mill_b != nullptr ? mill_b[i] & ~on_a[i] : 0;
                    return found[i] & (on_a[i] ^ on_b[i]) & ~(closed_a | closed_b);
                },
                visit);
        });
    }
}

// The same where little was decided in the row: slot by slot instead of step by step.
template <typename Symbol>
template <typename Update>
void PairSolver<Symbol>::for_each_other_turn_by_slot(const Frontier& reached, Row row,
                                                     const RowShape& shape, bool closing_is_quiet,
                                                     Scratch& scratch,
                                                     const Update& update) const {
    const auto places = static_cast<std::size_t>(geometry_.free_points());
    const Bitboard* sets = geometry_.slot_sets();
    const PairGeometry::Ranker rank = geometry_.ranker();
    // By place: where a man could have come from, and the rests of the lines through it.
    std::array<Bitboard, kPoints> steps;
    std::array<std::array<Bitboard, 2>, kPoints> rests;
    for (std::size_t k = 0; k < places; ++k) {
        steps[k] = 0;
        rests[k] = {~Bitboard{0}, ~Bitboard{0}};
        if (geometry_.smaller_flies()) {
            steps[k] = ((Bitboard{1} << places) - 1) & ~(Bitboard{1} << k);
        } else {
            for_each_point(kNeighbours[shape.point_of[k]] & shape.free, [&](Point point) {
                steps[k] |= Bitboard{1} << shape.place_of[point];
            });
        }
    }
    if (!closing_is_quiet) {
        scratch.mills.find_lines(shape);
        for (std::size_t k = 0; k < places; ++k) {
            std::size_t n = 0;
            for (const auto& partners : scratch.mills.partners(static_cast<int>(k))) {
                rests[k][n++] = Bitboard{1} << partners.a | Bitboard{1} << partners.b;
            }
        }
    }
    for (const std::uint16_t slot : reached.list(row)) {
        const Bitboard set = sets[slot];
        for_each_point(set, [&](Point man) {
            const auto& [one, two] = rests[man];
            if ((set & one) == one || (set & two) == two) return;  // came with a removal
            for (Bitboard from = steps[man] & ~set; from != 0; from &= from - 1) {
                const Bitboard before = set ^ Bitboard{1} << man ^ (from & (~from + 1));
                update(rank(before));
            }
        });
    }
}

template <typename Symbol>
template <typename Update>
void PairSolver<Symbol>::for_each_turn(const Frontiers& source, Row row, Mover mover,
                                       Scratch& scratch, const Update& update) const {
    if (mover == Mover::ClassSide) {
        for_each_class_turn(source[1], row, scratch, update);
    } else {
        for_each_other_turn(source[0], row, scratch, update);
    }
}

// A removal that loses has now been answered: one open turn less.
template <typename Symbol>
void PairSolver<Symbol>::release_due_losses(Symbol* symbols, std::uint8_t* open,
                                            Symbol due) const {
    const std::size_t n = row_size();
    for (std::size_t slot = 0; slot < n; ++slot) {
        const bool released = symbols[slot] == due;
        open[slot] = static_cast<std::uint8_t>(open[slot] - (released ? 1 : 0));
        symbols[slot] = released ? Code::kUndecided : symbols[slot];
    }
}

// Finds what a step decides in a row: the wins are the slots whose symbol was lowered to the step's
// or entered as such; the losses are those that have no open turn left and are not decided yet.
template <typename Symbol>
void PairSolver<Symbol>::scan(const Step& step, Symbol* symbols, std::uint8_t* open,
                              Word* found) const {
    if (step.decides == Wdl::Win) {
        if constexpr (sizeof(Symbol) == 1) {
            find_equal_bytes_(symbols, row_size(), step.symbol, found);
        } else {
            find_equal(symbols, row_size(), step.symbol, found);
        }
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
std::uint64_t PairSolver<Symbol>::advance_row(const Step& step, Row row,
                                              std::span<const Mover> movers, Scratch& scratch) {
    std::uint64_t coming = 0;
    for (const Mover mover : movers) {
        coming += incoming(step.source, row, mover);
        step.sink[static_cast<std::size_t>(mover)].clear(row);
    }
    const bool due = table(movers.front()).due[row].test(step.symbol);
    if (coming == 0 && !due) return 0;

    const Symbol decided = step.symbol;
    const bool wins = step.decides == Wdl::Win;
    Symbol* symbol = symbols(movers.front(), row);
    std::uint8_t* turns = open(movers.front(), row);

    if (!due && coming < step.sink[0].list_limit()) {
        std::uint64_t slots = 0;
        for (const Mover mover : movers) {
            std::uint16_t* end = scratch.list.data();
            const auto note = [&](Slot slot) {
                symbol[slot] = decided;
                *end++ = static_cast<std::uint16_t>(slot);
            };
            if (wins) {
                for_each_turn(step.source, row, mover, scratch, [&](Slot slot) {
                    if (symbol[slot] > decided) note(slot);
                });
            } else {
                for_each_turn(step.source, row, mover, scratch, [&](Slot slot) {
                    if (--turns[slot] == 0 && symbol[slot] > decided) {
                        turns[slot] = kClosed;
                        note(slot);
                    }
                });
            }
            slots += step.sink[static_cast<std::size_t>(mover)].set_list(
                row, {scratch.list.data(), end});
        }
        return slots;
    }

    if (due && !wins) release_due_losses(symbol, turns, decided);
    std::vector<Word>& again = scratch.found[0];
    const bool twice = options_.fault == Fault::DecideTwice && wins && movers.size() == 1;
    if (twice) std::fill(again.begin(), again.end(), Word{0});
    for (const Mover mover : movers) {
        if (twice) {
            for_each_turn(step.source, row, mover, scratch, [&](Slot slot) {
                symbol[slot] = std::min(symbol[slot], decided);
                again[slot / kWordBits] |= Word{1} << slot % kWordBits;
            });
        } else if (wins) {
            for_each_turn(step.source, row, mover, scratch,
                          [=](Slot slot) { symbol[slot] = std::min(symbol[slot], decided); });
        } else {
            for_each_turn(step.source, row, mover, scratch, [=](Slot slot) { --turns[slot]; });
        }
    }
    std::vector<Word>& found = scratch.mask;
    scan(step, symbol, turns, found.data());
    if (movers.size() == 1) {
        for (std::size_t i = 0; twice && i < found.size(); ++i) found[i] |= again[i];
        return step.sink[static_cast<std::size_t>(movers.front())].set_bits(row, found.data());
    }
    // One table for both movers: the parity of a slot tells whose it is.
    auto& class_found = scratch.found[0];
    auto& other_found = scratch.found[1];
    class_slots(row, geometry_.shape(row), class_found.data());
    for (std::size_t i = 0; i < found.size(); ++i) {
        other_found[i] = found[i] & ~class_found[i];
        class_found[i] &= found[i];
    }
    return step.sink[0].set_bits(row, class_found.data()) +
           step.sink[1].set_bits(row, other_found.data());
}

template <typename Symbol>
std::uint64_t PairSolver<Symbol>::advance(const Step& step) {
    std::atomic<std::uint64_t> decided{0};
    static constexpr std::array kMovers{Mover::ClassSide, Mover::OtherSide};
    for_rows([&](Row row, Scratch& scratch) {
        if (row + 1 < rows()) prefetch(step, row + 1);
        std::uint64_t here = 0;
        if (split()) {
            here = advance_row(step, row, kMovers, scratch);
        } else {
            for (const Mover& mover : kMovers) here += advance_row(step, row, {&mover, 1}, scratch);
        }
        if (here != 0) decided.fetch_add(here, std::memory_order_relaxed);
    });
    return decided;
}

template std::uint64_t PairSolver<std::uint8_t>::advance(const Step&);
template std::uint64_t PairSolver<std::uint16_t>::advance(const Step&);

}  // namespace mulino
