// The options of the protocol: what `uci` lists and `setoption` sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/player.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino {

struct ProtocolOptions {
    Level level = Level::Difficile;
    std::vector<std::filesystem::path> folders;  ///< of databases
    std::size_t cache_mb = 64;                   ///< unpacked blocks of the databases kept
    std::size_t hash_mb = 64;                    ///< positions a search remembers
    Rules rules = named_rules().front().rules;
    std::uint64_t seed = 0;

    friend bool operator==(const ProtocolOptions&, const ProtocolOptions&) = default;
};

/// "option name Level type combo default …": a line for each, with these defaults.
std::vector<std::string> option_lines(const ProtocolOptions& defaults);

/// Sets an option; upper and lower case of its name are the same. `Database` takes folders with
/// colons between them, and nothing or "<empty>" for none; `Rules` sets all parameters of rules.
/// Errors: BadArgument, BadRules.
[[nodiscard]] Result<void> set_option(ProtocolOptions& options, std::string_view name,
                                      std::string_view value);

}  // namespace mulino
