// How fast a set of tables answers: opening, first probes, random positions, walks; one thread and
// two; cold and warm.
//
//     probe_bench FOLDER… [--cache MB] [--seconds S] [--walks]
//
// *Random* positions are drawn from all slots of all tables alike, so nearly every probe has to
// unpack a block, whatever the cache. A *walk* starts at a random position and plays random turns;
// at each ply all positions that the turns lead to are probed. In a *search* it is those two
// plies ahead, after all turns and all replies. `--walks`: nothing but walks in a cold cache. Warm:
// the same walks again, in a cache that holds all they need. The turns are generated beforehand.
#include <sys/resource.h>
#include <time.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mulino/probe.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "db/database.hpp"
#include "db/index.hpp"
#include "game/turn.hpp"

using namespace mulino;

namespace {

using Clock = std::chrono::steady_clock;
using Positions = std::vector<probe::Position>;

// The processor's time of this thread: what a probe costs on a machine that does other work too.
double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

[[noreturn]] void die(const std::string& message) {
    std::fprintf(stderr, "probe_bench: %s\n", message.c_str());
    std::exit(3);
}

probe::Position outside(const Position& position) {
    return {position.men[0], position.men[1], static_cast<probe::Side>(position.to_move)};
}

struct Settings {
    std::vector<std::filesystem::path> folders;
    std::size_t cache_bytes = std::size_t{64} << 20;
    std::size_t warm_bytes = std::size_t{1} << 30;
    double seconds = 3;
    bool walks_only = false;
};

probe::Prober open(const Settings& settings, std::size_t cache_bytes) {
    probe::Options options;
    options.cache_bytes = cache_bytes;
    auto prober = probe::Prober::open(settings.folders, options);
    if (!prober) die(prober.error().message);
    return std::move(*prober);
}

// Draws positions, all slots of the tables being equally likely.
class Source {
public:
    Source(const std::vector<probe::Subspace>& subspaces, unsigned seed) : random_(seed) {
        for (const auto& s : subspaces) {
            const Subspace subspace{s.mover, s.opponent, s.mover_hand, s.opponent_hand};
            if (!subspace.moving()) continue;
            subspaces_.push_back(subspace);
            weights_.push_back(static_cast<double>(PairIndex(pair_of(subspace)).size()));
        }
        choice_ = std::discrete_distribution<std::size_t>(weights_.begin(), weights_.end());
    }

    Position position() {
        const Subspace s = subspaces_[choice_(random_)];
        Position position;
        position.to_move = random_() % 2 == 0 ? Side::White : Side::Black;
        const auto mover = static_cast<std::size_t>(position.to_move);
        place(position.men[mover], s.mover, kFullBoard);
        place(position.men[1 - mover], s.opponent, position.empty());
        return position;
    }

    // The positions that are probed on a walk of so many plies, so many plies ahead.
    void walk(int plies, int ahead, Positions& out) {
        Position now = position();
        for (; plies > 0; --plies) {
            const auto turns = legal_turns(now, rules_);
            if (turns.empty()) return;
            look_ahead(now, ahead, out);
            now = play(now, turns[random_() % turns.size()]);
        }
    }

private:
    void look_ahead(const Position& from, int plies, Positions& out) {
        if (plies == 0) {
            out.push_back(outside(from));
            return;
        }
        for (const Turn& turn : legal_turns(from, rules_)) {
            look_ahead(play(from, turn), plies - 1, out);
        }
    }

    void place(Bitboard& men, int number, Bitboard free) {
        while (count(men) < number) men |= bit(static_cast<Point>(random_() % kPoints)) & free;
    }

    Rules rules_;
    std::mt19937 random_;
    std::vector<Subspace> subspaces_;
    std::vector<double> weights_;
    std::discrete_distribution<std::size_t> choice_;
};

// Probes the positions over and over, at least once all, until the time is over; the number done.
std::size_t probe_all(const probe::Prober& prober, const Positions& positions, double seconds) {
    const auto start = Clock::now();
    std::size_t done = 0;
    do {
        for (const probe::Position& position : positions) {
            const auto value = prober.value(position);
            if (!value) die(value.error().message);
            if (++done % 64 == 0 && seconds > 0 && seconds_since(start) > seconds) return done;
        }
    } while (seconds > 0);
    return done;
}

constexpr std::size_t kMostThreads = 2;
constexpr unsigned kLists = 3;  // one for one thread, two for two

// One thread on the first list of positions, then two on the others, all in the same time: none
// finds in the cache what another has left there. Prints the mean over the threads.
void measure(const char* name, const probe::Prober& prober, const std::vector<Positions>& positions,
             double seconds) {
    for (std::size_t threads = 1; threads <= kMostThreads; ++threads) {
        struct Work {
            std::size_t probes = 0;
            double seconds = 0;
            double cpu = 0;
        };
        std::vector<Work> work(threads);
        std::vector<std::thread> team;
        for (std::size_t t = 0; t < threads; ++t) {
            team.emplace_back([&, t] {
                const auto start = Clock::now();
                const double cpu = cpu_seconds();
                work[t].probes = probe_all(prober, positions[threads - 1 + t], seconds);
                work[t].seconds = seconds_since(start);
                work[t].cpu = cpu_seconds() - cpu;
            });
        }
        for (std::thread& thread : team) thread.join();
        Work sum;
        for (const Work& w : work) {
            sum.probes += w.probes;
            sum.seconds += w.seconds;
            sum.cpu += w.cpu;
        }
        const auto probes = static_cast<double>(sum.probes);
        std::printf(
            "%-28s %zu thread%s %10.0f probes/s a thread; %8.2f us, of these CPU %8.2f us\n", name,
            threads, threads == 1 ? " " : "s", probes / sum.seconds, sum.seconds * 1e6 / probes,
            sum.cpu * 1e6 / probes);
    }
}

// Before anything else has built the tables of the index.
void measure_opening(const Settings& settings) {
    const auto start = Clock::now();
    const probe::Prober prober = open(settings, settings.cache_bytes);
    std::printf("%-28s %10.3f ms\n", "opening", seconds_since(start) * 1e3);
    // The largest tables first: they take longest.
    auto subspaces = prober.subspaces();
    double longest = 0;
    double sum = 0;
    for (std::size_t i = subspaces.size(); i-- > 0;) {
        const auto& s = subspaces[i];
        probe::Position position;
        position.white = (1U << s.mover) - 1;
        position.black = ((1U << s.opponent) - 1) << s.mover;
        const auto from = Clock::now();
        const auto value = prober.value(position);
        if (!value) die(value.error().message);
        const double ms = seconds_since(from) * 1e3;
        if (i + 1 == subspaces.size()) {
            std::printf("%-28s %10.3f ms (%d-%d)\n", "first probe", ms, s.mover, s.opponent);
        }
        longest = std::max(longest, ms);
        sum += ms;
    }
    std::printf("%-28s %10.3f ms the longest, %.3f ms all\n", "first probes of all tables", longest,
                sum);
}

void print_tables(const Settings& settings) {
    const auto database = Database::open(settings.folders, {}, {});
    if (!database) die(database.error().message);
    const auto tables = database->tables();
    if (!tables) die(tables.error().message);
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    std::uint64_t raw = 0;
    for (const TableInfo& table : *tables) {
        bytes += table.bytes;
        blocks += table.header.blocks();
        raw += table.header.slots() * table.header.symbol_width;
    }
    std::printf("%zu tables, %.1f MB, blocks of %.1f KiB (%.1f unpacked) on average\n",
                tables->size(), static_cast<double>(bytes) / 1e6,
                static_cast<double>(bytes) / static_cast<double>(blocks) / 1024,
                static_cast<double>(raw) / static_cast<double>(blocks) / 1024);
}

void run(const Settings& settings) {
    measure_opening(settings);
    print_tables(settings);
    const std::string mb = std::to_string(settings.cache_bytes >> 20) + " MB";
    const probe::Prober prober = open(settings, settings.cache_bytes);
    const auto subspaces = prober.subspaces();
    std::vector<Positions> random(kLists);
    std::vector<Positions> walks(kLists);
    std::vector<Positions> searches(kLists);
    for (unsigned t = 0; t < kLists; ++t) {
        Source source(subspaces, t + 1);
        if (settings.walks_only) {
            while (walks[t].size() < 500'000) source.walk(60, 1, walks[t]);
            continue;
        }
        random[t].resize(300'000);
        for (auto& position : random[t]) position = outside(source.position());
        while (walks[t].size() < 2'000'000) source.walk(60, 1, walks[t]);
        while (searches[t].size() < 10'000'000) source.walk(60, 2, searches[t]);
    }
    if (settings.walks_only) {
        measure(("walks, cache " + mb).c_str(), prober, walks, settings.seconds);
        return;
    }
    // Cold for the cache; the operating system has the files in memory or not.
    measure(("random, cache " + mb).c_str(), prober, random, settings.seconds);
    measure(("walks, cache " + mb).c_str(), prober, walks, settings.seconds);
    measure(("searches, cache " + mb).c_str(), prober, searches, settings.seconds);
    // As many positions as the warm cache holds.
    const probe::Prober warm = open(settings, settings.warm_bytes);
    std::vector<Positions> few(kLists);
    for (unsigned t = 0; t < kLists; ++t) {
        Source source(subspaces, t + 11);
        for (int i = 0; i < 12; ++i) source.walk(60, 1, few[t]);
        random[t].resize(4000);
    }
    measure("walks, first time", warm, few, 0);
    measure("walks, all in the cache", warm, few, settings.seconds);
    const probe::Prober warm_random = open(settings, settings.warm_bytes);
    for (const Positions& positions : random) probe_all(warm_random, positions, 0);
    measure("random, all in the cache", warm_random, random, settings.seconds);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%-28s %10.0f MB\n", "memory at most", static_cast<double>(usage.ru_maxrss) / 1024);
}

}  // namespace

int main(int argc, char** argv) {
    Settings settings;
    for (int i = 1; i < argc; ++i) {
        const bool more = i + 1 < argc;
        if (std::strcmp(argv[i], "--cache") == 0 && more) {
            settings.cache_bytes = std::strtoull(argv[++i], nullptr, 10) << 20;
        } else if (std::strcmp(argv[i], "--warm-cache") == 0 && more) {
            settings.warm_bytes = std::strtoull(argv[++i], nullptr, 10) << 20;
        } else if (std::strcmp(argv[i], "--walks") == 0) {
            settings.walks_only = true;
        } else if (std::strcmp(argv[i], "--seconds") == 0 && more) {
            settings.seconds = std::strtod(argv[++i], nullptr);
        } else {
            settings.folders.emplace_back(argv[i]);
        }
    }
    if (settings.folders.empty()) {
        std::fprintf(stderr,
                     "usage: probe_bench FOLDER… [--cache MB] [--warm-cache MB] [--seconds S] "
                     "[--walks]\n");
        return 2;
    }
    run(settings);
    return 0;
}
