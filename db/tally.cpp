#include "db/tally.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <optional>

namespace mulino {

namespace {

// Which slots of a row are canonical, for a row whose representative is symmetric. A slot's rank
// grows with the mask of its set, so the lowest of a position's slots is the one whose set is the
// smallest mask among its images.
class CanonicalMarks {
public:
    explicit CanonicalMarks(const PairIndex& index) : index_(&index) {}

    // Marks each slot of `row` with 1 (canonical) or 0.
    std::span<const std::uint8_t> of(Row row) {
        const Bitboard free = kFullBoard & ~index_->classes().representative(row);
        spread(free);
        const std::span<const Bitboard> sets = index_->ranks().sets();
        marks_.assign(sets.size(), 1);
        const unsigned symmetries = index_->classes().stabilizer(row);
        for (Symmetry s = 1; s < kSymmetries; ++s) {
            if ((symmetries >> s & 1) == 0) continue;
            for (std::size_t slot = 0; slot < sets.size(); ++slot) {
                const Bitboard set = low_[sets[slot] & kLowMask] | high_[sets[slot] >> kLowBits];
                if (apply(s, set) < set) marks_[slot] = 0;
            }
        }
        return marks_;
    }

private:
    static constexpr int kLowBits = kPoints / 2;
    static constexpr Bitboard kLowMask = (Bitboard{1} << kLowBits) - 1;

    // Tables for unpack(set, free): each entry follows from the one with one bit less.
    void spread(Bitboard free) {
        std::array<Bitboard, kPoints> places{};
        std::size_t n = 0;
        for_each_point(free, [&](Point p) { places[n++] = bit(p); });
        const auto fill = [&](std::array<Bitboard, kLowMask + 1>& table, std::size_t first) {
            table[0] = 0;
            for (std::size_t set = 1; set < table.size(); ++set) {
                const auto lowest_bit = static_cast<std::size_t>(std::countr_zero(set));
                table[set] = table[set & (set - 1)] | places[first + lowest_bit];
            }
        };
        fill(low_, 0);
        fill(high_, kLowBits);
    }

    const PairIndex* index_;
    std::array<Bitboard, kLowMask + 1> low_{};
    std::array<Bitboard, kLowMask + 1> high_{};
    std::vector<std::uint8_t> marks_;
};

// Counts of symbols. Bytes are counted four at a time in four tables: neighbouring slots often hold
// the same symbol, and an increment has to wait for the one before it at the same place.
template <typename Symbol>
class Histogram {
public:
    Histogram() : counts_(kWays * kSymbols, 0) {}

    void add(std::span<const Symbol> slots) {
        std::size_t i = 0;
        if constexpr (kWays == 4) {
            for (; i + 4 <= slots.size(); i += 4) {
                ++counts_[slots[i]];
                ++counts_[kSymbols + slots[i + 1]];
                ++counts_[2 * kSymbols + slots[i + 2]];
                ++counts_[3 * kSymbols + slots[i + 3]];
            }
        }
        for (; i < slots.size(); ++i) ++counts_[slots[i]];
    }
    void add(Symbol symbol) { ++counts_[symbol]; }

    // Adds all counts to `totals`; symbols beyond must not have occurred.
    void add_to(std::vector<std::uint64_t>& totals) const {
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            const std::size_t symbol = i % kSymbols;
            assert(symbol < totals.size() || counts_[i] == 0);
            if (symbol < totals.size()) totals[symbol] += counts_[i];
        }
    }

private:
    static constexpr std::size_t kSymbols = std::size_t{std::numeric_limits<Symbol>::max()} + 1;
    static constexpr std::size_t kWays = sizeof(Symbol) == 1 ? 4 : 1;
    std::vector<std::uint32_t> counts_;  // an add() has far fewer than 2^32 slots
};

}  // namespace

template <typename Symbol>
Tally<Symbol>::Tally(const PairIndex& index, std::span<const Outcome> meaning)
    : index_(&index),
      meaning_(meaning.begin(), meaning.end()),
      values_(std::size_t{std::numeric_limits<Symbol>::max()} + 1, 0),
      row_checksums_(index.rows()),
      canonical_(meaning.size(), 0),
      doubles_(meaning.size(), 0) {
    assert(meaning.size() <= values_.size());
    for (std::size_t i = 0; i < meaning_.size(); ++i) {
        values_[i] = static_cast<std::uint8_t>(meaning_[i].value);
    }
}

template <typename Symbol>
void Tally<Symbol>::add(Row first, std::span<const Symbol> slots) {
    const std::size_t row_size = index_->row_size();
    assert(slots.size() % row_size == 0 && slots.size() <= std::numeric_limits<Slot>::max());
    Histogram<Symbol> canonical;
    Histogram<Symbol> doubles;
    CanonicalMarks marks(*index_);
    std::vector<std::uint8_t> row_values(row_size);
    const std::uint8_t* const values = values_.data();
    for (Row row = first; !slots.empty(); ++row, slots = slots.subspan(row_size)) {
        const std::span<const Symbol> line = slots.first(row_size);
        if (index_->classes().stabilizer(row) == 1) {
            canonical.add(line);
        } else {
            const std::span<const std::uint8_t> marked = marks.of(row);
            for (std::size_t i = 0; i < row_size; ++i) {
                (marked[i] != 0 ? canonical : doubles).add(line[i]);
            }
        }
        for (std::size_t i = 0; i < row_size; ++i) row_values[i] = values[line[i]];
        row_checksums_[row] = checksum128(row_values);
    }
    const std::lock_guard lock(mutex_);
    canonical.add_to(canonical_);
    doubles.add_to(doubles_);
}

template <typename Symbol>
TableCounts Tally<Symbol>::counts() const {
    TableCounts counts;
    for (std::size_t symbol = 0; symbol < meaning_.size(); ++symbol) {
        const std::uint64_t n = canonical_[symbol];
        if (n == 0) continue;
        const Outcome& outcome = meaning_[symbol];
        counts.positions += n;
        switch (outcome.value) {
            case Wdl::Win:
                counts.wins += n;
                counts.longest_win = std::max(counts.longest_win, outcome.distance);
                break;
            case Wdl::Loss:
                counts.losses += n;
                counts.longest_loss = std::max(counts.longest_loss, outcome.distance);
                break;
            case Wdl::Draw:
                counts.draws += n;
                break;
        }
    }
    return counts;
}

template class Tally<std::uint8_t>;
template class Tally<std::uint16_t>;

}  // namespace mulino
