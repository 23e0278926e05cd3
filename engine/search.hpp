// The search of the level Difficile: deeper and deeper, principal variation first.
//
// Alpha-beta with a memory over positions up to symmetry, narrow windows around the score expected,
// reductions for turns that come late in the order, and a search of removals alone where the depth
// is used up. The draw rules hold inside: a position that repeats one of the line, or of the game
// as often as the rules allow, is a draw, and so is one that has reached the no-capture limit.
// Where the databases know a position after a removal, or after the last man was placed, its score
// is theirs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "engine/memory.hpp"
#include "engine/player.hpp"
#include "engine/tables.hpp"
#include "engine/turn_order.hpp"
#include "engine/value.hpp"
#include "engine/watch.hpp"
#include "game/turn_generator.hpp"

namespace mulino::engine {

/// A turn to choose from. `bonus` is added to its score where that is an estimate.
struct Candidate {
    TurnBits turn;
    Value bonus = 0;
};

/// What is to be searched.
struct Task {
    MoverView view;
    int plies_without_removal = 0;
    /// Positions of the game that may come again, the earliest first, the one before the root last;
    /// each as its mover sees it.
    std::vector<MoverView> history;
    /// The turns to choose from, one or more, all legal.
    std::vector<Candidate> turns;
    /// A position of the game that comes a second time is taken for a draw, whatever the rules say.
    bool no_repetition = false;
    /// The databases are known to give the turns equal values: what follows is to decide.
    bool equal_turns = false;
    /// The side to move has won and stays so by each of the turns, and nobody knows how long it
    /// takes: turns of the winner that give the win away are draws, and estimates are of the
    /// distance to the end.
    bool forward = false;
    /// Highest depth, in plies.
    int depth = TurnOrder::kMostPlies;
};

struct Found {
    TurnBits turn;
    Value value = 0;
    SearchInfo info;
};

/// Thread safety: none.
class Search {
public:
    /// `memory` and `tables` must outlive the search.
    Search(const Rules& rules, Memory& memory, Tables& tables);

    /// Searches until the watch or the task ends it, at least one ply where there is time.
    Found run(const Task& task, Watch& watch, const Player::Report& report);
    /// Forgets what turns were worth.
    void clear();

private:
    static constexpr int kMostPlies = TurnOrder::kMostPlies;

    // A turn of the root with the line that follows.
    struct RootTurn {
        Candidate candidate;
        Value value = -kInfinite;
        std::int32_t promise = 0;
        std::vector<PackedTurn> line;
    };
    // A position in a line. `quiet`: plies of the moving phase without a removal.
    struct Node {
        MoverView view;
        int quiet;
        int ply;
    };

    Value search_root(int depth, Value alpha, Value beta);
    Value aspirate(int depth, Value expected);
    Value search(const Node& node, int depth, Value alpha, Value beta, bool pv);
    // The score of a turn for who plays it; `node` is what it leads to.
    Value search_after(const Node& node, int depth, Value alpha, Value beta, bool pv);
    Value search_turns(const Node& node, const Memory::Key& key, int depth, Value alpha, Value beta,
                       bool pv);
    Value search_removals(const Node& node, Value alpha, Value beta);
    // Games that are over, draws by rule, and what the databases know.
    bool settled(const Node& node, Value& value);
    // In a search forward: whether the turn that led to `node` gives the win away.
    bool spoils(const Node& node);
    bool repeated(const Node& node) const;
    Value estimate(const Node& node) const;
    // A score of the position after a turn, for who played it, as one of the position before it,
    // and the other way round.
    Value from_child(Value value) const;
    Value to_child(Value value) const;
    std::uint64_t forward_key(const MoverView& view) const;
    Node after(const Node& node, const TurnBits& turn) const;
    std::uint8_t tag(int quiet) const;
    void keep_line(int ply, PackedTurn turn);
    SearchInfo info(int depth) const;

    Rules rules_;
    Tables& tables_;
    Memory& memory_;
    TurnOrder order_;
    std::array<std::array<std::uint8_t, 64>, 64> reductions_{};  // by depth, number of the turn

    // Of searches forward: scores found for positions that were to move in, by key.
    std::unordered_map<std::uint64_t, Value> raised_;
    std::uint8_t forward_searches_ = 0;

    // Of the search that runs.
    const Task* task_ = nullptr;
    Watch* watch_ = nullptr;
    std::vector<RootTurn> root_;
    std::vector<MoverView> path_;  // the history, then the line that is searched
    std::size_t root_place_ = 0;   // of the root in path_
    bool root_covered_ = false;
    std::vector<RankedTurn> turns_;  // of all positions of the line, one after the other
    std::array<std::array<PackedTurn, kMostPlies + 1>, kMostPlies + 1> lines_{};
    std::array<int, kMostPlies + 1> line_lengths_{};
    std::uint64_t hits_before_ = 0;
    int deepest_ = 0;
};

}  // namespace mulino::engine
