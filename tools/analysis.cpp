#include "tools/analysis.hpp"

#include <algorithm>
#include <utility>

#include "db/turn_outcome.hpp"

namespace mulino {
namespace {

// As rank_of an outcome; what is unknown comes last.
std::pair<int, int> rank_of(const Evaluation& evaluation) {
    if (!evaluation.value) return {3, 0};
    return mulino::rank_of(Outcome{*evaluation.value, evaluation.distance});
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

// Whether the turns, sorted and all known, say something else than the position's own table. Where
// one of those that lead to the position's value has no distance, only the values can tell.
bool contradict(const Analysis& analysis) {
    const Evaluation& own = analysis.evaluation;
    const Evaluation& best = analysis.turns.front().evaluation;
    if (best.value != own.value) return true;
    const bool comparable =
        own.distance.has_value() &&
        std::all_of(analysis.turns.begin(), analysis.turns.end(), [&own](const JudgedTurn& turn) {
            return turn.evaluation.value != own.value || turn.evaluation.distance.has_value();
        });
    return comparable && best.distance != own.distance;
}

}  // namespace

Evaluation of_turn(const Evaluation& after, const Turn& turn, Metric metric) {
    if (!after.value) return {};
    const Outcome outcome = of_turn(Outcome{*after.value, after.distance}, turn, metric);
    // Beside tables of values alone no distance is told, not even that to an end that is seen.
    if (metric == Metric::Wdl) return {outcome.value, {}};
    return {outcome.value, outcome.distance};
}

Analyst::Analyst(const Database& database, const Rules& rules, PlacingSettings placing)
    : database_(database), rules_(rules), placing_(std::move(placing)) {}

bool Analyst::limit_reached(const Position& position) const {
    return rules_.no_capture_limit && position.plies_without_removal >= *rules_.no_capture_limit;
}

Phase Analyst::phase(const Position& position) const {
    if (is_lost(position, rules_) || limit_reached(position)) return Phase::Over;
    return position.placing() ? Phase::Placing : Phase::Moving;
}

Analyst::Clock::time_point Analyst::deadline_after(double share) const {
    if (!placing_.seconds) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(*placing_.seconds * share));
}

Result<verify::PlacingValues*> Analyst::search() {
    if (search_) return search_.get();
    verify::PlacingOptions options;
    options.threads = placing_.threads;
    options.store = placing_.store;
    search_ = std::make_unique<verify::PlacingValues>(database_, rules_, options);
    if (placing_.cache) {
        const auto loaded = search_->load(*placing_.cache);
        if (!loaded) {
            search_.reset();
            return tl::unexpected(loaded.error());
        }
    }
    return search_.get();
}

Result<void> Analyst::keep_settled() {
    if (!placing_.cache || search_->counts().nodes == nodes_kept_) return {};
    nodes_kept_ = search_->counts().nodes;
    return search_->save(*placing_.cache);
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
    const auto values = search();
    if (!values) return tl::unexpected(values.error());
    const auto value = (*values)->value(position, deadline_after(1));
    if (value) return Evaluation{*value, {}};
    if (value.error().code == ErrorCode::MissingTable) return Evaluation{};
    return tl::unexpected(value.error());
}

Result<void> Analyst::judge_by_tables(Analysis& analysis) const {
    for (JudgedTurn& turn : analysis.turns) {
        const Result<Evaluation> after = look_up(turn.after);
        if (after) {
            turn.evaluation = of_turn(*after, turn.turn, database_.metric());
        } else if (after.error().code == ErrorCode::NoDistances) {
            analysis.missing = after.error();  // of the next count values alone say nothing
        } else {
            return tl::unexpected(after.error());
        }
    }
    return {};
}

// Where the time is limited, up to half of it is for the position; of the rest each turn gets its
// part of what is left.
Result<void> Analyst::judge_by_search(Analysis& analysis, const Position& position) {
    const auto values = search();
    if (!values) return tl::unexpected(values.error());
    // The value if it was found; errors other than a table that is missing.
    const auto ask = [&](const Position& asked,
                         Clock::time_point deadline) -> Result<std::optional<Wdl>> {
        const auto value = (*values)->value(asked, deadline);
        if (value || value.error().code != ErrorCode::MissingTable) return value;
        analysis.missing = value.error();
        return std::optional<Wdl>();
    };
    const Clock::time_point end = deadline_after(1);
    const auto own = ask(position, deadline_after(0.5));
    if (!own) return tl::unexpected(own.error());
    analysis.evaluation.value = *own;

    std::size_t left = analysis.turns.size();
    for (JudgedTurn& turn : analysis.turns) {
        Evaluation after;
        if (is_lost(turn.after, rules_)) {
            after.value = Wdl::Loss;
        } else if (turn.after.placing()) {
            Clock::time_point deadline = end;
            if (placing_.seconds) {
                const auto now = Clock::now();
                deadline = now + std::max(Clock::duration{}, end - now) / static_cast<int>(left);
            }
            const auto value = ask(turn.after, deadline);
            if (!value) return tl::unexpected(value.error());
            after.value = *value;
        } else {
            const Result<Evaluation> known = look_up(turn.after);
            if (known) {
                after.value = known->value;
            } else if (known.error().code == ErrorCode::MissingTable) {
                analysis.missing = known.error();
            } else {
                return tl::unexpected(known.error());
            }
        }
        --left;
        turn.evaluation = of_turn(after, turn.turn, database_.metric());
    }
    if (!analysis.evaluation.value) analysis.evaluation = best_of(analysis.turns);
    return keep_settled();
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
    if (analysis.phase == Phase::Moving && !analysis.missing && contradict(analysis)) {
        return tl::unexpected(contradiction(position));
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
        // Beside folders with distances there may be one without.
        const Evaluation& best = analysis->turns.front().evaluation;
        if (analysis->phase == Phase::Moving && best.value != Wdl::Draw &&
            (!best.distance || best.distance != analysis->evaluation.distance)) {
            return fail(ErrorCode::NoDistances,
                        "no best line: at '" + to_string(now) +
                            "' it comes to tables of values without distances");
        }
        line.turns.push_back(analysis->turns.front().turn);
        now = analysis->turns.front().after;
    }
}

}  // namespace mulino
