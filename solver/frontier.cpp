// How the slots decided at one ply are kept.

#include <algorithm>

#include "solver/bit_rows.hpp"
#include "solver/pair_solver.hpp"

namespace mulino {

template <typename Symbol>
std::uint32_t PairSolver<Symbol>::Frontier::set_list(Row row,
                                                     std::span<const std::uint16_t> slots) {
    Word* bits = storage_.data() + row * words_;
    if (slots.size() > list_limit()) {
        std::fill_n(bits, words_, Word{0});
        for (const std::uint16_t slot : slots) {
            bits[slot / kWordBits] |= Word{1} << slot % kWordBits;
        }
    } else {
        std::copy(slots.begin(), slots.end(), reinterpret_cast<std::uint16_t*>(bits));
    }
    return count_[row] = static_cast<std::uint32_t>(slots.size());
}

template <typename Symbol>
std::uint32_t PairSolver<Symbol>::Frontier::set_bits(Row row, const Word* found) {
    std::uint32_t slots = 0;
    for (std::size_t i = 0; i < words_; ++i) {
        if (found[i] != 0) slots += count_bits(found[i]);
    }
    count_[row] = slots;
    if (slots == 0) return 0;
    Word* bits = storage_.data() + row * words_;
    if (slots > list_limit()) {
        std::copy_n(found, words_, bits);
        return slots;
    }
    auto* list = reinterpret_cast<std::uint16_t*>(bits);
    for_each_slot(
        words_, [&](std::size_t i) { return found[i]; },
        [&](Slot slot) { *list++ = static_cast<std::uint16_t>(slot); });
    return slots;
}

template std::uint32_t PairSolver<std::uint8_t>::Frontier::set_list(
    Row, std::span<const std::uint16_t>);
template std::uint32_t PairSolver<std::uint16_t>::Frontier::set_list(
    Row, std::span<const std::uint16_t>);
template std::uint32_t PairSolver<std::uint8_t>::Frontier::set_bits(Row, const Word*);
template std::uint32_t PairSolver<std::uint16_t>::Frontier::set_bits(Row, const Word*);

}  // namespace mulino
