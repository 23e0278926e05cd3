// Whole tables in memory, their outcomes as numbers of the caller's choice.
//
// Tables that leave out slots are completed by the reader of db/, one ply from what they store.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "db/database.hpp"
#include "db/format.hpp"
#include "db/outcome.hpp"
#include "db/parallel.hpp"
#include "db/subspace.hpp"
#include "game/result.hpp"
#include "verify/table_memory.hpp"

namespace mulino::verify {

/// All outcomes that may occur in a table: its symbols; where slots are left out, all wins and
/// losses up to the longest ones that the header speaks of.
std::vector<Outcome> possible_outcomes(const TableHeader& header);

/// Loads a table, each outcome as `code_of` says. Errors: those of Database::table and of loading;
/// Damaged where a slot that is left out has none of the possible outcomes. Throws: std::bad_alloc.
/// Code is std::uint8_t or std::uint16_t.
template <typename Code>
[[nodiscard]] Result<TableMemory<Code>> load_codes(
    const Database& database, const Subspace& subspace,
    const std::function<Code(const Outcome&)>& code_of, const ParallelFor& parallel);

extern template Result<TableMemory<std::uint8_t>> load_codes(
    const Database&, const Subspace&, const std::function<std::uint8_t(const Outcome&)>&,
    const ParallelFor&);
extern template Result<TableMemory<std::uint16_t>> load_codes(
    const Database&, const Subspace&, const std::function<std::uint16_t(const Outcome&)>&,
    const ParallelFor&);

}  // namespace mulino::verify
