// Speed of the search: fixed positions, fixed depths, and one number of nodes as a signature.
//
//     engine_bench [--depth N]      N: plies more or less than usual
//
// Times are of the processor, so that other programs disturb little.
//
// The number of nodes changes with every change of what the search does, and with nothing else: it
// is the same for all compilers and machines. ctest runs the bench and compares it.
#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/player.hpp"

using namespace mulino;

namespace {

struct Problem {
    std::string_view position;
    std::string_view rules;
    int depth;
};

// From the empty board to the last three men, and a position of each other set of rules.
constexpr Problem kProblems[] = {
    {".../.../.../....../.../.../... w 9 9", "italian", 8},
    {".W./.B./.../.W..B./.../.B./.W. w 6 6", "italian", 8},
    {".W./BB./..W/WW..BW/..B/.B./.W. b 3 4", "italian", 9},
    {"BWW/.BB/..W/WW.BBW/..B/.B./.W. w 1 0", "polish", 10},
    {"B.W/.WB/W.B/WB..BW/.BW/.WB/B.W w", "italian", 13},
    {"BW./.W./.BW/B.W.BW/.BW/.BW/.B. b", "italian", 13},
    {".W./WW./..B/B.W.BW/..W/.B./.B. w", "italian", 12},
    {"..W/.B./..B/W.W..W/.B./.W./B.. b", "italian", 12},
    {".WW/.../.B./B....B/.../.../..W b", "croatian", 8},
    {".WW/.W./.B./B....B/.W./.../..W w", "spanish", 6},
};

struct Total {
    std::uint64_t nodes = 0;
    double seconds = 0;
    double log_factors = 0;
    int factors = 0;
};

void run(const Problem& problem, int deeper, Total& total) {
    const Rules rules = *parse_rules(problem.rules);
    const auto position = parse_position(problem.position);
    if (!position) {
        fmt::print(stderr, "{}: {}\n", problem.position, position.error().message);
        std::exit(1);
    }
    Player player({.level = Level::Difficile, .rules = rules, .database = nullptr});
    std::atomic<bool> stop = false;
    std::vector<std::uint64_t> nodes;
    const std::clock_t start = std::clock();
    const Choice choice =
        player.choose(Game(rules, *position), {.depth = problem.depth + deeper}, stop,
                      [&](const SearchInfo& info) { nodes.push_back(info.nodes); });
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    // Over the last four iterations: how much longer each took than the one before it.
    if (nodes.size() > 5) {
        const std::size_t last = nodes.size() - 1;
        const double factor = std::pow(static_cast<double>(nodes[last] - nodes[last - 1]) /
                                           static_cast<double>(nodes[last - 4] - nodes[last - 5]),
                                       0.25);
        total.log_factors += std::log(factor);
        ++total.factors;
    }
    total.nodes += choice.info.nodes;
    total.seconds += seconds;
    fmt::print("{:42} {:9} depth {:2} of {:2}  {:>9} nodes  {:>5.2f} M/s  {:>8}  {}\n",
               problem.position, problem.rules, choice.info.depth, choice.info.selective_depth,
               choice.info.nodes, static_cast<double>(choice.info.nodes) / seconds / 1e6,
               to_string(choice.score()), to_string(choice.turn));
}

}  // namespace

int main(int argc, char** argv) {
    int deeper = 0;
    if (argc == 3 && std::string_view(argv[1]) == "--depth") {
        deeper = std::atoi(argv[2]);
    } else if (argc != 1) {
        fmt::print(stderr, "usage: engine_bench [--depth N]\n");
        return 2;
    }
    Total total;
    for (const Problem& problem : kProblems) run(problem, deeper, total);
    fmt::print(
        "{:.2f} s of the processor, {:.2f} million nodes a second, effective branching factor "
        "{:.2f}\n",
        total.seconds, static_cast<double>(total.nodes) / total.seconds / 1e6,
        std::exp(total.log_factors / std::max(1, total.factors)));
    fmt::print("signature: {} nodes\n", total.nodes);
    return 0;
}
