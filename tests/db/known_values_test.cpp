// Counting what is known around the places of a stretch: every way that this machine can run,
// against the definition.
#include "db/known_values.hpp"

#include <array>
#include <bit>
#include <random>
#include <vector>

#include "tests/catch.hpp"

using namespace mulino;

namespace {

std::vector<std::size_t> members(Places places) {
    std::vector<std::size_t> all;
    for (std::size_t n = 0; n < kMostPlaces; ++n) {
        if ((places >> n & 1) != 0) all.push_back(n);
    }
    return all;
}

// As many places as another set has.
Places as_many(Places other, std::mt19937_64& random) {
    Places places = random();
    while (std::popcount(places) > std::popcount(other)) places &= places - 1;
    while (std::popcount(places) < std::popcount(other)) places |= Places{1} << random() % 64;
    return places;
}

}  // namespace

TEST_CASE("all ways to count values agree with the definition") {
    std::mt19937_64 random(1);
    for (int round = 0; round < 2000; ++round) {
        std::vector<KnownValues> known(5);
        for (KnownValues& values : known) {
            values.losses = random();
            values.draws = random() & ~values.losses;
        }
        std::vector<Around> around(random() % 60);
        for (Around& some : around) {
            some.to = random() & (random() | random());
            if (random() % 8 == 0) some.to = random() % 2 == 0 ? 0 : ~Places{0};
            some.from = random() % 4 == 0 ? some.to : as_many(some.to, random);
            some.stretch = random() % known.size();
        }
        std::array<std::array<int, 3>, kMostPlaces> expected{};
        for (const Around& some : around) {
            const auto from = members(some.from);
            const auto to = members(some.to);
            for (std::size_t n = 0; n < to.size(); ++n) {
                const bool loss = (known[some.stretch].losses >> from[n] & 1) != 0;
                const bool draw = (known[some.stretch].draws >> from[n] & 1) != 0;
                ++expected[to[n]][loss ? 0 : draw ? 1 : 2];
            }
        }
        for (const CountValues count : all_count_values()) {
            ValueCounts counts;
            count(around, known.data(), counts);
            std::size_t wrong = 0;
            for (std::size_t n = 0; n < kMostPlaces; ++n) {
                wrong += expected[n] !=
                         std::array<int, 3>{counts.losses[n], counts.draws[n], counts.wins[n]};
            }
            CHECK(wrong == 0);
        }
    }
}
