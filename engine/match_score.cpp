#include "engine/match_score.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace mulino {

void MatchScore::add(std::uint32_t game, bool white, GameResult result) {
    assert(result != GameResult::Unknown);
    const bool drawn = result == GameResult::Draw;
    const bool won = result == (white ? GameResult::WhiteWins : GameResult::BlackWins);
    for (Tally* const tally : {&all_, &by_side_[white ? 0 : 1]}) {
        ++(drawn ? tally->draws : won ? tally->wins : tally->losses);
    }
    const int half_points = drawn ? 1 : won ? 2 : 0;
    const auto [open, first] = open_pairs_.try_emplace(game / 2, half_points);
    if (first) return;
    ++pairs_[static_cast<std::size_t>(open->second + half_points)];
    open_pairs_.erase(open);
}

// Wilson's interval, for results between 0 and 1 that may vary less than wins and losses alone: the
// number of pairs counts as if divided by their variance over that of wins and losses. One more
// pair, half won and half lost, is put into the variance, so that it is never 0.
std::optional<ScoreInterval> MatchScore::interval() const {
    double n = 0;
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const double score = static_cast<double>(i) / 4;
        n += pairs_[i];
        sum += pairs_[i] * score;
        squares += pairs_[i] * score * score;
    }
    if (n == 0) return {};
    const double with_one_more = (sum + 0.5) / (n + 1);
    const double variance = (squares + 0.5) / (n + 1) - with_one_more * with_one_more;
    const double ratio = variance / (with_one_more * (1 - with_one_more));

    constexpr double kDeviations = 1.959964;  // 95 % of a normal distribution
    constexpr double kSquare = kDeviations * kDeviations;
    const double score = sum / n;
    const double size = n / ratio;
    const double middle = (score + kSquare / (2 * size)) / (1 + kSquare / size);
    const double half = kDeviations / (1 + kSquare / size) *
                        std::sqrt(score * (1 - score) / size + kSquare / (4 * size * size));
    return ScoreInterval{score, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

double elo_of(double score) { return 400 * std::log10(score / (1 - score)); }

}  // namespace mulino
