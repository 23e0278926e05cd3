#include "engine/root.hpp"

#include <algorithm>
#include <optional>

#include "engine/game.hpp"

namespace mulino::engine {
namespace {

// A draw in which every reply but one loses is worth this much more than one in which none does.
constexpr Value kTrapBonus = 150;

// A turn and what it leads to, for who plays it.
struct Judged {
    TurnBits turn;
    MoverView after;
    std::optional<Known> known;  // value and distance of the turn, not of the position after it
    int times = 0;               // the position after it has occurred

    bool is(Wdl value) const { return known && known->certain && known->outcome.value == value; }
    bool claims(Wdl value) const { return known && known->outcome.value == value; }
};

Known turned(const Known& after, bool removes, Metric metric) {
    Known known = after;
    known.outcome.value = reversed(after.outcome.value);
    known.value = from_ahead(-after.value, 1);
    if (known.outcome.distance) {
        known.outcome.distance = metric == Metric::Dtc && removes
                                     ? std::uint16_t{1}
                                     : static_cast<std::uint16_t>(*after.outcome.distance + 1);
    }
    return known;
}

class Adviser {
public:
    Adviser(const Game& game, Tables& tables, Watch& watch)
        : game_(game), tables_(tables), watch_(watch), view_(view_of(game.position())) {}

    RootAdvice advise() {
        const auto root = tables_.look_up(view_, game_.position().plies_without_removal);
        judge();
        if (!root) return all(Plan::Search);
        advice_.score.value = root->outcome.value;
        if (!root->certain) {
            advice_.score.value.reset();
            return unsettled(root->outcome.value);
        }
        switch (root->outcome.value) {
            case Wdl::Win:
                return win();
            case Wdl::Draw:
                return draw();
            case Wdl::Loss:
                return loss();
        }
        return all(Plan::Search);
    }

private:
    void judge() {
        const Rules& rules = game_.rules();
        for_each_turn(view_, rules, [&](const TurnBits& turn) {
            Judged judged{turn, play(view_, turn), {}, 0};
            const Position after = mulino::play(game_.position(), turn_of(turn));
            const int times = game_.occurrences_of(after);
            judged.times = times;
            if (!has_turn(judged.after, rules)) {
                judged.known = Known{{Wdl::Win, std::uint16_t{1}}, true, won_in(1)};
            } else if ((rules.repetition && times + 1 >= *rules.repetition) ||
                       (rules.no_capture_limit &&
                        after.plies_without_removal >= *rules.no_capture_limit)) {
                judged.known = Known{{Wdl::Draw, {}}, true, 0};
            } else if (!watch_.over()) {
                // A file on a slow disk must not take more time than there is: what is not known
                // by then is left to the search.
                const auto known = tables_.look_up(judged.after, after.plies_without_removal);
                if (known) judged.known = turned(*known, turn.removed != 0, tables_.metric());
                watch_.look();
            }
            turns_.push_back(judged);
        });
    }

    template <typename Condition>
    RootAdvice only(Plan plan, Condition&& condition) {
        advice_.plan = plan;
        for (const Judged& judged : turns_) {
            if (condition(judged)) advice_.turns.push_back({judged.turn, 0});
        }
        return advice_.turns.empty() ? all(Plan::Search) : std::move(advice_);
    }
    RootAdvice all(Plan plan) {
        return only(plan, [](const Judged&) { return true; });
    }

    // The turns of one value, all with distances: the shortest or the longest way.
    bool by_distance(Wdl value, bool shortest) {
        const Judged* best = nullptr;
        for (const Judged& judged : turns_) {
            if (!judged.claims(value)) continue;
            if (!judged.known->outcome.distance) return false;
            const auto distance = *judged.known->outcome.distance;
            if (best == nullptr || (shortest ? distance < *best->known->outcome.distance
                                             : distance > *best->known->outcome.distance)) {
                best = &judged;
            }
        }
        if (best == nullptr) return false;
        const auto distance = best->known->outcome.distance;
        for (const Judged& judged : turns_) {
            if (judged.claims(value) && judged.known->outcome.distance == distance) {
                advice_.turns.push_back({judged.turn, 0});
            }
        }
        if (tables_.metric() == Metric::Dtw) advice_.score.plies = *distance;
        return true;
    }

    RootAdvice win() {
        const bool immediate = std::any_of(turns_.begin(), turns_.end(), [](const Judged& judged) {
            return judged.known && judged.known->value == won_in(1);
        });
        if (immediate) {
            advice_.score.plies = 1;
            return only(Plan::Play, [](const Judged& judged) {
                return judged.known && judged.known->value == won_in(1);
            });
        }
        if (by_distance(Wdl::Win, true)) {
            advice_.plan = Plan::Play;
            return std::move(advice_);
        }
        // Positions that came seldom are preferred; where all have come, it may be in vain to avoid
        // them further on.
        int seldom = static_cast<int>(game_.positions().size());
        for (const Judged& judged : turns_) {
            if (judged.is(Wdl::Win)) seldom = std::min(seldom, judged.times);
        }
        advice_.no_repetition = seldom == 0;
        return only(Plan::Convert, [&](const Judged& judged) {
            return judged.is(Wdl::Win) && judged.times == seldom;
        });
    }

    RootAdvice draw() {
        RootAdvice advice = only(Plan::Hold, [](const Judged& j) { return j.is(Wdl::Draw); });
        if (advice.turns.size() < 2) return advice;
        for (Candidate& candidate : advice.turns) {
            if (watch_.over()) break;
            candidate.bonus = trap_bonus(play(view_, candidate.turn), candidate.turn);
        }
        return advice;
    }

    // By the share of replies that lose.
    Value trap_bonus(const MoverView& after, const TurnBits& turn) {
        const bool quiet = turn.removed == 0;
        const int plies = quiet ? game_.position().plies_without_removal + 1 : 0;
        int replies = 0;
        int losing = 0;
        for_each_turn(after, game_.rules(), [&](const TurnBits& reply) {
            const auto known =
                tables_.look_up(play(after, reply), reply.removed == 0 ? plies + 1 : 0);
            ++replies;
            if (known && known->outcome.value == Wdl::Win) ++losing;
            watch_.look();
            return !watch_.over();
        });
        return replies == 0 ? 0 : kTrapBonus * losing / replies;
    }

    RootAdvice loss() {
        // Values know no history: a draw rule may save what is lost.
        const bool saved = std::any_of(turns_.begin(), turns_.end(),
                                       [](const Judged& judged) { return judged.is(Wdl::Draw); });
        if (saved) {
            advice_.score.value = Wdl::Draw;
            return only(Plan::Play, [](const Judged& judged) { return judged.is(Wdl::Draw); });
        }
        if (by_distance(Wdl::Loss, false)) {
            advice_.plan = Plan::Play;
            return std::move(advice_);
        }
        return all(Plan::Delay);
    }

    // Won or lost by tables that do not know the limit of the game.
    RootAdvice unsettled(Wdl value) {
        const bool won = value == Wdl::Win;
        if (by_distance(value, won)) std::swap(first_, advice_.turns);
        advice_.score.plies.reset();
        RootAdvice advice =
            won ? only(Plan::Claim, [](const Judged& j) { return j.claims(Wdl::Win); })
                : all(Plan::Resist);
        if (first_.empty()) return advice;
        const auto best = std::find_if(
            advice.turns.begin(), advice.turns.end(),
            [&](const Candidate& candidate) { return candidate.turn == first_.front().turn; });
        if (best != advice.turns.end()) std::iter_swap(advice.turns.begin(), best);
        return advice;
    }

    const Game& game_;
    Tables& tables_;
    Watch& watch_;
    MoverView view_;
    std::vector<Judged> turns_;
    std::vector<Candidate> first_;
    RootAdvice advice_;
};

}  // namespace

RootAdvice advise(const Game& game, Tables& tables, Watch& watch) {
    return Adviser(game, tables, watch).advise();
}

}  // namespace mulino::engine
