// From what surrounds a slot to the number of its context: each feature counts up to its levels,
// and all together are the digits of one number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace mulino {

/// The numbers a context is made of. The values are part of the file format.
enum class Feature : std::uint8_t {
    // Positions with one man of the other set on a neighbouring free point, by value. Odd slots
    // only.
    NearLosses = 0,
    NearDraws = 1,
    NearWins = 2,
    // The same, the man on a lower free point that has a neighbour in common with its own. Even
    // slots only.
    FarLosses = 3,
    FarDraws = 4,
    FarWins = 5,
    // Turns that close a mill, of the mover and of the opponent, and those of a man out of a mill.
    MoverClosings = 6,
    OpponentClosings = 7,
    MoverSwings = 8,
    OpponentSwings = 9,
    // Pairs of a man and a free neighbouring point.
    MoverSteps = 10,
    OpponentSteps = 11,
};
inline constexpr std::size_t kFeatures = 12;

/// A feature in a context: counted up to levels − 1.
struct FeatureUse {
    Feature feature = Feature::NearLosses;
    std::uint8_t levels = 1;
};

/// Numbers the contexts that a list of features makes. Features come in bytes: those of one group
/// side by side, the first in the lowest byte.
class ContextIndex {
public:
    explicit ContextIndex(std::span<const FeatureUse> uses) {
        std::uint32_t weight = 1;
        for (std::size_t i = uses.size(); i-- > 0;) {
            const auto feature = static_cast<std::size_t>(uses[i].feature);
            const std::uint32_t last = uses[i].levels - 1U;
            wanted_ |= 1U << feature;
            for (std::uint32_t n = 0; n < digits_[feature].size(); ++n) {
                digits_[feature][n] += weight * (n < last ? n : last);
            }
            weight *= uses[i].levels;
        }
    }

    bool wants(Feature feature) const {
        return (wanted_ >> static_cast<unsigned>(feature) & 1) != 0;
    }
    bool wants_swings() const {
        return wants(Feature::MoverSwings) || wants(Feature::OpponentSwings);
    }
    bool wants_steps() const { return wants(Feature::MoverSteps) || wants(Feature::OpponentSteps); }

    // What the features of a group add to the number of the context.
    std::uint32_t of_near(std::uint32_t values) const { return of<Feature::NearLosses>(values); }
    std::uint32_t of_far(std::uint32_t values) const { return of<Feature::FarLosses>(values); }
    std::uint32_t of_turns(std::uint32_t turns) const {
        return of<Feature::MoverClosings>(turns) + digit<Feature::OpponentSwings>(turns >> 24);
    }
    std::uint32_t of_steps(std::uint32_t steps) const {
        return digit<Feature::MoverSteps>(steps) + digit<Feature::OpponentSteps>(steps >> 8);
    }

private:
    template <Feature kFeature>
    std::uint32_t digit(std::uint32_t n) const {
        return digits_[static_cast<std::size_t>(kFeature)][n & 0xFF];
    }
    // Three features from the one named on.
    template <Feature kFeature>
    std::uint32_t of(std::uint32_t numbers) const {
        constexpr auto kFirst = static_cast<std::size_t>(kFeature);
        return digits_[kFirst][numbers & 0xFF] + digits_[kFirst + 1][numbers >> 8 & 0xFF] +
               digits_[kFirst + 2][numbers >> 16 & 0xFF];
    }

    unsigned wanted_ = 0;
    std::array<std::array<std::uint32_t, 256>, kFeatures> digits_{};
};

}  // namespace mulino
