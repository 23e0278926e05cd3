// Checksums of the file format: XXH3, seeded 64-bit and plain 128-bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mulino {

/// XXH3-128 in its canonical byte order (most significant byte first).
struct Checksum128 {
    std::array<std::uint8_t, 16> bytes{};

    friend bool operator==(const Checksum128&, const Checksum128&) = default;
};

std::uint64_t checksum64(std::span<const std::uint8_t> bytes, std::uint64_t seed = 0);
Checksum128 checksum128(std::span<const std::uint8_t> bytes);
/// The checksum of the concatenated parts.
Checksum128 checksum128(std::span<const Checksum128> parts);

/// 32 lower-case hexadecimal digits, and back.
std::string to_string(const Checksum128& checksum);
std::optional<Checksum128> parse_checksum(std::string_view text);

}  // namespace mulino
