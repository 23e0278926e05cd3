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
#include <vector>

#include "db/context_index.hpp"
#include "db/row_board.hpp"

namespace mulino {

/// The value of a slot that has none.
inline constexpr std::uint8_t kUnknownValue = 3;

/// One row of a table, whose slots are visited in the order of the coding. Not for several threads.
class Surroundings {
public:
    Surroundings(const Subspace& subspace, const Family& family)
        : board_(subspace, family),
          known_(board_.index().row_size()),
          sums_(board_.index().row_size()) {}

    void start(Row row) { board_.start(row); }

    /// Visits the slots of a parity (0 even, 1 odd), the even ones first:
    /// `visit(slot, mover_closes, context)` with whether the mover has a turn that closes a mill
    /// returns the slot's value (0 loss, 1 draw, 2 win), kUnknownValue where it has none, or −1 to
    /// stop. Returns: false where it was stopped.
    template <typename Visit>
    bool pass(int parity, const ContextIndex& contexts, Visit&& visit) {
        board_.list(parity);
        board_.count_turns(parity, contexts.wants_swings());
        if (contexts.wants_steps()) board_.count_steps(parity);
        return parity == 0 ? pass_even(contexts, visit) : pass_odd(contexts, visit);
    }

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
    // Numbers in bytes, by value: one of a loss, a draw, a win; nothing of an unknown one.
    static constexpr std::array<std::uint32_t, 4> kOne = {1, 1U << 8, 1U << 16, 0};

    // What a slot's board adds to its context.
    std::uint32_t of_board(int parity, const ContextIndex& contexts, std::uint32_t n) const {
        const std::uint32_t context = contexts.of_turns(board_.turns(parity)[n]);
        return contexts.wants_steps() ? context + contexts.of_steps(board_.steps(parity)[n])
                                      : context;
    }
    // Inlined, since what the coder keeps in registers would have to go through memory.
    template <typename Visit>
    __attribute__((always_inline)) bool visit_one(int parity, std::uint32_t n,
                                                  std::uint32_t context, Visit& visit) {
        const bool mover_closes = (board_.turns(parity)[n] & 0xFF) != 0;
        const int value = visit(board_.slots(parity)[n], mover_closes, context);
        if (value < 0) return false;
        if (parity == 0) known_[n] = kOne[static_cast<std::size_t>(value)];
        return true;
    }
    template <typename Visit>
    bool pass_even(const ContextIndex& contexts, Visit& visit);
    template <typename Visit>
    bool pass_odd(const ContextIndex& contexts, Visit& visit);

    RowBoard board_;
    std::vector<std::uint32_t> known_;  // by place among the even slots: kOne of the value
    std::vector<std::uint32_t> sums_;   // of those around, by place in the pass
};

template <typename Visit>
bool Surroundings::pass_even(const ContextIndex& contexts, Visit& visit) {
    const std::size_t size = board_.slots(0).size();
    std::fill_n(known_.begin(), size, 0);
    std::fill_n(sums_.begin(), size, 0);
    std::uint32_t* const sums = sums_.data();
    const std::uint32_t* const known = known_.data();
    for (const RowShape::Segment& segment : board_.shape().segments()) {
        board_.for_each_far_before(
            0, segment,
            [sums, known](std::uint32_t here, std::uint32_t far) { sums[here] += known[far]; });
        const RowBoard::Stretch stretch = board_.stretch(0, segment);
        for (std::uint32_t place = 0; place < stretch.size; ++place) {
            const std::uint32_t n = stretch.first + place;
            std::uint32_t far = sums[n];
            const auto within = board_.far_within(segment, stretch, place);
            for (std::size_t i = 0; i < within.size(); i += 4) {
                far += known[stretch.first + within[i]] + known[stretch.first + within[i + 1]] +
                       known[stretch.first + within[i + 2]] + known[stretch.first + within[i + 3]];
            }
            const std::uint32_t context = of_board(0, contexts, n) + contexts.of_far(far);
            if (!visit_one(0, n, context, visit)) return false;
        }
    }
    return true;
}

template <typename Visit>
bool Surroundings::pass_odd(const ContextIndex& contexts, Visit& visit) {
    const auto size = static_cast<std::uint32_t>(board_.slots(1).size());
    std::fill_n(sums_.begin(), size, 0);
    std::uint32_t* const sums = sums_.data();
    const std::uint32_t* const known = known_.data();
    board_.for_each_near(
        1, [sums, known](std::uint32_t here, std::uint32_t near) { sums[here] += known[near]; });
    for (std::uint32_t n = 0; n < size; ++n) {
        const std::uint32_t context = of_board(1, contexts, n) + contexts.of_near(sums[n]);
        if (!visit_one(1, n, context, visit)) return false;
    }
    return true;
}

}  // namespace mulino
