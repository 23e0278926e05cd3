// `mulino match`: many games between two levels, or against another program.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "engine/match.hpp"
#include "engine/match_score.hpp"
#include "tools/rules_options.hpp"
#include "tools/status.hpp"

namespace mulino {

/// What is said of one side; what is missing is taken from what is said of both.
struct MatchSideOptions {
    std::string level;
    std::optional<std::string> command;
    std::vector<std::string> folders;
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
};

struct MatchCommandOptions {
    RulesOptions rules;
    std::array<MatchSideOptions, 2> sides{
        {{"difficile", {}, {}, {}, {}}, {"medio", {}, {}, {}, {}}}};
    std::vector<std::string> folders;
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
    std::uint32_t games = 100;
    int opening_plies = 3;
    std::uint32_t most_plies = 1000;
    std::uint64_t seed = 0;
    std::uint32_t hash_mb = 16;
    int concurrency = 0;  ///< 0: as many as the machine runs at once
    std::optional<std::string> records;
    bool json = false;
    bool terminal = false;  ///< whether a person sees the progress
};

ExitStatus run_match_command(const MatchCommandOptions& options, std::ostream& out,
                             std::ostream& err);

/// What a match has come to.
struct MatchReport {
    MatchOptions match;
    std::size_t openings = 0;  ///< that there are
    MatchScore score;
    std::array<SideUse, 2> use;
    std::map<std::string, std::uint32_t> ends;  ///< terminations, and how often
    std::uint64_t plies = 0;
    std::vector<std::string> faults;  ///< games lost outside the board: the number and why
    double seconds = 0;

    void add(const MatchGame& game);
};

std::string match_text(const MatchReport& report);
std::string match_json(const MatchReport& report);

}  // namespace mulino
