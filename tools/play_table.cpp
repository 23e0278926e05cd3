#include "tools/play_table.hpp"

#include <utility>

#include "engine/game_database.hpp"
#include "solver/parallel.hpp"

namespace mulino {

PlayTable::PlayTable(Game game, const ComputerOptions& options)
    : options_(options), game_(std::move(game)) {}

Result<PlayTable> PlayTable::set_up(Game game, const ComputerOptions& options) {
    PlayTable table(std::move(game), options);
    if (const auto opened = table.open(); !opened) return tl::unexpected(opened.error());
    return table;
}

Result<void> PlayTable::open() {
    analyst_.reset();
    database_.reset();
    placing_.reset();
    if (options_.folders.empty()) return {};
    Result<Database> opened = open_for_games(options_.folders, game_.rules());
    if (!opened) return tl::unexpected(opened.error());
    database_ = std::make_shared<const Database>(std::move(*opened));
    return {};
}

std::optional<Error> PlayTable::replace_game(Game game) {
    const bool other_rules = game.rules() != game_.rules();
    game_ = std::move(game);
    for (Seat& seat : seats_) {
        if (seat.player && !other_rules) seat.player->new_game();
        if (other_rules) seat.player.reset();
    }
    if (!other_rules) return {};
    adviser_.reset();
    const Result<void> opened = open();
    return opened ? std::nullopt : std::optional(opened.error());
}

Result<void> PlayTable::seat(Side side, std::string_view who) {
    Seat& seat = seats_[static_cast<std::size_t>(side)];
    if (who == "human") {
        seat = {};
        return {};
    }
    const Result<Level> level = parse_level(who);
    if (!level) {
        return fail(ErrorCode::BadArgument, "'" + std::string(who) +
                                                "' cannot play: it is human, facile, medio or "
                                                "difficile");
    }
    seat = {std::string(to_string(*level)), *level, nullptr};
    return {};
}

Choice PlayTable::ask(std::unique_ptr<Player>& player, Level level, std::uint64_t seed,
                      const std::atomic<bool>& stop) {
    if (!player) {
        player = std::make_unique<Player>(PlayerOptions{.level = level,
                                                        .rules = game_.rules(),
                                                        .seed = seed,
                                                        .database = database_,
                                                        .placing = placing_});
        placing_ = player->options().placing;
    }
    return player->choose(game_, options_.limits, stop);
}

Choice PlayTable::choose(const std::atomic<bool>& stop) {
    const auto side = static_cast<std::size_t>(game_.to_move());
    Seat& seat = seats_[side];
    return ask(seat.player, *seat.level, options_.seed + side, stop);
}

Choice PlayTable::advise(const std::atomic<bool>& stop) {
    return ask(adviser_, Level::Difficile, options_.seed, stop);
}

Analyst& PlayTable::analyst() {
    if (!analyst_) {
        PlacingSettings placing;
        placing.seconds = options_.value_seconds;
        placing.threads = hardware_threads();
        analyst_ = std::make_unique<Analyst>(*database_, value_rules_of(*database_, game_.rules()),
                                             placing);
    }
    return *analyst_;
}

}  // namespace mulino
