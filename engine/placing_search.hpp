// Positions of the placing phase, answered by search down to the tables of the moving phase.
//
// From a position of the placing phase the number of plies to the first position of the moving
// phase is known, so a plain alpha-beta search to that depth, with the tables at its leaves, gives
// exact values. It reaches the end from the later half of the placing phase; earlier positions are
// for the prover.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "db/database.hpp"
#include "db/outcome.hpp"
#include "game/position.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino {

/// What could be found out about a position, for the side to move.
struct Evaluation {
    std::optional<Wdl> value;               ///< nothing: unknown
    std::optional<std::uint16_t> distance;  ///< plies to the end; only for known wins and losses

    friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

/// The search and its memory of positions seen, good for any number of positions of one database
/// and one rule set. Thread safety: none; every thread has its own.
class PlacingSearch {
public:
    using Clock = std::chrono::steady_clock;

    /// `database` must outlive the search and hold tables of the family of `rules`.
    PlacingSearch(const Database& database, const Rules& rules);
    PlacingSearch(PlacingSearch&&) noexcept;
    ~PlacingSearch();

    /// The value of a position with men in hand, or unknown where the time does not suffice or a
    /// table is missing that decides. Errors: those of Database::probe but MissingTable.
    [[nodiscard]] Result<Evaluation> value(const Position& position, Clock::time_point deadline);

    /// The same with the distance, which takes longer; unknown where the time does not suffice.
    /// Requires: the database has distances.
    [[nodiscard]] Result<Evaluation> value_and_distance(const Position& position,
                                                        Clock::time_point deadline);

    /// Why the last answer was unknown, if not for the time: the table that is missing.
    const std::optional<Error>& missing_table() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace mulino
