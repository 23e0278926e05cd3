// Coding::Context: blocks whose symbols are coded with the probabilities of a model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "db/context_model.hpp"
#include "db/format.hpp"
#include "db/surroundings.hpp"
#include "game/result.hpp"

namespace mulino {

/// What stands in a decoded block for a slot that is not stored, by the width of symbols.
constexpr std::uint16_t not_stored(std::size_t width) {
    return width == 1 ? std::uint16_t{0xFF} : std::uint16_t{0xFFFF};
}

/// Values and distances apart: symbols by value, and the place of a distance among those of its
/// value.
class SymbolParts {
public:
    explicit SymbolParts(std::span<const Outcome> symbols);

    std::uint8_t value(std::uint32_t symbol) const { return values_[symbol]; }
    std::uint32_t place(std::uint32_t symbol) const { return symbol - first_[values_[symbol]]; }
    /// The symbol of a value and a place. Requires: there is one.
    std::uint32_t symbol(std::uint8_t value, std::uint32_t place) const {
        return first_[value] + place;
    }
    bool has(std::uint8_t value) const { return count_[value] != 0; }
    /// Whether the values have distances.
    bool distances() const { return distances_; }
    /// Whether the symbols are the values, all three.
    bool values_alone() const { return !distances_ && values_.size() == 3; }

private:
    std::vector<std::uint8_t> values_;
    std::array<std::uint32_t, 3> first_{};
    std::array<std::uint32_t, 3> count_{};
    bool distances_ = false;
};

/// Goes through the rows of one table in the order of the coding. Not for several threads.
class RowWalk {
public:
    /// `contexts`: those of even and of odd slots.
    RowWalk(const TableHeader& header, const SymbolParts& parts,
            const std::array<ValueContexts, 2>& contexts);

    /// Calls `act(parity, context, near, slot)` for each stored slot of a row, or in one pass for
    /// the even ones alone; it returns the symbol, or a negative number to stop. `near` is a
    /// function value -> NearDistances. After it, symbols() holds the row. Returns: false where it
    /// was stopped.
    template <typename Act>
    bool walk(Row row, int passes, Act&& act) {
        std::fill(symbols_.begin(), symbols_.end(), kNone);
        const auto visitor = [&](int parity) {
            return [this, parity, &act](Slot slot, std::uint32_t context)
                       __attribute__((always_inline)) -> int {
                const auto near = [&](std::uint8_t value) {
                    NearDistances seen;
                    at_.for_each_around(slot, parity, [&](Slot other) {
                        const std::uint16_t symbol = symbols_[other];
                        if (symbol != kNone && parts_->value(symbol) == value) {
                            seen.add(parts_->place(symbol));
                        }
                    });
                    return seen;
                };
                const std::int32_t symbol = act(parity, context, near, slot);
                if (symbol < 0) return -1;
                symbols_[slot] = static_cast<std::uint16_t>(symbol);
                return parts_->value(static_cast<std::uint32_t>(symbol));
            };
        };
        return walk_values(row, passes, visitor(0), visitor(1));
    }
    /// The same with a function for each parity: `even(slot, context)` returns the value, or a
    /// negative number to stop. Keeps no symbols.
    template <typename Even, typename Odd>
    __attribute__((always_inline)) bool walk_values(Row row, int passes, Even&& even, Odd&& odd) {
        at_.start(row);
        return at_.pass_even(contexts_[0], even) &&
               (passes == 1 || at_.pass_odd(contexts_[1], half_, odd));
    }
    /// kNone where nothing was read; its low byte is not_stored(1).
    std::span<const std::uint16_t> symbols() const { return symbols_; }
    static constexpr std::uint16_t kNone = not_stored(2);

private:
    Surroundings at_;
    const SymbolParts* parts_;
    std::array<ContextIndex, 2> contexts_;
    bool half_;
    std::vector<std::uint16_t> symbols_;
};

/// Decodes the rows of one table; keeps the memory for it. Not for several threads.
class RowDecoder {
public:
    /// `model` must outlive the decoder.
    RowDecoder(const TableHeader& header, const ContextModel& model);
    RowDecoder(const RowDecoder&) = delete;
    RowDecoder& operator=(const RowDecoder&) = delete;

    /// Decodes rows from `first` on: one symbol a slot, of header.symbol_width bytes; slots that
    /// are not stored become not_stored(), and so do odd ones where only even ones are asked for.
    /// Requires: a single row then. Returns: false where the bytes are no block of these rows.
    bool decode(std::span<const std::uint8_t> bytes, Row first, std::span<std::uint8_t> out,
                Slots slots = Slots::All);

private:
    bool decode_row(RansDecoder& decoder, Row row, int passes, std::span<std::uint8_t> out);
    void decode_values(RansDecoder& decoder, Row row, int passes, std::span<std::uint8_t> out);

    const ContextModel* model_;
    SymbolParts parts_;
    RowWalk walk_;  // looks at parts_
    std::size_t symbol_width_;
};

/// Encodes rows; `symbol(row, slot)` tells the symbols of the header.
template <typename SymbolOf>
void encode_rows(const TableHeader& header, const SymbolParts& parts, const ContextModel& model,
                 Row first, Row rows, const SymbolOf& symbol, std::vector<std::uint8_t>& out);

/// Collects statistics of rows, and makes a model of them.
class ModelTrainer {
public:
    /// `header` tells subspace, family, part and symbols; must outlive the trainer.
    ModelTrainer(const TableHeader& header, const SymbolParts& parts);

    template <typename SymbolOf>
    void add(Row row, const SymbolOf& symbol);
    /// Adds what another one has collected.
    void merge(const ModelTrainer& other);
    ContextModel model() const;

private:
    const SymbolParts* parts_;
    ContextModel shape_;
    RowWalk walk_;
    std::array<std::vector<std::array<std::uint32_t, 3>>, 2> values_;     // by parity
    std::array<std::array<std::vector<std::uint32_t>, 2>, 2> distances_;  // by parity, value
};

template <typename SymbolOf>
void encode_rows(const TableHeader& header, const SymbolParts& parts, const ContextModel& model,
                 Row first, Row rows, const SymbolOf& symbol, std::vector<std::uint8_t>& out) {
    RowWalk walk(header, parts, model.values);
    RansEncoder encoder;
    for (Row row = first; row < first + rows; ++row) {
        walk.walk(row, 2, [&](int odd, std::uint32_t context, const auto& near, Slot slot) {
            const std::uint32_t s = symbol(row, slot);
            const std::uint8_t value = parts.value(s);
            const auto parity = static_cast<std::size_t>(odd);
            const ValueContexts& contexts = model.values[parity];
            const auto& cuts = contexts.cuts[context];
            const std::array<std::uint32_t, 4> starts{0, cuts.loss, cuts.draw, kRansTotal};
            encoder.put(starts[value], starts[value + 1U] - starts[value]);
            if (parts.distances() && value != 1) {
                const DistanceContexts& places = model.distances[parity][value / 2];
                const auto from = places.of(places.context(near(value)));
                const std::uint32_t place = parts.place(s);
                encoder.put(from[place], std::uint32_t{from[place + 1]} - from[place]);
            }
            return static_cast<std::int32_t>(s);
        });
    }
    encoder.finish(out);
}

template <typename SymbolOf>
void ModelTrainer::add(Row row, const SymbolOf& symbol) {
    walk_.walk(row, 2, [&](int odd, std::uint32_t context, const auto& near, Slot slot) {
        const std::uint32_t s = symbol(row, slot);
        const std::uint8_t value = parts_->value(s);
        const auto parity = static_cast<std::size_t>(odd);
        ++values_[parity][context][value];
        if (parts_->distances() && value != 1) {
            const DistanceContexts& places = shape_.distances[parity][value / 2];
            const std::size_t around = places.context(near(value));
            ++distances_[parity][value / 2][around * places.places + parts_->place(s)];
        }
        return static_cast<std::int32_t>(s);
    });
}

}  // namespace mulino
