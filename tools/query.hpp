// `mulino query`: the exact value of a position, of each of its turns, and the best line.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/analysis.hpp"
#include "tools/rules_options.hpp"
#include "tools/status.hpp"

namespace mulino {

struct QueryOptions {
    RulesOptions rules;
    std::vector<std::string> folders;
    std::optional<std::string> position;  ///< this or a batch
    std::optional<std::string> batch;     ///< a file of positions, "-" for standard input
    bool json = false;
    bool line = false;
    /// Seconds at most, for each position of the placing phase, or "none": as long as it takes.
    std::string time = "2";
    std::optional<std::string> cache;  ///< of the placing phase: settled claims, read and written
    int threads = 0;                   ///< 0: as many as the machine runs at once
};

/// Answers one position or a batch. `in` is standard input.
ExitStatus run_query(const QueryOptions& options, std::istream& in, std::ostream& out,
                     std::ostream& err);

/// What an answer is made of.
struct QueryAnswer {
    Rules game_rules;   ///< names the rule set
    Rules value_rules;  ///< what the values are under
    Metric metric = Metric::Wdl;
    Position position;
    Analysis analysis;
    std::optional<BestLine> line;

    /// Positions show their counter where the values depend on it.
    CounterText counter_text() const {
        return value_rules.no_capture_limit ? CounterText::Show : CounterText::Hide;
    }
};

std::string query_text(const QueryAnswer& answer);
std::string query_json(const QueryAnswer& answer);

/// Answers one position a line, in order: the position in its printed form, a tab, the value, a
/// tab, the distance or "-". A line that cannot be answered is repeated, with a tab and the error.
/// `seconds`: for each position of the placing phase at most; nothing: as long as it takes.
/// Returns: Input if there was any such line, or if reading failed, which `err` is told. Stops
/// where `out` cannot be written.
ExitStatus run_batch(std::istream& in, std::ostream& out, std::ostream& err,
                     const Database& database, const Rules& value_rules,
                     std::optional<double> seconds, int threads);

/// "win", "draw", "loss" or "unknown".
std::string_view value_word(const Evaluation& evaluation);

}  // namespace mulino
