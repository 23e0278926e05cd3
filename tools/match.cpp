#include "tools/match.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <map>
#include <system_error>

#include "engine/game_database.hpp"
#include "engine/openings.hpp"
#include "engine/placing_source.hpp"
#include "solver/parallel.hpp"
#include "tools/terminal.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "match";

// What the sides share of their databases.
struct Opened {
    std::shared_ptr<const Database> database;
    std::shared_ptr<engine::PlacingSource> placing;
};

// Databases of several sides are opened once.
using Databases = std::map<std::vector<std::string>, Opened>;

Result<Opened> open(const std::vector<std::string>& folders, const Rules& rules,
                    Databases& databases) {
    if (folders.empty()) return Opened{};
    Opened& opened = databases[folders];
    if (!opened.database) {
        Result<Database> found = open_for_games({folders.begin(), folders.end()}, rules);
        if (!found) return tl::unexpected(found.error());
        opened.database = std::make_shared<const Database>(std::move(*found));
        opened.placing = std::make_shared<engine::PlacingSource>(opened.database, rules);
    }
    return opened;
}

std::string name_of(const MatchSide& side) {
    if (side.command) return *side.command;
    std::string name(to_string(side.level));
    if (side.level != Level::Difficile) return name;
    if (side.database) name += " with databases";
    if (side.limits.nodes) name += fmt::format(", {} nodes", *side.limits.nodes);
    if (side.limits.time) {
        name += fmt::format(", {} s", static_cast<double>(side.limits.time->count()) / 1000);
    }
    return name;
}

Result<MatchSide> side_of(const MatchSideOptions& own, const MatchCommandOptions& both,
                          const Rules& rules, Databases& opened) {
    MatchSide side;
    const Result<Level> level = parse_level(own.level);
    if (!level) return tl::unexpected(level.error());
    side.level = *level;
    side.command = own.command;
    // A limit of the side's own is the only one it has.
    const bool limited = own.seconds || own.nodes;
    const auto seconds = limited ? own.seconds : both.seconds;
    side.limits.nodes = limited ? own.nodes : both.nodes;
    if (seconds) {
        side.limits.time = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::duration<double>(*seconds));
    }
    side.hash_bytes = std::size_t{both.hash_mb} << 20;
    if (!side.command && side.level == Level::Difficile) {
        const auto found = open(own.folders.empty() ? both.folders : own.folders, rules, opened);
        if (!found) return tl::unexpected(found.error());
        side.database = found->database;
        side.placing = found->placing;
    }
    side.name = name_of(side);
    return side;
}

Result<MatchOptions> match_of(const MatchCommandOptions& options) {
    const Result<Rules> rules = game_rules(options.rules);
    if (!rules) return tl::unexpected(rules.error());
    if (options.games % 2 != 0) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("--games is {}; it must be even, since each opening is played with "
                                "both colours",
                                options.games));
    }
    MatchOptions match;
    match.rules = *rules;
    Databases opened;
    for (std::size_t i = 0; i < 2; ++i) {
        Result<MatchSide> side = side_of(options.sides[i], options, *rules, opened);
        if (!side) return tl::unexpected(side.error());
        match.sides[i] = std::move(*side);
    }
    if (match.sides[0].name == match.sides[1].name) {
        match.sides[0].name += " (1)";
        match.sides[1].name += " (2)";
    }
    match.games = options.games;
    match.opening_plies = options.opening_plies;
    match.seed = options.seed;
    match.most_plies = options.most_plies;
    match.concurrency = options.concurrency > 0 ? options.concurrency : hardware_threads();
    return match;
}

std::string progress_text(const MatchReport& report) {
    const Tally& tally = report.score.all();
    std::string text = fmt::format("game {} of {}: {} won, {} drawn, {} lost", tally.games(),
                                   report.match.games, tally.wins, tally.draws, tally.losses);
    if (const auto interval = report.score.interval()) {
        text += fmt::format(", {:.1f} % ({:.1f} to {:.1f})", 100 * interval->score,
                            100 * interval->low, 100 * interval->high);
    }
    return text;
}

}  // namespace

ExitStatus run_match_command(const MatchCommandOptions& options, std::ostream& out,
                             std::ostream& err) {
    Result<MatchOptions> match = match_of(options);
    if (!match) return report(err, kName, match.error());
    std::ofstream records;
    if (options.records) {
        records.open(*options.records, std::ios::binary | std::ios::trunc);
        if (!records) {
            return report(
                err, kName,
                {ErrorCode::Io,
                 "the records cannot be written: " + std::generic_category().message(errno),
                 *options.records,
                 {}});
        }
    }
    ::signal(SIGPIPE, SIG_IGN);  // another program that is gone shows when writing to it
    const std::atomic<bool>& stop = stop_on_interrupt();
    MatchReport result;
    result.match = std::move(*match);
    result.openings = openings(result.match.rules, result.match.opening_plies).size();
    const auto begin = std::chrono::steady_clock::now();
    ProgressLine progress(err, options.terminal);
    const Result<void> played = run_match(result.match, stop, [&](const MatchGame& game) {
        result.add(game);
        if (options.records) {
            if (game.number > 0) records << '\n';
            records << to_text(game.record) << std::flush;
        }
        if (!game.fault.empty()) progress.print("mulino match: " + result.faults.back());
        if (progress.due()) progress.show(progress_text(result));
    });
    progress.clear();
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!played) return report(err, kName, played.error());
    out << (options.json ? match_json(result) : match_text(result));
    if (options.records && !records) {
        return report(
            err, kName,
            {ErrorCode::NotEnough, "the records could not be written", *options.records, {}});
    }
    return stop ? ExitStatus::Environment : ExitStatus::Good;
}

}  // namespace mulino
