// Three ways to judge a solved pair: against all raw positions of the naive solver, against plain
// search from single positions, and by a local check of all slots, which is a proof.
//
// Each returns a description of the first difference, or an empty text.
#pragma once

#include <algorithm>
#include <random>
#include <string>

#include "game/turn_generator.hpp"
#include "tests/solver/solved_pair.hpp"

namespace mulino::test {

/// "4-3 position text: win in 5, expected draw".
std::string difference(Bitboard mover, Bitboard opponent, const Outcome& found,
                       const Outcome& expected);

/// Position by position, over all raw positions of both subspaces. Where the pair was solved
/// without distances, the values alone.
template <typename Symbol>
std::string compare_all(const SolvedPair<Symbol>& solved, const RawTables& tables) {
    const int larger = solved.index().pair().larger;
    const int smaller = solved.index().pair().smaller;
    std::string first;
    for (const auto& men : {std::pair(larger, smaller), std::pair(smaller, larger)}) {
        const RawTable& table = tables.at(men);
        table.for_each_position([&](Bitboard mover, Bitboard opponent) {
            if (!first.empty()) return;
            Outcome expected = table.at(mover, opponent);
            if (solved.metric() == Metric::Wdl) expected.distance.reset();
            const Outcome found = solved.at(mover, opponent);
            if (found != expected) first = difference(mover, opponent, found, expected);
        });
        if (larger == smaller) break;
    }
    return first;
}

/// What the outcomes behind all turns of a position make of it.
/// `outcome_of(mover, opponent, after_removal)` is asked for the position behind each turn.
template <typename OutcomeOf>
Outcome outcome_by_turns(Bitboard mover, Bitboard opponent, const Rules& rules,
                         const OutcomeOf& outcome_of) {
    // The better a turn, the lower: quick wins, slow wins, draws, slow losses, quick losses.
    constexpr int kDraw = 0x10000;
    int best = 2 * kDraw + 1;  // no turn at all: a loss in 0
    for_each_turn(MoverView{mover, opponent, 0, 0}, rules, [&](const TurnBits& turn) {
        const Bitboard moved = (mover ^ turn.from) | turn.to;
        const Outcome behind = outcome_of(opponent & ~turn.removed, moved, turn.removed != 0);
        const int plies = behind.distance.value_or(0);
        best = std::min(best, behind.value == Wdl::Loss   ? plies
                              : behind.value == Wdl::Draw ? kDraw
                                                          : 2 * kDraw - plies);
    });
    if (best == kDraw) return {Wdl::Draw, std::nullopt};
    if (best < kDraw) return {Wdl::Win, static_cast<std::uint16_t>(best + 1)};
    return {Wdl::Loss, static_cast<std::uint16_t>(2 * kDraw + 1 - best)};
}

/// The outcome behind a removal, from tables of the children.
inline Outcome after_removal(Bitboard mover, Bitboard opponent, const RawTables& children) {
    if (count(mover) < kMinMen) return {Wdl::Loss, std::uint16_t{0}};
    return children.at({count(mover), count(opponent)}).at(mover, opponent);
}

/// Checks each slot against the outcomes behind all its turns: a win in d has a turn to a loss in
/// d − 1 and none to a shorter one, and so on. Where this holds everywhere, every value is right:
/// for wins and losses by induction over the distance, and draws are never given up. With a step
/// above 1 only every step-th slot is looked at: a sample. Requires a pair solved with distances.
template <typename Symbol>
std::string prove(const SolvedPair<Symbol>& solved, const Rules& rules, const RawTables& children,
                  std::uint64_t step = 1) {
    std::string first;
    std::uint64_t number = 0;
    solved.for_each_slot([&](Bitboard mover, Bitboard opponent, const Outcome& found) {
        if (number++ % step != 0) return true;
        Outcome expected = outcome_by_turns(
            mover, opponent, rules, [&](Bitboard next, Bitboard rest, bool removal) {
                if (!removal) return solved.at(next, rest);
                Outcome outcome = after_removal(next, rest, children);
                if (solved.metric() == Metric::Dtc && outcome.distance) outcome.distance = 0;
                return outcome;
            });
        if (solved.limit() && expected.distance > solved.limit()) {
            expected = {Wdl::Draw, std::nullopt};
        }
        if (found != expected) first = difference(mover, opponent, found, expected);
        return first.empty();
    });
    return first;
}

/// The outcome of a position by plain search, without tables of its pair: exact if it is decided
/// within `plies`, else a draw.
Outcome search(Bitboard mover, Bitboard opponent, unsigned plies, const Rules& rules,
               const RawTables& children);

/// Searches single positions of both subspaces, drawn with `seed`: `samples` of any kind and as
/// many that are said to be decided within `plies`.
template <typename Symbol>
std::string compare_samples(const SolvedPair<Symbol>& solved, const Rules& rules,
                            const RawTables& children, unsigned plies, int samples,
                            std::uint32_t seed) {
    std::mt19937 generator(seed);
    const auto random = [&] { return static_cast<std::uint32_t>(generator()); };
    const PairIndex& index = solved.index();
    for (const bool class_moves : {true, false}) {
        int left = samples;
        int left_decided = samples;
        for (int tries = 0; tries < 200'000 && left + left_decided > 0; ++tries) {
            const auto [class_set, other_set] =
                index.sets(random() % index.rows(), random() % index.row_size());
            const auto s = static_cast<Symmetry>(random() % kSymmetries);
            const Bitboard mover = apply(s, class_moves ? class_set : other_set);
            const Bitboard opponent = apply(s, class_moves ? other_set : class_set);
            Outcome found = solved.at(mover, opponent);
            const bool decided = found.value != Wdl::Draw && found.distance.value() <= plies;
            int& wanted = decided ? left_decided : left;
            if (wanted == 0) continue;
            --wanted;
            if (!decided) found = {Wdl::Draw, std::nullopt};
            const Outcome expected = search(mover, opponent, plies, rules, children);
            if (found != expected) return difference(mover, opponent, found, expected);
        }
    }
    return {};
}

}  // namespace mulino::test
