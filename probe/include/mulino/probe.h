/* mulino_probe: exact outcomes of Nine Men's Morris positions from a set of tables, in plain C.
 *
 * The same as probe.hpp for every language that can call C. docs/embedding.md is the guide.
 *
 * Values and distances are always for the side to move. Distances count plies, turns of one side.
 *
 * Points are numbered ring by ring, clockwise from the upper left corner; a set of points is a mask
 * of 24 bits, bit p standing for the point p:
 *
 *      0 -------- 1 -------- 2        a7 -------- d7 -------- g7
 *      |  8 ----- 9 ---- 10  |        |  b6 ----- d6 ----- f6  |
 *      |  |  16 - 17 - 18 |  |        |  |  c5 -- d5 -- e5  |  |
 *      7 15  23       19 11  3        a4 b4 c4          e4 f4 g4
 *      |  |  22 - 21 - 20 |  |        |  |  c3 -- d3 -- e3  |  |
 *      | 14 ---- 13 ---- 12  |        |  b2 ----- d2 ----- f2  |
 *      6 -------- 5 -------- 4        a1 -------- d1 -------- g1
 *
 * Functions that can fail return one of the numbers below and, where `error` is not NULL, say more
 * there. Numbers, structures and functions are frozen; later versions may add some.
 */
#ifndef MULINO_PROBE_H
#define MULINO_PROBE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) || !defined(__GNUC__)
#define MULINO_API
#else
#define MULINO_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MULINO_OK = 0,
    MULINO_BAD_POSITION = 1,  /* a text that is no position, or a position that cannot arise */
    MULINO_MISSING_TABLE = 4, /* no table for the position, or a folder without tables */
    MULINO_OTHER_FAMILY = 5,  /* tables of other rules or of another distance than asked for */
    MULINO_OUT_OF_RANGE = 6,  /* a position that no table can hold */
    MULINO_DAMAGED = 7,       /* a file whose bytes are wrong */
    MULINO_BAD_VERSION = 8,   /* a file of a format that this library is too old for */
    MULINO_IO = 9,            /* the system refused to open or read a file */
    MULINO_NO_DISTANCES = 10, /* an answer that would need distances the tables do not hold */
    MULINO_BAD_ARGUMENT = 11, /* NULL where it is not allowed, a number out of range */
    MULINO_NO_MEMORY = 12
};

/* A value, for the side to move. */
enum { MULINO_LOSS = 0, MULINO_DRAW = 1, MULINO_WIN = 2 };
/* A side. */
enum { MULINO_WHITE = 0, MULINO_BLACK = 1 };
/* Flying: a side with exactly three men; both sides as soon as either has three; nobody. */
enum { MULINO_FLYING_OWN = 0, MULINO_FLYING_BOTH = 1, MULINO_FLYING_OFF = 2 };
/* What may be removed when all men of the opponent stand in mills: any of them; none. */
enum { MULINO_PROTECTION_LIFTED = 0, MULINO_PROTECTION_ABSOLUTE = 1 };
/* Distances: none; plies to the end of the game; plies to the next removal or the end. */
enum { MULINO_METRIC_WDL = 0, MULINO_METRIC_DTW = 1, MULINO_METRIC_DTC = 2 };
/* The distance of an outcome that has none; the point left by a man that is placed. */
enum { MULINO_NO_DISTANCE = -1, MULINO_NO_POINT = 255 };

typedef struct mulino_error {
    int32_t code;
    int32_t reserved;
    int64_t block;      /* of the file, where one block is damaged; else -1 */
    int64_t offset;     /* the byte of the file or the character of the text; -1: none */
    char message[512];  /* one sentence, UTF-8, cut where it is longer */
    char file[1024];    /* the file or folder concerned; or empty */
} mulino_error;

typedef struct mulino_position {
    uint32_t white; /* sets of points */
    uint32_t black;
    uint8_t to_move;    /* MULINO_WHITE or MULINO_BLACK */
    uint8_t white_hand; /* men not placed yet */
    uint8_t black_hand;
    uint8_t reserved;               /* 0 */
    uint32_t plies_without_removal; /* at most 65535; 0 unless tables are under a limit */
} mulino_position;

typedef struct mulino_outcome {
    int32_t value;    /* MULINO_LOSS, MULINO_DRAW, MULINO_WIN */
    int32_t distance; /* plies; MULINO_NO_DISTANCE for draws and where the tables have none */
} mulino_outcome;

/* A turn, the position it leads to, and its outcome for the side that plays it, the turn itself
 * counted. */
typedef struct mulino_turn {
    uint8_t from; /* a point; MULINO_NO_POINT where the man is placed */
    uint8_t to;
    uint16_t reserved;
    uint32_t removed; /* a set of points */
    mulino_position after;
    mulino_outcome outcome;
} mulino_turn;

typedef struct mulino_options {
    size_t struct_size; /* sizeof(mulino_options) */
    int32_t flying;     /* the rules that values depend on; tables of others are refused */
    int32_t protection;
    int32_t no_capture_limit; /* plies; 0: none */
    int32_t reserved;
    uint64_t cache_bytes; /* limit of the unpacked blocks kept in memory */
} mulino_options;

/* An open set of tables. Any threads may probe one at once. */
typedef struct mulino_prober mulino_prober;

/* "0.1.0" */
MULINO_API const char* mulino_version(void);
/* Fills in the defaults: flying own, protection lifted, no limit, 64 MiB. */
MULINO_API void mulino_options_init(mulino_options* options);
/* "missing table", "damaged file" …; never NULL. */
MULINO_API const char* mulino_error_name(int32_t code);

/* Opens `count` folders. Where several hold a table for the same men, one with distances answers
 * mulino_probe, and the quickest (of the kind fast, if there is one) mulino_probe_value; of equals
 * the first one named. `options` may be NULL for the defaults. Errors: MISSING_TABLE (a folder
 * without tables), OTHER_FAMILY, IO, DAMAGED, BAD_VERSION, BAD_ARGUMENT, NO_MEMORY. */
MULINO_API int32_t mulino_open(const char* const* folders, size_t count,
                               const mulino_options* options, mulino_prober** prober,
                               mulino_error* error);
/* Closes it; no thread may be probing any more. NULL is allowed. */
MULINO_API void mulino_close(mulino_prober* prober);

/* The distance that some of the folders hold: MULINO_METRIC_… */
MULINO_API int32_t mulino_metric(const mulino_prober* prober);
/* 1 where there is a file for positions with these men on the board and in hand, else 0. */
MULINO_API int32_t mulino_contains(const mulino_prober* prober, int32_t mover, int32_t opponent,
                                   int32_t mover_hand, int32_t opponent_hand);

/* The outcome of a position. Errors: OUT_OF_RANGE, MISSING_TABLE, OTHER_FAMILY, DAMAGED,
 * BAD_VERSION, IO, NO_DISTANCES, BAD_ARGUMENT, NO_MEMORY. */
MULINO_API int32_t mulino_probe(const mulino_prober* prober, const mulino_position* position,
                                mulino_outcome* outcome, mulino_error* error);
/* The value alone: MULINO_LOSS, MULINO_DRAW or MULINO_WIN. Errors: as mulino_probe. */
MULINO_API int32_t mulino_probe_value(const mulino_prober* prober, const mulino_position* position,
                                      int32_t* value, mulino_error* error);
/* The same for the text of a position. Errors: BAD_POSITION too. */
MULINO_API int32_t mulino_probe_text(const mulino_prober* prober, const char* text,
                                     mulino_outcome* outcome, mulino_error* error);
/* All legal turns, best first, at most `capacity` of them; `*count` is how many there are. Without
 * distances, turns of equal value stand in no better order than that of the board. Errors: as
 * mulino_probe. */
MULINO_API int32_t mulino_turns(const mulino_prober* prober, const mulino_position* position,
                                mulino_turn* turns, size_t capacity, size_t* count,
                                mulino_error* error);
/* The first of these; `*found` is 0 where the game is over. Errors: as mulino_probe. */
MULINO_API int32_t mulino_best_turn(const mulino_prober* prober, const mulino_position* position,
                                    mulino_turn* turn, int32_t* found, mulino_error* error);

/* Reads a position: ".WW/.../.B./B....B/.../.../..W b", "W:d7,g7,g1 B:d5,a4,g4 b" or a FEN of
 * Sanmill, see docs/rules.md. Errors: BAD_POSITION, BAD_ARGUMENT, NO_MEMORY. */
MULINO_API int32_t mulino_parse_position(const char* text, mulino_position* position,
                                         mulino_error* error);
/* Writes the text of a position or of a turn ("d5-d6xc4"), ended by a zero byte and cut to `size`
 * bytes. Returns its whole length without the zero; 48 bytes are always enough. 0 for NULL. */
MULINO_API size_t mulino_position_text(const mulino_position* position, char* text, size_t size);
MULINO_API size_t mulino_turn_text(const mulino_turn* turn, char* text, size_t size);
/* "a1" … "g7"; "" for numbers above 23. */
MULINO_API const char* mulino_point_name(int32_t point);

#ifdef __cplusplus
}
#endif

#endif
