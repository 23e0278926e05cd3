// Subspaces, classes and the index, against counts that come from elsewhere.
#include "db/index.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include "db/counting.hpp"
#include "db/subspace.hpp"
#include "tests/catch.hpp"

using namespace mulino;

namespace {

Bitboard random_set(std::mt19937& random, int men, Bitboard free) {
    Bitboard set = 0;
    while (count(set) < men) set |= bit(static_cast<Point>(random() % kPoints)) & free;
    return set;
}

}  // namespace

TEST_CASE("symmetry classes have the published numbers", "[index]") {
    const std::vector<std::uint32_t> expected = {1,    4,    30,    158,   757,
                                                 2830, 8774, 22188, 46879, 82880};
    for (std::size_t men = 0; men < expected.size(); ++men) {
        const int n = static_cast<int>(men);
        CHECK(set_classes(n).size() == expected[men]);
        CHECK(class_count(n) == expected[men]);
    }
}

TEST_CASE("the ordered subspaces have the published sizes", "[index]") {
    Index slots = 0;
    std::uint64_t positions = 0;
    for (const Subspace& s : all_subspaces()) {
        slots += PairIndex(pair_of(s)).size();
        positions += canonical_position_count(s.mover, s.opponent);
    }
    CHECK(all_subspaces().size() == 49);
    CHECK(slots == 9'074'932'579);
    CHECK(positions == 8'904'593'601);
    CHECK(canonical_position_count(4, 3) == 75'397 + 3'095 + 681'906);
}

TEST_CASE("classify leads to the representative by the lowest symmetry", "[index]") {
    std::mt19937 random(1);
    for (int men = 0; men <= kMaxMen; ++men) {
        const SetClasses& classes = set_classes(men);
        for (int i = 0; i < 200; ++i) {
            const Bitboard set = random_set(random, men, kFullBoard);
            const auto [row, symmetry] = classes.classify(set);
            const Bitboard representative = classes.representative(row);
            CHECK(apply(symmetry, set) == representative);
            for (Symmetry s = 0; s < kSymmetries; ++s) {
                CHECK(apply(s, set) >= representative);
                if (s < symmetry) CHECK(apply(s, set) != representative);
            }
        }
    }
}

TEST_CASE("subset ranks count the sets in increasing order", "[index]") {
    for (const auto& [points, men] :
         {std::pair{21, 3}, std::pair{15, 9}, std::pair{17, 7}, std::pair{12, 0}}) {
        const SubsetRanks ranks(points, men);
        REQUIRE(ranks.size() == binomial(points, men));
        for (Slot slot = 0; slot < ranks.size(); ++slot) {
            const Bitboard set = ranks.set(slot);
            if (count(set) != men || set >> points != 0 || ranks.rank(set) != slot ||
                (slot > 0 && ranks.set(slot - 1) >= set)) {
                FAIL("slot " << slot << " of " << men << " among " << points);
            }
        }
    }
}

TEST_CASE("pack and unpack undo each other", "[index]") {
    std::mt19937 random(2);
    for (int i = 0; i < 1000; ++i) {
        const Bitboard mask = static_cast<Bitboard>(random()) & kFullBoard;
        const Bitboard set = static_cast<Bitboard>(random()) & mask;
        CHECK(unpack(pack(set, mask), mask) == set);
    }
    CHECK(pack(0b101000, 0b111001) == 0b1010);
}

TEST_CASE("a place and its sets belong together, in every image", "[index]") {
    std::mt19937 random(3);
    for (const Pair pair : all_pairs()) {
        const PairIndex index(pair);
        for (int i = 0; i < 50; ++i) {
            const Bitboard larger = random_set(random, pair.larger, kFullBoard);
            const Bitboard smaller = random_set(random, pair.smaller, kFullBoard & ~larger);
            const auto [row, slot] = index.place(larger, smaller);
            REQUIRE(row < index.rows());
            REQUIRE(slot < index.row_size());
            const auto [class_set, other_set] = index.sets(row, slot);
            CHECK(index.place(class_set, other_set).first == row);
            bool image_found = false;
            for (Symmetry s = 0; s < kSymmetries; ++s) {
                image_found = image_found ||
                              (apply(s, larger) == class_set && apply(s, smaller) == other_set);
                CHECK(index.place(apply(s, larger), apply(s, smaller)).first == row);
            }
            CHECK(image_found);
        }
    }
}

TEST_CASE("the example of docs/format.md is where it says", "[index]") {
    const Position position = parse_position(".WW/.../.B./B....B/.../.../..W b").value();
    const PairIndex index({3, 3});
    CHECK(position.mover() == 0x020088);
    CHECK(index.place(position.mover(), position.opponent()) == std::pair{Row{144}, Slot{3}});
    CHECK(index.row_size() == 1330);
}

TEST_CASE("canonical slots are as many as there are positions", "[index]") {
    for (const Pair pair : {Pair{3, 3}, Pair{4, 3}, Pair{4, 4}, Pair{5, 3}}) {
        const PairIndex index(pair);
        std::uint64_t canonical = 0;
        for (Row row = 0; row < index.rows(); ++row) {
            for (Slot slot = 0; slot < index.row_size(); ++slot) {
                canonical += index.canonical(row, slot) ? 1U : 0U;
            }
        }
        CHECK(canonical == canonical_position_count(pair.larger, pair.smaller));
    }
}
