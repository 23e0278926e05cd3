// The record itself, and writing it. Reading is in game_record_reader.cpp.
#include "engine/game_record.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "game/rules_text.hpp"

namespace mulino {
namespace {

constexpr std::size_t kLineLength = 80;

constexpr std::array<std::string_view, 4> kResults{"*", "1-0", "0-1", "1/2-1/2"};
constexpr std::array<std::string_view, 6> kReasons{"",           "few men",          "blocked",
                                                   "repetition", "no-capture limit", "resignation"};

// A tag as a line: quotes and backslashes escaped, what would end the line or cannot be seen left
// out.
std::string tag_line(std::string_view name, std::string_view value) {
    std::string line = "[" + std::string(name) + " \"";
    for (const char letter : value) {
        if (letter == '"' || letter == '\\') line += '\\';
        const auto code = static_cast<unsigned char>(letter);
        line += code < 0x20 || code == 0x7F ? ' ' : letter;
    }
    return line + "\"]\n";
}

// Words in lines of at most kLineLength characters.
class Paragraph {
public:
    void add(std::string_view word) {
        if (used_ > 0 && used_ + 1 + word.size() > kLineLength) {
            text_ += '\n';
            used_ = 0;
        }
        if (used_ > 0) {
            text_ += ' ';
            ++used_;
        }
        text_ += word;
        used_ += word.size();
    }
    std::string text() && { return std::move(text_) + '\n'; }

private:
    std::string text_;
    std::size_t used_ = 0;
};

}  // namespace

std::string_view to_string(GameResult result) { return kResults[static_cast<std::size_t>(result)]; }

GameResult win_of(Side side) {
    return side == Side::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

GameResult result_of(const GameEnd& end) {
    if (!end.over()) return GameResult::Unknown;
    return end.winner ? win_of(*end.winner) : GameResult::Draw;
}

std::string_view to_string(EndReason reason) { return kReasons[static_cast<std::size_t>(reason)]; }

std::string_view GameRecord::tag(std::string_view name) const {
    const auto found =
        std::find_if(tags.begin(), tags.end(), [&](const auto& tag) { return tag.first == name; });
    return found == tags.end() ? std::string_view{} : found->second;
}

void GameRecord::set_tag(std::string_view name, std::string_view value) {
    const auto found =
        std::find_if(tags.begin(), tags.end(), [&](const auto& tag) { return tag.first == name; });
    if (found == tags.end()) {
        tags.emplace_back(name, value);
    } else {
        found->second = value;
    }
}

std::string to_text(const GameRecord& record) {
    const Game& game = record.game;
    const GameEnd end = game.end();
    const std::string_view result = to_string(end.over() ? result_of(end) : record.result);

    std::string text;
    for (const std::string_view name : {"White", "Black"}) {
        if (record.tag(name).empty()) text += tag_line(name, "?");
    }
    for (const auto& [name, value] : record.tags) {
        if (name == "Termination" && end.over()) continue;
        if ((name == "White" || name == "Black") && value.empty()) continue;
        text += tag_line(name, value);
    }
    text += tag_line("Result", result);
    if (end.over()) text += tag_line("Termination", to_string(end.reason));
    text += tag_line("Rules", rules_text(game.rules()));
    if (game.start() != start_position(game.rules())) {
        text += tag_line("FEN", to_string(game.start(), CounterText::Show));
    }

    Paragraph turns;
    for (std::size_t i = 0; i < game.turns().size(); ++i) {
        std::string word = to_string(game.turns()[i]);
        if (i % 2 == 0) word.insert(0, std::to_string(i / 2 + 1) + ". ");
        turns.add(word);
    }
    turns.add(result);
    return text + '\n' + std::move(turns).text();
}

Result<void> save_game_record(const std::filesystem::path& path, const GameRecord& record) {
    errno = 0;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << to_text(record);
    if (file.flush()) return {};
    const std::string reason =
        errno != 0 ? std::generic_category().message(errno) : "unknown reason";
    return fail(ErrorCode::Io, "the game cannot be saved as " + path.string() + ": " + reason,
                path.string());
}

}  // namespace mulino
