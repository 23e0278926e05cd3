// Lists of pairs as they stand on the command line.
#pragma once

#include <string_view>
#include <vector>

#include "db/subspace.hpp"
#include "game/result.hpp"

namespace mulino {

/// "4-3,5-3": the pairs, each once, in the order of all_pairs(). Errors: BadArgument.
[[nodiscard]] Result<std::vector<Pair>> parse_pair_list(std::string_view text);

}  // namespace mulino
