#include "engine/conversion.hpp"

#include <algorithm>

#include "engine/features.hpp"

namespace mulino::engine {
namespace {

// Keeps what is remembered here apart from what the other search remembers.
constexpr std::uint8_t kTag = 0xFF;
constexpr int kMostPliesAhead = 99;

// In an entry, `value` is the number of plies that suffice, 0 where none is known; `depth` the
// number of plies that do not. The bound says what the position is for its mover.
constexpr Bound kIsWon = Bound::Exact;
constexpr Bound kIsLost = Bound::Lower;
constexpr Bound kIsNotLost = Bound::Upper;

int enough(const Remembered& entry) { return entry.value; }
int too_few(const Remembered& entry) { return entry.depth; }

// Whether the mover has a turn that closes a mill. Requires: no men in hand.
bool can_close(const MoverView& view, const Rules& rules) {
    const LinePartners lines = line_partners(view.own);
    const Bitboard empty = view.empty();
    if ((lines.any() & empty) == 0) return false;
    if (mover_flies(view, rules)) return true;
    const Steps closing = closing_steps(steps_of(view.own), lines, empty);
    return (closing[0] | closing[1] | closing[2] | closing[3]) != 0;
}

// Whether the mover, about to lose, can avoid that the next turn closes a mill or ends the game.
bool can_hold_out(const MoverView& view, const Rules& rules) {
    return !for_each_turn(view, rules, [&](const TurnBits& turn) {
        if (turn.removed != 0) return true;
        const MoverView after = play(view, turn);
        if (can_close(after, rules)) return true;
        // A step onto a point takes four turns at most, and no turn is left.
        return count_turns(MoverView{after.other, after.own, 0, 0}, rules) <= 4;
    });
}

}  // namespace

std::optional<Conversion> ConversionSearch::find(const MoverView& view,
                                                 const std::vector<Candidate>& turns,
                                                 Watch& watch) {
    watch_ = &watch;
    next_.clear();
    for (int plies = 1; plies <= kMostPliesAhead && !watch.look(); plies += 2) {
        for (const Candidate& candidate : turns) {
            const TurnBits& turn = candidate.turn;
            const MoverView after = play(view, turn);
            const bool found = plies == 1 ? turn.removed != 0 || !has_turn(after, rules_)
                                          : turn.removed == 0 && loser_gives_way(after, plies - 1);
            if (watch.over()) return std::nullopt;
            if (found) return Conversion{turn, plies};
        }
    }
    return std::nullopt;
}

bool ConversionSearch::lost(const MoverView& view) {
    const Memory::Key key = memory_.key_of(view, kTag);
    const Remembered entry = memory_.find(key.bits);
    if (entry.bound != Bound::None) return entry.bound == kIsLost;
    watch_->tick_look_up();
    const auto known = tables_.look_up(view, 0);
    const bool is_lost = known && known->outcome.value == Wdl::Loss;
    memory_.store(key.bits, {0, {}, 0, is_lost ? kIsLost : kIsNotLost});
    return is_lost;
}

std::optional<bool> ConversionSearch::remembered(const Memory::Key& key, int plies) const {
    const Remembered entry = memory_.find(key.bits);
    if (entry.bound == Bound::None) return std::nullopt;
    if (enough(entry) != 0 && enough(entry) <= plies) return true;
    if (too_few(entry) >= plies) return false;
    return std::nullopt;
}

void ConversionSearch::remember(const Memory::Key& key, Bound bound, int plies, bool within) {
    Remembered entry = memory_.find(key.bits);
    entry.bound = bound;
    if (within) {
        if (entry.value == 0 || entry.value > plies) entry.value = plies;
    } else {
        entry.depth = static_cast<std::uint8_t>(std::max<int>(entry.depth, plies));
    }
    memory_.store(key.bits, entry);
}

// The opponent is left without a turn, or with fewer men in a position that is lost.
bool ConversionSearch::ends_or_converts(const MoverView& view, const TurnBits& turn) {
    const MoverView after = play(view, turn);
    if (!has_turn(after, rules_)) return true;
    return turn.removed != 0 && lost(after);
}

// Appends the positions after quiet turns that win and may lead to a conversion within `plies`.
void ConversionSearch::list_winning(const MoverView& view, int plies) {
    const std::size_t first = next_.size();
    for_each_turn(view, rules_, [&](const TurnBits& turn) {
        if (turn.removed != 0) return;
        const MoverView after = play(view, turn);
        // Before the last turn this tells more than the databases, and sooner.
        if (plies == 3 && can_hold_out(after, rules_)) return;
        if (!lost(after)) return;
        const Remembered entry = memory_.find(memory_.key_of(after, kTag).bits);
        if (too_few(entry) >= plies - 1 && enough(entry) == 0) return;
        // The fewer answers there are, the sooner all of them are refuted.
        next_.push_back({after, (enough(entry) != 0 ? 0 : 64) + count_turns(after, rules_)});
    });
    std::sort(next_.begin() + static_cast<std::ptrdiff_t>(first), next_.end(),
              [](const Next& a, const Next& b) { return a.order < b.order; });
}

bool ConversionSearch::winner_converts(const MoverView& view, int plies) {
    if (watch_->tick()) return false;
    const Memory::Key key = memory_.key_of(view, kTag);
    if (const auto known = remembered(key, plies)) return *known;
    bool converts = !for_each_turn(
        view, rules_, [&](const TurnBits& turn) { return !ends_or_converts(view, turn); });
    const bool at_once = converts;
    if (!converts && plies >= 3) {
        const std::size_t first = next_.size();
        list_winning(view, plies);
        const std::size_t end = next_.size();
        for (std::size_t i = first; i < end && !converts; ++i) {
            converts = loser_gives_way(next_[i].view, plies - 1);
            if (watch_->over()) break;
        }
        next_.resize(first);
        if (watch_->over()) return false;
    }
    remember(key, kIsWon, at_once ? 1 : plies, converts);
    return converts;
}

bool ConversionSearch::loser_gives_way(const MoverView& view, int plies) {
    if (watch_->tick()) return false;
    const Memory::Key key = memory_.key_of(view, kTag);
    if (const auto known = remembered(key, plies)) return *known;
    const std::size_t first = next_.size();
    for_each_turn(view, rules_, [&](const TurnBits& turn) {
        // A removal of the loser's leaves a smaller position that is won.
        if (turn.removed != 0) return;
        const MoverView after = play(view, turn);
        const Remembered entry = memory_.find(memory_.key_of(after, kTag).bits);
        if (enough(entry) != 0 && enough(entry) < plies) return;
        // What is known to last, and what leaves the winner no mill to close, comes first.
        const bool threatened = can_close(after, rules_);
        next_.push_back({after, (threatened ? 1 : 0) - 2 * too_few(entry)});
    });
    const std::size_t end = next_.size();
    std::sort(next_.begin() + static_cast<std::ptrdiff_t>(first), next_.end(),
              [](const Next& a, const Next& b) { return a.order < b.order; });
    bool gives_way = true;
    for (std::size_t i = first; i < end && gives_way; ++i) {
        gives_way = winner_converts(next_[i].view, plies - 1);
        if (watch_->over()) break;
    }
    next_.resize(first);
    if (watch_->over()) return false;
    remember(key, kIsLost, plies, gives_way);
    return gives_way;
}

}  // namespace mulino::engine
