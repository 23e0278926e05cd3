// A position: who stands where, how many men are in hand, who is to move; and its text.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "game/board.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino {

/// The points in reading order: left to right, from the top row down.
/// kReadingOrder[i] is the i-th point read.
extern const std::array<Point, kPoints> kReadingOrder;
/// reading_rank(p): the place of a point in reading order.
int reading_rank(Point point);

/// "a1" … "g7".
std::string_view point_name(Point point);
/// The point of that name, either case, or nothing.
std::optional<Point> parse_point(std::string_view text);

/// A position of the game. Values of positions are always for the side to move, the *mover*.
struct Position {
    std::array<Bitboard, 2> men{};        ///< on the board, by Side
    std::array<std::uint8_t, 2> hand{};   ///< in hand, by Side
    Side to_move = Side::White;
    /// Plies of the moving phase since the last removal. No part of a value without a limit.
    std::uint16_t plies_without_removal = 0;

    Bitboard mover() const { return men[static_cast<std::size_t>(to_move)]; }
    Bitboard opponent() const { return men[static_cast<std::size_t>(other(to_move))]; }
    int mover_hand() const { return hand[static_cast<std::size_t>(to_move)]; }
    int opponent_hand() const { return hand[static_cast<std::size_t>(other(to_move))]; }
    Bitboard empty() const { return kFullBoard & ~(men[0] | men[1]); }
    bool placing() const { return hand[0] != 0 || hand[1] != 0; }

    friend bool operator==(const Position&, const Position&) = default;
};

/// The empty board with all men in hand, the first side of `rules` to move.
Position start_position(const Rules& rules);

/// Reads a position in any of the three spellings (rows; men by point; the FEN of Sanmill), see
/// docs/rules.md. Errors: BadPosition, naming the row or field and the character, with `offset` the
/// character's place in the text. A position that cannot arise is refused as well.
[[nodiscard]] Result<Position> parse_position(std::string_view text);

/// Whether the position can arise as one to be played from (men, hands, counter). Errors:
/// BadPosition.
[[nodiscard]] Result<void> check_position(const Position& position);

/// Whether the printed text carries the count of plies without a removal.
enum class CounterText : std::uint8_t { Hide, Show };

/// The shortest row text of the position; with `Show`, the counter where it is above 0.
std::string to_string(const Position& position, CounterText counter = CounterText::Hide);

}  // namespace mulino
