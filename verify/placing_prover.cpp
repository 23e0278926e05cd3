#include "verify/placing_prover.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace mulino::verify {

namespace {

// Well below a millisecond, where no blocks are unpacked.
constexpr std::uint64_t kNodesPerLook = 16;

int plies_left_of(const MoverView& view) { return view.own_hand + view.other_hand; }

bool lost_by_men(const MoverView& view) { return count(view.own) + view.own_hand < kMinMen; }

}  // namespace

PlacingProver::PlacingProver(ValueStore& values, const Rules& rules, std::size_t table_bytes)
    : values_(values), rules_(rules), claims_(table_bytes) {
    for (int men = 0; men <= kMaxMen; ++men) {
        const auto i = static_cast<std::size_t>(men);
        const ClassNumbers& classes = class_numbers(men);
        classes_[i] = &classes;
        symmetric_[i].resize(classes.size());
        for (std::uint32_t row = 0; row < classes.size(); ++row) {
            symmetric_[i][row] = classes.keepers(row).empty() ? 0 : 1;
        }
    }
}

std::uint64_t PlacingProver::key(const MoverView& view, Holder holder) const {
    const auto men = static_cast<std::size_t>(count(view.own));
    const ClassNumbers& classes = *classes_[men];
    const auto place = classes.place(view.own);
    const Bitboard own = classes.representative(place.row);
    Bitboard other = apply(place.to_representative, view.other);
    if (symmetric_[men][place.row] != 0) {
        const Bitboard image = other;
        for (Symmetry s = 1; s < kSymmetries; ++s) {
            if (apply(s, own) == own) other = std::min(other, apply(s, image));
        }
    }
    // The topmost bit keeps the number from being 0.
    return own | std::uint64_t{other} << kPoints |
           static_cast<std::uint64_t>(plies_left_of(view)) << 48 |
           std::uint64_t{holder == Holder::Mover ? 1U : 0U} << 53 | std::uint64_t{1} << 54;
}

// Turns that remove come first, then those that take a point at which the opponent would close a
// mill, then those to points with many neighbours, which leave many steps to the own men and few to
// the others. The order must depend on the position alone: favouring what was good in a position
// nearby finds more refutations at once, but leads to so many different positions that the tree
// grows.
void PlacingProver::list(const MoverView& view, Turns& turns) const {
    turns.order.clear();
    turns.after.clear();
    const Bitboard threats = closing_points(view.other);
    for_each_turn(view, rules_, [&](const TurnBits& turn) {
        const MoverView after = play(view, turn);
        const Bitboard empty = after.empty();
        int promise = 256 * count(turn.removed) + ((turn.to & threats) != 0 ? 64 : 0);
        promise -= 8 * count(closing_points(after.own) & empty);
        promise += 4 * count(kNeighbours[lowest(turn.to)]);
        promise += count(steps_from(after.other) & empty) - count(steps_from(after.own) & empty);
        turns.order.push_back(static_cast<std::uint32_t>(0x4000 - promise) << 16 |
                              static_cast<std::uint32_t>(turns.after.size()));
        turns.after.push_back(after);
    });
    std::sort(turns.order.begin(), turns.order.end());
}

void PlacingProver::set_stop(std::function<bool()> stop, std::function<bool()> interrupt) {
    stop_ = std::move(stop);
    interrupt_ = std::move(interrupt);
    next_look_ = counts_.nodes;
    unpackings_ = values_.unpackings();
}

void PlacingProver::look() {
    if (stop_ && counts_.nodes >= next_look_) {
        next_look_ = counts_.nodes + kNodesPerLook;
        if (stop_()) throw SearchStopped{};
    }
    if (!interrupt_) return;
    const std::uint64_t unpackings = values_.unpackings();
    if (unpackings != std::exchange(unpackings_, unpackings) && interrupt_()) throw SearchStopped{};
}

Wdl PlacingProver::value_of(const ValueStore::Row& row, Bitboard other_set) {
    ++counts_.probes;
    const Wdl value = row.value(other_set);
    look();
    return value;
}

Wdl PlacingProver::value_of(Bitboard mover, Bitboard opponent) {
    ++counts_.probes;
    const Wdl value = values_.value(mover, opponent);
    look();
    return value;
}

bool PlacingProver::look_up(const MoverView& view, Holder holder) {
    const Wdl value = value_of(view.own, view.other);
    return holder == Holder::Mover ? value != Wdl::Loss : value != Wdl::Win;
}

bool PlacingProver::settle(const MoverView& view, Holder holder, std::uint64_t key) {
    ++counts_.nodes;
    look();
    const int left = plies_left_of(view);
    Turns& turns = turns_[static_cast<std::size_t>(left)];
    list(view, turns);
    const bool answer =
        left == 2 ? settle_before_last(turns, holder) : settle_by_turns(turns, holder);
    claims_.store(key, answer);
    return answer;
}

bool PlacingProver::settle_by_turns(Turns& turns, Holder holder) {
    // The holder needs one turn that holds, the other side one that does not.
    const bool wanted = holder == Holder::Mover;
    const std::size_t size = turns.order.size();
    turns.keys.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
        if (lost_by_men(turns.best(i))) return wanted;
        turns.keys[i] = key(turns.best(i), verify::other(holder));
        prefetch(turns.keys[i]);
    }
    // What is settled already may spare all the rest.
    for (std::size_t i = 0; i < size; ++i) {
        const auto settled = find(turns.keys[i]);
        if (!settled) continue;
        if (*settled == wanted) return wanted;
        turns.keys[i] = 0;
    }
    for (std::size_t i = 0; i < size; ++i) {
        if (turns.keys[i] == 0) continue;
        // Two turns may lead to images of one position.
        const auto settled = find(turns.keys[i]);
        const bool answer =
            settled ? *settled : settle(turns.best(i), verify::other(holder), turns.keys[i]);
        if (answer == wanted) return wanted;
    }
    return !wanted;
}

// Positions of the last ply are not remembered: to settle them again is faster.
bool PlacingProver::settle_before_last(Turns& turns, Holder holder) {
    const bool wanted = holder == Holder::Mover;
    for (std::size_t i = 0; i < turns.order.size(); ++i) {
        const MoverView& after = turns.best(i);
        if (lost_by_men(after) || settle_last(after, verify::other(holder)) == wanted) {
            return wanted;
        }
    }
    return !wanted;
}

// The last man of all is placed: what follows is in the tables.
bool PlacingProver::settle_last(const MoverView& view, Holder holder) {
    ++counts_.nodes;
    const bool wanted = holder == Holder::Mover;
    const Bitboard chances = closing_points(view.own);
    const bool settled_by_mill = !for_each_turn(view, rules_, [&](const TurnBits& turn) {
        // A mill that may remove nothing is a turn like the others, but not one of those below.
        if ((turn.to & chances) == 0) return true;
        const MoverView after = play(view, turn);
        return !lost_by_men(after) && look_up(after, verify::other(holder)) != wanted;
    });
    if (settled_by_mill || count(view.other) < kMinMen) return wanted;
    // The opponent's men, who are to move then, stay as they are. If they are the class set, all
    // these positions are in one row.
    const int men = count(view.own) + 1;
    const bool same_row = count(view.other) >= men;
    const ValueStore::Row row = same_row ? values_.row(view.other, men, true) : ValueStore::Row{};
    for (Bitboard rest = view.empty() & ~chances; rest != 0; rest &= rest - 1) {
        const Bitboard own = view.own | (rest & (~rest + 1));
        const Wdl value = same_row ? value_of(row, own) : value_of(view.other, own);
        const bool holds = wanted ? value != Wdl::Win : value != Wdl::Loss;
        if (holds == wanted) return wanted;
    }
    return !wanted;
}

std::optional<bool> PlacingProver::known(const MoverView& view, Holder holder) {
    if (lost_by_men(view)) return holder == Holder::Opponent;
    const int left = plies_left_of(view);
    if (left == 0) return look_up(view, holder);
    if (left == 1) return settle_last(view, holder);
    return settled(view, holder);
}

bool PlacingProver::holds(const MoverView& view, Holder holder) {
    if (const auto settled = known(view, holder)) return *settled;
    return settle(view, holder, key(view, holder));
}

Wdl PlacingProver::value(const MoverView& view) {
    if (!holds(view, Holder::Mover)) return Wdl::Loss;
    return holds(view, Holder::Opponent) ? Wdl::Draw : Wdl::Win;
}

}  // namespace mulino::verify
