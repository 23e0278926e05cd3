// Cutting a text into fields that remember their place, for messages that name it. Not installed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mulino::detail {

/// A piece of a text and where it begins in it.
struct Field {
    std::string_view text;
    std::size_t offset = 0;
};

/// The text without the white space around it.
Field trimmed(std::string_view text);

/// The parts of a field between `separator`, empty ones included.
std::vector<Field> split(const Field& field, char separator);

/// The words of a text: what stands between runs of blanks and tabs.
std::vector<Field> words(const Field& field);

/// The character at the beginning of `text` for a message: quoted, or its code where it cannot be
/// shown. "the end" where there is none.
std::string shown(std::string_view text);

/// A word for a message: quoted, cut if it is long, with '?' for what cannot be shown.
std::string shown_word(std::string_view word);

}  // namespace mulino::detail
