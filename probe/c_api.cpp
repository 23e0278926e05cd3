// The C interface: every call checks its arguments, and no exception leaves it.
#include <mulino/probe.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <mulino/probe.hpp>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "game/board.hpp"

namespace probe = mulino::probe;

struct mulino_prober {
    probe::Prober prober;
};

namespace {

// As much of a text as fits, and a zero.
void copy_text(std::string_view text, char* out, std::size_t size) {
    if (out == nullptr || size == 0) return;
    out[text.copy(out, size - 1)] = '\0';
}

std::int32_t report(mulino_error* out, std::int32_t code, std::string_view message,
                    std::string_view file = {}, std::int64_t block = -1, std::int64_t offset = -1) {
    if (out == nullptr) return code;
    *out = mulino_error{};
    out->code = code;
    out->block = block;
    out->offset = offset;
    copy_text(message, out->message, sizeof out->message);
    copy_text(file, out->file, sizeof out->file);
    return code;
}

std::int32_t report(mulino_error* out, const probe::Error& error) {
    return report(out, static_cast<std::int32_t>(error.code), error.message, error.file,
                  error.block ? std::int64_t{*error.block} : -1,
                  error.offset ? static_cast<std::int64_t>(*error.offset) : -1);
}

std::int32_t bad_argument(mulino_error* out, std::string_view message) {
    return report(out, MULINO_BAD_ARGUMENT, message);
}

// Runs the body of a call. Only what the process itself lacks can be thrown here.
template <typename Body>
std::int32_t guarded(mulino_error* error, Body&& body) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return report(error, MULINO_NO_MEMORY, "there is not enough memory");
    } catch (const std::exception& failure) {
        return report(error, MULINO_IO, failure.what());
    }
}

// False where a number is out of range.
bool read(const mulino_position& in, probe::Position& out) {
    if (in.to_move > MULINO_BLACK || in.plies_without_removal > 0xFFFF) return false;
    out = {in.white,
           in.black,
           static_cast<probe::Side>(in.to_move),
           in.white_hand,
           in.black_hand,
           static_cast<std::uint16_t>(in.plies_without_removal)};
    return true;
}

mulino_position written(const probe::Position& position) {
    return {position.white,      position.black,      static_cast<std::uint8_t>(position.to_move),
            position.white_hand, position.black_hand, 0,
            position.plies_without_removal};
}

mulino_outcome written(const probe::Outcome& outcome) {
    return {static_cast<std::int32_t>(outcome.value),
            outcome.distance ? std::int32_t{*outcome.distance} : MULINO_NO_DISTANCE};
}

mulino_turn written(const probe::JudgedTurn& judged) {
    return {judged.turn.from.value_or(MULINO_NO_POINT),
            judged.turn.to,
            0,
            judged.turn.removed,
            written(judged.after),
            written(judged.outcome)};
}

// Checks what all calls about a position take, then calls body(prober, position).
template <typename Body>
std::int32_t with_position(const mulino_prober* prober, const mulino_position* position,
                           const void* out, mulino_error* error, Body&& body) {
    if (prober == nullptr || position == nullptr || out == nullptr) {
        return bad_argument(error, "an argument is NULL");
    }
    probe::Position read_position;
    if (!read(*position, read_position)) {
        return bad_argument(error, "the side to move or the count of plies is out of range");
    }
    return guarded(error, [&] { return body(prober->prober, read_position); });
}

// Reads options of this version or a shorter one of an older. False where a number is wrong.
bool read(const mulino_options& in, probe::Options& out) {
    if (in.struct_size < sizeof(mulino_options)) return false;
    if (in.flying < MULINO_FLYING_OWN || in.flying > MULINO_FLYING_OFF) return false;
    if (in.protection < MULINO_PROTECTION_LIFTED || in.protection > MULINO_PROTECTION_ABSOLUTE) {
        return false;
    }
    if (in.no_capture_limit < 0 || in.no_capture_limit > 0xFFFF) return false;
    out.family = {static_cast<probe::Flying>(in.flying),
                  static_cast<probe::Protection>(in.protection),
                  static_cast<std::uint16_t>(in.no_capture_limit)};
    out.cache_bytes = static_cast<std::size_t>(in.cache_bytes);
    return true;
}

}  // namespace

const char* mulino_version(void) { return MULINO_VERSION; }

void mulino_options_init(mulino_options* options) {
    if (options == nullptr) return;
    const probe::Options defaults;
    *options = mulino_options{};
    options->struct_size = sizeof(mulino_options);
    options->flying = static_cast<std::int32_t>(defaults.family.flying);
    options->protection = static_cast<std::int32_t>(defaults.family.protection);
    options->no_capture_limit = defaults.family.no_capture_limit;
    options->cache_bytes = defaults.cache_bytes;
}

const char* mulino_error_name(int32_t code) {
    // The texts are literals and end with a zero.
    return code == MULINO_OK ? "no error" : to_string(static_cast<probe::ErrorCode>(code)).data();
}

int32_t mulino_open(const char* const* folders, size_t count, const mulino_options* options,
                    mulino_prober** prober, mulino_error* error) {
    if (prober == nullptr) return bad_argument(error, "the place for the prober is NULL");
    *prober = nullptr;
    if (folders == nullptr && count > 0) return bad_argument(error, "the list of folders is NULL");
    return guarded(error, [&] {
        probe::Options read_options;
        if (options != nullptr && !read(*options, read_options)) {
            return bad_argument(error, "an option is out of range (mulino_options_init sets all)");
        }
        std::vector<std::filesystem::path> paths;
        for (size_t i = 0; i < count; ++i) {
            if (folders[i] == nullptr) return bad_argument(error, "a folder is NULL");
            paths.emplace_back(folders[i]);
        }
        auto opened = probe::Prober::open(paths, read_options);
        if (!opened) return report(error, opened.error());
        *prober = new mulino_prober{std::move(*opened)};
        return std::int32_t{MULINO_OK};
    });
}

void mulino_close(mulino_prober* prober) { delete prober; }

int32_t mulino_metric(const mulino_prober* prober) {
    return prober == nullptr ? MULINO_METRIC_WDL
                             : static_cast<std::int32_t>(prober->prober.metric());
}

int32_t mulino_contains(const mulino_prober* prober, int32_t mover, int32_t opponent,
                        int32_t mover_hand, int32_t opponent_hand) {
    if (prober == nullptr) return 0;
    probe::Subspace subspace;
    const std::pair<std::int32_t, std::uint8_t*> numbers[] = {
        {mover, &subspace.mover},
        {opponent, &subspace.opponent},
        {mover_hand, &subspace.mover_hand},
        {opponent_hand, &subspace.opponent_hand}};
    for (const auto& [number, place] : numbers) {
        if (number < 0 || number > 0xFF) return 0;
        *place = static_cast<std::uint8_t>(number);
    }
    return prober->prober.contains(subspace) ? 1 : 0;
}

int32_t mulino_probe(const mulino_prober* prober, const mulino_position* position,
                     mulino_outcome* outcome, mulino_error* error) {
    return with_position(prober, position, outcome, error,
                         [&](const probe::Prober& set, const probe::Position& at) {
                             const auto known = set.probe(at);
                             if (!known) return report(error, known.error());
                             *outcome = written(*known);
                             return std::int32_t{MULINO_OK};
                         });
}

int32_t mulino_probe_value(const mulino_prober* prober, const mulino_position* position,
                           int32_t* value, mulino_error* error) {
    return with_position(prober, position, value, error,
                         [&](const probe::Prober& set, const probe::Position& at) {
                             const auto known = set.value(at);
                             if (!known) return report(error, known.error());
                             *value = static_cast<std::int32_t>(*known);
                             return std::int32_t{MULINO_OK};
                         });
}

int32_t mulino_probe_text(const mulino_prober* prober, const char* text, mulino_outcome* outcome,
                          mulino_error* error) {
    mulino_position position;
    const std::int32_t read = mulino_parse_position(text, &position, error);
    return read != MULINO_OK ? read : mulino_probe(prober, &position, outcome, error);
}

int32_t mulino_turns(const mulino_prober* prober, const mulino_position* position,
                     mulino_turn* turns, size_t capacity, size_t* count, mulino_error* error) {
    if (turns == nullptr && capacity > 0) return bad_argument(error, "an argument is NULL");
    return with_position(prober, position, count, error,
                         [&](const probe::Prober& set, const probe::Position& at) {
                             const auto judged = set.turns(at);
                             if (!judged) return report(error, judged.error());
                             *count = judged->size();
                             for (size_t i = 0; i < std::min(capacity, *count); ++i) {
                                 turns[i] = written((*judged)[i]);
                             }
                             return std::int32_t{MULINO_OK};
                         });
}

int32_t mulino_best_turn(const mulino_prober* prober, const mulino_position* position,
                         mulino_turn* turn, int32_t* found, mulino_error* error) {
    if (turn == nullptr) return bad_argument(error, "an argument is NULL");
    return with_position(prober, position, found, error,
                         [&](const probe::Prober& set, const probe::Position& at) {
                             const auto best = set.best_turn(at);
                             if (!best) return report(error, best.error());
                             *found = *best ? 1 : 0;
                             if (*best) *turn = written(**best);
                             return std::int32_t{MULINO_OK};
                         });
}

int32_t mulino_parse_position(const char* text, mulino_position* position, mulino_error* error) {
    if (text == nullptr || position == nullptr) return bad_argument(error, "an argument is NULL");
    return guarded(error, [&] {
        const auto parsed = probe::parse_position(text);
        if (!parsed) return report(error, parsed.error());
        *position = written(*parsed);
        return std::int32_t{MULINO_OK};
    });
}

size_t mulino_position_text(const mulino_position* position, char* text, size_t size) {
    probe::Position shown;
    if (position == nullptr || !read(*position, shown)) return 0;
    try {
        const std::string written = to_string(shown);
        copy_text(written, text, size);
        return written.size();
    } catch (const std::exception&) {
        return 0;
    }
}

size_t mulino_turn_text(const mulino_turn* turn, char* text, size_t size) {
    if (turn == nullptr || turn->to >= mulino::kPoints) return 0;
    if (turn->from >= mulino::kPoints && turn->from != MULINO_NO_POINT) return 0;
    try {
        probe::Turn shown{{}, turn->to, turn->removed};
        if (turn->from != MULINO_NO_POINT) shown.from = turn->from;
        const std::string written = to_string(shown);
        copy_text(written, text, size);
        return written.size();
    } catch (const std::exception&) {
        return 0;
    }
}

const char* mulino_point_name(int32_t point) {
    if (point < 0 || point >= mulino::kPoints) return "";
    return probe::point_name(static_cast<std::uint8_t>(point)).data();
}
