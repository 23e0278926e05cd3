#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "engine/player.hpp"

namespace mulino {
namespace {

constexpr std::array<std::string_view, 3> kNames{"facile", "medio", "difficile"};

}  // namespace

std::string_view to_string(Level level) { return kNames[static_cast<std::size_t>(level)]; }

Result<Level> parse_level(std::string_view text) {
    std::string name(text);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == name) return static_cast<Level>(i);
    }
    return fail(ErrorCode::BadArgument,
                "unknown level '" + std::string(text) + "'; there are facile, medio and difficile");
}

}  // namespace mulino
