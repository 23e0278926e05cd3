// The command line of the commands around games.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <string_view>

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

}  // namespace

void add_games(CLI::App& app, GamesCommandLine& line, std::function<ExitStatus()>& run) {
    add_play(app, line.play, run);
    add_engine(app, line.engine, run);
}

}  // namespace mulino
