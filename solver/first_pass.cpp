// The first pass: counts each position's quiet turns and resolves its removals against the two
// solved smaller pairs.
//
// A removal is judged in two steps, so that each is done once however many turns lead to it: first,
// for each row and slot as it stands after a turn that closed a mill, the best man to remove
// (`best_…`); then, for each position, the best of its closing turns.

#include <algorithm>
#include <array>

#include "solver/pair_scratch.hpp"

namespace mulino {

namespace {

// The colex rank of a set of places, from the two tables of a SubsetRanks; a value for inner loops.
struct Ranker {
    explicit Ranker(const SubsetRanks& ranks)
        : low(ranks.low().data()),
          high(ranks.high().data()),
          mask((Bitboard{1} << ranks.low_bits()) - 1),
          bits(ranks.low_bits()) {}
    Slot operator()(Bitboard set) const { return low[set & mask] + high[set >> bits]; }

    const std::uint32_t* low;
    const std::uint32_t* high;
    Bitboard mask;
    int bits;
};

RowShape shape_of(Bitboard class_set) {
    RowShape shape{};
    shape.class_set = class_set;
    shape.free = kFullBoard & ~class_set;
    std::uint8_t place = 0;
    for_each_point(shape.free, [&](Point point) {
        shape.point_of[place] = point;
        shape.place_of[point] = place++;
    });
    return shape;
}

// The men of `own` that may be removed; none where protection is absolute and all stand in mills.
Bitboard removable(Bitboard own, Protection protection) {
    const Bitboard outside = own & ~men_in_mills(own);
    if (outside != 0) return outside;
    return protection == Protection::Lifted ? own : 0;
}

}  // namespace

template <typename Symbol>
Buffer<Symbol> PairSolver<Symbol>::load(const ChildLoader<Symbol>& load_child,
                                        const Subspace& child) {
    if (child.mover < kMinMen) return {};
    Buffer<Symbol> codes(arena_, PairIndex(pair_of(child)).size());
    const Metric metric = options_.metric;
    load_child(
        child, [metric](const Outcome& outcome) { return Code::removal(outcome, metric); },
        codes.span());
    return codes;
}

// For the row as reached by a closing turn of the class side: the best removal of a man of the
// other side, for each slot. `child` is the table of the pair with one man fewer there, that side
// to move.
//
// Taking the same man from sets keeps their order: the n-th slot that holds a place becomes the
// n-th slot of the child that leaves it free. So values are passed on in order, without any rank.
// `child_holds` are the bit rows of the child.
template <typename Symbol>
void PairSolver<Symbol>::best_removal_of_other(const Symbol* child,
                                               const std::vector<Word>& child_holds, Row row,
                                               Symbol* best, Scratch& scratch) const {
    const int men = geometry_.index().pair().smaller;
    const std::size_t child_size = subset_ranks(geometry_.free_points(), men - 1).size();
    const std::size_t child_words = (child_size + kWordBits - 1) / kWordBits;
    const Symbol* child_row = child + row * child_size;
    std::fill(best, best + row_size(), Code::kNoRemoval);

    const std::size_t words = geometry_.row_words();
    scratch.mills.build(geometry_.shape(row));
    const bool mills = scratch.mills.any();
    const bool lifted = geometry_.protection() == Protection::Lifted;
    if (mills && lifted) scratch.mills.build_all_in_mills();
    for (int place = 0; place < geometry_.free_points(); ++place) {
        const Word* own = geometry_.contains(place);
        const Word* removable = own;  // a man that cannot stand in a mill is never protected
        if (mills && scratch.mills.possible(place)) {
            const Word* in_mill = scratch.mills.in_mill(place);
            const Word* all = scratch.mills.all_in_mills();
            for (std::size_t i = 0; i < words; ++i) {
                scratch.mask[i] = own[i] & (~in_mill[i] | (lifted ? all[i] : Word{0}));
            }
            removable = scratch.mask.data();
        }
        const Word* held = child_holds.data() + static_cast<std::size_t>(place) * child_words;
        const std::span<const Symbol> values(child_row, child_size);
        if constexpr (sizeof(Symbol) == 1) {
            scratch.lists.lower(values, held, own, removable, {best, row_size()},
                                scratch.codes.data());
        } else {
            lower_in_order(values, held, own, removable, {best, row_size()}, scratch.codes.data());
        }
    }
}

// For the row as reached by a closing turn of the other side: the best removal of a man of the
// class side, for the slots that hold a mill. `child` is the table of the pair with one man fewer
// there, class side to move.
template <typename Symbol>
void PairSolver<Symbol>::best_removal_of_class(const Symbol* child, Row row, Symbol* best,
                                               Scratch& scratch) const {
    const Pair pair = geometry_.index().pair();
    const RowShape shape = geometry_.shape(row);
    const std::size_t words = geometry_.row_words();
    const Bitboard* sets = geometry_.slot_sets();
    scratch.mills.build(shape);
    scratch.mills.build_some_mill(scratch.mask.data());
    const Word* some_mill = scratch.mask.data();
    const auto slots_with_mill = [=](std::size_t i) { return some_mill[i]; };

    const Bitboard men = removable(shape.class_set, geometry_.protection());
    if (men == 0) return;
    if (pair.larger == kMinMen) {
        for_each_slot(words, slots_with_mill,
                      [&](Slot slot) { best[slot] = Code::kRemovalWinsAtOnce; });
        return;
    }
    for_each_slot(words, slots_with_mill, [&](Slot slot) { best[slot] = Code::kNoRemoval; });
    const SetClasses& classes = set_classes(pair.larger - 1);
    const SubsetRanks& ranks = subset_ranks(geometry_.free_points() + 1, pair.smaller);
    const Ranker rank(ranks);
    for_each_point(men, [&](Point man) {
        const auto [child_number, symmetry] = classes.classify(shape.class_set ^ bit(man));
        const RowShape child_shape = shape_of(classes.representative(child_number));
        scratch.map.build(place_images(shape, geometry_.free_points(), symmetry, child_shape),
                          geometry_.free_points());
        const Symbol* child_row = child + std::size_t{child_number} * ranks.size();
        const PlaceMap::View map = scratch.map.view();
        for_each_slot(words, slots_with_mill, [=](Slot slot) {
            best[slot] = std::min(best[slot], child_row[rank(map(sets[slot]))]);
        });
    });
}

// Counts the quiet turns of the class side into scratch.counters and enters the best removal of
// each slot in `codes`. `best` holds best_removal_of_other for all rows that a closing turn
// reaches, or is null where every removal wins at once.
template <typename Symbol>
void PairSolver<Symbol>::class_side_turns(Row row, const Symbol* best, Symbol* codes,
                                          Scratch& scratch) const {
    const std::size_t words = geometry_.row_words();
    const RowShape shape = geometry_.shape(row);
    const Bitboard* sets = geometry_.slot_sets();
    const bool absolute = geometry_.protection() == Protection::Absolute;
    bool all_in_mills_known = false;
    scratch.counters.clear();
    std::fill(codes, codes + row_size(), Code::kNoRemoval);

    const auto edges = geometry_.edges(row);
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const RowEdge& edge = edges[e];
        if (options_.fault == Fault::DistinctTargets &&
            std::any_of(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(e),
                        [&](const RowEdge& seen) { return seen.target == edge.target; })) {
            continue;
        }
        const Word* occupied = geometry_.contains(shape.place_of[edge.to]);
        const auto playable = [&](std::size_t i) {
            return ~occupied[i] & (i + 1 == words ? geometry_.tail_mask() : ~Word{0});
        };
        if (!edge.closes) {
            for (std::size_t i = 0; i < words; ++i) scratch.counters.add(i, playable(i));
            continue;
        }
        const Word* all = nullptr;  // the slots where nothing may be removed
        if (absolute) {
            if (!all_in_mills_known) {
                scratch.mills.build(shape);
                scratch.mills.build_all_in_mills();
                all_in_mills_known = true;
            }
            all = scratch.mills.all_in_mills();
            for (std::size_t i = 0; i < words; ++i) scratch.counters.add(i, playable(i) & all[i]);
        }
        const auto removing = [&](std::size_t i) {
            return playable(i) & (all == nullptr ? ~Word{0} : ~all[i]);
        };
        if (best == nullptr) {
            for_each_slot(words, removing,
                          [&](Slot slot) { codes[slot] = Code::kRemovalWinsAtOnce; });
            continue;
        }
        const RowShape target = geometry_.shape(edge.target);
        scratch.map.build(place_images(shape, geometry_.free_points(), edge.symmetry, target),
                          geometry_.free_points());
        const Ranker rank(geometry_.index().ranks());
        const Symbol* best_row = best + std::size_t{edge.target} * row_size();
        const PlaceMap::View map = scratch.map.view();
        for_each_slot(words, removing, [=](Slot slot) {
            codes[slot] = std::min(codes[slot], best_row[rank(map(sets[slot]))]);
        });
    }
}

// The same for the other side. `best` holds best_removal_of_class for this row, or is null where it
// is only wanted which slots have a removal (in an equal pair): these are put into
// scratch.marked.
template <typename Symbol>
void PairSolver<Symbol>::other_side_turns(Row row, const Symbol* best, Symbol* codes,
                                          Scratch& scratch) const {
    const std::size_t words = geometry_.row_words();
    const RowShape shape = geometry_.shape(row);
    const Bitboard* sets = geometry_.slot_sets();
    const Ranker rank(geometry_.index().ranks());
    const bool removes = removable(shape.class_set, geometry_.protection()) != 0;
    scratch.counters.clear();
    scratch.mills.build(shape);
    if (codes != nullptr) std::fill(codes, codes + row_size(), Code::kNoRemoval);
    std::vector<Word>& removing = scratch.marked;
    std::fill(removing.begin(), removing.end(), Word{0});

    for (std::size_t from = 0; from < static_cast<std::size_t>(geometry_.free_points()); ++from) {
        const Point from_point = shape.point_of[from];
        const Bitboard targets = geometry_.smaller_flies() ? shape.free ^ bit(from_point)
                                                           : kNeighbours[from_point] & shape.free;
        for_each_point(targets, [&](Point to_point) {
            const std::size_t to = shape.place_of[to_point];
            const Word* held = geometry_.contains(static_cast<int>(from));
            const Word* occupied = geometry_.contains(static_cast<int>(to));
            // The two-man rests of the free lines through the target that do not need this man.
            std::array<std::pair<const Word*, const Word*>, 2> rests{};
            std::size_t lines = 0;
            for (const auto& partners : scratch.mills.partners(static_cast<int>(to))) {
                if (partners.a == from || partners.b == from) continue;
                rests[lines++] = {geometry_.contains(partners.a), geometry_.contains(partners.b)};
            }
            const auto closing = [&](std::size_t i) {
                Word word = 0;
                for (std::size_t n = 0; n < lines; ++n)
                    word |= rests[n].first[i] & rests[n].second[i];
                return word;
            };
            if (lines == 0 || !removes) {
                for (std::size_t i = 0; i < words; ++i) {
                    scratch.counters.add(i, held[i] & ~occupied[i]);
                }
                return;
            }
            for (std::size_t i = 0; i < words; ++i) {
                const Word turns = held[i] & ~occupied[i];
                const Word removes_now = turns & closing(i);
                removing[i] |= removes_now;
                scratch.counters.add(i, turns ^ removes_now);
            }
            if (best == nullptr) return;
            const Bitboard step = Bitboard{1} << from | Bitboard{1} << to;
            for_each_slot(
                words, [&](std::size_t i) { return held[i] & ~occupied[i] & closing(i); },
                [=](Slot slot) {
                    codes[slot] = std::min(codes[slot], best[rank(sets[slot] ^ step)]);
                });
        });
    }
}

// What each removal code enters. A removal counts as one turn more. It is never found to lose if it
// wins or draws; if it loses, the ply at which it does takes it away again.
template <typename Symbol>
std::vector<typename PairSolver<Symbol>::Entry> PairSolver<Symbol>::entries() const {
    std::vector<Entry> entries(std::size_t{Code::kNoRemoval} + 1,
                               Entry{Code::kUndecided, kNeverDue, 1});
    entries[Code::kNoRemoval].turns = 0;
    for (std::size_t c = 0; c < Code::kNoRemoval; ++c) {
        const auto code = static_cast<Symbol>(c);
        if (code == Code::kRemovalDraw) continue;
        const bool wins = code < Code::kRemovalDraw;
        if (!wins && options_.fault == Fault::ForgetLosingBound) {
            entries[c].turns = 0;
            continue;
        }
        const unsigned due = wins && options_.fault == Fault::EagerRemovals
                                 ? 1U
                                 : Code::removal_symbol(code, options_.metric);
        entries[c].symbol = static_cast<Symbol>(due);
        entries[c].due = due > Code::kMaxSymbol ? kTooLate : static_cast<std::uint16_t>(due);
    }
    return entries;
}

// Turns removal codes and counted turns into the state that the plies start from.
template <typename Symbol>
void PairSolver<Symbol>::enter(Mover mover, Row row, const Symbol* codes,
                               const std::vector<Entry>& entries) {
    Symbol* symbol = symbols(mover, row);
    std::uint8_t* turns = open(mover, row);
    std::array<bool, kTooLate + 1> falls_due{};
    bool blocked = false;
    const std::size_t slots = row_size();
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const Entry entry = entries[codes[slot]];
        symbol[slot] = entry.symbol;
        falls_due[entry.due] = true;
        turns[slot] = static_cast<std::uint8_t>(turns[slot] + entry.turns);
        blocked |= turns[slot] == 0;
    }
    if (falls_due[kTooLate]) throw SymbolsTooNarrow{};
    DueSet& due = table(mover).due[row];
    unsigned last_due = 0;
    for (unsigned ply = 0; ply <= Code::kMaxSymbol; ++ply) {
        if (!falls_due[ply]) continue;
        due.set(ply);
        last_due = ply;
    }
    if (blocked) due.set(0);
    unsigned known = last_due_.load();
    while (known < last_due && !last_due_.compare_exchange_weak(known, last_due)) {
    }
}

template <typename Symbol>
void PairSolver<Symbol>::first_pass(const ChildLoader<Symbol>& load_child) {
    const Pair pair = geometry_.index().pair();
    const auto fewer = [](std::uint8_t men) { return static_cast<std::uint8_t>(men - 1); };
    const std::size_t slots = geometry_.index().size();
    const std::size_t size = row_size();

    for (std::size_t t = 0; t < (split() ? 1U : 2U); ++t) {
        tables_[t].symbols = Buffer<Symbol>(arena_, slots);
        tables_[t].open = Buffer<std::uint8_t>(arena_, slots);
        tables_[t].due.assign(rows(), {});
    }

    const std::vector<Entry> entries = this->entries();
    // The best removals for the class side wait in an array that is free until later.
    Buffer<Symbol>& best = tables_[split() ? 0 : 1].symbols;
    const bool wins_at_once = pair.smaller == kMinMen;
    if (!wins_at_once) {
        const Buffer<Symbol> child = load(load_child, {fewer(pair.smaller), pair.larger, 0, 0});
        const std::vector<Word> holds =
            rows_holding(subset_ranks(geometry_.free_points(), pair.smaller - 1));
        for_rows([&](Row row, Scratch& scratch) {
            if (men_in_mills(geometry_.index().classes().representative(row)) == 0) return;
            best_removal_of_other(child.data(), holds, row, best.data() + row * size, scratch);
        });
    }
    const Symbol* best_of_other = wins_at_once ? nullptr : best.data();

    if (!split()) {
        for_rows([&](Row row, Scratch& scratch) {
            class_side_turns(row, best_of_other, scratch.codes.data(), scratch);
            scratch.counters.write(open(Mover::ClassSide, row), size);
            enter(Mover::ClassSide, row, scratch.codes.data(), entries);
        });
        const Buffer<Symbol> child = load(load_child, {fewer(pair.larger), pair.smaller, 0, 0});
        for_rows([&](Row row, Scratch& scratch) {
            best_removal_of_class(child.data(), row, scratch.best.data(), scratch);
            other_side_turns(row, scratch.best.data(), scratch.codes.data(), scratch);
            scratch.counters.write(open(Mover::OtherSide, row), size);
            enter(Mover::OtherSide, row, scratch.codes.data(), entries);
        });
        return;
    }

    // An equal pair: the removals of the other side at a slot of odd parity are those of the class
    // side at the mirrored slot.
    Buffer<Symbol> codes(arena_, slots);
    for_rows([&](Row row, Scratch& scratch) {
        class_side_turns(row, best_of_other, codes.data() + row * size, scratch);
        scratch.counters.write(open(Mover::ClassSide, row), size);
    });
    for_rows([&](Row row, Scratch& scratch) {
        const RowShape shape = geometry_.shape(row);
        Word* others = scratch.mask.data();
        other_slots(shape, others);
        other_side_turns(row, nullptr, nullptr, scratch);
        scratch.counters.write(open(Mover::ClassSide, row), size, others);
        Symbol* own = scratch.codes.data();
        std::copy_n(codes.data() + row * size, size, own);
        for_each_slot(
            geometry_.row_words(), [=](std::size_t i) { return others[i]; },
            [=](Slot slot) { own[slot] = Code::kNoRemoval; });
        Word* removing = scratch.marked.data();
        for (std::size_t i = 0; i < geometry_.row_words(); ++i) removing[i] &= others[i];
        take_mirrored(codes.data(), shape, removing, own, scratch);
        enter(Mover::ClassSide, row, own, entries);
    });
}

template void PairSolver<std::uint8_t>::first_pass(const ChildLoader<std::uint8_t>&);
template void PairSolver<std::uint16_t>::first_pass(const ChildLoader<std::uint16_t>&);

}  // namespace mulino
