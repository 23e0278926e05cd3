#include "verify/row_check.hpp"

#include <algorithm>

namespace mulino::verify {

PairNumbers::PairNumbers(Pair men)
    : pair(men),
      classes(men.larger),
      slots(kPoints - men.larger, men.smaller),
      one_less(kPoints - men.larger, men.smaller - 1),
      one_more_place(kPoints - men.larger + 1, men.smaller) {
    if (men.larger > kMinMen) fewer.emplace(men.larger - 1);
}

void RowTotals::differ(std::uint64_t place, const Difference& difference) {
    ++differences_;
    first_.emplace(place, difference);
    if (first_.size() > named_) first_.erase(std::prev(first_.end()));
}

void RowTotals::join(const RowTotals& other) {
    for (std::size_t i = 0; i < canonical_.size(); ++i) canonical_[i] += other.canonical_[i];
    differences_ += other.differences_;
    first_.insert(other.first_.begin(), other.first_.end());
    while (first_.size() > named_) first_.erase(std::prev(first_.end()));
}

std::vector<Difference> RowTotals::first() const {
    std::vector<Difference> differences;
    for (const auto& [place, difference] : first_) differences.push_back(difference);
    return differences;
}

void FreePoints::assign(Bitboard taken) {
    free_ = kFullBoard & ~taken;
    points_.clear();
    std::array<Bitboard, kPoints> bits{};
    for_each_point(free_, [&](Point p) {
        places_[p] = Bitboard{1} << points_.size();
        bits[points_.size()] = bit(p);
        points_.push_back(p);
    });
    unpack_.assign(std::span(bits).first(points_.size()));
}

void RowDuplicates::assign(std::span<const Symmetry> keepers, const FreePoints& free) {
    maps_.resize(keepers.size());
    std::vector<Bitboard> images(free.points().size());
    for (std::size_t k = 0; k < keepers.size(); ++k) {
        for (std::size_t i = 0; i < images.size(); ++i) {
            images[i] = free.place(bit(kPointImages[keepers[k]][free.points()[i]]));
        }
        maps_[k].assign(images);
    }
}

Difference difference_at(Difference::Kind kind, Bitboard mover, Bitboard opponent,
                         const Outcome& stored, const Outcome& expected) {
    Difference difference;
    difference.kind = kind;
    difference.position.men = {mover, opponent};
    difference.stored = stored;
    difference.expected = expected;
    return difference;
}

}  // namespace mulino::verify
