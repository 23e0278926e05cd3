// Reading records: their words become games here, and what they say is checked against the rules.
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

#include "engine/game_record.hpp"
#include "engine/game_record_scanner.hpp"
#include "engine/turn_words.hpp"
#include "game/rules_text.hpp"
#include "game/scan.hpp"

namespace mulino {
namespace {

using detail::at_line;
using detail::parse_result;
using detail::Tag;
using detail::Word;
using detail::WrittenGame;

Result<Game> start_of(const WrittenGame& written) {
    Rules rules = named_rules().front().rules;
    const Tag* fen = nullptr;
    for (const Tag& tag : written.tags) {
        if (tag.name == "FEN") fen = &tag;
        if (tag.name != "Rules") continue;
        const Result<Rules> read = parse_rules_text(tag.value);
        if (!read) return at_line(tag.line, read.error());
        rules = *read;
    }
    if (fen == nullptr) return Game(rules);
    const Result<Position> start = parse_position(fen->value);
    if (!start) return at_line(fen->line, start.error());
    return Game(rules, *start);
}

Result<void> play_all(const WrittenGame& written, Game& game) {
    std::vector<std::string_view> words;
    for (const Word& word : written.turns) words.push_back(word.text);
    for (std::size_t i = 0; i < words.size();) {
        const Result<std::size_t> taken = play_words(game, std::span(words).subspan(i));
        if (!taken) return at_line(written.turns[i].line, taken.error());
        i += *taken;
    }
    return {};
}

// What the rules say of the result comes before what is written at the end of the turns, and that
// before the tag.
void settle_result(const WrittenGame& written, GameRecord& record) {
    std::optional<Word> said = written.result;
    for (const Tag& tag : written.tags) {
        if (tag.name != "Result") continue;
        const std::optional<GameResult> result = parse_result(tag.value);
        if (!result) {
            record.remarks.push_back("line " + std::to_string(tag.line) + ": the result is " +
                                     detail::shown_word(tag.value) +
                                     "; it should be 1-0, 0-1, 1/2-1/2 or *");
        } else if (!said || (parse_result(said->text) == GameResult::Unknown)) {
            said = Word{to_string(*result), tag.line};
        } else if (parse_result(said->text) != result) {
            record.remarks.push_back("line " + std::to_string(tag.line) + ": the result is " +
                                     tag.value + " here and " + std::string(said->text) +
                                     " behind the turns");
        }
    }
    const GameResult written_result =
        said ? parse_result(said->text).value_or(GameResult::Unknown) : GameResult::Unknown;
    if (record.game.over()) {
        record.result = result_of(record.game.end());
        if (said && written_result != GameResult::Unknown && written_result != record.result) {
            record.remarks.push_back("line " + std::to_string(said->line) + ": the result is " +
                                     std::string(to_string(written_result)) + " here and " +
                                     std::string(to_string(record.result)) + " by the rules: " +
                                     in_words(record.game.end(), record.game.rules()));
        }
        return;
    }
    record.result = written_result;
    // A win that the rules do not give is one by resignation, unless the record knows better.
    const std::string_view termination = record.tag("Termination");
    if (!termination.empty() && termination != to_string(EndReason::Resignation)) return;
    for (const Side side : {Side::White, Side::Black}) {
        if (record.result == win_of(side)) (void)record.game.resign(other(side));
    }
}

Result<GameRecord> record_of(const WrittenGame& written) {
    Result<Game> game = start_of(written);
    if (!game) return tl::unexpected(game.error());
    GameRecord record{{}, std::move(*game), GameResult::Unknown, {}};
    if (const auto played = play_all(written, record.game); !played) {
        return tl::unexpected(played.error());
    }
    for (const Tag& tag : written.tags) {
        if (tag.name != "Result" && tag.name != "Rules" && tag.name != "FEN") {
            record.set_tag(tag.name, tag.value);
        }
    }
    settle_result(written, record);
    return record;
}

}  // namespace

Result<std::vector<GameRecord>> read_game_records(std::string_view text) {
    const Result<std::vector<WrittenGame>> games = detail::scan_games(text);
    if (!games) return tl::unexpected(games.error());
    std::vector<GameRecord> records;
    for (const WrittenGame& game : *games) {
        Result<GameRecord> record = record_of(game);
        if (!record) return tl::unexpected(record.error());
        records.push_back(std::move(*record));
    }
    if (records.empty()) {
        return fail(ErrorCode::BadArgument, "there is no game: neither a tag nor a turn");
    }
    return records;
}

Result<std::vector<GameRecord>> load_game_records(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    std::error_code ignored;
    if (file && !std::filesystem::is_directory(path, ignored)) text << file.rdbuf();
    if (!file || std::filesystem::is_directory(path, ignored)) {
        return fail(ErrorCode::Io, "the game " + path.string() + " cannot be read", path.string());
    }
    Result<std::vector<GameRecord>> records = read_game_records(text.str());
    if (!records) {
        Error error = records.error();
        error.message = path.string() + ", " + error.message;
        error.path = path.string();
        return tl::unexpected(std::move(error));
    }
    return records;
}

}  // namespace mulino
