// Checking every position of a pair against its turns.
//
// For each position of the two subspaces of a pair, the outcome is computed again from the outcomes
// stored for the positions after its turns: the turns come from the plain generator of game/, the
// positions and classes are enumerated here (numbering.hpp), and only the stored outcomes come from
// the reader of db/. Where distances are stored and the smaller pairs have been checked the same
// way, agreement everywhere is a proof; docs/algorithm.md says why.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "db/checksum.hpp"
#include "db/database.hpp"
#include "db/outcome.hpp"
#include "db/subspace.hpp"
#include "game/position.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino::verify {

/// A slot that does not hold what it should. Outcomes are for the side to move, which is White.
struct Difference {
    enum class Kind : std::uint8_t {
        Outcome,    ///< the turns say something else; `expected` is what they say
        Duplicate,  ///< a slot of a position with several; `expected` is what its lowest slot holds
    };
    Kind kind = Kind::Outcome;
    Position position;
    Outcome stored;
    Outcome expected;
};

/// What a pass over a subspace found.
struct SubspaceCheck {
    Subspace subspace;
    std::uint64_t slots = 0;            ///< all of them looked at
    std::uint64_t known_positions = 0;  ///< canonical ones, counted without enumerating any
    TableCounts counts;                 ///< of the canonical positions enumerated
    Checksum128 value_checksum;         ///< of the values read
    /// Whether the header of the file says the same counts and checksum.
    bool header_agrees = false;
    std::uint64_t differences = 0;
    std::vector<Difference> first;  ///< the first ones, in the order of the slots

    /// Whether there is nothing to object to.
    bool good() const {
        return differences == 0 && header_agrees && counts.positions == known_positions;
    }
};

struct PairCheck {
    std::vector<SubspaceCheck> subspaces;  ///< two; one of an equal pair

    bool good() const {
        for (const SubspaceCheck& check : subspaces) {
            if (!check.good()) return false;
        }
        return true;
    }
};

/// Thrown by a check that was asked to stop.
struct CheckStopped {};

struct CheckOptions {
    int threads = 0;         ///< 0: as many as the machine runs at once
    std::size_t named = 10;  ///< differences to describe, of a subspace
    const std::atomic<bool>* stop = nullptr;
    /// Called now and then, by one thread at a time: positions looked at, and of how many.
    std::function<void(std::uint64_t done, std::uint64_t all)> on_progress;
};

/// The subspaces whose tables the check of a pair reads: its own, then those a removal leads to.
std::vector<Subspace> tables_needed(Pair pair);

/// Slots that the check of a pair looks at, all subspaces together.
std::uint64_t slots_to_check(Pair pair);

/// The memory in bytes that the check takes at its peak, symbols being of one byte.
std::uint64_t check_memory(Pair pair);

/// Whether positions of tables can be checked by their turns; if not, why. Under a limit of plies
/// without a removal only distances to the next removal say how a position at the limit stands.
/// Errors: NoDistances.
[[nodiscard]] Result<void> checkable(const Family& family, Metric metric);

/// Checks all positions of a pair. `rules` are of the database's family.
/// Errors: those of Database::table and TableFile::load; checkable(). Throws CheckStopped,
/// std::bad_alloc.
[[nodiscard]] Result<PairCheck> check_pair(const Database& database, const Rules& rules, Pair pair,
                                           const CheckOptions& options = {});

}  // namespace mulino::verify
