#include "tools/rules_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>

namespace mulino {
namespace {

// "none" or a number of at least `least`.
Result<std::optional<std::uint16_t>> parse_limit(std::string_view option, std::string_view text,
                                                 int least) {
    if (text == "none") return std::optional<std::uint16_t>{};
    std::uint16_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc{} || stop != end || number < least) {
        return fail(ErrorCode::BadRules,
                    fmt::format("{} is '{}'; it must be 'none' or a number from {} to {}", option,
                                text, least, std::numeric_limits<std::uint16_t>::max()));
    }
    return std::optional{number};
}

}  // namespace

Result<Rules> game_rules(const RulesOptions& options) {
    Result<Rules> rules = parse_rules(options.set);
    if (!rules) return rules;
    // Applies one option: on failure the error takes the place of the rules.
    const auto set = [&rules](const std::optional<std::string>& text, auto parse, auto member) {
        if (!rules || !text) return;
        auto value = parse(*text);
        if (value) {
            (*rules).*member = *value;
        } else {
            rules = tl::unexpected(value.error());
        }
    };
    set(options.flying, parse_flying, &Rules::flying);
    set(options.removals, parse_removals, &Rules::removals);
    set(options.protection, parse_protection, &Rules::protection);
    set(options.first, parse_side, &Rules::first);
    set(
        options.no_capture_limit,
        [](std::string_view text) { return parse_limit("--no-capture-limit", text, 1); },
        &Rules::no_capture_limit);
    set(
        options.repetition,
        [](std::string_view text) { return parse_limit("--repetition", text, 2); },
        &Rules::repetition);
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

}  // namespace mulino
