// Settled claims in a file, so that a later run need not search again.
//
// The file belongs to the values it was made from and to the rules: it names both, and is not used
// with others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "db/database.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"
#include "verify/claim_table.hpp"

namespace mulino::verify {

/// What claims depend on, as text: all parameters the placing phase depends on, and a checksum of
/// the value checksums of all tables. Errors: those of Database::tables.
[[nodiscard]] Result<std::string> claim_basis(const Database& database, const Rules& rules);

/// Adds the claims of a file to a table. Returns: how many there were. Errors: Io, Damaged,
/// BadVersion; OtherFamily where the file is of another basis.
[[nodiscard]] Result<std::uint64_t> load_claims(const std::filesystem::path& path,
                                                const std::string& basis,
                                                std::span<ClaimTable* const> tables);

/// Writes the claims of several tables about positions with at least `plies_left` men in hand.
/// Throws: std::system_error.
void save_claims(const std::filesystem::path& path, const std::string& basis,
                 std::span<const ClaimTable* const> tables, int plies_left);

}  // namespace mulino::verify
