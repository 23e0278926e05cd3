#include "db/bulk.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <utility>

#include "db/index.hpp"
#include "db/look_ahead.hpp"
#include "db/point_sums.hpp"
#include "db/row_board.hpp"
#include "db/row_sets.hpp"
#include "db/tally.hpp"

namespace mulino {

namespace {

// Rows that one task derives.
constexpr std::size_t kRunRows = 32;

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

// Outcomes after quiet turns as numbers of which the side whose turn it is takes the greatest; 0,
// the least, stands for no turn and for the loss that it is.
template <typename Code>
class Merits {
public:
    explicit Merits(Metric metric) : step_(metric == Metric::Wdl ? 0 : 1) {}

    Code of(Code after) const {
        if constexpr (sizeof(Code) == 1) {
            return static_cast<Code>(2 - after);
        } else {
            const auto plies = static_cast<Code>((after >> 2) + step_);
            const int value = after & 3;
            return value == 0 ? static_cast<Code>(kSoonestWin - plies) : value == 1 ? kDraw : plies;
        }
    }
    Code code(Code best) const {
        if constexpr (sizeof(Code) == 1) {
            return best;
        } else if (best == kDraw) {
            return outcome_code({Wdl::Draw, {}});
        } else if (best < kDraw) {
            return outcome_code({Wdl::Loss, best});
        } else {
            return outcome_code({Wdl::Win, static_cast<Code>(kSoonestWin - best)});
        }
    }

private:
    static constexpr Code kDraw = static_cast<Code>(std::numeric_limits<Code>::max() / 2);
    static constexpr Code kSoonestWin = std::numeric_limits<Code>::max();
    unsigned step_;
};

// For the slots of a parity, the best by the merits of those near, by place in their list.
template <typename Code>
void find_best(RowBoard& board, int parity, const std::vector<Code>& near,
               std::vector<Code>& best) {
    std::fill(best.begin(), best.end(), Code{0});
    for (std::size_t segment = 0; segment < board.shape().segments().size(); ++segment) {
        Code* const out = best.data() + board.stretch(parity, segment).first;
        for (const Around& some : board.around_near(parity, segment)) {
            const Code* const merits = near.data() + board.stretch(1 - parity, some.stretch).first;
            if (some.from == some.to && (some.to & (some.to + 1)) == 0) {
                // All places from the first on, the same in both.
                const auto size = static_cast<std::size_t>(std::popcount(some.to));
                for (std::size_t n = 0; n < size; ++n) out[n] = std::max(out[n], merits[n]);
                continue;
            }
            Places from = some.from;
            for (Places to = some.to; to != 0; to &= to - 1, from &= from - 1) {
                Code& here = out[std::countr_zero(to)];
                here = std::max(here, merits[std::countr_zero(from)]);
            }
        }
    }
}

// What one thread needs to derive rows of a table of fewer men against more. The mover's men are
// the other set, so its quiet turns stay in the row: where none closes a mill, the best of them is
// found for all slots at once. A removal leads to the row of the class set without that man.
template <typename Code>
class SmallerSide {
public:
    SmallerSide(const TableHeader& header, const std::vector<Code>& after_quiet,
                const std::vector<Code>& after_removal)
        : rules_(rules_of(header.key.family)),
          metric_(sizeof(Code) == 1 ? Metric::Wdl : header.key.metric),
          merits_(metric_),
          board_(header.key.subspace, header.key.family),
          index_(board_.index()),
          quiet_(&after_quiet),
          removal_(&after_removal),
          men_left_(header.key.subspace.opponent - 1) {
        if (men_left_ >= kMinMen) {
            // The opponent is to move then; with as many men, too, its set is the class set.
            removal_index_.emplace(
                Pair{static_cast<std::uint8_t>(men_left_), header.key.subspace.mover});
        }
        for (auto& merits : after_) merits.resize(index_.row_size());
        best_.resize(index_.row_size());
    }

    void derive(Row row, std::span<Code> out) {
        board_.start(row);
        for (const int parity : {0, 1}) board_.list(parity, board_.all_segments());
        start_turns(row);
        const MoverView any{board_.others(0).empty() ? 0 : board_.others(0).front(),
                            board_.class_set()};
        const bool flies = mover_flies(any, rules_);
        if (!flies) rate();
        for (const int parity : {0, 1}) {
            const std::span<const Slot> slots = board_.slots(parity);
            if (!flies)
                find_best(board_, parity, after_[static_cast<std::size_t>(1 - parity)], best_);
            for (std::size_t n = 0; n < slots.size(); ++n) {
                const bool quiet = !flies && (board_.turns(parity)[n] & 0xFF) == 0;
                out[slots[n]] =
                    quiet ? merits_.code(best_[n]) : look_ahead(slots[n], board_.others(parity)[n]);
            }
        }
    }

private:
    // Where the removal of a man of the class set leads to: a row, and how its sets are packed.
    struct Target {
        const Code* row = nullptr;
        PointSums packed;
    };

    void start_turns(Row row) {
        const Bitboard free = kFullBoard & ~board_.class_set();
        quiet_row_ = quiet_->data() + std::size_t{row} * index_.row_size();
        packed_.fill(0);
        Bitboard next = 1;
        for_each_point(free, [&](Point p) {
            packed_[p] = next;
            next <<= 1;
        });
        if (!removal_index_) return;
        const SetClasses& classes = removal_index_->classes();
        for_each_point(removable(board_.class_set(), rules_.protection), [&](Point removed) {
            const auto [to_row, symmetry] = classes.classify(board_.class_set() ^ bit(removed));
            const Bitboard left = kFullBoard & ~classes.representative(to_row);
            PointSums::Numbers packed{};
            for_each_point(free, [&](Point p) {
                packed[p] = Bitboard{1} << count(left & (apply(symmetry, bit(p)) - 1));
            });
            targets_[removed] = {
                removal_->data() + std::size_t{to_row} * removal_index_->row_size(),
                PointSums(packed)};
        });
    }

    // What the slots are worth for who moves there.
    void rate() {
        for (const int parity : {0, 1}) {
            board_.count_turns(parity, false);
            std::vector<Code>& merits = after_[static_cast<std::size_t>(parity)];
            const std::span<const Slot> slots = board_.slots(parity);
            for (std::size_t n = 0; n < slots.size(); ++n) {
                merits[n] = merits_.of(quiet_row_[slots[n]]);
            }
        }
    }

    Code look_ahead(Slot slot, Bitboard own) const {
        BestTurn best(metric_);
        const SubsetRanks& ranks = index_.ranks();
        const Bitboard set = ranks.set(slot);
        for_each_turn(MoverView{own, board_.class_set()}, rules_, [&](const TurnBits& turn) {
            if (turn.removed == 0) {
                const Bitboard moved = packed_[lowest(turn.from)] | packed_[lowest(turn.to)];
                add_to(best, quiet_row_[ranks.rank(set ^ moved)], false);
            } else if (!removal_index_) {
                best.add(Wdl::Loss, 0, true);
            } else {
                const Target& target = targets_[lowest(turn.removed)];
                const Bitboard there = target.packed((own ^ turn.from) | turn.to);
                add_to(best, target.row[removal_index_->ranks().rank(there)], true);
            }
            // Nothing beats a win where distances do not count.
            return metric_ != Metric::Wdl || best.value() != Wdl::Win;
        });
        return code_of<Code>(best);
    }

    Rules rules_;
    Metric metric_;
    Merits<Code> merits_;
    RowBoard board_;
    PairIndex index_;
    std::optional<PairIndex> removal_index_;
    const std::vector<Code>* quiet_;
    const std::vector<Code>* removal_;
    int men_left_;

    // Of the row.
    const Code* quiet_row_ = nullptr;
    std::array<Bitboard, kPoints> packed_{};  // of a point, its bit in the packed sets
    std::array<Target, kPoints> targets_;     // by the man removed
    std::array<std::vector<Code>, 2> after_;  // merits, by parity and place in the list
    std::vector<Code> best_;
};

// What one thread needs to derive the slots of an equal pair that are left out, from the stored
// ones of the same table. The turns from them are quiet, so all lead to the row of the opponent's
// set. For each row, the best of them is found at once for all positions that have it as their
// target.
template <typename Code>
class LeftHalf {
public:
    // `stabilizers`: of all rows.
    LeftHalf(const TableHeader& header, std::span<const std::uint16_t> stabilizers)
        : merits_(sizeof(Code) == 1 ? Metric::Wdl : header.key.metric),
          board_(header.key.subspace, header.key.family),
          stabilizers_(stabilizers),
          after_(board_.index().row_size()),
          best_(board_.index().row_size()) {}

    // Writes only slots that no other row writes and none reads.
    void derive(Row target, std::vector<Code>& slots) {
        const PairIndex& index = board_.index();
        board_.start(target);
        for (const int parity : {0, 1}) board_.list(parity, board_.all_segments());
        board_.count_turns(1, false);
        const Code* const row = slots.data() + std::size_t{target} * index.row_size();
        const std::span<const Slot> even = board_.slots(0);
        for (std::size_t n = 0; n < even.size(); ++n) after_[n] = merits_.of(row[even[n]]);
        find_best(board_, 1, after_, best_);
        for (std::size_t n = 0; n < board_.slots(1).size(); ++n) {
            // The opponent of who moves in this row is the mover looked for.
            if ((board_.turns(1)[n] >> 8 & 0xFF) != 0) continue;
            const Code code = merits_.code(best_[n]);
            const auto [own_row, symmetry] = index.classes().classify(board_.others(1)[n]);
            const Bitboard free = kFullBoard & ~index.classes().representative(own_row);
            Code* const own = slots.data() + std::size_t{own_row} * index.row_size();
            const Bitboard other = apply(symmetry, board_.class_set());
            // As many slots as the position has.
            for_each_point(stabilizers_[own_row], [&](Symmetry s) {
                own[index.ranks().rank(pack(apply(s, other), free))] = code;
            });
        }
    }

private:
    Merits<Code> merits_;
    RowBoard board_;
    std::span<const std::uint16_t> stabilizers_;
    std::vector<Code> after_;
    std::vector<Code> best_;
};

// Runs the rows of a table, `make()` making what one thread needs for some of them.
template <typename Make, typename Derive>
void for_each_row(const TableHeader& header, const ParallelFor& parallel, const Make& make,
                  const Derive& derive) {
    run_guarded(parallel, (header.rows + kRunRows - 1) / kRunRows, [&](std::size_t run) {
        auto with = make();
        const std::size_t end = std::min<std::size_t>((run + 1) * kRunRows, header.rows);
        for (std::size_t row = run * kRunRows; row < end; ++row) {
            derive(with, static_cast<Row>(row));
        }
    });
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
        std::vector<std::uint16_t> stabilizers;
        const SetClasses& classes = set_classes(subspace.mover);
        for (Row row = 0; row < header.rows; ++row) stabilizers.push_back(classes.stabilizer(row));
        for_each_row(
            header, parallel, [&] { return LeftHalf<Code>(header, stabilizers); },
            [&](LeftHalf<Code>& half, Row row) { half.derive(row, *slots); });
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
    for_each_row(
        header, parallel, [&] { return SmallerSide<Code>(header, **quiet, *removal); },
        [&](SmallerSide<Code>& side, Row row) {
            side.derive(
                row, std::span(slots).subspan(std::size_t{row} * header.row_size, header.row_size));
        });
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
        tally.add(static_cast<Row>(first), std::span<const Code>(slots).subspan(
                                               first * index.row_size(), rows * index.row_size()));
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
