// How many classes and positions there are, counted by the fixed points of the symmetries.
//
// These numbers are known without building an index: files are checked against them when opened,
// and the index itself is tested against them.
#pragma once

#include <cstdint>

namespace mulino {

/// Sets of `men` points up to symmetry: the rows of an index.
std::uint32_t class_count(int men);

/// Ways to place two kinds of men on the board up to symmetry: the canonical slots of a subspace.
std::uint64_t canonical_position_count(int first_men, int second_men);

}  // namespace mulino
