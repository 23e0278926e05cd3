// A turn in twenty bits, for tables and lists of the search.
//
// Four fields of five bits: the point left, the point reached, two men removed. A field that names
// no point is kNowhere; its bit lies beyond the board and is cut off, so no test is needed.
#pragma once

#include <bit>
#include <cstdint>

#include "game/turn_generator.hpp"

namespace mulino::engine {

class PackedTurn {
public:
    constexpr PackedTurn() = default;
    explicit constexpr PackedTurn(const TurnBits& turn)
        : bits_(place(turn.from) | place(turn.to) << 5 | place(turn.removed) << 10 |
                place(turn.removed & (turn.removed - 1)) << 15) {}
    /// Of stored bits. Requires: they come from bits().
    static constexpr PackedTurn from_bits(std::uint32_t bits) {
        PackedTurn turn;
        turn.bits_ = bits;
        return turn;
    }

    constexpr TurnBits unpack() const {
        return {set(bits_), set(bits_ >> 5), set(bits_ >> 10) | set(bits_ >> 15)};
    }
    /// The same turn on the board as a symmetry changes it.
    constexpr PackedTurn image(Symmetry symmetry) const {
        if (symmetry == 0 || !*this) return *this;
        const TurnBits turn = unpack();
        return PackedTurn(
            {apply(symmetry, turn.from), apply(symmetry, turn.to), apply(symmetry, turn.removed)});
    }

    /// The point left, kNowhere when placing; the point reached.
    constexpr std::uint32_t from() const { return bits_ & kField; }
    constexpr std::uint32_t to() const { return bits_ >> 5 & kField; }
    constexpr bool removes() const { return (bits_ >> 10 & kField) != kNowhere; }
    constexpr std::uint32_t bits() const { return bits_; }
    /// Whether there is a turn.
    explicit constexpr operator bool() const { return bits_ != kNone; }
    friend constexpr bool operator==(PackedTurn, PackedTurn) = default;

    static constexpr std::uint32_t kNowhere = 31;

private:
    static constexpr std::uint32_t kField = 31;
    static constexpr std::uint32_t kNone = 0xFFFFF;

    static constexpr std::uint32_t place(Bitboard set) {
        return set == 0 ? kNowhere : static_cast<std::uint32_t>(std::countr_zero(set));
    }
    static constexpr Bitboard set(std::uint32_t field) {
        return Bitboard{1} << (field & kField) & kFullBoard;
    }

    std::uint32_t bits_ = kNone;
};

static_assert(PackedTurn(TurnBits{bit(3), bit(2), bit(9) | bit(23)}).unpack() ==
              TurnBits{bit(3), bit(2), bit(9) | bit(23)});
static_assert(PackedTurn(TurnBits{0, bit(2), 0}).unpack() == TurnBits{0, bit(2), 0});

}  // namespace mulino::engine
