// How many classes and positions there are, counted by the fixed points of the symmetries.
//
// These numbers are known without building an index: files are checked against them when opened,
// and the index itself is tested against them.
#pragma once

#include <cstdint>

namespace mulino {

/// Sets of `men` points up to symmetry: the rows of an index. Requires: 0 ≤ men ≤ kPoints / 2.
std::uint32_t class_count(int men);

/// Ways to place men of two kinds on the board up to symmetry: the canonical slots of a subspace.
/// Requires: both counts lie in 0 … kPoints / 2.
std::uint64_t canonical_position_count(int first_men, int second_men);

}  // namespace mulino
