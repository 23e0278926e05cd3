#include <nlohmann/json.hpp>

#include "tools/query.hpp"
#include "tools/rules_json.hpp"

namespace mulino {
namespace {

using Json = nlohmann::ordered_json;

Json distance_json(const Evaluation& evaluation) {
    return evaluation.distance ? Json(*evaluation.distance) : Json(nullptr);
}

}  // namespace

std::string query_json(const QueryAnswer& answer) {
    const Analysis& analysis = answer.analysis;
    // The key says which distance it is.
    const char* const distance = answer.metric == Metric::Dtc ? "dtc" : "dtw";
    Json json;
    json["rules"] = rules_json(rules_name(answer.game_rules), answer.value_rules);
    json["metric"] = to_string(answer.metric);
    json["position"] = to_string(answer.position, answer.counter_text());
    json["phase"] = to_string(analysis.phase);
    json["value"] = value_word(analysis.evaluation);
    json[distance] = distance_json(analysis.evaluation);
    const bool counts = answer.value_rules.no_capture_limit.has_value();
    if (counts) json["counter"] = answer.position.plies_without_removal;
    json["turns"] = Json::array();
    for (const JudgedTurn& turn : analysis.turns) {
        Json entry;
        entry["turn"] = to_string(turn.turn);
        entry["value"] = value_word(turn.evaluation);
        entry[distance] = distance_json(turn.evaluation);
        if (counts) entry["counter"] = turn.after.plies_without_removal;
        entry["position"] = to_string(turn.after, answer.counter_text());
        json["turns"].push_back(std::move(entry));
    }
    if (answer.line) {
        json["line"] = Json::array();
        for (const Turn& turn : answer.line->turns) json["line"].push_back(to_string(turn));
    }
    return json.dump(2) + '\n';
}

}  // namespace mulino
