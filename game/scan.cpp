#include "game/scan.hpp"

namespace mulino::detail {
namespace {

constexpr bool printable(char letter) { return letter >= ' ' && letter <= '~'; }

}  // namespace

Field trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n\f\v";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return {text.substr(text.size()), text.size()};
    const std::size_t last = text.find_last_not_of(kSpace);
    return {text.substr(first, last - first + 1), first};
}

std::vector<Field> split(const Field& field, char separator) {
    std::vector<Field> parts;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = field.text.find(separator, begin);
        parts.push_back({field.text.substr(begin, end - begin), field.offset + begin});
        if (end == std::string_view::npos) return parts;
        begin = end + 1;
    }
}

std::vector<Field> words(const Field& field) {
    constexpr std::string_view kBlank = " \t";
    std::vector<Field> parts;
    std::size_t begin = field.text.find_first_not_of(kBlank);
    while (begin != std::string_view::npos) {
        const std::size_t end = field.text.find_first_of(kBlank, begin);
        parts.push_back({field.text.substr(begin, end - begin), field.offset + begin});
        begin = field.text.find_first_not_of(kBlank, end);
    }
    return parts;
}

std::string shown(std::string_view text) {
    if (text.empty()) return "the end";
    if (printable(text.front())) return {'\'', text.front(), '\''};
    const auto code = static_cast<unsigned char>(text.front());
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    return std::string("byte 0x") + kDigits[code >> 4] + kDigits[code & 0xF];
}

std::string shown_word(std::string_view word) {
    if (word.empty()) return "nothing";
    constexpr std::size_t kLongest = 16;
    std::string quoted = "'";
    for (const char letter : word.substr(0, kLongest)) quoted += printable(letter) ? letter : '?';
    quoted += word.size() > kLongest ? "...'" : "'";
    return quoted;
}

}  // namespace mulino::detail
