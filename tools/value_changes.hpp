// What other rules change: all positions of a subspace counted by their values in two databases.
#pragma once

#include <array>
#include <cstdint>

#include "db/bulk.hpp"
#include "db/outcome.hpp"
#include "db/subspace.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino {

/// Positions up to symmetry, values for the side to move.
struct ValueChanges {
    Subspace subspace;
    /// By the value in the first and in the second database: numbers[Loss][Win] lose in the first
    /// and win in the second.
    std::array<std::array<std::uint64_t, 3>, 3> numbers{};
    /// Positions in which the mover can close a mill while all men of the opponent stand in mills,
    /// so that `lifted` protection gives a man away and `absolute` keeps it. Counted where the two
    /// databases differ in this, with flying as in the first.
    std::uint64_t spared = 0;

    std::uint64_t number(Wdl from, Wdl to) const {
        return numbers[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    }
    ValueChanges& operator+=(const ValueChanges& other);
};

/// Counts a subspace. Requires: both databases hold it. Errors: those of BulkLoader::load.
[[nodiscard]] Result<ValueChanges> count_changes(BulkLoader& from, BulkLoader& to,
                                                 const Subspace& subspace,
                                                 const ParallelFor& parallel);

}  // namespace mulino
