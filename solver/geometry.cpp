#include "solver/geometry.hpp"

#include <algorithm>
#include <cassert>

#include "game/turn_generator.hpp"

namespace mulino {

namespace {

// All pairs of neighbouring points.
constexpr auto kNeighbourPairs = [] {
    std::array<std::array<Point, 2>, 32> pairs{};
    std::size_t n = 0;
    for (Point a = 0; a < kPoints; ++a) {
        for_each_point(kNeighbours[a] & ~(bit(a) - 1), [&](Point b) { pairs[n++] = {a, b}; });
    }
    return pairs;
}();
static_assert(kNeighbourPairs.back()[1] != 0);

// The points of all lines.
constexpr auto kLinePoints = [] {
    std::array<std::array<Point, 3>, kLines> lines{};
    for (std::size_t i = 0; i < kLineSets.size(); ++i) {
        std::size_t n = 0;
        for_each_point(kLineSets[i], [&](Point point) { lines[i][n++] = point; });
    }
    return lines;
}();

}  // namespace

std::vector<Word> rows_holding(const SubsetRanks& ranks) {
    const std::size_t words = (ranks.size() + kWordBits - 1) / kWordBits;
    std::vector<Word> rows(static_cast<std::size_t>(ranks.points()) * words, 0);
    for (Slot slot = 0; slot < ranks.size(); ++slot) {
        for_each_point(ranks.set(slot), [&](Point place) {
            rows[place * words + slot / kWordBits] |= Word{1} << slot % kWordBits;
        });
    }
    return rows;
}

PairGeometry::PairGeometry(Pair pair, Flying flying, Protection protection)
    : index_(pair),
      protection_(protection),
      larger_flies_(side_flies(flying, pair.larger, pair.smaller)),
      smaller_flies_(side_flies(flying, pair.smaller, pair.larger)),
      free_points_(kPoints - pair.larger),
      row_words_((index_.row_size() + kWordBits - 1) / kWordBits),
      tail_mask_(index_.row_size() % kWordBits == 0
                     ? ~Word{0}
                     : (Word{1} << index_.row_size() % kWordBits) - 1),
      low_bits_(index_.ranks().low_bits()) {
    assert(index_.row_size() <= 0x10000);
    const auto narrow = [](std::span<const std::uint32_t> table) {
        std::vector<std::uint16_t> narrowed(table.size());
        std::transform(table.begin(), table.end(), narrowed.begin(),
                       [](std::uint32_t entry) { return static_cast<std::uint16_t>(entry); });
        return narrowed;
    };
    rank_low_ = narrow(index_.ranks().low());
    rank_high_ = narrow(index_.ranks().high());

    contains_ = rows_holding(index_.ranks());
    make_edges();
}

void PairGeometry::make_edges() {
    const SetClasses& classes = index_.classes();
    first_edge_.reserve(classes.size() + 1);
    for (Row row = 0; row < classes.size(); ++row) {
        first_edge_.push_back(static_cast<std::uint32_t>(edges_.size()));
        const Bitboard set = classes.representative(row);
        for_each_point(set, [&](Point from) {
            const Bitboard rest = set ^ bit(from);
            const Bitboard targets = ~set & (larger_flies_ ? kFullBoard : kNeighbours[from]);
            for_each_point(targets, [&](Point to) {
                const auto [target, symmetry] = classes.classify(rest | bit(to));
                edges_.push_back({target, symmetry, from, to, mills_closed(rest, to) > 0, 0});
            });
        });
    }
    first_edge_.push_back(static_cast<std::uint32_t>(edges_.size()));

    // Which way the places of a target lie, edge by edge.
    const auto places = static_cast<std::size_t>(free_points_);
    std::vector<RowShape> shapes;
    shapes.reserve(classes.size());
    for (Row row = 0; row < classes.size(); ++row) shapes.push_back(shape(row));
    places_.resize(edges_.size() * places);
    for (Row row = 0; row < classes.size(); ++row) {
        for (std::size_t e = first_edge_[row]; e < first_edge_[row + 1]; ++e) {
            RowEdge& edge = edges_[e];
            const RowShape& target = shapes[edge.target];
            const auto& back = kPointImages[inverse(edge.symmetry)];
            for (std::size_t k = 0; k < places; ++k) {
                const Point point = back[target.point_of[k]];
                if (point == edge.from) edge.vacated = static_cast<std::uint8_t>(k);
                places_[e * places + k] =
                    point == edge.from ? std::uint8_t{0} : shapes[row].place_of[point];
            }
        }
    }
}

RowShape PairGeometry::shape(Row row) const {
    RowShape shape{};
    shape.class_set = index_.classes().representative(row);
    shape.free = kFullBoard & ~shape.class_set;
    std::uint8_t place = 0;
    for_each_point(shape.free, [&](Point point) {
        shape.point_of[place] = point;
        shape.place_of[point] = place++;
    });
    return shape;
}

PairGeometry::PlaceSets PairGeometry::steps(const RowShape& shape) const {
    PlaceSets steps;
    if (smaller_flies_) {
        for (int b = 1; b < free_points_; ++b) {
            for (int a = 0; a < b; ++a) steps.add(Bitboard{1} << a | Bitboard{1} << b, true);
        }
        return steps;
    }
    for (const auto& [a, b] : kNeighbourPairs) {
        steps.add(Bitboard{1} << shape.place_of[a] | Bitboard{1} << shape.place_of[b],
                  (shape.free >> a & shape.free >> b & 1) != 0);
    }
    return steps;
}

PairGeometry::PlaceSets PairGeometry::lines(const RowShape& shape) {
    PlaceSets lines;
    for (const auto& [a, b, c] : kLinePoints) {
        lines.add(Bitboard{1} << shape.place_of[a] | Bitboard{1} << shape.place_of[b] |
                      Bitboard{1} << shape.place_of[c],
                  (shape.free >> a & shape.free >> b & shape.free >> c & 1) != 0);
    }
    return lines;
}

void PlaceMap::build(const std::array<Bitboard, kPoints>& image, int places) {
    bits_ = (places + kTables - 1) / kTables;
    for (int t = 0; t < kTables; ++t) {
        auto& table = tables_[static_cast<std::size_t>(t)];
        table[0] = 0;
        const int first = t * bits_;
        for (int k = 0; k < bits_ && first + k < places; ++k) {
            const std::size_t half = std::size_t{1} << k;
            const Bitboard bit_image = image[static_cast<std::size_t>(first + k)];
            for (std::size_t i = 0; i < half; ++i) table[half + i] = table[i] | bit_image;
        }
    }
}

Bitboard odd_places(const RowShape& shape) {
    Bitboard places = 0;
    for_each_point(shape.free & kOddPoints,
                   [&](Point point) { places |= Bitboard{1} << shape.place_of[point]; });
    return places;
}

bool odd_class(const RowShape& shape) { return count(shape.class_set & kOddPoints) % 2 != 0; }

std::array<Bitboard, kPoints> place_images(const RowShape& from, int from_places, Symmetry symmetry,
                                           const RowShape& to) {
    std::array<Bitboard, kPoints> image{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(from_places); ++k) {
        const Point point = kPointImages[symmetry][from.point_of[k]];
        if ((to.free & bit(point)) != 0) image[k] = Bitboard{1} << to.place_of[point];
    }
    return image;
}

MillRows::MillRows(const PairGeometry& geometry)
    : geometry_(geometry),
      words_(geometry.row_words()),
      rows_(static_cast<std::size_t>(geometry.free_points()) * words_),
      all_(words_) {}

void MillRows::find_lines(const RowShape& shape) {
    any_ = false;
    lines_of_.fill(0);
    for (const Bitboard line : kLineSets) {
        if ((line & ~shape.free) != 0) continue;
        any_ = true;
        for_each_point(line, [&](Point point) {
            const std::size_t k = shape.place_of[point];
            const Bitboard rest = line ^ bit(point);
            partners_[k][lines_of_[k]++] = {shape.place_of[lowest(rest)],
                                            shape.place_of[lowest(rest & (rest - 1))]};
        });
    }
}

void MillRows::build(const RowShape& shape) {
    find_lines(shape);
    for (int place = 0; place < geometry_.free_points(); ++place) {
        if (!possible(place)) continue;
        Word* row = rows_.data() + static_cast<std::size_t>(place) * words_;
        const Word* own = geometry_.contains(place);
        const auto through = partners(place);
        const Word* a = geometry_.contains(through[0].a);
        const Word* b = geometry_.contains(through[0].b);
        const Word* c = through.size() > 1 ? geometry_.contains(through[1].a) : a;
        const Word* d = through.size() > 1 ? geometry_.contains(through[1].b) : b;
        for (std::size_t i = 0; i < words_; ++i) row[i] = own[i] & ((a[i] & b[i]) | (c[i] & d[i]));
    }
}

void MillRows::build_all_in_mills() {
    std::fill(all_.begin(), all_.end(), ~Word{0});
    all_.back() = geometry_.tail_mask();
    for (int place = 0; place < geometry_.free_points(); ++place) {
        const Word* own = geometry_.contains(place);
        const Word* in = possible(place) ? in_mill(place) : nullptr;
        for (std::size_t i = 0; i < words_; ++i) {
            all_[i] &= ~own[i] | (in != nullptr ? in[i] : Word{0});
        }
    }
}

void MillRows::build_some_mill(Word* some) const {
    std::fill(some, some + words_, Word{0});
    for (int place = 0; place < geometry_.free_points(); ++place) {
        if (!possible(place)) continue;
        const Word* in = in_mill(place);
        for (std::size_t i = 0; i < words_; ++i) some[i] |= in[i];
    }
}

}  // namespace mulino
