// A position drawn large, for playing at a terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/position.hpp"
#include "game/turn.hpp"

namespace mulino {

/// What the terminal can show.
struct PictureStyle {
    bool unicode = true;
    bool coloured = false;
};

/// The board in lines of equal width, names of rows and columns included. Of the turn that led to
/// the position, if one is given, the point reached is emphasized, the point left and the men
/// removed are marked.
std::vector<std::string> draw_picture(const Position& position, const std::optional<Turn>& last,
                                      const PictureStyle& style);

/// A man of the side.
std::string man_picture(Side side, const PictureStyle& style);

/// The text in bold, in faint letters, where colours are on.
std::string bold(std::string_view text, const PictureStyle& style);
std::string faint(std::string_view text, const PictureStyle& style);

}  // namespace mulino
