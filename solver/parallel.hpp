// The one door to threads. oneTBB in general; std::thread where ThreadSanitizer must see the joins,
// since Debian's oneTBB is not instrumented (choose with MULINO_PARALLEL_THREADS).
//
// Work is cut in chunks that each touch what they own only; the end of parallel_for is the barrier.
// So results never depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

#include "db/thread_count.hpp"

#ifdef MULINO_PARALLEL_THREADS
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>
#else
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#endif

namespace mulino {

/// Thrown out of a loop, from a body, when the work was asked to stop.
struct Stopped {};

/// A fixed number of threads that share out chunks of work. Not to be used by two callers at once.
class Workers {
public:
    /// As many threads as are of use of those wanted (db/thread_count.hpp). They start with the
    /// first work; where the system refuses one, oneTBB may have no caller to throw to and end the
    /// program by std::terminate.
    explicit Workers(int threads)
        : threads_(useful_threads(threads))
#ifndef MULINO_PARALLEL_THREADS
          ,
          limit_(tbb::global_control::max_allowed_parallelism,
                 static_cast<std::size_t>(std::max(threads_, hardware_threads()))),
          arena_(threads_)
#endif
    {
    }

    int threads() const { return threads_; }

    /// Calls `body(begin, end)` for consecutive ranges that cover [0, n), each at most `grain`
    /// long, on all threads, and returns when all are done. An exception of a body comes out here.
    template <typename Body>
    void for_ranges(std::size_t n, std::size_t grain, const Body& body) {
        grain = std::max<std::size_t>(1, grain);
        const std::size_t chunks = (n + grain - 1) / grain;
        for_each(chunks,
                 [&](std::size_t chunk) { body(chunk * grain, std::min(n, (chunk + 1) * grain)); });
    }

    /// Calls `body(i)` for each i in [0, n).
    template <typename Body>
    void for_each(std::size_t n, const Body& body) {
        if (threads_ == 1) {
            for (std::size_t i = 0; i < n; ++i) body(i);
            return;
        }
#ifdef MULINO_PARALLEL_THREADS
        std::atomic<std::size_t> next{0};
        std::exception_ptr failure;
        std::mutex failure_mutex;
        const auto work = [&] {
            try {
                for (std::size_t i = next++; i < n; i = next++) body(i);
            } catch (...) {
                const std::lock_guard lock(failure_mutex);
                failure = std::current_exception();
                next = n;
            }
        };
        std::vector<std::jthread> helpers;
        for (int t = 1; t < threads_; ++t) helpers.emplace_back(work);
        work();
        helpers.clear();
        if (failure) std::rethrow_exception(failure);
#else
        arena_.execute([&] {
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(0, n, 1),
                [&](const tbb::blocked_range<std::size_t>& range) {
                    for (std::size_t i = range.begin(); i != range.end(); ++i) body(i);
                },
                tbb::simple_partitioner{});
        });
#endif
    }

private:
    int threads_;
#ifndef MULINO_PARALLEL_THREADS
    tbb::global_control limit_;
    tbb::task_arena arena_;
#endif
};

}  // namespace mulino
