// What the evaluation sees in a position: counts for each side, a few shifts each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "game/lines.hpp"
#include "game/turn_generator.hpp"

namespace mulino::engine {

/// What is counted for a side. An "open" line holds two men of the side and an empty point.
enum class Feature : std::uint8_t {
    Mills,      ///< lines full of own men
    Closings,   ///< ways to close a mill by a step, by a flight where the side flies
    Swings,     ///< those that step out of another mill
    OpenMills,  ///< men in mills that can step
    Twos,       ///< open lines
    Forks,      ///< empty points at which two open lines meet
    Stopped,    ///< lines with two own men and one of the opponent's
    Lone,       ///< lines with one own man and two empty points
    Mobility,   ///< steps to empty points; 0 where the side flies
    Blocked,    ///< men without a step; 0 where the side flies
    Crossings,  ///< men on the four points with four neighbours
    Junctions,  ///< men on the eight points with three neighbours
    Count
};

inline constexpr std::size_t kFeatureKinds = static_cast<std::size_t>(Feature::Count);
/// By Feature.
using Features = std::array<int, kFeatureKinds>;

/// The points with four neighbours, and those with three.
inline constexpr Bitboard kCrossings = 0x00AA00;
inline constexpr Bitboard kJunctions = 0xAA00AA;

namespace detail {

// Two sets at once. Each is of the board's 24 points.
constexpr int count(Bitboard a, Bitboard b) {
    std::uint64_t sets = std::uint64_t{b} << 32 | a;
#if defined(__x86_64__) && !defined(__POPCNT__)
    sets -= sets >> 1 & 0x5555'5555'5555'5555U;
    sets = (sets & 0x3333'3333'3333'3333U) + (sets >> 2 & 0x3333'3333'3333'3333U);
    sets = (sets + (sets >> 4)) & 0x0F0F'0F0F'0F0F'0F0FU;
    return static_cast<int>(sets * 0x0101'0101'0101'0101U >> 56);
#else
    return std::popcount(sets);
#endif
}

// The lines meant by the points of `mask`. Corners and middles do not meet, so two fields share a
// set.
constexpr int count_lines(const LinePartners& lines, Bitboard mask) {
    return count((lines.ahead | lines.between) & mask, (lines.behind | lines.across) & mask);
}

}  // namespace detail

/// Steps of a set of men by their direction, as the points reached: clockwise, counterclockwise, to
/// the next ring inwards, outwards. Occupied points are included.
using Steps = std::array<Bitboard, 4>;

constexpr Steps steps_of(Bitboard men) {
    const Bitboard middles = men & kMiddles;
    return {turn_rings(men, 1), turn_rings(men, -1), middles << kRingSize & kFullBoard,
            middles >> kRingSize};
}

/// Those of `steps`, of men of one side, that close a mill; `lines` are those of the side. A step
/// closes no line through the point it leaves, so its direction tells which it may close.
constexpr Steps closing_steps(const Steps& steps, const LinePartners& lines, Bitboard empty) {
    return {steps[0] & empty & (lines.ahead | lines.across),
            steps[1] & empty & (lines.behind | lines.across), steps[2] & empty & lines.between,
            steps[3] & empty & lines.between};
}

/// Counts for the side with the men `own` against `other`.
constexpr Features features_of(Bitboard own, Bitboard other, bool flies) {
    const Bitboard empty = kFullBoard & ~(own | other);
    const LinePartners lines = line_partners(own);
    const Bitboard mills = men_in_mills(own);

    Features features{};
    const auto set = [&](Feature feature, int number) {
        features[static_cast<std::size_t>(feature)] = number;
    };
    const int twos = detail::count_lines(lines, empty);
    set(Feature::Mills, count((own & lines.ahead) | (own & lines.across & 0xFF)));
    set(Feature::Twos, twos);
    set(Feature::Forks, count(lines.both() & empty));
    set(Feature::Stopped, detail::count_lines(lines, other));
    set(Feature::Lone, detail::count_lines(line_partners(empty), own));
    set(Feature::Crossings, count(own & kCrossings));
    set(Feature::Junctions, count(own & kJunctions));
    if (flies) {
        set(Feature::Closings, twos);
        return features;
    }

    const Steps steps = steps_of(own);
    const Steps closing = closing_steps(steps, lines, empty);
    set(Feature::Mobility, detail::count(steps[0] & empty, steps[1] & empty) +
                               detail::count(steps[2] & empty, steps[3] & empty));
    set(Feature::Closings,
        detail::count(closing[0], closing[1]) + detail::count(closing[2], closing[3]));
    set(Feature::Blocked, count(own & ~steps_from(empty)));
    if (mills != 0) {
        const Steps leaving = steps_of(mills);
        set(Feature::Swings, detail::count(closing[0] & leaving[0], closing[1] & leaving[1]) +
                                 detail::count(closing[2] & leaving[2], closing[3] & leaving[3]));
        set(Feature::OpenMills, count(mills & steps_from(empty)));
    }
    return features;
}

}  // namespace mulino::engine
