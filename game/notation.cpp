// Reading a position by rows and by points, and telling the spellings apart.
#include "game/notation.hpp"

#include <algorithm>

#include "game/position_check.hpp"

namespace mulino::detail {
namespace {

constexpr std::size_t place_of(PositionPart part) { return static_cast<std::size_t>(part); }

// The points of each row, as a range of the reading order.
struct RowSpan {
    std::size_t first;
    std::size_t size;
};

constexpr std::array<RowSpan, 7> kRows{{{0, 3}, {3, 3}, {6, 3}, {9, 6}, {15, 3}, {18, 3}, {21, 3}}};
static_assert(kRows.back().first + kRows.back().size == kPoints);

// "row 7 (a7 d7 g7)"
std::string row_name(std::size_t row) {
    std::string name = "row " + std::to_string(kRows.size() - row) + " (";
    for (std::size_t i = 0; i < kRows[row].size; ++i) {
        if (i > 0) name += ' ';
        name += point_name(kReadingOrder[kRows[row].first + i]);
    }
    return name + ")";
}

// SIDE [WHITE_IN_HAND BLACK_IN_HAND [PLIES_WITHOUT_REMOVAL]]
Result<void> read_tail(std::span<const Field> words, std::size_t end, ReadPosition& read) {
    read.places[place_of(PositionPart::Side)] = words.empty() ? end : words[0].offset;
    const Result<Side> side = read_side(words.empty() ? Field{{}, end} : words[0]);
    if (!side) return tl::unexpected(side.error());
    read.position.to_move = *side;
    // Hands that are not given are no better a place to point at than the side to move.
    for (const PositionPart part :
         {PositionPart::WhiteHand, PositionPart::BlackHand, PositionPart::Counter}) {
        read.places[place_of(part)] = words[0].offset;
    }
    if (words.size() == 1) return {};

    constexpr std::array<PositionPart, 2> kHands{PositionPart::WhiteHand, PositionPart::BlackHand};
    for (std::size_t i = 0; i < 2; ++i) {
        if (words.size() < i + 2) {
            return bad_position("Black's men in hand are missing after White's", end);
        }
        const Result<unsigned> hand = read_number(
            words[i + 1], kMaxMen, i == 0 ? "White's men in hand" : "Black's men in hand");
        if (!hand) return tl::unexpected(hand.error());
        read.position.hand[i] = static_cast<std::uint8_t>(*hand);
        read.places[place_of(kHands[i])] = words[i + 1].offset;
    }
    if (words.size() == 3) return {};

    const Result<unsigned> counter = read_number(words[3], 65535, "the plies without a removal");
    if (!counter) return tl::unexpected(counter.error());
    read.position.plies_without_removal = static_cast<std::uint16_t>(*counter);
    read.places[place_of(PositionPart::Counter)] = words[3].offset;
    if (words.size() == 4) return {};
    return bad_position(
        "nothing may follow the plies without a removal, but there is " + shown_word(words[4].text),
        words[4].offset);
}

Result<void> read_row(const Field& field, std::size_t row, Position& position) {
    const std::size_t size = kRows[row].size;
    for (std::size_t i = 0; i < field.text.size(); ++i) {
        const char man = field.text[i];
        if (man != 'W' && man != 'B' && man != '.') {
            return bad_position(row_name(row) + ", character " + std::to_string(i + 1) + ": " +
                                    shown(field.text.substr(i)) + " is neither W, B nor '.'",
                                field.offset + i);
        }
        if (i >= size || man == '.') continue;
        position.men[man == 'W' ? 0 : 1] |= bit(kReadingOrder[kRows[row].first + i]);
    }
    if (field.text.size() == size) return {};
    return bad_position(row_name(row) + " has " + std::to_string(field.text.size()) +
                            (field.text.size() == 1 ? " character" : " characters") +
                            " instead of " + std::to_string(size),
                        field.offset + std::min(size, field.text.size()));
}

// "a1,d2,f4", or nothing.
Result<void> read_points(const Field& field, Side side, Position& position) {
    if (field.text.empty()) return {};
    for (const Field& name : split(field, ',')) {
        const std::optional<Point> point = parse_point(name.text);
        if (!point) {
            const std::string what = name.text.empty()
                                         ? "a point is missing beside a comma"
                                         : shown_word(name.text) + " is no point of the board";
            return bad_position(
                std::string(side == Side::White ? "White" : "Black") + "'s men: " + what,
                name.offset);
        }
        if ((position.empty() & bit(*point)) == 0) {
            return bad_position("there is a man on " + std::string(point_name(*point)) + " already",
                                name.offset);
        }
        position.men[static_cast<std::size_t>(side)] |= bit(*point);
    }
    return {};
}

enum class Spelling { Rows, MenByPoint, SanmillFen };

Spelling spelling_of(std::string_view first_word) {
    if (first_word.size() > 1 && first_word[1] == ':') return Spelling::MenByPoint;
    if (first_word.find_first_of("O@*") != std::string_view::npos &&
        first_word.find_first_of("WB.") == std::string_view::npos) {
        return Spelling::SanmillFen;
    }
    return Spelling::Rows;
}

}  // namespace

Result<unsigned> read_number(const Field& field, unsigned most, std::string what) {
    unsigned number = 0;
    for (std::size_t i = 0; i < field.text.size(); ++i) {
        const char digit = field.text[i];
        if (digit < '0' || digit > '9') {
            return bad_position(what + ": " + shown(field.text.substr(i)) + " is no digit",
                                field.offset + i);
        }
        number = number * 10 + static_cast<unsigned>(digit - '0');
        if (number > most) {
            return bad_position(what + ": more than " + std::to_string(most), field.offset);
        }
    }
    return number;
}

Result<Side> read_side(const Field& field) {
    if (field.text == "w") return Side::White;
    if (field.text == "b") return Side::Black;
    return bad_position(field.text.empty()
                            ? "the side to move is missing: w or b"
                            : "the side to move is w or b, not " + shown_word(field.text),
                        field.offset);
}

Result<ReadPosition> read_rows(std::span<const Field> words, std::size_t end) {
    ReadPosition read;
    read.places.fill(words[0].offset);
    const std::vector<Field> rows = split(words[0], '/');
    for (std::size_t row = 0; row < kRows.size(); ++row) {
        if (row >= rows.size()) {
            return bad_position(row_name(row) + " is missing: a position has " +
                                    std::to_string(kRows.size()) + " rows, separated by '/'",
                                words[0].offset + words[0].text.size());
        }
        if (const auto ok = read_row(rows[row], row, read.position); !ok) {
            return tl::unexpected(ok.error());
        }
    }
    if (rows.size() > kRows.size()) {
        return bad_position("there are more than " + std::to_string(kRows.size()) + " rows",
                            rows[kRows.size()].offset - 1);
    }
    if (const auto ok = read_tail(words.subspan(1), end, read); !ok) {
        return tl::unexpected(ok.error());
    }
    return read;
}

Result<ReadPosition> read_men_by_point(std::span<const Field> words, std::size_t end) {
    ReadPosition read;
    constexpr std::array<std::string_view, 2> kHeads{"W:", "B:"};
    for (std::size_t side = 0; side < 2; ++side) {
        const Field word = side < words.size() ? words[side] : Field{{}, end};
        if (word.text.substr(0, 2) != kHeads[side]) {
            return bad_position("the men of " + std::string(side == 0 ? "White" : "Black") +
                                    " are missing: " + std::string(kHeads[side]) +
                                    " and their points, as in W:a1,d2,f4 B:b2,b4,c5 w",
                                word.offset);
        }
        read.places[side] = word.offset;
        const Field points{word.text.substr(2), word.offset + 2};
        if (const auto ok = read_points(points, static_cast<Side>(side), read.position); !ok) {
            return tl::unexpected(ok.error());
        }
    }
    if (const auto ok = read_tail(words.subspan(2), end, read); !ok) {
        return tl::unexpected(ok.error());
    }
    return read;
}

}  // namespace mulino::detail

namespace mulino {

Result<Position> parse_position(std::string_view text) {
    const detail::Field inner = detail::trimmed(text);
    const std::vector<detail::Field> words = detail::words(inner);
    if (words.empty()) return detail::bad_position("the position is empty", 0);

    const std::size_t end = inner.offset + inner.text.size();
    Result<detail::ReadPosition> read;
    switch (detail::spelling_of(words[0].text)) {
        case detail::Spelling::Rows:
            read = detail::read_rows(words, end);
            break;
        case detail::Spelling::MenByPoint:
            read = detail::read_men_by_point(words, end);
            break;
        case detail::Spelling::SanmillFen:
            read = detail::read_sanmill_fen(words, end);
            break;
    }
    if (!read) return tl::unexpected(read.error());
    if (auto flaw = detail::find_flaw(read->position)) {
        return detail::bad_position(std::move(flaw->message),
                                    read->places[static_cast<std::size_t>(flaw->part)]);
    }
    return read->position;
}

}  // namespace mulino
