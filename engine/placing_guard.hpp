// Which turns of the placing phase lose, by proof down to the databases.
//
// An estimate cannot tell a placing that loses after thirty plies from one that does not. The
// prover of the placing phase can, in the time of a turn as soon as some men are placed, and what
// it has settled serves the following turns.
#pragma once

#include <memory>
#include <optional>

#include "db/database.hpp"
#include "engine/watch.hpp"
#include "game/rules.hpp"
#include "game/turn_generator.hpp"
#include "verify/placing_prover.hpp"
#include "verify/value_store.hpp"

namespace mulino::engine {

/// Thread safety: none; objects of several threads may share the values.
class PlacingGuard {
public:
    /// `values` are those of `database`, which is of the flying and protection of `rules`. `bytes`:
    /// the memory for what is settled, at most. Cost: tenths of a second, so that no question has
    /// to wait for memory.
    PlacingGuard(std::shared_ptr<const Database> database,
                 std::shared_ptr<verify::ValueStore> values, const Rules& rules, std::size_t bytes);

    /// Whether the opponent of the side to move gets a draw or more: the side that has just placed
    /// a man. Draw rules are not looked at. Nothing where the watch ends the search before that is
    /// settled, or the tables do not reach so far.
    std::optional<bool> opponent_holds(const MoverView& view, Watch& watch);

    /// Forgets what was settled.
    void new_game() { prover_.claims().reset(); }

    /// The first failure that was not just a missing table, once.
    std::optional<Error> take_error();

private:
    std::shared_ptr<const Database> database_;  // the values refer to it
    std::shared_ptr<verify::ValueStore> values_;
    verify::PlacingProver prover_;
    std::optional<Error> error_;
};

}  // namespace mulino::engine
