#include "engine/evaluation.hpp"

#include <algorithm>
#include <cassert>

#include "engine/weights.hpp"

namespace mulino::engine {
namespace {

EvaluationPhase phase_of(int hands, bool mover_flies, bool other_flies) {
    if (hands > 12) return EvaluationPhase::Opening;
    if (hands > 6) return EvaluationPhase::Placing;
    if (hands > 0) return EvaluationPhase::LastPlacing;
    if (mover_flies) {
        return other_flies ? EvaluationPhase::BothFly : EvaluationPhase::MoverFlies;
    }
    return other_flies ? EvaluationPhase::OpponentFlies : EvaluationPhase::Sliding;
}

int weigh(const Features& features, const std::array<std::int16_t, kFeatureKinds>& weights) {
    int sum = 0;
    for (std::size_t i = 0; i < kFeatureKinds; ++i) sum += features[i] * weights[i];
    return sum;
}

}  // namespace

Seen look_at(const MoverView& view, const Rules& rules) {
    const bool mover = mover_flies(view, rules);
    const bool other =
        mover_flies(MoverView{view.other, view.own, view.other_hand, view.own_hand}, rules);
    return {phase_of(view.own_hand + view.other_hand, mover, other),
            features_of(view.own, view.other, mover), features_of(view.other, view.own, other),
            count(view.own) + view.own_hand, count(view.other) + view.other_hand};
}

Value evaluate(const MoverView& view, const Rules& rules) {
    const Seen seen = look_at(view, rules);
    assert(seen.own_men >= kMinMen && seen.other_men >= kMinMen);
    const auto phase = static_cast<std::size_t>(seen.phase);
    const auto& weights = kWeights.features[phase];
    int sum = weigh(seen.own, weights[0]) + weigh(seen.other, weights[1]);
    if (seen.phase <= EvaluationPhase::LastPlacing) {
        sum += kWeights.man[phase] * (seen.own_men - seen.other_men) + kWeights.move[phase];
    } else {
        sum += kWeights.men[static_cast<std::size_t>(seen.own_men - kMinMen)]
                           [static_cast<std::size_t>(seen.other_men - kMinMen)];
    }
    return std::clamp(sum, -kEstimateLimit, kEstimateLimit);
}

}  // namespace mulino::engine
