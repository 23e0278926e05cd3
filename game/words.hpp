// Words that messages share.
#pragma once

#include <string>
#include <string_view>

#include "game/rules.hpp"

namespace mulino {

/// "White" or "Black", to begin a sentence with.
inline std::string capital(Side side) { return side == Side::White ? "White" : "Black"; }

/// "one man", "2 men".
inline std::string men_text(int men) { return men == 1 ? "one man" : std::to_string(men) + " men"; }

/// A letter of A … Z as one of a … z; anything else as it is.
constexpr char in_small(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}
inline std::string in_small(std::string_view text) {
    std::string small(text);
    for (char& letter : small) letter = in_small(letter);
    return small;
}

}  // namespace mulino
