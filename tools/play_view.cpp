#include "tools/play_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "game/words.hpp"

namespace mulino {
namespace {

constexpr std::size_t kLineLength = 80;
// From how many plies without a removal on the count is shown.
constexpr int kCountShown = 10;

std::string men_in_row(Side side, int men, const PictureStyle& style) {
    std::string text;
    for (int i = 0; i < men; ++i) text += man_picture(side, style);
    return text;
}

std::string without_blanks_behind(const std::string& line) {
    return line.substr(0, line.find_last_not_of(' ') + 1);
}

// Two lines for each side: its name, and its men.
void describe_side(const PlayTable& table, Side side, const PictureStyle& style,
                   std::vector<std::string>& panel) {
    const Position& position = table.game().position();
    const auto index = static_cast<std::size_t>(side);
    const int on_board = count(position.men[index]);
    const int in_hand = position.hand[index];
    const std::string name = fmt::format("{} ({})", capital(side), table.name(side));
    const bool moves = !table.game().over() && position.to_move == side;
    panel.push_back(
        fmt::format("{} {}", man_picture(side, style), moves ? bold(name, style) : name));
    panel.push_back(in_hand > 0 ? fmt::format("  in hand {}", men_in_row(side, in_hand, style))
                                : fmt::format("  {} men", on_board));
    panel.emplace_back();
}

std::vector<std::string> panel_of(const PlayTable& table, const PictureStyle& style) {
    const Game& game = table.game();
    std::vector<std::string> panel{{}, {}};
    describe_side(table, Side::White, style, panel);
    describe_side(table, Side::Black, style, panel);
    // The last turn of each side.
    const std::size_t turns = game.turns().size();
    for (std::size_t i = turns < 2 ? 0 : turns - 2; i < turns; ++i) {
        panel.push_back(fmt::format("{} played {}", capital(game.positions()[i].to_move),
                                    bold(to_string(game.turns()[i]), style)));
    }
    if (game.occurrences() > 1 && game.rules().repetition) {
        panel.push_back(
            fmt::format("occurrence {} of {}", game.occurrences(), *game.rules().repetition));
    }
    const int quiet = game.position().plies_without_removal;
    if (game.rules().no_capture_limit && quiet >= kCountShown) {
        panel.push_back(
            fmt::format("{} of {} plies without a removal", quiet, *game.rules().no_capture_limit));
    }
    return panel;
}

}  // namespace

std::string in_lines(const std::vector<std::string>& words, std::size_t indent) {
    std::string text(indent, ' ');
    std::size_t used = indent;
    for (const std::string& word : words) {
        if (used > indent && used + 1 + word.size() > kLineLength) {
            text += '\n' + std::string(indent, ' ');
            used = indent;
        }
        if (used > indent) {
            text += ' ';
            ++used;
        }
        text += word;
        used += word.size();
    }
    return text + '\n';
}

std::string view_of_table(const PlayTable& table, const PictureStyle& style) {
    const Game& game = table.game();
    const std::optional<Turn> last =
        game.turns().empty() ? std::nullopt : std::optional(game.turns().back());
    const std::vector<std::string> board = draw_picture(game.position(), last, style);
    const std::vector<std::string> panel = panel_of(table, style);
    std::string text = "\n";
    for (std::size_t i = 0; i < board.size(); ++i) {
        text += i < panel.size() && !panel[i].empty() ? board[i] + "   " + panel[i]
                                                      : without_blanks_behind(board[i]);
        text += '\n';
    }
    return text + '\n';
}

std::string view_of_end(const Game& game) {
    const GameEnd end = game.end();
    const std::string reason = in_words(end, game.rules());
    return end.winner ? fmt::format("{} wins: {}.\n", capital(*end.winner), reason)
                      : fmt::format("A draw: {}.\n", reason);
}

std::string view_of_values(const Analysis& analysis, Side mover, Metric metric) {
    const auto outcome = [metric](const Evaluation& evaluation) {
        if (!evaluation.value) return std::string("unknown");
        std::string text(to_string(*evaluation.value));
        if (evaluation.distance) {
            text += fmt::format(" in {}", *evaluation.distance);
            if (metric == Metric::Dtc) text += " to the next removal or the end";
        }
        return text;
    };
    std::string text =
        fmt::format("For {}, to move: {}\n", capital(mover), outcome(analysis.evaluation));
    std::size_t width = 0;
    for (const JudgedTurn& turn : analysis.turns) {
        width = std::max(width, outcome(turn.evaluation).size());
    }
    for (auto turn = analysis.turns.begin(); turn != analysis.turns.end();) {
        const Evaluation evaluation = turn->evaluation;
        std::vector<std::string> words;
        for (; turn != analysis.turns.end() && turn->evaluation == evaluation; ++turn) {
            words.push_back(to_string(turn->turn));
        }
        std::string lines = in_lines(words, width + 4);
        lines.replace(2, outcome(evaluation).size(), outcome(evaluation));
        text += lines;
    }
    return text;
}

std::string view_of_help() {
    return "Turns\n"
           "  d6            place a man on d6\n"
           "  d5-d6         move the man on d5 to d6\n"
           "  d6xa1         the same, and remove the man on a1: d5-d6xa1, d6xa1xb2\n"
           "Commands\n"
           "  turns         list the legal turns\n"
           "  undo          take back your last turn, and the answer to it\n"
           "  hint          what difficile would play\n"
           "  value         what the databases say of each turn, draw rules aside\n"
           "  board         draw the board again\n"
           "  white WHO     human, facile, medio or difficile takes the seat; also: black WHO\n"
           "  save FILE     write a record of the game\n"
           "  load FILE     go on with a recorded game; load FILE 3 takes the third in it\n"
           "  new           begin anew\n"
           "  resign        give the game up\n"
           "  quit          leave; the end of input does the same\n"
           "Commands may be shortened.\n";
}

}  // namespace mulino
