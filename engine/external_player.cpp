#include "engine/external_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/turn_words.hpp"
#include "game/rules_text.hpp"
#include "game/scan.hpp"
#include "game/words.hpp"

namespace mulino {
namespace {

using namespace std::chrono_literals;
using Clock = EngineProcess::Clock;

// How long it may take to start, and to open databases.
constexpr auto kGreeting = 60s;
// How long after its time an answer may still come; without a limit in time, at all.
constexpr auto kLeastPatience = 1s;
constexpr auto kMostPatience = 10min;
// How often the stop flag is looked at.
constexpr auto kGlance = 50ms;

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kRuleOptions{{
    {"Flying", "flying"},
    {"Removals", "removals"},
    {"Protection", "protection"},
    {"First", "first"},
    {"NoCaptureLimit", "no-capture-limit"},
    {"Repetition", "repetition"},
}};

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (const detail::Field& word : detail::words(detail::trimmed(line))) {
        words.push_back(word.text);
    }
    return words;
}

// The number behind a word of an info line, or 0.
std::uint64_t number_behind(const std::vector<std::string_view>& words, std::string_view name) {
    const auto found = std::find(words.begin(), words.end(), name);
    std::uint64_t number = 0;
    if (found == words.end() || found + 1 == words.end()) return 0;
    std::from_chars((found + 1)->data(), (found + 1)->data() + (found + 1)->size(), number);
    return number;
}

std::string position_line(const Game& game) {
    std::string line = game.start() == start_position(game.rules())
                           ? std::string("position startpos")
                           : "position fen " + to_string(game.start(), CounterText::Show);
    if (!game.turns().empty()) line += " moves";
    // Removals are words of their own, which every program reads.
    for (const Turn& turn : game.turns()) {
        for (const char letter : ' ' + to_string(turn)) {
            if (letter == 'x') line += ' ';
            line += letter;
        }
    }
    return line;
}

// Whether the words, in small letters, are a legal turn but for removals that are still to come.
bool lacks_removals(const Game& game, const std::vector<std::string>& words) {
    const auto turns = legal_turns(game.position(), game.rules());
    return std::any_of(turns.begin(), turns.end(), [&](const Turn& turn) {
        const std::string whole = to_string(turn);
        std::size_t letters = 0;
        for (const std::string& word : words) {
            if (whole.find(word) == std::string::npos) return false;
            letters += word.size();
        }
        return letters < whole.size() && whole.starts_with(words.front() + 'x');
    });
}

std::string go_line(const Limits& limits) {
    std::string line = "go";
    if (limits.nodes) line += fmt::format(" nodes {}", *limits.nodes);
    if (limits.depth) line += fmt::format(" depth {}", *limits.depth);
    if (limits.time) line += fmt::format(" movetime {}", limits.time->count());
    if (line == "go") line += fmt::format(" movetime {}", kDefaultTurnTime.count());
    return line;
}

}  // namespace

ExternalPlayer::ExternalPlayer(EngineProcess process, std::string command)
    : process_(std::move(process)), command_(std::move(command)), name_(command_) {}

Result<ExternalPlayer> ExternalPlayer::start(const std::string& command, const Rules& rules) {
    Result<EngineProcess> process = EngineProcess::start(command);
    if (!process) return tl::unexpected(process.error());
    ExternalPlayer player(std::move(*process), command);
    if (const auto greeted = player.greet(rules); !greeted) {
        return tl::unexpected(greeted.error());
    }
    return player;
}

Result<std::string> ExternalPlayer::wait_for(std::string_view word, Clock::time_point deadline) {
    while (true) {
        Result<std::optional<std::string>> line = process_.read(deadline);
        if (!line) return tl::unexpected(line.error());
        if (!*line) {
            return fail(ErrorCode::Io,
                        fmt::format("the engine '{}' does not answer with {}", command_, word));
        }
        const std::vector<std::string_view> words = words_of(**line);
        if (!words.empty() && words.front() == word) return std::move(**line);
        if (words.size() > 2 && words[0] == "id" && words[1] == "name") {
            name_ = std::string(detail::trimmed(**line).text.substr(8));
        }
        if (words.size() > 2 && words[0] == "option" && words[1] == "name") {
            options_.emplace(words[2]);
        }
    }
}

Result<void> ExternalPlayer::set(std::string_view option, std::string_view value) {
    if (!options_.contains(option)) return {};
    return process_.send(fmt::format("setoption name {} value {}", option, value));
}

Result<void> ExternalPlayer::greet(const Rules& rules) {
    const auto deadline = Clock::now() + kGreeting;
    if (const auto sent = process_.send("uci"); !sent) return sent;
    if (const auto ok = wait_for("uciok", deadline); !ok) return tl::unexpected(ok.error());
    const std::string text = rules_text(rules);
    if (const auto sent = set("Rules", text.substr(0, text.find(' '))); !sent) return sent;
    for (const auto& [option, parameter] : kRuleOptions) {
        const auto sent = set(option, parameter_value(rules, parameter));
        if (!sent) return sent;
    }
    if (const auto sent = process_.send("isready"); !sent) return sent;
    const auto ready = wait_for("readyok", deadline);
    return ready ? Result<void>() : tl::unexpected(ready.error());
}

Result<void> ExternalPlayer::new_game(std::uint64_t seed) {
    if (const auto sent = set("Seed", std::to_string(seed)); !sent) return sent;
    for (const char* const line : {"ucinewgame", "isready"}) {
        if (const auto sent = process_.send(line); !sent) return sent;
    }
    const auto ready = wait_for("readyok", Clock::now() + kGreeting);
    return ready ? Result<void>() : tl::unexpected(ready.error());
}

Result<Answer> ExternalPlayer::choose(const Game& game, const Limits& limits,
                                      const std::atomic<bool>& stop) {
    const std::string go = go_line(limits);
    Clock::duration patience = kMostPatience;
    const bool untimed = !limits.time && (limits.nodes || limits.depth);
    if (!untimed) {
        const auto time = limits.time.value_or(kDefaultTurnTime);
        patience = time + std::max<std::chrono::milliseconds>(time, kLeastPatience);
    }
    const auto deadline = Clock::now() + patience;
    Answer answer;
    std::vector<std::string> said;  // so far, of the turn
    std::string position = position_line(game);
    while (true) {
        for (const std::string& line : {position, go}) {
            if (const auto sent = process_.send(line); !sent) return tl::unexpected(sent.error());
        }
        const auto more = best_move(go, deadline, stop, answer);
        if (!more) return tl::unexpected(more.error());
        said.insert(said.end(), more->begin(), more->end());
        // Some programs take the placing or moving of a man for a turn, and then each removal.
        if (lacks_removals(game, said)) {
            for (const std::string& word : *more) position += ' ' + word;
            continue;
        }
        Game next = game;
        const std::vector<std::string_view> words(said.begin(), said.end());
        const auto played = play_words(next, words);
        if (!played) {
            return fail(ErrorCode::BadTurn, fmt::format("the engine '{}' answers {}", command_,
                                                        played.error().message));
        }
        answer.turn = next.turns().back();
        return answer;
    }
}

Result<std::vector<std::string>> ExternalPlayer::best_move(std::string_view go,
                                                           Clock::time_point deadline,
                                                           const std::atomic<bool>& stop,
                                                           Answer& answer) {
    while (true) {
        if (stop) return fail(ErrorCode::Io, "stopped");
        const auto line = process_.read(std::min(deadline, Clock::now() + kGlance));
        if (!line) return tl::unexpected(line.error());
        if (!*line) {
            if (Clock::now() < deadline) continue;
            return fail(ErrorCode::Io,
                        fmt::format("the engine '{}' does not answer '{}' in time", command_, go));
        }
        const std::vector<std::string_view> words = words_of(**line);
        if (words.empty()) continue;
        if (words[0] == "info") {
            answer.nodes = std::max(answer.nodes, number_behind(words, "nodes"));
            answer.db_hits = std::max(answer.db_hits, number_behind(words, "dbhits"));
        }
        if (words[0] != "bestmove") continue;
        if (words.size() < 2) {
            return fail(ErrorCode::BadTurn,
                        fmt::format("the engine '{}' answers without a turn", command_));
        }
        std::vector<std::string> turn;
        for (std::size_t i = 1; i < words.size(); ++i) {
            // Behind the turn may stand what the program expects next.
            if (i > 1 && words[i].find_first_of("xX") != 0) break;
            turn.push_back(in_small(words[i]));
        }
        return turn;
    }
}

}  // namespace mulino
