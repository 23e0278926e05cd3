// Equal pairs: which slots stand for which side to move, and taking values across the mirror.

#include <algorithm>
#include <array>

#include "solver/pair_scratch.hpp"

namespace mulino {

namespace {

// Packs the bits of a set at the places of a mask, a byte at a time by a table of all byte pairs:
// as fast as needed on any machine, without a special instruction.
class BytePacker {
public:
    BytePacker() {
        for (std::size_t mask = 0; mask < 256; ++mask) {
            for (std::size_t set = 0; set < 256; ++set) {
                packed_[mask][set] = static_cast<std::uint8_t>(
                    pack(static_cast<Bitboard>(set), static_cast<Bitboard>(mask)));
            }
        }
        for (std::size_t mask = 0; mask < 256; ++mask) {
            counts_[mask] = static_cast<std::uint8_t>(std::popcount(mask));
        }
    }
    Bitboard operator()(Bitboard set, Bitboard mask) const {
        const std::size_t outer = mask & 0xFF;
        const std::size_t middle = mask >> 8 & 0xFF;
        const std::size_t inner = mask >> 16;
        const int first = counts_[outer];
        const int second = first + counts_[middle];
        return Bitboard{packed_[outer][set & 0xFF]} |
               Bitboard{packed_[middle][set >> 8 & 0xFF]} << first |
               Bitboard{packed_[inner][set >> 16]} << second;
    }

private:
    std::array<std::array<std::uint8_t, 256>, 256> packed_;
    std::array<std::uint8_t, 256> counts_;
};

}  // namespace

// The slots of a row that stand for the class side to move: those of even parity.
template <typename Symbol>
void PairSolver<Symbol>::class_slots(Row, const RowShape& shape, Word* words) const {
    const std::size_t n = geometry_.row_words();
    const bool class_odd = count(shape.class_set & kOddPoints) % 2 != 0;
    std::fill(words, words + n, class_odd ? Word{0} : ~Word{0});
    for_each_point(shape.free & kOddPoints, [&](Point point) {
        const Word* held = geometry_.contains(shape.place_of[point]);
        for (std::size_t i = 0; i < n; ++i) words[i] ^= held[i];
    });
    words[n - 1] &= geometry_.tail_mask();
}

// Copies all slots, those of odd parity from the mirrored slot: the position with the sides
// exchanged, the same man to move.
template <typename Symbol>
void PairSolver<Symbol>::take_mirrored(const Symbol* from, Symbol* to) const {
    static const BytePacker packer;
    const SetClasses& classes = geometry_.index().classes();
    const std::size_t words = geometry_.row_words();
    const std::size_t size = row_size();
    workers_.for_ranges(rows(), grain(), [&](std::size_t begin, std::size_t end) {
        Scratch scratch(geometry_);
        std::vector<Slot> odd(size);
        std::vector<const Symbol*> source(size);
        for (std::size_t row = begin; row < end; ++row) {
            check_stop();
            const RowShape shape = geometry_.shape(static_cast<Row>(row));
            std::copy_n(from + row * size, size, to + row * size);
            class_slots(static_cast<Row>(row), shape, scratch.mask.data());
            std::size_t n = 0;
            for_each_slot(
                words,
                [&](std::size_t i) {
                    return ~scratch.mask[i] &
                           (i + 1 == words ? geometry_.tail_mask() : ~Word{0});
                },
                [&](Slot slot) { odd[n++] = slot; });

            std::array<Bitboard, kPoints> points{};
            for (std::size_t k = 0; k < static_cast<std::size_t>(geometry_.free_points()); ++k) {
                points[k] = bit(shape.point_of[k]);
            }
            scratch.map.build(points, geometry_.free_points());
            const PlaceMap::View map = scratch.map.view();
            std::array<Bitboard, kSymmetries> images{};
            for (Symmetry s = 0; s < kSymmetries; ++s) images[s] = apply(s, shape.class_set);
            // First all addresses, asking for each early, then all values: the memory is random.
            for (std::size_t i = 0; i < n; ++i) {
                const Bitboard other_set = map(geometry_.slot_sets()[odd[i]]);
                const auto [mirror_row, symmetry] = classes.classify(other_set);
                const Bitboard free = kFullBoard & ~classes.representative(mirror_row);
                const Slot slot = geometry_.index().ranks().rank(packer(images[symmetry], free));
                source[i] = from + std::size_t{mirror_row} * size + slot;
                __builtin_prefetch(source[i]);
            }
            Symbol* target = to + row * size;
            for (std::size_t i = 0; i < n; ++i) target[odd[i]] = *source[i];
        }
    });
}

template void PairSolver<std::uint8_t>::class_slots(Row, const RowShape&, Word*) const;
template void PairSolver<std::uint16_t>::class_slots(Row, const RowShape&, Word*) const;
template void PairSolver<std::uint8_t>::take_mirrored(const std::uint8_t*, std::uint8_t*) const;
template void PairSolver<std::uint16_t>::take_mirrored(const std::uint16_t*,
                                                       std::uint16_t*) const;

}  // namespace mulino
