// The three spellings of a position, one reader each. Inside game/ only; see docs/rules.md.
#pragma once

#include <array>
#include <span>
#include <string>

#include "game/position.hpp"
#include "game/scan.hpp"

namespace mulino::detail {

/// A position as read, and where in the text each of its parts stands, by PositionPart.
struct ReadPosition {
    Position position;
    std::array<std::size_t, 6> places{};
};

/// An error at a place of the text.
[[nodiscard]] inline tl::unexpected<Error> bad_position(std::string message, std::size_t offset) {
    return fail(ErrorCode::BadPosition, std::move(message), {}, offset);
}

/// A number from 0 to `most`, digits only. Errors: BadPosition.
[[nodiscard]] Result<unsigned> read_number(const Field& field, unsigned most, std::string what);

/// "w" or "b". Errors: BadPosition.
[[nodiscard]] Result<Side> read_side(const Field& field);

// Each takes the words of the whole text (at least one) and the place where the text ends.
[[nodiscard]] Result<ReadPosition> read_rows(std::span<const Field> words, std::size_t end);
[[nodiscard]] Result<ReadPosition> read_men_by_point(std::span<const Field> words, std::size_t end);
[[nodiscard]] Result<ReadPosition> read_sanmill_fen(std::span<const Field> words, std::size_t end);

}  // namespace mulino::detail
