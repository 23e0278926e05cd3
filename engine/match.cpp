#include "engine/match.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "engine/openings.hpp"

namespace mulino {
namespace {

// The games in progress: hands out numbers, keeps what is finished until its turn comes.
class Match {
public:
    Match(const MatchOptions& options, const std::atomic<bool>& stop,
          const std::function<void(const MatchGame&)>& finished)
        : options_(options),
          stop_(stop),
          finished_(finished),
          openings_(shuffled_openings(options.rules, options.opening_plies, options.seed)) {}

    Result<void> run();

private:
    using Participants = std::array<std::unique_ptr<Participant>, 2>;

    void work();
    Result<std::optional<MatchGame>> play(std::uint32_t number, Participants& participants);
    Result<void> make(Participants& participants) const;
    bool ended() const { return stop_ || failed_; }
    void fail_with(const Error& error);
    void deliver(MatchGame game);
    void deliver_waiting(bool all);

    const MatchOptions& options_;
    const std::atomic<bool>& stop_;
    const std::function<void(const MatchGame&)>& finished_;
    std::vector<Opening> openings_;

    std::atomic<std::uint32_t> next_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;  // guards what follows
    std::optional<Error> error_;
    std::exception_ptr exception_;
    std::map<std::uint32_t, MatchGame> waiting_;
    std::uint32_t delivered_ = 0;
};

void Match::fail_with(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    failed_ = true;
}

void Match::deliver_waiting(bool all) {
    while (!waiting_.empty() && (all || waiting_.begin()->first == delivered_)) {
        finished_(waiting_.begin()->second);
        delivered_ = waiting_.begin()->first + 1;
        waiting_.erase(waiting_.begin());
    }
}

void Match::deliver(MatchGame game) {
    const std::lock_guard lock(mutex_);
    const std::uint32_t number = game.number;
    waiting_.emplace(number, std::move(game));
    deliver_waiting(false);
}

Result<void> Match::make(Participants& participants) const {
    for (std::size_t side = 0; side < 2; ++side) {
        if (participants[side]) continue;
        auto made = make_participant(options_.sides[side], options_.rules);
        if (!made) return tl::unexpected(made.error());
        participants[side] = std::move(*made);
    }
    return {};
}

// Nothing if the match is stopped first. A participant that cannot go on is given up.
Result<std::optional<MatchGame>> Match::play(std::uint32_t number, Participants& participants) {
    MatchGame game{number, number % 2 == 0, {{}, Game(options_.rules), {}, {}}, {}, {}};
    GameRecord& record = game.record;
    record.set_tag("Round", std::to_string(number + 1));
    record.set_tag("White", options_.sides[game.first_has_white ? 0 : 1].name);
    record.set_tag("Black", options_.sides[game.first_has_white ? 1 : 0].name);
    for (const Turn& turn : openings_[number / 2 % openings_.size()]) {
        const Result<void> played = record.game.play(turn);
        if (!played) return tl::unexpected(played.error());
    }
    for (std::size_t side = 0; side < 2; ++side) {
        const auto begun = participants[side]->new_game(game_seed(options_.seed, number, side));
        if (!begun) return tl::unexpected(begun.error());
    }
    while (!record.game.over() && record.game.turns().size() < options_.most_plies) {
        if (ended()) return std::optional<MatchGame>();
        const Side mover = record.game.to_move();
        const std::size_t side = (mover == Side::White) == game.first_has_white ? 0 : 1;
        const auto begin = std::chrono::steady_clock::now();
        const Result<Answer> answer = participants[side]->choose(record.game, stop_);
        const auto time = std::chrono::duration_cast<std::chrono::microseconds>(
            std::chrono::steady_clock::now() - begin);
        if (ended()) return std::optional<MatchGame>();
        if (!answer) {
            if (!options_.sides[side].command) return tl::unexpected(answer.error());
            participants[side].reset();
            record.result = win_of(other(mover));
            record.set_tag("Termination", answer.error().code == ErrorCode::BadTurn ? "illegal turn"
                                                                                    : "no answer");
            game.fault = answer.error().message;
            return game;
        }
        game.use[side].add({1, answer->nodes, answer->db_hits, time, time});
        if (const auto played = record.game.play(answer->turn); !played) {
            return tl::unexpected(played.error());
        }
    }
    record.result = record.game.over() ? result_of(record.game.end()) : GameResult::Draw;
    if (!record.game.over()) record.set_tag("Termination", "adjudication");
    return game;
}

void Match::work() {
    try {
        Participants participants;
        for (std::uint32_t number = next_++; number < options_.games && !ended();
             number = next_++) {
            if (const auto made = make(participants); !made) return fail_with(made.error());
            Result<std::optional<MatchGame>> game = play(number, participants);
            if (!game) return fail_with(game.error());
            if (*game) deliver(std::move(**game));
        }
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!exception_) exception_ = std::current_exception();
        failed_ = true;
    }
}

Result<void> Match::run() {
    std::vector<std::thread> threads;
    const auto most =
        std::min<std::uint32_t>(static_cast<std::uint32_t>(options_.concurrency), options_.games);
    for (std::uint32_t i = 0; i < most; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (exception_) std::rethrow_exception(exception_);
    // Of a match that was stopped some numbers are missing.
    deliver_waiting(true);
    if (error_) return tl::unexpected(*error_);
    return {};
}

}  // namespace

void SideUse::add(const SideUse& other) {
    turns += other.turns;
    nodes += other.nodes;
    db_hits += other.db_hits;
    time += other.time;
    longest = std::max(longest, other.longest);
}

std::uint64_t game_seed(std::uint64_t match_seed, std::uint32_t game, std::size_t side) {
    // Steps of a generator whose numbers look unrelated (splitmix64).
    std::uint64_t state = match_seed + (2 * std::uint64_t{game} + side + 1) * 0x9E3779B97F4A7C15U;
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9U;
    state = (state ^ state >> 27) * 0x94D049BB133111EBU;
    return state ^ state >> 31;
}

Result<void> run_match(const MatchOptions& options, const std::atomic<bool>& stop,
                       const std::function<void(const MatchGame&)>& finished) {
    assert(options.games % 2 == 0 && options.concurrency >= 1);
    return Match(options, stop, finished).run();
}

}  // namespace mulino
