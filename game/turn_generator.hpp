// The turn generator for callers in a hurry: no allocation, no order, sets instead of points.
//
// It works on a `MoverView`, the position as the side to move sees it (colours and counter do not
// matter for the turns), and hands each turn to a visitor as three sets. `legal_turns` of turn.hpp
// is the same with points and in the standing order.
#pragma once

#include <cstdint>
#include <type_traits>

#include "game/board.hpp"
#include "game/lines.hpp"
#include "game/position.hpp"
#include "game/rules.hpp"
#include "game/turn.hpp"

namespace mulino {

/// A position as the side to move sees it. Requires throughout: `own` and `other` are disjoint, and
/// the mover has men in hand unless both hands are empty.
struct MoverView {
    Bitboard own = 0;    ///< the mover's men on the board
    Bitboard other = 0;  ///< the opponent's
    std::uint8_t own_hand = 0;
    std::uint8_t other_hand = 0;

    constexpr Bitboard empty() const { return kFullBoard & ~(own | other); }
    friend constexpr bool operator==(const MoverView&, const MoverView&) = default;
};

inline MoverView view_of(const Position& position) {
    return {position.mover(), position.opponent(), static_cast<std::uint8_t>(position.mover_hand()),
            static_cast<std::uint8_t>(position.opponent_hand())};
}

/// A turn as sets: the man left (empty when placing), the man arrived, the men removed.
struct TurnBits {
    Bitboard from = 0;
    Bitboard to = 0;
    Bitboard removed = 0;

    friend constexpr bool operator==(const TurnBits&, const TurnBits&) = default;
};

inline Turn turn_of(const TurnBits& bits) {
    Turn turn{{}, lowest(bits.to), bits.removed};
    if (bits.from != 0) turn.from = lowest(bits.from);
    return turn;
}

/// The view of the opponent after a legal turn.
constexpr MoverView play(const MoverView& view, const TurnBits& turn) {
    const auto placed = static_cast<std::uint8_t>(turn.from == 0 ? 1 : 0);
    return {view.other & ~turn.removed, (view.own ^ turn.from) | turn.to, view.other_hand,
            static_cast<std::uint8_t>(view.own_hand - placed)};
}

/// Whether a side with so many men may move them to any empty point, no man being in hand.
constexpr bool side_flies(Flying flying, int own, int other) {
    switch (flying) {
        case Flying::Own:
            return own == kMinMen;
        case Flying::Both:
            return own == kMinMen || other == kMinMen;
        case Flying::Off:
            break;
    }
    return false;
}

/// Whether the mover may move its men to any empty point.
constexpr bool mover_flies(const MoverView& view, const Rules& rules) {
    if (view.own_hand != 0 || view.other_hand != 0) return false;
    return side_flies(rules.flying, count(view.own), count(view.other));
}

/// Whether the mover has a turn. False where it has fewer than three men in all, or is blocked.
constexpr bool has_turn(const MoverView& view, const Rules& rules) {
    if (count(view.own) + view.own_hand < kMinMen) return false;
    const Bitboard empty = view.empty();
    if (view.own_hand != 0 || mover_flies(view, rules)) return empty != 0;
    return (steps_from(view.own) & empty) != 0;
}

/// The men of `other` that one removal may take.
constexpr Bitboard removable(Bitboard other, Protection protection) {
    const Bitboard open = other & ~men_in_mills(other);
    return open != 0 || protection == Protection::Absolute ? open : other;
}

/// How many turns there are. Cost: some ten operations in the placing phase and when sliding.
int count_turns(const MoverView& view, const Rules& rules);

namespace detail {

// A visitor that returns nothing never stops.
template <typename Visit, typename Argument>
constexpr bool goes_on(Visit& visit, const Argument& argument) {
    if constexpr (std::is_void_v<std::invoke_result_t<Visit&, const Argument&>>) {
        visit(argument);
        return true;
    } else {
        return visit(argument);
    }
}

}  // namespace detail

/// Calls `visit(Bitboard)` for each set of men that a turn closing `mills` (1 or 2) mills may
/// remove, each set once; the empty set where nothing may be removed. The visitor may return bool,
/// false to stop. Returns: false if it was stopped.
template <typename Visit>
constexpr bool for_each_removal(Bitboard other, int mills, const Rules& rules, Visit&& visit) {
    assert(mills == 1 || mills == 2);
    const Bitboard firsts = removable(other, rules.protection);
    if (firsts == 0) return detail::goes_on(visit, Bitboard{0});
    const bool two = mills == 2 && rules.removals == Removals::PerMill;
    for (Bitboard rest = firsts; rest != 0; rest &= rest - 1) {
        const Bitboard first = rest & (~rest + 1);
        const Bitboard seconds = two ? removable(other ^ first, rules.protection) : 0;
        if (seconds == 0 && !detail::goes_on(visit, first)) return false;
        for (Bitboard more = seconds; more != 0; more &= more - 1) {
            const Bitboard second = more & (~more + 1);
            // The same two men the other way round are the same turn: if that order is legal too,
            // only the order with the lower man first counts.
            if (second < first && (firsts & second) != 0 &&
                (removable(other ^ second, rules.protection) & first) != 0) {
                continue;
            }
            if (!detail::goes_on(visit, first | second)) return false;
        }
    }
    return true;
}

namespace detail {

// The turns that bring one man, counted no more in `rest`, to each of `targets`. `closing` holds at
// least the targets that close a mill.
template <typename Visit>
constexpr bool for_each_arrival(const MoverView& view, const Rules& rules, Bitboard from,
                                Bitboard targets, Bitboard closing, Visit& visit) {
    for (Bitboard quiet = targets & ~closing; quiet != 0; quiet &= quiet - 1) {
        if (!goes_on(visit, TurnBits{from, quiet & (~quiet + 1), 0})) return false;
    }
    for (Bitboard open = targets & closing; open != 0; open &= open - 1) {
        const Bitboard to = open & (~open + 1);
        const int mills = mills_closed(view.own ^ from, lowest(to));
        if (mills == 0) {
            if (!goes_on(visit, TurnBits{from, to, 0})) return false;
            continue;
        }
        const bool went_on = for_each_removal(view.other, mills, rules, [&](Bitboard removed) {
            return goes_on(visit, TurnBits{from, to, removed});
        });
        if (!went_on) return false;
    }
    return true;
}

}  // namespace detail

/// Calls `visit(const TurnBits&)` for each legal turn, each once, in no particular order. The
/// visitor may return bool, false to stop. Returns: false if it was stopped.
template <typename Visit>
constexpr bool for_each_turn(const MoverView& view, const Rules& rules, Visit&& visit) {
    if (count(view.own) + view.own_hand < kMinMen) return true;
    const Bitboard empty = view.empty();
    const Bitboard closing = closing_points(view.own) & empty;
    if (view.own_hand != 0) {
        return detail::for_each_arrival(view, rules, 0, empty, closing, visit);
    }
    const bool flies = mover_flies(view, rules);
    for (Bitboard men = view.own; men != 0; men &= men - 1) {
        const Bitboard targets = flies ? empty : kNeighbours[lowest(men)] & empty;
        if (!detail::for_each_arrival(view, rules, men & (~men + 1), targets, closing, visit)) {
            return false;
        }
    }
    return true;
}

/// The same with points: calls `visit(const Turn&)`.
template <typename Visit>
bool for_each_turn(const Position& position, const Rules& rules, Visit&& visit) {
    return for_each_turn(view_of(position), rules, [&](const TurnBits& bits) {
        return detail::goes_on(visit, turn_of(bits));
    });
}

}  // namespace mulino
