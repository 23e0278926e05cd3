// Writing certificates: the turns that prove the value of a position of the placing phase, for
// others to check. The format is docs/certificate.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "db/checksum.hpp"
#include "db/database.hpp"
#include "db/outcome.hpp"
#include "game/position.hpp"
#include "game/rules.hpp"
#include "verify/placing_prover.hpp"

namespace mulino::verify {

/// That a side gets at least a value (Draw or Win) from a position.
struct Claim {
    Side side = Side::White;
    Wdl value = Wdl::Draw;
};

/// The claims that together say no less than the value (for the mover) of the position: two for a
/// draw, one for a win or a loss.
std::vector<Claim> claims_of(const Position& position, Wdl value);

/// A claim with the answers of the side it is about.
struct ProvedClaim {
    Claim claim;
    std::vector<std::uint8_t> answers;
    std::vector<Subspace> tables;  ///< in which its ends lie, in increasing order
    std::uint64_t ends = 0;        ///< different positions there
};

/// Collects the answers of a claim that is right; the prover, made for the same rules, has settled
/// it or will. Throws as PlacingProver::holds().
ProvedClaim prove_claim(PlacingProver& prover, const Rules& rules, const Position& position,
                        const Claim& claim);

/// What a certificate is about.
struct CertificateContents {
    Rules rules;
    Position position;
    std::vector<ProvedClaim> claims;
};

/// Writes a certificate; the database is the one the claims were proved from. Returns: its length
/// in bytes. Errors: those of Database::table. Throws: std::system_error.
[[nodiscard]] Result<std::uint64_t> write_certificate(const std::filesystem::path& path,
                                                      const Database& database,
                                                      const CertificateContents& contents);

}  // namespace mulino::verify
