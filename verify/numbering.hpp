// The numbering of slots, written a second time from docs/format.md.
//
// Whoever checks a database must not find the positions with the code that placed them there: a
// hole in the index would be a hole in the check. So nothing here uses db/index.hpp, and what is
// counted is compared with numbers known from elsewhere.
//
//     slot of a table = row · C(kPoints − A, B) + colex rank of the other set among the free points
//
// A set of points up to symmetry is a *class*; its number is the row, its smallest mask the
// representative.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "game/board.hpp"

namespace mulino::verify {

/// n over k; 0 for k > n.
std::uint64_t choose(int n, int k);

/// How many classes there are of sets of `first` points together with disjoint sets of `second`
/// points, by counting what each symmetry keeps (Burnside): known before anything is enumerated.
std::uint64_t known_class_count(int first, int second = 0);

/// The bits of `set` at the places of `mask`, packed together. Cost: three look-ups.
class Packing {
public:
    Packing();
    Bitboard pack(Bitboard set, Bitboard mask) const {
        const unsigned outer = mask & 0xFF;
        const unsigned middle = mask >> 8 & 0xFF;
        const unsigned inner = mask >> 16;
        Bitboard packed = bytes_[outer][set & 0xFF];
        int places = sizes_[outer];
        packed |= static_cast<Bitboard>(bytes_[middle][set >> 8 & 0xFF]) << places;
        places += sizes_[middle];
        return packed | static_cast<Bitboard>(bytes_[inner][set >> 16]) << places;
    }

private:
    std::array<std::array<std::uint8_t, 256>, 256> bytes_;
    std::array<std::uint8_t, 256> sizes_;
};

/// Numbers the sets of `men` among `places` places in increasing order of their masks.
class SubsetNumbers {
public:
    SubsetNumbers(int places, int men);

    std::uint32_t size() const { return static_cast<std::uint32_t>(sets_.size()); }
    std::span<const Bitboard> sets() const { return sets_; }
    /// Requires: the set has the right number of men in the right number of places.
    std::uint32_t number(Bitboard set) const {
        return low_[set & low_mask_] + high_[set >> low_places_];
    }

private:
    int low_places_;
    Bitboard low_mask_;
    std::vector<std::uint32_t> low_;
    std::vector<std::uint32_t> high_;
    std::vector<Bitboard> sets_;
};

/// The classes of the sets of `men` points of the board.
class ClassNumbers {
public:
    explicit ClassNumbers(int men);

    struct Place {
        std::uint32_t row;
        Symmetry to_representative;  ///< takes the set to the representative of its class
    };

    std::uint32_t size() const { return static_cast<std::uint32_t>(representatives_.size()); }
    Bitboard representative(std::uint32_t row) const { return representatives_[row]; }
    /// Requires: the set has the right number of points.
    Place place(Bitboard set) const {
        const std::uint32_t entry = places_[numbers_.number(set)];
        return {entry >> 4, static_cast<Symmetry>(entry & 15)};
    }
    /// The symmetries other than the identity that keep the representative.
    std::vector<Symmetry> keepers(std::uint32_t row) const;

private:
    SubsetNumbers numbers_;
    std::vector<std::uint32_t> places_;
    std::vector<Bitboard> representatives_;
};

/// Those of up to kMaxMen points, made when they are first asked for and kept until the program
/// ends. Thread safety: may be called from any threads.
const ClassNumbers& class_numbers(int men);

/// A map of sets given by a map of their members, applied by two look-ups. Packed sets in, packed
/// sets out.
class SetMap {
public:
    SetMap() = default;

    /// Resets the map: member i of `images.size()` goes to the set images[i] (a bit, or empty).
    void assign(std::span<const Bitboard> images);

    Bitboard operator()(Bitboard set) const {
        return low_[set & low_mask_] | high_[set >> low_places_];
    }

private:
    int low_places_ = 0;
    Bitboard low_mask_ = 0;
    std::vector<Bitboard> low_;
    std::vector<Bitboard> high_;
};

}  // namespace mulino::verify
