// Exact values of positions of the placing phase, for programs: both claims at once, a time limit,
// a file that remembers.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "db/database.hpp"
#include "db/outcome.hpp"
#include "game/position.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"
#include "verify/placing_prover.hpp"

namespace mulino::verify {

struct PlacingOptions {
    int threads = 2;  ///< the two claims run side by side if there are two or more
    std::size_t table_bytes = std::size_t{1} << 30;  ///< memory for each side's claims at most
    const std::atomic<bool>* stop = nullptr;
    /// The values to look up in, of the same database; several objects may share them. Nothing:
    /// own.
    std::shared_ptr<ValueStore> store;
};

/// The answer to "does this side get a draw or more", and what it took.
struct SideAnswer {
    bool holds = false;
    SearchCounts counts;  ///< of this answer alone
    double seconds = 0;
};

/// Thread safety: none.
class PlacingValues {
public:
    using Clock = std::chrono::steady_clock;

    /// `database` must outlive the object and is of the family of `rules`.
    PlacingValues(const Database& database, const Rules& rules, const PlacingOptions& options = {});

    /// The value for the side to move; nothing where it was not found until `deadline` or the stop
    /// flag was set. Requires: men in hand. Errors: those of Database::table where the search came
    /// to a table that is missing or damaged, and the value could not be settled without.
    [[nodiscard]] Result<std::optional<Wdl>> value(const Position& position,
                                                   Clock::time_point deadline);

    /// The answers for White and for Black, each searched to the end. Errors, absence as value().
    [[nodiscard]] Result<std::optional<std::array<SideAnswer, 2>>> both_hold(
        const Position& position, Clock::time_point deadline);

    /// Reads or writes what is settled (claim_cache.hpp). A file that is not there is no error.
    [[nodiscard]] Result<std::uint64_t> load(const std::filesystem::path& path);
    [[nodiscard]] Result<void> save(const std::filesystem::path& path);

    /// The prover of "this side gets a draw or more".
    PlacingProver& prover(Side side) { return provers_[static_cast<std::size_t>(side)]; }
    const ValueStore& store() const { return *store_; }
    /// All that has been searched so far.
    SearchCounts counts() const;

private:
    struct Ended;

    // Runs the claims; with `early`, one that settles the value ends the other.
    std::array<Ended, 2> run(const Position& position, Clock::time_point deadline, bool early);

    const Database& database_;
    Rules rules_;
    PlacingOptions options_;
    std::shared_ptr<ValueStore> store_;
    std::array<PlacingProver, 2> provers_;  // by Side
};

}  // namespace mulino::verify
