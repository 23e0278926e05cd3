// Published counts of the moving phase (data/subspaces.csv), compiled into the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "db/family.hpp"
#include "db/format.hpp"
#include "db/subspace.hpp"

namespace mulino {

/// What a comparison with the published counts gave.
enum class Published : std::uint8_t { Match, Mismatch, None };

constexpr std::string_view to_string(Published published) {
    return published == Published::Match      ? "match"
           : published == Published::Mismatch ? "mismatch"
                                              : "none";
}

/// Whether there are published counts for tables of the family.
bool has_published(const Family& family);

/// The published counts of a subspace of the moving phase, under the rules of has_published().
std::optional<TableCounts> published_counts(const Subspace& subspace);

/// Compares counts, and longest distances where the metric is Dtw. None where nothing is published.
Published compare_with_published(const TableKey& key, const TableCounts& counts);

}  // namespace mulino
