// What the two files that describe the command line share. Only they include CLI11, which is slow
// to compile: main.cpp and command_line_games.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/analyze.hpp"
#include "tools/engine.hpp"
#include "tools/match.hpp"
#include "tools/play.hpp"
#include "tools/rules_options.hpp"
#include "tools/status.hpp"

namespace CLI {
class App;
}

namespace mulino {

// In main.cpp.
CLI::App* add_command(CLI::App& app, const char* name, const char* help, const char* examples);
void add_rules(CLI::App& command, RulesOptions& rules);
void add_databases(CLI::App& command, std::vector<std::string>& folders, bool required = true);
void add_threads(CLI::App& command, int& threads);

/// The options of the commands around games.
struct GamesCommandLine {
    AnalyzeOptions analyze;
    EngineOptions engine;
    MatchCommandOptions match;
    PlayOptions play;
};

/// Adds the commands around games; the chosen one sets `run`. Both references must last as long as
/// `app`.
void add_games(CLI::App& app, GamesCommandLine& line, std::function<ExitStatus()>& run);

}  // namespace mulino
