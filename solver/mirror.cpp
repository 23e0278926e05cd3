// Equal pairs: which slots stand for which side to move, and taking values across the mirror.

#include <algorithm>
#include <array>

#include "solver/pair_scratch.hpp"

namespace mulino {

// The slots of a row that stand for the other side to move: those of odd parity.
template <typename Symbol>
void PairSolver<Symbol>::other_slots(const RowShape& shape, Word* words) const {
    const std::size_t n = geometry_.row_words();
    std::fill(words, words + n, odd_class(shape) ? ~Word{0} : Word{0});
    for_each_point(odd_places(shape), [&](Point place) {
        const Word* held = geometry_.contains(place);
        for (std::size_t i = 0; i < n; ++i) words[i] ^= held[i];
    });
    words[n - 1] &= geometry_.tail_mask();
}

// Gives the slots of `which`, of the row of a shape, what `from` holds at the mirrored slots: the
// positions with the sides exchanged, the same man to move.
template <typename Symbol>
void PairSolver<Symbol>::take_mirrored(const Symbol* from, const RowShape& shape, const Word* which,
                                       Symbol* to, Scratch& scratch) const {
    const SetClasses& classes = geometry_.index().classes();
    const SetLists& lists = scratch.lists;
    const std::size_t size = row_size();
    std::array<Bitboard, kSymmetries> class_images{};
    for (Symmetry s = 0; s < kSymmetries; ++s) class_images[s] = apply(s, shape.class_set);

    std::uint16_t* slots = scratch.slots.data();
    Bitboard* places = scratch.sets.data();
    Bitboard* points = scratch.before.data();
    const std::size_t n = lists.slots(which, geometry_.row_words(), slots);
    lists.expand(which, geometry_.slot_sets(), size, places);
    lists.renumber({places, n}, 0, shape.point_of.data(), geometry_.free_points(), points);
    // The other side's set becomes the class set, and the other way round.
    Bitboard* images = places;
    Bitboard* free = points;
    Index* sources = scratch.sources.data();
    for (std::size_t i = 0; i < n; ++i) {
        const auto [mirror_row, symmetry] = classes.classify(points[i]);
        images[i] = class_images[symmetry];
        free[i] = kFullBoard & ~classes.representative(mirror_row);
        sources[i] = Index{mirror_row} * size;
    }
    lists.pack(images, free, n, images);
    // First all addresses, asking for each early, then all values: the memory is random.
    const PairGeometry::Ranker rank = geometry_.ranker();
    for (std::size_t i = 0; i < n; ++i) {
        sources[i] += rank(images[i]);
        __builtin_prefetch(from + sources[i]);
    }
    for (std::size_t i = 0; i < n; ++i) to[slots[i]] = from[sources[i]];
}

// Gives all slots of odd parity what their mirrored slots hold.
template <typename Symbol>
Buffer<Symbol> PairSolver<Symbol>::with_mirrored(const Symbol* from) {
    Buffer<Symbol> whole(arena_, geometry_.index().size());
    for_rows([&](Row row, Scratch& scratch) {
        const std::size_t begin = row * row_size();
        std::copy_n(from + begin, row_size(), whole.data() + begin);
        const RowShape shape = geometry_.shape(row);
        other_slots(shape, scratch.mask.data());
        take_mirrored(from, shape, scratch.mask.data(), whole.data() + begin, scratch);
    });
    return whole;
}

template void PairSolver<std::uint8_t>::other_slots(const RowShape&, Word*) const;
template void PairSolver<std::uint16_t>::other_slots(const RowShape&, Word*) const;
template void PairSolver<std::uint8_t>::take_mirrored(const std::uint8_t*, const RowShape&,
                                                      const Word*, std::uint8_t*, Scratch&) const;
template void PairSolver<std::uint16_t>::take_mirrored(const std::uint16_t*, const RowShape&,
                                                       const Word*, std::uint16_t*, Scratch&) const;
template Buffer<std::uint8_t> PairSolver<std::uint8_t>::with_mirrored(const std::uint8_t*);
template Buffer<std::uint16_t> PairSolver<std::uint16_t>::with_mirrored(const std::uint16_t*);

}  // namespace mulino
