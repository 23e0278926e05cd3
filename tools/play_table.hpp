// What lies on the table in `mulino play`: the game, who plays, the databases, and what is seen.
#pragma once

#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/database.hpp"
#include "engine/game.hpp"
#include "engine/game_record.hpp"
#include "engine/player.hpp"
#include "tools/analysis.hpp"
#include "tools/picture.hpp"

namespace mulino {

/// How the computer plays.
struct ComputerOptions {
    std::vector<std::filesystem::path> folders;  ///< of databases
    Limits limits;
    std::uint64_t seed = 0;
    double value_seconds = 10;  ///< for judging a position of the placing phase and its turns
};

/// Thread safety: none.
class PlayTable {
public:
    /// Opens the databases. Errors: those of Database::open.
    [[nodiscard]] static Result<PlayTable> set_up(Game game, const ComputerOptions& options);

    Game& game() { return game_; }
    const Game& game() const { return game_; }

    /// Puts another game on the table, with tables for its rules. Returns: why it must do without,
    /// if the folders hold none for them.
    std::optional<Error> replace_game(Game game);

    /// "human" or a level takes the seat. Errors: BadArgument.
    [[nodiscard]] Result<void> seat(Side side, std::string_view who);
    const std::string& name(Side side) const { return seats_[static_cast<std::size_t>(side)].name; }
    bool human(Side side) const { return !seats_[static_cast<std::size_t>(side)].level; }
    bool humans() const { return human(Side::White) || human(Side::Black); }

    /// The turn of the computer in the seat of the side to move. Requires: the game is not over,
    /// and the seat is no human's.
    Choice choose(const std::atomic<bool>& stop);
    /// What difficile would play. Requires: the game is not over.
    Choice advise(const std::atomic<bool>& stop);

    /// Null where there is none.
    const std::shared_ptr<const Database>& database() const { return database_; }
    /// Judges positions by the databases; what it has found of the placing phase stays with it.
    /// Requires: there is a database.
    Analyst& analyst();

private:
    struct Seat {
        std::string name = "human";
        std::optional<Level> level;
        std::unique_ptr<Player> player;
    };

    PlayTable(Game game, const ComputerOptions& options);
    Result<void> open();
    Choice ask(std::unique_ptr<Player>& player, Level level, std::uint64_t seed,
               const std::atomic<bool>& stop);

    ComputerOptions options_;
    Game game_;
    std::shared_ptr<const Database> database_;
    // Of that; made by the first player that needs it.
    std::shared_ptr<engine::PlacingSource> placing_;
    std::array<Seat, 2> seats_;
    std::unique_ptr<Player> adviser_;
    std::unique_ptr<Analyst> analyst_;
};

}  // namespace mulino
