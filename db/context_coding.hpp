// Coding::Context: blocks whose symbols are coded with the probabilities of a model.
#pragma once

#include <algorithm>
#include <array>
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

/// How far a row has been gone through: segments (row_shape.hpp) of the pass over the even slots,
/// and of the one over the odd ones.
struct RowReach {
    std::uint16_t even = 0;
    std::uint16_t odd = 0;

    friend bool operator==(const RowReach&, const RowReach&) = default;
};

/// Where the decoding of a row stands.
struct RowProgress {
    RowReach reach;
    RansDecoder::Mark mark;
};

/// Goes through the rows of one table in the order of the coding. Not for several threads.
class RowWalk {
public:
    /// `contexts`: those of even and of odd slots.
    RowWalk(const TableHeader& header, const SymbolParts& parts,
            const std::array<ValueContexts, 2>& contexts);

    /// Begins a row, or goes on with the one begun (Surroundings::start()).
    void start(Row row) { at_.start(row); }
    /// How far a walk through the row begun goes to pass by a slot; and to its end.
    RowReach reach_of(Slot slot) const {
        const auto to = static_cast<std::uint16_t>(at_.board().shape().segment_of(slot) + 1);
        return at_.board().parity(slot) == 0 ? RowReach{to, 0} : RowReach{end().even, to};
    }
    RowReach end() const {
        const auto all = static_cast<std::uint16_t>(at_.board().shape().segments().size());
        return {all, all};
    }

    /// Calls `act(parity, context, near, slot)` for each stored slot of the row begun, up to `end`;
    /// it returns the symbol, or a negative number to stop. `near` is a function
    /// value -> NearDistances. After it, symbols() holds the row. Returns: false where it was
    /// stopped.
    template <typename Act>
    bool walk(RowReach end, Act&& act) {
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
        return walk_values({}, end, visitor(0), visitor(1), [](Slot) { return std::size_t{0}; });
    }
    /// The same with a function for each parity, from `begin` on: `even(slot, context)` returns
    /// the value, or a negative number to stop; `known(slot)` tells what it was before `begin`.
    /// Keeps no symbols.
    template <typename Even, typename Odd, typename Known>
    __attribute__((always_inline)) bool walk_values(RowReach begin, RowReach end, Even&& even,
                                                    Odd&& odd, Known&& known) {
        at_.passed_even(begin.even, known);
        if (begin.even < end.even && !at_.pass_even(contexts_[0], {begin.even, end.even}, even)) {
            return false;
        }
        return begin.odd >= end.odd ||
               at_.pass_odd(contexts_[1], {begin.odd, end.odd}, half_, odd);
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
    /// are not stored become not_stored(). Returns: false where the bytes are no block of these
    /// rows.
    bool decode(std::span<const std::uint8_t> bytes, Row first, std::span<std::uint8_t> out);
    /// Decodes one row as far as a slot needs; later ones become not_stored(), too. Where some
    /// progress has been made with this row, by any decoder, `out` is what it was then. Requires: a
    /// row always comes with the same bytes. Returns: false where they are no block of this row, as
    /// far as they were read.
    bool decode_to(Slot slot, std::span<const std::uint8_t> bytes, Row row,
                   std::span<std::uint8_t> out, RowProgress& progress);

private:
    bool decode_row(RansDecoder& decoder, RowReach begin, RowReach end,
                    std::span<std::uint8_t> out);
    bool decode_symbols(RansDecoder& decoder, RowReach end, std::span<std::uint8_t> out);
    bool decode_values(RansDecoder& decoder, RowReach begin, RowReach end,
                       std::span<std::uint8_t> out);

    const ContextModel* model_;
    SymbolParts parts_;
    RowWalk walk_;  // looks at parts_
    std::size_t symbol_width_;
    bool values_only_;                        // the symbols are values without distances
    std::array<std::uint8_t, 3> of_value_{};  // their symbols then; none where it does not occur
};

/// Encodes rows of the walk's table; `symbol(row, slot)` tells the symbols of the header.
template <typename SymbolOf>
void encode_rows(RowWalk& walk, const SymbolParts& parts, const ContextModel& model, Row first,
                 Row rows, const SymbolOf& symbol, std::vector<std::uint8_t>& out);

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
void encode_rows(RowWalk& walk, const SymbolParts& parts, const ContextModel& model, Row first,
                 Row rows, const SymbolOf& symbol, std::vector<std::uint8_t>& out) {
    RansEncoder encoder;
    for (Row row = first; row < first + rows; ++row) {
        walk.start(row);
        walk.walk(walk.end(), [&](int odd, std::uint32_t context, const auto& near, Slot slot) {
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
    walk_.start(row);
    walk_.walk(walk_.end(), [&](int odd, std::uint32_t context, const auto& near, Slot slot) {
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
