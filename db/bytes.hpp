// Little-endian numbers in rows of bytes.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mulino {

/// Appends a number, least significant byte first.
template <std::unsigned_integral T>
void put(std::vector<std::uint8_t>& bytes, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    }
}

/// The number at a place. Requires: it lies within `bytes`.
template <std::unsigned_integral T>
T get(std::span<const std::uint8_t> bytes, std::size_t offset) {
    assert(offset + sizeof(T) <= bytes.size());
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        value = static_cast<T>(value | static_cast<T>(T{bytes[offset + i]} << 8 * i));
    }
    return value;
}

/// Takes numbers off the front, one after the other. Requires: there are as many.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    template <std::unsigned_integral T>
    T take() {
        const T value = get<T>(bytes_, offset_);
        offset_ += sizeof(T);
        return value;
    }
    std::size_t offset() const { return offset_; }
    std::size_t left() const { return bytes_.size() - offset_; }

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t offset_ = 0;
};

}  // namespace mulino
