// What makes a position impossible, and which part of it is to blame. Inside game/ only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "game/position.hpp"

namespace mulino::detail {

/// The parts a position text has a field for.
enum class PositionPart : std::uint8_t { WhiteMen, BlackMen, Side, WhiteHand, BlackHand, Counter };

struct Flaw {
    PositionPart part;
    std::string message;
};

/// The first reason why the position cannot be one to play from, if there is any.
std::optional<Flaw> find_flaw(const Position& position);

}  // namespace mulino::detail
