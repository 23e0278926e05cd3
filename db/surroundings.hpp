// What the context coding knows of a slot before it is read: the board, and the slots read before.
//
// A row is read in two passes: first its even slots (an even number of men of both sides on
// kOddPoints), then the odd ones, each in ascending order. A step of a man changes the parity, so
// an odd slot finds the values of all positions one step of the other side away; an even one finds
// those with a man two steps away that come before it. docs/format.md lists the features.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "db/context_index.hpp"
#include "db/row_board.hpp"

namespace mulino {

/// Adds to each context what a number adds by its digits.
void add_to_contexts(const ContextDigits& digits, std::span<const std::uint32_t> numbers,
                     std::uint32_t* contexts);

/// Adds to each odd slot what the even ones near it have; by place in their lists.
void add_near(const RowBoard& board, const std::uint32_t* known, std::uint32_t* sums);
/// Adds to each even slot of a segment what those far of it in the segments before have.
void add_far_before(const RowBoard& board, const RowShape::Segment& segment,
                    const std::uint32_t* known, std::uint32_t* sums);

/// One row of a table, whose slots are visited in the order of the coding. Not for several threads.
class Surroundings {
public:
    Surroundings(const Subspace& subspace, const Family& family)
        : board_(subspace, family),
          known_(board_.index().row_size()),
          sums_(board_.index().row_size()),
          contexts_(board_.index().row_size()),
          slots_(board_.index().row_size()) {}

    void start(Row row) { board_.start(row); }

    /// Visits the even slots: `visit(slot, context)` returns the slot's value (0 loss, 1 draw, 2
    /// win), or a negative number to stop. Returns: false where it was stopped.
    template <typename Visit>
    bool pass_even(const ContextIndex& contexts, Visit&& visit);
    /// Visits the odd slots, after the even ones: all, or those alone whose mover has a turn that
    /// closes a mill.
    template <typename Visit>
    bool pass_odd(const ContextIndex& contexts, bool closing_only, Visit&& visit);

    /// Calls act(slot) for the slots that are near a slot (an odd one) or far (an even one).
    template <typename Act>
    void for_each_around(Slot slot, int parity, Act&& act) const {
        const SubsetRanks& ranks = board_.index().ranks();
        const Bitboard set = ranks.set(slot);
        const RowBoard::Masks& masks = parity != 0 ? board_.near() : board_.far();
        for (Bitboard men = set; men != 0; men &= men - 1) {
            const Bitboard man = men & (~men + 1);
            for (Bitboard to = masks[lowest(men)] & ~set; to != 0; to &= to - 1) {
                act(ranks.rank(set ^ man ^ (to & (~to + 1))));
            }
        }
    }

private:
    void begin_pass(int parity, const ContextIndex& contexts);
    std::size_t keep_closing(std::size_t size);

    RowBoard board_;
    std::vector<std::uint32_t> known_;  // by place among the even slots: 1 in the byte of the value
    // By place in the pass: the values of those around, added up; the context, of even slots
    // without what is known in the pass alone; the slot, where some are left out.
    std::vector<std::uint32_t> sums_;
    std::vector<std::uint32_t> contexts_;
    std::vector<Slot> slots_;
};

// What is called for each slot is inlined: what it keeps in registers would have to go through
// memory.
template <typename Visit>
__attribute__((always_inline)) inline bool Surroundings::pass_even(const ContextIndex& contexts,
                                                                   Visit&& visit) {
    begin_pass(0, contexts);
    const std::uint32_t* const before = contexts_.data();
    const Slot* const slots = board_.slots(0).data();
    std::uint32_t* const sums = sums_.data();
    std::uint32_t* const known = known_.data();
    std::fill_n(known, board_.slots(0).size(), 0);
    for (const RowShape::Segment& segment : board_.shape().segments()) {
        add_far_before(board_, segment, known, sums);
        const RowBoard::Stretch stretch = board_.stretch(0, segment);
        const std::uint32_t* const within = known + stretch.first;
        RowBoard::FarWithin far_within = board_.far_within(segment, stretch);
        for (std::uint32_t n = stretch.first; n < stretch.first + stretch.size; ++n) {
            std::uint32_t far = sums[n];
            far_within.for_each_four([&](std::uint16_t a, std::uint16_t b, std::uint16_t c,
                                         std::uint16_t d) {
                far += within[a] + within[b] + within[c] + within[d];
            });
            far_within.next();
            const int value = visit(slots[n], before[n] + contexts.of_far(far));
            if (value < 0) return false;
            known[n] = std::uint32_t{1} << 8 * value;
        }
    }
    return true;
}

template <typename Visit>
__attribute__((always_inline)) inline bool Surroundings::pass_odd(const ContextIndex& contexts,
                                                                  bool closing_only,
                                                                  Visit&& visit) {
    begin_pass(1, contexts);
    board_.prepare_near();
    add_near(board_, known_.data(), sums_.data());
    std::size_t size = board_.slots(1).size();
    add_to_contexts(contexts.digits(Feature::NearLosses, 3), std::span(sums_).first(size),
                    contexts_.data());
    const Slot* slots = board_.slots(1).data();
    if (closing_only) {
        size = keep_closing(size);
        slots = slots_.data();
    }
    for (std::size_t n = 0; n < size; ++n) {
        if (visit(slots[n], contexts_[n]) < 0) return false;
    }
    return true;
}

}  // namespace mulino
