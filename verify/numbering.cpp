#include "verify/numbering.hpp"

#include <bit>
#include <cassert>
#include <mutex>
#include <optional>

namespace mulino::verify {

std::uint64_t choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    std::uint64_t value = 1;
    for (int i = 1; i <= k; ++i) {
        value = value * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
    }
    return value;
}

namespace {

// Of how many ways to colour the points, `first` in one colour and `second` in another, a symmetry
// keeps: each cycle of it has one colour. kept[i][j]: with the cycles seen so far.
std::uint64_t kept_by(Symmetry symmetry, int first, int second) {
    const auto rows = static_cast<std::size_t>(first) + 1;
    const auto columns = static_cast<std::size_t>(second) + 1;
    std::vector<std::vector<std::uint64_t>> kept(rows, std::vector<std::uint64_t>(columns, 0));
    kept[0][0] = 1;
    Bitboard seen = 0;
    for (Point start = 0; start < kPoints; ++start) {
        if ((seen & bit(start)) != 0) continue;
        std::size_t length = 0;
        for (Point p = start; (seen & bit(p)) == 0; p = kPointImages[symmetry][p]) {
            seen |= bit(p);
            ++length;
        }
        for (std::size_t i = rows; i-- > 0;) {
            for (std::size_t j = columns; j-- > 0;) {
                if (i >= length) kept[i][j] += kept[i - length][j];
                if (j >= length) kept[i][j] += kept[i][j - length];
            }
        }
    }
    return kept[rows - 1][columns - 1];
}

// The union of the images of each set of members.
void unite(std::span<const Bitboard> images, std::vector<Bitboard>& table) {
    table.resize(std::size_t{1} << images.size());
    table[0] = 0;
    for (std::size_t i = 0; i < images.size(); ++i) {
        const std::size_t half = std::size_t{1} << i;
        for (std::size_t set = 0; set < half; ++set) table[half + set] = table[set] | images[i];
    }
}

}  // namespace

std::uint64_t known_class_count(int first, int second) {
    std::uint64_t kept = 0;
    for (Symmetry s = 0; s < kSymmetries; ++s) kept += kept_by(s, first, second);
    assert(kept % kSymmetries == 0);
    return kept / kSymmetries;
}

Packing::Packing() {
    for (unsigned mask = 0; mask < 256; ++mask) {
        sizes_[mask] = static_cast<std::uint8_t>(std::popcount(mask));
        for (unsigned set = 0; set < 256; ++set) {
            unsigned packed = 0;
            int place = 0;
            for (int i = 0; i < 8; ++i) {
                if ((mask >> i & 1) == 0) continue;
                packed |= (set >> i & 1) << place++;
            }
            bytes_[mask][set] = static_cast<std::uint8_t>(packed);
        }
    }
}

SubsetNumbers::SubsetNumbers(int places, int men)
    : low_places_((places + 1) / 2), low_mask_((Bitboard{1} << low_places_) - 1) {
    assert(places >= men && men >= 0 && places <= kPoints);
    // The number of a set is the number of smaller masks: of its i-th man (from 1), standing at
    // place p, C(p, i) of them agree with it above and have i men below p.
    const auto sum = [](Bitboard set, int first_place, int men_before) {
        std::uint64_t number = 0;
        for (int man = men_before + 1; set != 0; set &= set - 1, ++man) {
            number += choose(std::countr_zero(set) + first_place, man);
        }
        return static_cast<std::uint32_t>(number);
    };
    low_.resize(std::size_t{1} << low_places_);
    for (Bitboard set = 0; set < low_.size(); ++set) {
        if (std::popcount(set) <= men) low_[set] = sum(set, 0, 0);
    }
    high_.resize(std::size_t{1} << (places - low_places_));
    for (Bitboard set = 0; set < high_.size(); ++set) {
        const int before = men - std::popcount(set);
        if (before >= 0) high_[set] = sum(set, low_places_, before);
    }
    sets_.reserve(choose(places, men));
    const Bitboard end = Bitboard{1} << places;
    for (Bitboard set = (Bitboard{1} << men) - 1; set < end;) {
        sets_.push_back(set);
        if (set == 0) break;
        // The next larger mask with as many men: the lowest run of men loses its top one to the
        // place above, and the others of the run fall to the bottom.
        const Bitboard lowest_man = set & (~set + 1);
        const Bitboard raised = set + lowest_man;
        set = raised | ((set ^ raised) >> (std::countr_zero(set) + 2));
    }
    assert(sets_.size() == choose(places, men));
}

ClassNumbers::ClassNumbers(int men) : numbers_(kPoints, men) {
    constexpr std::uint32_t kUnseen = 0xFFFFFFFF;
    places_.assign(numbers_.size(), kUnseen);
    for (const Bitboard set : numbers_.sets()) {
        // Sets come in increasing order: the first of a class is its representative.
        if (places_[numbers_.number(set)] != kUnseen) continue;
        const auto row = static_cast<std::uint32_t>(representatives_.size());
        representatives_.push_back(set);
        for (Symmetry s = 0; s < kSymmetries; ++s) {
            std::uint32_t& entry = places_[numbers_.number(apply(s, set))];
            if (entry == kUnseen) entry = row << 4 | inverse(s);
        }
    }
}

std::vector<Symmetry> ClassNumbers::keepers(std::uint32_t row) const {
    std::vector<Symmetry> keepers;
    const Bitboard set = representatives_[row];
    for (Symmetry s = 1; s < kSymmetries; ++s) {
        if (apply(s, set) == set) keepers.push_back(s);
    }
    return keepers;
}

const ClassNumbers& class_numbers(int men) {
    static std::array<std::once_flag, kMaxMen + 1> once;
    static std::array<std::optional<ClassNumbers>, kMaxMen + 1> numbers;
    const auto i = static_cast<std::size_t>(men);
    std::call_once(once[i], [&] { numbers[i].emplace(men); });
    return *numbers[i];
}

void SetMap::assign(std::span<const Bitboard> images) {
    const std::size_t low = (images.size() + 1) / 2;
    low_places_ = static_cast<int>(low);
    low_mask_ = (Bitboard{1} << low) - 1;
    unite(images.first(low), low_);
    unite(images.subspan(low), high_);
}

}  // namespace mulino::verify
