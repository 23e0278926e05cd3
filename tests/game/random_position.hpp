// Random positions for tests, rich in mills. Any position that check_position accepts can come out.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

#include "game/position.hpp"

namespace mulino::test {

/// A position from a source of chance: `choose(n)` returns 0 … n−1.
template <typename Choose>
Position random_position(Choose&& choose) {
    Position position;
    position.to_move = choose(2) == 0 ? Side::White : Side::Black;
    const auto mover = static_cast<std::size_t>(position.to_move);
    if (choose(2) == 0) {
        const int hand = choose(kMaxMen + 1);
        position.hand[1 - mover] = static_cast<std::uint8_t>(hand);
        position.hand[mover] = static_cast<std::uint8_t>(hand < kMaxMen ? hand + choose(2) : hand);
    } else {
        position.plies_without_removal = static_cast<std::uint16_t>(choose(120));
    }
    std::array<int, 2> men{};
    for (std::size_t side = 0; side < 2; ++side) {
        const int in_hand = position.hand[side];
        const int least = std::max(0, kMinMen - in_hand);
        // Few men half of the time: that is where flying begins.
        const int most =
            choose(2) == 0 ? std::min(kMaxMen - in_hand, least + 2) : kMaxMen - in_hand;
        men[side] = least + choose(most - least + 1);
    }
    if (choose(20) == 0 && position.hand[mover] == 0) men[mover] = choose(kMinMen);

    Bitboard kept_free = 0;
    if (men[mover] >= 4 && choose(2) == 0) {
        // About to close two mills at once.
        const auto crossing = static_cast<Point>(choose(kPoints));
        kept_free = bit(crossing);
        for (const Bitboard line : kLineSets) {
            if ((line & kept_free) != 0) position.men[mover] |= line & ~kept_free;
        }
    }
    for (std::size_t side = 0; side < 2; ++side) {
        Bitboard& own = position.men[side];
        while (count(own) < men[side]) {
            const Bitboard free = position.empty() & ~kept_free;
            const Bitboard line = kLineSets[static_cast<std::size_t>(choose(kLines))];
            const bool fits = (line & ~(own | free)) == 0;
            if (fits && count(line & ~own) <= men[side] - count(own) && choose(2) == 0) {
                own |= line;
            } else {
                own |= bit(static_cast<Point>(choose(kPoints))) & free;
            }
        }
    }
    return position;
}

/// The same from a generator of the standard library.
inline Position random_position(std::mt19937_64& random) {
    return random_position([&](int n) { return std::uniform_int_distribution(0, n - 1)(random); });
}

/// All combinations of the parameters that act on turns.
inline std::vector<Rules> all_turn_rules() {
    std::vector<Rules> all;
    for (const Flying flying : {Flying::Own, Flying::Both, Flying::Off}) {
        for (const Removals removals : {Removals::One, Removals::PerMill}) {
            for (const Protection protection : {Protection::Lifted, Protection::Absolute}) {
                all.push_back({.flying = flying, .removals = removals, .protection = protection});
            }
        }
    }
    return all;
}

}  // namespace mulino::test
