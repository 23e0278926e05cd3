// Cutting the text of records into games, tags and words; nothing is checked against the rules.
// Between the files game_record*.cpp only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game_record.hpp"
#include "game/result.hpp"

namespace mulino::detail {

/// A word and the line it stands on, 1 or more.
struct Word {
    std::string_view text;
    std::size_t line = 0;
};

struct Tag {
    std::string name;
    std::string value;
    std::size_t line = 0;
};

/// A game as written.
struct WrittenGame {
    std::vector<Tag> tags;
    std::vector<Word> turns;  // words of turns; removals may be words of their own
    std::optional<Word> result;

    bool empty() const { return tags.empty() && turns.empty() && !result; }
};

/// An error with the line before its message.
tl::unexpected<Error> at_line(std::size_t line, Error error);

/// "*", "1-0" …, or nothing.
std::optional<GameResult> parse_result(std::string_view text);

/// Comments, variations, marks and the numbers of turns are dropped. The words are views of `text`.
/// Errors: BadArgument, with the line.
[[nodiscard]] Result<std::vector<WrittenGame>> scan_games(std::string_view text);

}  // namespace mulino::detail
