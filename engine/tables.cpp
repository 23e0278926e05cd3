#include "engine/tables.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/evaluation.hpp"

namespace mulino::engine {
namespace {

// A win that the game's limit may spoil: better than any position without one, quick ones more so.
constexpr Value kClaimed = kEstimateLimit - 1;
constexpr Value kClaimedPly = 20;
constexpr int kUnknownDistance = 250;
// Of drawn positions the estimate says which are the easier to play; it must not hide the draw.
constexpr Value kDrawShare = 8;
constexpr Value kDrawLimit = 50;

}  // namespace

Tables::Tables(std::shared_ptr<const Database> database, const Rules& rules, bool distances)
    : database_(std::move(database)), rules_(rules), distances_(distances) {
    if (!database_) return;
    const Family& family = database_->family();
    assert(family.flying == rules.flying && family.protection == rules.protection);
    assert(!family.no_capture_limit || family.no_capture_limit == rules.no_capture_limit);
    other_limit_ = rules.no_capture_limit && !family.no_capture_limit;
    for (const Subspace& subspace : database_->subspaces()) {
        if (subspace.moving()) covered_[subspace.mover][subspace.opponent] = true;
    }
}

std::optional<Known> Tables::look_up(const MoverView& view, int plies) {
    if (!cover(view)) return std::nullopt;
    Position position;
    position.men = {view.own, view.other};
    position.plies_without_removal = static_cast<std::uint16_t>(plies);
    const Result<Outcome> outcome = database_->probe(position);
    if (outcome) {
        ++hits_;
        return judge(*outcome, view, plies);
    }
    const ErrorCode code = outcome.error().code;
    // Under a limit, tables without distances know positions right after a removal only.
    if (code == ErrorCode::NoDistances) return std::nullopt;
    if (code != ErrorCode::MissingTable && !error_) error_ = outcome.error();
    covered_[static_cast<std::size_t>(count(view.own))]
            [static_cast<std::size_t>(count(view.other))] = false;
    return std::nullopt;
}

Known Tables::judge(Outcome outcome, const MoverView& view, int plies) const {
    if (!distances_) outcome.distance.reset();
    if (outcome.value == Wdl::Draw) {
        // A side that cannot force a win has the less of one under a limit.
        const Value estimate = evaluate(view, rules_);
        return {
            outcome, true,
            draws_in_full_ ? estimate : std::clamp(estimate / kDrawShare, -kDrawLimit, kDrawLimit)};
    }
    const int sign = outcome.value == Wdl::Win ? 1 : -1;
    const bool to_end = outcome.distance && metric() == Metric::Dtw;
    const int distance = to_end ? *outcome.distance : kUnknownDistance;
    if (other_limit_ && (!to_end || distance > *rules_.no_capture_limit - plies)) {
        return {outcome, false,
                sign * (kClaimed - kClaimedPly * std::min(distance, kUnknownDistance))};
    }
    return {outcome, true, sign * (to_end ? won_in(distance) : kWonSomehow)};
}

std::optional<Error> Tables::take_error() { return std::exchange(error_, std::nullopt); }

}  // namespace mulino::engine
