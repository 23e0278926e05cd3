/* consumer FOLDER EMPTY DAMAGED: the C interface, its answers and its errors. */
#include <mulino/probe.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void check(int holds, const char* what) {
    if (holds) return;
    printf("failed: %s\n", what);
    ++failures;
}

static const char kFigure9[] = "W:d7,g7,g1 B:d5,a4,g4 b";

static void answers(const char* folder) {
    mulino_options options;
    mulino_prober* prober = NULL;
    mulino_position position;
    mulino_outcome outcome;
    mulino_error error;
    mulino_turn turns[64];
    mulino_turn best;
    size_t count = 0;
    int32_t found = 0;
    int32_t value = -1;
    char text[48];

    mulino_options_init(&options);
    check(options.struct_size == sizeof options && options.cache_bytes > 0, "defaults");
    options.cache_bytes = 1u << 20;
    check(mulino_open(&folder, 1, &options, &prober, &error) == MULINO_OK, "open");
    if (prober == NULL) return;
    check(mulino_metric(prober) == MULINO_METRIC_DTW, "metric");
    check(mulino_contains(prober, 3, 4, 0, 0) == 1, "contains 3-4");
    check(mulino_contains(prober, 9, 9, 0, 0) == 0, "contains 9-9");
    check(mulino_contains(prober, 259, 260, 0, 0) == 0, "numbers are not cut off");

    check(mulino_probe_text(prober, kFigure9, &outcome, NULL) == MULINO_OK, "probe a text");
    check(outcome.value == MULINO_LOSS && outcome.distance == 26, "the longest loss of 3-3");
    check(mulino_parse_position(kFigure9, &position, NULL) == MULINO_OK, "parse");
    check(position.black == (1u << 17 | 1u << 7 | 1u << 3), "bit order");
    check(mulino_probe_value(prober, &position, &value, NULL) == MULINO_OK && value == MULINO_LOSS,
          "value");
    check(mulino_turns(prober, &position, turns, 2, &count, &error) == MULINO_OK, "turns");
    check(count == 54 && turns[0].outcome.distance == 26, "the best of 54 turns");
    check(turns[0].after.to_move == MULINO_WHITE, "after a turn the other is to move");
    check(mulino_best_turn(prober, &position, &best, &found, &error) == MULINO_OK && found == 1 &&
              memcmp(&best, &turns[0], sizeof best) == 0,
          "best turn");
    check(mulino_turn_text(&best, text, sizeof text) == 5 && strcmp(text, "d5-a7") == 0,
          "text of a turn");
    check(mulino_position_text(&position, text, sizeof text) == 32 &&
              strcmp(text, ".WW/.../.B./B....B/.../.../..W b") == 0,
          "text of a position");
    check(mulino_position_text(&position, text, 5) == 32 && strcmp(text, ".WW/") == 0,
          "a text cut off");

    /* No table is needed where the game is over. */
    check(mulino_probe_text(prober, "W:d7,g7,g1 B:a4,g4 b", &outcome, &error) == MULINO_OK &&
              outcome.value == MULINO_LOSS && outcome.distance == 0,
          "two men have lost");

    check(mulino_probe_text(prober, "W:z9 B:a4 w", &outcome, &error) == MULINO_BAD_POSITION &&
              error.offset >= 0 && error.message[0] != '\0',
          "no position");
    check(mulino_probe_text(prober, "W:d7,g7,g1,a1 B:d5,a4,g4,b4 w", &outcome, &error) ==
                  MULINO_MISSING_TABLE &&
              strstr(error.message, "4-4") != NULL && error.block == -1,
          "missing table");
    position.white |= position.black;
    check(mulino_probe(prober, &position, &outcome, &error) == MULINO_OUT_OF_RANGE, "out of range");
    position.to_move = 7;
    check(mulino_probe(prober, &position, &outcome, &error) == MULINO_BAD_ARGUMENT, "a third side");
    check(mulino_probe(prober, NULL, &outcome, &error) == MULINO_BAD_ARGUMENT, "NULL");
    check(mulino_probe(NULL, &position, &outcome, NULL) == MULINO_BAD_ARGUMENT, "NULL, unsaid");
    mulino_close(prober);
    mulino_close(NULL);
}

static void errors(const char* folder, const char* empty, const char* damaged) {
    mulino_options options;
    mulino_prober* prober = NULL;
    mulino_outcome outcome;
    mulino_error error;

    mulino_options_init(&options);
    options.flying = MULINO_FLYING_BOTH;
    check(mulino_open(&folder, 1, &options, &prober, &error) == MULINO_OTHER_FAMILY &&
              strcmp(error.file, folder) == 0,
          "other family");
    options.flying = 12;
    check(mulino_open(&folder, 1, &options, &prober, &error) == MULINO_BAD_ARGUMENT, "bad option");
    check(mulino_open(&empty, 1, NULL, &prober, &error) == MULINO_MISSING_TABLE, "no manifest");
    check(prober == NULL, "nothing is opened");
    check(strcmp(mulino_error_name(MULINO_DAMAGED), "damaged file") == 0, "name of an error");
    check(strcmp(mulino_point_name(7), "a4") == 0 && mulino_point_name(24)[0] == '\0', "points");

    check(mulino_open(&damaged, 1, NULL, &prober, &error) == MULINO_OK, "headers are read later");
    check(mulino_probe_text(prober, kFigure9, &outcome, &error) == MULINO_DAMAGED &&
              strstr(error.file, "3-3.mulino") != NULL,
          "damaged header");
    /* Its last block is damaged, and only that. */
    check(mulino_probe_text(prober, "W:c4,c5,e5 B:a7,d7,g7,g4 w", &outcome, &error) == MULINO_OK,
          "a good block of a damaged file");
    check(mulino_probe_text(prober, "W:a7,d7,g7 B:g4,a4,d5,d3 w", &outcome, &error) ==
                  MULINO_DAMAGED &&
              error.block > 0 && error.offset > 0 && strstr(error.file, "3-4.mulino") != NULL,
          "damaged block");
    mulino_close(prober);
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    answers(argv[1]);
    errors(argv[1], argv[2], argv[3]);
    printf("C interface of version %s: %d failures\n", mulino_version(), failures);
    return failures != 0;
}
