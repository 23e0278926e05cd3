#include "db/family.hpp"

#include <charconv>
#include <utility>

namespace mulino {

namespace {

constexpr std::string_view kFlying = "flying=";
constexpr std::string_view kProtection = " protection=";
constexpr std::string_view kLimit = " no-capture-limit=";

// Takes `name` and the word behind it (up to the next space) off the front of `text`.
std::optional<std::string_view> take_word(std::string_view& text, std::string_view name) {
    if (!text.starts_with(name)) return std::nullopt;
    text.remove_prefix(name.size());
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    return word;
}

}  // namespace

Family family_of(const Rules& rules, std::optional<std::uint16_t> explicit_limit) {
    return {rules.flying, rules.protection, explicit_limit};
}

std::string to_string(const Family& family) {
    std::string text;
    text += kFlying;
    text += to_string(family.flying);
    text += kProtection;
    text += to_string(family.protection);
    text += kLimit;
    text += family.no_capture_limit ? std::to_string(*family.no_capture_limit) : "none";
    return text;
}

Result<Family> parse_family(std::string_view text) {
    std::string_view rest = text;
    const auto flying_word = take_word(rest, kFlying);
    const auto protection_word = take_word(rest, kProtection);
    const auto limit_word = take_word(rest, kLimit);
    if (!flying_word || !protection_word || !limit_word || !rest.empty()) {
        return fail(ErrorCode::BadRules, "'" + std::string(text) + "' is no family; one reads '" +
                                             to_string(Family{}) + "'");
    }
    const auto flying = parse_flying(*flying_word);
    if (!flying) return tl::unexpected(flying.error());
    const auto protection = parse_protection(*protection_word);
    if (!protection) return tl::unexpected(protection.error());

    Family family{*flying, *protection, std::nullopt};
    if (*limit_word != "none") {
        std::uint16_t limit = 0;
        const char* const end = limit_word->data() + limit_word->size();
        const auto [stop, error] = std::from_chars(limit_word->data(), end, limit);
        if (error != std::errc{} || stop != end || limit == 0) {
            return fail(ErrorCode::BadRules, "'" + std::string(*limit_word) +
                                                 "' is no limit; it is 'none' or a number of "
                                                 "plies, 1 … 65535");
        }
        family.no_capture_limit = limit;
    }
    return family;
}

std::string in_words(const Family& family) {
    std::string text = "flying ";
    text += to_string(family.flying);
    text += ", protection ";
    text += to_string(family.protection);
    if (family.no_capture_limit) {
        text += ", a draw after " + std::to_string(*family.no_capture_limit) +
                " plies without a removal";
    } else {
        text += ", no limit on plies without a removal";
    }
    return text;
}

}  // namespace mulino
