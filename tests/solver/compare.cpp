#include "tests/solver/compare.hpp"

#include <algorithm>

#include "game/position.hpp"

namespace mulino::test {

namespace {

std::string text_of(const Outcome& outcome) {
    std::string text(to_string(outcome.value));
    if (outcome.distance) text += " in " + std::to_string(*outcome.distance);
    return text;
}

}  // namespace

std::string difference(Bitboard mover, Bitboard opponent, const Outcome& found,
                       const Outcome& expected) {
    Position position;
    position.men = {mover, opponent};
    return to_string(position) + ": " + text_of(found) + ", expected " + text_of(expected);
}

Outcome search(Bitboard mover, Bitboard opponent, unsigned plies, const Rules& rules,
               const RawTables& children) {
    const Outcome unknown{Wdl::Draw, std::nullopt};
    if (plies == 0) {
        const bool blocked = !has_turn(MoverView{mover, opponent, 0, 0}, rules);
        return blocked ? Outcome{Wdl::Loss, std::uint16_t{0}} : unknown;
    }
    return outcome_by_turns(mover, opponent, rules,
                            [&](Bitboard next, Bitboard rest, bool removal) {
                                if (!removal) return search(next, rest, plies - 1, rules, children);
                                const Outcome outcome = after_removal(next, rest, children);
                                return outcome.distance.value_or(0) < plies ? outcome : unknown;
                            });
}

}  // namespace mulino::test
