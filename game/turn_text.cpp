// Turns as text, and why a turn is not legal.
#include <algorithm>

#include "game/scan.hpp"
#include "game/turn.hpp"
#include "game/turn_generator.hpp"
#include "game/words.hpp"

namespace mulino {
namespace {

using detail::Field;
using detail::shown;

[[nodiscard]] tl::unexpected<Error> bad_turn(std::string message, std::size_t offset) {
    return fail(ErrorCode::BadTurn, std::move(message), {}, offset);
}

std::string name(Point point) { return std::string(point_name(point)); }
std::string small(Side side) { return std::string(to_string(side)); }

// A turn as written: points and where they stand in the text, nothing checked against a position.
struct NamedPoint {
    Point point;
    std::size_t offset;
};

struct WrittenTurn {
    std::optional<NamedPoint> from;
    NamedPoint to;
    std::vector<NamedPoint> removed;
};

class TurnReader {
public:
    explicit TurnReader(const Field& field) : rest_(field) {}

    // POINT[-POINT] followed by xPOINT, blanks allowed before each x.
    Result<WrittenTurn> read() {
        Result<NamedPoint> first = read_point();
        if (!first) return tl::unexpected(first.error());
        WrittenTurn turn{{}, *first, {}};
        if (skip('-')) {
            Result<NamedPoint> to = read_point();
            if (!to) return tl::unexpected(to.error());
            turn.from = turn.to;
            turn.to = *to;
        }
        while (!rest_.text.empty()) {
            while (skip(' ') || skip('\t')) {
            }
            if (!skip('x') && !skip('X')) {
                return bad_turn("expected x and a man to remove instead of " + shown(rest_.text),
                                rest_.offset);
            }
            Result<NamedPoint> man = read_point();
            if (!man) return tl::unexpected(man.error());
            turn.removed.push_back(*man);
        }
        return turn;
    }

private:
    Result<NamedPoint> read_point() {
        const std::optional<Point> point = parse_point(rest_.text.substr(0, 2));
        if (!point) {
            return bad_turn("expected a point, a1 to g7, instead of " + shown(rest_.text),
                            rest_.offset);
        }
        const NamedPoint read{*point, rest_.offset};
        advance(2);
        return read;
    }

    bool skip(char character) {
        if (rest_.text.empty() || rest_.text.front() != character) return false;
        advance(1);
        return true;
    }

    void advance(std::size_t characters) {
        rest_.text.remove_prefix(characters);
        rest_.offset += characters;
    }

    Field rest_;
};

// Whether the man can be placed, or moved there.
Result<void> check_arrival(const WrittenTurn& turn, const Position& position, const Rules& rules) {
    const Side mover = position.to_move;
    if (count(position.mover()) + position.mover_hand() < kMinMen) {
        return bad_turn(
            capital(mover) + " has fewer than " + std::to_string(kMinMen) + " men and has lost",
            turn.to.offset);
    }
    if (turn.from && position.placing()) {
        return bad_turn(
            capital(mover) + " has men in hand and must place one, as in " + name(turn.to.point),
            turn.from->offset);
    }
    if (!turn.from && !position.placing()) {
        return bad_turn(capital(mover) + " has no men in hand and must move one, as in d5-d6",
                        turn.to.offset);
    }
    if (turn.from) {
        const Bitboard from = bit(turn.from->point);
        if ((position.empty() & from) != 0) {
            return bad_turn("there is no man on " + name(turn.from->point), turn.from->offset);
        }
        if ((position.opponent() & from) != 0) {
            return bad_turn("the man on " + name(turn.from->point) + " is " + small(other(mover)) +
                                ", and " + capital(mover) + " is to move",
                            turn.from->offset);
        }
    }
    if ((position.empty() & bit(turn.to.point)) == 0) {
        return bad_turn(name(turn.to.point) + " is not empty", turn.to.offset);
    }
    if (turn.from && (kNeighbours[turn.from->point] & bit(turn.to.point)) == 0 &&
        !mover_flies(position, rules)) {
        return bad_turn(name(turn.to.point) + " is no neighbour of " + name(turn.from->point) +
                            ", and " + capital(mover) + " does not fly",
                        turn.to.offset);
    }
    return {};
}

// Whether the men named can be removed, in this or another order. `mills` are closed.
Result<void> check_removals(const WrittenTurn& turn, Bitboard removed, int mills,
                            const Position& position, const Rules& rules) {
    const Bitboard men = position.opponent();
    const std::string opponent = capital(other(position.to_move));
    if (mills == 0) {
        if (turn.removed.empty()) return {};
        return bad_turn("the turn closes no mill and removes nothing", turn.removed[0].offset);
    }
    bool legal = false;
    int due = 0;
    Bitboard with_these = 0;  // what some legal turn removes
    for_each_removal(men, mills, rules, [&](Bitboard set) {
        legal = legal || set == removed;
        due = std::max(due, count(set));
        with_these |= set;
    });
    if (legal) return {};

    for (const NamedPoint& man : turn.removed) {
        if ((men & bit(man.point)) == 0) {
            return bad_turn("there is no " + small(other(position.to_move)) + " man on " +
                                name(man.point) + " to remove",
                            man.offset);
        }
    }
    if (due == 0) {
        return bad_turn("all men of " + opponent + " stand in mills and are protected: the turn " +
                            "removes nothing",
                        turn.removed[0].offset);
    }
    for (const NamedPoint& man : turn.removed) {
        if ((with_these & bit(man.point)) == 0) {
            return bad_turn("the man on " + name(man.point) + " stands in a mill and is protected",
                            man.offset);
        }
    }
    const int named = static_cast<int>(turn.removed.size());
    if (named < due) {
        Turn example{{}, turn.to.point, 0};
        if (turn.from) example.from = turn.from->point;
        for_each_removal(men, mills, rules, [&](Bitboard set) {
            if (count(set) == due && (removed & ~set) == 0) example.removed = set;
        });
        return bad_turn("the turn removes " + men_text(due) + " and names " +
                            (named == 0 ? "none" : "only " + std::to_string(named)) +
                            "; one way to go on is " + to_string(example),
                        turn.to.offset);
    }
    if (named > due) {
        return bad_turn("the turn removes no more than " + men_text(due),
                        turn.removed[static_cast<std::size_t>(due)].offset);
    }
    return bad_turn("these men cannot be removed together: in either order the second is protected",
                    turn.removed[0].offset);
}

}  // namespace

std::string to_string(const Turn& turn) {
    std::string text;
    if (turn.from) text = name(*turn.from) + '-';
    text += point_name(turn.to);
    for (const Point point : kReadingOrder) {
        if ((turn.removed & bit(point)) != 0) text += 'x' + name(point);
    }
    return text;
}

Result<Turn> parse_turn(std::string_view text, const Position& position, const Rules& rules) {
    const Result<WrittenTurn> read = TurnReader(detail::trimmed(text)).read();
    if (!read) return tl::unexpected(read.error());
    const WrittenTurn& written = *read;
    if (const auto ok = check_arrival(written, position, rules); !ok) {
        return tl::unexpected(ok.error());
    }
    Turn turn{{}, written.to.point, 0};
    Bitboard own = position.mover();
    if (written.from) {
        turn.from = written.from->point;
        own ^= bit(*turn.from);
    }
    for (const NamedPoint& man : written.removed) {
        if ((turn.removed & bit(man.point)) != 0) {
            return bad_turn("the man on " + name(man.point) + " is removed twice", man.offset);
        }
        turn.removed |= bit(man.point);
    }
    const int mills = mills_closed(own, turn.to);
    if (const auto ok = check_removals(written, turn.removed, mills, position, rules); !ok) {
        return tl::unexpected(ok.error());
    }
    return turn;
}

}  // namespace mulino
