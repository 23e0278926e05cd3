#include "engine/participant.hpp"

#include "engine/external_player.hpp"

namespace mulino {
namespace {

class LevelParticipant : public Participant {
public:
    LevelParticipant(const MatchSide& side, const Rules& rules)
        : limits_(side.limits),
          options_{.level = side.level,
                   .rules = rules,
                   .seed = 0,
                   .hash_bytes = side.hash_bytes,
                   .database = side.database,
                   .placing = side.placing} {}

    Result<void> new_game(std::uint64_t seed) override {
        options_.seed = seed;
        player_.emplace(options_);
        return {};
    }

    Result<Answer> choose(const Game& game, const std::atomic<bool>& stop) override {
        Choice choice = player_->choose(game, limits_, stop);
        if (choice.database_error) return tl::unexpected(std::move(*choice.database_error));
        return Answer{choice.turn, choice.info.nodes, choice.info.db_hits};
    }

private:
    Limits limits_;
    PlayerOptions options_;
    std::optional<Player> player_;
};

class ExternalParticipant : public Participant {
public:
    ExternalParticipant(ExternalPlayer player, const Limits& limits)
        : player_(std::move(player)), limits_(limits) {}

    Result<void> new_game(std::uint64_t seed) override { return player_.new_game(seed); }
    Result<Answer> choose(const Game& game, const std::atomic<bool>& stop) override {
        return player_.choose(game, limits_, stop);
    }

private:
    ExternalPlayer player_;
    Limits limits_;
};

}  // namespace

Result<std::unique_ptr<Participant>> make_participant(const MatchSide& side, const Rules& rules) {
    if (!side.command) return std::make_unique<LevelParticipant>(side, rules);
    Result<ExternalPlayer> player = ExternalPlayer::start(*side.command, rules);
    if (!player) return tl::unexpected(player.error());
    return std::make_unique<ExternalParticipant>(std::move(*player), side.limits);
}

}  // namespace mulino
