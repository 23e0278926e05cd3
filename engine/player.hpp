// The player: chooses turns at one of three levels, exactly as soon as databases know.
//
//     Player player({.level = Level::Difficile, .rules = game.rules(), .database = database});
//     std::atomic<bool> stop = false;
//     const Choice choice = player.choose(game, {.time = 1200ms}, stop);
//
// Facile closes a mill where it can and plays at random otherwise; Medio looks two plies ahead, its
// own turn and the answer, and takes one of the best turns at random; Difficile searches deeper and
// deeper until a limit is reached, and uses the databases. A turn with its removals is one ply.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "db/database.hpp"
#include "engine/search_info.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"
#include "game/turn.hpp"

namespace mulino {

class Game;

namespace engine {
class PlacingSource;
}

enum class Level : std::uint8_t { Facile, Medio, Difficile };

/// "facile", "medio", "difficile".
std::string_view to_string(Level level);
/// The level of that name, either case. Errors: BadArgument, with the names there are.
[[nodiscard]] Result<Level> parse_level(std::string_view text);

/// The time Difficile takes for a turn where nothing else limits it.
inline constexpr std::chrono::milliseconds kDefaultTurnTime{1200};

/// When a search ends: at the first of those given; without any, after kDefaultTurnTime. Facile
/// and Medio answer at once and take no notice.
struct Limits {
    std::optional<std::chrono::milliseconds> time{};  ///< from the call on; the answer comes before
    std::optional<std::uint64_t> nodes{};             ///< positions searched; makes it reproducible
    std::optional<int> depth{};                       ///< plies, 1 or more
    bool infinite = false;  ///< until `stop` is set, whatever is found; `time` then has no effect
};

struct PlayerOptions {
    Level level = Level::Difficile;
    /// The rules of the games to be played, with their draw rules.
    Rules rules{};
    /// What chance depends on. Players with equal options choose equal turns in equal games where
    /// the limits name no time.
    std::uint64_t seed = 0;
    /// Memory for positions remembered, at most; with databases as much again for proofs of the
    /// placing phase.
    std::size_t hash_bytes = std::size_t{64} << 20;
    /// Requires: of the flying and protection of `rules`, and either without a no-capture limit or
    /// with that of `rules`. Only Difficile uses it.
    std::shared_ptr<const Database> database{};
    /// Whether the distances of the databases are used; if not, the player is as it would be with
    /// values alone.
    bool distances = true;
    /// What the proofs of the placing phase need of `database` for `rules`, where several players
    /// are to share it; nothing: the player makes one, which its options() then name. Its claims
    /// take memory of their own: 8 to 26 bytes each.
    std::shared_ptr<engine::PlacingSource> placing{};
};

/// What a player answers.
struct Choice {
    Turn turn{};
    /// The last finished iteration. Facile: depth 0; Medio: depth 2.
    SearchInfo info{};
    /// What is known or estimated of the position, for the side to move: info.score.
    const Score& score() const { return info.score; }
    /// The first failure of the databases, if not just that a table is missing. The turn was then
    /// chosen by search.
    std::optional<Error> database_error{};
};

/// Thread safety: none; every thread has its own, and all may share the database.
class Player {
public:
    /// Called after each iteration of a search, from the thread of choose().
    using Report = std::function<void(const SearchInfo&)>;

    /// Takes all memory at once. Cost: hundredths of a second; of the first one with databases,
    /// tenths.
    explicit Player(const PlayerOptions& options);
    Player(Player&&) noexcept;
    Player& operator=(Player&&) noexcept;
    ~Player();

    const PlayerOptions& options() const;

    /// A legal turn for the side to move, in time. Setting `stop`, from any thread, ends the search
    /// within milliseconds with the best turn found so far. Requires: the game is not over and is
    /// played by the rules of options(). Cost: as the limits say; without databases and with one
    /// legal turn no search, unless `infinite`.
    [[nodiscard]] Choice choose(const Game& game, const Limits& limits,
                                const std::atomic<bool>& stop, const Report& report = {});

    /// Forgets what was remembered from earlier turns, and starts the chance anew from the seed.
    void new_game();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace mulino
