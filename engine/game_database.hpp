// Which tables fit a game: those of its flying and protection, under its no-capture limit or none.
#pragma once

#include <filesystem>
#include <vector>

#include "db/database.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino {

/// Opens folders for games by `rules`: tables without a limit, or else those under the limit of the
/// rules. Errors: those of Database::open.
[[nodiscard]] Result<Database> open_for_games(const std::vector<std::filesystem::path>& folders,
                                              const Rules& rules,
                                              const DatabaseOptions& options = {});

/// The rules that the values of `database` are under, for games by `rules`: without repetition, and
/// with a limit only if the database has it.
Rules value_rules_of(const Database& database, const Rules& rules);

}  // namespace mulino
