// What the programs that find weights share: samples, linear equations, the text of weights.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/evaluation.hpp"

namespace mulino::engine {

// Of each phase: the counts of both sides, a man more, the move; in the moving phase instead of the
// last two a term for each pair of numbers of men.
inline constexpr std::size_t kMan = 2 * kFeatureKinds;
inline constexpr std::size_t kMove = kMan + 1;
inline constexpr std::size_t kMen = kMan;
inline constexpr std::size_t kMost = kMen + kMenCounts * kMenCounts;

struct Sample {
    std::array<std::int8_t, 2 * kFeatureKinds> features;
    std::int8_t own_men;
    std::int8_t other_men;
    float value;
};

inline Sample sample_of(const Seen& seen, float value) {
    Sample sample{};
    for (std::size_t i = 0; i < kFeatureKinds; ++i) {
        sample.features[i] = static_cast<std::int8_t>(seen.own[i]);
        sample.features[kFeatureKinds + i] = static_cast<std::int8_t>(seen.other[i]);
    }
    sample.own_men = static_cast<std::int8_t>(seen.own_men);
    sample.other_men = static_cast<std::int8_t>(seen.other_men);
    sample.value = value;
    return sample;
}

using Coefficients = std::vector<double>;

inline bool is_placing(std::size_t phase) {
    return phase <= static_cast<std::size_t>(EvaluationPhase::LastPlacing);
}

// Calls visit(place, count) for all that is not 0.
template <typename Visit>
void for_each_term(const Sample& sample, std::size_t phase, Visit&& visit) {
    for (std::size_t i = 0; i < sample.features.size(); ++i) {
        if (sample.features[i] != 0) visit(i, static_cast<double>(sample.features[i]));
    }
    if (is_placing(phase)) {
        if (sample.own_men != sample.other_men) {
            visit(kMan, static_cast<double>(sample.own_men - sample.other_men));
        }
        visit(kMove, 1.0);
    } else {
        visit(kMen + static_cast<std::size_t>(sample.own_men - kMinMen) * kMenCounts +
                  static_cast<std::size_t>(sample.other_men - kMinMen),
              1.0);
    }
}

// Solves a·x = b for a symmetric positive a, by Cholesky; the result is in b.
inline void solve(std::vector<double>& a, std::vector<double>& b) {
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = a[i * n + j];
            for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? std::sqrt(sum) : sum / a[j * n + j];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
        b[i] /= a[i * n + i];
    }
}

inline std::string row(const double* first, std::size_t n, double scale) {
    std::string text = "{{";
    for (std::size_t i = 0; i < n; ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : ", ", std::lround(first[i] * scale));
    }
    return text + "}}";
}

inline void print_head(const char* program) {
    fmt::print(
        "// Made by bench/{}.cpp; not to be changed by hand.\n"
        "#include \"engine/weights.hpp\"\n\nnamespace mulino::engine {{\n\n",
        program);
}
inline void print_tail() { fmt::print("}}  // namespace mulino::engine\n"); }

/// The text of `const Weights name`, by phase, each coefficient times `scale`.
inline std::string definition(const char* name, const std::vector<Coefficients>& all,
                              double scale) {
    std::string text = fmt::format("const Weights {}{{\n    .features = {{{{\n", name);
    for (const Coefficients& weights : all) {
        text += fmt::format("        {{{{{},\n          {}}}}},\n",
                            row(weights.data(), kFeatureKinds, scale),
                            row(weights.data() + kFeatureKinds, kFeatureKinds, scale));
    }
    std::array<double, kEvaluationPhases> man{};
    std::array<double, kEvaluationPhases> move{};
    std::array<double, kMenCounts * kMenCounts> men{};
    for (std::size_t phase = 0; phase < kEvaluationPhases; ++phase) {
        if (is_placing(phase)) {
            man[phase] = all[phase][kMan];
            move[phase] = all[phase][kMove];
        } else {
            // Each pair of numbers belongs to one phase; elsewhere it was never seen and is 0.
            for (std::size_t i = 0; i < men.size(); ++i) men[i] += all[phase][kMen + i];
        }
    }
    const auto braced = [&](const auto& values) {
        const std::string inner = row(values.data(), values.size(), scale);
        return inner.substr(1, inner.size() - 2);
    };
    text += fmt::format("    }}}},\n    .man = {},\n    .move = {},\n    .men = {{{{\n",
                        braced(man), braced(move));
    for (std::size_t own = 0; own < kMenCounts; ++own) {
        text += fmt::format("        {},\n", row(men.data() + own * kMenCounts, kMenCounts, scale));
    }
    return text + "    }},\n};\n\n";
}

}  // namespace mulino::engine
