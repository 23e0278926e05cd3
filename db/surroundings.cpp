#include "db/surroundings.hpp"

#include "db/wide.hpp"

namespace mulino {

MULINO_WIDE void add_to_contexts(const ContextDigits& digits,
                                 std::span<const std::uint32_t> numbers, std::uint32_t* contexts) {
    const std::uint32_t* const in = numbers.data();
    const std::size_t size = numbers.size();
    for (std::size_t n = 0; n < size; ++n) {
        contexts[n] += digits[0].of(in[n] & 0xFF) + digits[1].of(in[n] >> 8 & 0xFF) +
                       digits[2].of(in[n] >> 16 & 0xFF) + digits[3].of(in[n] >> 24);
    }
}

MULINO_WIDE void add_to_contexts(const ContextDigits& digits, const ValueCounts& counts,
                                 std::size_t size, std::uint32_t* contexts) {
    for (std::size_t n = 0; n < size; ++n) {
        contexts[n] += digits[0].of(counts.losses[n]) + digits[1].of(counts.draws[n]) +
                       digits[2].of(counts.wins[n]);
    }
}

MULINO_WIDE void join(const ValueCounts& counts, std::size_t size, std::uint32_t* joined) {
    for (std::size_t n = 0; n < size; ++n) {
        joined[n] = std::uint32_t{counts.losses[n]} | std::uint32_t{counts.draws[n]} << 8 |
                    std::uint32_t{counts.wins[n]} << 16;
    }
}

// Lists the slots, and begins their contexts with what the board tells.
void Surroundings::begin_pass(int parity, RowBoard::Segments segments,
                              const ContextIndex& contexts) {
    board_.list(parity, segments, contexts.wants_steps());
    board_.count_turns(parity, contexts.wants_swings());
    const std::size_t size = board_.slots(parity).size();
    std::fill_n(contexts_.begin(), size, 0);
    add_to_contexts(contexts.digits(Feature::MoverClosings, 4), board_.turns(parity),
                    contexts_.data());
    if (!contexts.wants_steps()) return;
    board_.count_steps(parity);
    add_to_contexts(contexts.digits(Feature::MoverSteps, 2), board_.steps(parity),
                    contexts_.data());
}

void Surroundings::add_near(RowBoard::Segments segments, const ContextIndex& contexts) {
    const ContextDigits digits = contexts.digits(Feature::NearLosses, 3);
    std::uint32_t* out = contexts_.data();
    for (std::size_t segment = segments.first; segment < segments.end; ++segment) {
        const std::size_t size = board_.stretch(1, segment).size;
        count_(board_.around_near(1, segment), known_.data(), counts_);
        add_to_contexts(digits, counts_, size, out);
        out += size;
    }
}

void Surroundings::count_far_before(std::size_t segment, std::size_t size) {
    count_(board_.around_far_before(segment), known_.data(), counts_);
    join(counts_, size, far_.data());
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
