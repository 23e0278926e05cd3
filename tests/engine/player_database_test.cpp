// The player with databases: exact where they know, sensible where they know something.
//
// The databases are of the pairs 3-3, 4-3 and 4-4, solved for the test.
#include <algorithm>
#include <array>
#include <filesystem>
#include <random>
#include <vector>

#include "db/index.hpp"
#include "engine/placing_guard.hpp"
#include "engine/placing_source.hpp"
#include "engine/watch.hpp"
#include "tests/engine/games.hpp"
#include "tests/verify/solved.hpp"
#include "verify/claim_cache.hpp"
#include "verify/placing_prover.hpp"

using namespace mulino;
using namespace mulino::test;

namespace {

using DatabasePointer = std::shared_ptr<const Database>;

const std::atomic<bool> kGoOn = false;
const std::vector<Pair> kPairs{{3, 3}, {4, 3}, {4, 4}};

DatabasePointer open(const std::filesystem::path& folder, const Family& family = {}) {
    auto database = Database::open({folder}, family);
    REQUIRE(database);
    return std::make_shared<const Database>(std::move(*database));
}

// With distances to the end.
DatabasePointer full() {
    static const DatabasePointer database = open(solved_folder());
    return database;
}

DatabasePointer values_only() {
    static const Folder folder;
    static const DatabasePointer database = [] {
        solve_into(folder.path(), Family{}, Metric::Wdl, kPairs);
        return open(folder.path());
    }();
    return database;
}

Player player_with(const DatabasePointer& database, const Rules& rules = {}) {
    return Player({.rules = rules, .hash_bytes = std::size_t{1} << 20, .database = database});
}

Outcome outcome(const Position& position) {
    const auto found = full()->probe(position);
    REQUIRE(found);
    return *found;
}

Position random_position(std::mt19937_64& random, Wdl value) {
    for (;;) {
        const Subspace subspace = full()->subspaces()[random() % full()->subspaces().size()];
        Position position;
        for (const auto& [side, men] : {std::pair(0, subspace.mover), {1, subspace.opponent}}) {
            while (count(position.men[static_cast<std::size_t>(side)]) < men) {
                position.men[static_cast<std::size_t>(side)] |=
                    bit(static_cast<Point>(random() % kPoints)) & position.empty();
            }
        }
        if (outcome(position).value == value) return position;
    }
}

// One of that value with two men of each side taken back into the hand.
Position placing_position(std::mt19937_64& random, Wdl value) {
    Position position = random_position(random, value);
    for (Bitboard& men : position.men) {
        for (int removed = 0; removed < 2; ++removed) men &= men - 1;
    }
    position.hand = {2, 2};
    return position;
}

// The best turn of who knows everything: the longest way where it loses, any draw, a quick win.
Turn perfect_turn(const Game& game, std::mt19937_64& random) {
    std::vector<Turn> best;
    int most = 0;
    for (const Turn& turn : legal_turns(game.position(), game.rules())) {
        const Outcome after = outcome(play(game.position(), turn));
        const int distance = after.distance.value_or(0);
        const int worth = after.value == Wdl::Loss  ? 1000 - distance
                          : after.value == Wdl::Win ? distance - 1000
                                                    : 0;
        if (best.empty() || worth > most) {
            best.clear();
            most = worth;
        }
        if (worth == most) best.push_back(turn);
    }
    return best[random() % best.size()];
}

Turn choose(Player& player, const Game& game, const Limits& limits) {
    return player.choose(game, limits, kGoOn).turn;
}

}  // namespace

TEST_CASE("with distances it wins in as many plies as it takes") {
    std::mt19937_64 random(1);
    Player player = player_with(full());
    for (int n = 0; n < 200; ++n) {
        Game game(Rules{}, random_position(random, Wdl::Win));
        const int distance = *outcome(game.position()).distance;
        const Choice choice = player.choose(game, {.nodes = 1}, kGoOn);
        REQUIRE(choice.score() == Score{.value = Wdl::Win, .plies = distance, .centimen = 0});
        REQUIRE(choice.info.nodes == 0);
        while (!game.over()) {
            const bool own = game.to_move() == Side::White;
            REQUIRE(
                game.play(own ? choose(player, game, {.nodes = 1}) : perfect_turn(game, random)));
        }
        REQUIRE(game.end().winner == Side::White);
        REQUIRE(static_cast<int>(game.turns().size()) == distance);
    }
}

TEST_CASE("with distances it loses as late as can be") {
    std::mt19937_64 random(2);
    Player player = player_with(full());
    for (int n = 0; n < 100; ++n) {
        Game game(Rules{}, random_position(random, Wdl::Loss));
        const int distance = *outcome(game.position()).distance;
        while (!game.over()) {
            const bool own = game.to_move() == Side::White;
            REQUIRE(
                game.play(own ? choose(player, game, {.nodes = 1}) : perfect_turn(game, random)));
        }
        REQUIRE(static_cast<int>(game.turns().size()) == distance);
    }
}

TEST_CASE("a draw is held, with distances and without") {
    std::mt19937_64 random(3);
    for (const DatabasePointer& database : {full(), values_only()}) {
        Player player = player_with(database);
        int won = 0;
        for (int n = 0; n < 20; ++n) {
            Game game(Rules{}, random_position(random, Wdl::Draw));
            while (!game.over() && game.turns().size() < 60) {
                if (game.to_move() == Side::White) {
                    const Wdl before = outcome(game.position()).value;
                    const Choice choice = player.choose(game, {.nodes = 200}, kGoOn);
                    REQUIRE(choice.score().value == before);
                    REQUIRE(game.play(choice.turn));
                    REQUIRE(reversed(outcome(game.position()).value) == before);
                } else {
                    const auto turns = legal_turns(game.position(), game.rules());
                    REQUIRE(game.play(turns[random() % turns.size()]));
                }
            }
            won += game.end().winner == Side::White ? 1 : 0;
        }
        CHECK(won > 10);  // against turns by chance a draw is seldom the end of it
    }
}

TEST_CASE("without distances no win is let slip, and each is won") {
    std::mt19937_64 random(4);
    Player player = player_with(values_only());
    for (int n = 0; n < 40; ++n) {
        Game game(Rules{}, random_position(random, Wdl::Win));
        INFO(to_string(game.position()));
        while (!game.over() && game.turns().size() < 100) {
            if (game.to_move() == Side::White) {
                REQUIRE(game.play(choose(player, game, {.nodes = 20'000})));
                REQUIRE(outcome(game.position()).value == Wdl::Loss);
            } else {
                REQUIRE(game.play(perfect_turn(game, random)));
            }
        }
        REQUIRE(game.end().winner == Side::White);
    }
}

TEST_CASE("a player that leaves distances alone plays as with values alone") {
    std::mt19937_64 random(11);
    Player values = player_with(values_only());
    Player blind({.hash_bytes = std::size_t{1} << 20, .database = full(), .distances = false});
    for (int n = 0; n < 60; ++n) {
        const Game game(Rules{}, random_position(random, static_cast<Wdl>(n % 3)));
        if (game.over()) continue;
        const Choice one = values.choose(game, {.nodes = 2'000}, kGoOn);
        const Choice other = blind.choose(game, {.nodes = 2'000}, kGoOn);
        REQUIRE(one.turn == other.turn);
        REQUIRE(one.score() == other.score());
    }
}

TEST_CASE("search alone never promises more than there is, and finds quick wins") {
    std::mt19937_64 random(5);
    for (int n = 0; n < 300; ++n) {
        const Position position = random_position(random, n % 2 == 0 ? Wdl::Win : Wdl::Loss);
        const Outcome truth = outcome(position);
        if (*truth.distance > 5) continue;
        Player player = player_with(nullptr);
        const Choice choice =
            player.choose(Game(Rules{}, position), {.depth = *truth.distance + 1}, kGoOn);
        INFO(to_string(position));
        if (choice.info.depth == 0) continue;  // a single turn is not searched
        REQUIRE(choice.score().value == truth.value);
        REQUIRE(choice.score().plies == *truth.distance);
    }
}

TEST_CASE("the placing phase is searched down to the tables") {
    // Two plies before the end of the placing phase the value follows from the tables.
    std::mt19937_64 random(6);
    int decided = 0;
    for (int n = 0; n < 200; ++n) {
        Position position = random_position(random, Wdl::Draw);
        for (Bitboard& men : position.men) men &= men - 1;
        position.hand = {1, 1};
        const Game game(Rules{}, position);
        if (game.over()) continue;
        // The best for White, by looking at everything.
        int best = -2000;
        for (const Turn& turn : legal_turns(position, game.rules())) {
            const Position after = play(position, turn);
            int worst = 2000;
            for (const Turn& reply : legal_turns(after, game.rules())) {
                const Outcome there = outcome(play(after, reply));
                const int distance = there.distance.value_or(0) + 2;
                const int worth = there.value == Wdl::Win    ? 1000 - distance
                                  : there.value == Wdl::Loss ? distance - 1000
                                                             : 0;
                worst = std::min(worst, worth);
            }
            best = std::max(best, is_lost(after, game.rules()) ? 999 : worst);
        }
        Player player = player_with(full());
        const Choice choice = player.choose(game, {.depth = 4}, kGoOn);
        INFO(to_string(position));
        if (std::abs(best) < 1000 - 2) CHECK(choice.info.db_hits > 0);
        if (best == 0) {
            CHECK_FALSE(choice.score().value);
            CHECK(std::abs(choice.score().centimen) <= 50);
        } else {
            ++decided;
            CHECK(choice.score().value == (best > 0 ? Wdl::Win : Wdl::Loss));
            CHECK(choice.score().plies == 1000 - std::abs(best));
        }
    }
    CHECK(decided > 20);
}

TEST_CASE("of the placing phase no turn is chosen that is proved to lose") {
    std::mt19937_64 random(10);
    verify::ValueStore values(*full());
    verify::PlacingProver prover(values, {});
    const auto holds = [&](const Position& position, const Turn& turn) {
        return prover.holds(view_of(play(position, turn)), verify::Holder::Opponent);
    };
    Player guarded = player_with(full());
    Player alone = player_with(nullptr);
    int chosen = 0;
    int spoilt_alone = 0;
    for (int n = 0; n < 400; ++n) {
        const Position position = placing_position(random, static_cast<Wdl>(n % 3));
        const Game game(Rules{}, position);
        const auto turns = legal_turns(position, game.rules());
        const auto held = std::count_if(turns.begin(), turns.end(),
                                        [&](const Turn& turn) { return holds(position, turn); });
        if (held == 0 || held == static_cast<std::ptrdiff_t>(turns.size())) continue;
        INFO(to_string(position));
        ++chosen;
        guarded.new_game();
        REQUIRE(holds(position, choose(guarded, game, {.nodes = 20'000})));
        alone.new_game();
        spoilt_alone += holds(position, choose(alone, game, {.depth = 1})) ? 0 : 1;
    }
    CHECK(chosen > 20);
    CHECK(spoilt_alone > 0);  // so the proof mattered, or the tables that the search reached
}

TEST_CASE("a proof about the placing phase ends with its watch, and serves the next question") {
    const auto source = std::make_shared<engine::PlacingSource>(full(), Rules{});
    engine::PlacingGuard guard(source, {}, std::size_t{1} << 20);
    Position position = *parse_position(".../.../.../....../.../.../... w 4 4");
    engine::Watch brief({.nodes = 100}, kGoOn);
    CHECK_FALSE(guard.opponent_holds(view_of(position), brief));
    CHECK(brief.over());
    CHECK(brief.nodes() < 200);
    position = *parse_position("W.W/.../.../....../B../.../B.. w 2 2");
    engine::Watch patient({.nodes = 1'000'000}, kGoOn);
    const auto holds = guard.opponent_holds(view_of(position), patient);
    REQUIRE(holds);
    CHECK(patient.nodes() > 0);
    engine::Watch again({.nodes = 1'000'000}, kGoOn);
    CHECK(guard.opponent_holds(view_of(position), again) == holds);
    CHECK(again.nodes() == 0);
    CHECK_FALSE(guard.take_error());
}

TEST_CASE("the turns of a position are looked up only while there is time") {
    const std::atomic<bool> stop = true;
    std::mt19937_64 random(14);
    Player player = player_with(full());
    std::uint64_t with_time = 0;
    for (int n = 0; n < 30; ++n) {
        const Game game(Rules{}, random_position(random, static_cast<Wdl>(n % 3)));
        const Choice choice = player.choose(game, {.nodes = 100}, stop);
        CHECK(Game(game).play(choice.turn));
        CHECK(choice.info.db_hits <= 2);  // the position, and one turn
        with_time += player.choose(game, {.nodes = 100}, kGoOn).info.db_hits;
    }
    CHECK(with_time > 30 * 4);
}

TEST_CASE("with a limit on nodes a new game begins as the first one did") {
    std::mt19937_64 random(13);
    Player warm = player_with(full());
    int proofs = 0;
    for (int n = 0; n < 60; ++n) {
        const Position position = placing_position(random, static_cast<Wdl>(n % 3));
        const Game game(Rules{}, position);
        const Limits limits{.nodes = 40 + random() % 400};
        Player fresh = player_with(open(solved_folder()));
        const Choice first = fresh.choose(game, limits, kGoOn);
        for (int again = 0; again < 2; ++again) {
            warm.new_game();
            const Choice choice = warm.choose(game, limits, kGoOn);
            CHECK(choice.turn == first.turn);
            CHECK(choice.info.nodes == first.info.nodes);
            CHECK(choice.info.score == first.info.score);
        }
        proofs += first.info.nodes > *limits.nodes / 2 ? 1 : 0;
    }
    CHECK(proofs > 10);
}

TEST_CASE("where there is no time for a proof, a turn is chosen that is known to hold") {
    const Folder folder;
    solve_into(folder.path(), {}, Metric::Dtw, kPairs);
    const DatabasePointer database = open(folder.path(), {});
    const Rules rules;
    const auto basis = verify::claim_basis(*database, rules);
    REQUIRE(basis);
    verify::ValueStore values(*database);
    verify::PlacingProver prover(values, rules);
    // Of each position, one turn that holds is in the file, the last there is.
    std::mt19937_64 random(12);
    std::vector<Position> positions;
    verify::ClaimTable claims(std::size_t{1} << 20);
    while (positions.size() < 40) {
        const Position position = placing_position(random, Wdl::Draw);
        const auto turns = legal_turns(position, rules);
        const auto after = view_of(play(position, turns.back()));
        if (!prover.holds(after, verify::Holder::Opponent)) continue;
        claims.store(prover.key(after, verify::Holder::Opponent), true);
        positions.push_back(position);
    }
    const std::array<const verify::ClaimTable*, 1> tables{&claims};
    const auto file = folder.path() / "placing.claims";
    verify::save_claims(file, *basis, tables, 0);
    // How many of the turns chosen are those of the file, and how many hold.
    const auto choices = [&](const Rules& of_game) {
        Player player = player_with(open(folder.path(), {}), of_game);
        std::pair<int, int> known_and_holding;
        for (const Position& position : positions) {
            player.new_game();
            const Choice choice = player.choose(Game(of_game, position), {.nodes = 1}, kGoOn);
            CHECK(!choice.database_error);
            const auto after = view_of(play(position, choice.turn));
            const auto key = prover.key(after, verify::Holder::Opponent);
            known_and_holding.first += claims.find(key) ? 1 : 0;
            known_and_holding.second += prover.holds(after, verify::Holder::Opponent) ? 1 : 0;
        }
        return known_and_holding;
    };
    const auto with_file = choices(rules);
    CHECK(with_file.first > 30);  // others may be proved in so little time
    CHECK(with_file.second == 40);
    Rules draws = rules;
    draws.repetition = 3;
    draws.no_capture_limit = 50;
    CHECK(choices(draws) == with_file);
    // Claims under other rules are none.
    Rules two = rules;
    two.removals = Removals::PerMill;
    CHECK(choices(two).first < 30);

    // A damaged file is named, not believed.
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
    Player player = player_with(open(folder.path(), {}), rules);
    const Choice choice = player.choose(Game(rules, positions[0]), {.nodes = 1}, kGoOn);
    REQUIRE(choice.database_error);
    CHECK(choice.database_error->code == ErrorCode::Damaged);
    CHECK(choice.database_error->path == file.string());
}

TEST_CASE("tables made for the limit of the game are followed under it") {
    constexpr std::uint16_t kLimit = 12;
    const Family family{Flying::Own, Protection::Lifted, kLimit};
    const Folder folder;
    solve_into(folder.path(), family, Metric::Dtc, kPairs);
    const DatabasePointer database = open(folder.path(), family);
    Rules rules;
    rules.no_capture_limit = kLimit;
    Player player = player_with(database, rules);
    std::mt19937_64 random(7);
    int spoilt = 0;
    for (int n = 0; n < 60; ++n) {
        const Position start = random_position(random, Wdl::Win);
        const auto before = database->probe(start);
        REQUIRE(before);
        spoilt += before->value == Wdl::Draw ? 1 : 0;
        if (before->value != Wdl::Win) continue;
        Game game(rules, start);
        while (!game.over()) {
            const auto now = database->probe(game.position());
            REQUIRE(now);
            if (game.to_move() == Side::White) {
                REQUIRE(now->value == Wdl::Win);
                REQUIRE(game.play(choose(player, game, {.nodes = 2'000})));
            } else {
                // The longest way to a removal, or to the end.
                Turn longest = legal_turns(game.position(), rules).front();
                int most = -1;
                for (const Turn& turn : legal_turns(game.position(), rules)) {
                    const auto after = database->probe(play(game.position(), turn));
                    REQUIRE(after);
                    if (turn.quiet() && *after->distance > most) {
                        most = *after->distance;
                        longest = turn;
                    }
                }
                REQUIRE(game.play(longest));
            }
        }
        INFO(to_string(start));
        REQUIRE(game.end().winner == Side::White);
    }
    CHECK(spoilt > 0);  // so the limit mattered
}

TEST_CASE("tables without a limit serve games that have one") {
    Rules rules;
    rules.no_capture_limit = 30;
    rules.repetition = 3;
    Player player = player_with(full(), rules);
    std::mt19937_64 random(8);
    for (int n = 0; n < 60; ++n) {
        Position start = random_position(random, Wdl::Win);
        const int distance = *outcome(start).distance;
        // Enough is left of the limit, or too little.
        start.plies_without_removal = static_cast<std::uint16_t>(n % 2 == 0 ? 30 - distance : 29);
        if (distance > 29) continue;
        Game game(rules, start);
        const Choice choice = player.choose(game, {.nodes = 2'000}, kGoOn);
        INFO(to_string(start, CounterText::Show));
        if (n % 2 == 0 || distance == 1) {
            REQUIRE(choice.score().value == Wdl::Win);
            REQUIRE(choice.score().plies == distance);
        } else {
            // Only a removal goes on.
            REQUIRE(game.play(choice.turn));
            const bool removal = std::any_of(game.turns().begin(), game.turns().end(),
                                             [](const Turn& t) { return !t.quiet(); });
            const auto turns = legal_turns(start, rules);
            const bool possible = std::any_of(turns.begin(), turns.end(), [&](const Turn& turn) {
                return !turn.quiet() && outcome(play(start, turn)).value == Wdl::Loss;
            });
            CHECK(removal == possible);
        }
    }
}

TEST_CASE("part of the tables is better than none") {
    const Folder folder;
    solve_into(folder.path(), Family{}, Metric::Dtw, {{3, 3}});
    Player player = player_with(open(folder.path()));
    std::mt19937_64 random(9);
    for (int n = 0; n < 20; ++n) {
        const Game game(Rules{}, random_position(random, Wdl::Win));
        const Choice choice = player.choose(game, {.nodes = 5'000}, kGoOn);
        CHECK_FALSE(choice.database_error);
        Game after = game;
        CHECK(after.play(choice.turn));
    }
}

TEST_CASE("a damaged table is told once, and play goes on") {
    const Folder folder;
    copy_folder(solved_folder(), folder.path());
    {
        const auto file = folder.path() / "4-4.mulino";
        std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    }
    Player player = player_with(open(folder.path()));
    const Game game = game_at("W.W/.../B../B....B/.W./.../B.W w");
    const Choice choice = player.choose(game, {.nodes = 1'000}, kGoOn);
    REQUIRE(choice.database_error);
    CHECK(choice.database_error->code == ErrorCode::Damaged);
    Game after = game;
    CHECK(after.play(choice.turn));
    CHECK_FALSE(player.choose(game, {.nodes = 1'000}, kGoOn).database_error);
}
