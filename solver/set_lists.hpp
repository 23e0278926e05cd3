// Small loops over lists of sets of places: the work of a ply, apart from the bytes it changes.
//
// The slots decided in a row are written out as a list of their sets of places; from it follow the
// sets before each turn, again as a list. All loops are free of branches that depend on the sets,
// which no machine could foresee. They are chosen at run time for what the machine has.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "solver/geometry.hpp"

namespace mulino {

/// The loops write past the end of what they yield: a list needs this much more room.
inline constexpr std::size_t kListSlack = 64;

/// Each loop writes a list from `out` on; where its length is not known before, it is returned.
/// Thread safety: any thread.
struct SetLists {
    /// The sets of the slots of a bit row. `sets` holds those of all slots, `slots` of them.
    std::size_t (*expand)(const Word* bits, const Bitboard* sets, std::size_t slots, Bitboard* out);
    /// The slots of a bit row of `words` words.
    std::size_t (*slots)(const Word* bits, std::size_t words, std::uint16_t* out);
    /// The sets that leave `vacated` free, with each place k < places renumbered to place[k].
    std::size_t (*renumber)(std::span<const Bitboard> sets, Bitboard vacated,
                            const std::uint8_t* place, int places, Bitboard* out);
    /// For each set, the sets from which one man came by one of `steps` (pairs of places) without
    /// completing one of `lines` (three places each). Yields at most sets · steps.
    std::size_t (*step_back)(std::span<const Bitboard> sets, std::span<const Bitboard> steps,
                             std::span<const Bitboard> lines, Bitboard* out);
    /// Those of `sets` with an even number of members in `odd_places`, and the others, each in
    /// order. Returns the number of the even ones. `even` may be where `sets` are.
    std::size_t (*split)(std::span<const Bitboard> sets, Bitboard odd_places, Bitboard* even,
                         Bitboard* odd);
    /// For each of n sets, its bits at the places of the mask that belongs to it, packed together.
    /// Writes n sets, in place if `out` is `sets`.
    void (*pack)(const Bitboard* sets, const Bitboard* masks, std::size_t n, Bitboard* out);
    /// lower_in_order() for bytes.
    void (*lower)(std::span<const std::uint8_t> values, const Word* skipped, const Word* receiving,
                  const Word* lowered, std::span<std::uint8_t> to, std::uint8_t* room);
};

/// Passes those of `values` that are not `skipped` on, in order, to the slots of `receiving`, as
/// many; of these the `lowered` take theirs if it is less than what they hold. `room`: for the
/// values passed on, and kListSlack more.
template <typename Value>
void lower_in_order(std::span<const Value> values, const Word* skipped, const Word* receiving,
                    const Word* lowered, std::span<Value> to, Value* room) {
    Value* end = room;
    for (std::size_t i = 0; i < values.size(); ++i) {
        *end = values[i];
        end += 1 - (skipped[i / kWordBits] >> i % kWordBits & 1);
    }
    const Value* value = room;
    for (std::size_t i = 0; i < to.size(); ++i) {
        const bool lowers = (lowered[i / kWordBits] >> i % kWordBits & 1) != 0;
        to[i] = lowers ? std::min(to[i], *value) : to[i];
        value += receiving[i / kWordBits] >> i % kWordBits & 1;
    }
}

/// What suits this machine best.
const SetLists& set_lists();
/// What runs on every machine.
const SetLists& plain_set_lists();
/// With vector instructions; null where the machine has them not.
const SetLists* wide_set_lists();

}  // namespace mulino
