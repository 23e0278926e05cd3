#include "db/surroundings.hpp"

#include "db/wide.hpp"

namespace mulino {

MULINO_WIDE void add_to_contexts(const ContextDigits& digits,
                                 std::span<const std::uint32_t> numbers,
                                 std::uint32_t* contexts) {
    const std::uint32_t* const in = numbers.data();
    const std::size_t size = numbers.size();
    for (std::size_t n = 0; n < size; ++n) {
        contexts[n] += digits[0].of(in[n] & 0xFF) + digits[1].of(in[n] >> 8 & 0xFF) +
                       digits[2].of(in[n] >> 16 & 0xFF) + digits[3].of(in[n] >> 24);
    }
}

namespace {

// sums[here] += known[there] for a run of places, or for pairs of them.
struct Add {
    const std::uint32_t* known;
    std::uint32_t* sums;

    void operator()(std::uint32_t here, std::uint32_t there, std::uint32_t size) const {
        const std::uint32_t* const from = known + there;
        std::uint32_t* __restrict const to = sums + here;
        for (std::uint32_t n = 0; n < size; ++n) to[n] += from[n];
    }
    template <typename Pairs>
    void operator()(std::uint32_t here, std::uint32_t there, const Pairs& pairs) const {
        const std::uint32_t* const from = known + there;
        std::uint32_t* __restrict const to = sums + here;
        for (const RowBoard::PlacePair pair : pairs) to[pair.here] += from[pair.there];
    }
};

}  // namespace

MULINO_WIDE void add_near(const RowBoard& board, const std::uint32_t* known,
                          std::uint32_t* sums) {
    const Add add{known, sums};
    board.for_each_near(1, add, add);
}

MULINO_WIDE void add_far_before(const RowBoard& board, const RowShape::Segment& segment,
                                const std::uint32_t* known, std::uint32_t* sums) {
    const Add add{known, sums};
    board.for_each_far_before(0, segment, add, add);
}

// Lists the slots, and begins their contexts with what the board tells.
void Surroundings::begin_pass(int parity, const ContextIndex& contexts) {
    board_.list(parity, contexts.wants_steps());
    board_.count_turns(parity, contexts.wants_swings());
    const std::size_t size = board_.slots(parity).size();
    std::fill_n(sums_.begin(), size, 0);
    std::fill_n(contexts_.begin(), size, 0);
    add_to_contexts(contexts.digits(Feature::MoverClosings, 4), board_.turns(parity),
                    contexts_.data());
    if (!contexts.wants_steps()) return;
    board_.count_steps(parity);
    add_to_contexts(contexts.digits(Feature::MoverSteps, 2), board_.steps(parity),
                    contexts_.data());
}

// Of the odd slots, moves those whose mover can close a mill to the front. Returns: how many. No
// branch that nobody can foresee.
std::size_t Surroundings::keep_closing(std::size_t size) {
    const Slot* const slots = board_.slots(1).data();
    const std::uint32_t* const turns = board_.turns(1).data();
    std::size_t kept = 0;
    for (std::size_t n = 0; n < size; ++n) {
        slots_[kept] = slots[n];
        contexts_[kept] = contexts_[n];
        kept += (turns[n] & 0xFF) != 0 ? 1 : 0;
    }
    return kept;
}

}  // namespace mulino
