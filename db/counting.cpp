#include "db/counting.hpp"

#include <array>
#include <cassert>
#include <cstddef>

#include "game/board.hpp"

namespace mulino {

namespace {

constexpr std::size_t kSide = kPoints / 2 + 1;
// By men of the first and of the second kind.
using Counts = std::array<std::array<std::uint64_t, kSide>, kSide>;

// Pairs of sets that a symmetry keeps: each of its cycles is free or filled by one kind throughout.
Counts fixed_pairs(Symmetry symmetry) {
    Counts counts{};
    counts[0][0] = 1;
    Bitboard seen = 0;
    for (Point start = 0; start < kPoints; ++start) {
        if ((seen & bit(start)) != 0) continue;
        std::size_t length = 0;
        for (Point p = start; (seen & bit(p)) == 0; p = kPointImages[symmetry][p]) {
            seen |= bit(p);
            ++length;
        }
        // From the top down, so that each cycle counts once.
        for (std::size_t a = kSide; a-- > 0;) {
            for (std::size_t b = kSide; b-- > 0;) {
                if (a >= length) counts[a][b] += counts[a - length][b];
                if (b >= length) counts[a][b] += counts[a][b - length];
            }
        }
    }
    return counts;
}

// Burnside: the number of orbits is the mean number of fixed points.
Counts make_orbits() {
    Counts orbits{};
    for (Symmetry s = 0; s < kSymmetries; ++s) {
        const Counts fixed = fixed_pairs(s);
        for (std::size_t a = 0; a < kSide; ++a) {
            for (std::size_t b = 0; b < kSide; ++b) orbits[a][b] += fixed[a][b];
        }
    }
    for (auto& row : orbits) {
        for (auto& count : row) count /= kSymmetries;
    }
    return orbits;
}

}  // namespace

std::uint32_t class_count(int men) {
    return static_cast<std::uint32_t>(canonical_position_count(men, 0));
}

std::uint64_t canonical_position_count(int first_men, int second_men) {
    assert(first_men >= 0 && second_men >= 0);
    static const Counts orbits = make_orbits();
    return orbits.at(static_cast<std::size_t>(first_men)).at(static_cast<std::size_t>(second_men));
}

}  // namespace mulino
