// What is known of the placing phase: the values it leads to, and what was settled before.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "db/database.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"
#include "verify/claim_table.hpp"
#include "verify/value_store.hpp"

namespace mulino::engine {

/// Of one database and one set of rules. Thread safety: any thread, any time.
class PlacingSource {
public:
    /// Reads the files `*.claims` in the folders of the database that are of its values and of the
    /// rules; `mulino prove --cache` writes such files. Requires: the database is of the flying and
    /// protection of `rules`.
    PlacingSource(std::shared_ptr<const Database> database, const Rules& rules);

    verify::ValueStore& values() { return values_; }
    /// What those files settle; nothing where there are none.
    const std::shared_ptr<const verify::ClaimTable>& claims() const { return claims_; }
    /// What was wrong with such a file, once: Io, Damaged, BadVersion, naming it.
    std::optional<Error> take_error();

private:
    void load(const Rules& rules);

    std::shared_ptr<const Database> database_;  // the values refer to it
    verify::ValueStore values_;
    std::shared_ptr<const verify::ClaimTable> claims_;
    std::mutex mutex_;
    std::optional<Error> error_;
};

}  // namespace mulino::engine
