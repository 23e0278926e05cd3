// Sectors of Malom's database: files made here from what is documented, and the official one where
// it is at hand.
#include "verify/malom.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>

#include "game/turn.hpp"
#include "tests/verify/solved.hpp"
#include "verify/placing_prover.hpp"

using namespace mulino;
using namespace mulino::test;

namespace {

// Bit i of Malom's masks.
constexpr std::array<std::string_view, kPoints> kNames = {
    "a4", "a7", "d7", "g7", "g4", "g1", "d1", "a1", "b4", "b6", "d6", "f6",
    "f4", "f2", "d2", "b2", "c4", "c5", "d5", "e5", "e4", "e3", "d3", "c3"};

Bitboard from_theirs(Bitboard set) {
    Bitboard ours = 0;
    for_each_point(set, [&](Point p) { ours |= bit(*parse_point(kNames[p])); });
    return ours;
}

Bitboard to_theirs(Bitboard set) {
    Bitboard theirs = 0;
    for (std::size_t i = 0; i < kPoints; ++i) {
        if ((set & bit(*parse_point(kNames[i]))) != 0) theirs |= Bitboard{1} << i;
    }
    return theirs;
}

Bitboard image(Symmetry s, Bitboard theirs) { return to_theirs(apply(s, from_theirs(theirs))); }

void put_number(std::string& bytes, std::int32_t number, int size) {
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(number >> 8 * i & 255);
}

using OutcomeOf = std::function<Outcome(Bitboard mover, Bitboard opponent)>;

// Writes a sector whose own value is `own`: slots of the class sets in increasing order, and for
// each the opponent's sets in increasing order of their masks among the free points.
void write_sector(const std::filesystem::path& path, int mover_men, int opponent_men, int own,
                  const OutcomeOf& outcome_of) {
    std::string bytes;
    for (const int number : {2, 3, 12}) put_number(bytes, number, 4);
    bytes.resize(64, '\0');
    std::string behind;
    std::int32_t listed = 0;
    std::int32_t slot = 0;
    for (Bitboard mover = 0; mover < 1U << kPoints; ++mover) {
        if (count(mover) != mover_men) continue;
        std::vector<Symmetry> keepers;
        bool smallest = true;
        for (Symmetry s = 0; s < kSymmetries && smallest; ++s) {
            smallest = image(s, mover) >= mover;
            if (image(s, mover) == mover) keepers.push_back(s);
        }
        if (!smallest) continue;
        const int free = kPoints - mover_men;
        for (Bitboard packed = 0; packed < 1U << free; ++packed) {
            if (count(packed) != opponent_men) continue;
            const Bitboard opponent = unpack(packed, kFullBoard & ~mover);
            std::int32_t key1 = 0;
            std::int32_t key2 = 7;  // left over, of no meaning
            for (const Symmetry s : keepers) {
                // Lower images stand for the position.
                if (image(s, opponent) < opponent) key2 = -(s + 1);
            }
            if (key2 >= 0) {
                const Outcome outcome = outcome_of(from_theirs(mover), from_theirs(opponent));
                if (outcome.value != Wdl::Draw) {
                    key1 = (outcome.value == Wdl::Win ? 299 : -299) - own;
                    key2 = *outcome.distance;
                } else if (packed % 3 == 0) {
                    key1 = 17;  // a draw that leads elsewhere
                }
            }
            // Any number may stand behind the slots.
            if (key2 >= 0 && slot % 1001 == 0) {
                put_number(behind, slot, 4);
                put_number(behind, key2, 4);
                ++listed;
                key2 = -2048;
            }
            put_number(bytes, (key1 & 0xFFF) | (key2 & 0xFFF) << 12, 3);
            ++slot;
        }
    }
    put_number(bytes, listed, 4);
    std::ofstream(path, std::ios::binary) << bytes << behind;
}

verify::SectorValues values_with(const Subspace& sector, int own) {
    verify::SectorValues values;
    values.win = 299;
    values.loss = -299;
    values.own[sector] = own;
    return values;
}

OutcomeOf by_probing(const Database& database) {
    return [&database](Bitboard mover, Bitboard opponent) {
        Position position;
        position.men = {mover, opponent};
        const auto outcome = database.probe(position);
        if (!outcome) FAIL(outcome.error().message);
        return *outcome;
    };
}

}  // namespace

TEST_CASE("Names and values of sectors") {
    CHECK(verify::parse_sector_name("std_4_3_0_0.sec2") == Subspace{4, 3, 0, 0});
    CHECK(verify::parse_sector_name("std_8_7_1_2.sec2") == Subspace{8, 7, 1, 2});
    for (const char* name :
         {"std.secval", "std_4_3_0.sec2", "std_4_3_0_0_0.sec2", "std_a_3_0_0.sec2",
          "lask_4_3_0_0.sec2", "std_9_3_4_0.sec2", "std_4_3_0_0.sec2.gz"}) {
        CHECK_FALSE(verify::parse_sector_name(name).has_value());
    }
    CHECK(verify::comparable({8, 8, 1, 1}));
    CHECK(verify::comparable({7, 8, 2, 1}));
    CHECK_FALSE(verify::comparable({6, 6, 3, 3}));
    CHECK_FALSE(verify::comparable({6, 6, 0, 1}));
    CHECK_FALSE(verify::comparable({2, 6, 0, 0}));

    Folder folder;
    const auto path = folder.path() / "std.secval";
    std::ofstream(path) << "virt_loss_val: -299\nvirt_win_val: 299\n2\n3 3 0 0  55\n4 3 0 0 -2\n";
    const auto values = verify::read_sector_values(path);
    REQUIRE(values);
    CHECK(values->win == 299);
    CHECK(values->loss == -299);
    CHECK(values->own.at({4, 3, 0, 0}) == -2);
    std::ofstream(path) << "virt_loss_val: -299\nvirt_win_val: 299\n3\n3 3 0 0  55\n4 3 0 0 -2\n";
    CHECK_FALSE(verify::read_sector_values(path));
    CHECK_FALSE(verify::read_sector_values(folder.path() / "none"));
}

TEST_CASE("Sectors that agree, and differences that are named") {
    const Database database = open_database(solved_folder());
    Folder folder;
    for (const Subspace& s : {Subspace{3, 3, 0, 0}, Subspace{3, 4, 0, 0}}) {
        INFO(to_string(s));
        const auto path = folder.path() / "sector";
        const OutcomeOf ours = by_probing(database);
        write_sector(path, s.mover, s.opponent, -31, ours);
        const auto same = verify::compare_sector(path, s, values_with(s, -31), database, Rules{});
        REQUIRE(same);
        CHECK(same->differences == 0);
        CHECK(same->distances);
        CHECK(same->positions == (s.opponent == 3 ? 169'626U : 760'398U));

        // Forgetting the sector's own value makes draws of wins.
        const auto forgot = verify::compare_sector(path, s, values_with(s, 0), database, Rules{});
        REQUIRE(forgot);
        CHECK(forgot->differences > 100'000);
    }
}

TEST_CASE("Differences in value and in distance are named") {
    const Subspace s{3, 3, 0, 0};
    const Database database = open_database(solved_folder());
    const OutcomeOf ours = by_probing(database);
    Folder folder;
    const auto path = folder.path() / "sector";
    // By orbit, what the other database says.
    std::map<std::uint64_t, Outcome> planted;
    std::mt19937 random(2);
    while (planted.size() < 20) {
        Position position;
        for (Bitboard& men : position.men) {
            while (count(men) < 3)
                men |= bit(static_cast<Point>(random() % kPoints)) & position.empty();
        }
        Outcome outcome = ours(position.men[0], position.men[1]);
        if (outcome.value == Wdl::Draw) continue;
        if (planted.size() % 2 == 0) {
            *outcome.distance = static_cast<std::uint16_t>(*outcome.distance + 2);
        } else {
            outcome = Outcome{};
        }
        planted[orbit_of(position)] = outcome;
    }
    write_sector(path, 3, 3, 12, [&](Bitboard mover, Bitboard opponent) {
        const auto found = planted.find(orbit_of(mover, opponent));
        return found == planted.end() ? ours(mover, opponent) : found->second;
    });
    for (const int threads : {1, 3}) {
        verify::ComparisonOptions options;
        options.threads = threads;
        std::map<std::uint64_t, Outcome> named;
        options.on_difference = [&](const verify::SectorDifference& difference) {
            named[orbit_of(difference.position)] = difference.there;
            CHECK(difference.here == ours(difference.position.men[0], difference.position.men[1]));
        };
        const auto compared =
            verify::compare_sector(path, s, values_with(s, 12), database, Rules{}, options);
        REQUIRE(compared);
        CHECK(compared->differences == planted.size());
        CHECK(named == planted);
    }
}

TEST_CASE("Sectors of the placing phase are compared by search") {
    const Database database = open_database(solved_folder());
    const Subspace s{2, 2, 1, 1};
    Folder folder;
    const auto path = folder.path() / "sector";
    verify::ValueStore store(database);
    verify::PlacingProver prover(store, Rules{});
    const auto by_search = [&](Bitboard mover, Bitboard opponent) {
        const Wdl value = prover.value(MoverView{mover, opponent, 1, 1});
        return value == Wdl::Draw ? Outcome{} : Outcome{value, std::uint16_t{9}};
    };
    write_sector(path, 2, 2, 3, by_search);
    const auto same = verify::compare_sector(path, s, values_with(s, 3), database, Rules{});
    REQUIRE(same);
    CHECK(same->differences == 0);
    CHECK_FALSE(same->distances);
    CHECK(same->positions > 3000);
}

TEST_CASE("Files that are no sectors are refused") {
    const Subspace s{3, 3, 0, 0};
    const Database database = open_database(solved_folder());
    Folder folder;
    const auto path = folder.path() / "sector";
    write_sector(path, 3, 3, 0, by_probing(database));
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const auto code_of = [&](const std::string& changed, const verify::SectorValues& values) {
        std::ofstream(path, std::ios::binary) << changed;
        const auto compared = verify::compare_sector(path, s, values, database, Rules{});
        return compared ? std::optional<ErrorCode>() : compared.error().code;
    };
    CHECK_FALSE(code_of(bytes, values_with(s, 0)).has_value());
    CHECK(code_of(bytes + "x", values_with(s, 0)) == ErrorCode::Damaged);
    CHECK(code_of(bytes.substr(0, bytes.size() - 1), values_with(s, 0)) == ErrorCode::Damaged);
    CHECK(code_of(bytes.substr(0, 30), values_with(s, 0)) == ErrorCode::Damaged);
    CHECK(code_of(bytes, values_with({4, 3, 0, 0}, 0)) == ErrorCode::Damaged);
    std::string other_version = bytes;
    other_version[0] = 1;
    CHECK(code_of(other_version, values_with(s, 0)) == ErrorCode::BadVersion);
}

TEST_CASE("The official sector 3-3 agrees in every value and distance") {
    const char* const named = std::getenv("MULINO_MALOM_DIR");
    const std::filesystem::path folder = named != nullptr ? named : MULINO_MALOM_DIR;
    const auto path = folder / "std_3_3_0_0.sec2";
    if (!std::filesystem::exists(path)) {
        WARN("skipped: there is no " << path.string());
        return;
    }
    const auto values = verify::read_sector_values(folder / "std.secval");
    REQUIRE(values);
    CHECK(values->own.size() == 498);
    const Database database = open_database(solved_folder());
    const auto compared = verify::compare_sector(path, {3, 3, 0, 0}, *values, database, Rules{});
    REQUIRE(compared);
    CHECK(compared->positions == 169'626);
    CHECK(compared->distances);
    CHECK(compared->differences == 0);
}
