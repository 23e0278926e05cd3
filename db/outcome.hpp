// What a table knows of a position. Always for the side to move.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mulino {

/// The value of a position for the side to move. The numbers are part of the file format.
enum class Wdl : std::uint8_t { Loss = 0, Draw = 1, Win = 2 };

constexpr Wdl reversed(Wdl value) {
    return static_cast<Wdl>(2 - static_cast<std::uint8_t>(value));
}
constexpr std::string_view to_string(Wdl value) {
    return value == Wdl::Win ? "win" : value == Wdl::Loss ? "loss" : "draw";
}

/// Which distance a table holds besides the value.
enum class Metric : std::uint8_t {
    Wdl = 0,  ///< none
    Dtw = 1,  ///< plies to the end of the game; the winner takes the shortest way, the loser longest
    Dtc = 2,  ///< plies to the next removal or to the end
};

/// A value and, where the table has it and the value is no draw, its distance in plies.
struct Outcome {
    Wdl value = Wdl::Draw;
    std::optional<std::uint16_t> distance;

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace mulino
