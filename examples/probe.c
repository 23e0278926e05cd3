/* probe FOLDER: the best line of a position, by the C interface. */
#include <mulino/probe.h>
#include <stdio.h>

static int complain(const mulino_error* error) {
    fprintf(stderr, "%s: %s\n", mulino_error_name(error->code), error->message);
    return 1;
}

int main(int argc, char** argv) {
    const char* folder = argc > 1 ? argv[1] : "tables";
    mulino_prober* prober;
    mulino_position position;
    mulino_turn best;
    mulino_error error;
    int32_t found = 1;

    if (mulino_open(&folder, 1, NULL, &prober, &error) != MULINO_OK) return complain(&error);
    /* Black d5 a4 g4, White d7 g7 g1; Black is to move. */
    position.white = 1u << 1 | 1u << 2 | 1u << 4;
    position.black = 1u << 17 | 1u << 7 | 1u << 3;
    position.to_move = MULINO_BLACK;
    position.white_hand = position.black_hand = position.reserved = 0;
    position.plies_without_removal = 0;

    while (mulino_best_turn(prober, &position, &best, &found, &error) == MULINO_OK && found) {
        char turn[48];
        mulino_turn_text(&best, turn, sizeof turn);
        printf("%s%s", turn, best.outcome.distance == 1 ? "\n" : " ");
        position = best.after;
    }
    mulino_close(prober);
    return found ? complain(&error) : 0;
}
