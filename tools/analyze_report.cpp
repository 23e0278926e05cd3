// What `mulino analyze` prints.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "game/rules_text.hpp"
#include "tools/analyze.hpp"
#include "tools/rules_json.hpp"

namespace mulino {
namespace {

using Json = nlohmann::ordered_json;

// How many turns that would have done as well are named.
constexpr std::size_t kMostBetter = 3;

std::string outcome_text(const Evaluation& evaluation) {
    if (!evaluation.value) return "unknown";
    std::string text(to_string(*evaluation.value));
    if (evaluation.distance) text += fmt::format(" in {}", *evaluation.distance);
    return text;
}

// What each side gave away.
struct GivenAway {
    int wins = 0;
    int draws = 0;
};

std::array<GivenAway, 2> given_away(const Review& review) {
    std::array<GivenAway, 2> both;
    for (const ReviewedTurn& turn : review.turns) {
        if (!turn.gave_away) continue;
        GivenAway& side = both[static_cast<std::size_t>(turn.before.to_move)];
        ++(*turn.gave_away == Wdl::Win ? side.wins : side.draws);
    }
    return both;
}

std::string number_text(int number, std::string_view what) {
    if (number == 0) return fmt::format("no {}", what);
    if (number == 1) return fmt::format("one {}", what);
    return fmt::format("{} {}s", number, what);
}

std::string mark_text(const ReviewedTurn& turn) {
    if (!turn.gave_away) return {};
    std::string text = fmt::format("  gives away the {}", to_string(*turn.gave_away));
    for (std::size_t i = 0; i < turn.better.size() && i < kMostBetter; ++i) {
        text += (i == 0 ? "; better " : ", ") + to_string(turn.better[i].turn);
    }
    if (turn.better.size() > kMostBetter) {
        text += fmt::format(" and {} more", turn.better.size() - kMostBetter);
    }
    return text;
}

Json evaluation_json(const Evaluation& evaluation, const char* distance) {
    Json json;
    json["value"] = evaluation.value ? Json(to_string(*evaluation.value)) : Json("unknown");
    json[distance] = evaluation.distance ? Json(*evaluation.distance) : Json(nullptr);
    return json;
}

}  // namespace

std::string analyze_text(const GameRecord& record, const Review& review) {
    const auto name = [&](std::string_view tag) {
        return record.tag(tag).empty() ? "?" : std::string(record.tag(tag));
    };
    std::string text =
        fmt::format("White {}, Black {}, {}\nrules {}\n", name("White"), name("Black"),
                    to_string(record.result), rules_text(record.game.rules()));
    const GameEnd end = record.game.end();
    if (end.over()) text += in_words(end, record.game.rules()) + '\n';
    text += fmt::format("\n{:>4}  {:<6}{:<16}{:<14}{}\n", "ply", "side", "turn", "could", "did");
    for (std::size_t i = 0; i < review.turns.size(); ++i) {
        const ReviewedTurn& turn = review.turns[i];
        std::string line =
            fmt::format("{:>4}  {:<6}{:<16}{:<14}{:<12}{}", i + 1, to_string(turn.before.to_move),
                        to_string(turn.turn), outcome_text(turn.could), outcome_text(turn.did),
                        mark_text(turn));
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    text += fmt::format("\nlast position: {} for {}, to move\n", outcome_text(review.last),
                        to_string(record.game.to_move()));
    const std::array<GivenAway, 2> both = given_away(review);
    for (const Side side : {Side::White, Side::Black}) {
        const GivenAway& given = both[static_cast<std::size_t>(side)];
        text += fmt::format("{} gave away {} and {}\n", side == Side::White ? "White" : "Black",
                            number_text(given.wins, "win"), number_text(given.draws, "draw"));
    }
    return text;
}

std::string analyze_json(const GameRecord& record, const Review& review, const Rules& value_rules,
                         Metric metric) {
    const char* const distance = metric == Metric::Dtc ? "dtc" : "dtw";
    Json json;
    json["rules"] = rules_json(rules_name(record.game.rules()), record.game.rules());
    json["value_rules"] = rules_json(rules_name(record.game.rules()), value_rules);
    json["metric"] = to_string(metric);
    json["white"] = record.tag("White");
    json["black"] = record.tag("Black");
    json["result"] = to_string(record.result);
    json["termination"] =
        record.game.over() ? to_string(record.game.end().reason) : record.tag("Termination");
    json["turns"] = Json::array();
    for (const ReviewedTurn& turn : review.turns) {
        Json entry;
        entry["side"] = to_string(turn.before.to_move);
        entry["turn"] = to_string(turn.turn);
        entry["position"] = to_string(turn.before, CounterText::Show);
        entry["could"] = evaluation_json(turn.could, distance);
        entry["did"] = evaluation_json(turn.did, distance);
        entry["gave_away"] = turn.gave_away ? Json(to_string(*turn.gave_away)) : Json(nullptr);
        entry["better"] = Json::array();
        for (const JudgedTurn& better : turn.better) {
            entry["better"].push_back(to_string(better.turn));
        }
        json["turns"].push_back(std::move(entry));
    }
    json["last"] = evaluation_json(review.last, distance);
    const std::array<GivenAway, 2> both = given_away(review);
    for (const Side side : {Side::White, Side::Black}) {
        const GivenAway& given = both[static_cast<std::size_t>(side)];
        json["gave_away"][std::string(to_string(side))] = {{"wins", given.wins},
                                                           {"draws", given.draws}};
    }
    return json.dump(2) + '\n';
}

}  // namespace mulino
