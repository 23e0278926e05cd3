#include "engine/openings.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <random>
#include <set>
#include <utility>

#include "game/position.hpp"

namespace mulino {
namespace {

using Men = std::array<Bitboard, 2>;

// The smallest image: the same for all positions that are images of one another.
Men canonical(const Men& men) {
    Men least = men;
    for (Symmetry symmetry = 1; symmetry < kSymmetries; ++symmetry) {
        least = std::min(least, {apply(symmetry, men[0]), apply(symmetry, men[1])});
    }
    return least;
}

}  // namespace

std::vector<Opening> openings(const Rules& rules, int plies) {
    assert(plies >= 0 && plies <= kMostOpeningPlies);
    std::vector<std::pair<Opening, Position>> all{{{}, start_position(rules)}};
    for (int ply = 0; ply < plies; ++ply) {
        std::vector<std::pair<Opening, Position>> longer;
        std::set<Men> seen;
        for (const auto& [opening, position] : all) {
            for (const Turn& turn : legal_turns(position, rules)) {
                const Position next = play(position, turn);
                if (!seen.insert(canonical(next.men)).second) continue;
                longer.emplace_back(opening, next);
                longer.back().first.push_back(turn);
            }
        }
        all = std::move(longer);
    }
    std::vector<Opening> found;
    found.reserve(all.size());
    for (auto& [opening, position] : all) found.push_back(std::move(opening));
    return found;
}

std::vector<Opening> shuffled_openings(const Rules& rules, int plies, std::uint64_t seed) {
    std::vector<Opening> all = openings(rules, plies);
    // Written out, so that the order is the same with every library.
    std::mt19937_64 random(seed);
    for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random() % i]);
    return all;
}

}  // namespace mulino
