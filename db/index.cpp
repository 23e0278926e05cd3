#include "db/index.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <mutex>

namespace mulino {

Bitboard pack(Bitboard set, Bitboard mask) {
    Bitboard packed = 0;
    for (Bitboard place = 1; mask != 0; mask &= mask - 1, place <<= 1) {
        if ((set & mask & (~mask + 1)) != 0) packed |= place;
    }
    return packed;
}

Bitboard unpack(Bitboard packed, Bitboard mask) {
    Bitboard set = 0;
    for (; packed != 0; packed >>= 1, mask &= mask - 1) {
        if ((packed & 1) != 0) set |= mask & (~mask + 1);
    }
    return set;
}

namespace {

// Has the system provide memory at once, where it can: page by page, at the first use of each, that
// takes longer than what is written there.
void provide(const void* memory, std::size_t bytes) {
#if defined(MADV_POPULATE_WRITE)
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t first = (begin + page - 1) / page * page;
    const std::uintptr_t end = (begin + bytes) / page * page;
    // It is only a hint: older systems refuse it.
    if (first < end)
        (void)madvise(reinterpret_cast<void*>(first), end - first, MADV_POPULATE_WRITE);
#else
    (void)memory;
    (void)bytes;
#endif
}

// The next larger mask with as many bits (Gosper). Requires: set != 0.
Bitboard next_subset(Bitboard set) {
    const Bitboard lowest_bit = set & (~set + 1);
    const Bitboard ripple = set + lowest_bit;
    return ripple | (set ^ ripple) >> (2 + std::countr_zero(set));
}

// The colex rank of a k-set is the sum over its members c_1 < … < c_k of C(c_j, j). Cut the points
// in a low and a high half: the number of members below the cut follows from those above it, so the
// rank is the sum of one entry for each half.
void fill_rank_tables(int points, int men, int low_bits, std::vector<std::uint32_t>& low,
                      std::vector<std::uint32_t>& high) {
    low.assign(std::size_t{1} << low_bits, 0);
    high.assign(std::size_t{1} << (points - low_bits), 0);
    const auto partial = [](Bitboard set, int first_point, int first_place) {
        std::uint32_t sum = 0;
        for (int place = first_place; set != 0; set &= set - 1, ++place) {
            sum += binomial(first_point + std::countr_zero(set), place);
        }
        return sum;
    };
    for (std::size_t set = 0; set < low.size(); ++set) {
        low[set] = partial(static_cast<Bitboard>(set), 0, 1);
    }
    for (std::size_t set = 0; set < high.size(); ++set) {
        const int below = men - std::popcount(set);
        if (below >= 0) high[set] = partial(static_cast<Bitboard>(set), low_bits, below + 1);
    }
}

}  // namespace

SubsetRanks::SubsetRanks(int points, int men)
    : points_(points), men_(men), low_bits_(points / 2), low_mask_((1U << low_bits_) - 1) {
    assert(points >= 0 && points <= kPoints && men >= 0 && men <= points);
    fill_rank_tables(points, men, low_bits_, low_, high_);
    const std::uint32_t size = binomial(points, men);
    sets_.reserve(size);
    Bitboard set = (Bitboard{1} << men) - 1;
    while (sets_.size() < size) {
        sets_.push_back(set);
        if (set != 0) set = next_subset(set);
    }
}

SetClasses::SetClasses(int men) : men_(men) {
    assert(men >= 0 && men <= kPoints / 2);
    constexpr int kHalf = kPoints / 2;
    static_assert(kHalf == 12, "classify() cuts a set at bit 12");
    fill_rank_tables(kPoints, men, kHalf, low_, high_);

    constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
    const std::uint32_t sets = binomial(kPoints, men);
    places_.reserve(sets);
    provide(places_.data(), sets * sizeof(std::uint32_t));
    places_.assign(sets, kUnseen);
    Bitboard set = (Bitboard{1} << men) - 1;
    for (std::uint32_t rank = 0; rank < sets; ++rank) {
        // Masks come in increasing order: the first of an orbit is its smallest.
        if (places_[rank] == kUnseen) {
            const auto row = static_cast<std::uint32_t>(representatives_.size());
            representatives_.push_back(set);
            // Of several symmetries that take an image back, the lowest is written last.
            for (Symmetry back = kSymmetries; back-- > 0;) {
                const Bitboard image = apply(inverse(back), set);
                places_[low_[image & 0xFFF] + high_[image >> kHalf]] = row << 4 | back;
            }
        }
        if (set != 0) set = next_subset(set);
    }
}

std::uint16_t SetClasses::stabilizer(Row row) const {
    const Bitboard set = representative(row);
    unsigned symmetries = 0;
    for (Symmetry s = 0; s < kSymmetries; ++s) {
        if (apply(s, set) == set) symmetries |= 1U << s;
    }
    return static_cast<std::uint16_t>(symmetries);
}

const SetClasses& set_classes(int men) {
    static std::array<std::once_flag, kPoints / 2 + 1> built;
    static std::array<std::unique_ptr<const SetClasses>, kPoints / 2 + 1> classes;
    const auto n = static_cast<std::size_t>(men);
    std::call_once(built.at(n), [&] { classes[n] = std::make_unique<const SetClasses>(men); });
    return *classes[n];
}

const SubsetRanks& subset_ranks(int points, int men) {
    constexpr std::size_t kSide = kPoints + 1;
    static std::array<std::once_flag, kSide * kSide> built;
    static std::array<std::unique_ptr<const SubsetRanks>, kSide * kSide> ranks;
    const auto n = static_cast<std::size_t>(points) * kSide + static_cast<std::size_t>(men);
    std::call_once(built.at(n),
                   [&] { ranks[n] = std::make_unique<const SubsetRanks>(points, men); });
    return *ranks[n];
}

PairIndex::PairIndex(Pair pair)
    : pair_(pair),
      classes_(&set_classes(pair.larger)),
      ranks_(&subset_ranks(kPoints - pair.larger, pair.smaller)) {
    assert(pair.larger >= pair.smaller);
}

std::pair<Row, Slot> PairIndex::place(Bitboard class_set, Bitboard other_set) const {
    const auto [row, symmetry] = classes_->classify(class_set);
    const Bitboard free = kFullBoard & ~classes_->representative(row);
    return {row, ranks_->rank(pack(apply(symmetry, other_set), free))};
}

std::pair<Bitboard, Bitboard> PairIndex::sets(Row row, Slot slot) const {
    const Bitboard class_set = classes_->representative(row);
    return {class_set, unpack(ranks_->set(slot), kFullBoard & ~class_set)};
}

bool PairIndex::canonical(Row row, Slot slot) const {
    const auto [class_set, other_set] = sets(row, slot);
    const Bitboard free = kFullBoard & ~class_set;
    for (Symmetry s = 1; s < kSymmetries; ++s) {
        if (apply(s, class_set) != class_set) continue;
        if (ranks_->rank(pack(apply(s, other_set), free)) < slot) return false;
    }
    return true;
}

}  // namespace mulino
