// The databases as the search sees them: scores instead of outcomes, and never an error.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "db/database.hpp"
#include "engine/value.hpp"
#include "game/turn_generator.hpp"

namespace mulino::engine {

/// What is known of a position for the side to move.
struct Known {
    Outcome outcome;
    /// Whether the value holds in the game at hand. False for wins and losses from tables without a
    /// limit in a game that has one, unless the end comes before it.
    bool certain = true;
    Value value = 0;  ///< for the search
};

/// Thread safety: none; objects of several threads may share the database.
class Tables {
public:
    /// `database` may be null: nothing is known then. Requires: it is of the flying and protection
    /// of `rules`, and without a limit or with that of `rules`.
    /// Without `distances` it answers as it would with a set of values alone.
    Tables(std::shared_ptr<const Database> database, const Rules& rules, bool distances = true);

    /// Whether there are tables at all.
    bool any() const { return database_ != nullptr; }
    Metric metric() const { return any() && distances_ ? database_->metric() : Metric::Wdl; }
    /// Whether a look-up of the position is worth trying. Cost: two look-ups.
    bool cover(const MoverView& view) const {
        return any() && view.own_hand == 0 && view.other_hand == 0 &&
               covered_[static_cast<std::size_t>(count(view.own))]
                       [static_cast<std::size_t>(count(view.other))];
    }
    /// `plies`: without a removal so far. Nothing where the tables do not say.
    std::optional<Known> look_up(const MoverView& view, int plies);

    /// Whether estimates of drawn positions are given in full, to choose among draws, or reduced so
    /// that a draw stays near 0 among positions that nobody knows.
    void draws_in_full(bool full) { draws_in_full_ = full; }

    /// Answers so far.
    std::uint64_t hits() const { return hits_; }
    /// The first failure that was not just a missing table, once; the tables concerned are no
    /// longer asked.
    std::optional<Error> take_error();

private:
    Known judge(Outcome outcome, const MoverView& view, int plies) const;

    std::shared_ptr<const Database> database_;
    Rules rules_;
    bool distances_;
    bool other_limit_ = false;  // the game has a limit that the tables do not know
    std::array<std::array<bool, kMaxMen + 1>, kMaxMen + 1> covered_{};
    bool draws_in_full_ = false;
    std::uint64_t hits_ = 0;
    std::optional<Error> error_;
};

}  // namespace mulino::engine
