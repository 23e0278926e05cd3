#include "db/checksum.hpp"

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
#include <xxhash.h>

namespace mulino {

std::uint64_t checksum64(std::span<const std::uint8_t> bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

Checksum128 checksum128(std::span<const std::uint8_t> bytes) {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
    Checksum128 checksum;
    for (std::size_t i = 0; i < checksum.bytes.size(); ++i) checksum.bytes[i] = canonical.digest[i];
    return checksum;
}

Checksum128 checksum128(std::span<const Checksum128> parts) {
    static_assert(sizeof(Checksum128) == 16, "the parts lie one behind the other");
    return checksum128(std::span<const std::uint8_t>(
        reinterpret_cast<const std::uint8_t*>(parts.data()), parts.size_bytes()));
}

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

std::string to_string(const Checksum128& checksum) {
    std::string text;
    for (const std::uint8_t byte : checksum.bytes) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 0xF];
    }
    return text;
}

std::optional<Checksum128> parse_checksum(std::string_view text) {
    Checksum128 checksum;
    if (text.size() != 2 * checksum.bytes.size()) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t digit = kDigits.find(text[i]);
        if (digit == std::string_view::npos) return std::nullopt;
        std::uint8_t& byte = checksum.bytes[i / 2];
        byte = static_cast<std::uint8_t>(std::size_t{byte} << 4 | digit);
    }
    return checksum;
}

}  // namespace mulino
