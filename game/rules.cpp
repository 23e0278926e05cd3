#include "game/rules.hpp"

#include <array>

namespace mulino {
namespace {

constexpr std::array<NamedRules, 4> kNamedRules{{
    {"italian", {.no_capture_limit = 50, .repetition = 3}},
    {"croatian", {.first = Side::Black}},
    {"polish", {.removals = Removals::PerMill, .no_capture_limit = 50, .repetition = 3}},
    {"spanish",
     {.flying = Flying::Both, .removals = Removals::PerMill, .protection = Protection::Absolute}},
}};

// The words for the values of a parameter, in the order of its enumerators.
constexpr std::array<std::string_view, 3> kFlyingWords{"own", "both", "off"};
constexpr std::array<std::string_view, 2> kRemovalsWords{"one", "per-mill"};
constexpr std::array<std::string_view, 2> kProtectionWords{"lifted", "absolute"};
constexpr std::array<std::string_view, 2> kSideWords{"white", "black"};

// "own, both or off"
template <typename Words>
std::string listed(const Words& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

template <typename Parameter, typename Words>
Result<Parameter> parse_word(std::string_view text, const Words& words, std::string_view what) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (text == words[i]) return static_cast<Parameter>(i);
    }
    return fail(ErrorCode::BadRules, "unknown value '" + std::string(text) + "' for " +
                                         std::string(what) + ": it is " + listed(words));
}

}  // namespace

std::span<const NamedRules> named_rules() { return kNamedRules; }

Result<Rules> parse_rules(std::string_view name) {
    std::array<std::string_view, kNamedRules.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = kNamedRules[i].name;
        if (name == names[i]) return kNamedRules[i].rules;
    }
    return fail(ErrorCode::BadRules,
                "unknown rule set '" + std::string(name) + "': there is " + listed(names));
}

std::string_view rules_name(const Rules& rules) {
    for (const NamedRules& named : kNamedRules) {
        if (named.rules == rules) return named.name;
    }
    return "custom";
}

Result<Flying> parse_flying(std::string_view text) {
    return parse_word<Flying>(text, kFlyingWords, "flying");
}
Result<Removals> parse_removals(std::string_view text) {
    return parse_word<Removals>(text, kRemovalsWords, "removals");
}
Result<Protection> parse_protection(std::string_view text) {
    return parse_word<Protection>(text, kProtectionWords, "protection");
}
Result<Side> parse_side(std::string_view text) {
    return parse_word<Side>(text, kSideWords, "the side");
}

std::string_view to_string(Flying flying) { return kFlyingWords[static_cast<std::size_t>(flying)]; }
std::string_view to_string(Removals removals) {
    return kRemovalsWords[static_cast<std::size_t>(removals)];
}
std::string_view to_string(Protection protection) {
    return kProtectionWords[static_cast<std::size_t>(protection)];
}
std::string_view to_string(Side side) { return kSideWords[static_cast<std::size_t>(side)]; }

}  // namespace mulino
