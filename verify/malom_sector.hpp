// A sector file of Malom: its slots as positions and outcomes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "db/input_file.hpp"
#include "db/outcome.hpp"
#include "db/subspace.hpp"
#include "game/board.hpp"
#include "game/result.hpp"
#include "verify/malom.hpp"
#include "verify/numbering.hpp"

namespace mulino::verify {

/// Thread safety: const functions may be called from any threads.
class MalomSector {
public:
    /// Reads the header and what stands behind the slots. Errors: Io, Damaged.
    [[nodiscard]] static Result<MalomSector> open(const std::filesystem::path& path,
                                                  const Subspace& subspace,
                                                  const SectorValues& values);

    std::uint32_t rows() const { return static_cast<std::uint32_t>(representatives_.size()); }
    std::uint32_t row_size() const { return slots_.size(); }

    struct Entry {
        Bitboard mover;
        Bitboard opponent;
        Outcome outcome;
    };
    /// The entries of a row, without those that only point to another slot of the same position.
    /// Errors: Io, Damaged.
    [[nodiscard]] Result<std::vector<Entry>> read_row(std::uint32_t row) const;

private:
    MalomSector(InputFile file, const Subspace& subspace, const SectorValues& values);
    [[nodiscard]] Result<void> read_long_distances();
    std::optional<Outcome> outcome_of(std::int32_t key1, std::int32_t key2) const;

    InputFile file_;
    Subspace subspace_;
    int win_;
    int loss_;
    int own_;
    SubsetNumbers slots_;
    std::vector<Bitboard> representatives_;            // in Malom's numbering of points
    std::map<std::uint64_t, std::int32_t> long_key2_;  // by slot: what does not fit into 12 bits
};

}  // namespace mulino::verify
