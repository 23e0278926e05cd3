#include "engine/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "engine/game_database.hpp"
#include "engine/go_limits.hpp"
#include "engine/player.hpp"
#include "engine/protocol_options.hpp"
#include "engine/turn_words.hpp"
#include "game/rules_text.hpp"
#include "game/scan.hpp"

namespace mulino {
namespace {

// The score of a win or loss whose length is not known.
constexpr int kDecidedCentimen = 30000;

// "cp 35", "mate 7 value win plies 13": as other protocols of this kind have it, then exactly.
std::string score_words(const Score& score) {
    const bool draw = score.value == Wdl::Draw;
    std::string text;
    if (!score.value || draw) {
        text = fmt::format("cp {}", score.centimen);
    } else if (score.plies) {
        const int turns = (*score.plies + 1) / 2;
        text = fmt::format("mate {}", *score.value == Wdl::Win ? turns : -turns);
    } else {
        text =
            fmt::format("cp {}", *score.value == Wdl::Win ? kDecidedCentimen : -kDecidedCentimen);
    }
    if (score.value) text += fmt::format(" value {}", to_string(*score.value));
    if (score.plies) text += fmt::format(" plies {}", *score.plies);
    return text;
}

std::string info_line(const SearchInfo& info) {
    std::string text = fmt::format(
        "info depth {} seldepth {} score {} nodes {} nps {} hashfull {} dbhits {} time {} pv",
        info.depth, info.selective_depth, score_words(info.score), info.nodes,
        info.nodes_per_second(), info.hash_full, info.db_hits, info.time.count() / 1000);
    for (const Turn& turn : info.pv) text += ' ' + to_string(turn);
    return text;
}

std::string with_path(const Error& error) {
    return error.path.empty() ? error.message : fmt::format("{} ({})", error.message, error.path);
}

// The text from the first of the words, which are views of one line, to the last.
std::string_view joined(std::span<const std::string_view> words) {
    if (words.empty()) return {};
    const char* const begin = words.front().data();
    return {begin, static_cast<std::size_t>(words.back().data() + words.back().size() - begin)};
}

}  // namespace

struct Protocol::Impl {
    Impl(Write write_line, ProtocolSettings what)
        : write(std::move(write_line)),
          settings(std::move(what)),
          options(settings.options),
          game(options.rules),
          database_due(!options.folders.empty()) {}

    using Words = std::span<const std::string_view>;

    void say(std::string_view line) {
        const std::lock_guard lock(writing);
        if (gone) return;
        if (!write(line)) {
            gone = true;
            stop = true;
        }
    }
    void complain(const std::string& message) { say("info string error: " + message); }

    bool busy(std::string_view command) {
        if (!searching) return false;
        complain(fmt::format("{} has to wait for the search to end; stop ends it", command));
        return true;
    }

    void tell_options();
    void set(Words words);
    void position(Words words);
    void go(Words words);
    void describe();
    void prepare();
    void search(const Limits& limits);
    void end_search();
    void wait();

    Write write;
    ProtocolSettings settings;
    ProtocolOptions options;
    Game game;
    std::shared_ptr<const Database> database;
    // Of that and of the rules; made by the first player that needs it.
    std::shared_ptr<engine::PlacingSource> placing;
    std::unique_ptr<Player> player;
    bool infinite = false;  // the last search
    bool database_due;      // options have changed since it was opened

    std::mutex writing;
    std::atomic<bool> gone{false};
    std::atomic<bool> stop{false};
    std::atomic<bool> searching{false};
    std::thread thread;
};

void Protocol::Impl::tell_options() {
    say("id name " + settings.name);
    say("id author the mulino authors");
    for (const std::string& line : option_lines(settings.options)) say(line);
    say("uciok");
}

// setoption name NAME [value VALUE]: both may hold blanks.
void Protocol::Impl::set(Words words) {
    if (words.empty() || words[0] != "name") {
        complain("setoption is followed by name NAME value VALUE");
        return;
    }
    std::size_t value = 1;
    while (value < words.size() && words[value] != "value") ++value;
    const std::string_view name = joined(words.subspan(1, value - 1));
    ProtocolOptions changed = options;
    if (const auto good =
            set_option(changed, name, value < words.size() ? joined(words.subspan(value + 1)) : "");
        !good) {
        complain(good.error().message);
        return;
    }
    if (changed == options) return;
    const bool other_rules = changed.rules != options.rules;
    database_due = database_due || other_rules || changed.folders != options.folders ||
                   changed.cache_mb != options.cache_mb;
    options = std::move(changed);
    player.reset();
    if (other_rules) game = Game(options.rules);
}

void Protocol::Impl::position(Words words) {
    std::size_t moves = 0;
    while (moves < words.size() && words[moves] != "moves") ++moves;
    std::optional<Game> next;
    if (moves == 1 && words[0] == "startpos") {
        next.emplace(options.rules);
    } else if (moves > 1 && words[0] == "fen") {
        const Result<Position> start = parse_position(joined(words.subspan(1, moves - 1)));
        if (!start) {
            complain("position refused: " + start.error().message);
            return;
        }
        next.emplace(options.rules, *start);
    } else {
        const std::string_view wrong = moves > 1 && words[0] == "startpos" ? words[1]
                                       : words.empty()                     ? std::string_view{}
                                                                           : words[0];
        complain(
            fmt::format("position refused: {}; position startpos or position fen POSITION, "
                        "then moves TURN …, would be right",
                        detail::shown_word(wrong)));
        return;
    }
    const Words turns = moves < words.size() ? words.subspan(moves + 1) : Words{};
    for (std::size_t i = 0; i < turns.size();) {
        const Result<std::size_t> taken = play_words(*next, turns.subspan(i));
        if (!taken) {
            complain("position refused: turn " + std::to_string(next->turns().size() + 1) + ", " +
                     taken.error().message);
            return;
        }
        i += *taken;
    }
    game = std::move(*next);
}

// Does what options have asked for since the last search.
void Protocol::Impl::prepare() {
    if (database_due) {
        database_due = false;
        database.reset();
        placing.reset();
        player.reset();
        if (!options.folders.empty()) {
            Result<Database> opened = open_for_games(options.folders, options.rules,
                                                     {.cache_bytes = options.cache_mb << 20});
            if (opened) {
                database = std::make_shared<const Database>(std::move(*opened));
            } else {
                complain("no databases: " + with_path(opened.error()));
            }
        }
    }
    while (!player) {
        try {
            player = std::make_unique<Player>(PlayerOptions{.level = options.level,
                                                            .rules = options.rules,
                                                            .seed = options.seed,
                                                            .hash_bytes = options.hash_mb << 20,
                                                            .database = database,
                                                            .placing = placing});
            placing = player->options().placing;
        } catch (const std::bad_alloc&) {
            if (options.hash_mb == 1) throw;
            complain(
                fmt::format("there is no memory for HashMB {}; it is halved", options.hash_mb));
            options.hash_mb /= 2;
        }
    }
}

void Protocol::Impl::go(Words words) {
    end_search();
    const auto asked = std::chrono::steady_clock::now();
    Result<Limits> limits = parse_go(words, game.to_move());
    if (!limits) complain("go refused: " + limits.error().message);
    if (game.over()) say("info string the game is over: " + in_words(game.end(), game.rules()));
    if (!limits || game.over()) {
        say("bestmove (none)");
        return;
    }
    prepare();
    if (!limits->time && !limits->nodes && !limits->depth && !limits->infinite) {
        limits->time = kDefaultTurnTime;
    }
    if (limits->time) {
        // What it took counts as well.
        const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - asked);
        limits->time = std::max(*limits->time - taken, std::chrono::milliseconds(1));
    }
    infinite = limits->infinite;
    stop = gone.load();
    searching = true;
    thread = std::thread([this, copy = *limits] { search(copy); });
}

// In a thread of its own. Every search ends with one bestmove.
void Protocol::Impl::search(const Limits& limits) {
    std::string answer = "(none)";
    try {
        SearchInfo told;
        const Choice choice = player->choose(game, limits, stop, [&](const SearchInfo& info) {
            told = info;
            say(info_line(info));
        });
        if (choice.database_error) complain(with_path(*choice.database_error));
        // What belongs to the answer comes last, once.
        const SearchInfo& info = choice.info;
        if (info.pv != told.pv || info.depth != told.depth || info.score != told.score) {
            say(info_line(info));
        }
        answer = to_string(choice.turn);
    } catch (const std::exception& problem) {
        complain(problem.what());
    }
    searching = false;  // before the answer, which may be followed by a new line at once
    say("bestmove " + answer);
}

void Protocol::Impl::end_search() {
    if (thread.joinable()) thread.join();
}

void Protocol::Impl::wait() {
    if (searching && infinite) {
        complain("an infinite search has no end to wait for; stop ends it");
        return;
    }
    while (searching && !gone && !(settings.interrupted && settings.interrupted())) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

void Protocol::Impl::describe() {
    std::string text = settings.draw ? settings.draw(game.position()) : std::string();
    text += fmt::format("position {}\nrules {}\n", to_string(game.position(), CounterText::Show),
                        rules_text(game.rules()));
    if (game.over()) {
        text += fmt::format("the game is over: {}\n", in_words(game.end(), game.rules()));
    } else {
        text += fmt::format("{} plies played, occurrence {}, {} legal turns\n", game.turns().size(),
                            game.occurrences(), legal_turns(game.position(), game.rules()).size());
    }
    for (const detail::Field& line : detail::split({text, 0}, '\n')) {
        if (!line.text.empty()) say("info string " + std::string(line.text));
    }
}

Protocol::Protocol(Write write, ProtocolSettings settings)
    : impl_(std::make_unique<Impl>(std::move(write), std::move(settings))) {}

Protocol::~Protocol() { finish(); }

bool Protocol::handle(std::string_view line) {
    const detail::Field text = detail::trimmed(line);
    std::vector<std::string_view> words;
    for (const detail::Field& word : detail::words(text)) words.push_back(word.text);
    if (words.empty()) return !impl_->gone;
    const std::string_view command = words.front();
    const Impl::Words rest = std::span(words).subspan(1);
    if (command == "quit") return false;
    if (command == "uci") {
        impl_->tell_options();
    } else if (command == "isready") {
        if (!impl_->searching) {
            impl_->end_search();
            impl_->prepare();
        }
        impl_->say("readyok");
    } else if (command == "stop") {
        finish();
    } else if (command == "wait") {
        impl_->wait();
    } else if (command == "d") {
        impl_->describe();
    } else if (command != "setoption" && command != "ucinewgame" && command != "position" &&
               command != "go") {
        impl_->complain("unknown command " + detail::shown_word(command));
    } else if (impl_->busy(command)) {
        // refused
    } else if (command == "go") {
        impl_->go(rest);
    } else {
        impl_->end_search();
        if (command == "setoption") impl_->set(rest);
        if (command == "position") {
            impl_->position(rest);
            // So that no time of a turn goes into it, for partners that do not ask isready.
            impl_->prepare();
        }
        if (command == "ucinewgame") {
            if (impl_->player) impl_->player->new_game();
            impl_->game = Game(impl_->options.rules);
        }
    }
    return !impl_->gone;
}

void Protocol::finish() {
    impl_->stop = true;
    impl_->end_search();
}

bool Protocol::partner_gone() const { return impl_->gone; }

}  // namespace mulino
