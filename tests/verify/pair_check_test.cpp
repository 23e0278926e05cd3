// A check is worth what it finds: mistakes are planted in sound tables, and each must be named.
#include "verify/pair_check.hpp"

#include <fstream>
#include <memory>
#include <random>

#include "tests/db/block_entries.hpp"
#include "tests/verify/solved.hpp"
#include "verify/outcome_codes.hpp"

using namespace mulino;
using namespace mulino::test;

namespace {

constexpr Subspace k33{3, 3, 0, 0};
constexpr Subspace k43{4, 3, 0, 0};
constexpr Subspace k34{3, 4, 0, 0};
constexpr Subspace k44{4, 4, 0, 0};

Outcome win(int plies) { return {Wdl::Win, static_cast<std::uint16_t>(plies)}; }
Outcome loss(int plies) { return {Wdl::Loss, static_cast<std::uint16_t>(plies)}; }

verify::PairCheck check(const std::filesystem::path& folder, Pair pair, int threads = 2,
                        const Family& family = {}, std::size_t named = 10) {
    const Database database = open_database(folder, family);
    Rules rules;
    rules.flying = family.flying;
    rules.protection = family.protection;
    verify::CheckOptions options;
    options.threads = threads;
    options.named = named;
    const auto result = verify::check_pair(database, rules, pair, options);
    REQUIRE(result);
    return *result;
}

// A copy of the solved tables, one of them changed by `change`.
std::unique_ptr<Folder> planted(const Subspace& s,
                                const std::function<void(std::vector<Outcome>&)>& change) {
    auto folder = std::make_unique<Folder>();
    copy_folder(solved_folder(), folder->path());
    std::vector<Outcome> outcomes = outcomes_of(folder->path(), s);
    change(outcomes);
    write_outcomes(folder->path(), s, outcomes, Metric::Dtw);
    return folder;
}

// Whether one of the differences of a subspace is at a slot, with what is stored there.
bool names(const verify::PairCheck& check, const Subspace& s, Index index, const Outcome& stored) {
    const auto [mover, opponent] = sets_of(s, index);
    for (const verify::SubspaceCheck& subspace : check.subspaces) {
        if (subspace.subspace != s) continue;
        for (const verify::Difference& difference : subspace.first) {
            if (orbit_of(difference.position) == orbit_of(mover, opponent) &&
                difference.stored == stored && difference.expected != stored) {
                return true;
            }
        }
    }
    return false;
}

// All slots of the position of a slot.
std::vector<Index> all_slots(const Subspace& s, Index index) {
    const PairIndex numbering(pair_of(s));
    const auto row = static_cast<Row>(index / numbering.row_size());
    const auto [class_set, other_set] =
        numbering.sets(row, static_cast<Slot>(index % numbering.row_size()));
    std::vector<Index> slots;
    for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry) {
        if (apply(symmetry, class_set) != class_set) continue;
        const Slot slot =
            numbering.ranks().rank(pack(apply(symmetry, other_set), kFullBoard & ~class_set));
        slots.push_back(Index{row} * numbering.row_size() + slot);
    }
    return slots;
}

// A slot with the outcome, far into the table from a random start.
Index find_outcome(const std::vector<Outcome>& outcomes, const Outcome& outcome, unsigned seed) {
    std::mt19937_64 random(seed);
    const Index start = random() % outcomes.size();
    for (Index i = 0; i < outcomes.size(); ++i) {
        const Index index = (start + i) % outcomes.size();
        if (outcomes[index] == outcome) return index;
    }
    FAIL("no such outcome");
    return 0;
}

}  // namespace

TEST_CASE("Sound tables are found sound, and counted") {
    const auto equal = check(solved_folder(), {3, 3});
    REQUIRE(equal.subspaces.size() == 1);
    CHECK(equal.good());
    CHECK(equal.subspaces[0].slots == 210'140);
    CHECK(equal.subspaces[0].counts ==
          TableCounts{169'626, 140'621, 28'736, 269, std::uint16_t{25}, std::uint16_t{26}});

    const auto unequal = check(solved_folder(), {4, 3});
    REQUIRE(unequal.subspaces.size() == 2);
    CHECK(unequal.good());
    CHECK(unequal.subspaces[0].counts.losses == 3'095);
    CHECK(unequal.subspaces[1].counts.wins == 102'281);
    CHECK(unequal.subspaces[1].counts.longest_win == std::uint16_t{33});
    CHECK(check(solved_folder(), {4, 4}).good());
}

TEST_CASE("Single wrong outcomes are named") {
    struct Planting {
        Subspace subspace;
        Outcome before;
        Outcome after;
    };
    const std::vector<Planting> plantings = {
        {k33, win(25), win(23)},  // too fast
        {k33, win(5), win(7)},    // too slow
        {k33, win(5), win(6)},    // off by one
        {k33, loss(26), loss(24)}, {k33, loss(4), loss(6)},
        {k33, {}, loss(2)},  // a draw stored as a loss
        {k33, win(3), {}},         {k33, loss(8), win(9)},
        {k43, {}, loss(32)},       {k43, {}, win(1)},
        {k43, win(1), win(3)},     {k43, loss(32), {}},
        {k34, win(33), win(31)},   {k34, win(33), {}},
        {k34, {}, loss(0)},        {k44, {}, win(3)},
        {k44, loss(8), loss(10)},
    };
    for (std::size_t i = 0; i < plantings.size(); ++i) {
        const Planting& planting = plantings[i];
        INFO("planting " << i << " in " << to_string(planting.subspace));
        Index index = 0;
        const auto folder = planted(planting.subspace, [&](std::vector<Outcome>& outcomes) {
            index = find_outcome(outcomes, planting.before, static_cast<unsigned>(i));
            for (const Index slot : all_slots(planting.subspace, index)) {
                outcomes[slot] = planting.after;
            }
        });
        const auto result = check(folder->path(), pair_of(planting.subspace), 2, {}, 1000);
        CHECK_FALSE(result.good());
        CHECK(names(result, planting.subspace, index, planting.after));
    }
}

TEST_CASE("A wrong slot of a position that owns several is named as such") {
    for (const Subspace& s : {k33, k43, k34}) {
        INFO(to_string(s));
        Index index = 0;
        const auto folder = planted(s, [&](std::vector<Outcome>& outcomes) {
            const PairIndex numbering(pair_of(s));
            for (index = outcomes.size() / 3;; ++index) {
                const bool canonical =
                    numbering.canonical(static_cast<Row>(index / numbering.row_size()),
                                        static_cast<Slot>(index % numbering.row_size()));
                if (!canonical && outcomes[index].value == Wdl::Draw) break;
            }
            outcomes[index] = win(5);
        });
        const auto result = check(folder->path(), pair_of(s));
        CHECK_FALSE(result.good());
        CHECK(names(result, s, index, win(5)));
        std::uint64_t duplicates = 0;
        for (const auto& subspace : result.subspaces) {
            for (const auto& difference : subspace.first) {
                if (difference.kind == verify::Difference::Kind::Duplicate) ++duplicates;
            }
        }
        CHECK(duplicates == 1);
    }
}

TEST_CASE("A mistake in a child shows in the parent too") {
    const auto folder = planted(k33, [](std::vector<Outcome>& outcomes) {
        for (Outcome& outcome : outcomes) {
            if (outcome == loss(26)) outcome = Outcome{};
        }
    });
    CHECK_FALSE(check(folder->path(), {3, 3}).good());
}

TEST_CASE("Swapped subspaces are found") {
    Folder folder;
    copy_folder(solved_folder(), folder.path());
    write_outcomes(folder.path(), k34, outcomes_of(solved_folder(), k43), Metric::Dtw);
    write_outcomes(folder.path(), k43, outcomes_of(solved_folder(), k34), Metric::Dtw);
    const auto result = check(folder.path(), {4, 3});
    CHECK(result.subspaces[0].differences > 1000);
    CHECK(result.subspaces[1].differences > 1000);
    CHECK(result.subspaces[0].first.size() == 10);
}

TEST_CASE("A header that lies about its table is found") {
    Folder folder;
    copy_folder(solved_folder(), folder.path());
    const auto path = folder.path() / table_file_name(k43);
    const auto file = TableFile::open(path);
    REQUIRE(file);
    TableHeader header = file->header();
    const auto write = [&] {
        // A sound file in all its checksums, made of the blocks as they would be written anew.
        const std::vector<std::uint8_t> head = encode_header(header);
        std::ifstream in(solved_folder() / table_file_name(k43), std::ios::binary);
        std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
        const std::uint64_t old_identity = table_identity(std::span(bytes).first(head.size()));
        const auto stored = std::span(bytes).subspan(head.size(), index_bytes(header.blocks()));
        const auto blocks = decode_index({stored.begin(), stored.end()}, header, old_identity);
        REQUIRE(blocks);
        std::vector<BlockEntry> renewed = test::entries_of(*blocks);
        std::size_t offset = head.size() + index_bytes(header.blocks());
        const std::size_t blocks_begin = offset;
        for (std::uint32_t block = 0; block < header.blocks(); ++block) {
            renewed[block].checksum =
                block_checksum(std::span(bytes).subspan(offset, renewed[block].bytes),
                               table_identity(head), block);
            offset += renewed[block].bytes;
        }
        const std::vector<std::uint8_t> index = encode_index(renewed, table_identity(head));
        std::ofstream out(path, std::ios::binary);
        const auto put = [&](std::span<const std::uint8_t> part) {
            out.write(reinterpret_cast<const char*>(part.data()),
                      static_cast<std::streamsize>(part.size()));
        };
        put(head);
        put(index);
        put(std::span(bytes).subspan(blocks_begin));
    };
    SECTION("counts") {
        ++header.counts.draws;
        --header.counts.losses;
    }
    SECTION("longest distance") { header.counts.longest_loss = std::uint16_t{30}; }
    SECTION("value checksum") { header.value_checksum.bytes[3] ^= 1; }
    write();
    const auto result = check(folder.path(), {4, 3});
    CHECK_FALSE(result.good());
    CHECK(result.subspaces[0].differences == 0);
    CHECK_FALSE(result.subspaces[0].header_agrees);
    CHECK(result.subspaces[1].header_agrees);
}

TEST_CASE("What is found does not depend on the threads") {
    const auto folder = planted(k43, [](std::vector<Outcome>& outcomes) {
        for (Index i = 0; i < outcomes.size(); i += 997) outcomes[i] = loss(12);
    });
    const auto one = check(folder->path(), {4, 3}, 1);
    for (const int threads : {2, 7}) {
        const auto many = check(folder->path(), {4, 3}, threads);
        for (std::size_t t = 0; t < 2; ++t) {
            CHECK(many.subspaces[t].differences == one.subspaces[t].differences);
            CHECK(many.subspaces[t].counts == one.subspaces[t].counts);
            CHECK(many.subspaces[t].value_checksum == one.subspaces[t].value_checksum);
            REQUIRE(many.subspaces[t].first.size() == one.subspaces[t].first.size());
            for (std::size_t i = 0; i < one.subspaces[t].first.size(); ++i) {
                CHECK(many.subspaces[t].first[i].position == one.subspaces[t].first[i].position);
            }
        }
    }
}

// Without flying every turn in 3-3 changes the parity of the men on odd points, so that parity
// tells the two players apart. Giving all draws to one of them is consistent turn by turn: each of
// its positions has a turn to a lost one, in a cycle.
TEST_CASE("A cycle of false wins: passes as values, is found with any distances") {
    const Family family{Flying::Off, Protection::Lifted, std::nullopt};
    Folder values;
    solve_into(values.path(), family, Metric::Wdl, {{3, 3}});
    std::vector<Outcome> outcomes = outcomes_of(values.path(), k33);
    std::vector<Index> false_wins;
    std::vector<Index> false_losses;
    for (Index i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i].value != Wdl::Draw) continue;
        const auto [mover, opponent] = sets_of(k33, i);
        const bool even = count((mover | opponent) & kOddPoints) % 2 == 0;
        outcomes[i].value = even ? Wdl::Win : Wdl::Loss;
        (even ? false_wins : false_losses).push_back(i);
    }
    REQUIRE(false_wins.size() > 1000);
    write_outcomes(values.path(), k33, outcomes, Metric::Wdl, family);
    CHECK(check(values.path(), {3, 3}, 2, family).good());

    Folder distances;
    solve_into(distances.path(), family, Metric::Dtw, {{3, 3}});
    const std::vector<Outcome> sound = outcomes_of(distances.path(), k33);
    CHECK(check(distances.path(), {3, 3}, 2, family).good());
    std::mt19937 random(1);
    for (int attempt = 0; attempt < 4; ++attempt) {
        std::vector<Outcome> with = sound;
        const auto plies = [&] {
            return attempt == 0 ? 100 : static_cast<int>(random() % 100) * 2;
        };
        for (const Index i : false_wins) with[i] = win(plies() + 1);
        for (const Index i : false_losses) with[i] = loss(plies());
        for (Index i = 0; i < with.size(); ++i) with[i] = with[all_slots(k33, i).front()];
        write_outcomes(distances.path(), k33, with, Metric::Dtw, family);
        CHECK_FALSE(check(distances.path(), {3, 3}, 2, family).good());
    }
}

TEST_CASE("Other families are checked by their own rules") {
    for (const Flying flying : {Flying::Own, Flying::Both, Flying::Off}) {
        for (const Protection protection : {Protection::Lifted, Protection::Absolute}) {
            const Family family{flying, protection, std::nullopt};
            INFO(to_string(family));
            Folder folder;
            solve_into(folder.path(), family, Metric::Dtw, {{3, 3}, {4, 3}});
            CHECK(check(folder.path(), {3, 3}, 2, family).good());
            CHECK(check(folder.path(), {4, 3}, 2, family).good());
        }
    }
}

TEST_CASE("Sets of all kinds are checked, whatever they leave out") {
    for (const Kind kind : {Kind::Full, Kind::Fast, Kind::Compact}) {
        INFO(to_string(kind));
        Folder folder;
        pack_into(folder.path(), kind);
        for (const Pair& pair : {Pair{3, 3}, Pair{4, 3}, Pair{4, 4}}) {
            const auto packed = check(folder.path(), pair);
            const auto solved = check(solved_folder(), pair);
            CHECK(packed.good());
            for (std::size_t t = 0; t < packed.subspaces.size(); ++t) {
                CHECK(packed.subspaces[t].value_checksum == solved.subspaces[t].value_checksum);
                CHECK(packed.subspaces[t].counts.wins == solved.subspaces[t].counts.wins);
            }
        }
    }
}

TEST_CASE("A missing table is an error, and so is a limit without conversions") {
    Folder folder;
    copy_folder(solved_folder(), folder.path());
    std::filesystem::remove(folder.path() / table_file_name(k33));
    const Database database = open_database(folder.path());
    const auto result = verify::check_pair(database, Rules{}, {4, 3});
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::MissingTable);

    Family limited;
    limited.no_capture_limit = std::uint16_t{50};
    CHECK_FALSE(verify::checkable(limited, Metric::Wdl));
    CHECK_FALSE(verify::checkable(limited, Metric::Dtw));
    CHECK(verify::checkable(limited, Metric::Dtc));
}

TEST_CASE("A check can be stopped") {
    const Database database = open_database(solved_folder());
    const std::atomic<bool> stop{true};
    verify::CheckOptions options;
    options.stop = &stop;
    CHECK_THROWS_AS(static_cast<void>(verify::check_pair(database, Rules{}, {4, 3}, options)),
                    verify::CheckStopped);
}

TEST_CASE("Codes rank outcomes by their worth") {
    const std::vector<Outcome> outcomes = {{}, win(1), win(3), loss(0), loss(2), loss(4)};
    const verify::OutcomeCodes codes({Metric::Dtw, {}}, outcomes);
    CHECK(codes.code(loss(0)) > codes.code(loss(2)));
    CHECK(codes.code(loss(4)) > codes.code({}));
    CHECK(codes.code({}) > codes.code(win(3)));
    CHECK(codes.code(win(3)) > codes.code(win(1)));
    CHECK(codes.before(verify::OutcomeCodes::kNoTurn) == loss(0));
    CHECK(codes.before(codes.code(loss(2))) == win(3));
    CHECK(codes.before(codes.code(win(3))) == loss(4));
    CHECK(codes.before(codes.code({})) == Outcome{});
    CHECK_FALSE(codes.code_before(codes.code(loss(4))).has_value());
}

TEST_CASE("Distances to conversions: removals start anew, limits cut off") {
    const verify::LocalRule rule{Metric::Dtc, std::uint16_t{50}};
    CHECK(rule.after_turn(loss(40), true) == loss(0));
    CHECK(rule.after_turn(loss(40), false) == loss(40));
    CHECK(rule.before(loss(49)) == win(50));
    CHECK(rule.before(loss(50)) == Outcome{});
    CHECK(rule.before(win(50)) == Outcome{});
    CHECK(rule.before(std::nullopt) == loss(0));
}
