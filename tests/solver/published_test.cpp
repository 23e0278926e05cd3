// The real game against published counts, pair upon pair (data/subspaces.csv).

#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/solver/solved_pair.hpp"

namespace mulino::test {

namespace {

struct Counts {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;
    unsigned longest_win = 0;
    unsigned longest_loss = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

std::ostream& operator<<(std::ostream& out, const Counts& counts) {
    return out << counts.wins << " wins, " << counts.losses << " losses, " << counts.draws
               << " draws, longest " << counts.longest_win << " / " << counts.longest_loss;
}

std::map<std::pair<int, int>, Counts> published() {
    std::ifstream file(MULINO_SOURCE_DIR "/data/subspaces.csv");
    std::map<std::pair<int, int>, Counts> rows;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        const auto next = [&] {
            std::string field;
            std::getline(fields, field, ',');
            return field.empty() ? 0UL : std::stoul(field);
        };
        const auto mover = static_cast<int>(next());
        const auto opponent = static_cast<int>(next());
        Counts& counts = rows[{mover, opponent}];
        counts.wins = next();
        counts.losses = next();
        counts.draws = next();
        counts.longest_win = static_cast<unsigned>(next());
        counts.longest_loss = static_cast<unsigned>(next());
    }
    return rows;
}

Counts count_canonical(const SolvedPair<>& solved, Mover mover) {
    Counts counts;
    const PairIndex& index = solved.index();
    std::size_t i = 0;
    for (Row row = 0; row < index.rows(); ++row) {
        const bool symmetric = index.classes().stabilizer(row) != 1;
        for (Slot slot = 0; slot < index.row_size(); ++slot) {
            const Outcome outcome = solved.meaning(solved.symbols(mover)[i++]);
            if (symmetric && !index.canonical(row, slot)) continue;
            const unsigned plies = outcome.distance.value_or(0);
            if (outcome.value == Wdl::Win) {
                ++counts.wins;
                counts.longest_win = std::max(counts.longest_win, plies);
            } else if (outcome.value == Wdl::Loss) {
                ++counts.losses;
                counts.longest_loss = std::max(counts.longest_loss, plies);
            } else {
                ++counts.draws;
            }
        }
    }
    return counts;
}

}  // namespace

TEST_CASE("the pairs of up to nine men have the published counts") {
    const auto expected = published();
    REQUIRE(expected.size() == all_subspaces().size());
    std::map<Pair, std::unique_ptr<SolvedPair<>>> solved;
    const ChildLoader<std::uint8_t> load = [&](const Subspace& child, const auto& code,
                                               std::span<std::uint8_t> codes) {
        const SolvedPair<>& pair = *solved.at(pair_of(child));
        const auto symbols =
            pair.symbols(child.mover >= child.opponent ? Mover::ClassSide : Mover::OtherSide);
        std::ranges::transform(symbols, codes.begin(),
                               [&](std::uint8_t symbol) { return code(pair.meaning(symbol)); });
    };
    for (const Pair pair : all_pairs()) {
        if (pair.men() > 9) continue;
        CAPTURE(to_string(pair));
        const auto& current = *(solved[pair] = std::make_unique<SolvedPair<>>(
                                    pair.larger, pair.smaller, Rules{}, load, PairOptions{}, 2));
        const std::pair<int, int> larger_first{pair.larger, pair.smaller};
        const std::pair<int, int> smaller_first{pair.smaller, pair.larger};
        CHECK(count_canonical(current, Mover::ClassSide) == expected.at(larger_first));
        CHECK(count_canonical(current, Mover::OtherSide) == expected.at(smaller_first));
    }
}

}  // namespace mulino::test
