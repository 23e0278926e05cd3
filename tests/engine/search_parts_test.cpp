// What the search is built of: packed turns, keys, the memory, scores, counts of the evaluation.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <set>

#include "engine/distance_net.hpp"
#include "engine/evaluation.hpp"
#include "engine/features.hpp"
#include "engine/memory.hpp"
#include "engine/packed_turn.hpp"
#include "engine/value.hpp"
#include "tests/catch.hpp"
#include "tests/game/random_position.hpp"

using namespace mulino;
using namespace mulino::engine;

namespace {

constexpr int kPositions = 3000;

MoverView image(Symmetry symmetry, const MoverView& view) {
    return {apply(symmetry, view.own), apply(symmetry, view.other), view.own_hand, view.other_hand};
}

int naive_feature(Feature feature, Bitboard own, Bitboard other, bool flies) {
    const Bitboard empty = kFullBoard & ~(own | other);
    int number = 0;
    const auto lines = [&](int of_own, int of_other) {
        for (const Bitboard line : kLineSets) {
            number += count(line & own) == of_own && count(line & other) == of_other ? 1 : 0;
        }
    };
    // Calls visit(from, to) for each step of a side that does not fly.
    const auto steps = [&](auto&& visit) {
        for_each_point(own, [&](Point from) {
            for_each_point(kNeighbours[from] & empty, [&](Point to) { visit(from, to); });
        });
    };
    switch (feature) {
        case Feature::Mills:
            lines(3, 0);
            break;
        case Feature::Twos:
            lines(2, 0);
            break;
        case Feature::Stopped:
            lines(2, 1);
            break;
        case Feature::Lone:
            lines(1, 0);
            break;
        case Feature::Forks:
            for_each_point(empty, [&](Point p) { number += mills_closed(own, p) == 2 ? 1 : 0; });
            break;
        case Feature::Closings:
            if (flies) {
                lines(2, 0);
            } else {
                steps([&](Point from, Point to) { number += mills_closed(own ^ bit(from), to); });
            }
            break;
        case Feature::Swings:
            if (flies) break;
            steps([&](Point from, Point to) {
                const bool in_mill = (men_in_mills(own) & bit(from)) != 0;
                if (in_mill) number += mills_closed(own ^ bit(from), to);
            });
            break;
        case Feature::OpenMills:
            if (flies) break;
            for_each_point(men_in_mills(own),
                           [&](Point p) { number += (kNeighbours[p] & empty) != 0 ? 1 : 0; });
            break;
        case Feature::Mobility:
            if (!flies) steps([&](Point, Point) { ++number; });
            break;
        case Feature::Blocked:
            if (flies) break;
            for_each_point(own, [&](Point p) { number += (kNeighbours[p] & empty) == 0 ? 1 : 0; });
            break;
        case Feature::Crossings:
            for_each_point(own, [&](Point p) { number += count(kNeighbours[p]) == 4 ? 1 : 0; });
            break;
        case Feature::Junctions:
            for_each_point(own, [&](Point p) { number += count(kNeighbours[p]) == 3 ? 1 : 0; });
            break;
        case Feature::Count:
            break;
    }
    return number;
}

}  // namespace

TEST_CASE("a packed turn is the turn it was made of") {
    std::mt19937_64 random(1);
    for (int n = 0; n < kPositions; ++n) {
        const MoverView view = view_of(test::random_position(random));
        const Rules rules = test::all_turn_rules()[random() % 12];
        for_each_turn(view, rules, [&](const TurnBits& turn) {
            const PackedTurn packed(turn);
            REQUIRE(packed);
            REQUIRE(packed.unpack() == turn);
            REQUIRE(packed.removes() == (turn.removed != 0));
            REQUIRE(PackedTurn::from_bits(packed.bits()) == packed);
            const auto symmetry = static_cast<Symmetry>(random() % kSymmetries);
            REQUIRE(packed.image(symmetry).image(inverse(symmetry)) == packed);
        });
    }
    CHECK_FALSE(PackedTurn());
}

TEST_CASE("a key is the same for all images of a position, and names the stored image") {
    const Memory memory(1 << 16);
    std::mt19937_64 random(2);
    for (int n = 0; n < kPositions; ++n) {
        const MoverView view = view_of(test::random_position(random));
        if (count(view.own) + view.own_hand < kMinMen) continue;
        const Memory::Key key = memory.key_of(view, 3);
        const auto stored = [&](const MoverView& v, Symmetry s) {
            const MoverView there = image(s, v);
            return std::uint64_t{there.own} | std::uint64_t{there.other} << kPoints;
        };
        REQUIRE((key.bits & 0xFFFF'FFFF'FFFF) == stored(view, key.to_stored));
        for (Symmetry s = 0; s < kSymmetries; ++s) {
            const MoverView other = image(s, view);
            const Memory::Key image_key = memory.key_of(other, 3);
            REQUIRE(image_key.bits == key.bits);
            REQUIRE((image_key.bits & 0xFFFF'FFFF'FFFF) == stored(other, image_key.to_stored));
        }
        REQUIRE(memory.key_of(view, 4).bits != key.bits);
    }
}

TEST_CASE("the memory gives back what was stored, never what belongs to another position") {
    Memory memory(1 << 12);  // 64 buckets: much is overwritten
    std::mt19937_64 random(3);
    std::vector<std::pair<std::uint64_t, Remembered>> stored;
    for (int n = 1; n <= 1000; ++n) {
        const auto value = static_cast<Value>(random() % 60'000) - 30'000;
        const Remembered what{value, PackedTurn(TurnBits{0, bit(5), bit(7)}),
                              static_cast<std::uint8_t>(n % 40),
                              static_cast<Bound>(1 + random() % 3)};
        const std::uint64_t key = random();
        memory.store(key, what);
        const Remembered found = memory.find(key);
        REQUIRE((found.value == what.value && found.turn == what.turn));
        REQUIRE((found.depth == what.depth && found.bound == what.bound));
        stored.emplace_back(key, what);
    }
    int kept = 0;
    for (const auto& [key, what] : stored) {
        const Remembered found = memory.find(key);
        if (found.bound == Bound::None) continue;
        ++kept;
        REQUIRE(found.value == what.value);
    }
    CHECK(kept == 256);
    CHECK(memory.full() == 1000);
    memory.next_search();
    CHECK(memory.full() == 0);
    memory.clear();
    CHECK(memory.find(stored.back().first).bound == Bound::None);
}

TEST_CASE("scores say what they mean") {
    CHECK(to_string(to_score(won_in(5))) == "win in 5");
    CHECK(to_string(to_score(lost_in(4))) == "loss in 4");
    CHECK(to_string(to_score(from_ahead(kWonSomehow, 7))) == "win");
    CHECK(to_string(to_score(-35)) == "-0.35");
    CHECK(to_string(Score{.value = Wdl::Draw, .plies = {}, .centimen = 20}) == "draw");
    CHECK(from_ahead(-lost_in(4), 1) == won_in(5));
    CHECK(to_ahead(won_in(5), 1) == won_in(4));
    CHECK(from_ahead(120, 9) == 120);
}

TEST_CASE("the counts of the evaluation are those of a loop over lines and points") {
    std::mt19937_64 random(4);
    for (int n = 0; n < kPositions; ++n) {
        const MoverView view = view_of(test::random_position(random));
        for (const bool flies : {false, true}) {
            const Features features = features_of(view.own, view.other, flies);
            for (std::size_t i = 0; i < kFeatureKinds; ++i) {
                const auto feature = static_cast<Feature>(i);
                INFO("feature " << i);
                REQUIRE(features[i] == naive_feature(feature, view.own, view.other, flies));
            }
        }
    }
}

TEST_CASE("the evaluation is the same for all images of a position") {
    std::mt19937_64 random(5);
    for (int n = 0; n < kPositions; ++n) {
        const MoverView view = view_of(test::random_position(random));
        if (count(view.own) + view.own_hand < kMinMen) continue;
        const Rules rules = test::all_turn_rules()[random() % 12];
        const Value value = evaluate(view, rules);
        REQUIRE(std::abs(value) <= kEstimateLimit);
        for (Symmetry s = 1; s < kSymmetries; ++s) {
            REQUIRE(evaluate(image(s, view), rules) == value);
        }
    }
}

TEST_CASE("the nets of distances answer as their numbers say, the same for all images") {
    std::mt19937_64 random(6);
    REQUIRE(!distance_nets().empty());
    for (const DistanceNet& net : distance_nets()) {
        for (std::size_t unit = 0; unit < DistanceNet::kUnits; ++unit) {
            int most = std::abs(net.bias[unit]);  // so that no sum leaves its 16 bits
            for (const int weight : net.men[unit]) most += std::abs(weight);
            REQUIRE(most <= INT16_MAX);
        }
        for (int n = 0; n < 100; ++n) {
            MoverView view;
            const auto fill = [&](Bitboard& men, int number) {
                while (count(men) < number)
                    men |= bit(static_cast<Point>(random() % kPoints)) & view.empty();
            };
            fill(view.own, net.movers);
            fill(view.other, net.opponents);
            std::int64_t sum = 0;
            for (Symmetry s = 0; s < kSymmetries; ++s) {
                const MoverView seen = image(s, view);
                for (std::size_t unit = 0; unit < DistanceNet::kUnits; ++unit) {
                    int weight = net.bias[unit];
                    for_each_point(seen.own, [&](Point p) { weight += net.men[unit][p]; });
                    for_each_point(seen.other,
                                   [&](Point p) { weight += net.men[unit][kPoints + p]; });
                    sum += std::max(weight, 0) * net.worth[unit];
                }
            }
            const auto plies = net.base + sum / (DistanceNet::kManScale * DistanceNet::kWorthScale);
            for (Symmetry s = 0; s < kSymmetries; ++s) {
                REQUIRE(net_distance(image(s, view), net.value) ==
                        std::max<int>(0, static_cast<int>(plies)));
            }
        }
    }
    CHECK_FALSE(net_distance({.own = 0x7, .other = 0x700}, Wdl::Win));
}

TEST_CASE("the nets of distances are asked under the rules they know alone") {
    std::mt19937_64 random(7);
    std::array<int, 2> same{};
    for (int n = 0; n < 200; ++n) {
        MoverView view;
        while (count(view.own) < 6) view.own |= bit(static_cast<Point>(random() % kPoints));
        while (count(view.other) < 4) {
            view.other |= bit(static_cast<Point>(random() % kPoints)) & ~view.own;
        }
        Rules rules;
        const int net = *net_distance(view, Wdl::Win);
        same[0] += estimate_distance(view, rules, Wdl::Win) == net ? 1 : 0;
        rules.flying = n % 2 == 0 ? Flying::Off : Flying::Both;
        if (n % 3 == 0) rules.protection = Protection::Absolute;
        same[1] += estimate_distance(view, rules, Wdl::Win) == net ? 1 : 0;
    }
    CHECK(same[0] == 200);
    CHECK(same[1] < 50);
}
