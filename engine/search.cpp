#include "engine/search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/evaluation.hpp"

namespace mulino::engine {
namespace {

constexpr Value kFirstWindow = 24;
// Plies before a no-capture limit from which on positions are told apart by their count.
constexpr int kLimitNear = 24;
constexpr int kFromFutility = 3;  // highest depth at which an estimate alone may settle a position
constexpr Value kFutilityMargin = 80;
// In a search forward: a won position that is as good as over, what a ply more to the end takes
// from it, and how many count at most.
constexpr Value kForward = kEstimateLimit / 2;
constexpr Value kForwardPly = 10;
constexpr int kForwardPlies = 400;
constexpr Value kLeastForward = kForward - 2 * kForwardPlies * kForwardPly;
static_assert(kLeastForward > 0);
// Tags of searches forward, each of which remembers for itself.
constexpr std::uint8_t kFirstForwardTag = 0x40;
constexpr std::uint8_t kForwardTags = 0x80;

}  // namespace

Search::Search(const Rules& rules, Memory& memory, Tables& tables)
    : rules_(rules), tables_(tables), memory_(memory) {
    for (std::size_t depth = 1; depth < reductions_.size(); ++depth) {
        for (std::size_t n = 1; n < reductions_[depth].size(); ++n) {
            reductions_[depth][n] = static_cast<std::uint8_t>(
                std::log(static_cast<double>(depth)) * std::log(static_cast<double>(n)) / 2.0 +
                0.3);
        }
    }
}

void Search::clear() {
    order_.clear();
    raised_.clear();
}

Found Search::run(const Task& task, Watch& watch, const Player::Report& report) {
    assert(!task.turns.empty());
    task_ = &task;
    watch_ = &watch;
    order_.fade();
    hits_before_ = tables_.hits();
    deepest_ = 0;
    turns_.clear();
    path_ = task.history;
    root_place_ = path_.size();
    path_.resize(root_place_ + kMostPlies + 1);
    path_[root_place_] = task.view;
    root_covered_ = tables_.cover(task.view);
    if (task.forward)
        forward_searches_ = static_cast<std::uint8_t>((forward_searches_ + 1) % kForwardTags);

    // The order at first is that of any other position.
    order_.rank(task.view, rules_, 0, {}, turns_);
    root_.clear();
    for (const Candidate& candidate : task.turns) {
        RootTurn root{.candidate = candidate, .line = {PackedTurn(candidate.turn)}};
        for (const RankedTurn& ranked : turns_) {
            if (ranked.turn == root.line.front()) root.promise = ranked.promise;
        }
        root_.push_back(std::move(root));
    }
    turns_.clear();
    std::stable_sort(root_.begin(), root_.end(),
                     [](const RootTurn& a, const RootTurn& b) { return a.promise > b.promise; });

    Found found{root_.front().candidate.turn, 0, {}};
    found.info.pv = {turn_of(found.turn)};
    Value expected = 0;
    for (int depth = 1; depth <= task.depth && !watch.look(); ++depth) {
        expected = aspirate(depth, expected);
        // A turn that was found better before the search had to end is better all the same.
        found.turn = root_.front().candidate.turn;
        if (root_.front().value == -kInfinite) break;
        found.value = root_.front().value;
        found.info = info(watch.over() ? depth - 1 : depth);
        if (watch.over()) break;
        if (report) report(found.info);
        // Deeper iterations cannot change what ends within this one.
        if (is_certain(found.value) && kWon - std::abs(found.value) <= depth) break;
    }
    // Whoever comes here again is not to believe the estimate that led here.
    if (task.forward && !is_certain(found.value) && found.value != 0) {
        Value& raised = raised_.try_emplace(forward_key(task.view), found.value).first->second;
        raised = std::min(raised, found.value);
    }
    return found;
}

std::uint64_t Search::forward_key(const MoverView& view) const {
    return memory_.key_of(view, kFirstForwardTag).bits;
}

SearchInfo Search::info(int depth) const {
    SearchInfo info;
    info.depth = depth;
    info.selective_depth = deepest_;
    info.score = to_score(root_.front().value);
    info.nodes = watch_->nodes();
    info.db_hits = tables_.hits() - hits_before_;
    info.time = watch_->elapsed();
    info.hash_full = memory_.full();
    for (const PackedTurn turn : root_.front().line) info.pv.push_back(turn_of(turn.unpack()));
    return info;
}

// A narrow window around the score expected, wider on the side where it was left.
Value Search::aspirate(int depth, Value expected) {
    Value below = kFirstWindow;
    Value above = kFirstWindow;
    const bool narrow = depth > 3 && !is_certain(expected);
    for (;;) {
        const Value alpha = narrow ? std::max(expected - below, -kInfinite) : -kInfinite;
        const Value beta = narrow ? std::min(expected + above, kInfinite) : kInfinite;
        const Value value = search_root(depth, alpha, beta);
        std::stable_sort(root_.begin(), root_.end(),
                         [](const RootTurn& a, const RootTurn& b) { return a.value > b.value; });
        if (watch_->over()) return value;
        if (value <= alpha && alpha > -kInfinite) {
            below = below > 1'000 ? kInfinite * 2 : below * 4;
        } else if (value >= beta && beta < kInfinite) {
            above = above > 1'000 ? kInfinite * 2 : above * 4;
        } else {
            return value;
        }
    }
}

Value Search::search_root(int depth, Value alpha, Value beta) {
    const Node root{task_->view, task_->plies_without_removal, 0};
    Value best = -kInfinite;
    // Only scores of this iteration count; the order keeps what is known.
    std::vector<Value> values(root_.size(), -kInfinite);
    for (std::size_t i = 0; i < root_.size(); ++i) {
        const auto& [turn, bonus] = root_[i].candidate;
        const Node child = after(root, turn);
        const auto score = [&, bonus = bonus](Value low, Value high, bool pv) {
            const Value plain = search_after(child, depth - 1, low - bonus, high - bonus, pv);
            return is_certain(plain) ? plain : plain + bonus;
        };
        Value value = 0;
        if (i > 0) value = score(alpha, alpha + 1, false);
        if (i == 0 || (value > alpha && value < beta)) value = score(alpha, beta, true);
        if (watch_->over()) break;
        if (i == 0 || value > alpha) {
            values[i] = value;
            auto& line = root_[i].line;
            line.assign(1, PackedTurn(turn));
            line.insert(line.end(), lines_[1].begin(), lines_[1].begin() + line_lengths_[1]);
        }
        best = std::max(best, value);
        alpha = std::max(alpha, value);
        if (alpha >= beta) break;
    }
    // Where not even the first turn was finished, the last iteration's scores stand.
    if (values.front() != -kInfinite || !watch_->over()) {
        for (std::size_t i = 0; i < root_.size(); ++i) root_[i].value = values[i];
    }
    return best;
}

Search::Node Search::after(const Node& node, const TurnBits& turn) const {
    const bool quiet = turn.from != 0 && turn.removed == 0;
    return {play(node.view, turn), quiet ? node.quiet + 1 : 0, node.ply + 1};
}

// What is remembered in searches of different kinds is told apart.
std::uint8_t Search::tag(int quiet) const {
    if (task_->forward) return static_cast<std::uint8_t>(kFirstForwardTag + forward_searches_);
    if (!rules_.no_capture_limit) return 0;
    const int left = *rules_.no_capture_limit - quiet;
    return left < kLimitNear ? static_cast<std::uint8_t>(std::max(left, 1)) : 0;
}

bool Search::repeated(const Node& node) const {
    const std::size_t here = root_place_ + static_cast<std::size_t>(node.ply);
    const auto reach = std::min(static_cast<std::size_t>(node.quiet), here);
    int times = 1;
    for (std::size_t back = 4; back <= reach; back += 2) {
        if (path_[here - back] != node.view) continue;
        // What repeats itself in the line can do so for ever.
        if (here - back >= root_place_ || task_->no_repetition || !rules_.repetition) return true;
        if (++times >= *rules_.repetition) return true;
    }
    return false;
}

bool Search::settled(const Node& node, Value& value) {
    const MoverView& view = node.view;
    if (count(view.own) + view.own_hand < kMinMen || !has_turn(view, rules_)) {
        value = lost_in(0);
        return true;
    }
    if (repeated(node) || (rules_.no_capture_limit && node.quiet >= *rules_.no_capture_limit)) {
        value = 0;
        return true;
    }
    if (task_->forward) return false;
    const bool told = task_->equal_turns && node.ply == 1;
    if (tables_.any() && !told && (node.quiet == 0 || !root_covered_)) {
        if (const auto known = tables_.look_up(view, node.quiet)) {
            watch_->look();
            value = known->value;
            return true;
        }
    }
    return false;
}

// The tables are asked about the winner's turns alone: those of the loser change nothing. The
// root's are all known to win.
bool Search::spoils(const Node& node) {
    if (!task_->forward || node.ply % 2 == 0 || node.ply == 1) return false;
    if (count(node.view.own) < kMinMen) return false;
    const auto known = tables_.look_up(node.view, node.quiet);
    watch_->look();
    return !known || known->outcome.value != Wdl::Loss;
}

Value Search::estimate(const Node& node) const {
    if (!task_->forward) return evaluate(node.view, rules_);
    const bool winner = node.ply % 2 == 0;
    const int plies = estimate_distance(node.view, rules_, winner ? Wdl::Win : Wdl::Loss);
    const Value value = kForward - kForwardPly * std::min(plies, kForwardPlies);
    if (!winner) return -value;
    if (raised_.empty()) return value;
    const auto raised = raised_.find(forward_key(node.view));
    return raised == raised_.end() ? value : std::min(value, raised->second);
}

// Scores of a search forward move towards 0 with each ply back, as certain ones do.
Value Search::from_child(Value value) const {
    if (task_->forward && !is_certain(value)) {
        if (value >= kLeastForward) return value - kForwardPly;
        if (value <= -kLeastForward) return value + kForwardPly;
    }
    return from_ahead(value, 1);
}

Value Search::to_child(Value value) const {
    if (task_->forward && !is_certain(value)) {
        if (value >= kLeastForward) return value + kForwardPly;
        if (value <= -kLeastForward) return value - kForwardPly;
    }
    return to_ahead(value, 1);
}

Value Search::search(const Node& node, int depth, Value alpha, Value beta, bool pv) {
    line_lengths_[static_cast<std::size_t>(node.ply)] = 0;
    if (watch_->tick()) return 0;
    deepest_ = std::max(deepest_, node.ply);
    path_[root_place_ + static_cast<std::size_t>(node.ply)] = node.view;
    Value value = 0;
    if (depth <= 0 || node.ply >= kMostPlies) {
        if (settled(node, value)) return value;
        // Removals may lead beyond the longest line.
        return node.ply >= kMostPlies ? estimate(node) : search_removals(node, alpha, beta);
    }
    const Memory::Key key = memory_.key_of(node.view, tag(node.quiet));
    memory_.prefetch(key.bits);
    if (settled(node, value)) return value;
    return search_turns(node, key, depth, alpha, beta, pv);
}

Value Search::search_after(const Node& node, int depth, Value alpha, Value beta, bool pv) {
    return from_child(-search(node, depth, -to_child(beta), -to_child(alpha), pv));
}

Value Search::search_turns(const Node& node, const Memory::Key& key, int depth, Value alpha,
                           Value beta, bool pv) {
    const Remembered known = memory_.find(key.bits);
    if (!pv && known.bound != Bound::None && known.depth >= depth) {
        if (known.bound == Bound::Exact || (known.bound == Bound::Lower && known.value >= beta) ||
            (known.bound == Bound::Upper && known.value <= alpha)) {
            return known.value;
        }
    }
    if (!pv && depth <= kFromFutility && !is_certain(beta)) {
        const Value value = estimate(node);
        if (value - kFutilityMargin * depth >= beta &&
            (closing_points(node.view.other) & node.view.empty()) == 0) {
            return value;
        }
    }

    const PackedTurn remembered = known.turn.image(inverse(key.to_stored));
    const std::size_t first = turns_.size();
    order_.rank(node.view, rules_, node.ply, remembered, turns_);
    const std::size_t end = turns_.size();
    const Value floor = alpha;
    Value best = -kInfinite;
    PackedTurn best_turn;
    std::size_t tried = 0;
    for (std::size_t i = first; i < end; ++i) {
        const PackedTurn turn = pick(turns_.data(), i, end);
        const Node child = after(node, turn.unpack());
        const bool spoilt = spoils(child);
        if (watch_->over()) {
            turns_.resize(first);
            return 0;
        }
        if (spoilt) {
            // A draw: nothing to search, and the turns that win keep their places in the order.
            best = std::max(best, 0);
            alpha = std::max(alpha, 0);
            if (alpha >= beta) break;
            continue;
        }
        const auto n = std::min<std::size_t>(tried++, 63);
        Value value = 0;
        if (n > 0) {
            int reduced = 0;
            if (depth >= 3 && n >= 3) {
                reduced = reductions_[static_cast<std::size_t>(std::min(depth, 63))][n];
                if (pv && reduced > 0) --reduced;
                if (turns_[i].promise >= kKiller && reduced > 0) --reduced;
            }
            value = search_after(child, depth - 1 - reduced, alpha, alpha + 1, false);
            if (reduced > 0 && value > alpha) {
                value = search_after(child, depth - 1, alpha, alpha + 1, false);
            }
        }
        if (n == 0 || (pv && value > alpha && value < beta)) {
            value = search_after(child, depth - 1, alpha, beta, pv);
        }
        if (watch_->over()) {
            turns_.resize(first);
            return 0;
        }
        if (value > best) {
            best = value;
            best_turn = turn;
            if (value > alpha) {
                alpha = value;
                if (pv) keep_line(node.ply, turn);
            }
        }
        if (alpha >= beta) {
            if (!turn.removes()) {
                order_.reward(turn, node.ply, depth, turns_.data() + first, i - first);
            }
            break;
        }
    }
    turns_.resize(first);
    const Bound bound = best >= beta ? Bound::Lower : best > floor ? Bound::Exact : Bound::Upper;
    memory_.store(key.bits,
                  {best, best_turn.image(key.to_stored), static_cast<std::uint8_t>(depth), bound});
    return best;
}

// The depth is used up: the estimate, unless a removal does better.
Value Search::search_removals(const Node& node, Value alpha, Value beta) {
    Value best = estimate(node);
    if (best >= beta || (closing_points(node.view.own) & node.view.empty()) == 0) return best;
    alpha = std::max(alpha, best);
    const std::size_t first = turns_.size();
    order_.rank_removals(node.view, rules_, turns_);
    const std::size_t end = turns_.size();
    for (std::size_t i = first; i < end; ++i) {
        const PackedTurn turn = pick(turns_.data(), i, end);
        const Node child = after(node, turn.unpack());
        const bool spoilt = spoils(child);
        if (watch_->over()) break;
        if (spoilt) continue;
        const Value value = search_after(child, 0, alpha, beta, false);
        if (watch_->over()) break;
        best = std::max(best, value);
        alpha = std::max(alpha, value);
        if (alpha >= beta) break;
    }
    turns_.resize(first);
    return best;
}

void Search::keep_line(int ply, PackedTurn turn) {
    const auto here = static_cast<std::size_t>(ply);
    auto& line = lines_[here];
    line[0] = turn;
    const int rest = std::min(line_lengths_[here + 1], kMostPlies - 1);
    std::copy_n(lines_[here + 1].begin(), rest, line.begin() + 1);
    line_lengths_[here] = rest + 1;
}

}  // namespace mulino::engine
