// The way out of a won position where the databases do not tell distances: to the next removal.
//
// Deeper and deeper: can the winner, within n plies, force a turn that removes a man, of either
// side, into a position that is won again, or the end of the game? The winner's turns are those
// that the databases call won, which are few; of the loser's turns one that lasts longer refutes.
// Unlike the search by estimates this sees the end of long manoeuvres, and what it has found it
// remembers.
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

/// A turn that leads to a removal.
struct Conversion {
    TurnBits turn;
    int plies = 0;  ///< until it is played, itself counted
};

/// Thread safety: none.
class ConversionSearch {
public:
    /// `memory` and `tables` must outlive the search.
    ConversionSearch(const Rules& rules, Memory& memory, Tables& tables)
        : rules_(rules), memory_(memory), tables_(tables) {}

    /// The quickest conversion by one of the turns, which all win; nothing where the watch ends the
    /// search before it is found.
    std::optional<Conversion> find(const MoverView& view, const std::vector<Candidate>& turns,
                                   Watch& watch);

private:
    // A position after a turn, with what is known of it; `order`: the less, the sooner.
    struct Next {
        MoverView view;
        int order;
    };

    bool winner_converts(const MoverView& view, int plies);
    bool loser_gives_way(const MoverView& view, int plies);
    bool ends_or_converts(const MoverView& view, const TurnBits& turn);
    void list_winning(const MoverView& view, int plies);
    bool lost(const MoverView& view);
    std::optional<bool> remembered(const Memory::Key& key, int plies) const;
    void remember(const Memory::Key& key, Bound bound, int plies, bool within);

    Rules rules_;
    Memory& memory_;
    Tables& tables_;
    Watch* watch_ = nullptr;
    std::vector<Next> next_;  // of all positions of the line, one after the other
};

}  // namespace mulino::engine
