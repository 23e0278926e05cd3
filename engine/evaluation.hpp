// The evaluation: how a position looks without search.
//
// A sum of counts (features.hpp), each with a weight that depends on the phase and on whether the
// side is to move, and of a term for the numbers of men. The weights are in weights.hpp; how they
// were found, in docs/engine.md.
#pragma once

#include <array>
#include <cstdint>

#include "db/outcome.hpp"
#include "engine/features.hpp"
#include "engine/value.hpp"
#include "game/turn_generator.hpp"

namespace mulino::engine {

/// What weights depend on.
enum class EvaluationPhase : std::uint8_t {
    Opening,        ///< more than twelve men in hand, of both sides
    Placing,        ///< seven to twelve
    LastPlacing,    ///< one to six
    Sliding,        ///< nobody flies
    MoverFlies,     ///< only the side to move
    OpponentFlies,  ///< only the other
    BothFly,
    Count
};

inline constexpr std::size_t kEvaluationPhases = static_cast<std::size_t>(EvaluationPhase::Count);
inline constexpr std::size_t kMenCounts = kMaxMen - kMinMen + 1;

/// All numbers of the evaluation, in hundredths of a man.
struct Weights {
    using BySide = std::array<std::array<std::int16_t, kFeatureKinds>, 2>;  // the mover's first

    std::array<BySide, kEvaluationPhases> features;
    /// Placing phase: a man more, board and hand together; and having the move.
    std::array<std::int16_t, kEvaluationPhases> man;
    std::array<std::int16_t, kEvaluationPhases> move;
    /// Moving phase: by the mover's and the opponent's men less kMinMen, having the move included.
    std::array<std::array<std::int16_t, kMenCounts>, kMenCounts> men;
};

/// What the evaluation depends on, in one place for the evaluation itself and for finding weights.
struct Seen {
    EvaluationPhase phase;
    Features own;    ///< of the side to move
    Features other;  ///< of its opponent
    int own_men;     ///< board and hand
    int other_men;
};
Seen look_at(const MoverView& view, const Rules& rules);

/// How far the end of a won or lost position may be, in plies, 0 or more. Requires: as evaluate(),
/// and no men in hand.
int estimate_distance(const MoverView& view, const Rules& rules, Wdl value);

/// An estimate for the side to move, within ±kEstimateLimit. Requires: both sides have kMinMen men
/// or more in all.
Value evaluate(const MoverView& view, const Rules& rules);

}  // namespace mulino::engine
