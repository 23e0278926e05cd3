// Rows of pairs with A = B: the opponent's set is fixed.
#include <stdexcept>

#include "verify/row_check.hpp"

namespace mulino::verify {

// Reads what the table holds for the row's positions, the side that is not fixed to move. Each is
// in another row; apart from what follows, the memory can work on many of them at once.
template <typename Code>
void EqualRowCheck<Code>::gather() {
    const PairNumbers& numbers = context_.numbers;
    const std::uint64_t row_size = numbers.slots.size();
    stored_.resize(row_size);
    for (std::uint32_t slot = 0; slot < row_size; ++slot) {
        const Bitboard mover = free_.unpack(numbers.slots.sets()[slot]);
        const auto place = numbers.classes.place(mover);
        const Bitboard taken = numbers.classes.representative(place.row);
        const Bitboard other =
            numbers.packing.pack(apply(place.to_representative, set_), kFullBoard & ~taken);
        stored_[slot] = context_.tables.larger[place.row * row_size + numbers.slots.number(other)];
    }
}

template <typename Code>
Code EqualRowCheck<Code>::best(Bitboard mover, Bitboard packed, const Code* row) const {
    const PairNumbers& numbers = context_.numbers;
    Code best = OutcomeCodes::kNoTurn;
    // The turns that bring the same man to the same point follow one another.
    Bitboard placed = 0;
    ClassNumbers::Place place{};
    for_each_turn(MoverView{mover, set_, 0, 0}, context_.rules, [&](const TurnBits& turn) {
        Code code = context_.opponent_lost;
        if (turn.removed == 0) {
            code =
                row[numbers.slots.number(packed ^ free_.place(turn.from) ^ free_.place(turn.to))];
        } else if (numbers.pair.smaller - count(turn.removed) >= kMinMen) {
            if ((turn.removed & (turn.removed - 1)) != 0) {
                throw std::logic_error("a turn of the moving phase removes two men and goes on");
            }
            const Bitboard moved = (mover ^ turn.from) | turn.to;
            if (moved != placed) place = numbers.classes.place(moved);
            placed = moved;
            const Bitboard taken = numbers.classes.representative(place.row);
            const Bitboard rest = numbers.packing.pack(
                apply(place.to_representative, set_ ^ turn.removed), kFullBoard & ~taken);
            code =
                context_.tables.larger_removed[std::uint64_t{place.row} * numbers.one_less.size() +
                                               numbers.one_less.number(rest)];
        }
        best = std::max(best, code);
    });
    return best;
}

// Here the row is one of the table: the fixed side is to move.
template <typename Code>
void EqualRowCheck<Code>::check_duplicates(std::uint32_t row, RowTotals& totals) const {
    if (!duplicates_.any()) return;
    const SubsetNumbers& slots = context_.numbers.slots;
    const std::uint64_t first_place = std::uint64_t{row} * slots.size();
    const Code* const codes = context_.tables.larger + first_place;
    for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
        const Bitboard packed = slots.sets()[slot];
        const std::uint32_t lowest = duplicates_.lowest_slot(slot, packed, slots);
        if (codes[slot] == codes[lowest]) continue;
        totals.differ(first_place + slot,
                      difference_at(Difference::Kind::Duplicate, set_, free_.unpack(packed),
                                    context_.meaning.outcome(codes[slot]),
                                    context_.meaning.outcome(codes[lowest])));
    }
}

template <typename Code>
void EqualRowCheck<Code>::check(std::uint32_t row, RowTotals& totals) {
    const PairNumbers& numbers = context_.numbers;
    const SubsetNumbers& slots = numbers.slots;
    set_ = numbers.classes.representative(row);
    free_.assign(set_);
    duplicates_.assign(numbers.classes.keepers(row), free_);
    check_duplicates(row, totals);

    const std::uint64_t first_place = std::uint64_t{row} * slots.size();
    gather();
    const Code* const codes = context_.tables.larger + first_place;
    for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
        const Bitboard packed = slots.sets()[slot];
        if (duplicates_.any() && duplicates_.lowest_slot(slot, packed, slots) != slot) continue;
        const Bitboard mover = free_.unpack(packed);
        const Code best_code = best(mover, packed, codes);
        totals.add(stored_[slot]);
        if (stored_[slot] == context_.before[best_code]) continue;
        totals.differ(first_place + slot, difference_at(Difference::Kind::Outcome, mover, set_,
                                                        context_.meaning.outcome(stored_[slot]),
                                                        context_.meaning.before(best_code)));
    }
}

template class EqualRowCheck<std::uint8_t>;
template class EqualRowCheck<std::uint16_t>;

}  // namespace mulino::verify
