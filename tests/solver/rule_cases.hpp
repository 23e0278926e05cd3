// The six families that values of the moving phase can belong to.
#pragma once

#include <array>

#include "game/rules.hpp"

namespace mulino::test {

/// Rules that differ only in what values depend on.
constexpr Rules rules_of(Flying flying, Protection protection) {
    Rules rules;
    rules.flying = flying;
    rules.protection = protection;
    return rules;
}

inline constexpr std::array kRuleCases{
    rules_of(Flying::Own, Protection::Lifted),  rules_of(Flying::Own, Protection::Absolute),
    rules_of(Flying::Both, Protection::Lifted), rules_of(Flying::Both, Protection::Absolute),
    rules_of(Flying::Off, Protection::Lifted),  rules_of(Flying::Off, Protection::Absolute),
};

inline std::string name_of(const Rules& rules) {
    return std::string(to_string(rules.flying)) + ", " + std::string(to_string(rules.protection));
}

}  // namespace mulino::test
