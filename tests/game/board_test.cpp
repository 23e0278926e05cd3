#include "game/board.hpp"

#include <algorithm>
#include <set>

#include "game/lines.hpp"
#include "game/position.hpp"
#include "tests/catch.hpp"

namespace mulino {
namespace {

Bitboard points(std::initializer_list<std::string_view> names) {
    Bitboard set = 0;
    for (const std::string_view name : names) set |= bit(parse_point(name).value());
    return set;
}

TEST_CASE("lines are those of the drawing") {
    const std::set<Bitboard> lines(kLineSets.begin(), kLineSets.end());
    const std::set<Bitboard> expected{
        points({"a7", "d7", "g7"}), points({"b6", "d6", "f6"}), points({"c5", "d5", "e5"}),
        points({"a4", "b4", "c4"}), points({"e4", "f4", "g4"}), points({"c3", "d3", "e3"}),
        points({"b2", "d2", "f2"}), points({"a1", "d1", "g1"}), points({"a7", "a4", "a1"}),
        points({"b6", "b4", "b2"}), points({"c5", "c4", "c3"}), points({"d7", "d6", "d5"}),
        points({"d3", "d2", "d1"}), points({"e5", "e4", "e3"}), points({"f6", "f4", "f2"}),
        points({"g7", "g4", "g1"})};
    REQUIRE(lines == expected);
}

TEST_CASE("neighbours are next to each other on a line") {
    REQUIRE(kNeighbours[*parse_point("d6")] == points({"b6", "f6", "d7", "d5"}));
    REQUIRE(kNeighbours[*parse_point("a1")] == points({"a4", "d1"}));
    REQUIRE(kNeighbours[*parse_point("e4")] == points({"e5", "e3", "f4"}));
    int steps = 0;
    for (Point p = 0; p < kPoints; ++p) {
        steps += count(kNeighbours[p]);
        for_each_point(kNeighbours[p], [&](Point q) {
            REQUIRE((kNeighbours[q] & bit(p)) != 0);
            REQUIRE(((kOddPoints & bit(p)) != 0) != ((kOddPoints & bit(q)) != 0));
        });
    }
    REQUIRE(steps == 2 * 32);
}

TEST_CASE("the sixteen symmetries form a group that keeps lines and colours") {
    std::set<std::array<Point, kPoints>> distinct(kPointImages.begin(), kPointImages.end());
    REQUIRE(distinct.size() == kSymmetries);
    for (Symmetry s = 0; s < kSymmetries; ++s) {
        for (const Bitboard line : kLineSets) {
            REQUIRE(std::count(kLineSets.begin(), kLineSets.end(), apply(s, line)) == 1);
        }
        REQUIRE(apply(s, kOddPoints) == kOddPoints);
        for (Point p = 0; p < kPoints; ++p) {
            REQUIRE(apply(s, bit(p)) == bit(kPointImages[s][p]));
            REQUIRE(apply(s, kNeighbours[p]) == kNeighbours[kPointImages[s][p]]);
        }
        for (Symmetry t = 0; t < kSymmetries; ++t) {
            std::array<Point, kPoints> product{};
            for (Point p = 0; p < kPoints; ++p) product[p] = kPointImages[t][kPointImages[s][p]];
            REQUIRE(distinct.count(product) == 1);
        }
        REQUIRE(apply(inverse(s), apply(s, 0x123456)) == 0x123456);
    }
}

TEST_CASE("sets of mills and steps agree with point by point") {
    // A walk over sets that meets all densities.
    Bitboard set = 1;
    for (int i = 0; i < 20000; ++i) {
        set = (set * 1664525U + 1013904223U);
        const Bitboard own = (set >> 3) & (i % 3 == 0 ? set >> 7 : kFullBoard) & kFullBoard;
        Bitboard in_mills = 0;
        for (const Bitboard line : kLineSets) {
            if ((own & line) == line) in_mills |= line;
        }
        REQUIRE(men_in_mills(own) == in_mills);

        Bitboard closing = 0;
        Bitboard twice = 0;
        Bitboard steps = 0;
        int men = 0;
        for (Point p = 0; p < kPoints; ++p) {
            const int mills = mills_closed(own, p);
            if (mills > 0) closing |= bit(p);
            if (mills > 1) twice |= bit(p);
            if ((own & bit(p)) != 0) steps |= kNeighbours[p];
            if ((own & bit(p)) != 0) ++men;
        }
        REQUIRE(line_partners(own).any() == closing);
        REQUIRE(line_partners(own).both() == twice);
        REQUIRE(steps_from(own) == steps);
        REQUIRE(count(own) == men);
    }
    REQUIRE(count(0xFFFFFFFF) == 32);
}

TEST_CASE("points have names and a reading order") {
    std::string names;
    for (std::size_t i = 0; i < kReadingOrder.size(); ++i) {
        names += std::string(point_name(kReadingOrder[i])) + ' ';
        REQUIRE(reading_rank(kReadingOrder[i]) == static_cast<int>(i));
    }
    REQUIRE(names == "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1 ");
    REQUIRE(parse_point("G7") == parse_point("g7"));
    for (const std::string_view wrong : {"", "a", "a2", "d4", "h1", "a77", "7a", " a7"}) {
        REQUIRE_FALSE(parse_point(wrong));
    }
}

}  // namespace
}  // namespace mulino
