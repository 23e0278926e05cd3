// The Nine Men's Morris board: points, lines, neighbours and symmetries, all constexpr.
//
// This is the only place that knows the shape of the board; nothing outside game/ may spell out
// its numbers. A set of points is a `Bitboard`, bit p standing for the point p. The points are
// numbered ring by ring, clockwise from the upper left corner:
//
//      0 -------- 1 -------- 2        a7 -------- d7 -------- g7
//      |  8 ----- 9 ---- 10  |        |  b6 ----- d6 ----- f6  |
//      |  |  16 - 17 - 18 |  |        |  |  c5 -- d5 -- e5  |  |
//      7 15  23       19 11  3        a4 b4 c4          e4 f4 g4
//      |  |  22 - 21 - 20 |  |        |  |  c3 -- d3 -- e3  |  |
//      | 14 ---- 13 ---- 12  |        |  b2 ----- d2 ----- f2  |
//      6 -------- 5 -------- 4        a1 -------- d1 -------- g1
//
// So a ring is one byte, a step along a ring is a rotation of its byte, and a symmetry of the board
// permutes the bits of a byte the same way in each ring and may exchange the outer byte with the
// inner one.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace mulino {

inline constexpr int kRings = 3;
inline constexpr int kRingSize = 8;
inline constexpr int kPoints = kRings * kRingSize;
inline constexpr int kLineSize = 3;
inline constexpr int kLines = 16;
inline constexpr int kSymmetries = 16;
/// Men a side starts with.
inline constexpr int kMaxMen = 9;
/// A side with fewer men in all (board and hand) has lost.
inline constexpr int kMinMen = 3;

/// A set of points, bit p standing for point p.
using Bitboard = std::uint32_t;
/// A point of the board, 0 … kPoints−1.
using Point = std::uint8_t;
/// A symmetry of the board, 0 … kSymmetries−1; 0 is the identity.
using Symmetry = std::uint8_t;

inline constexpr Bitboard kFullBoard = (Bitboard{1} << kPoints) - 1;

constexpr Bitboard bit(Point point) {
    assert(point < kPoints);
    return Bitboard{1} << point;
}

/// The lowest point of a set. Requires: `set` is not empty.
constexpr Point lowest(Bitboard set) {
    assert(set != 0);
    return static_cast<Point>(std::countr_zero(set));
}

/// The number of points in a set.
constexpr int count(Bitboard set) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    // The oldest processors of this kind have no instruction for it, and the compiler would call a
    // function; adding up neighbouring bits, pairs and nibbles is faster.
    set -= set >> 1 & 0x55555555U;
    set = (set & 0x33333333U) + (set >> 2 & 0x33333333U);
    set = (set + (set >> 4)) & 0x0F0F0F0FU;
    return static_cast<int>(set * 0x01010101U >> 24);
#else
    return std::popcount(set);
#endif
}

/// Calls `visit(Point)` for each point of a set, in ascending order.
template <typename Visit>
constexpr void for_each_point(Bitboard set, Visit&& visit) {
    for (; set != 0; set &= set - 1) visit(lowest(set));
}

/// The points on odd places of their ring (ring + place odd): one of the two colours of the board
/// graph. Every step along a line changes the colour; every symmetry keeps it.
inline constexpr Bitboard kOddPoints = 0xAA55AA;

/// The corners of the rings (two ring sides meet there) and the middles of the sides (a ring side
/// and a spoke meet there).
inline constexpr Bitboard kCorners = 0x555555;
inline constexpr Bitboard kMiddles = 0xAAAAAA;

/// The set with every man `places` further clockwise on its ring, −7 … 7.
constexpr Bitboard turn_rings(Bitboard set, int places) {
    assert(places > -kRingSize && places < kRingSize);
    const int left = places & (kRingSize - 1);
    const Bitboard wrapped = 0x010101U * ((Bitboard{1} << left) - 1);
    return (set << left & ~wrapped & kFullBoard) | (set >> (kRingSize - left) & wrapped);
}

namespace detail {

constexpr Point ring_point(int ring, int place) {
    return static_cast<Point>(ring * kRingSize + (place & (kRingSize - 1)));
}

constexpr std::array<Bitboard, kLines> make_lines() {
    std::array<Bitboard, kLines> lines{};
    std::size_t n = 0;
    for (int ring = 0; ring < kRings; ++ring) {
        for (int place = 0; place < kRingSize; place += 2) {
            lines[n++] = bit(ring_point(ring, place)) | bit(ring_point(ring, place + 1)) |
                         bit(ring_point(ring, place + 2));
        }
    }
    for (int place = 1; place < kRingSize; place += 2) {
        lines[n++] =
            bit(ring_point(0, place)) | bit(ring_point(1, place)) | bit(ring_point(2, place));
    }
    return lines;
}

constexpr std::array<Bitboard, kPoints> make_neighbours() {
    std::array<Bitboard, kPoints> neighbours{};
    for (int ring = 0; ring < kRings; ++ring) {
        for (int place = 0; place < kRingSize; ++place) {
            Bitboard& set = neighbours[ring_point(ring, place)];
            set = bit(ring_point(ring, place + 1)) | bit(ring_point(ring, place - 1));
            if (place % 2 == 1 && ring > 0) set |= bit(ring_point(ring - 1, place));
            if (place % 2 == 1 && ring + 1 < kRings) set |= bit(ring_point(ring + 1, place));
        }
    }
    return neighbours;
}

// A symmetry s: place -> 2·(s & 3) ± place (minus where s & 4), ring -> 2 − ring where s & 8.
constexpr int image_place(int symmetry, int place) {
    const int turned = (symmetry & 4) != 0 ? -place : place;
    return (2 * (symmetry & 3) + turned) & (kRingSize - 1);
}

constexpr int image_ring(int symmetry, int ring) {
    return (symmetry & 8) != 0 ? kRings - 1 - ring : ring;
}

constexpr std::array<std::array<std::uint8_t, 256>, 8> make_ring_images() {
    std::array<std::array<std::uint8_t, 256>, 8> images{};
    for (std::size_t s = 0; s < 8; ++s) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            unsigned image = 0;
            for (int place = 0; place < kRingSize; ++place) {
                if ((byte >> place & 1) != 0) {
                    image |= 1U << image_place(static_cast<int>(s), place);
                }
            }
            images[s][byte] = static_cast<std::uint8_t>(image);
        }
    }
    return images;
}

constexpr std::array<std::array<Point, kPoints>, kSymmetries> make_point_images() {
    std::array<std::array<Point, kPoints>, kSymmetries> images{};
    for (int s = 0; s < kSymmetries; ++s) {
        for (int ring = 0; ring < kRings; ++ring) {
            for (int place = 0; place < kRingSize; ++place) {
                images[static_cast<std::size_t>(s)][ring_point(ring, place)] =
                    ring_point(image_ring(s, ring), image_place(s, place));
            }
        }
    }
    return images;
}

}  // namespace detail

/// The lines: the sides of the rings, then the spokes that join the rings.
inline constexpr std::array<Bitboard, kLines> kLineSets = detail::make_lines();
/// The points one step away along a line.
inline constexpr std::array<Bitboard, kPoints> kNeighbours = detail::make_neighbours();
/// kPointImages[s][p]: where the symmetry s takes the point p.
inline constexpr std::array<std::array<Point, kPoints>, kSymmetries> kPointImages =
    detail::make_point_images();

namespace detail {

inline constexpr auto kRingImages = make_ring_images();

constexpr std::array<Symmetry, kSymmetries> make_inverses() {
    std::array<Symmetry, kSymmetries> inverses{};
    for (Symmetry s = 0; s < kSymmetries; ++s) {
        for (Symmetry t = 0; t < kSymmetries; ++t) {
            bool inverse = true;
            for (Point p = 0; p < kPoints; ++p) {
                inverse = inverse && kPointImages[t][kPointImages[s][p]] == p;
            }
            if (inverse) inverses[s] = t;
        }
    }
    return inverses;
}

// kPartners[p]: the two-point rests of the two lines through p.
constexpr std::array<std::array<Bitboard, 2>, kPoints> make_partners() {
    std::array<std::array<Bitboard, 2>, kPoints> partners{};
    for (Point p = 0; p < kPoints; ++p) {
        std::size_t n = 0;
        for (const Bitboard line : kLineSets) {
            if ((line & bit(p)) != 0) partners[p][n++] = line ^ bit(p);
        }
    }
    return partners;
}

inline constexpr auto kInverses = make_inverses();
inline constexpr auto kPartners = make_partners();

}  // namespace detail

/// The symmetry that undoes `symmetry`.
constexpr Symmetry inverse(Symmetry symmetry) { return detail::kInverses[symmetry]; }

/// The image of a set under a symmetry. Cost: three byte look-ups.
constexpr Bitboard apply(Symmetry symmetry, Bitboard set) {
    assert(symmetry < kSymmetries);
    const auto& images = detail::kRingImages[symmetry & 7U];
    const Bitboard outer = images[set & 0xFF];
    const Bitboard middle = images[set >> 8 & 0xFF];
    const Bitboard inner = images[set >> 16 & 0xFF];
    return (symmetry & 8U) != 0 ? inner | middle << 8 | outer << 16
                                : outer | middle << 8 | inner << 16;
}

/// How many lines through `point` (0, 1 or 2) hold two other men of `own`: the mills that a man
/// arriving at `point` closes. `own` must not hold the point that the man has left.
constexpr int mills_closed(Bitboard own, Point point) {
    const auto& partners = detail::kPartners[point];
    return ((own & partners[0]) == partners[0] ? 1 : 0) +
           ((own & partners[1]) == partners[1] ? 1 : 0);
}

/// The men of `own` that stand in a mill.
constexpr Bitboard men_in_mills(Bitboard own) {
    // Each side of a ring is known by the corner it begins at, each spoke by its outer point.
    const Bitboard sides = own & turn_rings(own, -1) & turn_rings(own, -2) & kCorners;
    const Bitboard spokes = own & own >> kRingSize & own >> (2 * kRingSize) & kMiddles;
    return sides | turn_rings(sides, 1) | turn_rings(sides, 2) | spokes | spokes << kRingSize |
           spokes << (2 * kRingSize);
}

static_assert(kPointImages[0][5] == 5 && inverse(0) == 0);
static_assert(count(kOddPoints) * 2 == kPoints);
static_assert(turn_rings(bit(7) | bit(8), 1) == (bit(0) | bit(9)));
static_assert(turn_rings(bit(0) | bit(17), -1) == (bit(7) | bit(16)));
static_assert(mills_closed(bit(0) | bit(1), 2) == 1 && mills_closed(bit(9) | bit(17), 1) == 1);
static_assert(men_in_mills(bit(6) | bit(7) | bit(0) | bit(3)) == (bit(6) | bit(7) | bit(0)));

}  // namespace mulino
