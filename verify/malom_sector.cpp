#include "verify/malom_sector.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace mulino::verify {

namespace {

constexpr std::size_t kHeaderBytes = 64;
constexpr std::size_t kRecordBytes = 3;
constexpr int kFieldBits = 12;
// In the second field: see the list behind the slots.
constexpr std::int32_t kElsewhere = -(1 << (kFieldBits - 1));

// Malom numbers the points of a ring clockwise from the middle of its left side, we from the corner
// before: its point i of a ring is our point i − 1.
constexpr std::array<Point, kPoints> make_our_points() {
    std::array<Point, kPoints> points{};
    for (int ring = 0; ring < kRings; ++ring) {
        for (int place = 0; place < kRingSize; ++place) {
            points[static_cast<std::size_t>(ring * kRingSize + place)] =
                static_cast<Point>(ring * kRingSize + (place + kRingSize - 1) % kRingSize);
        }
    }
    return points;
}
constexpr std::array<Point, kPoints> kOurPoints = make_our_points();

constexpr std::array<Point, kPoints> make_their_points() {
    std::array<Point, kPoints> points{};
    for (Point p = 0; p < kPoints; ++p) points[kOurPoints[p]] = p;
    return points;
}
constexpr std::array<Point, kPoints> kTheirPoints = make_their_points();

Bitboard renamed(Bitboard set, const std::array<Point, kPoints>& points) {
    Bitboard image = 0;
    for_each_point(set, [&](Point p) { image |= bit(points[p]); });
    return image;
}

// The smallest masks, in their numbering, of the classes of sets, in increasing order.
std::vector<Bitboard> representatives(int men) {
    std::vector<Bitboard> representatives;
    const SubsetNumbers sets(kPoints, men);
    for (const Bitboard set : sets.sets()) {
        const Bitboard ours = renamed(set, kOurPoints);
        bool smallest = true;
        for (Symmetry s = 1; s < kSymmetries && smallest; ++s) {
            smallest = renamed(apply(s, ours), kTheirPoints) >= set;
        }
        if (smallest) representatives.push_back(set);
    }
    return representatives;
}

std::int32_t number_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
    std::uint32_t number = 0;
    for (std::size_t i = 4; i-- > 0;) number = number << 8 | bytes[offset + i];
    return static_cast<std::int32_t>(number);
}

// The value of the lowest bits as a signed number.
std::int32_t signed_field(std::uint32_t bits) {
    const std::int32_t field = static_cast<std::int32_t>(bits & ((1U << kFieldBits) - 1));
    return field >= 1 << (kFieldBits - 1) ? field - (1 << kFieldBits) : field;
}

}  // namespace

MalomSector::MalomSector(InputFile file, const Subspace& subspace, const SectorValues& values)
    : file_(std::move(file)),
      subspace_(subspace),
      win_(values.win),
      loss_(values.loss),
      own_(values.own.at(subspace)),
      slots_(kPoints - subspace.mover, subspace.opponent),
      representatives_(representatives(subspace.mover)) {}

Result<MalomSector> MalomSector::open(const std::filesystem::path& path, const Subspace& subspace,
                                      const SectorValues& values) {
    if (values.own.count(subspace) == 0) {
        return fail(ErrorCode::Damaged, "the list of the sectors' values lacks this sector",
                    path.string());
    }
    auto file = InputFile::open(path);
    if (!file) return tl::unexpected(file.error());
    MalomSector sector(std::move(*file), subspace, values);
    std::vector<std::uint8_t> header(kHeaderBytes);
    if (auto read = sector.file_.read_at(0, header); !read) return tl::unexpected(read.error());
    if (number_at(header, 0) != 2 || number_at(header, 4) != static_cast<int>(kRecordBytes) ||
        number_at(header, 8) != kFieldBits ||
        std::any_of(header.begin() + 12, header.end(), [](std::uint8_t b) { return b != 0; })) {
        return fail(ErrorCode::BadVersion, "this is no sector file of the version 2",
                    path.string());
    }
    if (auto read = sector.read_long_distances(); !read) return tl::unexpected(read.error());
    return sector;
}

Result<void> MalomSector::read_long_distances() {
    const std::uint64_t slots = std::uint64_t{rows()} * row_size();
    const std::uint64_t offset = kHeaderBytes + kRecordBytes * slots;
    std::vector<std::uint8_t> bytes(4);
    if (auto read = file_.read_at(offset, bytes); !read) return read;
    const std::int32_t count = number_at(bytes, 0);
    constexpr std::uint64_t kEntryBytes = 8;
    if (count < 0 || file_.size() != offset + 4 + kEntryBytes * static_cast<std::uint64_t>(count)) {
        return fail(ErrorCode::Damaged, "the file is not as long as a sector of these men",
                    file_.path().string());
    }
    bytes.resize(kEntryBytes * static_cast<std::uint64_t>(count));
    if (auto read = file_.read_at(offset + 4, bytes); !read) return read;
    for (std::size_t i = 0; i < bytes.size(); i += kEntryBytes) {
        long_key2_[static_cast<std::uint32_t>(number_at(bytes, i))] = number_at(bytes, i + 4);
    }
    return {};
}

// Nothing: the slot points to another one.
std::optional<Outcome> MalomSector::outcome_of(std::int32_t key1, std::int32_t key2) const {
    if (key1 == 0) {
        if (key2 < 0) return std::nullopt;
        return Outcome{};
    }
    const int value = key1 + own_;
    if (value != win_ && value != loss_) return Outcome{};
    return Outcome{value == win_ ? Wdl::Win : Wdl::Loss, static_cast<std::uint16_t>(key2)};
}

Result<std::vector<MalomSector::Entry>> MalomSector::read_row(std::uint32_t row) const {
    std::vector<std::uint8_t> bytes(kRecordBytes * row_size());
    const std::uint64_t first = std::uint64_t{row} * row_size();
    if (auto read = file_.read_at(kHeaderBytes + kRecordBytes * first, bytes); !read) {
        return tl::unexpected(read.error());
    }
    const Bitboard mover = representatives_[row];
    std::array<Bitboard, kPoints> images{};
    std::size_t free = 0;
    for_each_point(kFullBoard & ~mover, [&](Point p) { images[free++] = bit(kOurPoints[p]); });
    SetMap unpack;
    unpack.assign(std::span(images).first(free));
    const Bitboard ours = renamed(mover, kOurPoints);

    std::vector<Entry> entries;
    for (std::uint32_t slot = 0; slot < row_size(); ++slot) {
        const std::size_t at = kRecordBytes * slot;
        const std::uint32_t record =
            bytes[at] | std::uint32_t{bytes[at + 1]} << 8 | std::uint32_t{bytes[at + 2]} << 16;
        std::int32_t key2 = signed_field(record >> kFieldBits);
        if (key2 == kElsewhere) {
            const auto found = long_key2_.find(first + slot);
            if (found == long_key2_.end()) {
                return fail(ErrorCode::Damaged, "a number is missing behind the slots",
                            file_.path().string(), kHeaderBytes + kRecordBytes * (first + slot));
            }
            key2 = found->second;
        }
        const auto outcome = outcome_of(signed_field(record), key2);
        if (outcome) entries.push_back({ours, unpack(slots_.sets()[slot]), *outcome});
    }
    return entries;
}

}  // namespace mulino::verify
