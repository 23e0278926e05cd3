// Words that messages share.
#pragma once

#include <string>

#include "game/rules.hpp"

namespace mulino {

/// "White" or "Black", to begin a sentence with.
inline std::string capital(Side side) { return side == Side::White ? "White" : "Black"; }

/// "one man", "2 men".
inline std::string men_text(int men) { return men == 1 ? "one man" : std::to_string(men) + " men"; }

}  // namespace mulino
