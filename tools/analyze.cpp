#include "tools/analyze.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/game_database.hpp"
#include "solver/parallel.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "analyze";

// The outcome, or unknown where a table is missing.
Result<Evaluation> evaluate(Analyst& analyst, const Position& position, Review& review) {
    Result<Evaluation> found = analyst.evaluate(position);
    if (found || found.error().code != ErrorCode::MissingTable) return found;
    review.missing = found.error();
    return Evaluation{};
}

// What the turn could have been instead: those that keep the value, of several distances the best.
Result<std::vector<JudgedTurn>> better_turns(Analyst& analyst, const ReviewedTurn& reviewed) {
    Result<Analysis> analysis = analyst.analyse(reviewed.before);
    if (!analysis) return tl::unexpected(analysis.error());
    std::vector<JudgedTurn> better;
    for (JudgedTurn& turn : analysis->turns) {
        if (turn.evaluation.value != reviewed.could.value) continue;
        if (!better.empty() && turn.evaluation != better.front().evaluation) continue;
        better.push_back(std::move(turn));
    }
    return better;
}

Result<Review> review_game(const Game& game, Analyst& analyst, Metric metric) {
    Review review;
    // From the last position back: what is settled there helps those before it.
    const auto positions = game.positions();
    std::vector<Evaluation> evaluations(positions.size());
    for (std::size_t i = positions.size(); i-- > 0;) {
        const Result<Evaluation> found = evaluate(analyst, positions[i], review);
        if (!found) return tl::unexpected(found.error());
        evaluations[i] = *found;
    }
    for (std::size_t i = 0; i < game.turns().size(); ++i) {
        ReviewedTurn turn{game.turns()[i], positions[i], evaluations[i], {}, {}, {}};
        turn.did = of_turn(evaluations[i + 1], turn.turn, metric);
        if (turn.could.value && turn.did.value && *turn.did.value < *turn.could.value) {
            turn.gave_away = turn.could.value;
            Result<std::vector<JudgedTurn>> better = better_turns(analyst, turn);
            if (!better) return tl::unexpected(better.error());
            turn.better = std::move(*better);
        }
        review.turns.push_back(std::move(turn));
    }
    review.last = evaluations.back();
    return review;
}

Result<GameRecord> find_game(const AnalyzeOptions& options) {
    Result<std::vector<GameRecord>> records = load_game_records(options.file);
    if (!records) return tl::unexpected(records.error());
    if (options.game < 1 || options.game > records->size()) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("--game is {}; {} holds {} {}", options.game, options.file,
                                records->size(), records->size() == 1 ? "game" : "games"));
    }
    return std::move((*records)[options.game - 1]);
}

}  // namespace

ExitStatus run_analyze(const AnalyzeOptions& options, std::ostream& out, std::ostream& err) {
    const Result<GameRecord> record = find_game(options);
    if (!record) {
        // What is wrong in a record is its content, not the command line.
        const ExitStatus status = report(err, kName, record.error());
        return record.error().path.empty() ? status : ExitStatus::Input;
    }
    for (const std::string& remark : record->remarks) err << "mulino analyze: " << remark << '\n';
    const Result<Database> database =
        open_for_games({options.folders.begin(), options.folders.end()}, record->game.rules());
    if (!database) return report(err, kName, database.error());
    const Rules rules = value_rules_of(*database, record->game.rules());
    PlacingSettings placing;
    placing.seconds = options.seconds;
    placing.threads = options.threads > 0 ? options.threads : hardware_threads();
    if (options.cache) placing.cache = *options.cache;
    Analyst analyst(*database, rules, placing);
    const Result<Review> review = review_game(record->game, analyst, database->metric());
    if (!review) return report(err, kName, review.error());
    if (review->missing) {
        err << fmt::format("mulino analyze: some outcomes are unknown for want of a table: {}\n",
                           describe(*review->missing));
    }
    out << (options.json ? analyze_json(*record, *review, rules, database->metric())
                         : analyze_text(*record, *review));
    return ExitStatus::Good;
}

}  // namespace mulino
