#include "engine/protocol_options.hpp"

#include <array>
#include <charconv>
#include <system_error>

#include "game/rules_text.hpp"
#include "game/scan.hpp"
#include "game/words.hpp"

namespace mulino {
namespace {

constexpr std::size_t kMostMb = 65536;
constexpr std::string_view kNoFolders = "<empty>";

// A parameter of rules and its option. Those without words take a number or "none".
struct ParameterOption {
    std::string_view name;
    std::string_view parameter;
    std::string_view words;
};

constexpr std::array<ParameterOption, 6> kParameterOptions{{
    {"Flying", "flying", "var own var both var off"},
    {"Removals", "removals", "var one var per-mill"},
    {"Protection", "protection", "var lifted var absolute"},
    {"First", "first", "var white var black"},
    {"NoCaptureLimit", "no-capture-limit", ""},
    {"Repetition", "repetition", ""},
}};

template <typename Number>
Result<void> set_number(Number& number, std::string_view name, std::string_view text, Number least,
                        Number most) {
    Number read = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, read);
    if (problem != std::errc{} || stop != end || read < least || read > most) {
        return fail(ErrorCode::BadArgument, std::string(name) + " is " + detail::shown_word(text) +
                                                "; it must be a number from " +
                                                std::to_string(least) + " to " +
                                                std::to_string(most));
    }
    number = read;
    return {};
}

std::vector<std::filesystem::path> folders_of(std::string_view text) {
    std::vector<std::filesystem::path> folders;
    if (text == kNoFolders) return folders;
    for (const detail::Field& folder : detail::split(detail::trimmed(text), ':')) {
        if (!folder.text.empty()) folders.emplace_back(folder.text);
    }
    return folders;
}

std::string folders_text(const std::vector<std::filesystem::path>& folders) {
    std::string text;
    for (const std::filesystem::path& folder : folders) {
        text += (text.empty() ? "" : ":") + folder.string();
    }
    return text.empty() ? std::string(kNoFolders) : text;
}

}  // namespace

std::vector<std::string> option_lines(const ProtocolOptions& defaults) {
    const auto spin = [](std::string_view name, std::size_t value) {
        return "option name " + std::string(name) + " type spin default " + std::to_string(value) +
               " min 1 max " + std::to_string(kMostMb);
    };
    std::vector<std::string> lines{
        "option name Level type combo default " + std::string(to_string(defaults.level)) +
            " var facile var medio var difficile",
        "option name Database type string default " + folders_text(defaults.folders),
        spin("CacheMB", defaults.cache_mb),
        spin("HashMB", defaults.hash_mb),
    };
    std::string sets;
    for (const NamedRules& named : named_rules()) sets += " var " + std::string(named.name);
    lines.push_back("option name Rules type combo default " +
                    std::string(rules_name(defaults.rules)) + sets);
    for (const ParameterOption& option : kParameterOptions) {
        const std::string value = parameter_value(defaults.rules, option.parameter);
        lines.push_back("option name " + std::string(option.name) +
                        (option.words.empty()
                             ? " type string default " + value
                             : " type combo default " + value + ' ' + std::string(option.words)));
    }
    lines.push_back("option name Seed type string default " + std::to_string(defaults.seed));
    return lines;
}

Result<void> set_option(ProtocolOptions& options, std::string_view name, std::string_view value) {
    const std::string low = in_small(name);
    if (low == "level") {
        const Result<Level> level = parse_level(value);
        if (!level) return tl::unexpected(level.error());
        options.level = *level;
        return {};
    }
    if (low == "database") {
        options.folders = folders_of(value);
        return {};
    }
    if (low == "cachemb") {
        return set_number<std::size_t>(options.cache_mb, "CacheMB", value, 1, kMostMb);
    }
    if (low == "hashmb") {
        return set_number<std::size_t>(options.hash_mb, "HashMB", value, 1, kMostMb);
    }
    if (low == "seed") {
        return set_number<std::uint64_t>(options.seed, "Seed", value, 0, UINT64_MAX);
    }
    if (low == "rules") {
        const Result<Rules> rules = parse_rules(in_small(value));
        if (!rules) return tl::unexpected(rules.error());
        options.rules = *rules;
        return {};
    }
    for (const ParameterOption& option : kParameterOptions) {
        if (low == in_small(option.name)) {
            return set_parameter(options.rules, option.parameter, in_small(value));
        }
    }
    return fail(ErrorCode::BadArgument,
                "unknown option " + detail::shown_word(name) + ": uci lists those there are");
}

}  // namespace mulino
