#include "db/context_model.hpp"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "db/bytes.hpp"

namespace mulino {

namespace {

tl::unexpected<Error> damaged(const char* message) {
    return fail(ErrorCode::Damaged, std::string("the model ") + message);
}

// Both frequencies of a context that was never seen.
constexpr std::uint16_t kUnseen = 0xFFFF;

void put_values(std::vector<std::uint8_t>& bytes, const ValueContexts& contexts) {
    put(bytes, static_cast<std::uint8_t>(contexts.uses.size()));
    for (const FeatureUse& use : contexts.uses) {
        put(bytes, static_cast<std::uint8_t>(use.feature));
        put(bytes, use.levels);
    }
    const std::size_t n = contexts.seen.size();
    for (std::size_t i = 0; i <= n; ++i) {
        put(bytes, i < n && !contexts.seen[i] ? kUnseen : contexts.cuts[i].loss);
    }
    for (std::size_t i = 0; i <= n; ++i) {
        const auto& cuts = contexts.cuts[i];
        put(bytes, i < n && !contexts.seen[i] ? kUnseen
                                              : static_cast<std::uint16_t>(cuts.draw - cuts.loss));
    }
}

// A row of frequencies instead of starts: small numbers, mostly zeros, pack better.
void put_distances(std::vector<std::uint8_t>& bytes, const DistanceContexts& contexts) {
    const std::size_t stride = std::size_t{contexts.places} + 1;
    for (std::size_t at = 0; at < contexts.starts.size(); at += stride) {
        for (std::size_t i = 0; i < contexts.places; ++i) {
            put(bytes,
                static_cast<std::uint16_t>(contexts.starts[at + i + 1] - contexts.starts[at + i]));
        }
    }
}

Result<ValueContexts> take_values(ByteReader& reader) {
    ValueContexts contexts;
    if (reader.left() < 1) return damaged("is cut off");
    const std::size_t uses = reader.take<std::uint8_t>();
    if (reader.left() < 2 * uses) return damaged("is cut off");
    std::size_t product = 1;
    std::array<bool, kFeatures> used{};
    for (std::size_t i = 0; i < uses; ++i) {
        FeatureUse use;
        const auto feature = reader.take<std::uint8_t>();
        use.feature = static_cast<Feature>(feature);
        use.levels = reader.take<std::uint8_t>();
        if (feature >= kFeatures || use.levels == 0) return damaged("has an unknown feature");
        if (std::exchange(used[feature], true)) return damaged("has a feature twice");
        product *= use.levels;
        if (product > kMaxContexts) return damaged("has too many contexts");
        contexts.uses.push_back(use);
    }
    if (reader.left() < 4 * (product + 1)) return damaged("is cut off");
    std::vector<std::uint16_t> losses(product + 1);
    for (std::uint16_t& loss : losses) loss = reader.take<std::uint16_t>();
    contexts.cuts.reserve(product + 1);
    for (std::size_t i = 0; i <= product; ++i) {
        const std::uint32_t loss = losses[i];
        const std::uint32_t draw = reader.take<std::uint16_t>();
        if (i < product && loss == kUnseen && draw == kUnseen) {
            contexts.add_unseen();
            continue;
        }
        if (loss + draw > kRansTotal) return damaged("has frequencies out of range");
        const ValueContexts::Cuts cuts{static_cast<std::uint16_t>(loss),
                                       static_cast<std::uint16_t>(loss + draw)};
        if (i < product) {
            contexts.add_seen(cuts);
        } else {
            contexts.add_cuts_of_unseen(cuts);
        }
    }
    return contexts;
}

Result<DistanceContexts> take_distances(ByteReader& reader, std::uint32_t places) {
    DistanceContexts contexts;
    contexts.places = places;
    if (places == 0) return contexts;
    const std::size_t n = contexts.contexts();
    if (reader.left() / 2 / places < n) return damaged("is cut off");
    contexts.starts.reserve(n * (std::size_t{places} + 1));
    for (std::size_t context = 0; context < n; ++context) {
        std::uint32_t start = 0;
        contexts.starts.push_back(0);
        for (std::uint32_t i = 0; i < places; ++i) {
            start += reader.take<std::uint16_t>();
            if (start > kRansTotal) return damaged("has frequencies out of range");
            contexts.starts.push_back(static_cast<std::uint16_t>(start));
        }
        if (start != kRansTotal && (start != 0 || context == 0)) {
            return damaged("has frequencies out of range");
        }
    }
    return contexts;
}

}  // namespace

std::size_t ValueContexts::contexts() const {
    std::size_t product = 1;
    for (const FeatureUse& use : uses) product *= use.levels;
    return product;
}

void ValueContexts::add_cuts_of_unseen(const Cuts& last) {
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (!seen[i]) cuts[i] = last;
    }
    cuts.push_back(last);
}

std::size_t DistanceContexts::context(const NearDistances& near) const {
    if (near.count == 0) return 0;
    const std::uint32_t mean = (2 * near.sum + near.count / 2) / near.count;  // in halves
    const std::uint32_t spread = near.most - near.least;
    const std::uint32_t level = near.count == 1 ? 8
                                : spread <= 3   ? spread
                                : spread <= 5   ? 4
                                : spread <= 8   ? 5
                                : spread <= 13  ? 6
                                                : 7;
    return 1 + std::size_t{std::min(mean, means() - 1)} * kSpreads + level;
}

std::uint32_t distances_of(std::span<const Outcome> symbols, Wdl value) {
    return static_cast<std::uint32_t>(
        std::count_if(symbols.begin(), symbols.end(), [value](const Outcome& symbol) {
            return symbol.value == value && symbol.distance.has_value();
        }));
}

std::vector<std::uint8_t> encode_model(const ContextModel& model) {
    std::vector<std::uint8_t> raw;
    for (const ValueContexts& contexts : model.values) put_values(raw, contexts);
    for (const auto& by_value : model.distances) {
        for (const DistanceContexts& contexts : by_value) put_distances(raw, contexts);
    }
    std::vector<std::uint8_t> bytes(ZSTD_compressBound(raw.size()));
    const std::size_t n =
        ZSTD_compress(bytes.data(), bytes.size(), raw.data(), raw.size(), ZSTD_maxCLevel() - 3);
    if (ZSTD_isError(n) != 0) throw std::runtime_error(ZSTD_getErrorName(n));
    bytes.resize(n);
    return bytes;
}

Result<ContextModel> decode_model(std::span<const std::uint8_t> bytes,
                                  std::span<const Outcome> symbols) {
    const auto size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    if (size > kMaxModelBytes) return damaged("has no length, or one out of range");
    std::vector<std::uint8_t> raw(static_cast<std::size_t>(size));
    const std::size_t n = ZSTD_decompress(raw.data(), raw.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(n) != 0 || n != raw.size()) return damaged("does not unpack");
    ByteReader reader(raw);
    ContextModel model;
    for (ValueContexts& contexts : model.values) {
        auto taken = take_values(reader);
        if (!taken) return tl::unexpected(taken.error());
        contexts = std::move(*taken);
    }
    for (auto& by_value : model.distances) {
        for (std::size_t i = 0; i < by_value.size(); ++i) {
            const Wdl value = i == 0 ? Wdl::Loss : Wdl::Win;
            auto taken = take_distances(reader, distances_of(symbols, value));
            if (!taken) return tl::unexpected(taken.error());
            by_value[i] = std::move(*taken);
        }
    }
    if (reader.left() != 0) return damaged("is too long");
    return model;
}

}  // namespace mulino
