#include "verify/whole_table.hpp"

#include <algorithm>

namespace mulino::verify {

WholeTable::WholeTable(const Subspace& subspace, const TableHeader& header)
    : metric_(header.key.metric),
      mover_is_class_(subspace.mover >= subspace.opponent),
      meaning_(header.symbols),
      classes_(std::max(subspace.mover, subspace.opponent)),
      slots_(kPoints - std::max(subspace.mover, subspace.opponent),
             std::min(subspace.mover, subspace.opponent)),
      symbols_(header.slots()) {}

Result<WholeTable> WholeTable::load(const Database& database, const Subspace& subspace,
                                    const ParallelFor& parallel) {
    const auto file = database.table(subspace);
    if (!file) return tl::unexpected(file.error());
    WholeTable table(subspace, (*file)->header());
    if (auto loaded = (*file)->load(table.symbols_.span(), parallel); !loaded) {
        return tl::unexpected(loaded.error());
    }
    return table;
}

Outcome WholeTable::outcome(Bitboard mover, Bitboard opponent) const {
    const Bitboard class_set = mover_is_class_ ? mover : opponent;
    const Bitboard other_set = mover_is_class_ ? opponent : mover;
    const ClassNumbers::Place place = classes_.place(class_set);
    const Bitboard taken = classes_.representative(place.row);
    const std::uint32_t slot = slots_.number(
        packing_.pack(apply(place.to_representative, other_set), kFullBoard & ~taken));
    return meaning_[symbols_.data()[std::uint64_t{place.row} * slots_.size() + slot]];
}

}  // namespace mulino::verify
