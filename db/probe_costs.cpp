#include "db/probe_costs.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <vector>

#include "db/index.hpp"
#include "db/look_ahead.hpp"
#include "db/point_sums.hpp"
#include "db/row_board.hpp"

namespace mulino {

namespace {

// Rows that one task counts.
constexpr std::size_t kRunRows = 32;

Part part_of(Kind kind, const TableKey& key, int mover, int opponent) {
    TableKey after = key;
    after.subspace = {static_cast<std::uint8_t>(mover), static_cast<std::uint8_t>(opponent), 0, 0};
    return stored_part(kind, after);
}

// A set's steps to a free point, and those of them that close a mill, as one number.
constexpr std::uint32_t kStep = 1;
constexpr std::uint32_t kClosing = 1U << 16;
std::uint32_t arrivals(Bitboard own, Point to) {
    std::uint32_t numbers = 0;
    for_each_point(kNeighbours[to] & own, [&](Point from) {
        numbers += mills_closed(own ^ bit(from), to) != 0 ? kStep + kClosing : kStep;
    });
    return numbers;
}

// Slots read by probes of the slots of rows, in a table that stores a part of its slots or none.
// For one thread.
class RowCosts {
public:
    // `after_removal`: the part of the table that a removal leads to, if any.
    RowCosts(const TableKey& key, Part part, std::optional<Part> after_removal)
        : rules_(rules_of(key.family)),
          part_(part),
          after_removal_(after_removal),
          board_(key.subspace, key.family) {}

    template <typename Act>
    void for_each(Row row, Act&& act) {
        board_.start(row);
        if (after_removal_ == Part::Half) start_removals();
        // In an equal pair the class set is the mover's, otherwise the opponent's.
        const Bitboard class_set = board_.class_set();
        for (const int parity : {0, 1}) {
            board_.list(parity, board_.all_segments(), true);
            board_.count_turns(parity, false);
            board_.count_steps(parity);
            const std::span<const Bitboard> others = board_.others(parity);
            for (std::size_t n = 0; n < others.size(); ++n) {
                const std::uint32_t closings = board_.turns(parity)[n] & 0xFF;
                const std::uint32_t steps = board_.steps(parity)[n] & 0xFF;
                act(part_ == Part::Half ? half_cost(parity != 0, closings, steps)
                                        : cost({others[n], class_set}, closings, steps));
            }
        }
    }

private:
    static constexpr std::uint32_t half_cost(bool odd, std::uint32_t closings,
                                             std::uint32_t steps) {
        return odd && closings == 0 ? steps : 1;
    }

    // Of a table that stores nothing.
    std::uint32_t cost(const MoverView& view, std::uint32_t closings, std::uint32_t steps) const {
        if (after_removal_ == Part::All) {
            if (mover_flies(view, rules_)) {
                return static_cast<std::uint32_t>(count_turns(view, rules_));
            }
            const auto removals =
                static_cast<std::uint32_t>(count(removable(view.other, rules_.protection)));
            return steps + closings * (std::max(1U, removals) - 1);
        }
        if (closings == 0 && !mover_flies(view, rules_)) return steps;
        std::uint32_t sum = 0;
        for_each_turn(view, rules_, [&](const TurnBits& turn) {
            if (turn.removed == 0) {
                ++sum;
            } else if (after_removal_) {
                sum += cost_after(turn.removed, (view.own ^ turn.from) | turn.to);
            }
        });
        return sum;
    }

    // What the opponent can do without one of its men, by what men stand against it.
    struct Removal {
        bool odd = false;
        std::uint32_t all = 0;
        PointSums taken;
    };
    void start_removals() {
        for_each_point(removable(board_.class_set(), rules_.protection), [&](Point removed) {
            const Bitboard left = board_.class_set() ^ bit(removed);
            PointSums::Numbers numbers{};
            for_each_point(kFullBoard & ~left, [&](Point to) { numbers[to] = arrivals(left, to); });
            Removal& removal = removals_[removed];
            removal.odd = count(left & kOddPoints) % 2 != 0;
            removal.taken = PointSums(numbers);
            removal.all = removal.taken(kFullBoard & ~left);
        });
    }
    std::uint32_t cost_after(Bitboard removed, Bitboard other) const {
        const Removal& removal = removals_[lowest(removed)];
        const std::uint32_t turns = removal.all - removal.taken(other);
        return half_cost(removal.odd != (count(other & kOddPoints) % 2 != 0), turns / kClosing,
                         turns % kClosing);
    }

    Rules rules_;
    Part part_;
    std::optional<Part> after_removal_;
    RowBoard board_;
    std::array<Removal, kPoints> removals_;
};

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
    // The part of the table that removals lead to; of an equal pair only quiet turns matter.
    std::optional<Part> after_removal;
    if (part == Part::None && key.subspace.opponent > kMinMen) {
        after_removal = part_of(kind, key, key.subspace.opponent - 1, key.subspace.mover);
    }
    std::mutex mutex;
    std::vector<std::uint64_t> histogram;
    run_guarded(parallel, (index.rows() + kRunRows - 1) / kRunRows, [&](std::size_t run) {
        RowCosts row_costs(key, part, after_removal);
        std::vector<std::uint64_t> counts;
        const std::size_t end = std::min<std::size_t>((run + 1) * kRunRows, index.rows());
        for (std::size_t row = run * kRunRows; row < end; ++row) {
            row_costs.for_each(static_cast<Row>(row), [&](std::size_t n) {
                if (n >= counts.size()) counts.resize(n + 1);
                ++counts[n];
            });
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
