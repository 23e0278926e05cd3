#include "engine/distance_net.hpp"

#include <algorithm>
#include <memory>

namespace mulino::engine {
namespace {

// A net with a unit for each image, so that men add up row by row.
class UnfoldedNet {
public:
    explicit UnfoldedNet(const DistanceNet& net) : base_(net.base) {
        for (std::size_t s = 0; s < kSymmetries; ++s) {
            for (std::size_t unit = 0; unit < DistanceNet::kUnits; ++unit) {
                const std::size_t at = s * DistanceNet::kUnits + unit;
                bias_[at] = net.bias[unit];
                worth_[at] = net.worth[unit];
                for (std::size_t p = 0; p < kPoints; ++p) {
                    const std::size_t image = kPointImages[s][p];
                    men_[p][at] = net.men[unit][image];
                    men_[kPoints + p][at] = net.men[unit][kPoints + image];
                }
            }
        }
    }

    int distance(const MoverView& view) const {
        Units sums = bias_;
        const auto add = [&](std::size_t man) {
            for (std::size_t i = 0; i < sums.size(); ++i) {
                sums[i] = static_cast<std::int16_t>(sums[i] + men_[man][i]);
            }
        };
        for_each_point(view.own, [&](Point p) { add(p); });
        for_each_point(view.other, [&](Point p) { add(std::size_t{kPoints} + p); });
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sum += std::int32_t{std::max<std::int16_t>(sums[i], 0)} * worth_[i];
        }
        return std::max(0, base_ + sum / (DistanceNet::kManScale * DistanceNet::kWorthScale));
    }

private:
    using Units = std::array<std::int16_t, kSymmetries * DistanceNet::kUnits>;

    alignas(64) std::array<Units, DistanceNet::kMen> men_{};
    Units bias_{};
    Units worth_{};
    std::int32_t base_;
};

class UnfoldedNets {
public:
    UnfoldedNets() {
        for (const DistanceNet& net : distance_nets()) {
            nets_[place(net.value, net.movers, net.opponents)] = std::make_unique<UnfoldedNet>(net);
        }
    }
    const UnfoldedNet* find(Wdl value, int movers, int opponents) const {
        return nets_[place(value, movers, opponents)].get();
    }

private:
    static constexpr std::size_t kCounts = kMaxMen + 1;

    static std::size_t place(Wdl value, int movers, int opponents) {
        const auto by_men =
            static_cast<std::size_t>(movers) * kCounts + static_cast<std::size_t>(opponents);
        return (value == Wdl::Win ? 0 : kCounts * kCounts) + by_men;
    }

    std::array<std::unique_ptr<UnfoldedNet>, 2 * kCounts * kCounts> nets_;
};

}  // namespace

std::optional<int> net_distance(const MoverView& view, Wdl value) {
    static const UnfoldedNets nets;
    const UnfoldedNet* const net = nets.find(value, count(view.own), count(view.other));
    if (net == nullptr) return std::nullopt;
    return net->distance(view);
}

}  // namespace mulino::engine
