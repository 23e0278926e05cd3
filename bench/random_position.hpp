// Random positions of a known value.
#pragma once

#include <optional>
#include <random>

#include "db/database.hpp"
#include "db/index.hpp"
#include "game/position.hpp"

namespace mulino {

/// A canonical position of the subspace with the value, or nothing after `rows` rows without one.
/// Of each row that chance takes some slots are tried, since it is rows that have to be unpacked.
inline Result<std::optional<Position>> random_position(const Database& database,
                                                       const Subspace& subspace, Wdl value,
                                                       int rows, std::mt19937_64& random) {
    constexpr int kSlots = 40;
    const PairIndex index(pair_of(subspace));
    const std::uint64_t all_rows = index.size() / index.row_size();
    Row row = 0;
    for (int tries = 0; tries < rows * kSlots; ++tries) {
        if (tries % kSlots == 0) row = static_cast<Row>(random() % all_rows);
        const auto slot = static_cast<Slot>(random() % index.row_size());
        if (!index.canonical(row, slot)) continue;
        const auto [class_set, other_set] = index.sets(row, slot);
        const bool mover_is_class = subspace.mover >= subspace.opponent;
        Position position;
        position.men = {mover_is_class ? class_set : other_set,
                        mover_is_class ? other_set : class_set};
        const auto outcome = database.probe(position);
        if (!outcome) return tl::unexpected(outcome.error());
        if (outcome->value == value) return std::optional(position);
    }
    return std::optional<Position>();
}

}  // namespace mulino
