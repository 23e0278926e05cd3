// The program `mulino`: the command line, but for the commands around games, which are in
// command_line_games.cpp. What the subcommands do is in the other files of this folder.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "tools/board.hpp"
#include "tools/check.hpp"
#include "tools/command_line.hpp"
#include "tools/compare.hpp"
#include "tools/info.hpp"
#include "tools/pack.hpp"
#include "tools/perft.hpp"
#include "tools/prove.hpp"
#include "tools/query.hpp"
#include "tools/solve.hpp"
#include "tools/status.hpp"
#include "tools/terminal.hpp"
#include "tools/verify.hpp"

namespace mulino {
namespace {

// The options of all subcommands, and what the chosen one is to do with them.
struct CommandLine {
    BoardOptions board;
    CompareOptions compare;
    CheckOptions check;
    InfoOptions info;
    PackOptions pack;
    PerftOptions perft;
    ProveOptions prove;
    CheckCertificateOptions check_certificate;
    GamesCommandLine games;
    QueryOptions query;
    SolveOptions solve;
    VerifyOptions verify;
    std::function<ExitStatus()> run;
};

constexpr const char* kExamples = R"(
Examples:
  mulino solve --db data/italian --max-men 9
  mulino query --db data/italian ".WW/.../.B./B....B/.../.../..W b"
  mulino info --db data/italian
  mulino play
  mulino board ".../.../.../....../.../.../... w 9 9"
  mulino perft 6
'mulino COMMAND --help' explains a command.

Exit status: 0 good, 1 a check found differences, 2 wrong usage, 3 a position or database is bad or
missing, 4 the environment failed (memory, disk, permission) or the run was stopped.)";

}  // namespace

void add_rules(CLI::App& command, RulesOptions& rules) {
    command.add_option("--rules", rules.set, "Rule set: italian, croatian, polish or spanish")
        ->type_name("SET")
        ->capture_default_str();
    const auto add = [&](const char* name, std::optional<std::string>& value, const char* type,
                         const char* help) {
        command.add_option(name, value, help)->type_name(type)->group("Single rules");
    };
    add("--flying", rules.flying, "own|both|off", "Who flies with three men");
    add("--removals", rules.removals, "one|per-mill", "Men removed when a turn closes two mills");
    add("--protection", rules.protection, "lifted|absolute",
        "Of men in mills, when all men are in mills");
    add("--first", rules.first, "white|black", "Who begins");
    add("--no-capture-limit", rules.no_capture_limit, "N|none",
        "Draw after N plies without a removal");
    add("--repetition", rules.repetition, "N|none", "Draw when a position occurs the N-th time");
}

CLI::App* add_command(CLI::App& app, const char* name, const char* help, const char* examples) {
    CLI::App* const command = app.add_subcommand(name, help);
    command->footer(std::string("\nExamples:\n") + examples);
    return command;
}

void add_databases(CLI::App& command, std::vector<std::string>& folders, bool required) {
    // One folder each time, or the position behind it would be taken for another.
    command.add_option("--db", folders, "Folder of a database; may be given several times")
        ->required(required)
        ->allow_extra_args(false)
        ->type_name("DIR");
}

void add_threads(CLI::App& command, int& threads) {
    command.add_option("--threads", threads, "Threads (default: all)")
        ->check(CLI::Range(1, 1024))
        ->type_name("N");
}

namespace {

void add_solve(CLI::App& app, CommandLine& line) {
    SolveOptions& options = line.solve;
    CLI::App* const command =
        add_command(app, "solve", "Solve pairs of piece counts into a database",
                    "  mulino solve --db data/italian\n"
                    "  mulino solve --db data/italian --max-men 11 --threads 4\n"
                    "  mulino solve --db data/spanish --rules spanish --pairs 3-3,4-3\n"
                    "  mulino solve --db data/italian-50 --no-capture-limit 50\n"
                    "  mulino solve --db data/italian --dry-run\n"
                    "Stopped or killed, a run goes on with the same command.");
    command->add_option("--db", options.folder, "Folder of the database, made where missing")
        ->required()
        ->type_name("DIR");
    command->add_option("--max-men", options.max_men, "Pairs with at most N men on the board")
        ->check(CLI::Range(1, 1000))
        ->type_name("N");
    command->add_option("--pairs", options.pairs, "These pairs, as in 3-3,4-3")->type_name("LIST");
    command
        ->add_option("--metric", options.metric,
                     "Store plies to the end (dtw), to the next removal (dtc), or none (wdl); "
                     "default dtw, under a limit dtc")
        ->type_name("dtw|dtc|wdl");
    add_threads(*command, options.threads);
    command->add_option("--memory", options.memory, "Refuse to use more, as in 6G")
        ->type_name("SIZE");
    command->add_flag("--dry-run", options.dry_run, "Print the plan and do nothing");
    add_rules(*command, options.rules);
    command->callback([&line] {
        line.solve.terminal = error_is_terminal();
        line.run = [&line] { return run_solve(line.solve, std::cout, std::cerr); };
    });
}

void add_query(CLI::App& app, CommandLine& line) {
    QueryOptions& options = line.query;
    CLI::App* const command =
        add_command(app, "query", "Tell the exact value of a position and of its turns",
                    "  mulino query --db data/italian \".WW/.../.B./B....B/.../.../..W b\"\n"
                    "  mulino query --db data/italian --line \"W:d7,g7,g1 B:d5,a4,g4 b\"\n"
                    "  mulino query --db data/italian --json --rules polish \"$POSITION\"\n"
                    "  mulino query --db data/italian --batch positions.txt");
    command->add_option("POSITION", options.position, "The position, in quotes")->type_name("");
    add_databases(*command, options.folders);
    command->add_flag("--json", options.json, "Answer in JSON");
    command->add_flag("--line", options.line, "Add the best line to the end");
    command->add_option("--batch", options.batch, "Positions, one a line; - for standard input")
        ->type_name("FILE");
    command
        ->add_option("--time", options.time,
                     "At most, for a position of the placing phase; none: as long as it takes")
        ->type_name("SECONDS")
        ->capture_default_str();
    command->add_option("--cache", options.cache, "Keep what is found of the placing phase")
        ->type_name("FILE");
    add_threads(*command, options.threads);
    add_rules(*command, options.rules);
    command->callback([&line] {
        line.run = [&line] { return run_query(line.query, std::cin, std::cout, std::cerr); };
    });
}

void add_info(CLI::App& app, CommandLine& line) {
    CLI::App* const command = add_command(
        app, "info", "Tell what a database holds, and compare it with what is published",
        "  mulino info --db data/italian\n"
        "  mulino info --db data/italian --recount --json\n"
        "  mulino info --db data/italian --db data/spanish --changes");
    add_databases(*command, line.info.folders);
    command->add_flag("--json", line.info.json, "Answer in JSON");
    command->add_flag("--recount", line.info.recount, "Count all positions again");
    command->add_flag("--changes", line.info.changes,
                      "Of several families, count positions by what the rules make of them");
    add_threads(*command, line.info.threads);
    command->callback([&line] {
        line.info.terminal = error_is_terminal();
        line.run = [&line] { return run_info(line.info, std::cout, std::cerr); };
    });
}

void add_pack(CLI::App& app, CommandLine& line) {
    CLI::App* const command =
        add_command(app, "pack", "Make a smaller or faster set of tables from a database",
                    "  mulino pack --db data/italian --out data/italian-compact --kind compact\n"
                    "  mulino pack --db data/italian --out data/italian-fast --kind fast\n"
                    "Stopped or killed, a run goes on with the same command.");
    add_databases(*command, line.pack.folders);
    command->add_option("--out", line.pack.out, "Folder of the new set, made where missing")
        ->required()
        ->type_name("DIR");
    command
        ->add_option(
            "--kind", line.pack.kind,
            "compact: values, smallest; fast: values, quick to look up; full: distances, too")
        ->required()
        ->type_name("compact|fast|full");
    add_threads(*command, line.pack.threads);
    command->callback([&line] {
        line.pack.terminal = error_is_terminal();
        line.run = [&line] { return run_pack(line.pack, std::cout, std::cerr); };
    });
}

void add_check(CLI::App& app, CommandLine& line) {
    CheckOptions& options = line.check;
    CLI::App* const command =
        add_command(app, "check", "Tell whether the files of a database are sound",
                    "  mulino check --db data/italian\n"
                    "  mulino check --db data/italian --values --compare data/italian.values");
    add_databases(*command, options.folders);
    command->add_option("--compare", options.compare, "Compare with a list of value checksums")
        ->type_name("LIST");
    command->add_option("--write-list", options.write_list, "Write such a list")->type_name("FILE");
    command->add_flag("--values", options.values, "Recompute value checksums and counts");
    add_threads(*command, options.threads);
    command->callback([&line] {
        line.check.terminal = error_is_terminal();
        line.run = [&line] { return run_check(line.check, std::cout, std::cerr); };
    });
}

void add_board(CLI::App& app, CommandLine& line) {
    CLI::App* const command =
        add_command(app, "board", "Draw a position and list its legal turns",
                    "  mulino board \".WW/.../.B./B....B/.../.../..W b\"\n"
                    "  mulino board --rules spanish \"W:a1,d2,f4 B:b2,b4,c5 w\"");
    command->add_option("POSITION", line.board.position, "The position, in quotes")
        ->required()
        ->type_name("");
    add_rules(*command, line.board.rules);
    command->callback([&line] {
        line.board.coloured = output_may_be_coloured();
        line.run = [&line] { return run_board(line.board, std::cout, std::cerr); };
    });
}

void add_perft(CLI::App& app, CommandLine& line) {
    PerftOptions& options = line.perft;
    CLI::App* const command = add_command(
        app, "perft", "Count the leaves of the tree of turns",
        "  mulino perft 7\n"
        "  mulino perft --divide --rules polish 3\n"
        "  mulino perft --position \".WW/.../.B./B....B/.../.../..W b\" 4\n"
        "Draw rules do not act: a limit or a repetition ends a game, not the counting.");
    command->add_option("DEPTH", options.depth, "Plies")
        ->required()
        ->check(CLI::Range(0, 1000))
        ->type_name("");
    command->add_option("--position", options.position, "Begin there, not at the start")
        ->type_name("POSITION");
    command->add_flag("--divide", options.divide, "List the leaves below each turn");
    add_threads(*command, options.threads);
    add_rules(*command, options.rules);
    command->callback(
        [&line] { line.run = [&line] { return run_perft(line.perft, std::cout, std::cerr); }; });
}

void add_verify(CLI::App& app, CommandLine& line) {
    VerifyOptions& options = line.verify;
    CLI::App* const command =
        add_command(app, "verify", "Check every position of a database against its turns",
                    "  mulino verify --db data/italian\n"
                    "  mulino verify --db data/italian --pairs 4-3,5-3\n"
                    "  mulino verify --db data/italian --sample 100000 --seed 7");
    add_databases(*command, options.folders);
    command->add_option("--pairs", options.pairs, "Only these pairs: 3-3,4-3,…")->type_name("LIST");
    command->add_option("--sample", options.sample, "Only N positions drawn at random")
        ->type_name("N");
    command->add_option("--seed", options.seed, "Of the drawing, to repeat it")->type_name("N");
    command->add_option("--report", options.report, "The report (default: DIR/verify.json)")
        ->type_name("FILE");
    command->add_flag("--again", options.again, "Check what the report says is checked, too");
    add_threads(*command, options.threads);
    command->callback([&line] {
        line.verify.version = MULINO_VERSION;
        line.verify.terminal = error_is_terminal();
        line.run = [&line] { return run_verify(line.verify, std::cout, std::cerr); };
    });
}

void add_prove(CLI::App& app, CommandLine& line) {
    ProveOptions& options = line.prove;
    CLI::App* const command =
        add_command(app, "prove", "Prove the value of the empty board",
                    "  mulino prove --db data/italian --certificate empty-board.certificate\n"
                    "  mulino prove --db data/italian --plies 3");
    add_databases(*command, options.folders);
    command->add_option("--certificate", options.certificate, "Write a certificate of it")
        ->type_name("FILE");
    command->add_option("--plies", options.plies, "Prove all positions after N placings, too")
        ->check(CLI::Range(1, 2 * kMaxMen - 1))
        ->type_name("N");
    command->add_option("--cache", options.cache, "Keep what is settled for a later run")
        ->type_name("FILE");
    command->add_flag("--json", options.json, "Answer in JSON");
    add_threads(*command, options.threads);
    add_rules(*command, options.rules);
    command->callback([&line] {
        line.prove.terminal = error_is_terminal();
        line.run = [&line] { return run_prove(line.prove, std::cout, std::cerr); };
    });
}

void add_check_certificate(CLI::App& app, CommandLine& line) {
    CheckCertificateOptions& options = line.check_certificate;
    CLI::App* const command =
        add_command(app, "check-certificate", "Check a certificate of the placing phase",
                    "  mulino check-certificate empty-board.certificate --db data/italian");
    command->add_option("FILE", options.file, "The certificate")->required()->type_name("");
    add_databases(*command, options.folders);
    command->callback([&line] {
        line.check_certificate.terminal = error_is_terminal();
        line.run = [&line] {
            return run_check_certificate(line.check_certificate, std::cout, std::cerr);
        };
    });
}

void add_compare(CLI::App& app, CommandLine& line) {
    CompareOptions& options = line.compare;
    CLI::App* const command =
        add_command(app, "compare", "Compare a database with another program's",
                    "  mulino compare --malom malom-database --db data/italian");
    command->add_option("--malom", options.malom, "Folder of Malom's sector files")
        ->required()
        ->type_name("DIR");
    add_databases(*command, options.folders);
    add_threads(*command, options.threads);
    add_rules(*command, options.rules);
    command->callback([&line] {
        line.compare.terminal = error_is_terminal();
        line.run = [&line] { return run_compare(line.compare, std::cout, std::cerr); };
    });
}

// The status the program ends with: nothing passes for done that could not be printed.
int ended(ExitStatus status) {
    std::cout.flush();
    if (!std::cout) {
        std::cerr << "mulino: standard output cannot be written\n";
        status = ExitStatus::Environment;
    }
    return static_cast<int>(status);
}

int run_program(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    CLI::App app("Nine Men's Morris, solved: databases of exact values, and what they tell.",
                 "mulino");
    app.footer(kExamples);
    app.set_version_flag("--version", "mulino " MULINO_VERSION);
    app.require_subcommand(0, 1);  // none: told below, so that a wrong one is named first
    CommandLine line;
    add_solve(app, line);
    add_query(app, line);
    add_info(app, line);
    add_pack(app, line);
    add_check(app, line);
    add_board(app, line);
    add_perft(app, line);
    add_verify(app, line);
    add_prove(app, line);
    add_check_certificate(app, line);
    add_compare(app, line);
    add_games(app, line.games, line.run);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        // Help and version are "errors" with the code 0.
        const int code = app.exit(problem, std::cout, std::cerr);
        return ended(code == 0 ? ExitStatus::Good : ExitStatus::Usage);
    }
    if (!line.run) {
        std::cerr << "mulino: give a command\nRun with --help for more information.\n";
        return static_cast<int>(ExitStatus::Usage);
    }
    return ended(line.run());
}

// The environment failing is told here and nowhere else.
int failed(const std::exception& problem) {
    const bool memory = dynamic_cast<const std::bad_alloc*>(&problem) != nullptr;
    std::cerr << "mulino: " << (memory ? "not enough memory" : problem.what()) << '\n';
    return static_cast<int>(ExitStatus::Environment);
}

// An error that reaches no caller: oneTBB throws on threads of its own where the system refuses it
// another one.
[[noreturn]] void end_by_error() {
    static std::atomic_flag ending;
    if (ending.test_and_set()) {
        for (;;) ::pause();  // another thread is at it
    }
    try {
        if (const auto problem = std::current_exception()) std::rethrow_exception(problem);
    } catch (const std::exception& problem) {
        std::_Exit(failed(problem));
    } catch (...) {
    }
    std::abort();
}

}  // namespace
}  // namespace mulino

int main(int argc, char** argv) {
    std::set_terminate(mulino::end_by_error);
    try {
        return mulino::run_program(argc, argv);
    } catch (const std::exception& problem) {
        return mulino::failed(problem);
    }
}
