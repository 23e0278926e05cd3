// Records of games as text, in the manner of PGN: tags, numbered turns, the result.
//
//     [White "human"]
//     [Black "difficile"]
//     [Result "0-1"]
//     [Rules "italian"]
//
//     1. d6 f4 2. d2 b4 … 0-1
//
// Written strictly, read forgivingly: docs/records.md says what that means.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "game/result.hpp"

namespace mulino {

enum class GameResult : std::uint8_t { Unknown, WhiteWins, BlackWins, Draw };

/// "*", "1-0", "0-1", "1/2-1/2".
std::string_view to_string(GameResult result);
/// Of a game that is not over: Unknown.
GameResult result_of(const GameEnd& end);
GameResult win_of(Side side);

/// "few men", "blocked", "repetition", "no-capture limit", "resignation"; empty while a game goes
/// on.
std::string_view to_string(EndReason reason);

/// A game and what is said about it.
struct GameRecord {
    /// Names of letters, digits and underscores, with their values. Result, Rules and FEN are not
    /// among them: they follow from the rest. Termination is overruled where the game is over.
    std::vector<std::pair<std::string, std::string>> tags;
    Game game;
    /// That of the game where it is over; otherwise what the players or an arbiter agreed on.
    GameResult result = GameResult::Unknown;
    /// What was odd when it was read, in words with the line; nothing of it hindered the reading.
    std::vector<std::string> remarks;

    /// The value of a tag, or empty.
    std::string_view tag(std::string_view name) const;
    /// Adds a tag or replaces its value.
    void set_tag(std::string_view name, std::string_view value);
};

/// The record in its one written form; it ends with a line end.
std::string to_text(const GameRecord& record);

/// Reads all records of a text. Errors: BadTurn, BadPosition, BadRules or BadArgument, with the
/// line and the word that cannot be read; also a text without any record.
[[nodiscard]] Result<std::vector<GameRecord>> read_game_records(std::string_view text);

/// Reads a file of records. Errors: Io, and as above with the path.
[[nodiscard]] Result<std::vector<GameRecord>> load_game_records(const std::filesystem::path& path);

/// Writes a file with one record, replacing it. Errors: Io.
[[nodiscard]] Result<void> save_game_record(const std::filesystem::path& path,
                                            const GameRecord& record);

}  // namespace mulino
