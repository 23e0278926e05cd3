// Finds the nets that estimate the distance to the end of won positions.
//
//     tune_distance_nets --db DIR [--samples N] [--batches N] [--seed S] [PAIR...]
//         > engine/distance_nets.cpp
//
// DIR holds a full set with distances to the end; a PAIR is that of the winner's and the loser's
// men (6-4 6-5). Of each pair there are two nets, with the winner and with the loser to move. Their
// samples are canonical positions of the value, drawn by chance (1,000,000 each); the distance is
// fitted by gradient descent (Adam) on batches of samples that chance picks (50,000). Everything
// follows from the seed.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "db/database.hpp"
#include "db/index.hpp"
#include "engine/distance_net.hpp"

using namespace mulino;
using namespace mulino::engine;

namespace {

constexpr std::size_t kBatch = 256;
constexpr std::size_t kUnits = DistanceNet::kUnits;
constexpr std::size_t kMen = DistanceNet::kMen;
// Distances are fitted in units of so many plies.
constexpr double kPlies = 40;

[[noreturn]] void give_up(const Error& error) {
    fmt::print(stderr, "{}: {}\n", error.path, error.message);
    std::exit(3);
}

struct Sample {
    std::array<std::uint8_t, std::size_t{2} * kMaxMen> men{};  // as in a net
    std::uint8_t size = 0;
    float distance = 0;
};

std::vector<Sample> draw_samples(const Database& database, const Subspace& subspace, Wdl value,
                                 std::size_t n, std::mt19937_64& random) {
    constexpr int kSlots = 400;  // looked at in a row that chance picks
    const PairIndex index(pair_of(subspace));
    const bool mover_is_class = subspace.mover >= subspace.opponent;
    std::vector<Sample> samples;
    while (samples.size() < n) {
        const auto row = static_cast<Row>(random() % (index.size() / index.row_size()));
        for (int i = 0; i < kSlots && samples.size() < n; ++i) {
            const auto slot = static_cast<Slot>(random() % index.row_size());
            if (!index.canonical(row, slot)) continue;
            const auto [class_set, other_set] = index.sets(row, slot);
            Position position;
            position.men = {mover_is_class ? class_set : other_set,
                            mover_is_class ? other_set : class_set};
            const auto outcome = database.probe(position);
            if (!outcome) give_up(outcome.error());
            if (outcome->value != value) continue;
            Sample sample;
            for_each_point(position.men[0], [&](Point p) { sample.men[sample.size++] = p; });
            for_each_point(position.men[1], [&](Point p) {
                sample.men[sample.size++] = static_cast<std::uint8_t>(kPoints + p);
            });
            sample.distance = static_cast<float>(*outcome->distance / kPlies);
            samples.push_back(sample);
        }
    }
    return samples;
}

// All numbers of a net, or a slope in each direction.
struct Numbers {
    std::array<std::array<float, kUnits>, kMen> men{};
    std::array<float, kUnits> bias{};
    std::array<float, kUnits> worth{};
    float base = 0;

    template <typename Visit>
    static void for_each(Numbers& a, Numbers& b, Numbers& c, Numbers& d, Visit&& visit) {
        for (std::size_t man = 0; man < kMen; ++man) {
            for (std::size_t unit = 0; unit < kUnits; ++unit) {
                visit(a.men[man][unit], b.men[man][unit], c.men[man][unit], d.men[man][unit]);
            }
        }
        for (std::size_t unit = 0; unit < kUnits; ++unit) {
            visit(a.bias[unit], b.bias[unit], c.bias[unit], d.bias[unit]);
            visit(a.worth[unit], b.worth[unit], c.worth[unit], d.worth[unit]);
        }
        visit(a.base, b.base, c.base, d.base);
    }
};

class Fit {
public:
    Fit(const std::vector<Sample>& samples, std::mt19937_64& random)
        : samples_(samples), random_(random) {
        // Between −1 and 1.
        const auto chance = [&] { return static_cast<float>(random() % 2001) / 1000.0F - 1.0F; };
        for (auto& of_man : net_.men) {
            for (float& weight : of_man) weight = 0.7F * chance();
        }
        for (float& worth : net_.worth) worth = 0.1F * chance();
        double sum = 0;
        for (const Sample& sample : samples) sum += sample.distance;
        net_.base = static_cast<float>(sum / static_cast<double>(samples.size()));
    }

    void run(int batches) {
        for (int batch = 1; batch <= batches; ++batch) {
            slope_ = {};
            error_ = 0;
            for (std::size_t i = 0; i < kBatch; ++i) add(samples_[random_() % samples_.size()]);
            descend(batch, rate(static_cast<double>(batch) / batches));
        }
    }
    // Of the last batch: the mean square of the error, in plies².
    double error() const { return error_ / kBatch * kPlies * kPlies; }

    DistanceNet net(const Subspace& subspace, Wdl value) const {
        DistanceNet net{.movers = subspace.mover, .opponents = subspace.opponent, .value = value};
        const auto rounded = [](double number) {
            return static_cast<std::int16_t>(std::clamp(std::lround(number), -32'768L, 32'767L));
        };
        for (std::size_t unit = 0; unit < kUnits; ++unit) {
            for (std::size_t man = 0; man < kMen; ++man) {
                net.men[unit][man] = rounded(net_.men[man][unit] * DistanceNet::kManScale);
            }
            net.bias[unit] = rounded(net_.bias[unit] * DistanceNet::kManScale);
            net.worth[unit] = rounded(net_.worth[unit] * kPlies * DistanceNet::kWorthScale);
        }
        net.base = static_cast<std::int32_t>(std::lround(net_.base * kPlies));
        return net;
    }

private:
    // Less and less.
    static double rate(double done) {
        return 0.002 * (1 + std::cos(done * std::acos(-1.0))) + 1e-5;
    }

    // The slope of the square of a sample's error, added to that of the batch.
    void add(const Sample& sample) {
        std::array<std::array<std::size_t, std::size_t{2} * kMaxMen>, kSymmetries> images;
        std::array<std::array<float, kUnits>, kSymmetries> sums;
        float answer = net_.base;
        for (std::size_t s = 0; s < kSymmetries; ++s) {
            sums[s] = net_.bias;
            for (std::size_t i = 0; i < sample.size; ++i) {
                const std::size_t side = sample.men[i] < kPoints ? 0 : kPoints;
                images[s][i] = side + kPointImages[s][sample.men[i] - side];
                const auto& men = net_.men[images[s][i]];
                for (std::size_t unit = 0; unit < kUnits; ++unit) sums[s][unit] += men[unit];
            }
            for (std::size_t unit = 0; unit < kUnits; ++unit) {
                answer += std::max(sums[s][unit], 0.0F) * net_.worth[unit];
            }
        }
        const float error = answer - sample.distance;
        error_ += double{error} * double{error};
        slope_.base += error;
        for (std::size_t s = 0; s < kSymmetries; ++s) {
            std::array<float, kUnits> back;
            for (std::size_t unit = 0; unit < kUnits; ++unit) {
                const float sum = std::max(sums[s][unit], 0.0F);
                back[unit] = sum > 0.0F ? error * net_.worth[unit] : 0.0F;
                slope_.worth[unit] += error * sum;
                slope_.bias[unit] += back[unit];
            }
            for (std::size_t i = 0; i < sample.size; ++i) {
                auto& men = slope_.men[images[s][i]];
                for (std::size_t unit = 0; unit < kUnits; ++unit) men[unit] += back[unit];
            }
        }
    }

    void descend(int batch, double rate) {
        constexpr double kKeepFirst = 0.9;
        constexpr double kKeepSecond = 0.999;
        const auto first_share = static_cast<float>(1 / (1 - std::pow(kKeepFirst, batch)));
        const auto second_share = static_cast<float>(1 / (1 - std::pow(kKeepSecond, batch)));
        Numbers::for_each(net_, slope_, first_, second_,
                          [&](float& number, float slope, float& first, float& second) {
                              slope /= static_cast<float>(kBatch);
                              first += static_cast<float>(1 - kKeepFirst) * (slope - first);
                              second +=
                                  static_cast<float>(1 - kKeepSecond) * (slope * slope - second);
                              number -= static_cast<float>(rate) * first * first_share /
                                        (std::sqrt(second * second_share) + 1e-8F);
                          });
    }

    const std::vector<Sample>& samples_;
    std::mt19937_64& random_;
    Numbers net_;
    Numbers slope_;
    Numbers first_;   // mean of the slopes
    Numbers second_;  // mean of their squares
    double error_ = 0;
};

// Sixteen numbers a line.
template <typename Range>
std::string list(const Range& numbers, const char* indent) {
    std::string text;
    std::size_t n = 0;
    for (const auto number : numbers) {
        if (n > 0) text += n % 16 == 0 ? fmt::format(",\n{}", indent) : ", ";
        text += fmt::format("{}", number);
        ++n;
    }
    return text;
}

void print(const DistanceNet& net) {
    fmt::print(
        "    {{.movers = {},\n     .opponents = {},\n     .value = Wdl::{},\n     .men = {{{{",
        net.movers, net.opponents, net.value == Wdl::Win ? "Win" : "Loss");
    for (std::size_t unit = 0; unit < kUnits; ++unit) {
        fmt::print("{}{{{{{}}}}}", unit == 0 ? "" : ",\n              ",
                   list(net.men[unit], "                "));
    }
    fmt::print("}}}},\n     .bias = {{{{{}}}}},\n     .worth = {{{{{}}}}},\n     .base = {}}},\n",
               list(net.bias, "                "), list(net.worth, "                "), net.base);
}

struct Options {
    std::string folder;
    std::size_t samples = 1'000'000;
    int batches = 50'000;
    std::uint64_t seed = 1;
    std::vector<std::string> pairs;
};

void run(const Options& options) {
    const auto database =
        Database::open({options.folder}, family_of({}), {.cache_bytes = std::size_t{1} << 30});
    if (!database || database->metric() != Metric::Dtw) {
        fmt::print(stderr, "{}: no set with distances to the end\n", options.folder);
        std::exit(3);
    }
    fmt::print(
        "// Made by bench/tune_distance_nets.cpp; not to be changed by hand.\n"
        "#include \"engine/distance_net.hpp\"\n\nnamespace mulino::engine {{\n\nnamespace {{\n\n"
        "constexpr DistanceNet kNets[] = {{\n");
    for (const std::string& pair : options.pairs) {
        const auto winners = static_cast<std::uint8_t>(pair[0] - '0');
        const auto losers = static_cast<std::uint8_t>(pair[2] - '0');
        for (const Wdl value : {Wdl::Win, Wdl::Loss}) {
            const Subspace subspace = value == Wdl::Win ? Subspace{winners, losers, 0, 0}
                                                        : Subspace{losers, winners, 0, 0};
            std::mt19937_64 random(options.seed);
            const auto samples = draw_samples(*database, subspace, value, options.samples, random);
            Fit fit(samples, random);
            fit.run(options.batches);
            fmt::print(stderr, "{} {}: error {:.1f} plies\n", to_string(subspace), to_string(value),
                       std::sqrt(fit.error()));
            print(fit.net(subspace, value));
        }
    }
    fmt::print(
        "}};\n\n}}  // namespace\n\nstd::span<const DistanceNet> distance_nets() {{ return kNets; "
        "}}\n\n}}  // namespace mulino::engine\n");
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (!option.starts_with("--")) {
            options.pairs.emplace_back(option);
            continue;
        }
        if (i + 1 == argc) break;
        const char* const value = argv[++i];
        if (option == "--db") options.folder = value;
        if (option == "--samples") options.samples = std::strtoull(value, nullptr, 10);
        if (option == "--batches") options.batches = std::atoi(value);
        if (option == "--seed") options.seed = std::strtoull(value, nullptr, 10);
    }
    const bool pairs = std::all_of(options.pairs.begin(), options.pairs.end(),
                                   [](const std::string& p) {
                                       const auto men = [](char c) { return c >= '3' && c <= '9'; };
                                       return p.size() == 3 && men(p[0]) && p[1] == '-' && men(p[2]);
                                   });
    if (options.pairs.empty()) options.pairs = {"6-4", "6-5"};
    if (options.folder.empty() || !pairs) {
        fmt::print(stderr,
                   "usage: tune_distance_nets --db DIR [--samples N] [--batches N] [--seed S] "
                   "[PAIR...]\n");
        return 2;
    }
    run(options);
    return 0;
}
