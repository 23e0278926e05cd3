// How this library borrows the caller's threads.
//
// Writing and loading a table have many independent steps. The library starts no threads of its
// own: it is handed a loop and does not care what stands behind it.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>

namespace mulino {

/// Calls the given body once for each of 0 … n−1, in any order, on any threads, and returns when
/// all calls have returned. The bodies this library hands over throw nothing.
using ParallelFor =
    std::function<void(std::size_t n, const std::function<void(std::size_t)>& body)>;

/// The plain loop: one thread, in order.
inline void serial_for(std::size_t n, const std::function<void(std::size_t)>& body) {
    for (std::size_t i = 0; i < n; ++i) body(i);
}

/// Runs a loop whose body may throw; what it threw first is thrown again once the loop has ended.
inline void run_guarded(const ParallelFor& parallel, std::size_t n,
                        const std::function<void(std::size_t)>& body) {
    std::mutex mutex;
    std::exception_ptr first;
    parallel(n, [&](std::size_t i) {
        try {
            body(i);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!first) first = std::current_exception();
        }
    });
    if (first) std::rethrow_exception(first);
}

}  // namespace mulino
