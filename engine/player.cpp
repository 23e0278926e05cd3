#include "engine/player.hpp"

#include <algorithm>
#include <cassert>
#include <random>
#include <thread>
#include <utility>

#include "engine/game.hpp"
#include "engine/levels.hpp"
#include "engine/placing_guard.hpp"
#include "engine/placing_source.hpp"
#include "engine/root.hpp"
#include "engine/search.hpp"
#include "engine/tables.hpp"
#include "engine/watch.hpp"
#include "engine/win_search.hpp"

namespace mulino {

using namespace engine;

namespace {

// A line of the search whose scores rest on tables that the game's limit may spoil, no longer on
// estimates.
constexpr Value kReachesRemoval = kEstimateLimit / 2;

std::vector<MoverView> reversible_history(const Game& game) {
    std::vector<MoverView> history;
    const auto positions = game.positions();
    std::size_t first = positions.size() - 1;
    while (first > 0 && positions[first].plies_without_removal > 0) --first;
    for (; first + 1 < positions.size(); ++first) history.push_back(view_of(positions[first]));
    return history;
}

}  // namespace

struct Player::Impl {
    explicit Impl(const PlayerOptions& wanted)
        : options(wanted),
          random(wanted.seed),
          tables(wanted.level == Level::Difficile ? wanted.database : nullptr, wanted.rules,
                 wanted.distances) {
        if (options.level == Level::Difficile) {
            memory = std::make_unique<Memory>(options.hash_bytes);
            search = std::make_unique<Search>(options.rules, *memory, tables);
        }
        if (!tables.any()) return;
        if (!options.placing) {
            options.placing = std::make_shared<PlacingSource>(options.database, options.rules);
        }
        guard =
            std::make_unique<PlacingGuard>(options.placing, options.rules, options.hash_bytes);
    }

    Choice facile(const Game& game) {
        Choice choice{.turn = choose_facile(game, random)};
        choice.info.pv = {choice.turn};
        return choice;
    }

    Choice medio(const Game& game) {
        const MedioChoice found = choose_medio(game, random);
        Choice choice{.turn = found.turn};
        choice.info.depth = choice.info.selective_depth = 2;
        choice.info.score = to_score(found.value);
        choice.info.pv = {found.turn};
        if (!found.ends) choice.info.pv.push_back(found.reply);
        return choice;
    }

    Choice difficile(const Game& game, const Limits& limits, Watch& watch, const Report& report);
    bool go_forward(Task& task, Watch& watch, Choice& choice);
    void search_safely(Task& task, const RootAdvice& advice, Watch& watch, const Report& report,
                       Choice& choice);
    void continue_search(const Task& task, const RootAdvice& advice, Watch& watch,
                         const Report& report, Choice& choice);

    PlayerOptions options;
    std::mt19937_64 random;
    Tables tables;
    std::unique_ptr<Memory> memory;
    std::unique_ptr<Search> search;
    std::unique_ptr<PlacingGuard> guard;  // where there are tables
};

Choice Player::Impl::difficile(const Game& game, const Limits& limits, Watch& watch,
                               const Report& report) {
    const std::uint64_t hits = tables.hits();
    memory->next_search();
    const RootAdvice advice = advise(game, tables, watch);
    Choice choice{.turn = turn_of(advice.turns.front().turn)};
    choice.info.pv = {choice.turn};
    choice.info.score = advice.score;
    const bool known = advice.score.value || advice.plan != Plan::Search;
    if (advice.plan == Plan::Play || (advice.turns.size() == 1 && !limits.infinite)) {
        choice.info.depth = known ? 1 : 0;
    } else {
        Task task{.view = view_of(game.position()),
                  .plies_without_removal = game.position().plies_without_removal,
                  .history = reversible_history(game),
                  .turns = advice.turns,
                  .no_repetition = advice.no_repetition,
                  .equal_turns = advice.plan == Plan::Hold || advice.plan == Plan::Convert,
                  .forward = advice.plan == Plan::Convert && !options.rules.no_capture_limit};
        if (limits.depth) task.depth = std::clamp(*limits.depth, 1, TurnOrder::kMostPlies);
        if (game.position().placing() && tables.any() && (limits.nodes || watch.timed())) {
            search_safely(task, advice, watch, report, choice);
        } else if (advice.plan != Plan::Convert || !go_forward(task, watch, choice)) {
            continue_search(task, advice, watch, report, choice);
        }
    }
    choice.info.db_hits = tables.hits() - hits;
    choice.info.time = watch.elapsed();
    if (advice.plan == Plan::Play && report) report(choice.info);
    choice.database_error = tables.take_error();
    if (guard && !choice.database_error) choice.database_error = guard->take_error();
    return choice;
}

// The end of the game, if it can be found; under a limit to the plies without a removal, the next
// removal as well. Where nothing presses, the quickest removal often leads to the longest way.
// Returns: whether the turn is chosen; otherwise the task is to choose among the turns left in it.
bool Player::Impl::go_forward(Task& task, Watch& watch, Choice& choice) {
    for (const Goal goal : {Goal::End, Goal::Removal}) {
        if (goal == Goal::Removal && task.forward) break;
        WinSearch win_search(options.rules, goal, *memory, tables);
        std::optional<WayForward> way;
        watch.spend_part(4, [&] { way = win_search.find(task.view, task.turns, watch); });
        choice.info.nodes = watch.nodes();
        if (!way) continue;
        choice.turn = turn_of(way->turns.front().turn);
        choice.info.pv = {choice.turn};
        choice.info.depth = choice.info.selective_depth = way->plies;
        if (goal == Goal::End) choice.info.score.plies = way->plies;
        // What is removed may decide how hard the rest will be.
        task.turns = std::move(way->turns);
        return task.turns.size() == 1;
    }
    return false;
}

// Of the placing phase: the turn that the search chooses is to be proved not to lose. One that does
// is left out, and the search chooses again. If there is not the time for a proof, the search
// chooses among turns that are known to hold, where there are any.
void Player::Impl::search_safely(Task& task, const RootAdvice& advice, Watch& watch,
                                 const Report& report, Choice& choice) {
    std::optional<Choice> first;
    std::vector<Candidate> safe;
    for (const Candidate& candidate : task.turns) {
        if (guard->settled(play(task.view, candidate.turn)).value_or(false)) {
            safe.push_back(candidate);
        }
    }
    while (true) {
        watch.spend_part(2, [&] { continue_search(task, advice, watch, report, choice); });
        const auto chosen = std::find_if(
            task.turns.begin(), task.turns.end(),
            [&](const Candidate& candidate) { return turn_of(candidate.turn) == choice.turn; });
        std::optional<bool> holds;
        watch.spend_part(safe.empty() ? 1 : 2, [&] {
            holds = guard->opponent_holds(play(task.view, chosen->turn), watch);
        });
        if (!holds && !safe.empty()) {
            task.turns = std::move(safe);
            choice.turn = turn_of(task.turns.front().turn);
            choice.info.pv = {choice.turn};
            continue_search(task, advice, watch, report, choice);
            break;
        }
        if (holds.value_or(true)) break;
        if (!first) first = choice;
        task.turns.erase(chosen);
        if (task.turns.empty()) {
            // All of them lose.
            choice = *first;
            break;
        }
    }
    choice.info.nodes = watch.nodes();
}

void Player::Impl::continue_search(const Task& task, const RootAdvice& advice, Watch& watch,
                                   const Report& report, Choice& choice) {
    // What is known for certain stays so, whatever the search estimates.
    const auto told = [&](SearchInfo info) {
        if (advice.score.value && !info.score.value) {
            info.score.value = advice.score.value;
            if (*advice.score.value != Wdl::Draw) info.score.centimen = 0;
        }
        return info;
    };
    tables.draws_in_full(advice.plan == Plan::Hold);
    const Found found = search->run(task, watch, [&](const SearchInfo& info) {
        if (report) report(told(info));
    });
    const bool fails = (advice.plan == Plan::Claim && found.value < kReachesRemoval) ||
                       (advice.plan == Plan::Resist && found.value <= -kReachesRemoval);
    choice.info = told(found.info);
    if (fails) {
        choice.info.pv = {choice.turn};
    } else {
        choice.turn = turn_of(found.turn);
    }
}

Player::Player(const PlayerOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Player::Player(Player&&) noexcept = default;
Player& Player::operator=(Player&&) noexcept = default;
Player::~Player() = default;

const PlayerOptions& Player::options() const { return impl_->options; }

Choice Player::choose(const Game& game, const Limits& limits, const std::atomic<bool>& stop,
                      const Report& report) {
    assert(!game.over() && game.rules() == impl_->options.rules);
    Watch watch(limits, stop);
    Choice choice;
    switch (impl_->options.level) {
        case Level::Facile:
            choice = impl_->facile(game);
            break;
        case Level::Medio:
            choice = impl_->medio(game);
            break;
        case Level::Difficile:
            choice = impl_->difficile(game, limits, watch, report);
            break;
    }
    while (limits.infinite && !stop.load(std::memory_order_relaxed)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return choice;
}

void Player::new_game() {
    impl_->random.seed(impl_->options.seed);
    if (impl_->search) {
        impl_->memory->clear();
        impl_->search->clear();
    }
    if (impl_->guard) impl_->guard->new_game();
}

}  // namespace mulino
