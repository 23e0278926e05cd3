#include "game/rules_text.hpp"

#include <array>
#include <cassert>
#include <charconv>
#include <limits>
#include <system_error>
#include <vector>

#include "game/scan.hpp"

namespace mulino {
namespace {

constexpr std::array<std::string_view, 6> kParameters{"flying", "removals",         "protection",
                                                      "first",  "no-capture-limit", "repetition"};

// "none" or a number of at least `least`.
Result<std::optional<std::uint16_t>> parse_limit(std::string_view name, std::string_view text,
                                                 int least) {
    if (text == "none") return std::optional<std::uint16_t>{};
    std::uint16_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc{} || stop != end || number < least) {
        return fail(ErrorCode::BadRules,
                    std::string(name) + " is " + detail::shown_word(text) +
                        "; it must be 'none' or a number from " + std::to_string(least) + " to " +
                        std::to_string(std::numeric_limits<std::uint16_t>::max()));
    }
    return std::optional{number};
}

std::string limit_text(const std::optional<std::uint16_t>& limit) {
    return limit ? std::to_string(*limit) : "none";
}

// "name=value" for each parameter in which the rules differ.
std::vector<std::string> differences(const Rules& from, const Rules& to) {
    std::vector<std::string> all;
    for (const std::string_view name : kParameters) {
        const std::string value = parameter_value(to, name);
        if (parameter_value(from, name) != value) all.push_back(std::string(name) + '=' + value);
    }
    return all;
}

}  // namespace

std::span<const std::string_view> rule_parameters() { return kParameters; }

std::string parameter_value(const Rules& rules, std::string_view name) {
    if (name == "flying") return std::string(to_string(rules.flying));
    if (name == "removals") return std::string(to_string(rules.removals));
    if (name == "protection") return std::string(to_string(rules.protection));
    if (name == "first") return std::string(to_string(rules.first));
    if (name == "no-capture-limit") return limit_text(rules.no_capture_limit);
    assert(name == "repetition");
    return limit_text(rules.repetition);
}

Result<void> set_parameter(Rules& rules, std::string_view name, std::string_view value) {
    const std::string_view bare = name.substr(name.starts_with("--") ? 2 : 0);
    const auto set = [](auto& parameter, const auto& read) -> Result<void> {
        if (!read) return tl::unexpected(read.error());
        parameter = *read;
        return {};
    };
    if (bare == "flying") return set(rules.flying, parse_flying(value));
    if (bare == "removals") return set(rules.removals, parse_removals(value));
    if (bare == "protection") return set(rules.protection, parse_protection(value));
    if (bare == "first") return set(rules.first, parse_side(value));
    if (bare == "no-capture-limit") {
        return set(rules.no_capture_limit, parse_limit(name, value, 1));
    }
    if (bare == "repetition") return set(rules.repetition, parse_limit(name, value, 2));
    std::string message = "unknown parameter " + detail::shown_word(name) + " of rules: there is ";
    for (std::size_t i = 0; i < kParameters.size(); ++i) {
        if (i > 0) message += i + 1 == kParameters.size() ? " and " : ", ";
        message += kParameters[i];
    }
    return fail(ErrorCode::BadRules, std::move(message));
}

std::string rules_text(const Rules& rules) {
    const NamedRules* nearest = nullptr;
    std::vector<std::string> changed;
    for (const NamedRules& named : named_rules()) {
        std::vector<std::string> these = differences(named.rules, rules);
        if (nearest != nullptr && these.size() >= changed.size()) continue;
        nearest = &named;
        changed = std::move(these);
    }
    std::string text(nearest->name);
    for (const std::string& word : changed) text += ' ' + word;
    return text;
}

Result<Rules> parse_rules_text(std::string_view text) {
    Rules rules = named_rules().front().rules;
    bool first = true;
    for (const detail::Field& word : detail::words(detail::trimmed(text))) {
        const std::size_t equals = word.text.find('=');
        if (equals == std::string_view::npos) {
            const Result<Rules> named = parse_rules(word.text);
            if (!named) return named;
            if (!first) {
                return fail(ErrorCode::BadRules,
                            "the rule set " + detail::shown_word(word.text) + " must come first",
                            {}, word.offset);
            }
            rules = *named;
        } else if (const auto good = set_parameter(rules, word.text.substr(0, equals),
                                                   word.text.substr(equals + 1));
                   !good) {
            return tl::unexpected(good.error());
        }
        first = false;
    }
    return rules;
}

}  // namespace mulino
