// The probabilities of the context coding, one model for a table.
//
// A value's context is a mixed-radix number made of features, one list of them for even and one for
// odd slots. A distance's context is what the slots of the same value around it are like: the mean
// and the spread of their places in the list of distances of that value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "db/context_index.hpp"
#include "db/outcome.hpp"
#include "db/rans.hpp"
#include "game/result.hpp"

namespace mulino {

/// Contexts of the values of even or of odd slots, and a distribution in each.
struct ValueContexts {
    std::vector<FeatureUse> uses;
    /// Where the frequency of a loss ends, and that of a draw behind it; the rest up to kRansTotal
    /// is the win's.
    struct Cuts {
        std::uint16_t loss = 0;
        std::uint16_t draw = 0;
    };
    /// By context, and one more, which those have that were never seen.
    std::vector<Cuts> cuts;
    std::vector<bool> seen;  ///< by context

    std::size_t contexts() const;
    void add_seen(const Cuts& own) {
        cuts.push_back(own);
        seen.push_back(true);
    }
    void add_unseen() {
        cuts.emplace_back();
        seen.push_back(false);
    }
    /// After all contexts.
    void add_cuts_of_unseen(const Cuts& last);
};

/// What is known of the distances around: of `count` slots of the same value, their places' sum and
/// extremes.
struct NearDistances {
    std::uint32_t count = 0;
    std::uint32_t sum = 0;
    std::uint32_t least = ~std::uint32_t{0};
    std::uint32_t most = 0;

    void add(std::uint32_t place) {
        ++count;
        sum += place;
        if (place < least) least = place;
        if (place > most) most = place;
    }
};

/// Contexts of the distances of a value, of even or of odd slots.
struct DistanceContexts {
    static constexpr std::uint32_t kMeans = 256;  // in steps of a half
    static constexpr std::uint32_t kSpreads = 9;

    std::uint32_t places = 0;  ///< distances there are
    /// By context, places + 1 numbers: where the frequencies start; the last is kRansTotal. All 0
    /// for a context that was never seen: context 0 stands in, which has a frequency for
    /// everything.
    std::vector<std::uint16_t> starts;

    std::size_t contexts() const { return 1 + std::size_t{means()} * kSpreads; }
    std::uint32_t means() const { return 2 * places < kMeans ? 2 * places : kMeans; }
    std::size_t context(const NearDistances& near) const;
    std::span<const std::uint16_t> of(std::size_t context) const {
        const std::size_t stride = std::size_t{places} + 1;
        const std::size_t at = context * stride;
        return std::span<const std::uint16_t>(starts).subspan(starts[at + places] == 0 ? 0 : at,
                                                              stride);
    }
};

struct ContextModel {
    std::array<ValueContexts, 2> values;  ///< by parity
    /// By parity and value (loss, win at 0 and 1). Empty without distances.
    std::array<std::array<DistanceContexts, 2>, 2> distances;
};

/// How many distances a symbol list has of a value.
std::uint32_t distances_of(std::span<const Outcome> symbols, Wdl value);

/// The bytes of a model: one zstd frame.
std::vector<std::uint8_t> encode_model(const ContextModel& model);
/// Reads a model; whatever the bytes, what is returned can be decoded with. Errors: Damaged.
[[nodiscard]] Result<ContextModel> decode_model(std::span<const std::uint8_t> bytes,
                                                std::span<const Outcome> symbols);

/// A model's bytes are no more than this, unpacked.
inline constexpr std::size_t kMaxModelBytes = std::size_t{1} << 24;
inline constexpr std::size_t kMaxContexts = std::size_t{1} << 20;

}  // namespace mulino
