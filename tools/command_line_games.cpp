// The command line of the commands around games.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "engine/openings.hpp"
#include "tools/command_line.hpp"
#include "tools/terminal.hpp"

namespace mulino {
namespace {

// Whether the terminal shows more than ASCII, by what the environment says of its character set.
bool locale_is_unicode() {
    for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* const value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        const std::string_view locale(value);
        for (const std::string_view unicode : {"UTF-8", "UTF8", "utf-8", "utf8"}) {
            if (locale.find(unicode) != std::string_view::npos) return true;
        }
        return false;
    }
    return true;
}

void add_limits(CLI::App& command, std::optional<double>& seconds,
                std::optional<std::uint64_t>& nodes) {
    command.add_option("--time", seconds, "For a turn of difficile, at most (default 1.2)")
        ->check(CLI::Range(0.001, 1e6))
        ->type_name("SECONDS");
    command.add_option("--nodes", nodes, "Positions searched for a turn of difficile, at most")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 60))
        ->type_name("N");
}

void add_play(CLI::App& app, PlayOptions& options, std::function<ExitStatus()>& run) {
    CLI::App* const command =
        add_command(app, "play", "Play a game at the terminal",
                    "  mulino play\n"
                    "  mulino play --white medio --black human --rules polish\n"
                    "  mulino play --db data/italian --time 5\n"
                    "  mulino play --white difficile --black difficile --seed 7 --nodes 100000\n"
                    "At the prompt, 'help' lists the commands.");
    command->add_option("--white", options.white, "Who plays White: human or a level")
        ->type_name("human|facile|medio|difficile")
        ->capture_default_str();
    command->add_option("--black", options.black, "Who plays Black")
        ->type_name("human|facile|medio|difficile")
        ->capture_default_str();
    add_databases(*command, options.folders, false);
    add_limits(*command, options.seconds, options.nodes);
    command->add_option("--seed", options.seed, "Of chance, to repeat a game")->type_name("N");
    command->add_option("--position", options.position, "Begin there, not at the start")
        ->type_name("POSITION");
    command->add_flag("--ascii", options.ascii, "Draw the board with plain characters");
    add_rules(*command, options.rules);
    command->callback([&options, &run] {
        options.style = {!options.ascii && locale_is_unicode(), output_may_be_coloured()};
        options.terminal = output_is_terminal();
        run = [&options] { return run_play(options, std::cin, std::cout, std::cerr); };
    });
}

void add_analyze(CLI::App& app, AnalyzeOptions& options, std::function<ExitStatus()>& run) {
    CLI::App* const command =
        add_command(app, "analyze", "Tell which turns of a game gave away a win or a draw",
                    "  mulino analyze game.txt --db data/italian\n"
                    "  mulino analyze games.txt --game 12 --db data/italian --json");
    command->add_option("GAME", options.file, "A record of games")->required()->type_name("");
    add_databases(*command, options.folders);
    command->add_option("--game", options.game, "Which game of the file")
        ->check(CLI::Range(1, 1'000'000'000))
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--time", options.seconds, "At most, for a position of the placing phase")
        ->check(CLI::Range(0.0, 1e6))
        ->type_name("SECONDS")
        ->capture_default_str();
    command->add_option("--cache", options.cache, "Keep what is found of the placing phase")
        ->type_name("FILE");
    command->add_flag("--json", options.json, "Answer in JSON");
    add_threads(*command, options.threads);
    command->callback([&options, &run] {
        run = [&options] { return run_analyze(options, std::cout, std::cerr); };
    });
}

void add_engine(CLI::App& app, EngineOptions& options, std::function<ExitStatus()>& run) {
    CLI::App* const command =
        add_command(app, "engine", "Play for another program, by a protocol like UCI",
                    "  mulino engine\n"
                    "  mulino engine --db data/italian --level medio --rules polish\n"
                    "  printf 'position startpos moves d6\\ngo depth 8\\nwait\\n' | mulino engine\n"
                    "docs/protocol.md specifies the protocol; setoption changes all options.");
    command->add_option("--level", options.level, "Level at the start")
        ->type_name("facile|medio|difficile")
        ->capture_default_str();
    add_databases(*command, options.folders, false);
    command->add_option("--cache", options.cache_mb, "For the databases")->type_name("MB");
    command->add_option("--hash", options.hash_mb, "For positions remembered")->type_name("MB");
    command->add_option("--seed", options.seed, "Of chance")->type_name("N");
    add_rules(*command, options.rules);
    command->callback([&options, &run] {
        options.name = "mulino " MULINO_VERSION;
        run = [&options] { return run_engine(options, std::cin, std::cout, std::cerr); };
    });
}

void add_match(CLI::App& app, MatchCommandOptions& options, std::function<ExitStatus()>& run) {
    CLI::App* const command = add_command(
        app, "match", "Play many games between levels, or against another program",
        "  mulino match --player difficile --opponent medio --time 0.1 --games 200\n"
        "  mulino match --opponent difficile --player-nodes 100000 --opponent-nodes 10000\n"
        "  mulino match --opponent difficile --time 0.1 --player-db data/italian\n"
        "  mulino match --opponent-command './other-engine' --time 0.5 --records games.txt");
    const auto add_side = [&](const std::string& name, MatchSideOptions& side) {
        command->add_option("--" + name, side.level, "Level of this side")
            ->type_name("facile|medio|difficile")
            ->capture_default_str();
        const auto add = [&](const char* what, auto& value, const char* help, const char* type) {
            return command->add_option("--" + name + what, value, help)
                ->type_name(type)
                ->group("One side");
        };
        add("-command", side.command, "Another program plays this side", "COMMAND");
        add("-db", side.folders, "Databases of this side", "DIR")->allow_extra_args(false);
        add("-time", side.seconds, "As --time", "SECONDS")->check(CLI::Range(0.001, 1e6));
        add("-nodes", side.nodes, "As --nodes", "N")->check(CLI::PositiveNumber);
    };
    add_side("player", options.sides[0]);
    add_side("opponent", options.sides[1]);
    add_databases(*command, options.folders, false);
    add_limits(*command, options.seconds, options.nodes);
    command->add_option("--games", options.games, "Games, an even number")
        ->check(CLI::Range(2, 1'000'000))
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--openings", options.opening_plies, "Plies placed before play begins")
        ->check(CLI::Range(0, kMostOpeningPlies))
        ->type_name("PLIES")
        ->capture_default_str();
    command->add_option("--max-plies", options.most_plies, "A game of so many plies is a draw")
        ->check(CLI::Range(10, 1'000'000))
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--seed", options.seed, "Of the order of openings, and of chance")
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--hash", options.hash_mb, "For positions remembered, each player")
        ->check(CLI::Range(1, 65536))
        ->type_name("MB")
        ->capture_default_str();
    command->add_option("--concurrency", options.concurrency, "Games at once (default: all cores)")
        ->check(CLI::Range(1, 1024))
        ->type_name("N");
    command->add_option("--records", options.records, "Write all games there")->type_name("FILE");
    command->add_flag("--json", options.json, "Answer in JSON");
    add_rules(*command, options.rules);
    command->callback([&options, &run] {
        options.terminal = error_is_terminal();
        run = [&options] { return run_match_command(options, std::cout, std::cerr); };
    });
}

}  // namespace

void add_games(CLI::App& app, GamesCommandLine& line, std::function<ExitStatus()>& run) {
    add_play(app, line.play, run);
    add_analyze(app, line.analyze, run);
    add_engine(app, line.engine, run);
    add_match(app, line.match, run);
}

}  // namespace mulino
