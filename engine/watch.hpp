// When a search has to end: time, nodes, or somebody's wish.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "engine/player.hpp"

namespace mulino::engine {

/// Looks at the clock now and then. Thread safety: none, but for the stop flag.
class Watch {
public:
    using Clock = std::chrono::steady_clock;

    Watch(const Limits& limits, const std::atomic<bool>& stop)
        : stop_(&stop), start_(Clock::now()) {
        nodes_ = limits.nodes.value_or(~std::uint64_t{0});
        if (limits.infinite) return;
        auto time = limits.time;
        if (!time && !limits.nodes && !limits.depth) time = kDefaultTurnTime;
        if (time) deadline_ = start_ + usable(*time);
    }

    /// To be called for each node. `effort`: what the node costs; a look-up in a file costs more
    /// than a position. Returns: whether the search has to end.
    bool tick(std::uint64_t nodes, int effort = 1) {
        if (nodes >= nodes_) over_ = true;
        if ((until_look_ -= effort) <= 0) look();
        return over_;
    }
    bool over() const { return over_; }
    /// Looks at the clock at once.
    bool look() {
        until_look_ = kNodesPerLook;
        if (stop_->load(std::memory_order_relaxed) || (deadline_ && Clock::now() >= *deadline_)) {
            over_ = true;
        }
        return over_;
    }

    std::chrono::microseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_);
    }

private:
    // About a quarter of a millisecond.
    static constexpr int kNodesPerLook = 512;

    // Some time is left for the way back to whoever asked, and for other programs that run.
    static std::chrono::microseconds usable(std::chrono::milliseconds time) {
        const std::chrono::microseconds all = time;
        const auto margin = std::clamp<std::chrono::microseconds>(
            all / 10, std::chrono::milliseconds(1), std::chrono::milliseconds(10));
        return std::max(all - margin, std::chrono::microseconds(0));
    }

    const std::atomic<bool>* stop_;
    Clock::time_point start_;
    std::optional<Clock::time_point> deadline_;
    std::uint64_t nodes_;
    int until_look_ = kNodesPerLook;
    bool over_ = false;
};

}  // namespace mulino::engine
