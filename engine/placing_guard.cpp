#include "engine/placing_guard.hpp"

#include <utility>

namespace mulino::engine {

PlacingGuard::PlacingGuard(std::shared_ptr<PlacingSource> source, const Rules& rules,
                           std::size_t bytes)
    : source_(std::move(source)), prover_(source_->values(), rules, bytes) {
    prover_.set_settled(source_->claims());
    error_ = source_->take_error();
    new_game();
}

std::optional<bool> PlacingGuard::opponent_holds(const MoverView& view, Watch& watch) {
    std::uint64_t counted = prover_.counts().nodes;
    const auto over = [&] {
        const std::uint64_t nodes = prover_.counts().nodes;
        return watch.tick_all(nodes - std::exchange(counted, nodes));
    };
    // What is unpacked already must not decide how many nodes a question takes.
    prover_.set_stop(over, [&] { return watch.look(); });
    std::optional<bool> holds;
    try {
        holds = prover_.holds(view, verify::Holder::Opponent);
        over();
    } catch (const verify::SearchStopped&) {
    } catch (const verify::ValueStore::Failure& failure) {
        if (failure.error.code != ErrorCode::MissingTable && !error_) error_ = failure.error;
    }
    prover_.set_stop({});
    return holds;
}

std::optional<Error> PlacingGuard::take_error() { return std::exchange(error_, std::nullopt); }

}  // namespace mulino::engine
