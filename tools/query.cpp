#include "tools/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "solver/parallel.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "query";

std::string_view end_word(BestLine::End end) {
    switch (end) {
        case BestLine::End::Lost:
            return "the game is over";
        case BestLine::End::Limit:
            return "drawn by the limit of plies without a removal";
        case BestLine::End::Repetition:
            return "the position repeats";
        case BestLine::End::Unknown:
            break;
    }
    return "not known further";
}

std::string outcome_text(const Evaluation& evaluation) {
    std::string text(value_word(evaluation));
    if (evaluation.distance) {
        text += fmt::format(" in {} {}", *evaluation.distance,
                            evaluation.distance == 1 ? "ply" : "plies");
    }
    return text;
}

Result<void> check_options(const QueryOptions& options) {
    const auto wrong = [](std::string_view message) -> Result<void> {
        return fail(ErrorCode::BadArgument, std::string(message));
    };
    if (options.position.has_value() == options.batch.has_value()) {
        return wrong("give either a POSITION (in quotes) or --batch FILE");
    }
    if (options.batch && options.cache) return wrong("--cache does not go with --batch");
    if (options.batch && (options.json || options.line)) {
        return wrong("--batch has its own output; it does not go with --json or --line");
    }
    if (options.folders.empty()) return wrong("give the folder of a database with --db DIR");
    return {};
}

// Nothing: as long as it takes.
Result<std::optional<double>> parse_time(std::string_view text) {
    constexpr double kMost = 1e6;
    if (text == "none") return std::optional<double>();
    double seconds = -1;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, seconds);
    if (problem != std::errc{} || stop != end || !(seconds >= 0 && seconds <= kMost)) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("--time is '{}'; it must be seconds, such as 0.5, at most {}, "
                                "or none",
                                text, kMost));
    }
    return std::optional(seconds);
}

ExitStatus query_batch(const QueryOptions& options, const Database& database, const Rules& rules,
                       std::optional<double> seconds, std::istream& in, std::ostream& out,
                       std::ostream& err) {
    if (*options.batch == "-") {
        return run_batch(in, out, err, database, rules, seconds, options.threads);
    }
    std::ifstream file(*options.batch);
    if (!file || std::filesystem::is_directory(*options.batch)) {
        return report(err, kName, {ErrorCode::Io, "the batch cannot be read", *options.batch, {}});
    }
    return run_batch(file, out, err, database, rules, seconds, options.threads);
}

Result<QueryAnswer> answer_one(const QueryOptions& options, const Database& database,
                               const Rules& rules, std::optional<double> seconds,
                               const Position& position) {
    PlacingSettings placing;
    placing.seconds = seconds;
    placing.threads = options.threads > 0 ? options.threads : hardware_threads();
    if (options.cache) placing.cache = *options.cache;
    Analyst analyst(database, rules, placing);
    Result<Analysis> analysis = analyst.analyse(position);
    if (!analysis) return tl::unexpected(analysis.error());
    QueryAnswer answer{rules, rules, database.metric(), position, std::move(*analysis), {}};
    if (options.line) {
        Result<BestLine> line = analyst.best_line(position);
        if (!line) return tl::unexpected(line.error());
        answer.line = std::move(*line);
    }
    return answer;
}

}  // namespace

std::string_view value_word(const Evaluation& evaluation) {
    return evaluation.value ? to_string(*evaluation.value) : "unknown";
}

std::string query_text(const QueryAnswer& answer) {
    const Analysis& analysis = answer.analysis;
    const bool to_removal = answer.metric == Metric::Dtc && analysis.evaluation.distance;
    std::string text =
        fmt::format("position  {}\nrules     {}\nphase     {}, {} to move\nvalue     {}{}\n",
                    to_string(answer.position, answer.counter_text()),
                    rules_name(answer.game_rules), to_string(analysis.phase),
                    to_string(answer.position.to_move), outcome_text(analysis.evaluation),
                    to_removal ? " (dtc: to the next removal or the end)" : "");
    if (answer.value_rules.no_capture_limit) {
        text += fmt::format("counter   {} of {} plies without a removal\n",
                            answer.position.plies_without_removal,
                            *answer.value_rules.no_capture_limit);
    }
    std::size_t width = 0;
    for (const JudgedTurn& turn : analysis.turns) {
        width = std::max(width, to_string(turn.turn).size());
    }
    if (!analysis.turns.empty()) text += fmt::format("turns     {}\n", analysis.turns.size());
    for (const JudgedTurn& turn : analysis.turns) {
        text += fmt::format("  {:<{}}  {}\n", to_string(turn.turn), width,
                            outcome_text(turn.evaluation));
    }
    if (answer.line) {
        text += fmt::format("line      {} {}\n ", answer.line->turns.size(),
                            answer.line->turns.size() == 1 ? "ply" : "plies");
        std::size_t used = 1;
        for (const Turn& turn : answer.line->turns) {
            const std::string word = to_string(turn);
            if (used + 1 + word.size() > 100) {
                text += "\n ";
                used = 1;
            }
            text += ' ' + word;
            used += 1 + word.size();
        }
        text += fmt::format("\n  ({})\n", end_word(answer.line->end));
    }
    return text;
}

ExitStatus run_query(const QueryOptions& options, std::istream& in, std::ostream& out,
                     std::ostream& err) {
    if (const auto good = check_options(options); !good) return report(err, kName, good.error());
    const auto seconds = parse_time(options.time);
    if (!seconds) return report(err, kName, seconds.error());
    const Result<Rules> game = game_rules(options.rules);
    if (!game) return report(err, kName, game.error());
    const Rules rules = value_rules(options.rules).value();

    Position position;
    if (options.position) {
        const Result<Position> parsed = parse_position(*options.position);
        if (!parsed) return report(err, kName, parsed.error());
        position = *parsed;
    }
    const std::vector<std::filesystem::path> folders(options.folders.begin(),
                                                     options.folders.end());
    const Result<Database> database =
        Database::open(folders, family_of(rules, rules.no_capture_limit));
    if (!database) return report(err, kName, database.error());
    if (options.batch) return query_batch(options, *database, rules, *seconds, in, out, err);

    Result<QueryAnswer> answer = answer_one(options, *database, rules, *seconds, position);
    if (!answer) return report(err, kName, answer.error());
    answer->game_rules = *game;
    if (answer->analysis.missing) {
        err << fmt::format("mulino query: some turns are unknown: {}\n",
                           describe(*answer->analysis.missing));
    }
    out << (options.json ? query_json(*answer) : query_text(*answer));
    return ExitStatus::Good;
}

}  // namespace mulino
