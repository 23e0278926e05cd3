// Whole tables in memory, whatever their files leave out.
//
// What a file does not store is derived row by row from the tables it follows from: the other side
// of the pair, the pair with a man less, or the same table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "db/database.hpp"
#include "db/outcome.hpp"
#include "db/parallel.hpp"
#include "db/subspace.hpp"
#include "db/table_file.hpp"
#include "game/result.hpp"

namespace mulino {

/// An outcome as a number: the value in the two lowest bits, above them the distance (0 where there
/// is none).
constexpr std::uint16_t outcome_code(const Outcome& outcome) {
    return static_cast<std::uint16_t>(static_cast<unsigned>(outcome.value) |
                                      static_cast<unsigned>(outcome.distance.value_or(0)) << 2);
}
constexpr Wdl value_of_code(std::uint16_t code) { return static_cast<Wdl>(code & 3); }

/// Loads tables and keeps the last few, since tables that leave out slots share what they follow
/// from. Not for use by several threads at once; the loops it runs are the caller's.
class BulkLoader {
public:
    template <typename Code>
    using Slots = std::shared_ptr<const std::vector<Code>>;

    /// `database` must outlive the loader. `kept` tables of each Code stay in memory.
    explicit BulkLoader(const Database& database, std::size_t kept = 4)
        : database_(&database), kept_(kept) {}

    const Database& database() const { return *database_; }

    /// All slots of a table in the order of the index. Code std::uint8_t: the values alone, 0 loss,
    /// 1 draw, 2 win; std::uint16_t: outcome_code(). Errors: those of Database::table(), also of the
    /// tables it follows from; OutOfRange for distances beyond 2^14.
    template <typename Code>
    [[nodiscard]] Result<Slots<Code>> load(const Subspace& subspace,
                                           const ParallelFor& parallel = serial_for);

    /// Counts and checksums a table from its blocks, also where slots are left out. Does not compare
    /// with the header. Errors: as load().
    [[nodiscard]] Result<TableFile::Recount> recount(const Subspace& subspace,
                                                     const ParallelFor& parallel = serial_for);

private:
    template <typename Code>
    using Kept = std::vector<std::pair<Subspace, Slots<Code>>>;  // the one used last at the end

    template <typename Code>
    Kept<Code>& kept();
    template <typename Code>
    Result<std::vector<Code>> load_new(const Subspace& subspace, const ParallelFor& parallel);
    template <typename Code>
    Result<std::vector<Code>> load_smaller_side(const TableFile& file, const ParallelFor& parallel);
    template <typename Code>
    Result<TableFile::Recount> recount_as(const TableFile& file, const ParallelFor& parallel);

    const Database* database_;
    std::size_t kept_;
    Kept<std::uint8_t> values_;
    Kept<std::uint16_t> codes_;
};

extern template Result<BulkLoader::Slots<std::uint8_t>> BulkLoader::load(const Subspace&,
                                                                         const ParallelFor&);
extern template Result<BulkLoader::Slots<std::uint16_t>> BulkLoader::load(const Subspace&,
                                                                          const ParallelFor&);

}  // namespace mulino
