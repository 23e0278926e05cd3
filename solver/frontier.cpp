// How the slots decided at one ply are kept.

#include <algorithm>

#include "solver/pair_scratch.hpp"

namespace mulino {

template <typename Symbol>
std::span<const Bitboard> PairSolver<Symbol>::Frontier::list(Row row, Bitboard* room) const {
    const std::size_t n = count_[row];
    if (!narrow_) return {reinterpret_cast<const Bitboard*>(bits(row)), n};
    const auto* listed = reinterpret_cast<const std::uint16_t*>(bits(row));
    std::copy_n(listed, n, room);
    return {room, n};
}

template <typename Symbol>
std::uint32_t PairSolver<Symbol>::Frontier::set_list(Row row, std::span<const Bitboard> sets,
                                                     const PairGeometry& geometry) {
    Word* bits = storage_.data() + row * stride_;
    if (sets.size() > list_limit()) {
        const PairGeometry::Ranker rank = geometry.ranker();
        std::fill_n(bits, geometry.row_words(), Word{0});
        for (const Bitboard set : sets) {
            const Slot slot = rank(set);
            bits[slot / kWordBits] |= Word{1} << slot % kWordBits;
        }
    } else if (narrow_) {
        std::transform(sets.begin(), sets.end(), reinterpret_cast<std::uint16_t*>(bits),
                       [](Bitboard set) { return static_cast<std::uint16_t>(set); });
    } else {
        std::copy(sets.begin(), sets.end(), reinterpret_cast<Bitboard*>(bits));
    }
    return count_[row] = static_cast<std::uint32_t>(sets.size());
}

template <typename Symbol>
std::uint32_t PairSolver<Symbol>::Frontier::set_bits(Row row, const Word* found,
                                                     const PairGeometry& geometry,
                                                     Scratch& scratch) {
    const std::size_t slots = scratch.lists.expand(
        found, geometry.slot_sets(), geometry.index().row_size(), scratch.sets.data());
    if (slots <= list_limit()) return set_list(row, {scratch.sets.data(), slots}, geometry);
    std::copy_n(found, geometry.row_words(), storage_.data() + row * stride_);
    return count_[row] = static_cast<std::uint32_t>(slots);
}

template std::span<const Bitboard> PairSolver<std::uint8_t>::Frontier::list(Row, Bitboard*) const;
template std::span<const Bitboard> PairSolver<std::uint16_t>::Frontier::list(Row, Bitboard*) const;
template std::uint32_t PairSolver<std::uint8_t>::Frontier::set_list(Row, std::span<const Bitboard>,
                                                                    const PairGeometry&);
template std::uint32_t PairSolver<std::uint16_t>::Frontier::set_list(Row, std::span<const Bitboard>,
                                                                     const PairGeometry&);
template std::uint32_t PairSolver<std::uint8_t>::Frontier::set_bits(Row, const Word*,
                                                                    const PairGeometry&, Scratch&);
template std::uint32_t PairSolver<std::uint16_t>::Frontier::set_bits(Row, const Word*,
                                                                     const PairGeometry&, Scratch&);

}  // namespace mulino
