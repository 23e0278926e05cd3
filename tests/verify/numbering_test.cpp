#include "verify/numbering.hpp"

#include <array>
#include <random>

#include "db/counting.hpp"
#include "db/index.hpp"
#include "tests/catch.hpp"

using namespace mulino;

TEST_CASE("The known counts are those that are published") {
    constexpr std::array<std::uint64_t, 10> kClasses = {1,    4,    30,    158,   757,
                                                        2830, 8774, 22188, 46879, 82880};
    for (int men = 0; men < 10; ++men) {
        CHECK(verify::known_class_count(men) == kClasses[static_cast<std::size_t>(men)]);
    }
    CHECK(verify::known_class_count(3, 3) == 169'626);
    CHECK(verify::known_class_count(4, 3) == 760'398);
    CHECK(verify::known_class_count(9, 9) == 409'106'740);
}

TEST_CASE("Subsets are numbered in the order of their masks") {
    for (int places = 1; places <= 21; places += 4) {
        for (int men = 0; men <= std::min(places, 9); ++men) {
            const verify::SubsetNumbers numbers(places, men);
            REQUIRE(numbers.size() == verify::choose(places, men));
            for (std::uint32_t i = 0; i < numbers.size(); ++i) {
                REQUIRE(numbers.number(numbers.sets()[i]) == i);
                REQUIRE((i == 0 || numbers.sets()[i - 1] < numbers.sets()[i]));
            }
        }
    }
}

TEST_CASE("Classes: all sets, each in one, and a symmetry that leads there") {
    for (int men = 0; men <= 6; ++men) {
        const verify::ClassNumbers classes(men);
        const verify::SubsetNumbers all(kPoints, men);
        REQUIRE(classes.size() == verify::known_class_count(men));
        for (const Bitboard set : all.sets()) {
            const auto place = classes.place(set);
            REQUIRE(apply(place.to_representative, set) == classes.representative(place.row));
        }
        std::uint64_t members = 0;
        for (std::uint32_t row = 0; row < classes.size(); ++row) {
            const std::size_t kept = classes.keepers(row).size() + 1;
            REQUIRE(kSymmetries % kept == 0);
            members += kSymmetries / kept;
            if (row > 0) REQUIRE(classes.representative(row - 1) < classes.representative(row));
        }
        CHECK(members == all.size());
    }
}

// Two programs from one specification.
TEST_CASE("The numbering agrees with the one of the tables") {
    std::mt19937 random(4);
    const verify::Packing packing;
    for (const Pair& pair : all_pairs()) {
        if (pair.larger > 7) continue;
        const PairIndex index(pair);
        const verify::ClassNumbers classes(pair.larger);
        const verify::SubsetNumbers slots(kPoints - pair.larger, pair.smaller);
        REQUIRE(classes.size() == index.rows());
        REQUIRE(slots.size() == index.row_size());
        for (int i = 0; i < 2000; ++i) {
            const auto row = static_cast<Row>(random() % index.rows());
            const auto slot = static_cast<Slot>(random() % index.row_size());
            const auto [class_set, other_set] = index.sets(row, slot);
            CHECK(class_set == classes.representative(row));
            const Bitboard free = kFullBoard & ~class_set;
            CHECK(slots.number(packing.pack(other_set, free)) == slot);
            CHECK(slots.sets()[slot] == packing.pack(other_set, free));
        }
    }
}

TEST_CASE("A map of sets unites the images of the members") {
    const std::array<Bitboard, 5> images = {4, 0, 1, 2, 16};
    verify::SetMap map;
    map.assign(images);
    for (Bitboard set = 0; set < 32; ++set) {
        Bitboard expected = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            if ((set >> i & 1) != 0) expected |= images[i];
        }
        CHECK(map(set) == expected);
    }
}
