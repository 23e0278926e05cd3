// The player in endgames whose values are known: does it win what is won and hold what is drawn?
//
//     endgame_trials won   --db DIR [--truth DIR] [OPTIONS]
//     endgame_trials drawn --db DIR [--truth DIR] [--opponent perfect|random] [OPTIONS]
//
//     --db DIR       the databases of the player, any kind
//     --truth DIR    a full set with distances, for the positions and the opponent; without it the
//                    one of the player
//     --positions N  1000
//     --nodes N      what the player searches a turn at most, 20000; or --time MS
//     --plies N      after which a game is stopped, 300
//     --seed S       1
//     --no-capture-limit N
//                    both sets are of values under that limit, and so is the game
//     --values-only  the player makes no use of the distances of its databases
//     --verbose      a line for each game that is not won (not held) as it should be
//
// Positions come in equal shares from all subspaces that have such positions, each uniformly from
// the canonical ones, a row at a time (random_position.hpp). They are played without draw rules but
// for a limit that is given. In won ones the opponent takes the longest defence (under a limit the
// one with most plies to the next removal); in drawn ones it is perfect, taking any turn that holds
// the draw, or random. A drawn game ends at the third occurrence of a position. Every turn of the
// player is checked: one that gives away a win or a draw is a slip.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/random_position.hpp"
#include "db/database.hpp"
#include "db/turn_outcome.hpp"
#include "engine/game.hpp"
#include "engine/player.hpp"

using namespace mulino;

namespace {

using DatabasePointer = std::shared_ptr<const Database>;

struct Options {
    Wdl wanted = Wdl::Win;
    std::string db;
    std::string truth;
    bool random_opponent = false;
    int positions = 1000;
    Limits limits{.nodes = 20'000};
    int plies = 300;
    std::uint64_t seed = 1;
    std::optional<std::uint16_t> limit;
    bool values_only = false;
    bool verbose = false;
};

[[noreturn]] void give_up(const Error& error) {
    fmt::print(stderr, "{}{}{}\n", error.path, error.path.empty() ? "" : ": ", error.message);
    std::exit(3);
}

DatabasePointer open(const std::string& folder, const Rules& rules) {
    auto database = Database::open({folder}, family_of(rules, rules.no_capture_limit),
                                   {.cache_bytes = std::size_t{256} << 20});
    if (!database) give_up(database.error());
    return std::make_shared<const Database>(std::move(*database));
}

Outcome probe(const Database& database, const Position& position) {
    const auto outcome = database.probe(position);
    if (!outcome) give_up(outcome.error());
    return *outcome;
}

// The subspaces that have positions of a value that are not yet over.
std::vector<Subspace> subspaces_with(const Database& database, Wdl value) {
    std::vector<Subspace> subspaces;
    const auto tables = database.tables();
    if (!tables) give_up(tables.error());
    for (const TableInfo& table : *tables) {
        const TableCounts& counts = table.header.counts;
        if ((value == Wdl::Win ? counts.wins : counts.draws) > 0) {
            subspaces.push_back(table.header.key.subspace);
        }
    }
    return subspaces;
}

Position start_of(const Database& database, const Subspace& subspace, Wdl value,
                  std::mt19937_64& random) {
    for (;;) {
        const auto position = random_position(database, subspace, value, 1'000, random);
        if (!position) give_up(position.error());
        if (*position) return **position;
    }
}

// The turn of an opponent that knows everything. `any` chooses among turns that are as good.
Turn perfect_turn(const Database& truth, const Game& game, std::mt19937_64& random) {
    std::vector<Turn> best;
    std::pair<int, int> least;
    for (const Turn& turn : legal_turns(game.position(), game.rules())) {
        const Outcome after = probe(truth, play(game.position(), turn));
        const auto rank = rank_of(of_turn(after, turn, truth.metric()));
        if (best.empty() || rank < least) best.clear();
        if (best.empty() || rank == least) {
            least = rank;
            best.push_back(turn);
        }
    }
    return best[random() % best.size()];
}

Turn random_turn(const Game& game, std::mt19937_64& random) {
    const auto turns = legal_turns(game.position(), game.rules());
    return turns[random() % turns.size()];
}

struct Played {
    std::optional<Side> winner;  // White is the player
    int plies = 0;
    bool slipped = false;
};

Played play_game(Player& player, const Database& truth, const Position& start,
                 const Options& options, std::mt19937_64& random) {
    Game game(player.options().rules, start);
    Played played;
    const std::atomic<bool> stop = false;
    player.new_game();
    Wdl hold = options.wanted;
    while (!game.over() && played.plies < options.plies) {
        if (options.wanted == Wdl::Draw && game.occurrences() >= 3) break;
        const bool players = game.to_move() == Side::White;
        const Turn turn = players                   ? player.choose(game, options.limits, stop).turn
                          : options.random_opponent ? random_turn(game, random)
                                                    : perfect_turn(truth, game, random);
        if (!game.play(turn)) {
            fmt::print(stderr, "an illegal turn: {}\n", to_string(turn));
            std::exit(1);
        }
        ++played.plies;
        const Wdl now = probe(truth, game.position()).value;
        if (players) {
            played.slipped = played.slipped || reversed(now) < hold;
        } else {
            hold = std::max(hold, now);
        }
    }
    played.winner = game.end().winner;
    return played;
}

struct Tally {
    int won = 0;
    int lost = 0;
    int slipped = 0;
    int exact = 0;
    int within_100 = 0;
    std::vector<int> lengths;  // of won games
};

void report(const Options& options, const Tally& tally, double seconds) {
    const int n = options.positions;
    fmt::print("{} positions: {} won, {} undecided, {} lost; {} with a slip; {:.0f} s\n", n,
               tally.won, n - tally.won - tally.lost, tally.lost, tally.slipped, seconds);
    if (options.wanted != Wdl::Win) return;
    std::vector<int> lengths = tally.lengths;
    std::sort(lengths.begin(), lengths.end());
    if (!options.limit) fmt::print("in exactly as many plies as the distance: {}; ", tally.exact);
    fmt::print("within 100 plies: {} ({:.1f} %), within {}: {} ({:.1f} %); median {}, longest {}\n",
               tally.within_100, 100.0 * tally.within_100 / n, options.plies, tally.won,
               100.0 * tally.won / n, lengths.empty() ? 0 : lengths[lengths.size() / 2],
               lengths.empty() ? 0 : lengths.back());
}

void run(const Options& options) {
    Rules rules;  // without draw rules
    rules.no_capture_limit = options.limit;
    const DatabasePointer database = open(options.db, rules);
    const DatabasePointer truth = options.truth.empty() ? database : open(options.truth, rules);
    if (truth->metric() != (options.limit ? Metric::Dtc : Metric::Dtw)) {
        fmt::print(stderr, "the truth has to be a set with distances, {}\n",
                   options.limit ? "under the limit" : "to the end (dtw)");
        std::exit(3);
    }
    Player player({.level = Level::Difficile,
                   .rules = rules,
                   .seed = options.seed,
                   .hash_bytes = std::size_t{16} << 20,
                   .database = database,
                   .distances = !options.values_only});
    std::mt19937_64 random(options.seed);
    const auto subspaces = subspaces_with(*truth, options.wanted);
    fmt::print("{} {} positions of {} subspaces, seed {}\n", options.positions,
               options.wanted == Wdl::Win ? "won" : "drawn", subspaces.size(), options.seed);
    Tally tally;
    const auto begin = std::chrono::steady_clock::now();
    for (int n = 0; n < options.positions; ++n) {
        const Subspace subspace = subspaces[static_cast<std::size_t>(n) % subspaces.size()];
        const Position start = start_of(*truth, subspace, options.wanted, random);
        const int distance = probe(*truth, start).distance.value_or(0);
        const Played played = play_game(player, *truth, start, options, random);
        const bool won = played.winner == Side::White;
        if (won) {
            ++tally.won;
            tally.exact += !options.limit && played.plies == distance ? 1 : 0;
            tally.within_100 += played.plies <= 100 ? 1 : 0;
            tally.lengths.push_back(played.plies);
        } else if (played.winner) {
            ++tally.lost;
        }
        tally.slipped += played.slipped ? 1 : 0;
        if (options.verbose && (played.slipped || (options.wanted == Wdl::Win && !won))) {
            fmt::print("{}: {} plies, distance {}{}\n", to_string(start), played.plies, distance,
                       played.slipped ? ", slipped" : "");
        }
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    report(options, tally, time.count());
}

std::optional<Options> parse(int argc, char** argv) {
    Options options;
    if (argc < 2) return std::nullopt;
    const std::string_view what = argv[1];
    if (what != "won" && what != "drawn") return std::nullopt;
    if (what == "drawn") options.wanted = Wdl::Draw;
    for (int i = 2; i < argc; ++i) {
        const std::string_view option = argv[i];
        if (option == "--verbose" || option == "--values-only") {
            (option == "--verbose" ? options.verbose : options.values_only) = true;
            continue;
        }
        if (i + 1 == argc) return std::nullopt;
        const char* const value = argv[++i];
        if (option == "--db") {
            options.db = value;
        } else if (option == "--truth") {
            options.truth = value;
        } else if (option == "--opponent") {
            options.random_opponent = std::string_view(value) == "random";
        } else if (option == "--positions") {
            options.positions = std::atoi(value);
        } else if (option == "--nodes") {
            options.limits = {.nodes = std::strtoull(value, nullptr, 10)};
        } else if (option == "--time") {
            options.limits = {.time = std::chrono::milliseconds(std::atoi(value))};
        } else if (option == "--plies") {
            options.plies = std::atoi(value);
        } else if (option == "--seed") {
            options.seed = std::strtoull(value, nullptr, 10);
        } else if (option == "--no-capture-limit") {
            options.limit = static_cast<std::uint16_t>(std::atoi(value));
        } else {
            return std::nullopt;
        }
    }
    if (options.db.empty()) return std::nullopt;
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    const auto options = parse(argc, argv);
    if (!options) {
        fmt::print(stderr,
                   "usage: endgame_trials won|drawn --db DIR [--truth DIR] [--opponent "
                   "perfect|random]\n       [--positions N] [--nodes N | --time MS] [--plies N] "
                   "[--seed S] [--no-capture-limit N] [--values-only] [--verbose]\n");
        return 2;
    }
    run(*options);
    return 0;
}
