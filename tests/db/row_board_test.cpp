// What lies around the slots of a row, by stretches, against its definition slot by slot.
#include "db/row_board.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "tests/catch.hpp"

using namespace mulino;

namespace {

using Slots = std::vector<Slot>;
using Neighbours = std::map<Slot, Slots>;  // of each slot

Slots slots_of(const RowBoard& board, int parity, std::size_t segment) {
    Slots slots;
    board.for_each_slot(parity, segment, [&](Slot slot) { slots.push_back(slot); });
    return slots;
}

std::vector<std::size_t> members(Places places) {
    std::vector<std::size_t> all;
    for_each_point(static_cast<Bitboard>(places), [&](Point n) { all.push_back(n); });
    for_each_point(static_cast<Bitboard>(places >> 32), [&](Point n) { all.push_back(32U + n); });
    return all;
}

void add(Neighbours& neighbours, const Slots& here, const Around& some, const Slots& there) {
    const auto to = members(some.to);
    const auto from = members(some.from);
    REQUIRE(to.size() == from.size());
    for (std::size_t n = 0; n < to.size(); ++n) {
        neighbours[here.at(to[n])].push_back(there.at(from[n]));
    }
}

// Slots of a parity with a man on another point, by the masks.
Neighbours by_definition(const RowBoard& board, int parity, const RowBoard::Masks& masks) {
    const SubsetRanks& ranks = board.index().ranks();
    Neighbours neighbours;
    for (Slot slot = 0; slot < ranks.size(); ++slot) {
        if (board.parity(slot) != parity) continue;
        const Bitboard set = ranks.set(slot);
        for_each_point(set, [&](Point i) {
            for_each_point(masks[i] & ~set, [&](Point k) {
                neighbours[slot].push_back(ranks.rank(set ^ (Bitboard{1} << i | Bitboard{1} << k)));
            });
        });
    }
    return neighbours;
}

void sort(Neighbours& neighbours) {
    for (auto& [slot, others] : neighbours) std::sort(others.begin(), others.end());
}

void check_row(RowBoard& board, Row row) {
    INFO("row " << row);
    board.start(row);
    const std::size_t segments = board.shape().segments().size();
    Slots all;
    for (const int parity : {0, 1}) {
        board.list(parity, board.all_segments());
        Neighbours near;
        Slots listed;
        for (std::size_t segment = 0; segment < segments; ++segment) {
            const Slots here = slots_of(board, parity, segment);
            REQUIRE(here.size() == board.stretch(parity, segment).size);
            REQUIRE(here.size() <= kMostPlaces);
            for (const Slot slot : here) {
                REQUIRE(board.parity(slot) == parity);
                REQUIRE(board.shape().segment_of(slot) == segment);
            }
            listed.insert(listed.end(), here.begin(), here.end());
            for (const Around& some : board.around_near(parity, segment)) {
                add(near, here, some, slots_of(board, 1 - parity, some.stretch));
            }
        }
        CHECK(std::equal(listed.begin(), listed.end(), board.slots(parity).begin(),
                         board.slots(parity).end()));
        all.insert(all.end(), listed.begin(), listed.end());
        Neighbours expected = by_definition(board, parity, board.near());
        sort(near);
        sort(expected);
        std::erase_if(near, [](const auto& entry) { return entry.second.empty(); });
        CHECK(near == expected);
    }
    std::sort(all.begin(), all.end());
    REQUIRE(all.size() == board.index().row_size());
    CHECK((all.front() == 0 && std::adjacent_find(all.begin(), all.end()) == all.end()));

    Neighbours far;
    for (std::size_t segment = 0; segment < segments; ++segment) {
        const Slots here = slots_of(board, 0, segment);
        for (const Around& some : board.around_far_before(segment)) {
            if (some.to == 0) continue;
            REQUIRE(some.stretch < segment);
            add(far, here, some, slots_of(board, 0, some.stretch));
        }
        RowBoard::FarWithin within = board.far_within(segment, board.stretch(0, segment));
        for (std::size_t n = 0; n < here.size(); ++n, within.next()) {
            within.for_each_four([&](auto... places) {
                for (const std::size_t place : {std::size_t{places}...}) {
                    REQUIRE(place <= n);
                    if (place < n) far[here[n]].push_back(here[place]);
                }
            });
        }
    }
    Neighbours expected = by_definition(board, 0, board.far());
    sort(far);
    sort(expected);
    CHECK(far == expected);
}

// Whether the lowest eight free points have the same colour.
bool one_colour(Bitboard class_set) {
    Bitboard low = 0;
    for (Bitboard free = kFullBoard & ~class_set; count(low) < 8; free &= free - 1) {
        low |= free & (~free + 1);
    }
    const int odd = count(low & kOddPoints);
    return odd == 0 || odd == 8;
}

}  // namespace

TEST_CASE("what lies around the slots of a row") {
    std::mt19937 random(1);
    for (const auto& [larger, smaller] : {std::pair{9, 9}, {9, 5}, {9, 3}, {8, 8}, {8, 3}, {7, 4},
                                         {6, 6}, {4, 4}, {4, 3}, {3, 3}}) {
        INFO(larger << "-" << smaller);
        RowBoard board({static_cast<std::uint8_t>(larger), static_cast<std::uint8_t>(smaller), 0, 0},
                       {});
        const auto rows = board.index().rows();
        for (int i = 0; i < 4; ++i) check_row(board, static_cast<Row>(random() % rows));
        check_row(board, 0);
        check_row(board, rows - 1);
    }
}

TEST_CASE("the lowest free points may all have one colour") {
    int found = 0;
    for (const auto& [larger, smaller] : {std::pair{8, 8}, {8, 3}, {9, 9}, {9, 4}}) {
        RowBoard board({static_cast<std::uint8_t>(larger), static_cast<std::uint8_t>(smaller), 0, 0},
                       {});
        int here = 0;
        for (Row row = 0; row < board.index().rows() && here < 3; ++row) {
            if (!one_colour(board.index().classes().representative(row))) continue;
            ++here;
            // Between rows of the usual shape.
            check_row(board, row);
            check_row(board, row == 0 ? 1 : row - 1);
        }
        found += here;
    }
    CHECK(found > 4);
}
