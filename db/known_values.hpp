// The values that a row's coding knows already, as sets of places, and how many of each there are
// around every place of a stretch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mulino {

/// Places of a stretch (row_shape.hpp), as a set: bit n is the n-th.
using Places = std::uint64_t;
inline constexpr std::size_t kMostPlaces = 64;

/// Of a stretch: where the mover loses and where it is a draw; it wins in the other places.
struct KnownValues {
    Places losses = 0;
    Places draws = 0;
};

/// Places of a known stretch, and those here that they belong to, both in ascending order.
struct Around {
    Places from = 0;
    Places to = 0;
    std::size_t stretch = 0;  ///< where the values of `from` are, in a list of known ones
};

/// By place: how many known places that belong to it have each value.
struct ValueCounts {
    using Bytes = std::array<std::uint8_t, kMostPlaces>;
    alignas(64) Bytes losses;
    alignas(64) Bytes draws;
    alignas(64) Bytes wins;
};

/// Counts anew. Requires: as many places in `from` as in `to`, at most 255 around a place.
using CountValues = void (*)(std::span<const Around> around, const KnownValues* known,
                             ValueCounts& counts);

/// The quickest that this machine can run; and all of them, for tests.
CountValues count_values();
std::vector<CountValues> all_count_values();

}  // namespace mulino
