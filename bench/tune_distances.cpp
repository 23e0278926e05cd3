// Finds the weights by which the distance to the end of a won position is estimated.
//
//     tune_distances --db DIR [--starts N] [--seed S] > engine/distance_weights.cpp
//
// DIR holds a full set with distances to the end. From N won positions of each subspace (100) games
// are played on: the winner takes a quickest turn three times out of four, else any that wins; the
// loser the longest defence. All positions on the way, and those after the winner's other turns
// that win, are samples. For each phase least squares with a small penalty fit the logarithm of the
// distance. Everything follows from the seed.
#include <climits>
#include <cstdlib>
#include <optional>
#include <random>
#include <string_view>

#include "bench/random_position.hpp"
#include "bench/weight_fit.hpp"
#include "db/database.hpp"
#include "game/turn.hpp"

using namespace mulino;
using namespace mulino::engine;

namespace {

constexpr double kPenalty = 1.0;
constexpr double kScale = 100;
constexpr int kMostPlies = 40;
// In so many rows a position to begin with is looked for; subspaces with few won ones get fewer
// games.
constexpr int kRows = 400;

[[noreturn]] void give_up(const Error& error) {
    fmt::print(stderr, "{}: {}\n", error.path, error.message);
    std::exit(3);
}

// The sums that least squares need.
struct Equations {
    std::size_t n;
    std::vector<double> matrix = std::vector<double>(n * n, 0.0);
    std::vector<double> right = std::vector<double>(n, 0.0);

    void add(const Sample& sample, std::size_t phase) {
        for_each_term(sample, phase, [&](std::size_t i, double a) {
            right[i] += a * static_cast<double>(sample.value);
            for_each_term(sample, phase,
                          [&](std::size_t j, double b) { matrix[i * n + j] += a * b; });
        });
    }
    Coefficients solution() {
        for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] += kPenalty;
        solve(matrix, right);
        return right;
    }
};

class Collector {
public:
    Collector(const Database& database, std::uint64_t seed) : database_(database), random_(seed) {
        for (std::vector<Equations>* const all : {&won_, &lost_}) {
            for (std::size_t phase = 0; phase < kEvaluationPhases; ++phase) {
                all->push_back({.n = is_placing(phase) ? kMove + 1 : kMost});
            }
        }
    }

    void play_from(const Subspace& subspace) {
        const auto start = random_position(database_, subspace, Wdl::Win, kRows, random_);
        if (!start) give_up(start.error());
        std::optional<Position> position = *start;
        for (int ply = 0; position && ply < kMostPlies; ply += 2) {
            add(*position, won_);
            const Position after = winners_turn(*position);
            if (is_lost(after, rules_)) return;
            position = longest_defence(after);
        }
    }

    std::vector<Coefficients> won() { return solutions(won_); }
    std::vector<Coefficients> lost() { return solutions(lost_); }

private:
    Outcome probe(const Position& position) const {
        const auto outcome = database_.probe(position);
        if (!outcome) give_up(outcome.error());
        return *outcome;
    }

    void add(const Position& position, std::vector<Equations>& to) const {
        const Seen seen = look_at(view_of(position), rules_);
        const auto phase = static_cast<std::size_t>(seen.phase);
        const double distance = *probe(position).distance;
        to[phase].add(sample_of(seen, static_cast<float>(std::log(distance + 2))), phase);
    }

    Position winners_turn(const Position& position) {
        std::vector<Position> winning;
        Position quickest;
        int least = INT_MAX;
        for (const Turn& turn : legal_turns(position, rules_)) {
            const Position after = play(position, turn);
            const Outcome outcome = probe(after);
            if (outcome.value != Wdl::Loss) continue;
            winning.push_back(after);
            if (!is_lost(after, rules_)) add(after, lost_);
            if (*outcome.distance < least) {
                least = *outcome.distance;
                quickest = after;
            }
        }
        return random_() % 4 < 3 ? quickest : winning[random_() % winning.size()];
    }

    Position longest_defence(const Position& position) {
        std::vector<Position> longest;
        int most = -1;
        for (const Turn& turn : legal_turns(position, rules_)) {
            const Position after = play(position, turn);
            const int distance = *probe(after).distance;
            if (distance > most) longest.clear();
            most = std::max(most, distance);
            if (distance == most) longest.push_back(after);
        }
        return longest[random_() % longest.size()];
    }

    static std::vector<Coefficients> solutions(std::vector<Equations>& all) {
        std::vector<Coefficients> solved;
        for (Equations& equations : all) solved.push_back(equations.solution());
        return solved;
    }

    const Database& database_;
    Rules rules_;
    std::mt19937_64 random_;
    std::vector<Equations> won_;   // by phase
    std::vector<Equations> lost_;  // by phase
};

}  // namespace

int main(int argc, char** argv) {
    std::string folder;
    int starts = 100;
    std::uint64_t seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view option = argv[i];
        if (option == "--db") folder = argv[i + 1];
        if (option == "--starts") starts = std::atoi(argv[i + 1]);
        if (option == "--seed") seed = std::strtoull(argv[i + 1], nullptr, 10);
    }
    if (folder.empty()) {
        fmt::print(stderr, "usage: tune_distances --db DIR [--starts N] [--seed S]\n");
        return 2;
    }
    const auto database =
        Database::open({folder}, family_of({}), {.cache_bytes = std::size_t{1} << 30});
    if (!database || database->metric() != Metric::Dtw) {
        fmt::print(stderr, "{}: no set with distances to the end\n", folder);
        return 3;
    }
    const auto tables = database->tables();
    if (!tables) give_up(tables.error());
    Collector collector(*database, seed);
    for (const TableInfo& table : *tables) {
        if (table.header.counts.wins == 0) continue;
        for (int n = 0; n < starts; ++n) collector.play_from(table.header.key.subspace);
    }
    print_head("tune_distances");
    fmt::print("{}", definition("kWonDistance", collector.won(), kScale));
    fmt::print("{}", definition("kLostDistance", collector.lost(), kScale));
    print_tail();
    return 0;
}
