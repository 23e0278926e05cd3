// Rows of pairs with A > B: the larger side's set is fixed.
#include <stdexcept>

#include "verify/row_check.hpp"

namespace mulino::verify {

// How sets of the smaller side, packed among the free points of this row, are named in the row of a
// representative, to which the symmetry leads.
template <typename Code>
void UnequalRowCheck<Code>::aim(Target& target, Symmetry symmetry, Bitboard representative) {
    const Bitboard free_there = kFullBoard & ~representative;
    images_.clear();
    for (const Point p : free_.points()) {
        const Bitboard image = bit(kPointImages[symmetry][p]);
        // The point a man has moved to is free here and not there; no man of the other side is on
        // it.
        images_.push_back(
            (free_there & image) == 0 ? 0 : Bitboard{1} << count(free_there & (image - 1)));
    }
    target.map.assign(images_);
}

template <typename Code>
void UnequalRowCheck<Code>::prepare(std::uint32_t row) {
    const PairNumbers& numbers = context_.numbers;
    const PairCodes<Code>& tables = context_.tables;
    set_ = numbers.classes.representative(row);
    free_.assign(set_);
    duplicates_.assign(numbers.classes.keepers(row), free_);

    // Any position of the row tells whether the larger side flies: men in number suffice.
    const Bitboard some_others = free_.unpack((Bitboard{1} << numbers.pair.smaller) - 1);
    const bool flies = mover_flies(MoverView{set_, some_others, 0, 0}, context_.rules);
    std::size_t moves = 0;
    for_each_point(set_, [&](Point from) {
        const Bitboard targets = (flies ? kFullBoard : kNeighbours[from]) & ~set_;
        for_each_point(targets, [&](Point to) {
            if (moves == moves_.size()) moves_.emplace_back();
            Target& target = moves_[moves];
            move_[from][to] = static_cast<std::uint16_t>(moves++);
            const auto place = numbers.classes.place((set_ ^ bit(from)) | bit(to));
            aim(target, place.to_representative, numbers.classes.representative(place.row));
            target.row = tables.smaller + std::uint64_t{place.row} * numbers.slots.size();
            if (tables.larger_removed != nullptr) {
                target.removal_row =
                    tables.larger_removed + std::uint64_t{place.row} * numbers.one_less.size();
            }
        });
    });
    for_each_point(set_, [&](Point man) {
        const auto place = numbers.fewer->place(set_ ^ bit(man));
        Target& target = losses_[man];
        aim(target, place.to_representative, numbers.fewer->representative(place.row));
        target.removal_row =
            tables.smaller_removed + std::uint64_t{place.row} * numbers.one_more_place.size();
    });
}

template <typename Code>
Code UnequalRowCheck<Code>::best_of_larger(Bitboard mover, Bitboard other, Bitboard packed) const {
    const PairNumbers& numbers = context_.numbers;
    Code best = OutcomeCodes::kNoTurn;
    for_each_turn(MoverView{mover, other, 0, 0}, context_.rules, [&](const TurnBits& turn) {
        const Target& target = moves_[move_[lowest(turn.from)][lowest(turn.to)]];
        Code code = context_.opponent_lost;
        if (turn.removed == 0) {
            code = target.row[numbers.slots.number(target.map(packed))];
        } else if (numbers.pair.smaller - count(turn.removed) >= kMinMen) {
            if ((turn.removed & (turn.removed - 1)) != 0) {
                throw std::logic_error("a turn of the moving phase removes two men and goes on");
            }
            const Bitboard rest = packed ^ free_.place(turn.removed);
            code = target.removal_row[numbers.one_less.number(target.map(rest))];
        }
        best = std::max(best, code);
    });
    return best;
}

template <typename Code>
Code UnequalRowCheck<Code>::best_of_smaller(Bitboard mover, Bitboard other, Bitboard packed,
                                            const Code* row) const {
    const PairNumbers& numbers = context_.numbers;
    Code best = OutcomeCodes::kNoTurn;
    for_each_turn(MoverView{mover, other, 0, 0}, context_.rules, [&](const TurnBits& turn) {
        const Bitboard moved = packed ^ free_.place(turn.from) ^ free_.place(turn.to);
        Code code = context_.opponent_lost;
        if (turn.removed == 0) {
            code = row[numbers.slots.number(moved)];
        } else if (numbers.pair.larger - count(turn.removed) >= kMinMen) {
            if ((turn.removed & (turn.removed - 1)) != 0) {
                throw std::logic_error("a turn of the moving phase removes two men and goes on");
            }
            const Target& target = losses_[lowest(turn.removed)];
            code = target.removal_row[numbers.one_more_place.number(target.map(moved))];
        }
        best = std::max(best, code);
    });
    return best;
}

template <typename Code>
void UnequalRowCheck<Code>::check(std::uint32_t row, RowTotals& larger, RowTotals& smaller) {
    prepare(row);
    const SubsetNumbers& slots = context_.numbers.slots;
    const std::uint64_t first_place = std::uint64_t{row} * slots.size();
    const Code* const larger_row = context_.tables.larger + first_place;
    const Code* const smaller_row = context_.tables.smaller + first_place;
    const auto compare = [&](std::uint32_t slot, Code stored, Code best, Bitboard mover,
                             Bitboard opponent, RowTotals& totals) {
        totals.add(stored);
        if (stored == context_.before[best]) return;
        totals.differ(first_place + slot, difference_at(Difference::Kind::Outcome, mover, opponent,
                                                        context_.meaning.outcome(stored),
                                                        context_.meaning.before(best)));
    };
    const auto compare_duplicate = [&](std::uint32_t slot, const Code* codes, std::uint32_t lowest,
                                       Bitboard mover, Bitboard opponent, RowTotals& totals) {
        if (codes[slot] == codes[lowest]) return;
        totals.differ(first_place + slot,
                      difference_at(Difference::Kind::Duplicate, mover, opponent,
                                    context_.meaning.outcome(codes[slot]),
                                    context_.meaning.outcome(codes[lowest])));
    };
    for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
        const Bitboard packed = slots.sets()[slot];
        const Bitboard others = free_.unpack(packed);
        if (duplicates_.any()) {
            const std::uint32_t lowest = duplicates_.lowest_slot(slot, packed, slots);
            if (lowest != slot) {
                compare_duplicate(slot, larger_row, lowest, set_, others, larger);
                compare_duplicate(slot, smaller_row, lowest, others, set_, smaller);
                continue;
            }
        }
        compare(slot, larger_row[slot], best_of_larger(set_, others, packed), set_, others, larger);
        compare(slot, smaller_row[slot], best_of_smaller(others, set_, packed, larger_row), others,
                set_, smaller);
    }
}

template class UnequalRowCheck<std::uint8_t>;
template class UnequalRowCheck<std::uint16_t>;

}  // namespace mulino::verify
