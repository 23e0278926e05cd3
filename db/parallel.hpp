// How this library borrows the caller's threads.
//
// Writing and loading a table have many independent steps. The library starts no threads of its
// own: it is handed a loop and does not care what stands behind it.
#pragma once

#include <cstddef>
#include <functional>

namespace mulino {

/// Calls the given body once for each of 0 … n−1, in any order, on any threads, and returns when
/// all calls have returned. The bodies of this library throw nothing.
using ParallelFor =
    std::function<void(std::size_t n, const std::function<void(std::size_t)>& body)>;

/// The plain loop: one thread, in order.
inline void serial_for(std::size_t n, const std::function<void(std::size_t)>& body) {
    for (std::size_t i = 0; i < n; ++i) body(i);
}

}  // namespace mulino
