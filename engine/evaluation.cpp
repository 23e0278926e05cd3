#include "engine/evaluation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/distance_net.hpp"
#include "engine/weights.hpp"

namespace mulino::engine {
namespace {

// The weights of distances add up to hundredths of the natural logarithm of two plies more.
constexpr int kMostLogarithm = 700;

std::array<int, kMostLogarithm + 1> distances() {
    std::array<int, kMostLogarithm + 1> plies{};
    for (int i = 0; i <= kMostLogarithm; ++i) {
        plies[static_cast<std::size_t>(i)] =
            std::max(0, static_cast<int>(std::lround(std::exp(i / 100.0))) - 2);
    }
    return plies;
}

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

int weigh(const Seen& seen, const Weights& weights) {
    const auto phase = static_cast<std::size_t>(seen.phase);
    const auto& of_phase = weights.features[phase];
    const int sum = weigh(seen.own, of_phase[0]) + weigh(seen.other, of_phase[1]);
    if (seen.phase <= EvaluationPhase::LastPlacing) {
        return sum + weights.man[phase] * (seen.own_men - seen.other_men) + weights.move[phase];
    }
    return sum + weights.men[static_cast<std::size_t>(seen.own_men - kMinMen)]
                            [static_cast<std::size_t>(seen.other_men - kMinMen)];
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

int estimate_distance(const MoverView& view, const Rules& rules, Wdl value) {
    assert(value != Wdl::Draw);
    // The nets know these rules alone.
    if (rules.flying == Flying::Own && rules.protection == Protection::Lifted) {
        if (const auto plies = net_distance(view, value)) return *plies;
    }
    const Weights& weights = value == Wdl::Win ? kWonDistance : kLostDistance;
    static const auto plies = distances();
    const int logarithm = weigh(look_at(view, rules), weights);
    return plies[static_cast<std::size_t>(std::clamp(logarithm, 0, kMostLogarithm))];
}

Value evaluate(const MoverView& view, const Rules& rules) {
    const Seen seen = look_at(view, rules);
    assert(seen.own_men >= kMinMen && seen.other_men >= kMinMen);
    return std::clamp(weigh(seen, kWeights), -kEstimateLimit, kEstimateLimit);
}

}  // namespace mulino::engine
