// How many stored slots a probe reads, for all slots of a table.
#pragma once

#include "db/format.hpp"
#include "db/parallel.hpp"

namespace mulino {

/// Which part of each table a set of the given kind stores: everything, unless the kind is to be
/// small; then one side of the pairs of different numbers of men and half of the others.
Part stored_part(Kind kind, const TableKey& key);

/// Counts over all slots of the table `key` in a set whose tables store `stored_part(kind, …)`, as
/// docs/format.md says: one for each turn, whether or not the outcome is clear before.
ProbeCosts count_probe_costs(Kind kind, const TableKey& key,
                             const ParallelFor& parallel = serial_for);

}  // namespace mulino
