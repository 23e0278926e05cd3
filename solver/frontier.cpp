// How the slots decided at one ply are kept.

#include <algorithm>

#include "solver/pair_scratch.hpp"

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
std::uint32_t PairSolver<Symbol>::Frontier::set_bits(Row row, const Word* found, Scratch& scratch) {
    const std::size_t slots = scratch.lists.slots(found, words_, scratch.list.data());
    if (slots <= list_limit()) return set_list(row, {scratch.list.data(), slots});
    std::copy_n(found, words_, storage_.data() + row * words_);
    return count_[row] = static_cast<std::uint32_t>(slots);
}

template std::uint32_t PairSolver<std::uint8_t>::Frontier::set_list(Row,
                                                                    std::span<const std::uint16_t>);
template std::uint32_t PairSolver<std::uint16_t>::Frontier::set_list(
    Row, std::span<const std::uint16_t>);
template std::uint32_t PairSolver<std::uint8_t>::Frontier::set_bits(Row, const Word*, Scratch&);
template std::uint32_t PairSolver<std::uint16_t>::Frontier::set_bits(Row, const Word*, Scratch&);

}  // namespace mulino
