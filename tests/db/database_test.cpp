// Probing single positions.
#include "db/database.hpp"

#include <atomic>
#include <random>

#include "db/block_cache.hpp"
#include "db/index.hpp"
#include "db/manifest.hpp"
#include "tests/catch.hpp"
#include "tests/db/table_fixture.hpp"

using namespace mulino;

namespace {

// A folder with made-up tables of some subspaces, each with its own seed.
struct Folder {
    TemporaryFolder folder;
    Manifest manifest;

    explicit Folder(const std::vector<Subspace>& subspaces, Manifest of = {}) : manifest(of) {
        write_manifest(folder.path(), manifest);
        for (const Subspace& s : subspaces) add(s);
    }
    static unsigned seed(const Subspace& s) { return s.mover * 16U + s.opponent; }
    void add(const Subspace& s) const {
        std::vector<std::uint8_t> slots;
        const auto source = made_up_source<std::uint8_t>(index_of(s), 30, seed(s), slots,
                                                         manifest.metric != Metric::Wdl);
        write_table<std::uint8_t>(folder.path(), {manifest.family, s, manifest.metric}, source,
                                  threads_for(2));
    }
    const std::filesystem::path& path() const { return folder.path(); }
};

Position random_position(std::mt19937& random, int mover, int opponent) {
    Position position;
    position.to_move = random() % 2 == 0 ? Side::White : Side::Black;
    auto& own = position.men[static_cast<std::size_t>(position.to_move)];
    auto& others = position.men[static_cast<std::size_t>(other(position.to_move))];
    while (count(own) < mover) own |= bit(static_cast<Point>(random() % kPoints));
    while (count(others) < opponent) others |= bit(static_cast<Point>(random() % kPoints)) & ~own;
    return position;
}

// What the made-up table of a subspace says.
template <typename Symbol>
Outcome made_up(const Position& position, const std::vector<Symbol>& slots,
                const std::vector<Outcome>& meaning) {
    const PairIndex index = index_of(subspace_of(position));
    const bool mover_larger = count(position.mover()) >= count(position.opponent());
    const auto [row, slot] = index.place(mover_larger ? position.mover() : position.opponent(),
                                         mover_larger ? position.opponent() : position.mover());
    return meaning[slots[std::size_t{row} * index.row_size() + slot]];
}

}  // namespace

TEST_CASE("probing finds what the tables say", "[database]") {
    const std::vector<Subspace> subspaces = {{3, 3, 0, 0}, {3, 4, 0, 0}, {4, 3, 0, 0}};
    const Folder folder(subspaces);
    // A cache for nothing, for a few blocks, for all.
    for (const std::size_t cache : {std::size_t{0}, std::size_t{2} << 20, std::size_t{64} << 20}) {
        const auto database = Database::open({folder.path()}, {}, {cache});
        REQUIRE(database.has_value());
        CHECK(database->metric() == Metric::Dtw);
        CHECK(database->subspaces() == subspaces);
        std::mt19937 random(1);
        for (const Subspace& s : subspaces) {
            CHECK(database->contains(s));
            std::vector<std::uint8_t> slots;
            const auto source =
                made_up_source<std::uint8_t>(index_of(s), 30, Folder::seed(s), slots);
            for (int i = 0; i < 3000; ++i) {
                const Position position = random_position(random, s.mover, s.opponent);
                const auto outcome = database->probe(position);
                REQUIRE(outcome.has_value());
                if (*outcome != made_up(position, slots, source.meaning)) FAIL("a wrong outcome");
            }
        }
    }
}

TEST_CASE("rows coded by context are read in parts, whatever the number of symbols",
          "[database]") {
    // Around those with which a slot that is not unpacked looks like a symbol of one byte.
    for (const unsigned symbols : {2U, 3U, 4U, 30U, 254U, 255U, 256U, 257U, 300U}) {
        INFO(symbols << " symbols");
        const Folder folder({});
        const Subspace s{4, 3, 0, 0};
        std::vector<std::uint16_t> slots;
        const auto source = made_up_source<std::uint16_t>(index_of(s), symbols, 7, slots);
        WriteOptions options;
        options.coding = Coding::Context;
        options.rows_per_block = 1;
        write_table<std::uint16_t>(folder.path(), {folder.manifest.family, s, Metric::Dtw}, source,
                                   threads_for(2), options);
        const auto database = Database::open({folder.path()}, {}, {});
        REQUIRE(database.has_value());
        std::mt19937 random(symbols);
        std::size_t wrong = 0;
        for (int i = 0; i < 3000; ++i) {
            const Position position = random_position(random, 4, 3);
            const auto outcome = database->probe(position);
            REQUIRE(outcome.has_value());
            wrong += *outcome != made_up(position, slots, source.meaning);
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("threads share a database", "[database]") {
    const Folder folder({{3, 4, 0, 0}, {4, 3, 0, 0}});
    std::vector<std::uint8_t> slots;
    const Subspace s{4, 3, 0, 0};
    const auto source = made_up_source<std::uint8_t>(index_of(s), 30, Folder::seed(s), slots);
    const auto database = Database::open({folder.path()}, {}, {std::size_t{2} << 20});
    REQUIRE(database.has_value());
    std::atomic<int> wrong{0};
    threads_for(4)(4, [&](std::size_t t) {
        std::mt19937 random(static_cast<unsigned>(t));
        for (int i = 0; i < 2000; ++i) {
            const Position position = random_position(random, 4, 3);
            const auto outcome = database->probe(position);
            if (!outcome || *outcome != made_up(position, slots, source.meaning)) ++wrong;
            if (!database->probe(random_position(random, 3, 4))) ++wrong;
        }
    });
    CHECK(wrong == 0);
}

TEST_CASE("what cannot be answered is said apart", "[database]") {
    const Folder folder({kSmall});
    const auto database = Database::open({folder.path()}, {});
    REQUIRE(database.has_value());
    std::mt19937 random(1);

    const auto missing = database->probe(random_position(random, 5, 4));
    REQUIRE(!missing);
    CHECK(missing.error().code == ErrorCode::MissingTable);
    CHECK(missing.error().message.find("5-4") != std::string::npos);
    CHECK(missing.error().message.find(folder.path().string()) != std::string::npos);
    CHECK(database->table({5, 4, 0, 0}).error().code == ErrorCode::MissingTable);
    CHECK(!database->contains({5, 4, 0, 0}));
    Position placing = random_position(random, 3, 3);
    placing.hand = {1, 1};
    CHECK(database->probe(placing).error().code == ErrorCode::MissingTable);

    Position position = random_position(random, 3, 3);
    position.men[0] |= position.men[1];
    CHECK(database->probe(position).error().code == ErrorCode::OutOfRange);
    position = random_position(random, 10, 3);
    CHECK(database->probe(position).error().code == ErrorCode::OutOfRange);
    position = random_position(random, 3, 2);
    CHECK(database->probe(position).error().code == ErrorCode::OutOfRange);
    position = random_position(random, 3, 3);
    position.men[0] = position.men[0] | Bitboard{1} << kPoints;
    CHECK(database->probe(position).error().code == ErrorCode::OutOfRange);

    // The game is over: no table needed.
    CHECK(database->probe(random_position(random, 2, 7)).value() == Outcome{Wdl::Loss, 0});
}

TEST_CASE("folders of another family or metric are refused", "[database]") {
    const Folder italian({kSmall});
    const Folder spanish({kSmall},
                         {{Flying::Both, Protection::Absolute, {}}, Metric::Dtw, Kind::Full});
    const Folder dtc({}, {{}, Metric::Dtc, Kind::Full});
    const Folder values({}, {{}, Metric::Wdl, Kind::Full});

    const auto refused = Database::open({spanish.path()}, {});
    REQUIRE(!refused);
    CHECK(refused.error().code == ErrorCode::OtherFamily);
    CHECK(refused.error().path == spanish.path().string());
    CHECK(refused.error().message.find("flying both") != std::string::npos);
    CHECK(refused.error().message.find("flying own") != std::string::npos);
    CHECK(Database::open({italian.path(), dtc.path()}, {}).error().code == ErrorCode::OtherFamily);
    CHECK(Database::open({values.path(), italian.path()}, {})->metric() == Metric::Dtw);

    const TemporaryFolder empty;
    CHECK(Database::open({empty.path()}, {}).error().code == ErrorCode::MissingTable);
    CHECK(Database::open({empty.path() / "none"}, {}).error().code == ErrorCode::MissingTable);

    // A single table of another family among the right ones.
    std::filesystem::copy_file(spanish.path() / "3-3.mulino", values.path() / "3-3.mulino");
    const auto mixed = Database::open({values.path()}, {});
    REQUIRE(mixed.has_value());
    std::mt19937 random(1);
    CHECK(mixed->probe(random_position(random, 3, 3)).error().code == ErrorCode::OtherFamily);
    CHECK(mixed->tables().error().code == ErrorCode::OtherFamily);
}

TEST_CASE("of several folders the first that has a table counts", "[database]") {
    const Folder first({kSmall});
    const Folder second({{4, 3, 0, 0}});
    second.add(kSmall);
    const auto database = Database::open({first.path(), second.path()}, {});
    REQUIRE(database.has_value());
    const auto tables = database->tables();
    REQUIRE(tables.has_value());
    REQUIRE(tables->size() == 2);
    CHECK((*tables)[0].path == first.path() / "3-3.mulino");
    CHECK((*tables)[1].path == second.path() / "4-3.mulino");
    CHECK((*tables)[1].bytes == std::filesystem::file_size((*tables)[1].path));
}

TEST_CASE("damaged and exchanged files give errors, not values", "[database]") {
    const Folder folder({{3, 4, 0, 0}, {4, 3, 0, 0}, {3, 3, 0, 0}});
    const auto path = folder.path() / "4-3.mulino";
    std::mt19937 random(1);
    SECTION("two files exchanged") {
        const auto other = folder.path() / "3-4.mulino";
        std::filesystem::rename(path, folder.path() / "x");
        std::filesystem::rename(other, path);
        std::filesystem::rename(folder.path() / "x", other);
        const auto database = Database::open({folder.path()}, {});
        CHECK(database->probe(random_position(random, 4, 3)).error().code == ErrorCode::Damaged);
    }
    SECTION("a bad block") {
        auto bytes = read_bytes(path);
        bytes.back() ^= 1;
        write_bytes(path, bytes);
        const auto database = Database::open({folder.path()}, {});
        // Only the last block's positions are lost.
        int damaged = 0;
        for (int i = 0; i < 3000; ++i) {
            const auto outcome = database->probe(random_position(random, 4, 3));
            if (outcome) continue;
            ++damaged;
            CHECK(outcome.error().code == ErrorCode::Damaged);
            CHECK(outcome.error().path == path.string());
            CHECK(outcome.error().message.find("block") != std::string::npos);
        }
        CHECK(damaged > 0);
        CHECK(damaged < 1000);
    }
    SECTION("a half file") {
        std::filesystem::resize_file(path, 1000);
        const auto database = Database::open({folder.path()}, {});
        CHECK(database->probe(random_position(random, 4, 3)).error().code == ErrorCode::Damaged);
        CHECK(database->probe(random_position(random, 3, 4)).has_value());
    }
    SECTION("a file that comes right again") {
        const auto good = read_bytes(path);
        write_bytes(path, {});
        const auto database = Database::open({folder.path()}, {});
        CHECK(!database->probe(random_position(random, 4, 3)));
        write_bytes(path, good);
        CHECK(database->probe(random_position(random, 4, 3)).has_value());
    }
}

TEST_CASE("under a limit the count of plies without a removal matters", "[database]") {
    const Family family{Flying::Own, Protection::Lifted, std::uint16_t{20}};
    const Folder dtc({kSmall}, {family, Metric::Dtc, Kind::Full});
    const Folder values({kSmall}, {family, Metric::Wdl, Kind::Full});
    const auto exact = Database::open({dtc.path()}, family);
    const auto coarse = Database::open({values.path()}, family);
    const Folder no_limit({kSmall});
    const auto free = Database::open({no_limit.path()}, {});
    std::mt19937 random(3);
    for (int i = 0; i < 500; ++i) {
        Position position = random_position(random, 3, 3);
        const Outcome fresh = exact->probe(position).value();
        const Outcome without_limit = free->probe(position).value();
        CHECK(coarse->probe(position).value().value == fresh.value);
        position.plies_without_removal = 12;
        const Outcome expected =
            fresh.value != Wdl::Draw && *fresh.distance <= 8 ? fresh : Outcome{};
        CHECK(exact->probe(position).value() == expected);
        CHECK(free->probe(position).value() == without_limit);
        if (fresh.value == Wdl::Draw) {
            CHECK(coarse->probe(position).value() == Outcome{});
        } else {
            CHECK(coarse->probe(position).error().code == ErrorCode::NoDistances);
        }
        position.plies_without_removal = 21;
        CHECK(exact->probe(position).value() == Outcome{});
    }
}

TEST_CASE("the cache keeps to its limit and forgets the oldest", "[cache]") {
    BlockCache cache(std::size_t{1} << 20);
    for (std::uint32_t i = 0; i < 1000; ++i) {
        cache.insert({1, i}, std::vector<std::uint8_t>(5000, static_cast<std::uint8_t>(i)));
        CHECK(cache.symbol({1, i}, 17, 8) == (i & 0xFF));
    }
    CHECK(cache.bytes() <= std::size_t{1} << 20);
    CHECK(cache.bytes() > std::size_t{1} << 19);
    CHECK(!cache.symbol({1, 0}, 0, 8));
    CHECK(!cache.symbol({2, 999}, 0, 8));
    cache.insert({3, 0}, {1, 2, 3, 4});
    CHECK(cache.symbol({3, 0}, 1, 16) == 0x0403);
    CHECK(cache.symbol({3, 0}, 8, 2) == 3);
    CHECK(cache.symbol({3, 0}, 13, 2) == 1);
    BlockCache none(0);
    none.insert({1, 1}, {1, 2});
    CHECK(!none.symbol({1, 1}, 0, 8));
}
