// What the databases, and for the placing phase a search down to them, know of a position and its
// turns.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "db/database.hpp"
#include "db/outcome.hpp"
#include "game/position.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"
#include "game/turn.hpp"
#include "verify/placing_values.hpp"

namespace mulino {

enum class Phase : std::uint8_t { Placing, Moving, Over };

constexpr std::string_view to_string(Phase phase) {
    return phase == Phase::Placing ? "placing" : phase == Phase::Moving ? "moving" : "over";
}

/// What could be found out about a position, for the side to move.
struct Evaluation {
    std::optional<Wdl> value;               ///< nothing: unknown
    std::optional<std::uint16_t> distance;  ///< of wins and losses, where there is one to tell

    friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

/// The outcome of a turn for the side that plays it, from that of the position it leads to for the
/// opponent.
Evaluation of_turn(const Evaluation& after, const Turn& turn, Metric metric);

/// How positions of the placing phase are searched.
struct PlacingSettings {
    /// For one position with its turns. Nothing: as long as it takes.
    std::optional<double> seconds;
    int threads = 1;
    /// Values shared with other analysts; nothing: own ones.
    std::shared_ptr<verify::ValueStore> store;
    /// A file to take settled claims from, and to keep them in.
    std::optional<std::filesystem::path> cache;
};

/// A legal turn with its outcome for the side that plays it, the turn itself counted.
struct JudgedTurn {
    Turn turn;
    Position after;
    Evaluation evaluation;
};

/// A position, its outcome for the side to move, and its turns, best first: quick wins, slow wins,
/// draws, slow losses, quick losses, unknown; ties in the standing order of turns.
struct Analysis {
    Phase phase = Phase::Moving;
    Evaluation evaluation;
    std::vector<JudgedTurn> turns;
    /// Why something is unknown, if not for the time: a table that is missing, or one without the
    /// distances that a count of plies without a removal asks for.
    std::optional<Error> missing;
};

/// The best line from a position, and why it stops.
struct BestLine {
    enum class End : std::uint8_t {
        Lost,        ///< the side to move has lost
        Limit,       ///< the limit of plies without a removal is reached
        Repetition,  ///< the last turn repeats a position of the line
        Unknown,     ///< the outcome of the next turn is not known
    };
    std::vector<Turn> turns;
    End end = End::Lost;
};

/// Judges positions. Of positions of the placing phase the value is found, not the distance. Thread
/// safety: none; threads have one each and share the database.
class Analyst {
public:
    using Clock = verify::PlacingValues::Clock;

    /// `database` must outlive the analyst and hold tables of the family of `rules`, whose limit is
    /// the one that values are under.
    Analyst(const Database& database, const Rules& rules, PlacingSettings placing = {});

    Phase phase(const Position& position) const;

    /// The outcome alone. Errors: those of Database::probe.
    [[nodiscard]] Result<Evaluation> evaluate(const Position& position);

    /// The outcome and all turns. Errors: those of Database::probe, and Damaged where the tables
    /// contradict one another.
    [[nodiscard]] Result<Analysis> analyse(const Position& position);

    /// Errors: as analyse; NoDistances where the tables have none, since equal values do not say
    /// which turn comes nearer to the end.
    [[nodiscard]] Result<BestLine> best_line(const Position& position);

private:
    bool limit_reached(const Position& position) const;
    Clock::time_point deadline_after(double share) const;
    // The search of the placing phase, made and given what is settled when first needed.
    Result<verify::PlacingValues*> search();
    Result<void> keep_settled();
    Result<Evaluation> look_up(const Position& position) const;
    Result<void> judge_by_tables(Analysis& analysis) const;
    Result<void> judge_by_search(Analysis& analysis, const Position& position);

    const Database& database_;
    Rules rules_;
    PlacingSettings placing_;
    std::unique_ptr<verify::PlacingValues> search_;
    std::uint64_t nodes_kept_ = 0;  // searched when the claims were last kept
};

}  // namespace mulino
