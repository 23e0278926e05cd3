// Between the types that are installed and those of the rest of the program.
#pragma once

#include <mulino/probe.hpp>
#include <optional>

#include "db/database.hpp"
#include "db/outcome.hpp"
#include "game/position.hpp"
#include "game/result.hpp"
#include "game/rules.hpp"
#include "game/turn.hpp"

namespace mulino::probe {

static_assert(static_cast<int>(ErrorCode::BadPosition) ==
                  static_cast<int>(mulino::ErrorCode::BadPosition) &&
              static_cast<int>(ErrorCode::MissingTable) ==
                  static_cast<int>(mulino::ErrorCode::MissingTable) &&
              static_cast<int>(ErrorCode::OtherFamily) ==
                  static_cast<int>(mulino::ErrorCode::OtherFamily) &&
              static_cast<int>(ErrorCode::OutOfRange) ==
                  static_cast<int>(mulino::ErrorCode::OutOfRange) &&
              static_cast<int>(ErrorCode::Damaged) ==
                  static_cast<int>(mulino::ErrorCode::Damaged) &&
              static_cast<int>(ErrorCode::BadVersion) ==
                  static_cast<int>(mulino::ErrorCode::BadVersion) &&
              static_cast<int>(ErrorCode::Io) == static_cast<int>(mulino::ErrorCode::Io) &&
              static_cast<int>(ErrorCode::NoDistances) ==
                  static_cast<int>(mulino::ErrorCode::NoDistances) &&
              static_cast<int>(ErrorCode::BadArgument) ==
                  static_cast<int>(mulino::ErrorCode::BadArgument) &&
              static_cast<int>(ErrorCode::NoMemory) ==
                  static_cast<int>(mulino::ErrorCode::NotEnough));

inline Error outside(const mulino::Error& error) {
    return {static_cast<ErrorCode>(error.code), error.message, error.path, error.block,
            error.offset};
}

inline mulino::Position inside(const Position& position) {
    mulino::Position result;
    result.men = {position.white, position.black};
    result.hand = {position.white_hand, position.black_hand};
    result.to_move = position.to_move == Side::Black ? mulino::Side::Black : mulino::Side::White;
    result.plies_without_removal = position.plies_without_removal;
    return result;
}

inline Position outside(const mulino::Position& position) {
    return {position.men[0],
            position.men[1],
            static_cast<Side>(position.to_move),
            position.hand[0],
            position.hand[1],
            position.plies_without_removal};
}

inline Value outside(Wdl value) { return static_cast<Value>(value); }

inline Outcome outside(const mulino::Outcome& outcome) {
    return {outside(outcome.value), outcome.distance};
}

inline mulino::Outcome inside(const Outcome& outcome) {
    return {static_cast<Wdl>(outcome.value), outcome.distance};
}

inline mulino::Subspace inside(const Subspace& s) {
    return {s.mover, s.opponent, s.mover_hand, s.opponent_hand};
}

inline Subspace outside(const mulino::Subspace& s) {
    return {s.mover, s.opponent, s.mover_hand, s.opponent_hand};
}

}  // namespace mulino::probe
