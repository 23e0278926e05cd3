#include "engine/levels.hpp"

#include <vector>

#include "engine/evaluation.hpp"
#include "engine/game.hpp"
#include "game/turn_generator.hpp"

namespace mulino::engine {
namespace {

template <typename T>
const T& any_of(const std::vector<T>& choices, std::mt19937_64& random) {
    // Not std::uniform_int_distribution: what it draws differs between libraries.
    return choices[static_cast<std::size_t>(random() % choices.size())];
}

// The end of a game at a position reached by search, for the side to move. `game` is the game
// before the turns that lead there.
std::optional<Value> value_at_end(const Game& game, const Position& position) {
    const Rules& rules = game.rules();
    if (is_lost(position, rules)) return lost_in(0);
    if (rules.repetition && game.occurrences_of(position) + 1 >= *rules.repetition) return 0;
    if (rules.no_capture_limit && position.plies_without_removal >= *rules.no_capture_limit) {
        return 0;
    }
    return std::nullopt;
}

}  // namespace

Turn choose_facile(const Game& game, std::mt19937_64& random) {
    const Position& position = game.position();
    const std::vector<Turn> turns = legal_turns(position, game.rules());
    std::vector<Turn> closing;
    for (const Turn& turn : turns) {
        const Bitboard rest = turn.from ? position.mover() ^ bit(*turn.from) : position.mover();
        if (mills_closed(rest, turn.to) > 0) closing.push_back(turn);
    }
    return any_of(closing.empty() ? turns : closing, random);
}

MedioChoice choose_medio(const Game& game, std::mt19937_64& random) {
    std::vector<MedioChoice> best;
    for (const Turn& turn : legal_turns(game.position(), game.rules())) {
        const Position after = play(game.position(), turn);
        MedioChoice choice{turn, {}, true, 0};
        if (const auto end = value_at_end(game, after)) {
            choice.value = from_ahead(-*end, 1);
        } else {
            choice.ends = false;
            choice.value = kInfinite;
            for_each_turn(after, game.rules(), [&](const Turn& reply) {
                const Position there = play(after, reply);
                const auto over = value_at_end(game, there);
                const Value value =
                    from_ahead(over ? *over : evaluate(view_of(there), game.rules()), 2);
                if (value < choice.value) {
                    choice.value = value;
                    choice.reply = reply;
                }
            });
        }
        if (!best.empty() && choice.value < best.front().value) continue;
        if (!best.empty() && choice.value > best.front().value) best.clear();
        best.push_back(choice);
    }
    return any_of(best, random);
}

}  // namespace mulino::engine
