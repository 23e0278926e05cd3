#include "db/bulk.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "db/index.hpp"
#include "db/look_ahead.hpp"
#include "db/row_sets.hpp"
#include "db/tally.hpp"

namespace mulino {

namespace {

template <typename Code>
Code code_of(const BestTurn& best) {
    const auto value = static_cast<unsigned>(best.value());
    return static_cast<Code>(sizeof(Code) == 1 ? value : value | best.distance() << 2);
}

template <typename Code>
void add_to(BestTurn& best, Code after, bool removes) {
    best.add(static_cast<Wdl>(after & 3), static_cast<std::uint32_t>(after) >> 2, removes);
}

// The stored slots; the others hold the largest Code.
template <typename Code>
Result<std::vector<Code>> load_stored(const TableFile& file, const ParallelFor& parallel) {
    const TableHeader& header = file.header();
    std::vector<Code> translation;
    for (const Outcome& symbol : header.symbols) {
        if (sizeof(Code) == 1) {
            translation.push_back(static_cast<Code>(symbol.value));
        } else if (symbol.distance.value_or(0) >= 1 << 14) {
            return fail(ErrorCode::OutOfRange, "a distance is too long to be loaded",
                        file.path().string());
        } else {
            translation.push_back(static_cast<Code>(outcome_code(symbol)));
        }
    }
    std::vector<Code> slots(header.slots());
    if (auto loaded = file.load<Code>(slots, parallel, translation); !loaded) {
        return tl::unexpected(loaded.error());
    }
    return slots;
}

// Derives a table of fewer men against more. The mover's men are the other set, so its turns stay in
// the row; a removal leads to the row of the class set without that man.
template <typename Code>
class SmallerSide {
public:
    SmallerSide(const TableHeader& header, const std::vector<Code>& after_quiet,
                const std::vector<Code>& after_removal)
        : rules_(rules_of(header.key.family)),
          metric_(sizeof(Code) == 1 ? Metric::Wdl : header.key.metric),
          index_(index_pair(header.key.subspace)),
          quiet_(&after_quiet),
          removal_(&after_removal),
          men_left_(header.key.subspace.opponent - 1) {
        if (men_left_ >= kMinMen) {
            // The opponent is to move then; with as many men, too, its set is the class set.
            removal_index_.emplace(Pair{static_cast<std::uint8_t>(men_left_),
                                        header.key.subspace.mover});
        }
    }

    void derive(Row row, std::vector<Code>& out) const {
        const Bitboard class_set = index_.classes().representative(row);
        RowSets sets;
        sets.start(kFullBoard & ~class_set);
        PackedPoints packed{};  // of a point, its bit in the packed sets of this row
        for (std::size_t i = 0; i < sets.size(); ++i) {
            packed[lowest(sets.place(i))] = Bitboard{1} << i;
        }
        const std::array<Target, kPoints> targets = targets_of(class_set);
        const SubsetRanks& ranks = index_.ranks();
        const std::size_t base = std::size_t{row} * index_.row_size();
        const Code* const quiet = quiet_->data() + base;
        for (Slot slot = 0; slot < index_.row_size(); ++slot) {
            BestTurn best(metric_);
            const Bitboard set = ranks.set(slot);
            const MoverView view{sets(set), class_set};
            for_each_turn(view, rules_, [&](const TurnBits& turn) {
                if (turn.removed == 0) {
                    const Bitboard moved = packed[lowest(turn.from)] | packed[lowest(turn.to)];
                    add_to(best, quiet[ranks.rank(set ^ moved)], false);
                } else if (!removal_index_) {
                    best.add(Wdl::Loss, 0, true);
                } else {
                    const Target& target = targets[lowest(turn.removed)];
                    Bitboard there = 0;
                    for_each_point((view.own ^ turn.from) | turn.to,
                                   [&](Point p) { there |= target.packed[p]; });
                    add_to(best, target.row[removal_index_->ranks().rank(there)], true);
                }
            });
            out[base + slot] = code_of<Code>(best);
        }
    }

private:
    using PackedPoints = std::array<Bitboard, kPoints>;

    // Where the removal of a man of the class set leads to: a row, and how its sets are packed.
    struct Target {
        const Code* row = nullptr;
        PackedPoints packed{};
    };

    std::array<Target, kPoints> targets_of(Bitboard class_set) const {
        std::array<Target, kPoints> targets;
        if (!removal_index_) return targets;
        const SetClasses& classes = removal_index_->classes();
        for_each_point(class_set, [&](Point removed) {
            Target& target = targets[removed];
            const auto [row, symmetry] = classes.classify(class_set ^ bit(removed));
            target.row = removal_->data() + std::size_t{row} * removal_index_->row_size();
            const Bitboard free = kFullBoard & ~classes.representative(row);
            for_each_point(kFullBoard & ~class_set, [&](Point p) {
                target.packed[p] = pack(apply(symmetry, bit(p)), free);
            });
        });
        return targets;
    }

    Rules rules_;
    Metric metric_;
    PairIndex index_;
    std::optional<PairIndex> removal_index_;
    const std::vector<Code>* quiet_;
    const std::vector<Code>* removal_;
    int men_left_;
};

// Derives the slots of a row of an equal pair that are left out, from the stored ones of the same
// table. Only slots are written that no other row reads.
template <typename Code>
void derive_half(const TableHeader& header, const PairIndex& index, Row row,
                 std::vector<Code>& slots) {
    const Rules rules = rules_of(header.key.family);
    const Metric metric = sizeof(Code) == 1 ? Metric::Wdl : header.key.metric;
    const std::size_t base = std::size_t{row} * index.row_size();
    const Bitboard own = index.classes().representative(row);
    RowSets sets;
    sets.start(kFullBoard & ~own);
    for (Slot slot = 0; slot < index.row_size(); ++slot) {
        if (slots[base + slot] != std::numeric_limits<Code>::max()) continue;
        const MoverView view{own, sets(index.ranks().set(slot))};
        // The opponent's set stays, and is the class set then: all turns lead to one row.
        const auto [to_row, symmetry] = index.classes().classify(view.other);
        const Bitboard free = kFullBoard & ~index.classes().representative(to_row);
        const Code* const target = slots.data() + std::size_t{to_row} * index.row_size();
        const auto packed = [&, s = symmetry](Bitboard point) {
            return Bitboard{1} << count(free & (apply(s, point) - 1));
        };
        const Bitboard set = pack(apply(symmetry, own), free);
        BestTurn best(metric);
        for_each_turn(view, rules, [&](const TurnBits& turn) {
            const Slot to = index.ranks().rank(set ^ packed(turn.from) ^ packed(turn.to));
            add_to(best, target[to], false);
        });
        slots[base + slot] = code_of<Code>(best);
    }
}

}  // namespace

template <>
BulkLoader::Kept<std::uint8_t>& BulkLoader::kept() {
    return values_;
}
template <>
BulkLoader::Kept<std::uint16_t>& BulkLoader::kept() {
    return codes_;
}

template <typename Code>
Result<BulkLoader::Slots<Code>> BulkLoader::load(const Subspace& subspace,
                                                 const ParallelFor& parallel) {
    Kept<Code>& known = kept<Code>();
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const auto& entry) { return entry.first == subspace; });
    if (found != known.end()) {
        std::rotate(found, found + 1, known.end());
        return known.back().second;
    }
    auto slots = load_new<Code>(subspace, parallel);
    if (!slots) return tl::unexpected(slots.error());
    auto shared = std::make_shared<const std::vector<Code>>(std::move(*slots));
    if (kept_ == 0) return shared;
    if (known.size() >= kept_) known.erase(known.begin());
    known.emplace_back(subspace, shared);
    return shared;
}

template Result<BulkLoader::Slots<std::uint8_t>> BulkLoader::load(const Subspace&,
                                                                  const ParallelFor&);
template Result<BulkLoader::Slots<std::uint16_t>> BulkLoader::load(const Subspace&,
                                                                   const ParallelFor&);

template <typename Code>
Result<std::vector<Code>> BulkLoader::load_new(const Subspace& subspace,
                                               const ParallelFor& parallel) {
    const auto file = database_->table(subspace);
    if (!file) return tl::unexpected(file.error());
    const TableHeader& header = (*file)->header();
    if (header.part == Part::None) return load_smaller_side<Code>(**file, parallel);
    auto slots = load_stored<Code>(**file, parallel);
    if (slots && header.part == Part::Half) {
        const PairIndex index(index_pair(subspace));
        run_guarded(parallel, header.rows, [&](std::size_t row) {
            derive_half(header, index, static_cast<Row>(row), *slots);
        });
    }
    return slots;
}

template <typename Code>
Result<std::vector<Code>> BulkLoader::load_smaller_side(const TableFile& file,
                                                        const ParallelFor& parallel) {
    const TableHeader& header = file.header();
    const Subspace& s = header.key.subspace;
    const auto other = database_->table({s.opponent, s.mover, 0, 0});
    if (!other) return tl::unexpected(other.error());
    if ((*other)->header().part != Part::All) {
        return fail(ErrorCode::Damaged, "both tables of the pair are left out",
                    (*other)->path().string());
    }
    const auto quiet = load<Code>({s.opponent, s.mover, 0, 0}, parallel);
    if (!quiet) return tl::unexpected(quiet.error());
    Slots<Code> removal = std::make_shared<const std::vector<Code>>();
    if (s.opponent > kMinMen) {
        const auto loaded =
            load<Code>({static_cast<std::uint8_t>(s.opponent - 1), s.mover, 0, 0}, parallel);
        if (!loaded) return tl::unexpected(loaded.error());
        removal = *loaded;
    }
    std::vector<Code> slots(header.slots());
    const SmallerSide<Code> side(header, **quiet, *removal);
    run_guarded(parallel, header.rows,
                [&](std::size_t row) { side.derive(static_cast<Row>(row), slots); });
    return slots;
}

template <typename Code>
Result<TableFile::Recount> BulkLoader::recount_as(const TableFile& file,
                                                  const ParallelFor& parallel) {
    const auto loaded = load<Code>(file.key().subspace, parallel);
    if (!loaded) return tl::unexpected(loaded.error());
    const std::vector<Code>& slots = **loaded;
    const PairIndex index(index_pair(file.key().subspace));
    // A meaning for each code; those without one do not occur.
    std::size_t codes = 3;
    if (sizeof(Code) > 1) codes = std::size_t{*std::max_element(slots.begin(), slots.end())} + 1;
    std::vector<Outcome> meaning(codes);
    for (std::size_t code = 0; code < codes; ++code) {
        meaning[code].value = static_cast<Wdl>(std::min<std::size_t>(code & 3, 2));
        if (sizeof(Code) > 1 && meaning[code].value != Wdl::Draw) {
            meaning[code].distance = static_cast<std::uint16_t>(code >> 2);
        }
    }
    Tally<Code> tally(index, meaning);
    const std::size_t rows_per_task =
        std::max<std::size_t>(1, (std::size_t{1} << 20) / index.row_size());
    const std::size_t tasks = (index.rows() + rows_per_task - 1) / rows_per_task;
    run_guarded(parallel, tasks, [&](std::size_t task) {
        const std::size_t first = task * rows_per_task;
        const std::size_t rows = std::min(rows_per_task, index.rows() - first);
        tally.add(static_cast<Row>(first),
                  std::span<const Code>(slots).subspan(first * index.row_size(),
                                                       rows * index.row_size()));
    });
    return TableFile::Recount{tally.counts(), tally.value_checksum()};
}

Result<TableFile::Recount> BulkLoader::recount(const Subspace& subspace,
                                               const ParallelFor& parallel) {
    const auto file = database_->table(subspace);
    if (!file) return tl::unexpected(file.error());
    // Nothing will follow from it that would be glad of the table in memory.
    const TableHeader& header = (*file)->header();
    if (header.part == Part::All && header.coding != Coding::Context) {
        return (*file)->recount(parallel);
    }
    return (*file)->key().metric == Metric::Wdl ? recount_as<std::uint8_t>(**file, parallel)
                                                : recount_as<std::uint16_t>(**file, parallel);
}

}  // namespace mulino
