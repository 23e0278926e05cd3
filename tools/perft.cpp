#include "tools/perft.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "game/position.hpp"
#include "game/turn.hpp"
#include "solver/parallel.hpp"

namespace mulino {
namespace {

// From this depth on the work is worth the start of a thread.
constexpr int kThreadedDepth = 4;

std::vector<std::uint64_t> count_below(const Position& position, const Rules& rules,
                                       const std::vector<Turn>& turns, int depth, int threads) {
    std::vector<std::uint64_t> leaves(turns.size());
    Workers workers(threads);
    workers.for_each(turns.size(), [&](std::size_t i) {
        leaves[i] = perft(play(position, turns[i]), rules, depth - 1);
    });
    return leaves;
}

}  // namespace

ExitStatus run_perft(const PerftOptions& options, std::ostream& out, std::ostream& err) {
    const Result<Rules> rules = game_rules(options.rules);
    if (!rules) return report(err, "perft", rules.error());
    Position position = start_position(*rules);
    if (options.position) {
        const Result<Position> parsed = parse_position(*options.position);
        if (!parsed) return report(err, "perft", parsed.error());
        position = *parsed;
    }
    if (options.depth == 0) {
        out << "1\n";
        return ExitStatus::Good;
    }
    const std::vector<Turn> turns = legal_turns(position, *rules);
    const int wanted = options.threads > 0 ? options.threads : hardware_threads();
    const int threads = options.depth < kThreadedDepth ? 1 : wanted;
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
