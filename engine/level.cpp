#include <array>
#include <string>

#include "engine/player.hpp"
#include "game/words.hpp"

namespace mulino {
namespace {

constexpr std::array<std::string_view, 3> kNames{"facile", "medio", "difficile"};

}  // namespace

std::string_view to_string(Level level) { return kNames[static_cast<std::size_t>(level)]; }

Result<Level> parse_level(std::string_view text) {
    const std::string name = in_small(text);
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == name) return static_cast<Level>(i);
    }
    return fail(ErrorCode::BadArgument,
                "unknown level '" + std::string(text) + "'; there are facile, medio and difficile");
}

}  // namespace mulino
