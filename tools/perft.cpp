#include "tools/perft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

#include "game/position.hpp"
#include "game/turn.hpp"

namespace mulino {
namespace {

// From this depth on the work is worth the start of a thread.
constexpr int kThreadedDepth = 4;

// The leaves below each turn, counted by several threads that take the next turn in line.
std::vector<std::uint64_t> count_below(const Position& position, const Rules& rules,
                                       const std::vector<Turn>& turns, int depth, int threads) {
    std::vector<std::uint64_t> leaves(turns.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < turns.size(); i = next++) {
            leaves[i] = perft(play(position, turns[i]), rules, depth - 1);
        }
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(work);
    work();
    others.clear();
    return leaves;
}

}  // namespace

ExitStatus run_perft(const PerftOptions& options, std::ostream& out, std::ostream& err) {
    const Result<Rules> rules = game_rules(options.rules);
    if (!rules) return report(err, "perft", rules.error());
    Position position = start_position(*rules);
    if (!options.position.empty()) {
        const Result<Position> parsed = parse_position(options.position);
        if (!parsed) return report(err, "perft", parsed.error());
        position = *parsed;
    }
    if (options.depth == 0) {
        out << "1\n";
        return ExitStatus::Good;
    }
    const std::vector<Turn> turns = legal_turns(position, *rules);
    int threads = options.threads > 0 ? options.threads
                                      : static_cast<int>(std::thread::hardware_concurrency());
    threads = options.depth < kThreadedDepth
                  ? 1
                  : std::clamp(threads, 1, std::max(1, static_cast<int>(turns.size())));
    const auto leaves = count_below(position, *rules, turns, options.depth, threads);
    if (options.divide) {
        for (std::size_t i = 0; i < turns.size(); ++i) {
            out << fmt::format("{}\t{}\n", to_string(turns[i]), leaves[i]);
        }
    }
    out << std::accumulate(leaves.begin(), leaves.end(), std::uint64_t{0}) << '\n';
    return ExitStatus::Good;
}

}  // namespace mulino
