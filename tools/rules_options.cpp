#include "tools/rules_options.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "game/rules_text.hpp"

namespace mulino {

Result<Rules> game_rules(const RulesOptions& options) {
    Result<Rules> rules = parse_rules(options.set);
    if (!rules) return rules;
    const std::array<std::pair<std::string_view, const std::optional<std::string>*>, 6> given{{
        {"--flying", &options.flying},
        {"--removals", &options.removals},
        {"--protection", &options.protection},
        {"--first", &options.first},
        {"--no-capture-limit", &options.no_capture_limit},
        {"--repetition", &options.repetition},
    }};
    for (const auto& [name, value] : given) {
        if (!*value) continue;
        if (const auto set = set_parameter(*rules, name, **value); !set) {
            return tl::unexpected(set.error());
        }
    }
    return rules;
}

Result<Rules> value_rules(const RulesOptions& options) {
    Result<Rules> rules = game_rules(options);
    if (rules) {
        if (!options.no_capture_limit) rules->no_capture_limit.reset();
        rules->repetition.reset();
    }
    return rules;
}

std::string_view value_rules_name(const Rules& rules) {
    for (const NamedRules& named : named_rules()) {
        Rules same = named.rules;
        same.no_capture_limit = rules.no_capture_limit;
        same.repetition = rules.repetition;
        if (same == rules) return named.name;
    }
    return "custom";
}

}  // namespace mulino
