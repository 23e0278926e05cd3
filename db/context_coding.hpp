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

private:
    std::vector<std::uint8_t> values_;
    std::array<std::uint32_t, 3> first_{};
    std::array<std::uint32_t, 3> count_{};
    bool distances_ = false;
};

/// Goes through the rows of one table in the order of the coding. Not for several threads.
class RowWalk {
public:
    RowWalk(const TableHeader& header, const SymbolParts& parts);

    /// Calls `act(odd, features, near, slot)` for each stored slot of a row; it returns the symbol.
    /// `near` is a function value -> NearDistances. After it, symbols() holds the row.
    template <typename Act>
    bool walk(Row row, const std::array<unsigned, 2>& wanted, Act&& act) {
        at_.start(row);
        const Slot size = at_.index().row_size();
        values_.assign(size, kUnknownValue);
        std::array<std::uint32_t, kFeatures> features{};
        std::fill(near_.begin(), near_.end(), 0);
        for (int odd = 0; odd < 2; ++odd) {
            if (odd == 1) at_.count_near(values_, near_);
            for (Slot slot = 0; slot < size; ++slot) {
                at_.look_at(slot);
                if (at_.parity() != odd) continue;
                if (half_ && odd == 1 && !at_.mover_closes()) {
                    symbols_[slot] = gap_;
                    continue;
                }
                at_.features(wanted[static_cast<std::size_t>(odd)], values_.data(), near_[slot],
                             features);
                const auto near = [&](std::uint8_t value) {
                    NearDistances seen;
                    at_.for_each_around([&](Slot other) {
                        if (values_[other] == value) seen.add(parts_->place(symbols_[other]));
                    });
                    return seen;
                };
                const std::int32_t symbol = act(odd, features, near, slot);
                if (symbol < 0) return false;
                symbols_[slot] = static_cast<std::uint16_t>(symbol);
                values_[slot] = parts_->value(static_cast<std::uint32_t>(symbol));
            }
        }
        return true;
    }
    std::span<const std::uint16_t> symbols() const { return symbols_; }

private:
    Surroundings at_;
    const SymbolParts* parts_;
    bool half_;
    std::uint16_t gap_;
    std::vector<std::uint8_t> values_;
    std::vector<std::uint16_t> symbols_;
    std::vector<std::uint32_t> near_;
};

/// Decodes rows from `first` on: one symbol a slot, of header.symbol_width bytes; slots that are not
/// stored become not_stored(). Returns: false where the bytes are no block of these rows.
bool decode_rows(const TableHeader& header, const ContextModel& model,
                 std::span<const std::uint8_t> bytes, Row first, std::span<std::uint8_t> out);

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
    RowWalk walk_;
    ContextModel shape_;
    std::array<std::vector<std::array<std::uint32_t, 3>>, 2> values_;          // by parity
    std::array<std::array<std::vector<std::uint32_t>, 2>, 2> distances_;  // by parity, value
};

template <typename SymbolOf>
void encode_rows(const TableHeader& header, const SymbolParts& parts, const ContextModel& model,
                 Row first, Row rows, const SymbolOf& symbol, std::vector<std::uint8_t>& out) {
    RowWalk walk(header, parts);
    RansEncoder encoder;
    const std::array<unsigned, 2> wanted = {model.values[0].wanted(), model.values[1].wanted()};
    for (Row row = first; row < first + rows; ++row) {
        walk.walk(row, wanted, [&](int odd, const auto& features, const auto& near, Slot slot) {
            const std::uint32_t s = symbol(row, slot);
            const std::uint8_t value = parts.value(s);
            const auto parity = static_cast<std::size_t>(odd);
            const ValueContexts& contexts = model.values[parity];
            const auto& f = contexts.frequencies(contexts.context(features));
            const std::uint32_t loss_draw = std::uint32_t{f.loss} + f.draw;
            encoder.put(value == 0 ? 0 : value == 1 ? f.loss : loss_draw,
                        value == 0   ? f.loss
                        : value == 1 ? f.draw
                                     : kRansTotal - loss_draw);
            if (parts.distances() && value != 1) {
                const DistanceContexts& places = model.distances[parity][value / 2];
                const auto starts = places.of(places.context(near(value)));
                const std::uint32_t place = parts.place(s);
                encoder.put(starts[place], std::uint32_t{starts[place + 1]} - starts[place]);
            }
            return static_cast<std::int32_t>(s);
        });
    }
    encoder.finish(out);
}

template <typename SymbolOf>
void ModelTrainer::add(Row row, const SymbolOf& symbol) {
    const std::array<unsigned, 2> wanted = {shape_.values[0].wanted(), shape_.values[1].wanted()};
    walk_.walk(row, wanted, [&](int odd, const auto& features, const auto& near, Slot slot) {
        const std::uint32_t s = symbol(row, slot);
        const std::uint8_t value = parts_->value(s);
        const auto parity = static_cast<std::size_t>(odd);
        ++values_[parity][shape_.values[parity].context(features)][value];
        if (parts_->distances() && value != 1) {
            const DistanceContexts& places = shape_.distances[parity][value / 2];
            const std::size_t context = places.context(near(value));
            ++distances_[parity][value / 2][context * places.places + parts_->place(s)];
        }
        return static_cast<std::int32_t>(s);
    });
}

}  // namespace mulino
