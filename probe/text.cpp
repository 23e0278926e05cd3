// Positions, turns and names as text.
#include <mulino/probe.hpp>

#include "probe/convert.hpp"

namespace mulino::probe {

std::string_view to_string(ErrorCode code) {
    switch (code) {
        case ErrorCode::BadPosition:
            return "bad position";
        case ErrorCode::MissingTable:
            return "missing table";
        case ErrorCode::OtherFamily:
            return "other family";
        case ErrorCode::OutOfRange:
            return "position out of range";
        case ErrorCode::Damaged:
            return "damaged file";
        case ErrorCode::BadVersion:
            return "unknown format version";
        case ErrorCode::Io:
            return "input or output error";
        case ErrorCode::NoDistances:
            return "no distances";
        case ErrorCode::BadArgument:
            return "bad argument";
        case ErrorCode::NoMemory:
            return "no memory";
    }
    return "unknown error";
}

std::string_view to_string(Value value) { return mulino::to_string(static_cast<Wdl>(value)); }

std::string_view point_name(std::uint8_t point) { return mulino::point_name(point); }

Result<Position> parse_position(std::string_view text) {
    const auto position = mulino::parse_position(text);
    if (!position) return outside(position.error());
    return outside(*position);
}

std::string to_string(const Position& position) {
    mulino::Position shown = inside(position);
    shown.men[0] &= kFullBoard;
    shown.men[1] &= kFullBoard & ~shown.men[0];
    return mulino::to_string(shown, CounterText::Show);
}

std::string to_string(const Turn& turn) {
    return mulino::to_string(mulino::Turn{turn.from, turn.to, turn.removed & kFullBoard});
}

}  // namespace mulino::probe
