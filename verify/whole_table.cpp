#include "verify/whole_table.hpp"

#include <algorithm>
#include <utility>

#include "db/bulk.hpp"
#include "verify/load_codes.hpp"

namespace mulino::verify {

WholeTable::WholeTable(const Subspace& subspace, Metric metric, TableMemory<std::uint16_t> codes)
    : metric_(metric),
      mover_is_class_(subspace.mover >= subspace.opponent),
      classes_(std::max(subspace.mover, subspace.opponent)),
      slots_(kPoints - std::max(subspace.mover, subspace.opponent),
             std::min(subspace.mover, subspace.opponent)),
      codes_(std::move(codes)) {}

Result<WholeTable> WholeTable::load(const Database& database, const Subspace& subspace,
                                    const ParallelFor& parallel) {
    const auto file = database.table(subspace);
    if (!file) return tl::unexpected(file.error());
    auto codes = load_codes<std::uint16_t>(database, subspace, outcome_code, parallel);
    if (!codes) return tl::unexpected(codes.error());
    return WholeTable(subspace, (*file)->key().metric, std::move(*codes));
}

Outcome WholeTable::outcome(Bitboard mover, Bitboard opponent) const {
    const Bitboard class_set = mover_is_class_ ? mover : opponent;
    const Bitboard other_set = mover_is_class_ ? opponent : mover;
    const ClassNumbers::Place place = classes_.place(class_set);
    const Bitboard taken = classes_.representative(place.row);
    const std::uint32_t slot = slots_.number(
        packing_.pack(apply(place.to_representative, other_set), kFullBoard & ~taken));
    const std::uint16_t code = codes_.data()[std::uint64_t{place.row} * slots_.size() + slot];
    Outcome outcome{value_of_code(code), std::nullopt};
    if (metric_ != Metric::Wdl && outcome.value != Wdl::Draw) {
        outcome.distance = static_cast<std::uint16_t>(code >> 2);
    }
    return outcome;
}

}  // namespace mulino::verify
