// What the context coding knows of a slot before it is read: the board, and the slots read before.
//
// A row is read in two passes: first its even slots (an even number of men of both sides on
// kOddPoints), then the odd ones, each in ascending order. A step of a man changes the parity, so
// an odd slot finds the values of all positions one step of the other side away; an even one finds
// those with a man two steps away that come before it. docs/format.md lists the features.
#pragma once

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

/// The same of what the bytes of the counts say.
void add_to_contexts(const ContextDigits& digits, const ValueCounts& counts, std::size_t size,
                     std::uint32_t* contexts);
/// Losses in the lowest byte, draws in the next, then wins.
void join(const ValueCounts& counts, std::size_t size, std::uint32_t* joined);

/// One row of a table, whose slots are visited in the order of the coding. Not for several threads.
class Surroundings {
public:
    Surroundings(const Subspace& subspace, const Family& family)
        : board_(subspace, family),
          count_(count_values()),
          contexts_(board_.index().row_size()),
          slots_(board_.index().row_size()) {}

    /// Begins a row, or goes on with the one begun: what is known of its even slots stays known.
    void start(Row row) {
        if (row == row_) return;
        board_.start(row);
        row_ = row;
        known_.resize(board_.shape().segments().size());
        known_end_ = 0;
    }

    const RowBoard& board() const { return board_; }

    /// Visits the even slots of some segments, after those of the segments before:
    /// `visit(slot, context)` returns the slot's value (0 loss, 1 draw, 2 win), or a negative
    /// number to stop. Returns: false where it was stopped.
    template <typename Visit>
    bool pass_even(const ContextIndex& contexts, RowBoard::Segments segments, Visit&& visit);
    /// In place of a visit of the first segments that was made before: `value(slot)` tells what it
    /// returned.
    template <typename Value>
    void passed_even(std::size_t segments, Value&& value);
    /// Visits the odd slots of some segments, after all even ones: all, or those alone whose mover
    /// has a turn that closes a mill.
    template <typename Visit>
    bool pass_odd(const ContextIndex& contexts, RowBoard::Segments segments, bool closing_only,
                  Visit&& visit);

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
    void begin_pass(int parity, RowBoard::Segments segments, const ContextIndex& contexts);
    void add_near(RowBoard::Segments segments, const ContextIndex& contexts);
    void count_far_before(std::size_t segment, std::size_t size);
    std::size_t keep_closing(std::size_t size);

    RowBoard board_;
    Row row_ = ~Row{0};
    CountValues count_;
    std::vector<KnownValues> known_;  // of the even slots, by segment
    std::size_t known_end_ = 0;       // of so many segments
    ValueCounts counts_;              // of a stretch
    // Of the slots of a stretch, the values of those far, added up: a byte for each value.
    std::array<std::uint32_t, kMostPlaces> far_;
    // By place in the pass: the context, of even slots without what is known in the pass alone; the
    // slot, where some are left out.
    std::vector<std::uint32_t> contexts_;
    std::vector<Slot> slots_;
};

// What is called for each slot is inlined: what it keeps in registers would have to go through
// memory.
template <typename Visit>
__attribute__((always_inline)) inline bool Surroundings::pass_even(const ContextIndex& contexts,
                                                                   RowBoard::Segments segments,
                                                                   Visit&& visit) {
    begin_pass(0, segments, contexts);
    const std::uint32_t* before = contexts_.data();
    const Slot* slots = board_.slots(0).data();
    for (std::size_t segment = segments.first; segment < segments.end; ++segment) {
        const RowBoard::Stretch stretch = board_.stretch(0, segment);
        count_far_before(segment, stretch.size);
        RowBoard::FarWithin far_within = board_.far_within(segment, stretch);
        std::array<std::uint32_t, kMostPlaces> within;  // by place: 1 in the byte of the value
        std::array<Places, 3> places{};                 // by value
        for (std::size_t n = 0; n < stretch.size; ++n) {
            within[n] = 0;
            std::uint32_t far = far_[n];
            far_within.for_each_four(
                [&](std::uint16_t a, std::uint16_t b, std::uint16_t c, std::uint16_t d) {
                    far += within[a] + within[b] + within[c] + within[d];
                });
            far_within.next();
            const int value = visit(slots[n], before[n] + contexts.of_far(far));
            if (value < 0) return false;
            within[n] = std::uint32_t{1} << 8 * value;
            places[static_cast<std::size_t>(value)] |= Places{1} << n;
        }
        known_[segment] = {places[0], places[1]};
        known_end_ = segment + 1;
        before += stretch.size;
        slots += stretch.size;
    }
    return true;
}

template <typename Value>
void Surroundings::passed_even(std::size_t segments, Value&& value) {
    for (std::size_t segment = known_end_; segment < segments; ++segment) {
        std::array<Places, 3> places{};
        Places place = 1;
        board_.for_each_slot(0, segment, [&](Slot slot) {
            places[value(slot)] |= place;
            place <<= 1;
        });
        known_[segment] = {places[0], places[1]};
        known_end_ = segment + 1;
    }
}

template <typename Visit>
__attribute__((always_inline)) inline bool Surroundings::pass_odd(const ContextIndex& contexts,
                                                                  RowBoard::Segments segments,
                                                                  bool closing_only,
                                                                  Visit&& visit) {
    begin_pass(1, segments, contexts);
    add_near(segments, contexts);
    std::size_t size = board_.slots(1).size();
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
