// Rule sets: the parameters in which the four rule sheets differ, and the named sets.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "game/result.hpp"

namespace mulino {

/// One of the two players.
enum class Side : std::uint8_t { White, Black };

constexpr Side other(Side side) { return side == Side::White ? Side::Black : Side::White; }

/// Who may move a man to any empty point instead of a neighbouring one (moving phase only).
enum class Flying : std::uint8_t {
    Own,   ///< a side that has exactly three men
    Both,  ///< both sides, as soon as either has exactly three men (none in hand)
    Off,   ///< nobody
};

/// How many men one turn removes when it closes two mills at once.
enum class Removals : std::uint8_t { One, PerMill };

/// What may be removed when all men of the opponent stand in mills.
enum class Protection : std::uint8_t {
    Lifted,    ///< any of them
    Absolute,  ///< none: the turn ends without a removal
};

/// All parameters of a rule set. Draw rules act in games, not in values.
struct Rules {
    Flying flying = Flying::Own;
    Removals removals = Removals::One;
    Protection protection = Protection::Lifted;
    Side first = Side::White;
    /// Plies of the moving phase without a removal after which a game is drawn.
    std::optional<std::uint16_t> no_capture_limit = std::nullopt;
    /// A game is drawn when a position occurs for the N-th time with the same side to move.
    std::optional<std::uint16_t> repetition = std::nullopt;

    friend bool operator==(const Rules&, const Rules&) = default;
};

/// A named rule set.
struct NamedRules {
    std::string_view name;
    Rules rules;
};

/// `italian` (the default, first), `croatian`, `polish` and `spanish`.
std::span<const NamedRules> named_rules();

/// The rule set of that name. Errors: BadRules, with the names there are.
[[nodiscard]] Result<Rules> parse_rules(std::string_view name);

/// The name of a rule set, or "custom" where the parameters are those of none.
std::string_view rules_name(const Rules& rules);

// The words of the command line for each parameter, both ways. Errors: BadRules.
[[nodiscard]] Result<Flying> parse_flying(std::string_view text);
[[nodiscard]] Result<Removals> parse_removals(std::string_view text);
[[nodiscard]] Result<Protection> parse_protection(std::string_view text);
[[nodiscard]] Result<Side> parse_side(std::string_view text);
std::string_view to_string(Flying flying);
std::string_view to_string(Removals removals);
std::string_view to_string(Protection protection);
std::string_view to_string(Side side);

}  // namespace mulino
