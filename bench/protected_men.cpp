// How often absolute protection saves a man: positions of the moving phase in which the mover can
// close a mill and all men of the opponent stand in mills. All positions are counted, symmetric
// ones each.
//
//     protected_men [own|both|off]      who flies; default both
#include <fmt/format.h>

#include <cstdint>

#include "game/board.hpp"
#include "game/rules.hpp"
#include "game/turn_generator.hpp"

using namespace mulino;

namespace {

constexpr std::uint64_t binomial(int n, int k) {
    std::uint64_t result = 1;
    for (int i = 0; i < k; ++i) {
        result = result * static_cast<std::uint64_t>(n - i) / static_cast<std::uint64_t>(i + 1);
    }
    return result;
}

// All sets of `men` among the points of `free`.
template <typename Visit>
void for_each_set(Bitboard free, int men, Bitboard chosen, const Visit& visit) {
    if (men == 0) return visit(chosen);
    if (count(free) < men) return;
    const Bitboard first = free & (~free + 1);
    for_each_set(free ^ first, men - 1, chosen | first, visit);
    for_each_set(free ^ first, men, chosen, visit);
}

bool can_remove(const MoverView& view, const Rules& rules) {
    bool found = false;
    for_each_turn(view, rules, [&](const TurnBits& turn) {
        found = turn.removed != 0;
        return !found;
    });
    return found;
}

std::uint64_t saved(int mover, int opponent, const Rules& absolute) {
    Rules lifted = absolute;
    lifted.protection = Protection::Lifted;
    std::uint64_t positions = 0;
    for_each_set(kFullBoard, opponent, 0, [&](Bitboard other) {
        if (men_in_mills(other) != other) return;
        for_each_set(kFullBoard ^ other, mover, 0, [&](Bitboard own) {
            if (can_remove({.own = own, .other = other}, lifted)) ++positions;
        });
    });
    return positions;
}

}  // namespace

int main(int argc, char** argv) {
    Rules rules;
    rules.protection = Protection::Absolute;
    const auto flying = parse_flying(argc > 1 ? argv[1] : "both");
    if (argc > 2 || !flying) {
        fmt::print(stderr, "usage: protected_men [own|both|off]\n");
        return 2;
    }
    rules.flying = *flying;
    fmt::print("subspace        positions   a man is saved   share\n");
    std::uint64_t all = 0;
    std::uint64_t all_saved = 0;
    for (int mover = kMinMen; mover <= kMaxMen; ++mover) {
        for (int opponent = kMinMen; opponent <= kMaxMen; ++opponent) {
            const std::uint64_t positions =
                binomial(kPoints, opponent) * binomial(kPoints - opponent, mover);
            const std::uint64_t times = saved(mover, opponent, rules);
            all += positions;
            all_saved += times;
            fmt::print("{}-{} {:>20} {:>16}   {:.4g} %\n", mover, opponent, positions, times,
                       100.0 * static_cast<double>(times) / static_cast<double>(positions));
        }
    }
    fmt::print("all {:>20} {:>16}   {:.4g} %\n", all, all_saved,
               100.0 * static_cast<double>(all_saved) / static_cast<double>(all));
    return 0;
}
