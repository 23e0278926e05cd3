#include "solver/set_lists.hpp"

#include <array>
#include <bit>

#include "solver/bit_rows.hpp"

namespace mulino {

namespace {

// For fewer sets than this a renumbering table does not pay.
constexpr std::size_t kFewSets = 12;

std::size_t expand_plain(const Word* bits, const Bitboard* sets, std::size_t slots, Bitboard* out) {
    Bitboard* end = out;
    for_each_slot((slots + kWordBits - 1) / kWordBits, [=](std::size_t i) { return bits[i]; },
                  [&](Slot slot) { *end++ = sets[slot]; });
    return static_cast<std::size_t>(end - out);
}

std::size_t slots_plain(const Word* bits, std::size_t words, std::uint16_t* out) {
    std::uint16_t* end = out;
    for_each_slot(
        words, [=](std::size_t i) { return bits[i]; },
        [&](Slot slot) { *end++ = static_cast<std::uint16_t>(slot); });
    return static_cast<std::size_t>(end - out);
}

std::size_t renumber_plain(std::span<const Bitboard> sets, Bitboard vacated,
                           const std::uint8_t* place, int places, Bitboard* out) {
    std::size_t n = 0;
    for (const Bitboard set : sets) {
        out[n] = set;
        n += (set & vacated) == 0 ? 1 : 0;
    }
    if (n < kFewSets) {
        for (std::size_t i = 0; i < n; ++i) {
            Bitboard renumbered = 0;
            for_each_point(out[i], [&](Point k) { renumbered |= Bitboard{1} << place[k]; });
            out[i] = renumbered;
        }
        return n;
    }
    std::array<Bitboard, kPoints> image;
    for (int k = 0; k < places; ++k) image[static_cast<std::size_t>(k)] = Bitboard{1} << place[k];
    PlaceMap map;
    map.build(image, places);
    const PlaceMap::View view = map.view();
    for (std::size_t i = 0; i < n; ++i) out[i] = view(out[i]);
    return n;
}

std::size_t step_back_plain(std::span<const Bitboard> sets, std::span<const Bitboard> steps,
                            std::span<const Bitboard> lines, Bitboard* out) {
    std::size_t n = 0;
    for (const Bitboard set : sets) {
        Bitboard in_mills = 0;
        for (const Bitboard line : lines) in_mills |= (set & line) == line ? line : 0;
        for (const Bitboard step : steps) {
            const Bitboard man = set & step;
            out[n] = set ^ step;
            n += static_cast<std::size_t>(man != 0) & static_cast<std::size_t>(man != step) &
                 static_cast<std::size_t>((man & in_mills) == 0);
        }
    }
    return n;
}

std::size_t split_plain(std::span<const Bitboard> sets, Bitboard odd_places, Bitboard* even,
                        Bitboard* odd) {
    std::size_t n = 0;
    for (const Bitboard set : sets) {
        const std::size_t is_odd = count_bits(set & odd_places) & 1;
        *odd = set;
        even[n] = set;
        odd += is_odd;
        n += 1 - is_odd;
    }
    return n;
}

// Packs the bits of a set at the places of a mask, a byte at a time by a table of all byte pairs:
// without an instruction that not every machine has.
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

void pack_plain(const Bitboard* sets, const Bitboard* masks, std::size_t n, Bitboard* out) {
    static const BytePacker packer;
    for (std::size_t i = 0; i < n; ++i) out[i] = packer(sets[i], masks[i]);
}

constexpr SetLists kPlain{expand_plain,
                          slots_plain,
                          renumber_plain,
                          step_back_plain,
                          split_plain,
                          pack_plain,
                          lower_in_order<std::uint8_t>};

}  // namespace

const SetLists& plain_set_lists() { return kPlain; }

const SetLists& set_lists() {
    const SetLists* wide = wide_set_lists();
    return wide != nullptr ? *wide : kPlain;
}

}  // namespace mulino
