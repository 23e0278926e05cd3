#include "tools/picture.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace mulino {
namespace {

// The points are the `o`, in reading order.
constexpr std::array<std::string_view, 15> kDrawing{
    " 7  o-----------o-----------o ", "    |           |           | ",
    " 6  |   o-------o-------o   | ", "    |   |       |       |   | ",
    " 5  |   |   o---o---o   |   | ", "    |   |   |       |   |   | ",
    " 4  o---o---o       o---o---o ", "    |   |   |       |   |   | ",
    " 3  |   |   o---o---o   |   | ", "    |   |       |       |   | ",
    " 2  |   o-------o-------o   | ", "    |           |           | ",
    " 1  o-----------o-----------o ", "                              ",
    "    a   b   c   d   e   f   g ",
};

constexpr std::string_view kFaint = "2";
constexpr std::string_view kRemoved = "1;31";

std::string_view colour_of(Side side) { return side == Side::White ? "1;33" : "1;36"; }

std::string painted(std::string_view text, std::string_view colour, const PictureStyle& style) {
    if (!style.coloured) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", colour, text);
}

std::string_view shape_of(Side side, const PictureStyle& style) {
    if (!style.unicode) return side == Side::White ? "W" : "B";
    return side == Side::White ? "○" : "●";
}

std::string point_picture(Point point, const Position& position, const std::optional<Turn>& last,
                          const PictureStyle& style) {
    for (const Side side : {Side::White, Side::Black}) {
        if ((position.men[static_cast<std::size_t>(side)] & bit(point)) == 0) continue;
        std::string colour(colour_of(side));
        if (last && last->to == point) colour += ";7";
        return painted(shape_of(side, style), colour, style);
    }
    if (last && (last->removed & bit(point)) != 0) {
        return painted(style.unicode ? "×" : "x", kRemoved, style);
    }
    if (last && last->from == point) return painted(style.unicode ? "◦" : "'", kFaint, style);
    return painted(style.unicode ? "·" : ".", kFaint, style);
}

std::string_view line_picture(char letter, const PictureStyle& style) {
    if (style.unicode && letter == '-') return "─";
    if (style.unicode && letter == '|') return "│";
    return letter == '-' ? "-" : letter == '|' ? "|" : " ";
}

bool is_line(char letter) { return letter == '-' || letter == '|'; }

}  // namespace

std::vector<std::string> draw_picture(const Position& position, const std::optional<Turn>& last,
                                      const PictureStyle& style) {
    std::vector<std::string> lines;
    std::size_t read = 0;
    for (const std::string_view drawn : kDrawing) {
        std::string& line = lines.emplace_back();
        for (std::size_t i = 0; i < drawn.size();) {
            if (drawn[i] == 'o') {
                line += point_picture(kReadingOrder[read++], position, last, style);
                ++i;
                continue;
            }
            // A run of the same kind is painted at once.
            std::string run;
            const bool lined = is_line(drawn[i]);
            for (; i < drawn.size() && drawn[i] != 'o' && is_line(drawn[i]) == lined; ++i) {
                run +=
                    lined ? std::string(line_picture(drawn[i], style)) : std::string(1, drawn[i]);
            }
            line += lined ? painted(run, kFaint, style) : run;
        }
    }
    return lines;
}

std::string man_picture(Side side, const PictureStyle& style) {
    return painted(shape_of(side, style), colour_of(side), style);
}

std::string bold(std::string_view text, const PictureStyle& style) {
    return painted(text, "1", style);
}

std::string faint(std::string_view text, const PictureStyle& style) {
    return painted(text, kFaint, style);
}

}  // namespace mulino
