// Counting the symbols of a table over its canonical slots, and checksumming its values.
//
// Writer and reader share this, so that a file can be counted again the way it was counted when it
// was written.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "db/checksum.hpp"
#include "db/format.hpp"
#include "db/index.hpp"
#include "db/outcome.hpp"

namespace mulino {

/// Collects the rows of one table, in any order, from any threads.
template <typename Symbol>
class Tally {
public:
    /// `meaning` says what symbols stand for; symbols beyond it must not occur.
    Tally(const PairIndex& index, std::span<const Outcome> meaning);

    /// Adds whole rows, the first of which is `first`. Requires: each row is added once.
    void add(Row first, std::span<const Symbol> slots);

    /// What has been added. Requires: no add() is running.
    TableCounts counts() const;
    /// Requires: all rows have been added.
    Checksum128 value_checksum() const { return checksum128(row_checksums_); }
    /// Whether a symbol has occurred in any slot, canonical or not.
    bool occurs(std::size_t symbol) const { return canonical_[symbol] + doubles_[symbol] != 0; }

private:
    const PairIndex* index_;
    std::vector<Outcome> meaning_;
    std::vector<std::uint8_t> values_;        // by symbol
    std::vector<Checksum128> row_checksums_;  // by row
    std::mutex mutex_;                        // guards the two below
    std::vector<std::uint64_t> canonical_;    // by symbol
    std::vector<std::uint64_t> doubles_;      // slots that are not canonical, by symbol
};

extern template class Tally<std::uint8_t>;
extern template class Tally<std::uint16_t>;

}  // namespace mulino
