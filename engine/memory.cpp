#include "engine/memory.hpp"

#include <algorithm>
#include <bit>

namespace mulino::engine {

namespace {

// compositions[t][s]: first s, then t.
constexpr auto make_compositions() {
    std::array<std::array<Symmetry, kSymmetries>, kSymmetries> compositions{};
    for (std::size_t t = 0; t < kSymmetries; ++t) {
        for (std::size_t s = 0; s < kSymmetries; ++s) {
            for (Symmetry u = 0; u < kSymmetries; ++u) {
                bool equal = true;
                for (std::size_t p = 0; p < kPoints; ++p) {
                    equal = equal && kPointImages[u][p] == kPointImages[t][kPointImages[s][p]];
                }
                if (equal) compositions[t][s] = u;
            }
        }
    }
    return compositions;
}

constexpr auto kCompositions = make_compositions();

}  // namespace

Memory::Key Memory::key_of(const MoverView& view, std::uint8_t tag) const {
    const Classes& part = classes_[static_cast<std::size_t>(count(view.own))];
    auto [row, to_stored] = part.classes->classify(view.own);
    const Bitboard own = part.classes->representative(row);
    Bitboard other = apply(to_stored, view.other);
    if (part.keepers[row] != 1) {
        // Several symmetries lead to the representative; of the other set's images the least
        // counts.
        const Bitboard first = other;
        Symmetry best = 0;
        for (unsigned rest = part.keepers[row] & ~1U; rest != 0; rest &= rest - 1) {
            const auto keeper = static_cast<Symmetry>(std::countr_zero(rest));
            const Bitboard image = apply(keeper, first);
            if (image < other) {
                other = image;
                best = keeper;
            }
        }
        to_stored = kCompositions[best][to_stored];
    }
    return {std::uint64_t{own} | std::uint64_t{other} << kPoints |
                std::uint64_t{view.own_hand} << 48 | std::uint64_t{view.other_hand} << 52 |
                std::uint64_t{tag} << 56,
            to_stored};
}

Memory::Memory(std::size_t bytes) {
    const std::size_t buckets = std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 2));
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(buckets));
    buckets_.resize(buckets);
    for (int men = 0; men <= kMaxMen; ++men) {
        Classes& part = classes_[static_cast<std::size_t>(men)];
        part.classes = &set_classes(men);
        part.keepers.reserve(part.classes->size());
        for (Row row = 0; row < part.classes->size(); ++row) {
            part.keepers.push_back(part.classes->stabilizer(row));
        }
    }
}

Remembered Memory::find(std::uint64_t key) const {
    for (const Entry& entry : buckets_[place(key)]) {
        if (entry.key != key || entry.data == 0) continue;
        return {static_cast<std::int16_t>(entry.data & 0xFFFF),
                PackedTurn::from_bits(static_cast<std::uint32_t>(entry.data >> 16 & 0xFFFFF)),
                static_cast<std::uint8_t>(depth_of(entry.data)),
                static_cast<Bound>(entry.data >> 44 & 3)};
    }
    return {};
}

void Memory::store(std::uint64_t key, const Remembered& what) {
    Entry* worst = nullptr;
    int least = 0;
    for (Entry& entry : buckets_[place(key)]) {
        if (entry.key == key && entry.data != 0) {
            worst = &entry;
            break;
        }
        const auto age = static_cast<int>((generation_ - generation_of(entry.data)) & kGenerations);
        const int worth = entry.data == 0 ? -10'000 : depth_of(entry.data) - 8 * age;
        if (worst == nullptr || worth < least) {
            worst = &entry;
            least = worth;
        }
    }
    *worst = {key, std::uint64_t{static_cast<std::uint16_t>(what.value)} |
                       std::uint64_t{what.turn.bits()} << 16 | std::uint64_t{what.depth} << 36 |
                       std::uint64_t{static_cast<std::uint8_t>(what.bound)} << 44 |
                       generation_ << 46};
}

void Memory::clear() {
    std::fill(buckets_.begin(), buckets_.end(), AlignedBucket{});
    generation_ = 0;
}

int Memory::full() const {
    const std::size_t sample = std::min<std::size_t>(buckets_.size(), 250);
    std::size_t written = 0;
    for (std::size_t i = 0; i < sample; ++i) {
        for (const Entry& entry : buckets_[i]) {
            if (entry.data != 0 && generation_of(entry.data) == generation_) ++written;
        }
    }
    return static_cast<int>(written * 1000 / (sample * std::tuple_size_v<Bucket>));
}

}  // namespace mulino::engine
