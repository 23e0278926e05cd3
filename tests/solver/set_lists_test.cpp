// The loops over lists of sets, each against the plainest way to write it.

#include "solver/set_lists.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "solver/pair_solver.hpp"
#include "tests/catch.hpp"

namespace mulino {
namespace {

// All variants that run on this machine.
std::vector<const SetLists*> variants() {
    std::vector<const SetLists*> all{&plain_set_lists()};
    if (wide_set_lists() != nullptr) all.push_back(wide_set_lists());
    return all;
}

std::vector<Bitboard> listed(const auto& loop, std::size_t most) {
    std::vector<Bitboard> out(most + kListSlack);
    out.resize(loop(out.data()));
    return out;
}

std::vector<Bitboard> sorted(std::vector<Bitboard> sets) {
    std::sort(sets.begin(), sets.end());
    return sets;
}

// Bit rows from empty to full.
Word random_word(std::mt19937_64& random, unsigned density) {
    Word word = density == 0 ? 0 : ~Word{0};
    for (unsigned i = density; i < 6 && word != 0; ++i) word &= random();
    return word;
}

Row random_row(std::mt19937& random, const PairGeometry& geometry) {
    return static_cast<Row>(random() % geometry.index().rows());
}

}  // namespace

TEST_CASE("slots and sets of a bit row") {
    std::mt19937_64 random(1);
    for (const std::size_t slots : {std::size_t{1}, std::size_t{64}, std::size_t{455}}) {
        const std::size_t words = (slots + kWordBits - 1) / kWordBits;
        std::vector<Bitboard> sets(slots);
        for (Bitboard& set : sets) set = static_cast<Bitboard>(random()) & kFullBoard;
        for (unsigned density = 0; density <= 6; ++density) {
            std::vector<Word> bits(words);
            for (Word& word : bits) word = random_word(random, density);
            if (slots % kWordBits != 0) bits.back() &= (Word{1} << slots % kWordBits) - 1;
            std::vector<std::uint16_t> expected;
            std::vector<Bitboard> expected_sets;
            for (std::size_t slot = 0; slot < slots; ++slot) {
                if ((bits[slot / kWordBits] >> slot % kWordBits & 1) == 0) continue;
                expected.push_back(static_cast<std::uint16_t>(slot));
                expected_sets.push_back(sets[slot]);
            }
            for (const SetLists* lists : variants()) {
                std::vector<std::uint16_t> out(slots + kListSlack);
                out.resize(lists->slots(bits.data(), words, out.data()));
                CHECK(out == expected);
                CHECK(listed(
                          [&](Bitboard* to) {
                              return lists->expand(bits.data(), sets.data(), slots, to);
                          },
                          slots) == expected_sets);
            }
        }
    }
}

TEST_CASE("sets renumbered along every edge of some rows") {
    for (const Pair pair : {Pair{3, 3}, Pair{4, 3}, Pair{6, 5}, Pair{9, 9}}) {
        const PairGeometry geometry(pair, Flying::Both, Protection::Lifted);
        std::mt19937 random(2);
        for (int trial = 0; trial < 20; ++trial) {
            const Row row = random_row(random, geometry);
            for (const RowEdge& edge : geometry.edges(row)) {
                // Few sets and many, and a number that is no multiple of anything.
                std::vector<Bitboard> sets(trial % 2 == 0 ? 7 : 101);
                for (Bitboard& set : sets) {
                    set = geometry.slot_sets()[random() % geometry.index().row_size()];
                }
                const Bitboard vacated = Bitboard{1} << edge.vacated;
                const std::uint8_t* place = geometry.places_from_target(edge);
                std::vector<Bitboard> expected;
                for (const Bitboard set : sets) {
                    if ((set & vacated) != 0) continue;
                    Bitboard image = 0;
                    for_each_point(set, [&](Point k) { image |= Bitboard{1} << place[k]; });
                    expected.push_back(image);
                }
                for (const SetLists* lists : variants()) {
                    REQUIRE(listed(
                                [&](Bitboard* to) {
                                    return lists->renumber(sets, vacated, place,
                                                           geometry.free_points(), to);
                                },
                                sets.size()) == expected);
                }
            }
        }
    }
}

TEST_CASE("sets packed at the places of masks") {
    std::mt19937 random(4);
    std::vector<Bitboard> sets(333);
    std::vector<Bitboard> masks(sets.size());
    std::vector<Bitboard> expected(sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
        sets[i] = static_cast<Bitboard>(random()) & kFullBoard;
        masks[i] = i == 0 ? kFullBoard : static_cast<Bitboard>(random()) & kFullBoard;
        expected[i] = pack(sets[i], masks[i]);
    }
    for (const SetLists* lists : variants()) {
        std::vector<Bitboard> out = sets;
        lists->pack(out.data(), masks.data(), out.size(), out.data());
        CHECK(out == expected);
    }
}

TEST_CASE("sets split by parity") {
    std::mt19937 random(6);
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{5}, std::size_t{16}, std::size_t{333}}) {
        std::vector<Bitboard> sets(n);
        for (Bitboard& set : sets) set = static_cast<Bitboard>(random()) & kFullBoard;
        std::vector<Bitboard> even;
        std::vector<Bitboard> odd;
        for (const Bitboard set : sets) {
            (count(set & kOddPoints) % 2 == 0 ? even : odd).push_back(set);
        }
        for (const SetLists* lists : variants()) {
            std::vector<Bitboard> in_place = sets;
            in_place.resize(n + kListSlack);
            std::vector<Bitboard> rest(n + kListSlack);
            const std::size_t size =
                lists->split({in_place.data(), n}, kOddPoints, in_place.data(), rest.data());
            in_place.resize(size);
            rest.resize(n - size);
            CHECK(in_place == even);
            CHECK(rest == odd);
        }
    }
}

// The best man to take, as the first pass finds it, against a rank for each removal.
TEST_CASE("values passed on in order to the slots with one man more") {
    std::mt19937_64 random(7);
    for (const auto& [points, men] : {std::pair{15, 9}, std::pair{18, 4}, std::pair{8, 3}}) {
        const SubsetRanks& ranks = subset_ranks(points, men);
        const SubsetRanks& fewer = subset_ranks(points, men - 1);
        const std::vector<Word> holds = rows_holding(ranks);
        const std::vector<Word> fewer_hold = rows_holding(fewer);
        const std::size_t words = holds.size() / static_cast<std::size_t>(points);
        const std::size_t fewer_words = fewer_hold.size() / static_cast<std::size_t>(points);
        std::vector<std::uint8_t> values(fewer.size());
        for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random());
        for (std::size_t place = 0; place < static_cast<std::size_t>(points); ++place) {
            std::vector<std::uint8_t> before(ranks.size());
            for (std::uint8_t& value : before) value = static_cast<std::uint8_t>(random());
            std::vector<Word> lowered(words);
            std::vector<std::uint8_t> expected = before;
            for (std::size_t i = 0; i < words; ++i) {
                lowered[i] = holds[place * words + i] & random_word(random, 5);
            }
            for (Slot slot = 0; slot < ranks.size(); ++slot) {
                if ((lowered[slot / kWordBits] >> slot % kWordBits & 1) == 0) continue;
                const Slot after = fewer.rank(ranks.set(slot) ^ Bitboard{1} << place);
                expected[slot] = std::min(expected[slot], values[after]);
            }
            for (const SetLists* lists : variants()) {
                std::vector<std::uint8_t> to = before;
                std::vector<std::uint8_t> room(values.size() + kListSlack);
                lists->lower(values, fewer_hold.data() + place * fewer_words,
                             holds.data() + place * words, lowered.data(), to, room.data());
                CHECK(to == expected);
            }
        }
    }
}

TEST_CASE("counts of some slots written among others") {
    SlotCounters counters(2);
    std::mt19937_64 random(5);
    std::vector<std::uint8_t> expected(100, 200);
    const std::vector<Word> which{random(), random()};
    for (int i = 0; i < 100; ++i) {
        for (std::size_t word = 0; word < 2; ++word) {
            const Word mask = random();
            counters.add(word, mask);
            for (std::size_t bit = 0; bit < kWordBits && word * kWordBits + bit < 100; ++bit) {
                if ((which[word] >> bit & 1) == 0) continue;
                std::uint8_t& count = expected[word * kWordBits + bit];
                if (i == 0) count = 0;
                count = static_cast<std::uint8_t>(count + (mask >> bit & 1));
            }
        }
    }
    std::vector<std::uint8_t> counts(100, 200);
    counters.write(counts.data(), counts.size(), which.data());
    CHECK(counts == expected);
}

TEST_CASE("sets before a step within a row") {
    for (const Pair pair : {Pair{4, 3}, Pair{6, 5}, Pair{9, 9}}) {
        const PairGeometry geometry(pair, Flying::Own, Protection::Lifted);
        std::mt19937 random(3);
        std::size_t closing = 0;
        for (int trial = 0; trial < 50; ++trial) {
            const RowShape shape = geometry.shape(random_row(random, geometry));
            std::vector<Bitboard> sets(trial % 2 == 0 ? 5 : 83);
            for (Bitboard& set : sets) {
                set = geometry.slot_sets()[random() % geometry.index().row_size()];
            }
            // On the board itself: each man goes back to a point it can have come from, if it does
            // not stand in a mill now.
            std::vector<Bitboard> expected;
            for (const Bitboard places : sets) {
                Bitboard men = 0;
                for_each_point(places, [&](Point k) { men |= bit(shape.point_of[k]); });
                for_each_point(men, [&](Point to) {
                    const Bitboard empty = shape.free & ~men;
                    const Bitboard from =
                        geometry.smaller_flies() ? empty : kNeighbours[to] & empty;
                    if ((men_in_mills(men) & bit(to)) != 0) {
                        closing += from != 0 ? 1 : 0;
                        return;
                    }
                    for_each_point(from, [&](Point point) {
                        expected.push_back(places ^ Bitboard{1} << shape.place_of[to] ^
                                           Bitboard{1} << shape.place_of[point]);
                    });
                });
            }
            const auto steps = geometry.steps(shape);
            const auto lines = PairGeometry::lines(shape);
            for (const SetLists* lists : variants()) {
                CHECK(sorted(listed(
                          [&](Bitboard* to) {
                              return lists->step_back(sets, steps.all(), lines.all(), to);
                          },
                          sets.size() * steps.size())) == sorted(expected));
            }
        }
        CHECK(closing > 0);
    }
}

}  // namespace mulino
