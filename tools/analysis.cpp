#include "tools/analysis.hpp"

#include <algorithm>
#include <tuple>

namespace mulino {
namespace {

// Which of two turns is better: a smaller rank. A win or loss of unknown length comes after the
// wins and before the losses of known length.
std::tuple<int, int> rank_of(const Evaluation& evaluation) {
    constexpr int kLong = 1 << 20;
    if (!evaluation.value) return {3, 0};
    switch (*evaluation.value) {
        case Wdl::Win:
            return {0, evaluation.distance ? *evaluation.distance : kLong};
        case Wdl::Draw:
            return {1, 0};
        case Wdl::Loss:
            break;
    }
    return {2, evaluation.distance ? -*evaluation.distance : -kLong};
}

// The outcome of a turn for the side that plays it, from that of the position it leads to for the
// opponent.
Evaluation of_turn(const Evaluation& after, const Turn& turn, Metric metric) {
    Evaluation evaluation;
    if (!after.value) return evaluation;
    evaluation.value = reversed(*after.value);
    if (!after.distance || metric == Metric::Wdl) return evaluation;
    const int so_far = metric == Metric::Dtc && !turn.quiet() ? 0 : *after.distance;
    evaluation.distance = static_cast<std::uint16_t>(so_far + 1);
    return evaluation;
}

// What the turns, all legal ones, tell about the position itself.
Evaluation best_of(const std::vector<JudgedTurn>& turns) {
    Evaluation best{Wdl::Loss, {}};
    for (const JudgedTurn& turn : turns) {
        if (turn.evaluation.value == Wdl::Win) return {Wdl::Win, {}};
        if (!turn.evaluation.value) {
            best.value.reset();
        } else if (best.value) {
            best.value = std::max(*best.value, *turn.evaluation.value);
        }
    }
    return best;
}

}  // namespace

Analyst::Analyst(const Database& database, const Rules& rules, std::chrono::duration<double> time)
    : database_(database), rules_(rules), time_(time) {}

bool Analyst::limit_reached(const Position& position) const {
    return rules_.no_capture_limit && position.plies_without_removal >= *rules_.no_capture_limit;
}

Phase Analyst::phase(const Position& position) const {
    if (is_lost(position, rules_) || limit_reached(position)) return Phase::Over;
    return position.placing() ? Phase::Placing : Phase::Moving;
}

Analyst::Clock::time_point Analyst::deadline_after(double share) const {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(time_ * share);
}

PlacingSearch& Analyst::search() {
    if (!search_) search_.emplace(database_, rules_);
    return *search_;
}

// A position without men in hand.
Result<Evaluation> Analyst::look_up(const Position& position) const {
    if (is_lost(position, rules_)) return Evaluation{Wdl::Loss, std::uint16_t{0}};
    if (limit_reached(position)) return Evaluation{Wdl::Draw, {}};
    const Result<Outcome> outcome = database_.probe(position);
    if (!outcome) return tl::unexpected(outcome.error());
    return Evaluation{outcome->value, outcome->distance};
}

Result<Evaluation> Analyst::evaluate(const Position& position) {
    if (phase(position) != Phase::Placing) return look_up(position);
    Result<Evaluation> known = search().value(position, deadline_after(0.5));
    if (!known || !known->value || database_.metric() != Metric::Dtw) return known;
    const Result<Evaluation> exact = search().value_and_distance(position, deadline_after(0.5));
    return exact && exact->value ? exact : known;
}

Result<void> Analyst::judge_by_tables(Analysis& analysis) const {
    for (JudgedTurn& turn : analysis.turns) {
        const Result<Evaluation> after = look_up(turn.after);
        if (!after) return tl::unexpected(after.error());
        turn.evaluation = of_turn(*after, turn.turn, database_.metric());
    }
    return {};
}

// The time is shared out: a quarter each for the value and the distance of the position, and for
// the values and the distances of its turns, of which each gets its part of what is left.
Result<void> Analyst::judge_by_search(Analysis& analysis, const Position& position) {
    const auto judge_turns = [&](auto judge) -> Result<void> {
        const Clock::time_point end = deadline_after(0.25);
        std::size_t left = analysis.turns.size();
        for (JudgedTurn& turn : analysis.turns) {
            const auto now = Clock::now();
            const auto part = std::max(Clock::duration{}, end - now) / static_cast<int>(left--);
            const Result<Evaluation> after =
                turn.after.placing() ? judge(turn.after, now + part) : look_up(turn.after);
            if (after && after->value) {
                turn.evaluation = of_turn(*after, turn.turn, database_.metric());
            } else if (after && search().missing_table()) {
                analysis.missing = search().missing_table();
            } else if (!after) {
                if (after.error().code != ErrorCode::MissingTable) {
                    return tl::unexpected(after.error());
                }
                analysis.missing = after.error();
            }
        }
        return {};
    };
    const auto judge = [&](auto member) -> Result<void> {
        const Result<Evaluation> known = (search().*member)(position, deadline_after(0.25));
        if (!known) return tl::unexpected(known.error());
        if (known->value) analysis.evaluation = *known;
        return judge_turns([&](const Position& after, Clock::time_point deadline) {
            return (search().*member)(after, deadline);
        });
    };
    if (auto done = judge(&PlacingSearch::value); !done) return done;
    if (database_.metric() == Metric::Dtw) {
        if (auto done = judge(&PlacingSearch::value_and_distance); !done) return done;
    }
    if (!analysis.evaluation.value) analysis.evaluation = best_of(analysis.turns);
    return {};
}

Result<Analysis> Analyst::analyse(const Position& position) {
    Analysis analysis;
    analysis.phase = phase(position);
    if (analysis.phase != Phase::Placing) {
        const Result<Evaluation> known = look_up(position);
        if (!known) return tl::unexpected(known.error());
        analysis.evaluation = *known;
    }
    if (analysis.phase == Phase::Over) return analysis;
    for (const Turn& turn : legal_turns(position, rules_)) {
        analysis.turns.push_back({turn, play(position, turn), {}});
    }
    const Result<void> judged = analysis.phase == Phase::Placing
                                    ? judge_by_search(analysis, position)
                                    : judge_by_tables(analysis);
    if (!judged) return tl::unexpected(judged.error());
    std::stable_sort(analysis.turns.begin(), analysis.turns.end(),
                     [](const JudgedTurn& a, const JudgedTurn& b) {
                         return rank_of(a.evaluation) < rank_of(b.evaluation);
                     });
    if (analysis.phase == Phase::Moving &&
        analysis.turns.front().evaluation != analysis.evaluation) {
        return fail(ErrorCode::Damaged, "the tables contradict one another: the best turn of '" +
                                            to_string(position) +
                                            "' has another outcome than the position");
    }
    return analysis;
}

Result<BestLine> Analyst::best_line(const Position& position) {
    if (database_.metric() == Metric::Wdl) {
        return fail(ErrorCode::NoDistances,
                    "no best line: the tables hold values without distances, which do not say "
                    "which turn comes nearer to the end");
    }
    BestLine line;
    std::vector<Position> seen;
    Position now = position;
    for (;;) {
        if (is_lost(now, rules_)) return line;
        if (limit_reached(now)) {
            line.end = BestLine::End::Limit;
            return line;
        }
        // A repetition is one of the men; the counter, where there is a limit, goes on.
        Position men = now;
        men.plies_without_removal = 0;
        if (std::find(seen.begin(), seen.end(), men) != seen.end()) {
            line.end = BestLine::End::Repetition;
            return line;
        }
        seen.push_back(men);
        const Result<Analysis> analysis = analyse(now);
        if (!analysis) return tl::unexpected(analysis.error());
        if (!analysis->evaluation.value || analysis->turns.empty() ||
            !analysis->turns.front().evaluation.value) {
            line.end = BestLine::End::Unknown;
            return line;
        }
        line.turns.push_back(analysis->turns.front().turn);
        now = analysis->turns.front().after;
    }
}

}  // namespace mulino
