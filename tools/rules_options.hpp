// The rule options that all subcommands share, as they stand on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino {

/// `--rules SET` and the options that change single parameters. Texts as typed.
struct RulesOptions {
    std::string set = "italian";
    std::optional<std::string> flying;
    std::optional<std::string> removals;
    std::optional<std::string> protection;
    std::optional<std::string> first;
    std::optional<std::string> no_capture_limit;
    std::optional<std::string> repetition;
};

/// The rules of a game under these options, draw rules included. Errors: BadRules.
[[nodiscard]] Result<Rules> game_rules(const RulesOptions& options);

/// The rules that values are under: as `game_rules`, but without draw rules unless the limit was
/// given explicitly. Errors: BadRules.
[[nodiscard]] Result<Rules> value_rules(const RulesOptions& options);

/// The name of the rule set that has these parameters, draw rules apart, or "custom".
std::string_view value_rules_name(const Rules& rules);

}  // namespace mulino
