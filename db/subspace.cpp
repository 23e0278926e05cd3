#include "db/subspace.hpp"

#include <algorithm>
#include <cassert>

#include "game/board.hpp"

namespace mulino {

namespace {

// Reads one decimal digit; men counts have no more.
std::optional<std::uint8_t> digit(std::string_view text, std::size_t at) {
    if (at >= text.size() || text[at] < '0' || text[at] > '9') return std::nullopt;
    return static_cast<std::uint8_t>(text[at] - '0');
}

// Reads "A-B" at `at`.
std::optional<std::pair<std::uint8_t, std::uint8_t>> two_counts(std::string_view text,
                                                                std::size_t at) {
    const auto first = digit(text, at);
    const auto second = digit(text, at + 2);
    if (!first || !second || text[at + 1] != '-') return std::nullopt;
    return std::pair{*first, *second};
}

}  // namespace

Subspace subspace_of(const Position& position) {
    return {static_cast<std::uint8_t>(count(position.mover())),
            static_cast<std::uint8_t>(count(position.opponent())),
            static_cast<std::uint8_t>(position.mover_hand()),
            static_cast<std::uint8_t>(position.opponent_hand())};
}

Pair pair_of(const Subspace& s) {
    assert(s.moving());
    return {std::max(s.mover, s.opponent), std::min(s.mover, s.opponent)};
}

Subspace larger_to_move(Pair pair) { return {pair.larger, pair.smaller, 0, 0}; }
Subspace smaller_to_move(Pair pair) { return {pair.smaller, pair.larger, 0, 0}; }

std::vector<Pair> all_pairs() {
    std::vector<Pair> pairs;
    for (int men = 2 * kMinMen; men <= 2 * kMaxMen; ++men) {
        for (int larger = men - kMinMen; 2 * larger >= men; --larger) {
            if (larger > kMaxMen) continue;
            pairs.push_back({static_cast<std::uint8_t>(larger),
                             static_cast<std::uint8_t>(men - larger)});
        }
    }
    return pairs;
}

std::vector<Subspace> all_subspaces() {
    std::vector<Subspace> subspaces;
    for (const Pair pair : all_pairs()) {
        if (!pair.equal()) subspaces.push_back(smaller_to_move(pair));
        subspaces.push_back(larger_to_move(pair));
    }
    return subspaces;
}

std::vector<Pair> children(Pair pair) {
    std::vector<Pair> pairs;
    const auto add = [&pairs](int a, int b) {
        if (std::min(a, b) < kMinMen) return;
        const Pair child{static_cast<std::uint8_t>(std::max(a, b)),
                         static_cast<std::uint8_t>(std::min(a, b))};
        if (std::find(pairs.begin(), pairs.end(), child) == pairs.end()) pairs.push_back(child);
    };
    add(pair.larger, pair.smaller - 1);
    add(pair.larger - 1, pair.smaller);
    return pairs;
}

std::string to_string(const Subspace& s) {
    std::string text = std::to_string(s.mover) + "-" + std::to_string(s.opponent);
    if (!s.moving()) {
        text += "+" + std::to_string(s.mover_hand) + "-" + std::to_string(s.opponent_hand);
    }
    return text;
}

std::string to_string(const Pair& pair) { return to_string(larger_to_move(pair)); }

Result<Subspace> parse_subspace(std::string_view text) {
    const auto board = two_counts(text, 0);
    Subspace s;
    bool good = board.has_value();
    if (good) {
        s.mover = board->first;
        s.opponent = board->second;
        good = text.size() == 3;
        if (text.size() == 7 && text[3] == '+') {
            if (const auto hands = two_counts(text, 4)) {
                s.mover_hand = hands->first;
                s.opponent_hand = hands->second;
                good = true;
            }
        }
        good = good && s.mover + s.mover_hand <= kMaxMen &&
               s.opponent + s.opponent_hand <= kMaxMen;
    }
    if (!good) {
        return fail(ErrorCode::BadArgument, "\"" + std::string(text) +
                                                "\" is no subspace; write the mover's men first, "
                                                "as in 4-3 (at most " +
                                                std::to_string(kMaxMen) + " a side)");
    }
    return s;
}

Result<Pair> parse_pair(std::string_view text) {
    const auto s = parse_subspace(text);
    if (!s || !s->moving() || std::min(s->mover, s->opponent) < kMinMen) {
        return fail(ErrorCode::BadArgument,
                    "\"" + std::string(text) + "\" is no pair; write two counts from " +
                        std::to_string(kMinMen) + " to " + std::to_string(kMaxMen) +
                        ", as in 4-3");
    }
    return pair_of(*s);
}

}  // namespace mulino
