// Outcomes as small numbers that need only be compared, and the local rule that ties the outcome of
// a position to those of its turns.
//
// A code ranks an outcome of the position *after* a turn by what it is worth to the side that
// played the turn: the greater, the better. So the best of all turns is a maximum, and what it says
// of the position before is one look-up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/outcome.hpp"

namespace mulino::verify {

/// What the outcomes of a family of tables mean.
struct LocalRule {
    Metric metric = Metric::Dtw;
    /// Plies without a removal after which a game is drawn. Requires: only with distances Dtc.
    std::optional<std::uint16_t> no_capture_limit;

    /// The outcome after a turn as the turn counts it: of a removal, the distances to the next
    /// removal do not see what comes after it.
    Outcome after_turn(Outcome outcome, bool removes) const;
    /// The outcome of a position for its mover; `best`: that of its best turn, for the opponent, as
    /// after_turn() gives it; nothing: no turn.
    Outcome before(const std::optional<Outcome>& best) const;
    /// Whether `a` is worth more than `b` to the side that played the turn.
    static bool better(const Outcome& a, const Outcome& b);
};

class OutcomeCodes {
public:
    using Code = std::uint16_t;
    /// The code of having no turn at all.
    static constexpr Code kNoTurn = 0;

    /// Codes for all of the `outcomes` (in any order, repeated at will), and for what after_turn()
    /// makes of them.
    OutcomeCodes(const LocalRule& rule, std::span<const Outcome> outcomes);

    /// Codes are below this.
    std::size_t size() const { return outcomes_.size() + 1; }
    /// Requires: one of the outcomes there are codes for.
    Code code(const Outcome& outcome) const;
    /// The outcome of a code other than kNoTurn.
    const Outcome& outcome(Code code) const { return outcomes_[std::size_t{code} - 1]; }
    /// The outcome of a position whose best turn has the code.
    Outcome before(Code best) const;
    /// Its code, or nothing where none of the outcomes is that.
    std::optional<Code> code_before(Code best) const;

private:
    LocalRule rule_;
    std::vector<Outcome> outcomes_;  // by code − 1
};

}  // namespace mulino::verify
