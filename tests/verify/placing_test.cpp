// The search of the placing phase against plain minimax, under all rules.
#include <fstream>
#include <random>

#include "game/turn.hpp"
#include "tests/verify/solved.hpp"
#include "verify/claim_cache.hpp"
#include "verify/placing_values.hpp"

using namespace mulino;
using namespace mulino::test;

namespace {

constexpr auto kForever = verify::PlacingValues::Clock::time_point::max();

// Everything is played out, without any memory.
Wdl minimax(const Database& database, const Rules& rules, const Position& position) {
    if (count(position.mover()) + position.mover_hand() < kMinMen) return Wdl::Loss;
    if (!position.placing()) {
        const auto outcome = database.probe(position);
        if (!outcome) FAIL(outcome.error().message);
        return outcome->value;
    }
    Wdl best = Wdl::Loss;
    for (const Turn& turn : legal_turns(position, rules)) {
        best = std::max(best, reversed(minimax(database, rules, play(position, turn))));
        if (best == Wdl::Win) break;
    }
    return best;
}

// A position with three or four men a side (four: `men`), some of them in hand.
Position random_position(std::mt19937& random, int mover_hand, int other_hand, int men = 4) {
    Position position;
    position.to_move = random() % 2 == 0 ? Side::White : Side::Black;
    const auto mover = static_cast<std::size_t>(position.to_move);
    position.hand[mover] = static_cast<std::uint8_t>(mover_hand);
    position.hand[1 - mover] = static_cast<std::uint8_t>(other_hand);
    for (std::size_t side : {mover, 1 - mover}) {
        while (count(position.men[side]) + position.hand[side] < men) {
            position.men[side] |= bit(static_cast<Point>(random() % kPoints)) & position.empty();
        }
    }
    return position;
}

Rules rules_of(Flying flying, Protection protection, Removals removals) {
    Rules rules;
    rules.flying = flying;
    rules.protection = protection;
    rules.removals = removals;
    return rules;
}

}  // namespace

// Searches positions with one to four men in hand.
void compare_with_minimax(const Database& database, const Rules& rules, std::mt19937& random) {
    for (const int threads : {1, 2}) {
        verify::PlacingOptions options;
        options.threads = threads;
        verify::PlacingValues values(database, rules, options);
        for (int i = 0; i < 45; ++i) {
            const int hand = i % 3 == 0 ? 1 : i % 3;
            const Position position =
                random_position(random, hand, i % 3 == 0 ? 0 : hand - i % 2, 3 + i % 5 % 2);
            INFO(to_string(position));
            const auto value = values.value(position, kForever);
            REQUIRE(value);
            REQUIRE(value->has_value());
            CHECK(**value == minimax(database, rules, position));
        }
    }
}

TEST_CASE("Values of the placing phase are those of minimax, under all rules") {
    std::mt19937 random(5);
    for (const Flying flying : {Flying::Own, Flying::Both, Flying::Off}) {
        for (const Protection protection : {Protection::Lifted, Protection::Absolute}) {
            const Family family{flying, protection, std::nullopt};
            Folder folder;
            solve_into(folder.path(), family, Metric::Wdl, {{3, 3}, {4, 3}, {4, 4}});
            const Database database = open_database(folder.path(), family);
            for (const Removals removals : {Removals::One, Removals::PerMill}) {
                compare_with_minimax(database, rules_of(flying, protection, removals), random);
            }
        }
    }
}

TEST_CASE("Values of the placing phase under a limit, which begins to count after it") {
    std::mt19937 random(6);
    const Family family{Flying::Own, Protection::Lifted, std::uint16_t{6}};
    Folder folder;
    solve_into(folder.path(), family, Metric::Dtc, {{3, 3}, {4, 3}, {4, 4}});
    const Database database = open_database(folder.path(), family);
    Rules rules;
    rules.no_capture_limit = 6;
    compare_with_minimax(database, rules, random);
}

TEST_CASE("A side below three men in all has lost with men in hand") {
    const Database database = open_database(solved_folder());
    const auto value = [&](std::string_view text, const Rules& rules) {
        const auto position = parse_position(text);
        REQUIRE(position);
        verify::PlacingValues values(database, rules);
        const auto found = values.value(*position, kForever);
        REQUIRE(found);
        return **found;
    };
    // White closes a mill; Black is left with one man on the board and one in hand.
    CHECK(value("W:a7,d7,b2 B:e4,d3 w 1 1", Rules{}) == Wdl::Win);
    CHECK(value("W:a7,d7,g7,b2 B:e4 b 0 1", Rules{}) == Wdl::Loss);
    // Two mills at once take two of four men only where each mill counts.
    Rules per_mill;
    per_mill.removals = Removals::PerMill;
    CHECK(value("W:a7,g7,d6,d5 B:b2,f2 w 2 2", per_mill) == Wdl::Win);
}

TEST_CASE("Images of a position share a claim, other positions do not") {
    const Database database = open_database(solved_folder());
    verify::ValueStore store(database);
    const verify::PlacingProver prover(store, Rules{});
    std::mt19937 random(2);
    for (int i = 0; i < 300; ++i) {
        const Position position = random_position(random, 2, 2);
        const MoverView view = view_of(position);
        const std::uint64_t key = prover.key(view, verify::Holder::Mover);
        CHECK(verify::PlacingProver::plies_left(key) == 4);
        CHECK(key != prover.key(view, verify::Holder::Opponent));
        for (Symmetry s = 0; s < kSymmetries; ++s) {
            MoverView image = view;
            image.own = apply(s, view.own);
            image.other = apply(s, view.other);
            CHECK(prover.key(image, verify::Holder::Mover) == key);
        }
        const Position other = random_position(random, 2, 2);
        CHECK((orbit_of(position) == orbit_of(other)) ==
              (prover.key(view_of(other), verify::Holder::Mover) == key));
    }
}

TEST_CASE("Values in memory are those of the tables, of whatever kind") {
    const Database database = open_database(solved_folder());
    const std::optional<Kind> kind =
        GENERATE(std::optional<Kind>(), std::optional(Kind::Fast), std::optional(Kind::Compact));
    Folder folder;
    if (kind) pack_into(folder.path(), *kind);
    const Database packed = open_database(kind ? folder.path() : solved_folder());
    verify::ValueStore store(packed);
    std::mt19937 random(3);
    for (int i = 0; i < 5000; ++i) {
        Position position = random_position(random, 0, 0);
        if (random() % 2 == 0) position.men[0] &= position.men[0] - 1;
        if (random() % 2 == 0) position.men[1] &= position.men[1] - 1;
        const auto outcome = database.probe(position);
        REQUIRE(outcome);
        CHECK(store.value(position.mover(), position.opponent()) == outcome->value);
    }
    CHECK(store.used().size() == 4);
}

TEST_CASE("A search runs out of time, or comes to a table that is missing") {
    Folder folder;
    copy_folder(solved_folder(), folder.path());
    std::filesystem::remove(folder.path() / table_file_name({4, 4, 0, 0}));
    const Database database = open_database(folder.path());
    std::mt19937 random(8);
    const Position position = random_position(random, 2, 2);
    verify::PlacingValues values(database, Rules{});
    const auto missing = values.value(position, kForever);
    REQUIRE_FALSE(missing);
    CHECK(missing.error().code == ErrorCode::MissingTable);

    const Database whole = open_database(solved_folder());
    const std::atomic<bool> stop{true};
    verify::PlacingOptions options;
    options.stop = &stop;
    verify::PlacingValues stopped(whole, Rules{}, options);
    Position start = start_position(Rules{});
    start.hand = {4, 4};
    const auto none = stopped.value(start, kForever);
    REQUIRE(none);
    CHECK_FALSE(none->has_value());
}

TEST_CASE("A table of claims grows, remembers, and forgets only when it must") {
    verify::ClaimTable roomy(std::size_t{1} << 26);
    verify::ClaimTable small(std::size_t{1} << 19);
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < 300'000; ++i) keys.push_back((random() >> 3) | 1);
    for (const std::uint64_t key : keys) {
        roomy.store(key, key % 3 == 0);
        small.store(key, key % 3 == 0);
    }
    std::uint64_t kept = 0;
    for (const std::uint64_t key : keys) {
        const std::optional<bool> stored(key % 3 == 0);
        if (roomy.find(key) != stored) FAIL("forgotten: " << key);
        const auto answer = small.find(key);
        if (answer && answer != stored) FAIL("mistaken: " << key);
        if (answer) ++kept;
    }
    CHECK(roomy.size() == keys.size());
    CHECK(kept > 30'000);
    CHECK_FALSE(roomy.find(12).has_value());
    roomy.reset();
    CHECK(roomy.size() == 0);
    CHECK_FALSE(roomy.find(keys.front()).has_value());
    roomy.store(keys.front(), true);
    CHECK(roomy.find(keys.front()) == true);
}

TEST_CASE("A search asks whether to stop after each block that it unpacks") {
    const Database database = open_database(solved_folder());
    verify::ValueStore store(database);
    verify::PlacingProver prover(store, Rules{});
    std::uint64_t asked_at = 0;
    std::uint64_t most = 0;
    prover.set_stop({}, [&] {
        most = std::max(most, store.blocks_read() - asked_at);
        asked_at = store.blocks_read();
        return false;
    });
    std::mt19937 random(8);
    for (int i = 0; i < 20; ++i) prover.value(view_of(random_position(random, 2, 2)));
    CHECK(store.blocks_read() > 1);
    CHECK(asked_at == store.blocks_read());
    CHECK(most == 1);
    // Where nothing is settled yet, the next block ends it.
    verify::ValueStore fresh_store(database);
    verify::PlacingProver fresh(fresh_store, Rules{});
    fresh.set_stop({}, [&] { return fresh_store.blocks_read() > 0; });
    CHECK_THROWS_AS(fresh.value(view_of(random_position(random, 2, 2))), verify::SearchStopped);
    CHECK(fresh_store.blocks_read() == 1);
}

TEST_CASE("When a search is asked to stop does not depend on what is unpacked already") {
    const Database database = open_database(solved_folder());
    verify::ValueStore store(database);
    std::mt19937 random(9);
    for (int i = 0; i < 20; ++i) {
        const MoverView view = view_of(random_position(random, 2, 2));
        std::array<std::vector<std::uint64_t>, 2> asked_after;
        for (auto& nodes : asked_after) {  // cold, then warm
            verify::PlacingProver prover(store, Rules{});
            prover.set_stop([&] {
                nodes.push_back(prover.counts().nodes);
                return false;
            });
            prover.value(view);
        }
        CHECK(asked_after[0] == asked_after[1]);
        CHECK(!asked_after[0].empty());
    }
}

TEST_CASE("Settled claims come back from a file of the same values and rules only") {
    const Database database = open_database(solved_folder());
    const Rules rules;
    const auto basis = verify::claim_basis(database, rules);
    REQUIRE(basis);
    verify::ValueStore store(database);
    verify::PlacingProver prover(store, rules);
    std::mt19937 random(6);
    std::vector<Position> positions;
    for (int i = 0; i < 40; ++i) {
        positions.push_back(random_position(random, 2, 2));
        prover.value(view_of(positions.back()));
    }
    Folder folder;
    const auto path = folder.path() / "claims";
    const std::array<const verify::ClaimTable*, 1> from = {&prover.claims()};
    verify::save_claims(path, *basis, from, 4);

    verify::PlacingProver again(store, rules);
    const std::array<verify::ClaimTable*, 1> to = {&again.claims()};
    const auto loaded = verify::load_claims(path, *basis, to);
    REQUIRE(loaded);
    CHECK(*loaded >= 40);
    for (const Position& position : positions) {
        CHECK(again.value(view_of(position)) == prover.value(view_of(position)));
    }
    CHECK(again.counts().nodes == 0);

    Rules other = rules;
    other.removals = Removals::PerMill;
    const auto other_basis = verify::claim_basis(database, other);
    REQUIRE(other_basis);
    const auto refused = verify::load_claims(path, *other_basis, to);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::OtherFamily);

    std::ifstream in(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    for (std::size_t i = 0; i < bytes.size(); i += 7) {
        std::string flipped = bytes;
        flipped[i] = static_cast<char>(flipped[i] ^ 16);
        std::ofstream(path, std::ios::binary) << flipped;
        CHECK_FALSE(verify::load_claims(path, *basis, to));
    }
}
