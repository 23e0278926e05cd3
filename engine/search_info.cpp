#include "engine/search_info.hpp"

#include <fmt/format.h>

namespace mulino {

std::string to_string(const Score& score) {
    if (!score.value) return fmt::format("{:+.2f}", score.centimen / 100.0);
    std::string text(to_string(*score.value));
    if (score.plies) text += fmt::format(" in {}", *score.plies);
    return text;
}

}  // namespace mulino
