// The family of a table: exactly the rules that the values of the moving phase depend on.
//
// Rule sets that differ only elsewhere (how many men a placing turn removes, who begins, the draw
// rules of a game) share their tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino {

struct Family {
    Flying flying = Flying::Own;
    Protection protection = Protection::Lifted;
    /// Plies without a removal after which a game is drawn, 1 or more; no limit unless one was
    /// asked for explicitly.
    std::optional<std::uint16_t> no_capture_limit;

    friend bool operator==(const Family&, const Family&) = default;
};

/// The family of a rule set. The draw rules of a named set act in games only, so its own limit is
/// passed over; `explicit_limit` is the one a user has asked values to be computed under.
Family family_of(const Rules& rules, std::optional<std::uint16_t> explicit_limit = std::nullopt);

/// "flying=own protection=lifted no-capture-limit=none": the form of manifests.
std::string to_string(const Family& family);
/// Errors: BadRules.
[[nodiscard]] Result<Family> parse_family(std::string_view text);

/// "flying own, protection lifted, no limit on plies without a removal": the form of messages.
std::string in_words(const Family& family);

}  // namespace mulino
