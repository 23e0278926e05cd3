// Rules as one line of text: a set's name and the parameters in which they differ from it.
//
// "italian"; "italian no-capture-limit=100"; "spanish flying=off first=black". The names and values
// of the parameters are those of the command line.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino {

/// "flying", "removals", "protection", "first", "no-capture-limit", "repetition".
std::span<const std::string_view> rule_parameters();

/// The value of a parameter as text. Requires: `name` is one of rule_parameters().
std::string parameter_value(const Rules& rules, std::string_view name);

/// Sets a parameter. `name` may have two dashes in front, as on the command line; messages show it
/// as it was given. Errors: BadRules, an unknown name or a value it cannot have.
[[nodiscard]] Result<void> set_parameter(Rules& rules, std::string_view name,
                                         std::string_view value);

/// The name of the set that differs least (of several the first), and what differs.
std::string rules_text(const Rules& rules);

/// Reads such a text: the words in any order but the set first; without a set, `italian`. Errors:
/// BadRules.
[[nodiscard]] Result<Rules> parse_rules_text(std::string_view text);

}  // namespace mulino
