#include "db/probe_costs.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "db/index.hpp"
#include "db/look_ahead.hpp"
#include "db/row_sets.hpp"

namespace mulino {

namespace {

Part part_of(Kind kind, const TableKey& key, const MoverView& view) {
    TableKey after = key;
    after.subspace = {static_cast<std::uint8_t>(count(view.own)),
                      static_cast<std::uint8_t>(count(view.other)), 0, 0};
    return stored_part(kind, after);
}

// Slots read for a position whose table stores `part`; the last removal of a game leads to none.
std::uint32_t cost(Kind kind, const TableKey& key, const Rules& rules, Part part,
                   const MoverView& view, std::optional<Part> after_removal) {
    if (part == Part::All || (part == Part::Half && in_stored_half(view, rules))) return 1;
    // Every turn leads to a stored slot.
    if (part == Part::Half || after_removal == Part::All) {
        return static_cast<std::uint32_t>(count_turns(view, rules));
    }
    std::uint32_t sum = 0;
    for_each_turn(view, rules, [&](const TurnBits& turn) {
        if (turn.removed == 0) {
            ++sum;
        } else if (after_removal) {
            sum += cost(kind, key, rules, *after_removal, play(view, turn), std::nullopt);
        }
    });
    return sum;
}

}  // namespace

Part stored_part(Kind kind, const TableKey& key) {
    const Subspace& s = key.subspace;
    if (kind == Kind::Fast || !s.moving() || key.family.no_capture_limit) return Part::All;
    if (s.mover != s.opponent) return s.mover < s.opponent ? Part::None : Part::All;
    // Who flies changes the parity by any step or none.
    return s.mover == kMinMen && key.family.flying != Flying::Off ? Part::All : Part::Half;
}

ProbeCosts count_probe_costs(Kind kind, const TableKey& key, const ParallelFor& parallel) {
    const Part part = stored_part(kind, key);
    const PairIndex index(index_pair(key.subspace));
    if (part == Part::All) return {1, 1, index.size()};
    const Rules rules = rules_of(key.family);
    // The part of the table that removals lead to; of an equal pair only quiet turns matter.
    std::optional<Part> after_removal;
    if (part == Part::None && key.subspace.opponent > kMinMen) {
        const MoverView after{(Bitboard{1} << (key.subspace.opponent - 1)) - 1,
                              (Bitboard{1} << key.subspace.mover) - 1};
        after_removal = part_of(kind, key, after);
    }
    std::mutex mutex;
    std::vector<std::uint64_t> histogram;
    run_guarded(parallel, index.rows(), [&](std::size_t row) {
        const Bitboard class_set = index.classes().representative(static_cast<Row>(row));
        RowSets sets;
        sets.start(kFullBoard & ~class_set);
        std::vector<std::uint64_t> counts;
        for (Slot slot = 0; slot < index.row_size(); ++slot) {
            const Bitboard other = sets(index.ranks().set(slot));
            // In an equal pair the class set is the mover's, otherwise the opponent's.
            const MoverView view = part == Part::Half ? MoverView{class_set, other}
                                                      : MoverView{other, class_set};
            const std::size_t n = cost(kind, key, rules, part, view, after_removal);
            if (n >= counts.size()) counts.resize(n + 1);
            ++counts[n];
        }
        const std::lock_guard lock(mutex);
        if (counts.size() > histogram.size()) histogram.resize(counts.size());
        for (std::size_t n = 0; n < counts.size(); ++n) histogram[n] += counts[n];
    });
    ProbeCosts costs;
    costs.most = static_cast<std::uint32_t>(histogram.size() - 1);
    std::uint64_t seen = 0;
    bool reached = false;
    for (std::size_t n = 0; n < histogram.size(); ++n) {
        seen += histogram[n];
        costs.total += n * histogram[n];
        if (!reached && 100 * seen >= 99 * index.size()) {
            costs.percentile_99 = static_cast<std::uint32_t>(n);
            reached = true;
        }
    }
    return costs;
}

}  // namespace mulino
