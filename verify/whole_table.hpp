// A whole table in memory, positions found by the numbering of this library.
#pragma once

#include <cstdint>

#include "db/database.hpp"
#include "db/outcome.hpp"
#include "db/parallel.hpp"
#include "db/subspace.hpp"
#include "game/result.hpp"
#include "verify/numbering.hpp"
#include "verify/table_memory.hpp"

namespace mulino::verify {

class WholeTable {
public:
    /// Errors and throws: as load_codes.
    [[nodiscard]] static Result<WholeTable> load(const Database& database, const Subspace& subspace,
                                                 const ParallelFor& parallel);

    Metric metric() const { return metric_; }
    /// The outcome for the side to move. Requires: a position of the subspace.
    Outcome outcome(Bitboard mover, Bitboard opponent) const;

private:
    WholeTable(const Subspace& subspace, Metric metric, TableMemory<std::uint16_t> codes);

    Metric metric_;
    bool mover_is_class_;
    ClassNumbers classes_;
    SubsetNumbers slots_;
    Packing packing_;
    TableMemory<std::uint16_t> codes_;  // outcome_code()
};

}  // namespace mulino::verify
