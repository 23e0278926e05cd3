#include "db/context_coding.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace mulino {

namespace {

using Uses = std::vector<FeatureUse>;

// Finer contexts for larger tables: each costs some bits of the model.
struct Shape {
    std::uint64_t slots;  // for tables of at least so many
    Uses even;
    Uses odd;
};

const std::array<Shape, 3>& shapes() {
    using F = Feature;
    // Of the same features, with so many levels.
    const auto even = [](std::uint8_t far, std::uint8_t closings, std::uint8_t swings) {
        Uses uses{{F::FarLosses, far},
                  {F::FarDraws, far},
                  {F::FarWins, far},
                  {F::MoverClosings, closings},
                  {F::OpponentClosings, closings}};
        if (swings > 1)
            uses.insert(uses.end(), {{F::MoverSwings, swings}, {F::OpponentSwings, swings}});
        return uses;
    };
    const auto odd = [](std::uint8_t near, std::uint8_t closings) {
        return Uses{{F::NearLosses, near},
                    {F::NearDraws, near},
                    {F::NearWins, near},
                    {F::MoverClosings, closings},
                    {F::OpponentClosings, closings}};
    };
    static const std::array<Shape, 3> list = {
        Shape{std::uint64_t{40} << 20, even(8, 5, 3), odd(8, 5)},
        Shape{std::uint64_t{2} << 20, even(7, 4, 2), odd(7, 4)},
        Shape{0, even(4, 3, 1), odd(4, 3)}};
    return list;
}

// The four leading bits of a number, rounded: what a model need not tell more exactly.
std::uint32_t rounded(std::uint32_t n) {
    const int spare = static_cast<int>(std::bit_width(n)) - 4;
    if (spare <= 0) return n;
    const std::uint32_t half = std::uint32_t{1} << (spare - 1);
    return (n + half) >> spare << spare;
}

// A frequency for each value, none of them 0.
ValueContexts::Cuts cuts_of(const std::array<std::uint32_t, 3>& counts) {
    // A little for what has not been seen: a fifth of an occurrence each.
    std::array<std::uint64_t, 3> weights{};
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        weights[i] = std::uint64_t{counts[i]} * 5 + 1;
        sum += weights[i];
    }
    std::array<std::uint32_t, 3> parts{};
    const std::size_t largest = static_cast<std::size_t>(
        std::max_element(weights.begin(), weights.end()) - weights.begin());
    std::uint32_t rest = kRansTotal;
    for (std::size_t i = 0; i < 3; ++i) {
        if (i == largest) continue;
        parts[i] = std::max<std::uint32_t>(
            1, rounded(static_cast<std::uint32_t>(weights[i] * kRansTotal / sum)));
        rest -= parts[i];
    }
    parts[largest] = rest;
    return {static_cast<std::uint16_t>(parts[0]), static_cast<std::uint16_t>(parts[0] + parts[1])};
}

// Starts of the frequencies, each at least 1, into `out`.
void distribute(std::span<const std::uint32_t> counts, std::span<std::uint16_t> out) {
    std::uint64_t sum = 0;
    for (const std::uint32_t n : counts) sum += n;
    const std::uint64_t free = kRansTotal - counts.size();
    std::vector<std::uint32_t> parts;
    std::uint32_t used = 0;
    for (const std::uint32_t n : counts) {
        parts.push_back(1 + (sum == 0 ? 0 : static_cast<std::uint32_t>(n * free / sum)));
        used += parts.back();
    }
    const auto largest = std::max_element(parts.begin(), parts.end());
    *largest += kRansTotal - used;
    std::uint32_t start = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        out[i] = static_cast<std::uint16_t>(start);
        start += parts[i];
    }
    out[counts.size()] = static_cast<std::uint16_t>(start);
}

// A model without frequencies: which contexts there are.
ContextModel empty_model(const TableHeader& header, const SymbolParts& parts) {
    ContextModel model;
    const auto shape = std::find_if(shapes().begin(), shapes().end(), [&](const Shape& candidate) {
        return header.slots() >= candidate.slots;
    });
    model.values[0].uses = shape->even;
    model.values[1].uses = shape->odd;
    if (!parts.distances()) return model;
    for (auto& by_value : model.distances) {
        by_value[0].places = distances_of(header.symbols, Wdl::Loss);
        by_value[1].places = distances_of(header.symbols, Wdl::Win);
    }
    return model;
}

}  // namespace

SymbolParts::SymbolParts(std::span<const Outcome> symbols) {
    for (std::size_t i = symbols.size(); i-- > 0;) {
        const auto value = static_cast<std::size_t>(symbols[i].value);
        first_[value] = static_cast<std::uint32_t>(i);
        ++count_[value];
        distances_ = distances_ || symbols[i].distance.has_value();
    }
    for (const Outcome& symbol : symbols) {
        values_.push_back(static_cast<std::uint8_t>(symbol.value));
    }
}

RowWalk::RowWalk(const TableHeader& header, const SymbolParts& parts,
                 const std::array<ValueContexts, 2>& contexts)
    : at_(header.key.subspace, header.key.family),
      parts_(&parts),
      contexts_{ContextIndex(contexts[0].uses), ContextIndex(contexts[1].uses)},
      half_(header.part == Part::Half),
      symbols_(header.row_size) {}

RowDecoder::RowDecoder(const TableHeader& header, const ContextModel& model)
    : model_(&model),
      parts_(header.symbols),
      walk_(header, parts_, model.values),
      symbol_width_(header.symbol_width),
      values_only_(!parts_.distances() && symbol_width_ == 1) {
    for (std::uint8_t value = 0; value < of_value_.size(); ++value) {
        of_value_[value] = parts_.has(value) ? static_cast<std::uint8_t>(parts_.symbol(value, 0))
                                             : static_cast<std::uint8_t>(not_stored(1));
    }
}

namespace {

// Reads a value by branches: quicker where the next context does not depend on it.
__attribute__((always_inline)) inline std::uint8_t read_value(RansDecoder& decoder,
                                                              ValueContexts::Cuts cuts) {
    const std::uint32_t place = decoder.place();
    if (place < cuts.loss) {
        decoder.take(0, cuts.loss);
        return 0;
    }
    if (place < cuts.draw) {
        decoder.take(cuts.loss, std::uint32_t{cuts.draw} - cuts.loss);
        return 1;
    }
    decoder.take(cuts.draw, kRansTotal - cuts.draw);
    return 2;
}

// Reads a value without branches that nobody can foresee.
__attribute__((always_inline)) inline std::uint8_t read_value_straight(RansDecoder& decoder,
                                                                       ValueContexts::Cuts cuts) {
    const std::uint32_t place = decoder.place();
    const std::uint32_t loss = cuts.loss;
    const std::uint32_t draw = std::uint32_t{cuts.draw} - loss;
    const std::uint32_t win = kRansTotal - cuts.draw;
    std::uint32_t no_loss = place >= loss ? 1 : 0;
    std::uint32_t is_win = place >= cuts.draw ? 1 : 0;
    asm("" : "+r"(no_loss), "+r"(is_win));  // or the compiler turns them into branches
    const std::uint32_t start = (loss & -no_loss) + (draw & -is_win);
    decoder.take(start, loss + (draw & -no_loss) + (win & -is_win) - start);
    return static_cast<std::uint8_t>(no_loss + is_win);
}

}  // namespace

bool RowDecoder::decode(std::span<const std::uint8_t> bytes, Row first,
                        std::span<std::uint8_t> out) {
    if (bytes.size() < 4 || bytes.size() % 2 != 0) return false;
    RansDecoder decoder(bytes);
    const std::size_t row_bytes = walk_.symbols().size() * symbol_width_;
    for (Row row = first; !out.empty(); ++row, out = out.subspan(row_bytes)) {
        walk_.start(row);
        if (!decode_row(decoder, {}, walk_.end(), out.first(row_bytes))) return false;
    }
    return decoder.finished();
}

bool RowDecoder::decode_to(Slot slot, std::span<const std::uint8_t> bytes, Row row,
                           std::span<std::uint8_t> out, RowProgress& progress) {
    if (bytes.size() < 4 || bytes.size() % 2 != 0) return false;
    assert(out.size() == walk_.symbols().size() * symbol_width_);
    walk_.start(row);
    // What distances lie around is known of a row that is read in one go.
    if (!values_only_) progress = {};
    const bool begun = progress.reach != RowReach{};
    RansDecoder decoder = begun ? RansDecoder(bytes, progress.mark) : RansDecoder(bytes);
    RowReach end = walk_.reach_of(slot);
    end = {std::max(end.even, progress.reach.even), std::max(end.odd, progress.reach.odd)};
    if (!values_only_) end = {walk_.end().even, end.odd == 0 ? end.odd : walk_.end().odd};
    if (!decode_row(decoder, progress.reach, end, out) || decoder.overrun()) return false;
    progress = {end, decoder.mark()};
    return end != walk_.end() || decoder.finished();
}

bool RowDecoder::decode_row(RansDecoder& decoder, RowReach begin, RowReach end,
                            std::span<std::uint8_t> out) {
    return values_only_ ? decode_values(decoder, begin, end, out)
                        : decode_symbols(decoder, end, out);
}

// What most probes wait for.
bool RowDecoder::decode_values(RansDecoder& given, RowReach begin, RowReach end,
                               std::span<std::uint8_t> out) {
    if (begin == RowReach{}) std::fill(out.begin(), out.end(), std::uint8_t{0xFF});
    RansDecoder decoder = given;  // in registers
    std::uint8_t* const symbols = out.data();
    const std::array<std::uint8_t, 3> of_value = of_value_;
    std::uint8_t all = 0;
    const ValueContexts::Cuts* const even = model_->values[0].cuts.data();
    const ValueContexts::Cuts* const odd = model_->values[1].cuts.data();
    walk_.walk_values(
        begin, end,
        [&](Slot slot, std::uint32_t context) __attribute__((always_inline)) -> int {
            const std::uint8_t value = read_value_straight(decoder, even[context]);
            all |= symbols[slot] = of_value[value];
            return value;
        },
        [&](Slot slot, std::uint32_t context) __attribute__((always_inline)) -> int {
            const std::uint8_t value = read_value(decoder, odd[context]);
            all |= symbols[slot] = of_value[value];
            return value;
        },
        [&](Slot slot) { return parts_.value(symbols[slot]); });
    given = decoder;
    return all != not_stored(1);  // a value that does not occur
}

bool RowDecoder::decode_symbols(RansDecoder& decoder, RowReach end, std::span<std::uint8_t> out) {
    const ContextModel& model = *model_;
    const SymbolParts& parts = parts_;
    // Returns the symbol read, or a negative number where there is none.
    const auto read = [&](int odd, std::uint32_t context, const auto& near, Slot)
                          __attribute__((always_inline)) -> std::int32_t {
        const auto parity = static_cast<std::size_t>(odd);
        const std::uint8_t value = read_value(decoder, model.values[parity].cuts[context]);
        if (!parts.has(value)) return -1;
        if (!parts.distances() || value == 1) {
            return static_cast<std::int32_t>(parts.symbol(value, 0));
        }
        const DistanceContexts& places = model.distances[parity][value / 2];
        const auto starts = places.of(places.context(near(value)));
        const std::uint32_t where = decoder.place();
        const auto above = std::upper_bound(starts.begin(), starts.end(), where);
        const auto i = static_cast<std::uint32_t>(above - starts.begin()) - 1;
        decoder.take(starts[i], std::uint32_t{starts[i + 1]} - starts[i]);
        return static_cast<std::int32_t>(parts.symbol(value, i));
    };
    if (!walk_.walk(end, read)) return false;
    const std::span<const std::uint16_t> symbols = walk_.symbols();
    if (symbol_width_ == 1) {
        std::transform(symbols.begin(), symbols.end(), out.begin(),
                       [](std::uint16_t symbol) { return static_cast<std::uint8_t>(symbol); });
        return true;
    }
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        out[2 * i] = static_cast<std::uint8_t>(symbols[i]);
        out[2 * i + 1] = static_cast<std::uint8_t>(symbols[i] >> 8);
    }
    return true;
}

ModelTrainer::ModelTrainer(const TableHeader& header, const SymbolParts& parts)
    : parts_(&parts), shape_(empty_model(header, parts)), walk_(header, parts, shape_.values) {
    for (std::size_t parity = 0; parity < 2; ++parity) {
        values_[parity].resize(shape_.values[parity].contexts());
        for (std::size_t i = 0; i < 2; ++i) {
            const DistanceContexts& contexts = shape_.distances[parity][i];
            if (contexts.places == 0) continue;
            distances_[parity][i].resize(contexts.contexts() * contexts.places);
        }
    }
}

void ModelTrainer::merge(const ModelTrainer& other) {
    for (std::size_t parity = 0; parity < 2; ++parity) {
        for (std::size_t i = 0; i < values_[parity].size(); ++i) {
            for (std::size_t value = 0; value < 3; ++value) {
                values_[parity][i][value] += other.values_[parity][i][value];
            }
        }
        for (std::size_t value = 0; value < 2; ++value) {
            auto& counts = distances_[parity][value];
            for (std::size_t i = 0; i < counts.size(); ++i) {
                counts[i] += other.distances_[parity][value][i];
            }
        }
    }
}

ContextModel ModelTrainer::model() const {
    ContextModel model = shape_;
    for (std::size_t parity = 0; parity < 2; ++parity) {
        ValueContexts& contexts = model.values[parity];
        std::array<std::uint32_t, 3> all{};
        for (const auto& counts : values_[parity]) {
            const std::uint32_t n = counts[0] + counts[1] + counts[2];
            if (n == 0) {
                contexts.add_unseen();
            } else {
                contexts.add_seen(cuts_of(counts));
            }
            // Each context counts once: this stands for rare ones.
            for (std::size_t value = 0; value < 3; ++value) all[value] += counts[value] != 0;
        }
        contexts.add_cuts_of_unseen(cuts_of(all));
        for (std::size_t value = 0; value < 2; ++value) {
            DistanceContexts& around = model.distances[parity][value];
            const std::size_t places = around.places;
            if (places == 0) continue;
            const std::vector<std::uint32_t>& counts = distances_[parity][value];
            around.starts.assign(around.contexts() * (places + 1), 0);
            for (std::size_t context = 0; context < around.contexts(); ++context) {
                const auto seen = std::span(counts).subspan(context * places, places);
                const bool any =
                    std::any_of(seen.begin(), seen.end(), [](std::uint32_t n) { return n != 0; });
                if (!any && context != 0) continue;
                distribute(seen,
                           std::span(around.starts).subspan(context * (places + 1), places + 1));
            }
        }
    }
    return model;
}

}  // namespace mulino
