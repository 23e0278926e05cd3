// The weights of the evaluation.
#pragma once

#include "engine/evaluation.hpp"

namespace mulino::engine {

extern const Weights kWeights;
/// For estimate_distance(): of positions won and lost for the side to move.
extern const Weights kWonDistance;
extern const Weights kLostDistance;

}  // namespace mulino::engine
