// The threads of this library: a loop shared out among them, nothing more.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "db/parallel.hpp"
#include "db/thread_count.hpp"

namespace mulino::verify {

/// A number of threads that take the steps of a loop one by one. Not to be used by two callers at
/// once.
class Team {
public:
    /// As many threads as are of use of those wanted (db/thread_count.hpp).
    explicit Team(int threads) : threads_(static_cast<std::size_t>(useful_threads(threads))) {}

    std::size_t threads() const { return threads_; }

    /// Calls `body(i, worker)` once for each i in 0 … n−1, `worker` being 0 … threads()−1 and no
    /// worker doing two things at once. Returns when all is done. What a body throws first ends the
    /// loop and comes out here, as does std::system_error where the system refuses a thread.
    template <typename Body>
    void for_each(std::size_t n, const Body& body) const {
        std::atomic<std::size_t> next{0};
        std::exception_ptr failure;
        std::mutex mutex;
        const auto end_all = [&] {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
            next = n;
        };
        const auto work = [&](std::size_t worker) {
            try {
                for (std::size_t i = next++; i < n; i = next++) body(i, worker);
            } catch (...) {
                end_all();
            }
        };
        std::vector<std::thread> helpers;
        try {
            for (std::size_t worker = 1; worker < std::min(threads_, n); ++worker) {
                helpers.emplace_back(work, worker);
            }
        } catch (...) {
            end_all();
        }
        work(0);
        for (std::thread& helper : helpers) helper.join();
        if (failure) std::rethrow_exception(failure);
    }

    /// The same in the form in which db/ asks for a loop.
    ParallelFor loop() const {
        return [this](std::size_t n, const std::function<void(std::size_t)>& body) {
            for_each(n, [&](std::size_t i, std::size_t) { body(i); });
        };
    }

private:
    std::size_t threads_;
};

}  // namespace mulino::verify
