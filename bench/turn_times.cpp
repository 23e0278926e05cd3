// Does the player keep its time on a loaded machine?
//
//     turn_times [--time MS] [--turns N] [--busy N] [--db DIR] [--seed S]
//
// Plays games of the search against itself, 50 ms a turn, until 1,000 turns are played, beside N
// busy loops (two a core), each a process of its own. Prints how late the latest turn was, and how
// many were late at all. Turns that need no search count as well; their share is printed.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "db/database.hpp"
#include "engine/game.hpp"
#include "engine/player.hpp"

using namespace mulino;
using std::chrono::milliseconds;

namespace {

struct Options {
    milliseconds time{50};
    int turns = 1000;
    int busy = 2 * static_cast<int>(std::thread::hardware_concurrency());
    std::string db;
    std::uint64_t seed = 1;
};

// Processes that do nothing, as long as the object lives.
class BusyLoops {
public:
    explicit BusyLoops(int n) {
        for (int i = 0; i < n; ++i) {
            const pid_t child = ::fork();
            if (child == 0) {
                // They end with this program even if it is killed.
                for (std::uint64_t spin = 0; spin % (1U << 20) != 0 || ::getppid() != 1; ++spin) {
                    std::atomic_signal_fence(std::memory_order_seq_cst);
                }
                ::_exit(0);
            }
            children_.push_back(child);
        }
    }
    ~BusyLoops() {
        for (const pid_t child : children_) ::kill(child, SIGKILL);
        for (const pid_t child : children_) ::waitpid(child, nullptr, 0);
    }
    BusyLoops(const BusyLoops&) = delete;
    BusyLoops& operator=(const BusyLoops&) = delete;

private:
    std::vector<pid_t> children_;
};

void run(const Options& options) {
    const Rules rules = *parse_rules("italian");
    std::shared_ptr<const Database> database;
    if (!options.db.empty()) {
        auto opened = Database::open({options.db}, family_of(rules));
        if (!opened) {
            fmt::print(stderr, "{}: {}\n", opened.error().path, opened.error().message);
            std::exit(3);
        }
        database = std::make_shared<const Database>(std::move(*opened));
    }
    const BusyLoops loops(options.busy);
    Player player({.rules = rules, .seed = options.seed, .database = database});
    const std::atomic<bool> stop = false;
    std::mt19937_64 random(options.seed);
    std::vector<double> late;  // milliseconds, below 0 where it was early
    int searched = 0;
    Game game(rules);
    while (static_cast<int>(late.size()) < options.turns) {
        if (game.over()) {
            game = Game(rules);
            player.new_game();
        }
        // Games begin differently.
        if (game.turns().size() < 3) {
            const auto turns = legal_turns(game.position(), rules);
            if (!game.play(turns[random() % turns.size()])) std::abort();
            continue;
        }
        const auto start = std::chrono::steady_clock::now();
        const Choice choice = player.choose(game, {.time = options.time}, stop);
        const std::chrono::duration<double, std::milli> taken =
            std::chrono::steady_clock::now() - start;
        late.push_back(taken.count() - static_cast<double>(options.time.count()));
        searched += choice.info.nodes > 0 ? 1 : 0;
        if (!game.play(choice.turn)) std::abort();
    }
    std::sort(late.begin(), late.end());
    const auto after = [&](double limit) {
        return late.end() - std::upper_bound(late.begin(), late.end(), limit);
    };
    fmt::print(
        "{} turns at {} ms beside {} busy loops, {} of them searched: {} late, {} by more "
        "than 50 ms; the latest by {:.1f} ms, the median by {:.1f} ms\n",
        late.size(), options.time.count(), options.busy, searched, after(0), after(50), late.back(),
        late[late.size() / 2]);
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; i += 2) {
        const std::string_view option = argv[i];
        const char* const value = i + 1 < argc ? argv[i + 1] : nullptr;
        if (value != nullptr && option == "--time") {
            options.time = milliseconds(std::atoi(value));
        } else if (value != nullptr && option == "--turns") {
            options.turns = std::atoi(value);
        } else if (value != nullptr && option == "--busy") {
            options.busy = std::atoi(value);
        } else if (value != nullptr && option == "--db") {
            options.db = value;
        } else if (value != nullptr && option == "--seed") {
            options.seed = std::strtoull(value, nullptr, 10);
        } else {
            fmt::print(stderr,
                       "usage: turn_times [--time MS] [--turns N] [--busy N] [--db DIR] "
                       "[--seed S]\n");
            return 2;
        }
    }
    run(options);
    return 0;
}
