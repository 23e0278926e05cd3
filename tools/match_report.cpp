// What `mulino match` prints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "game/rules_text.hpp"
#include "tools/match.hpp"
#include "tools/rules_json.hpp"
#include "tools/terminal.hpp"

namespace mulino {
namespace {

using Json = nlohmann::ordered_json;

std::string elo_text(double score) {
    const double elo = elo_of(score);
    if (std::isinf(elo)) return elo > 0 ? "+infinite" : "-infinite";
    return fmt::format("{:+.0f}", elo);
}

std::string tally_line(std::string_view name, const Tally& tally) {
    if (tally.games() == 0) return {};
    return fmt::format("{:<12}{:>7}{:>7}{:>7}{:>7}{:>8.1f} %\n", name, tally.games(), tally.wins,
                       tally.draws, tally.losses, 100 * tally.score());
}

std::string use_line(const std::string& name, const SideUse& use) {
    const double turns = std::max<std::uint32_t>(use.turns, 1);
    return fmt::format(
        "{}: {} turns, {:.0f} nodes and {:.3f} s a turn, the longest {:.3f} s, "
        "{} answers of databases\n",
        name, use.turns, static_cast<double>(use.nodes) / turns,
        static_cast<double>(use.time.count()) / turns / 1e6,
        static_cast<double>(use.longest.count()) / 1e6, use.db_hits);
}

Json tally_json(const Tally& tally) {
    return {{"games", tally.games()},
            {"wins", tally.wins},
            {"draws", tally.draws},
            {"losses", tally.losses}};
}

// Infinite numbers are null: JSON has none.
Json elo_json(double score) {
    const double elo = elo_of(score);
    return std::isinf(elo) ? Json(nullptr) : Json(elo);
}

}  // namespace

void MatchReport::add(const MatchGame& game) {
    const GameRecord& record = game.record;
    score.add(game.number, game.first_has_white, record.result);
    for (std::size_t side = 0; side < 2; ++side) use[side].add(game.use[side]);
    plies += record.game.turns().size();
    const std::string reason(record.game.over() ? to_string(record.game.end().reason)
                                                : record.tag("Termination"));
    ++ends[reason];
    if (!game.fault.empty())
        faults.push_back(fmt::format("game {}: {}", game.number + 1, game.fault));
}

std::string match_text(const MatchReport& report) {
    const MatchOptions& match = report.match;
    std::string text =
        fmt::format("{} against {}\nrules {}, openings of {} plies ({} there are), seed {}\n\n",
                    match.sides[0].name, match.sides[1].name, rules_text(match.rules),
                    match.opening_plies, report.openings, match.seed);
    const MatchScore& score = report.score;
    if (score.all().games() == 0) return text + "no game was finished\n";
    text += fmt::format("{:<12}{:>7}{:>7}{:>7}{:>7}{:>10}\n", "", "games", "won", "drawn", "lost",
                        "points");
    text += tally_line("all", score.all());
    text += tally_line("with White", score.with(Side::White));
    text += tally_line("with Black", score.with(Side::Black));
    const auto& pairs = score.pairs();
    text += fmt::format("pairs with 2, 1.5, 1, 0.5, 0 points: {} {} {} {} {}\n", pairs[4], pairs[3],
                        pairs[2], pairs[1], pairs[0]);
    if (const auto interval = score.interval()) {
        text += fmt::format("points {:.1f} %, 95 % interval {:.1f} to {:.1f} %\n",
                            100 * interval->score, 100 * interval->low, 100 * interval->high);
        text += fmt::format("Elo {}, 95 % interval {} to {}\n", elo_text(interval->score),
                            elo_text(interval->low), elo_text(interval->high));
    }
    text += "ends:";
    for (const auto& [reason, times] : report.ends) text += fmt::format(" {} {},", reason, times);
    text.back() = '\n';
    text += fmt::format("{:.1f} plies a game, {}\n",
                        static_cast<double>(report.plies) / score.all().games(),
                        duration_text(report.seconds));
    for (std::size_t side = 0; side < 2; ++side) {
        text += use_line(match.sides[side].name, report.use[side]);
    }
    for (const std::string& fault : report.faults) text += fault + '\n';
    return text;
}

std::string match_json(const MatchReport& report) {
    const MatchOptions& match = report.match;
    const MatchScore& score = report.score;
    Json json;
    json["rules"] = rules_json(rules_name(match.rules), match.rules);
    json["sides"] = Json::array();
    for (std::size_t side = 0; side < 2; ++side) {
        const SideUse& use = report.use[side];
        json["sides"].push_back({{"name", match.sides[side].name},
                                 {"turns", use.turns},
                                 {"nodes", use.nodes},
                                 {"database_answers", use.db_hits},
                                 {"seconds", static_cast<double>(use.time.count()) / 1e6},
                                 {"longest_turn", static_cast<double>(use.longest.count()) / 1e6}});
    }
    json["opening_plies"] = match.opening_plies;
    json["openings"] = report.openings;
    json["seed"] = match.seed;
    json["all"] = tally_json(score.all());
    json["white"] = tally_json(score.with(Side::White));
    json["black"] = tally_json(score.with(Side::Black));
    json["pairs"] = score.pairs();
    const auto interval = score.interval();
    json["score"] = interval ? Json(interval->score) : Json(nullptr);
    json["score_low"] = interval ? Json(interval->low) : Json(nullptr);
    json["score_high"] = interval ? Json(interval->high) : Json(nullptr);
    json["elo"] = interval ? elo_json(interval->score) : Json(nullptr);
    json["elo_low"] = interval ? elo_json(interval->low) : Json(nullptr);
    json["elo_high"] = interval ? elo_json(interval->high) : Json(nullptr);
    json["ends"] = Json::object();
    for (const auto& [reason, times] : report.ends) json["ends"][reason] = times;
    json["faults"] = report.faults;
    json["plies"] = report.plies;
    json["seconds"] = report.seconds;
    return json.dump(2) + '\n';
}

}  // namespace mulino
