// Which positions belong together: subspaces and pairs, by the men of both sides.
//
// A *subspace* holds all positions with the same men on the board and in hand of both sides, seen
// by the side to move; it is the key of files, schedules and lists. A *pair* {A,B} joins the
// subspaces A-B and B-A of the moving phase, which quiet turns connect.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.hpp"
#include "game/result.hpp"

namespace mulino {

/// The men of both sides, the mover's first. "4-3"; with men in hand "4-3+2-1".
struct Subspace {
    std::uint8_t mover = 0;
    std::uint8_t opponent = 0;
    std::uint8_t mover_hand = 0;
    std::uint8_t opponent_hand = 0;

    bool moving() const { return mover_hand == 0 && opponent_hand == 0; }
    friend auto operator<=>(const Subspace&, const Subspace&) = default;
};

/// Two piece counts of the moving phase, larger ≥ smaller. "4-3".
struct Pair {
    std::uint8_t larger = 0;
    std::uint8_t smaller = 0;

    bool equal() const { return larger == smaller; }
    int men() const { return larger + smaller; }
    friend auto operator<=>(const Pair&, const Pair&) = default;
};

Subspace subspace_of(const Position& position);
/// Requires: s.moving().
Pair pair_of(const Subspace& s);
/// The subspace in which the larger (smaller) side is to move. The same one in an equal pair.
Subspace larger_to_move(Pair pair);
Subspace smaller_to_move(Pair pair);

/// The ordered subspaces of the moving phase, 3-3, 3-4, 4-3 …: by men in all, then by difference of
/// the pair, the smaller mover first. 49 for nine men a side.
std::vector<Subspace> all_subspaces();
/// The pairs of the moving phase in an order in which each comes after its children. 28.
std::vector<Pair> all_pairs();
/// The pairs that a removal leads to from `pair` (up to two; none below three men a side).
std::vector<Pair> children(Pair pair);

std::string to_string(const Subspace& s);
std::string to_string(const Pair& pair);
/// "4-3" or "4-3+2-1". Errors: BadArgument.
[[nodiscard]] Result<Subspace> parse_subspace(std::string_view text);
/// "4-3"; "3-4" names the same pair. Errors: BadArgument.
[[nodiscard]] Result<Pair> parse_pair(std::string_view text);

}  // namespace mulino
