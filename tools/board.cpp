#include "tools/board.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "game/turn.hpp"

namespace mulino {
namespace {

// The drawing; the names of the points are their places, `o` in reading order.
constexpr std::string_view kDrawing =
    "7  o--------o--------o\n"
    "6  |  o-----o-----o  |\n"
    "5  |  |  o--o--o  |  |\n"
    "4  o--o--o     o--o--o\n"
    "3  |  |  o--o--o  |  |\n"
    "2  |  o-----o-----o  |\n"
    "1  o--------o--------o\n"
    "   a  b  c  d  e  f  g\n";

std::string man(char letter, bool coloured) {
    if (!coloured) return std::string(1, letter);
    return fmt::format("\x1b[1;{}m{}\x1b[0m", letter == 'W' ? 33 : 36, letter);
}

// The turns side by side, in lines of at most 80 characters.
std::string in_columns(const std::vector<Turn>& turns) {
    constexpr std::size_t kLineLength = 80;
    std::string text;
    std::size_t used = kLineLength;
    for (const Turn& turn : turns) {
        const std::string word = to_string(turn);
        if (used + 1 + word.size() > kLineLength) {
            text += text.empty() ? " " : "\n ";
            used = 1;
        }
        text += ' ' + word;
        used += 1 + word.size();
    }
    return text + '\n';
}

}  // namespace

std::string draw_board(const Position& position, bool coloured) {
    std::string text;
    std::size_t read = 0;
    for (const char c : kDrawing) {
        if (c != 'o') {
            text += c;
            continue;
        }
        const Bitboard here = bit(kReadingOrder[read++]);
        if ((position.men[0] & here) != 0) {
            text += man('W', coloured);
        } else if ((position.men[1] & here) != 0) {
            text += man('B', coloured);
        } else {
            text += '.';
        }
    }
    return text;
}

ExitStatus run_board(const BoardOptions& options, std::ostream& out, std::ostream& err) {
    const Result<Rules> rules = game_rules(options.rules);
    if (!rules) return report(err, "board", rules.error());
    const Result<Position> parsed = parse_position(options.position);
    if (!parsed) return report(err, "board", parsed.error());
    const Position& position = *parsed;

    const std::string_view mover = to_string(position.to_move);
    // The counter matters where a limit was asked for.
    const auto limit = value_rules(options.rules).value().no_capture_limit;
    out << fmt::format("{}\n\n{}\n",
                       to_string(position, limit ? CounterText::Show : CounterText::Hide),
                       draw_board(position, options.coloured));
    out << fmt::format(
        "{} to move; on the board: white {}, black {}; in hand: white {}, black {}\n", mover,
        count(position.men[0]), count(position.men[1]), position.hand[0], position.hand[1]);
    const std::vector<Turn> turns = legal_turns(position, *rules);
    if (turns.empty()) {
        const bool few = count(position.mover()) + position.mover_hand() < kMinMen;
        out << fmt::format("{} has {} and has lost\n", mover,
                           few ? "fewer than three men" : "no legal turn");
        return ExitStatus::Good;
    }
    if (limit && position.plies_without_removal >= *limit) {
        out << fmt::format("{} plies without a removal: the game is drawn\n",
                           position.plies_without_removal);
        return ExitStatus::Good;
    }
    out << fmt::format("{} legal {}:\n{}", turns.size(), turns.size() == 1 ? "turn" : "turns",
                       in_columns(turns));
    return ExitStatus::Good;
}

}  // namespace mulino
