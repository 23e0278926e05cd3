// agree POSITIONS FOLDER FOLDER…: sets of tables say the same of random positions, probed one by
// one.
//
// The first folder is what the others are compared with: the values, and the distances where both
// have them. Positions are drawn in runs from one row each, since tables coded by context unpack
// whole rows. Every other run is of any subspace alike, so that small ones get their share; in the
// rest each slot is as likely as any other.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mulino/probe.hpp>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "db/index.hpp"
#include "db/manifest.hpp"

using namespace mulino;

namespace {

constexpr std::uint64_t kRun = 100;  // positions

[[noreturn]] void die(const std::string& message) {
    std::fprintf(stderr, "agree: %s\n", message.c_str());
    std::exit(3);
}

class Agreement {
public:
    explicit Agreement(const std::vector<std::string>& folders) {
        const auto manifest = read_manifest(folders.front());
        if (!manifest) die(manifest.error().message + " (" + folders.front() + ")");
        const Family& family = manifest->family;
        probe::Options options;
        options.family = {static_cast<probe::Flying>(family.flying),
                          static_cast<probe::Protection>(family.protection),
                          family.no_capture_limit.value_or(0)};
        options.cache_bytes = std::size_t{256} << 20;
        for (const std::string& folder : folders) {
            auto prober = probe::Prober::open({folder}, options);
            if (!prober) die(prober.error().message + " (" + folder + ")");
            probers_.push_back(std::move(*prober));
        }
        for (const probe::Subspace& s : probers_.front().subspaces()) {
            subspaces_.push_back({s.mover, s.opponent, s.mover_hand, s.opponent_hand});
            slots_.push_back(static_cast<double>(PairIndex(pair_of(subspaces_.back())).size()));
        }
        differences_ = std::vector<std::atomic<std::uint64_t>>(folders.size());
    }

    // The runs of one thread: every `step`th from `first` on.
    void work(std::uint64_t first, std::uint64_t step, std::uint64_t runs) {
        for (std::uint64_t run = first; run < runs; run += step) compare_run(run);
    }

    bool report(const std::vector<std::string>& folders, std::uint64_t positions) const {
        bool agree = true;
        for (std::size_t i = 1; i < folders.size(); ++i) {
            std::printf("%llu positions, %llu differences: %s\n",
                        static_cast<unsigned long long>(positions),
                        static_cast<unsigned long long>(differences_[i].load()),
                        folders[i].c_str());
            agree = agree && differences_[i] == 0;
        }
        return agree;
    }

private:
    // The same whatever thread does it.
    void compare_run(std::uint64_t run) {
        std::mt19937 random(static_cast<unsigned>(run));
        std::discrete_distribution<std::size_t> by_slots(slots_.begin(), slots_.end());
        const Subspace s =
            subspaces_[run % 2 == 0 ? by_slots(random) : random() % subspaces_.size()];
        const PairIndex index(pair_of(s));
        const Row row = static_cast<Row>(random() % index.rows());
        for (std::uint64_t i = 0; i < kRun; ++i) {
            const auto [class_set, other_set] =
                index.sets(row, static_cast<Slot>(random() % index.row_size()));
            const bool mover_is_class = s.mover >= s.opponent;
            probe::Position position;
            position.white = mover_is_class ? class_set : other_set;
            position.black = mover_is_class ? other_set : class_set;
            // Another image of it, and the colours exchanged.
            const auto symmetry = static_cast<Symmetry>(random() % kSymmetries);
            position.white = apply(symmetry, position.white);
            position.black = apply(symmetry, position.black);
            if (random() % 2 == 0) {
                std::swap(position.white, position.black);
                position.to_move = probe::Side::Black;
            }
            compare(position);
        }
    }

    void compare(const probe::Position& position) {
        std::optional<probe::Outcome> expected;
        for (std::size_t i = 0; i < probers_.size(); ++i) {
            const auto found = probers_[i].probe(position);
            if (!found) die(found.error().message + " (" + found.error().file + ")");
            if (!expected) expected = *found;
            const bool same =
                found->value == expected->value && (!found->distance || !expected->distance ||
                                                    *found->distance == *expected->distance);
            if (same) continue;
            const std::lock_guard lock(mutex_);
            if (differences_[i]++ == 0) {
                std::printf("%s: %s, not %s\n", to_string(position).c_str(),
                            std::string(to_string(found->value)).c_str(),
                            std::string(to_string(expected->value)).c_str());
            }
        }
    }

    std::vector<probe::Prober> probers_;
    std::vector<Subspace> subspaces_;
    std::vector<double> slots_;
    std::vector<std::atomic<std::uint64_t>> differences_;
    std::mutex mutex_;
};

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t wanted = argc > 3 ? std::strtoull(argv[1], nullptr, 10) : 0;
    if (wanted == 0) {
        std::fprintf(stderr, "usage: agree POSITIONS FOLDER FOLDER…\n");
        return 2;
    }
    const std::vector<std::string> folders(argv + 2, argv + argc);
    Agreement agreement(folders);
    const std::uint64_t runs = (wanted + kRun - 1) / kRun;
    std::vector<std::thread> team;
    const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    for (unsigned t = 0; t < threads; ++t) {
        team.emplace_back([&, t] { agreement.work(t, threads, runs); });
    }
    for (std::thread& thread : team) thread.join();
    return agreement.report(folders, runs * kRun) ? 0 : 1;
}
