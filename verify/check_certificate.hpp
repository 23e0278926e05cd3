// Checking certificates of the placing phase.
//
// The checker shares nothing with the prover: it reads the file, plays the turns it finds there and
// all turns of the other side, and looks up the ends. It needs the rules of game/ and the reader of
// db/ alone. The format is docs/certificate.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/database.hpp"
#include "db/outcome.hpp"
#include "game/position.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"

namespace mulino::verify {

/// A claim, and what came of walking it.
struct CheckedClaim {
    Side side = Side::White;
    Wdl value = Wdl::Draw;        ///< what the side gets at least
    std::uint64_t positions = 0;  ///< walked, symmetry removed, the ends among them
    std::uint64_t probes = 0;     ///< of the database
    /// An end at which the side gets less: the claim is not shown. Nothing: it is right.
    std::optional<Position> refuted_at;
};

struct CheckedCertificate {
    Rules rules;
    Position position;
    std::vector<CheckedClaim> claims;
};

/// The rules that a certificate is under. Errors: Io, Damaged, BadVersion.
[[nodiscard]] Result<Rules> certificate_rules(const std::filesystem::path& path);

/// Checks all claims of a certificate against a database of the family of its rules. `progress` is
/// told the positions walked, now and then.
/// Errors: Io; BadVersion; Damaged (the file contradicts itself, lacks an answer or holds one that
/// is no turn); BadRules (other rules than `rules`); OtherFamily (a table with other values);
/// those of Database::probe. A claim that is not shown is no error, but stands in the result.
[[nodiscard]] Result<CheckedCertificate> check_certificate(
    const std::filesystem::path& path, const Database& database, const Rules& rules,
    const std::function<void(std::uint64_t)>& progress = {});

}  // namespace mulino::verify
