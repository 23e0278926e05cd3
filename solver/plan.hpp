// What a plan rests on, looked at again while it is carried out.
#pragma once

#include <cstdint>

#include "solver/solver.hpp"

namespace mulino {

/// Errors: OtherFamily, Io … where the folder is there and is not one for this request.
[[nodiscard]] Result<void> check_folder(const SolveRequest& request);

/// Errors: NotEnough, with both numbers, where `bytes` for a pair are more than the request allows
/// or the system has. `held`: bytes of them that this process has taken already.
[[nodiscard]] Result<void> check_memory(const SolveRequest& request, Pair pair, std::uint64_t bytes,
                                        std::uint64_t held = 0);

}  // namespace mulino
