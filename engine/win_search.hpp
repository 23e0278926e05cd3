// The way forward in a won position where the databases do not tell distances.
//
// Deeper and deeper: can the winner force the end of the game within n plies, or at least the next
// removal, of either side, into a position that is won again? The winner's turns are those that the
// databases call won, which are few; of the loser's turns one that lasts longer refutes. So this
// sees the end of long manoeuvres that a search by estimates does not, and what it has found it
// remembers for the next turn.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/memory.hpp"
#include "engine/search.hpp"
#include "engine/tables.hpp"
#include "engine/watch.hpp"
#include "game/turn_generator.hpp"

namespace mulino::engine {

/// What the winner looks for.
enum class Goal : std::uint8_t { End, Removal };

/// Turns that lead to the goal, all as quickly.
struct WayForward {
    std::vector<Candidate> turns;
    int plies = 0;  ///< to the goal at the latest, the turn that reaches it counted
};

/// Thread safety: none.
class WinSearch {
public:
    /// `memory` and `tables` must outlive the search.
    WinSearch(const Rules& rules, Goal goal, Memory& memory, Tables& tables)
        : rules_(rules), goal_(goal), memory_(memory), tables_(tables) {}

    /// The quickest ways by any of the turns, which all win; to the end one is enough. Nothing
    /// where the watch ends the search before there is one.
    std::optional<WayForward> find(const MoverView& view, const std::vector<Candidate>& turns,
                                   Watch& watch);

private:
    // A position after a turn; the less its order, the sooner it is tried.
    struct Next {
        MoverView view;
        int order;
    };

    Memory::Key key_of(const MoverView& view) const;
    bool reaches_goal(const MoverView& after, const TurnBits& turn);
    bool winner_forces(const MoverView& view, int plies);
    bool loser_is_forced(const MoverView& view, int plies);
    void list_winning(const MoverView& view, int plies);
    bool out_of_reach(const MoverView& loser, int turns) const;
    bool can_hold_out(const MoverView& loser) const;
    bool can_close(const MoverView& view) const;
    bool lost(const MoverView& view);
    std::optional<bool> remembered(const Memory::Key& key, int plies) const;
    void remember(const Memory::Key& key, Bound bound, int plies, bool within);

    Rules rules_;
    Goal goal_;
    Memory& memory_;
    Tables& tables_;
    Watch* watch_ = nullptr;
    std::vector<Next> next_;  // of all positions of the line, one after the other
};

}  // namespace mulino::engine
