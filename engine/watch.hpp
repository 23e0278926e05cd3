// When a search has to end: time, nodes, or somebody's wish.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "engine/player.hpp"

namespace mulino::engine {

/// Counts the nodes of a turn's search and looks at the clock now and then. Thread safety: none,
/// but for the stop flag.
class Watch {
public:
    using Clock = std::chrono::steady_clock;

    Watch(const Limits& limits, const std::atomic<bool>& stop)
        : stop_(&stop), start_(Clock::now()) {
        if (limits.nodes) most_nodes_ = *limits.nodes;
        if (limits.infinite) return;
        auto time = limits.time;
        if (!time && !limits.nodes && !limits.depth) time = kDefaultTurnTime;
        if (!time) return;
        deadline_ = start_ + usable(*time);
        most_wait_ = *time / 5;
    }

    /// To be called for each node. Returns: whether the search has to end.
    bool tick() {
        if (++nodes_ >= most_nodes_) over_ = true;
        if (--until_look_ <= 0) look();
        return over_;
    }
    /// To be called for nodes that another search has counted since the last call.
    bool tick_all(std::uint64_t nodes) {
        nodes_ += nodes;
        if (nodes_ >= most_nodes_) over_ = true;
        return look();
    }
    bool over() const { return over_; }
    /// Looks at the clock at once. To be called after each look-up in tables as well, which may have
    /// had to read and unpack a part of a file.
    bool look() {
        until_look_ = kNodesPerLook;
        if (stop_->load(std::memory_order_relaxed)) over_ = true;
        if (deadline_) {
            const auto now = Clock::now();
            // What kept the search from looking once may do so again.
            longest_wait_ = std::min(std::max(longest_wait_, now - last_look_), most_wait_);
            last_look_ = now;
            if (now + longest_wait_ >= *deadline_) over_ = true;
        }
        return over_;
    }

    /// Whether a clock ends the search.
    bool timed() const { return deadline_.has_value(); }
    std::uint64_t nodes() const { return nodes_; }
    std::chrono::microseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_);
    }

    /// Runs a part of the search that may take one share of what is left, all shares being equal.
    template <typename Part>
    void spend_part(int shares, Part&& part) {
        const auto most_nodes = most_nodes_;
        const auto deadline = deadline_;
        if (most_nodes != kNoLimit)
            most_nodes_ = nodes_ + (most_nodes - nodes_) / static_cast<std::uint64_t>(shares);
        if (deadline) {
            const auto now = Clock::now();
            deadline_ = now + (*deadline - now) / shares;
        }
        part();
        most_nodes_ = most_nodes;
        deadline_ = deadline;
        over_ = nodes_ >= most_nodes_;
        look();
    }

private:
    static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
    // About an eighth of a millisecond.
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
    Clock::time_point last_look_ = start_;
    Clock::duration longest_wait_{0};  // between two looks: other programs run, a file is read
    Clock::duration most_wait_{0};     // that is reckoned with
    std::uint64_t most_nodes_ = kNoLimit;
    std::uint64_t nodes_ = 0;
    int until_look_ = kNodesPerLook;
    bool over_ = false;
};

}  // namespace mulino::engine
