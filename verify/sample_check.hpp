// Checking positions drawn at random, one by one through the prober.
//
// This proves nothing about the positions not drawn, but takes little time, and it goes the way a
// user's probe goes. Positions are checked in the order of the tables: with a cache that holds what
// one pair needs, each block is unpacked a few times, however many positions are drawn.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "db/database.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"
#include "verify/pair_check.hpp"

namespace mulino::verify {

struct SampleCheck {
    std::uint64_t positions = 0;
    std::uint64_t probes = 0;
    std::uint64_t differences = 0;
    std::vector<Difference> first;  ///< the first ones, in the order in which they were drawn
};

/// Draws `size` positions uniformly (with repetition) from all canonical positions of the subspaces
/// and checks each against its turns. The same seed draws the same positions, whatever the threads.
/// Requires: `subspaces` is not empty. Errors: those of Database::probe; checkable(). Throws
/// CheckStopped.
[[nodiscard]] Result<SampleCheck> check_sample(const Database& database, const Rules& rules,
                                               std::span<const Subspace> subspaces,
                                               std::uint64_t size, std::uint64_t seed,
                                               const CheckOptions& options = {});

/// The cache with which a database probed by check_sample() keeps the blocks of one pair, and of
/// the tables its turns lead to, until the next pair. In bytes.
std::size_t sample_cache_bytes(const Database& database, std::span<const Subspace> subspaces);

/// What the turns of a position say of it, from the outcomes the database holds for the positions
/// after them. Errors: those of Database::probe. `probes` counts them.
[[nodiscard]] Result<Outcome> outcome_by_turns(const Database& database, const Rules& rules,
                                               const Position& position, std::uint64_t& probes);

}  // namespace mulino::verify
