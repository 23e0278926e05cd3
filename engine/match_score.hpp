// The score of a match, and how far chance may have moved it.
//
// The two games of a pair begin with the same opening, the colours exchanged. Their results depend
// on one another, so the pair is the unit that errors are reckoned with.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "engine/game_record.hpp"
#include "game/rules.hpp"

namespace mulino {

/// Wins, draws and losses of the first side of a match.
struct Tally {
    std::uint32_t wins = 0;
    std::uint32_t draws = 0;
    std::uint32_t losses = 0;

    std::uint32_t games() const { return wins + draws + losses; }
    double points() const { return wins + draws * 0.5; }
    /// Points a game, 0 … 1. Requires: there is a game.
    double score() const { return points() / games(); }
};

/// A share of points, and the bounds it lies between with a probability of 95 %.
struct ScoreInterval {
    double score = 0;
    double low = 0;
    double high = 1;
};

/// The results of all games, for the first side of the match.
class MatchScore {
public:
    /// Games 2k and 2k+1 are a pair. `white`: whether the first side had White.
    void add(std::uint32_t game, bool white, GameResult result);

    const Tally& all() const { return all_; }
    const Tally& with(Side side) const { return by_side_[static_cast<std::size_t>(side)]; }
    /// Finished pairs with 0, ½, 1, 1½ and 2 points.
    const std::array<std::uint32_t, 5>& pairs() const { return pairs_; }

    /// From the finished pairs; nothing before the first.
    std::optional<ScoreInterval> interval() const;

private:
    Tally all_;
    std::array<Tally, 2> by_side_;
    std::array<std::uint32_t, 5> pairs_{};
    std::map<std::uint32_t, int> open_pairs_;  // half points of the game that is finished
};

/// The difference in Elo points that a share of points stands for; infinite for 0 and 1.
double elo_of(double score);

}  // namespace mulino
