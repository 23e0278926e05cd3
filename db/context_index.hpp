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

/// What a feature adds to the number of a context: its count, `last` at most, times `weight`. All 0
/// where the context does not use it.
struct ContextDigit {
    std::uint32_t last = 0;
    std::uint32_t weight = 0;

    constexpr std::uint32_t of(std::uint32_t count) const {
        return (count < last ? count : last) * weight;
    }
};

/// Of the features that come in the bytes of one number, the first in the lowest.
using ContextDigits = std::array<ContextDigit, 4>;

/// Numbers the contexts that a list of features makes.
class ContextIndex {
public:
    /// Requires: no feature twice.
    explicit ContextIndex(std::span<const FeatureUse> uses) {
        std::uint32_t weight = 1;
        for (std::size_t i = uses.size(); i-- > 0;) {
            const std::uint32_t levels = uses[i].levels;
            digits_[static_cast<std::size_t>(uses[i].feature)] = {levels - 1, weight};
            weight *= levels;
        }
        const ContextDigits far = digits(Feature::FarLosses, far_.size());
        for (std::size_t i = 0; i < far_.size(); ++i) {
            for (std::uint32_t n = 0; n < far_[i].size(); ++n) far_[i][n] = far[i].of(n);
        }
    }

    bool wants(Feature feature) const {
        return digits_[static_cast<std::size_t>(feature)].last != 0;
    }
    bool wants_swings() const {
        return wants(Feature::MoverSwings) || wants(Feature::OpponentSwings);
    }
    bool wants_steps() const { return wants(Feature::MoverSteps) || wants(Feature::OpponentSteps); }

    /// The digits of so many features from one on, by byte.
    ContextDigits digits(Feature first, std::size_t number) const {
        ContextDigits some{};
        for (std::size_t i = 0; i < number; ++i) {
            some[i] = digits_[static_cast<std::size_t>(first) + i];
        }
        return some;
    }
    /// What the values of those far add: by look-ups, since this is on the way from one value to
    /// the next.
    std::uint32_t of_far(std::uint32_t values) const {
        return far_[0][values & 0xFF] + far_[1][values >> 8 & 0xFF] + far_[2][values >> 16 & 0xFF];
    }

private:
    std::array<ContextDigit, kFeatures> digits_{};
    std::array<std::array<std::uint32_t, 256>, 3> far_{};
};

}  // namespace mulino
