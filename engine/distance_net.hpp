// How far the end of a won position is, where counts say too little: small neural networks.
//
// A winner with six men against few has to rebuild its position for a hundred plies before it may
// remove a man, since an opponent with three men flies. What matters is which men stand together
// where. A net has units that weigh each man by its side and its point; each unit looks at the
// board in all its images, so that images of a position get the same answer. What a unit sees above
// 0 counts, times what the unit is worth.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "db/outcome.hpp"
#include "game/board.hpp"
#include "game/turn_generator.hpp"

namespace mulino::engine {

/// The numbers of a net, of positions of one subspace with one value.
struct DistanceNet {
    static constexpr std::size_t kUnits = 16;
    /// Of the mover by point, then of the opponent.
    static constexpr std::size_t kMen = 2 * kPoints;
    static constexpr std::int32_t kManScale = 128;  ///< of `men` and `bias`
    static constexpr std::int32_t kWorthScale = 64;

    std::uint8_t movers = 0;
    std::uint8_t opponents = 0;
    Wdl value = Wdl::Win;
    std::array<std::array<std::int16_t, kMen>, kUnits> men{};
    std::array<std::int16_t, kUnits> bias{};
    std::array<std::int16_t, kUnits> worth{};
    std::int32_t base = 0;  ///< the sum begins with it, in plies
};

/// All there are. Made by bench/tune_distance_nets.cpp.
std::span<const DistanceNet> distance_nets();

/// The plies to the end as the net of the position's subspace has them, 0 or more; nothing where
/// there is no net. They were learnt under `italian`: a side with three men flies, protection is
/// lifted. Requires: no men in hand.
std::optional<int> net_distance(const MoverView& view, Wdl value);

}  // namespace mulino::engine
