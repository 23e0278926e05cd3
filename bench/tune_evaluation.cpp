// Finds the weights of the evaluation from values of the databases.
//
//     tune_evaluation --db DIR [--games N] [--nodes N] [--seed S] > engine/weights.cpp
//
// Games are played by the search at N nodes a turn, some turns at random so that both sides come to
// stand better. Each position is labelled with its exact value: by the databases, or down to them
// by the prover of the placing phase. For each phase a logistic regression then looks for the
// weights whose sum predicts the value best (won 1, drawn 1/2, lost 0), by Newton's method with a
// small penalty on large weights. Everything follows from the seed but which positions of the
// placing phase are given up because the prover takes too long.
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench/weight_fit.hpp"
#include "db/database.hpp"
#include "engine/evaluation.hpp"
#include "engine/game.hpp"
#include "engine/player.hpp"
#include "verify/placing_values.hpp"

using namespace mulino;
using namespace mulino::engine;

namespace {

constexpr double kRandomTurns = 0.15;
constexpr auto kProverTime = std::chrono::milliseconds(100);
constexpr double kPenalty = 2.0;
constexpr int kNewtonSteps = 12;

using Samples = std::array<std::vector<Sample>, kEvaluationPhases>;
class Collector {
public:
    Collector(const Database& database, const Rules& rules)
        : database_(database), rules_(rules), prover_(database, rules, one_thread()) {}

    void add(const Position& position) {
        const auto value = value_of(position);
        if (!value) return;
        const Seen seen = look_at(view_of(position), rules_);
        if (seen.own_men < kMinMen || seen.other_men < kMinMen) return;
        const Sample sample = sample_of(seen, static_cast<float>(static_cast<int>(*value)) / 2);
        samples_[static_cast<std::size_t>(seen.phase)].push_back(sample);
    }
    const Samples& samples() const { return samples_; }

private:
    static verify::PlacingOptions one_thread() {
        verify::PlacingOptions options;
        options.threads = 1;
        return options;
    }

    std::optional<Wdl> value_of(const Position& position) {
        if (!position.placing()) {
            const auto outcome = database_.probe(position);
            if (!outcome) return std::nullopt;
            return outcome->value;
        }
        const auto value =
            prover_.value(position, verify::PlacingValues::Clock::now() + kProverTime);
        return value ? *value : std::nullopt;
    }

    const Database& database_;
    Rules rules_;
    verify::PlacingValues prover_;
    Samples samples_;
};

void play_games(Collector& collector, const Rules& rules, int games, std::uint64_t nodes,
                std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto chance = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    Player player({.level = Level::Difficile, .rules = rules, .hash_bytes = std::size_t{4} << 20});
    std::atomic<bool> stop = false;
    for (int n = 0; n < games; ++n) {
        Game game(rules);
        player.new_game();
        while (!game.over()) {
            collector.add(game.position());
            Turn turn;
            // Early turns are all by chance now and then, so that games differ.
            if (game.turns().size() < 2 || chance() < kRandomTurns) {
                const auto turns = legal_turns(game.position(), rules);
                turn = turns[random() % turns.size()];
            } else {
                turn = player.choose(game, {.nodes = nodes}, stop).turn;
            }
            if (!game.play(turn)) std::abort();
        }
        if (n % 100 == 99) fmt::print(stderr, "{} games\n", n + 1);
    }
}

double predict(const Sample& sample, std::size_t phase, const Coefficients& weights) {
    double sum = 0;
    for_each_term(sample, phase, [&](std::size_t place, double n) { sum += weights[place] * n; });
    return 1 / (1 + std::exp(-sum));
}

Coefficients regress(const std::vector<Sample>& samples, std::size_t phase) {
    const std::size_t n = is_placing(phase) ? kMove + 1 : kMost;
    Coefficients weights(n, 0.0);
    for (int step = 0; step < kNewtonSteps; ++step) {
        std::vector<double> hessian(n * n, 0.0);
        std::vector<double> gradient(n, 0.0);
        for (std::size_t i = 0; i < n; ++i) {
            hessian[i * n + i] = kPenalty;
            gradient[i] = -kPenalty * weights[i];
        }
        for (const Sample& sample : samples) {
            const double p = predict(sample, phase, weights);
            for_each_term(sample, phase, [&](std::size_t i, double a) {
                gradient[i] += (sample.value - p) * a;
                for_each_term(sample, phase, [&](std::size_t j, double b) {
                    if (j <= i) hessian[i * n + j] += p * (1 - p) * a * b;
                });
            });
        }
        solve(hessian, gradient);
        for (std::size_t i = 0; i < n; ++i) weights[i] += gradient[i];
    }
    double loss = 0;
    for (const Sample& sample : samples) {
        const double p = predict(sample, phase, weights);
        loss -= sample.value * std::log(p) + (1 - sample.value) * std::log(1 - p);
    }
    fmt::print(stderr, "phase {}: {} positions, cross-entropy {:.4f}\n", phase, samples.size(),
               loss / static_cast<double>(std::max<std::size_t>(samples.size(), 1)));
    return weights;
}

// What makes a man more worth 100 in the sliding phase, with all that goes with him: the men alone
// are made to predict the value.
double scale_of(const std::vector<Sample>& samples) {
    double worth = 0;
    for (int step = 0; step < kNewtonSteps; ++step) {
        double gradient = 0;
        double hessian = kPenalty;
        for (const Sample& sample : samples) {
            const int more = sample.own_men - sample.other_men;
            const double p = 1 / (1 + std::exp(-worth * more));
            gradient += (sample.value - p) * more;
            hessian += p * (1 - p) * more * more;
        }
        worth += gradient / hessian;
    }
    return 100 / worth;
}

void print_weights(const Samples& samples) {
    std::vector<Coefficients> all;
    for (std::size_t phase = 0; phase < kEvaluationPhases; ++phase) {
        all.push_back(regress(samples[phase], phase));
    }
    constexpr auto kSliding = static_cast<std::size_t>(EvaluationPhase::Sliding);
    const double scale = scale_of(samples[kSliding]);
    fmt::print(stderr, "scale {:.1f}\n", scale);
    print_head("tune_evaluation");
    fmt::print("{}", definition("kWeights", all, scale));
    print_tail();
}

}  // namespace

int main(int argc, char** argv) {
    std::string folder;
    int games = 2000;
    std::uint64_t nodes = 500;
    std::uint64_t seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view option = argv[i];
        if (option == "--db") folder = argv[i + 1];
        if (option == "--games") games = std::atoi(argv[i + 1]);
        if (option == "--nodes") nodes = std::strtoull(argv[i + 1], nullptr, 10);
        if (option == "--seed") seed = std::strtoull(argv[i + 1], nullptr, 10);
    }
    if (folder.empty()) {
        fmt::print(stderr, "usage: tune_evaluation --db DIR [--games N] [--nodes N] [--seed S]\n");
        return 2;
    }
    const Rules rules;  // the values hold for every family near enough
    const auto database =
        Database::open({folder}, family_of(rules), {.cache_bytes = std::size_t{512} << 20});
    if (!database) {
        fmt::print(stderr, "{}: {}\n", database.error().path, database.error().message);
        return 3;
    }
    // Games are played with draw rules, so that they end.
    Rules game_rules = *parse_rules("italian");
    Collector collector(*database, rules);
    play_games(collector, game_rules, games, nodes, seed);
    print_weights(collector.samples());
    return 0;
}
