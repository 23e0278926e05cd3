#include "engine/turn_words.hpp"

#include <cassert>
#include <string>

#include "game/scan.hpp"

namespace mulino {

Result<std::size_t> play_words(Game& game, std::span<const std::string_view> words) {
    assert(!words.empty());
    std::string text(words.front());
    std::size_t taken = 1;
    for (; taken < words.size() && words[taken].find_first_of("xX") == 0; ++taken) {
        text += ' ';
        text += words[taken];
    }
    const auto wrong = [&text](const Error& error) {
        return fail(ErrorCode::BadTurn, detail::shown_word(text) + ": " + error.message);
    };
    const Result<Turn> turn = parse_turn(text, game.position(), game.rules());
    // A game that is over has the reason for it to tell, whatever the turn.
    if (!turn && !game.over()) return wrong(turn.error());
    const Result<void> played = game.play(turn.value_or(Turn{}));
    if (!played) return wrong(played.error());
    return taken;
}

}  // namespace mulino
