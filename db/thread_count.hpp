// How many threads to work with.
#pragma once

#include <algorithm>
#include <thread>

namespace mulino {

/// The threads the machine has for us, at least 1.
inline int hardware_threads() {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// The threads to start where so many are asked for; 0 or less: as many as the machine runs at
/// once. Results never depend on their number, and beyond a few for each processor they only take
/// memory and wait for one another; so no more are started.
inline int useful_threads(int wanted) {
    constexpr int kMostPerProcessor = 8;
    const int hardware = hardware_threads();
    return wanted <= 0 ? hardware : std::min(wanted, kMostPerProcessor * hardware);
}

}  // namespace mulino
