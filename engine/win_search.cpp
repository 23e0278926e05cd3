#include "engine/win_search.hpp"

#include <algorithm>

#include "engine/features.hpp"

namespace mulino::engine {
namespace {

// Keeps what is remembered here apart from what the other search remembers.
constexpr std::uint8_t kTag = 0xFE;
constexpr int kMostPliesAhead = 99;
// Turns of the other side that a step onto a point takes at most.
constexpr int kMostBlocked = 4;

// In an entry, `value` is the number of plies that suffice, 0 where none is known; `depth` the
// number of plies that do not. The bound says what the position is for its mover.
constexpr Bound kIsWon = Bound::Exact;
constexpr Bound kIsLost = Bound::Lower;
constexpr Bound kIsNotLost = Bound::Upper;

int enough(const Remembered& entry) { return entry.value; }
int too_few(const Remembered& entry) { return entry.depth; }

MoverView turned(const MoverView& view) {
    return {view.other, view.own, view.other_hand, view.own_hand};
}

}  // namespace

std::optional<WayForward> WinSearch::find(const MoverView& view,
                                          const std::vector<Candidate>& turns, Watch& watch) {
    watch_ = &watch;
    next_.clear();
    WayForward way;
    for (int plies = 1; plies <= kMostPliesAhead && !watch.look(); plies += 2) {
        way.plies = plies;
        for (const Candidate& candidate : turns) {
            const MoverView after = play(view, candidate.turn);
            const bool found = plies == 1 ? reaches_goal(after, candidate.turn)
                                          : loser_is_forced(after, plies - 1);
            if (watch.over()) break;
            if (found) way.turns.push_back(candidate);
            if (found && goal_ == Goal::End) break;
        }
        if (!way.turns.empty()) return way;
    }
    return std::nullopt;
}

Memory::Key WinSearch::key_of(const MoverView& view) const {
    return memory_.key_of(view, static_cast<std::uint8_t>(kTag + static_cast<int>(goal_)));
}

bool WinSearch::lost(const MoverView& view) {
    const Memory::Key key = key_of(view);
    const Remembered entry = memory_.find(key.bits);
    if (entry.bound != Bound::None) return entry.bound == kIsLost;
    const auto known = tables_.look_up(view, 0);
    watch_->look();
    const bool is_lost = known && known->outcome.value == Wdl::Loss;
    memory_.store(key.bits, {0, {}, 0, is_lost ? kIsLost : kIsNotLost});
    return is_lost;
}

std::optional<bool> WinSearch::remembered(const Memory::Key& key, int plies) const {
    const Remembered entry = memory_.find(key.bits);
    if (entry.bound == Bound::None) return std::nullopt;
    if (enough(entry) != 0 && enough(entry) <= plies) return true;
    if (too_few(entry) >= plies) return false;
    return std::nullopt;
}

void WinSearch::remember(const Memory::Key& key, Bound bound, int plies, bool within) {
    Remembered entry = memory_.find(key.bits);
    entry.bound = bound;
    if (within) {
        if (entry.value == 0 || entry.value > plies) entry.value = plies;
    } else {
        entry.depth = static_cast<std::uint8_t>(std::max<int>(entry.depth, plies));
    }
    memory_.store(key.bits, entry);
}

// Of the winner's turn.
bool WinSearch::reaches_goal(const MoverView& after, const TurnBits& turn) {
    if (!has_turn(after, rules_)) return true;
    return goal_ == Goal::Removal && turn.removed != 0 && lost(after);
}

bool WinSearch::can_close(const MoverView& view) const {
    const LinePartners lines = line_partners(view.own);
    const Bitboard empty = view.empty();
    if ((lines.any() & empty) == 0) return false;
    if (mover_flies(view, rules_)) return true;
    const Steps closing = closing_steps(steps_of(view.own), lines, empty);
    return (closing[0] | closing[1] | closing[2] | closing[3]) != 0;
}

// Whether the loser, to move, can avoid that the winner's next turn reaches the goal. Without a
// look-up: only turns after which the winner has no mill to close, and cannot block what is left.
bool WinSearch::can_hold_out(const MoverView& loser) const {
    const bool by_removal = goal_ == Goal::Removal || count(loser.own) == kMinMen;
    return !for_each_turn(loser, rules_, [&](const TurnBits& turn) {
        if (goal_ == Goal::Removal && turn.removed != 0) return true;
        const MoverView winner = play(loser, turn);
        if (by_removal && can_close(winner)) return true;
        return count_turns(turned(winner), rules_) <= kMostBlocked;
    });
}

// Whether so few turns of the winner can hardly end the game: too many men would have to go, and
// there are too many steps to block. Not proved, since the loser may block itself.
bool WinSearch::out_of_reach(const MoverView& loser, int turns) const {
    if (goal_ == Goal::Removal || count(loser.own) - kMinMen < turns) return false;
    return count_turns(loser, rules_) > kMostBlocked * turns;
}

// Appends the positions after turns that win and do not reach the goal at once.
void WinSearch::list_winning(const MoverView& view, int plies) {
    const std::size_t first = next_.size();
    for_each_turn(view, rules_, [&](const TurnBits& turn) {
        if (goal_ == Goal::Removal && turn.removed != 0) return;
        const MoverView after = play(view, turn);
        // Before the last turn this tells more than the databases, and sooner.
        if (plies == 3 && can_hold_out(after)) return;
        if (out_of_reach(after, (plies - 1) / 2) || !lost(after)) return;
        const Remembered entry = memory_.find(key_of(after).bits);
        if (too_few(entry) >= plies - 1 && enough(entry) == 0) return;
        // The fewer answers there are, the sooner all of them are refuted.
        next_.push_back({after, (enough(entry) != 0 ? 0 : 64) + count_turns(after, rules_)});
    });
    std::sort(next_.begin() + static_cast<std::ptrdiff_t>(first), next_.end(),
              [](const Next& a, const Next& b) { return a.order < b.order; });
}

bool WinSearch::winner_forces(const MoverView& view, int plies) {
    if (watch_->tick()) return false;
    const Memory::Key key = key_of(view);
    if (const auto known = remembered(key, plies)) return *known;
    const bool at_once = !for_each_turn(
        view, rules_, [&](const TurnBits& turn) { return !reaches_goal(play(view, turn), turn); });
    bool forces = at_once;
    if (!forces && plies >= 3) {
        const std::size_t first = next_.size();
        list_winning(view, plies);
        const std::size_t end = next_.size();
        for (std::size_t i = first; i < end && !forces; ++i) {
            const MoverView answer = next_[i].view;  // a copy: next_ grows meanwhile
            forces = loser_is_forced(answer, plies - 1);
            if (watch_->over()) break;
        }
        next_.resize(first);
        if (watch_->over()) return false;
    }
    remember(key, kIsWon, at_once ? 1 : plies, forces);
    return forces;
}

bool WinSearch::loser_is_forced(const MoverView& view, int plies) {
    if (watch_->tick()) return false;
    const Memory::Key key = key_of(view);
    if (const auto known = remembered(key, plies)) return *known;
    const std::size_t first = next_.size();
    for_each_turn(view, rules_, [&](const TurnBits& turn) {
        // A removal of the loser's leaves a smaller position that is won.
        if (goal_ == Goal::Removal && turn.removed != 0) return;
        const MoverView after = play(view, turn);
        const Remembered entry = memory_.find(key_of(after).bits);
        if (enough(entry) != 0 && enough(entry) < plies) return;
        // What is known to last, and what leaves the winner no mill to close, comes first.
        next_.push_back({after, (can_close(after) ? 1 : 0) - 2 * too_few(entry)});
    });
    const std::size_t end = next_.size();
    std::sort(next_.begin() + static_cast<std::ptrdiff_t>(first), next_.end(),
              [](const Next& a, const Next& b) { return a.order < b.order; });
    bool forced = true;
    for (std::size_t i = first; i < end && forced; ++i) {
        const MoverView answer = next_[i].view;  // a copy: next_ grows meanwhile
        forced = winner_forces(answer, plies - 1);
        if (watch_->over()) break;
    }
    next_.resize(first);
    if (watch_->over()) return false;
    remember(key, kIsLost, plies, forced);
    return forced;
}

}  // namespace mulino::engine
