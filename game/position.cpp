#include "game/position.hpp"

#include "game/position_check.hpp"
#include "game/words.hpp"

namespace mulino {

const std::array<Point, kPoints> kReadingOrder{0,  1,  2, 8,  9,  10, 16, 17, 18, 7, 15, 23,
                                               19, 11, 3, 22, 21, 20, 14, 13, 12, 6, 5,  4};

namespace {

// By point; clockwise from the upper left corner of each ring, outer ring first.
constexpr std::array<std::string_view, kPoints> kPointNames{
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4",   //
    "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4",   //
    "c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"};  //

constexpr std::array<Point, kPoints> kReadingRanks{0, 1, 2, 14, 23, 22, 21, 9,   //
                                                   3, 4, 5, 13, 20, 19, 18, 10,  //
                                                   6, 7, 8, 12, 17, 16, 15, 11};

}  // namespace

int reading_rank(Point point) {
    assert(point < kPoints);
    return kReadingRanks[point];
}

std::string_view point_name(Point point) {
    assert(point < kPoints);
    return kPointNames[point];
}

std::optional<Point> parse_point(std::string_view text) {
    if (text.size() != 2) return {};
    for (Point point = 0; point < kPoints; ++point) {
        if (kPointNames[point][0] == in_small(text[0]) && kPointNames[point][1] == text[1]) {
            return point;
        }
    }
    return {};
}

Position start_position(const Rules& rules) {
    return {.men = {}, .hand = {kMaxMen, kMaxMen}, .to_move = rules.first};
}

std::optional<detail::Flaw> detail::find_flaw(const Position& position) {
    constexpr std::array<Side, 2> kSides{Side::White, Side::Black};
    constexpr std::array<PositionPart, 2> kMen{PositionPart::WhiteMen, PositionPart::BlackMen};
    constexpr std::array<PositionPart, 2> kHands{PositionPart::WhiteHand, PositionPart::BlackHand};

    if (((position.men[0] | position.men[1]) & ~kFullBoard) != 0) {
        return Flaw{PositionPart::WhiteMen, "a man stands beside the board"};
    }
    if ((position.men[0] & position.men[1]) != 0) {
        const Point twice = lowest(position.men[0] & position.men[1]);
        return Flaw{PositionPart::BlackMen, "two men stand on " + std::string(point_name(twice))};
    }
    if (position.to_move != Side::White && position.to_move != Side::Black) {
        return Flaw{PositionPart::Side, "neither White nor Black is to move"};
    }
    for (std::size_t side = 0; side < 2; ++side) {
        const int on_board = count(position.men[side]);
        const int in_hand = position.hand[side];
        if (on_board + in_hand <= kMaxMen) continue;
        std::string message = capital(kSides[side]) + " has " + men_text(on_board + in_hand);
        if (in_hand > 0) {
            message += " (" + std::to_string(on_board) + " on the board, " +
                       std::to_string(in_hand) + " in hand)";
        }
        message += "; a side has at most " + std::to_string(kMaxMen);
        return Flaw{on_board > kMaxMen ? kMen[side] : kHands[side], std::move(message)};
    }

    const Side mover = position.to_move;
    const Side opponent = other(mover);
    const int hand = position.mover_hand();
    const int other_hand = position.opponent_hand();
    if (hand != other_hand && hand != other_hand + 1) {
        return Flaw{kHands[static_cast<std::size_t>(mover)],
                    "the hands do not fit: " + capital(mover) + ", to move, has " + men_text(hand) +
                        " in hand and " + capital(opponent) + " " + std::to_string(other_hand) +
                        "; the side to move has as many as the other or one more"};
    }
    const int men = count(position.opponent()) + other_hand;
    if (men < kMinMen) {
        return Flaw{kMen[static_cast<std::size_t>(opponent)],
                    capital(opponent) + " has " + men_text(men) +
                        " in all, so the game ended before this turn; the side that is not to " +
                        "move has at least " + std::to_string(kMinMen)};
    }
    if (position.plies_without_removal != 0 && position.placing()) {
        return Flaw{PositionPart::Counter,
                    "the plies without a removal are counted from the end of placing, and there "
                    "are men in hand"};
    }
    return {};
}

Result<void> check_position(const Position& position) {
    if (auto flaw = detail::find_flaw(position)) {
        return fail(ErrorCode::BadPosition, std::move(flaw->message));
    }
    return {};
}

std::string to_string(const Position& position, CounterText counter) {
    std::string text;
    for (std::size_t i = 0; i < kReadingOrder.size(); ++i) {
        const Point point = kReadingOrder[i];
        // A row ends where the name's number changes.
        if (i > 0 && point_name(point)[1] != point_name(kReadingOrder[i - 1])[1]) text += '/';
        text += (position.men[0] & bit(point)) != 0   ? 'W'
                : (position.men[1] & bit(point)) != 0 ? 'B'
                                                      : '.';
    }
    text += position.to_move == Side::White ? " w" : " b";
    const bool counts = counter == CounterText::Show && position.plies_without_removal > 0;
    if (position.placing() || counts) {
        text += ' ' + std::to_string(position.hand[0]) + ' ' + std::to_string(position.hand[1]);
    }
    if (counts) text += ' ' + std::to_string(position.plies_without_removal);
    return text;
}

}  // namespace mulino
