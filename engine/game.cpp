#include "engine/game.hpp"

#include <algorithm>
#include <cassert>

#include "game/turn_generator.hpp"
#include "game/words.hpp"

namespace mulino {
namespace {

bool same_but_for_counter(const Position& a, const Position& b) {
    return a.men == b.men && a.hand == b.hand && a.to_move == b.to_move;
}

}  // namespace

std::string in_words(const GameEnd& end, const Rules& rules) {
    const std::string loser = end.winner ? capital(other(*end.winner)) : std::string();
    switch (end.reason) {
        case EndReason::None:
            break;
        case EndReason::FewMen:
            return loser + " has fewer than three men";
        case EndReason::Blocked:
            return loser + " has no legal turn";
        case EndReason::Repetition:
            return "the position has occurred " + std::to_string(rules.repetition.value_or(0)) +
                   " times";
        case EndReason::NoCaptureLimit:
            return std::to_string(rules.no_capture_limit.value_or(0)) +
                   " plies have passed without a removal";
        case EndReason::Resignation:
            return loser + " resigns";
    }
    return {};
}

Game::Game(const Rules& rules) : Game(rules, start_position(rules)) {}

Game::Game(const Rules& rules, const Position& start)
    : rules_(rules), positions_{start}, occurrences_{1} {
    assert(check_position(start));
}

int Game::occurrences_of(const Position& position) const {
    // What was before a placing or a removal cannot come again.
    int found = 0;
    for (auto past = positions_.rbegin(); past != positions_.rend(); ++past) {
        if (same_but_for_counter(*past, position)) ++found;
        if (past->plies_without_removal == 0) break;
    }
    return found;
}

GameEnd Game::end() const {
    const Side mover = to_move();
    if (resigned_) return {EndReason::Resignation, other(*resigned_)};
    if (is_lost(position(), rules_)) {
        const bool few = count(position().mover()) + position().mover_hand() < kMinMen;
        return {few ? EndReason::FewMen : EndReason::Blocked, other(mover)};
    }
    const auto reached = [](const std::optional<std::uint16_t>& limit, int number) {
        return limit && number >= *limit;
    };
    if (reached(rules_.repetition, occurrences())) return {EndReason::Repetition, {}};
    if (reached(rules_.no_capture_limit, position().plies_without_removal)) {
        return {EndReason::NoCaptureLimit, {}};
    }
    return {};
}

Result<void> Game::play(const Turn& turn) {
    if (const GameEnd now = end(); now.over()) {
        return fail(ErrorCode::BadTurn, "the game is over: " + in_words(now, rules_));
    }
    const bool unknown =
        for_each_turn(position(), rules_, [&](const Turn& legal) { return legal != turn; });
    if (unknown) {
        // Reading the turn's text says why.
        const Result<Turn> read = parse_turn(to_string(turn), position(), rules_);
        assert(!read);
        return tl::unexpected(read.error());
    }
    const Position next = mulino::play(position(), turn);
    const int before = occurrences_of(next);
    positions_.push_back(next);
    occurrences_.push_back(before + 1);
    turns_.push_back(turn);
    return {};
}

Result<void> Game::resign(Side side) {
    if (const GameEnd now = end(); now.over()) {
        return fail(ErrorCode::BadArgument, "the game is over: " + in_words(now, rules_));
    }
    resigned_ = side;
    return {};
}

bool Game::undo() {
    if (resigned_) {
        resigned_.reset();
        return true;
    }
    if (turns_.empty()) return false;
    turns_.pop_back();
    occurrences_.pop_back();
    positions_.pop_back();
    return true;
}

}  // namespace mulino
