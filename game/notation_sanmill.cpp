// Reading the position text of the program Sanmill.
#include <algorithm>

#include "game/notation.hpp"
#include "game/position_check.hpp"

namespace mulino::detail {
namespace {

constexpr std::array<std::string_view, kRings> kGroupNames{
    "first group (inner ring)", "second group (middle ring)", "third group (outer ring)"};

// Eight characters, clockwise from the middle of the upper side.
Result<void> read_ring(const Field& field, std::size_t group, Position& position) {
    const std::string name(kGroupNames[group]);
    for (std::size_t i = 0; i < field.text.size(); ++i) {
        const char man = field.text[i];
        if (man != 'O' && man != '@' && man != '*') {
            return bad_position(name + ", character " + std::to_string(i + 1) + ": " +
                                    shown(field.text.substr(i)) + " is neither O, @ nor *",
                                field.offset + i);
        }
        if (i >= kRingSize || man == '*') continue;
        const int ring = kRings - 1 - static_cast<int>(group);
        position.men[man == 'O' ? 0 : 1] |= bit(ring_point(ring, static_cast<int>(i) + 1));
    }
    if (field.text.size() == kRingSize) return {};
    return bad_position(name + " has " + std::to_string(field.text.size()) +
                            (field.text.size() == 1 ? " character" : " characters") +
                            " instead of " + std::to_string(kRingSize),
                        field.offset + std::min<std::size_t>(kRingSize, field.text.size()));
}

Result<void> read_board(const Field& field, Position& position) {
    const std::vector<Field> groups = split(field, '/');
    for (std::size_t group = 0; group < kGroupNames.size(); ++group) {
        if (group >= groups.size()) {
            return bad_position(std::string(kGroupNames[group]) + " is missing",
                                field.offset + field.text.size());
        }
        if (const auto ok = read_ring(groups[group], group, position); !ok) return ok;
    }
    if (groups.size() == kGroupNames.size()) return {};
    return bad_position("there are more than three groups", groups[kGroupNames.size()].offset - 1);
}

// White on the board, White in hand, Black on the board, Black in hand.
Result<void> read_counts(std::span<const Field> words, std::size_t end, ReadPosition& read) {
    for (std::size_t side = 0; side < 2; ++side) {
        const std::string owner = side == 0 ? "White's" : "Black's";
        const std::string board_name = owner + " men on the board";
        const std::string hand_name = owner + " men in hand";
        for (std::size_t i = 2 * side; i < 2 * side + 2; ++i) {
            if (i < words.size()) continue;
            return bad_position((i == 2 * side ? board_name : hand_name) + " are missing", end);
        }
        const Field& board_field = words[2 * side];
        const Field& hand_field = words[2 * side + 1];
        const Result<unsigned> on_board = read_number(board_field, kPoints, board_name);
        if (!on_board) return tl::unexpected(on_board.error());
        const Result<unsigned> hand = read_number(hand_field, kMaxMen, hand_name);
        if (!hand) return tl::unexpected(hand.error());
        const int men = count(read.position.men[side]);
        if (static_cast<int>(*on_board) != men) {
            return bad_position(board_name + ": the text says " + std::to_string(*on_board) +
                                    ", the groups hold " + std::to_string(men),
                                board_field.offset);
        }
        read.position.hand[side] = static_cast<std::uint8_t>(*hand);
        constexpr std::array<PositionPart, 2> kHands{PositionPart::WhiteHand,
                                                     PositionPart::BlackHand};
        read.places[static_cast<std::size_t>(kHands[side])] = hand_field.offset;
    }
    return {};
}

// The phase must be what the hands say; a finished game ('o') may have ended in either.
Result<void> check_phase(const Field& phase, const Position& position) {
    if (phase.text == "p" && !position.placing()) {
        return bad_position("the phase is p (placing), but no man is in hand", phase.offset);
    }
    if (phase.text == "m" && position.placing()) {
        return bad_position("the phase is m (moving), but there are men in hand", phase.offset);
    }
    return {};
}

}  // namespace

Result<ReadPosition> read_sanmill_fen(std::span<const Field> words, std::size_t end) {
    ReadPosition read;
    read.places.fill(words[0].offset);
    if (const auto ok = read_board(words[0], read.position); !ok) {
        return tl::unexpected(ok.error());
    }
    const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : Field{{}, end}; };

    const Result<Side> side = read_side(word(1));
    if (!side) return tl::unexpected(side.error());
    read.position.to_move = *side;
    read.places[static_cast<std::size_t>(PositionPart::Side)] = word(1).offset;

    const Field phase = word(2);
    if (phase.text != "p" && phase.text != "m" && phase.text != "o") {
        return bad_position("the phase is p, m or o, not " + shown_word(phase.text), phase.offset);
    }
    const Field action = word(3);
    if (action.text == "r") {
        return bad_position("the position is in the middle of a turn: a removal (r) is due",
                            action.offset);
    }
    if (action.text != "p" && action.text != "s") {
        return bad_position("the action is p, s or r, not " + shown_word(action.text),
                            action.offset);
    }
    // What follows the four counts says nothing that we need: marks of the turn in progress, and a
    // clock that counts a removal as a ply of its own.
    const std::span<const Field> counts = words.subspan(std::min<std::size_t>(4, words.size()));
    if (const auto ok = read_counts(counts, end, read); !ok) return tl::unexpected(ok.error());
    if (const auto ok = check_phase(phase, read.position); !ok) return tl::unexpected(ok.error());
    return read;
}

}  // namespace mulino::detail
