// A rule set in JSON, the same in the output of all subcommands.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "game/rules.hpp"

namespace mulino {

/// {"name", "flying", "removals", "protection", "first", "no_capture_limit", "repetition"}; the
/// last two are null where no such rule is in force.
inline nlohmann::ordered_json rules_json(std::string_view name, const Rules& rules) {
    using Json = nlohmann::ordered_json;
    const auto limit = [](const std::optional<std::uint16_t>& number) {
        return number ? Json(*number) : Json(nullptr);
    };
    Json json;
    json["name"] = name;
    json["flying"] = to_string(rules.flying);
    json["removals"] = to_string(rules.removals);
    json["protection"] = to_string(rules.protection);
    json["first"] = to_string(rules.first);
    json["no_capture_limit"] = limit(rules.no_capture_limit);
    json["repetition"] = limit(rules.repetition);
    return json;
}

}  // namespace mulino
