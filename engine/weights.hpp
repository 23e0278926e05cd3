// The weights of the evaluation.
#pragma once

#include "engine/evaluation.hpp"

namespace mulino::engine {

extern const Weights kWeights;

}  // namespace mulino::engine
