#include "verify/outcome_codes.hpp"

#include <algorithm>
#include <cassert>

namespace mulino::verify {

Outcome LocalRule::after_turn(Outcome outcome, bool removes) const {
    if (metric == Metric::Dtc && removes && outcome.distance) outcome.distance = 0;
    return outcome;
}

Outcome LocalRule::before(const std::optional<Outcome>& best) const {
    Outcome outcome;
    if (!best) {
        outcome.value = Wdl::Loss;
        if (metric != Metric::Wdl) outcome.distance = 0;
        return outcome;
    }
    outcome.value = reversed(best->value);
    if (best->distance) outcome.distance = static_cast<std::uint16_t>(*best->distance + 1);
    if (no_capture_limit && outcome.distance && *outcome.distance > *no_capture_limit) return {};
    return outcome;
}

bool LocalRule::better(const Outcome& a, const Outcome& b) {
    if (a.value != b.value) return a.value < b.value;
    // The opponent loses soon, or wins late.
    return a.value == Wdl::Loss ? a.distance < b.distance : a.distance > b.distance;
}

OutcomeCodes::OutcomeCodes(const LocalRule& rule, std::span<const Outcome> outcomes)
    : rule_(rule), outcomes_(outcomes.begin(), outcomes.end()) {
    for (const Outcome& outcome : outcomes) outcomes_.push_back(rule.after_turn(outcome, true));
    // The opponent left without men enough, which no table holds.
    outcomes_.push_back(rule.before(std::nullopt));
    std::sort(outcomes_.begin(), outcomes_.end(),
              [](const Outcome& a, const Outcome& b) { return LocalRule::better(b, a); });
    outcomes_.erase(std::unique(outcomes_.begin(), outcomes_.end()), outcomes_.end());
}

OutcomeCodes::Code OutcomeCodes::code(const Outcome& outcome) const {
    const auto found = std::find(outcomes_.begin(), outcomes_.end(), outcome);
    assert(found != outcomes_.end());
    return static_cast<Code>(found - outcomes_.begin() + 1);
}

Outcome OutcomeCodes::before(Code best) const {
    return best == kNoTurn ? rule_.before(std::nullopt) : rule_.before(outcome(best));
}

std::optional<OutcomeCodes::Code> OutcomeCodes::code_before(Code best) const {
    const auto found = std::find(outcomes_.begin(), outcomes_.end(), before(best));
    if (found == outcomes_.end()) return std::nullopt;
    return static_cast<Code>(found - outcomes_.begin() + 1);
}

}  // namespace mulino::verify
