#include "tools/play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <random>
#include <set>

#include "game/words.hpp"
#include "tools/analysis.hpp"
#include "tools/play_table.hpp"
#include "tools/play_view.hpp"
#include "tools/terminal.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "play";

constexpr std::array<std::string_view, 14> kCommands{"turns",  "undo",  "hint", "value", "board",
                                                     "white",  "black", "save", "load",  "new",
                                                     "resign", "quit",  "exit", "help"};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm date{};
    localtime_r(&now, &date);
    return fmt::format("{:04}.{:02}.{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

// The game as it is being played: takes lines, says what came of them.
class Play {
public:
    Play(PlayTable table, const PlayOptions& options, std::istream& in, std::ostream& out,
         const std::atomic<bool>& stop)
        : table_(std::move(table)), options_(options), in_(in), out_(out), stop_(stop) {}

    ExitStatus run();
    void load(std::string_view argument);

private:
    void computer_turn();
    void handle(std::string_view line);
    void command(std::string_view name, std::string_view argument);
    void turn(std::string_view text);
    void undo();
    void hint();
    void value();
    void save(std::string_view argument);
    void take_seat(Side side, std::string_view who);
    // Shows the table again, or says why it has not changed.
    void took_effect(const Result<void>& done) {
        if (!done) say(done.error().message);
        changed_ = changed_ || done;
    }
    void say(std::string_view text) { out_ << "  " << text << '\n'; }
    void show() { out_ << view_of_table(table_, options_.style); }

    PlayTable table_;
    const PlayOptions& options_;
    std::istream& in_;
    std::ostream& out_;
    const std::atomic<bool>& stop_;
    bool changed_ = true;  // the position since it was last shown
    bool left_ = false;
    std::set<std::filesystem::path> own_files_;  // saved or loaded here: may be written again
};

ExitStatus Play::run() {
    if (table_.humans()) out_ << "Type a turn such as d6 or d5-d6xa1; help lists the commands.\n";
    while (!left_ && !stop_ && out_) {
        const Game& game = table_.game();
        const bool computer = !game.over() && !table_.human(game.to_move());
        // The answer to a person's turn is shown together with it.
        if (changed_ && (!computer || !table_.humans())) {
            show();
            if (game.over()) out_ << view_of_end(game);
            changed_ = false;
        }
        if (game.over() && !table_.humans()) break;
        if (computer) {
            computer_turn();
            continue;
        }
        out_ << (game.over() ? "game over" : capital(game.to_move())) << "> " << std::flush;
        std::string line;
        const Result<bool> read = await_input(in_, [this] { return stop_.load(); })
                                      ? read_line(in_, line)
                                      : Result<bool>(false);
        if (!read || !*read) {
            out_ << '\n';
            if (!read) {
                say(read.error().message);
                return ExitStatus::Input;
            }
            break;
        }
        handle(trimmed(line));
    }
    return stop_ ? ExitStatus::Environment : ExitStatus::Good;
}

void Play::computer_turn() {
    const Side side = table_.game().to_move();
    if (options_.terminal) out_ << "  " << capital(side) << " is thinking" << std::flush;
    const Choice choice = table_.choose(stop_);
    if (options_.terminal) out_ << "\r\x1b[K";
    if (stop_) return;
    if (choice.database_error) say(describe(*choice.database_error));
    const Result<void> played = table_.game().play(choice.turn);
    if (!played)
        throw std::logic_error("the computer's turn is illegal: " + played.error().message);
    say(fmt::format("{} ({}) plays {}", capital(side), table_.name(side), to_string(choice.turn)));
    changed_ = true;
}

void Play::handle(std::string_view line) {
    if (line.empty()) return;
    const std::string_view first = line.substr(0, line.find_first_of(" \t"));
    const std::string word = in_small(first);
    const auto begins = [&word](std::string_view name) { return name.starts_with(word); };
    const auto matches = std::count_if(kCommands.begin(), kCommands.end(), begins);
    const bool exact = std::find(kCommands.begin(), kCommands.end(), word) != kCommands.end();
    if (!exact && matches > 1) {
        std::string names;
        for (const std::string_view name : kCommands) {
            if (begins(name)) names += (names.empty() ? "" : ", ") + std::string(name);
        }
        say(fmt::format("{} may be {}", word, names));
    } else if (exact || matches == 1) {
        command(exact ? std::string_view(word)
                      : *std::find_if(kCommands.begin(), kCommands.end(), begins),
                trimmed(line.substr(first.size())));
    } else {
        turn(line);
    }
}

void Play::command(std::string_view name, std::string_view argument) {
    const Game& game = table_.game();
    if (name == "turns") {
        std::vector<std::string> words;
        if (!game.over()) {
            for (const Turn& legal : legal_turns(game.position(), game.rules())) {
                words.push_back(to_string(legal));
            }
        }
        out_ << (words.empty() ? "  none: the game is over\n" : in_lines(words, 2));
    } else if (name == "undo") {
        undo();
    } else if (name == "hint") {
        hint();
    } else if (name == "value") {
        value();
    } else if (name == "board") {
        changed_ = true;
    } else if (name == "white" || name == "black") {
        take_seat(name == "white" ? Side::White : Side::Black, argument);
    } else if (name == "save") {
        save(argument);
    } else if (name == "load") {
        load(argument);
    } else if (name == "new") {
        (void)table_.replace_game(Game(game.rules()));
        changed_ = true;
    } else if (name == "resign") {
        took_effect(table_.game().resign(game.to_move()));
    } else if (name == "help") {
        out_ << view_of_help();
    } else {
        left_ = true;
    }
}

void Play::turn(std::string_view text) {
    Game& game = table_.game();
    if (game.over()) {
        say("the game is over; undo, new, load FILE and quit go on from here");
        return;
    }
    const Result<Turn> read = parse_turn(text, game.position(), game.rules());
    if (!read) {
        say(fmt::format("{}: {}", text.substr(0, 40), read.error().message));
        return;
    }
    took_effect(game.play(*read));
}

// A resignation alone; otherwise back to where a human is to move.
void Play::undo() {
    Game& game = table_.game();
    const bool resigned = game.end().reason == EndReason::Resignation;
    const auto turns = game.turns().size();
    const bool whites_first = game.start().to_move == Side::White;
    const auto human_moved = [&](std::size_t turn) {
        return table_.human((turn % 2 == 0) == whites_first ? Side::White : Side::Black);
    };
    std::size_t back = 1;
    while (back <= turns && !human_moved(turns - back)) ++back;
    if (!resigned && back > turns) {
        say("there is no turn of yours to take back");
        return;
    }
    for (std::size_t i = 0; i < (resigned ? 1 : back); ++i) game.undo();
    changed_ = true;
}

void Play::hint() {
    if (table_.game().over()) {
        say("none: the game is over");
        return;
    }
    const Choice choice = table_.advise(stop_);
    if (choice.database_error) say(describe(*choice.database_error));
    say(fmt::format("{}  ({})", to_string(choice.turn), to_string(choice.score())));
    std::vector<std::string> line;
    for (const Turn& expected : choice.info.pv) line.push_back(to_string(expected));
    if (line.size() > 1) out_ << in_lines(line, 2);
}

void Play::value() {
    if (!table_.database()) {
        say("there are no databases: begin with --db DIR, and mulino solve makes them");
        return;
    }
    const Game& game = table_.game();
    if (options_.terminal && game.position().placing()) out_ << "  searching" << std::flush;
    const Result<Analysis> analysis = table_.analyst().analyse(game.position());
    if (options_.terminal) out_ << "\r\x1b[K";
    if (!analysis) {
        say(describe(analysis.error()));
        return;
    }
    out_ << view_of_values(*analysis, game.to_move(), table_.database()->metric());
    if (analysis->missing) {
        say("unknown for want of a table: " + describe(*analysis->missing));
    } else if (!analysis->turns.empty() && !analysis->turns.back().evaluation.value) {
        say("what is unknown was not settled in time; asked again, it goes on from here");
    }
}

void Play::save(std::string_view argument) {
    if (argument.empty()) {
        say("save FILE: give the name of a file");
        return;
    }
    const std::filesystem::path path(argument);
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !own_files_.contains(path)) {
        say(fmt::format("{} is there already; choose another name", argument));
        return;
    }
    GameRecord record{{}, table_.game(), result_of(table_.game().end()), {}};
    record.set_tag("Date", today());
    record.set_tag("White", table_.name(Side::White));
    record.set_tag("Black", table_.name(Side::Black));
    if (const auto saved = save_game_record(path, record); !saved) {
        say(saved.error().message);
        return;
    }
    own_files_.insert(path);
    say(fmt::format("saved as {}", argument));
}

// "FILE", or "FILE 3" for the third record of it.
void Play::load(std::string_view argument) {
    if (argument.empty()) {
        say("load FILE: give the name of a file");
        return;
    }
    std::string_view file = argument;
    std::size_t number = 1;
    std::error_code ignored;
    const std::size_t blank = argument.find_last_of(" \t");
    if (blank != std::string_view::npos && !std::filesystem::exists(argument, ignored)) {
        const std::string_view last = argument.substr(blank + 1);
        if (last.find_first_not_of("0123456789") == std::string_view::npos && last.size() < 9) {
            file = trimmed(argument.substr(0, blank));
            number = std::stoul(std::string(last));
        }
    }
    const auto records = load_game_records(std::filesystem::path(file));
    if (!records) {
        say(records.error().message);
        return;
    }
    if (number < 1 || number > records->size()) {
        say(fmt::format("{} holds {} {}", file, records->size(),
                        records->size() == 1 ? "game" : "games"));
        return;
    }
    const GameRecord& record = (*records)[number - 1];
    for (const std::string& remark : record.remarks) say(remark);
    if (const auto without = table_.replace_game(record.game)) {
        say("no databases for this game: " + describe(*without));
    }
    if (records->size() == 1) own_files_.insert(std::filesystem::path(file));
    changed_ = true;
}

void Play::take_seat(Side side, std::string_view who) {
    if (who.empty()) {
        say(fmt::format("{} is {}", capital(side), table_.name(side)));
        return;
    }
    took_effect(table_.seat(side, in_small(who)));
}

Result<Game> first_game(const PlayOptions& options) {
    const Result<Rules> rules = game_rules(options.rules);
    if (!rules) return tl::unexpected(rules.error());
    if (!options.position) return Game(*rules);
    const Result<Position> position = parse_position(*options.position);
    if (!position) return tl::unexpected(position.error());
    return Game(*rules, *position);
}

}  // namespace

ExitStatus run_play(const PlayOptions& options, std::istream& in, std::ostream& out,
                    std::ostream& err) {
    Result<Game> game = first_game(options);
    if (!game) return report(err, kName, game.error());
    ComputerOptions computer;
    computer.folders.assign(options.folders.begin(), options.folders.end());
    computer.seed = options.seed.value_or(std::random_device{}());
    computer.limits.nodes = options.nodes;
    if (options.seconds) {
        computer.limits.time = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::duration<double>(*options.seconds));
    }
    Result<PlayTable> table = PlayTable::set_up(std::move(*game), computer);
    if (!table) return report(err, kName, table.error());
    for (const auto& [side, who] :
         {std::pair(Side::White, &options.white), std::pair(Side::Black, &options.black)}) {
        if (const auto seated = table->seat(side, *who); !seated) {
            return report(err, kName, seated.error());
        }
    }
    return Play(std::move(*table), options, in, out, stop_on_interrupt()).run();
}

}  // namespace mulino
