// Which turns of the placing phase lose, by proof down to the databases.
//
// An estimate cannot tell a placing that loses after thirty plies from one that does not. The
// prover of the placing phase can, in the time of a turn as soon as some men are placed, and what
// it has settled serves the following turns.
#pragma once

#include <memory>
#include <optional>

#include "engine/placing_source.hpp"
#include "engine/watch.hpp"
#include "game/rules.hpp"
#include "game/turn_generator.hpp"
#include "verify/placing_prover.hpp"

namespace mulino::engine {

/// Thread safety: none; objects of several threads may share the source.
class PlacingGuard {
public:
    /// `source` is of these rules. `bytes`: the memory for what is settled, at most, which is taken
    /// at once, so that no question has to wait for it.
    PlacingGuard(std::shared_ptr<PlacingSource> source, const Rules& rules, std::size_t bytes);

    /// Whether the opponent of the side to move gets a draw or more: the side that has just placed
    /// a man. Draw rules are not looked at. Nothing where the watch ends the search before that is
    /// settled, or the tables do not reach so far.
    std::optional<bool> opponent_holds(const MoverView& view, Watch& watch);

    /// The same, if it is settled already. Cost: look-ups in memory.
    std::optional<bool> settled(const MoverView& view) const {
        return prover_.settled(view, verify::Holder::Opponent);
    }

    /// Forgets what was settled since it was made.
    void new_game() { prover_.claims().reset(); }

    /// The first failure that was not just a missing table, once.
    std::optional<Error> take_error();

private:
    std::shared_ptr<PlacingSource> source_;
    verify::PlacingProver prover_;
    std::optional<Error> error_;
};

}  // namespace mulino::engine
