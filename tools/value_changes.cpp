#include "tools/value_changes.hpp"

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

#include "db/index.hpp"
#include "db/row_sets.hpp"
#include "game/turn_generator.hpp"

namespace mulino {
namespace {

// Slots that one step of a loop counts, about.
constexpr std::size_t kStepSlots = std::size_t{1} << 20;

// Whether a mill can be closed, by the mover of a view.
bool can_close(const MoverView& view, const Rules& rules) {
    if ((closing_points(view.own) & view.empty()) == 0) return false;
    const auto closes = [&view](const TurnBits& turn) {
        return mills_closed(view.own ^ turn.from, lowest(turn.to)) > 0;
    };
    return !for_each_turn(view, rules, [&](const TurnBits& turn) { return !closes(turn); });
}

// Counts rows of a subspace; one object a step of a loop.
class RowCounter {
public:
    RowCounter(const Subspace& subspace, const Rules& rules, bool spares)
        : index_(pair_of(subspace)),
          mover_is_class_(subspace.mover >= subspace.opponent),
          rules_(rules),
          spares_(spares) {}

    void add(Row row, std::span<const std::uint8_t> from, std::span<const std::uint8_t> to) {
        const bool symmetric = index_.classes().stabilizer(row) != 1;
        // Two sets of counters, since one would wait for itself where neighbours are alike.
        for (Slot slot = 0; slot < index_.row_size(); ++slot) {
            if (symmetric && !index_.canonical(row, slot)) continue;
            ++counts_[slot & 1][from[slot]][to[slot]];
        }
        if (spares_) add_spared(row, symmetric);
    }

    void add_to(ValueChanges& changes) const {
        for (const auto& half : counts_) {
            for (std::size_t a = 0; a < 3; ++a) {
                for (std::size_t b = 0; b < 3; ++b) changes.numbers[a][b] += half[a][b];
            }
        }
        changes.spared += spared_;
    }

private:
    void add_spared(Row row, bool symmetric) {
        const Bitboard class_set = index_.classes().representative(row);
        const auto all_in_mills = [](Bitboard men) { return men_in_mills(men) == men; };
        if (!mover_is_class_ && !all_in_mills(class_set)) return;
        sets_.start(kFullBoard & ~class_set);
        for (Slot slot = 0; slot < index_.row_size(); ++slot) {
            const Bitboard other_set = sets_(index_.ranks().set(slot));
            if (mover_is_class_ && !all_in_mills(other_set)) continue;
            const MoverView view = mover_is_class_ ? MoverView{class_set, other_set, 0, 0}
                                                   : MoverView{other_set, class_set, 0, 0};
            if (!can_close(view, rules_)) continue;
            if (!symmetric || index_.canonical(row, slot)) ++spared_;
        }
    }

    PairIndex index_;
    bool mover_is_class_;
    Rules rules_;
    bool spares_;
    std::array<std::array<std::array<std::uint64_t, 3>, 3>, 2> counts_{};
    std::uint64_t spared_ = 0;
    RowSets sets_;
};

}  // namespace

ValueChanges& ValueChanges::operator+=(const ValueChanges& other) {
    for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t b = 0; b < 3; ++b) numbers[a][b] += other.numbers[a][b];
    }
    spared += other.spared;
    return *this;
}

Result<ValueChanges> count_changes(BulkLoader& from, BulkLoader& to, const Subspace& subspace,
                                   const ParallelFor& parallel) {
    const auto first = from.load<std::uint8_t>(subspace, parallel);
    if (!first) return tl::unexpected(first.error());
    const auto second = to.load<std::uint8_t>(subspace, parallel);
    if (!second) return tl::unexpected(second.error());

    const Family& family = from.database().family();
    Rules rules;
    rules.flying = family.flying;
    const bool spares = family.protection != to.database().family().protection;
    const PairIndex index(pair_of(subspace));
    const std::size_t row_size = index.row_size();
    const std::size_t rows_a_step = std::max<std::size_t>(1, kStepSlots / row_size);
    ValueChanges changes{subspace, {}, 0};
    std::mutex mutex;
    run_guarded(parallel, (index.rows() + rows_a_step - 1) / rows_a_step, [&](std::size_t step) {
        RowCounter counter(subspace, rules, spares);
        const std::size_t end = std::min<std::size_t>(index.rows(), (step + 1) * rows_a_step);
        for (std::size_t row = step * rows_a_step; row < end; ++row) {
            counter.add(static_cast<Row>(row), std::span(**first).subspan(row * row_size, row_size),
                        std::span(**second).subspan(row * row_size, row_size));
        }
        const std::lock_guard lock(mutex);
        counter.add_to(changes);
    });
    return changes;
}

}  // namespace mulino
