// The search of the placing phase against plain minimax, over tables of meaningless values.
//
// Values drawn at random are as good for this as true ones, and show mistakes better: wins, draws
// and losses are equally frequent, and neighbours have nothing to do with each other.
#include "engine/placing_search.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "db/index.hpp"
#include "db/manifest.hpp"
#include "db/table_writer.hpp"
#include "game/turn.hpp"
#include "tests/catch.hpp"

using namespace mulino;
namespace fs = std::filesystem;

namespace {

constexpr auto kEver = std::chrono::hours(1);
constexpr std::size_t kMeanings = 9;

class MeaninglessDatabase {
public:
    MeaninglessDatabase(const Family& family, Metric metric) : metric_(metric) {
        std::string name = (fs::temp_directory_path() / "mulino-test-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        folder_ = name;
        write_manifest(folder_, {family, metric, Kind::Full});
        for (const Subspace& subspace : {Subspace{3, 3}, Subspace{3, 4}, Subspace{4, 3}}) {
            write(family, subspace);
        }
    }
    ~MeaninglessDatabase() { fs::remove_all(folder_); }

    const fs::path& folder() const { return folder_; }

private:
    // Win, draw or loss, and a distance: a function of the position up to symmetry.
    static std::uint8_t symbol(Bitboard mover, Bitboard opponent) {
        std::uint64_t least = ~std::uint64_t{0};
        for (Symmetry s = 0; s < kSymmetries; ++s) {
            least = std::min(least, std::uint64_t{apply(s, mover)} << 32 | apply(s, opponent));
        }
        const std::uint64_t mixed = (least ^ least >> 29) * 0x9E3779B97F4A7C15;
        return static_cast<std::uint8_t>((mixed >> 40) % kMeanings);
    }

    void write(const Family& family, const Subspace& subspace) const {
        const PairIndex index(pair_of(subspace));
        const bool mover_is_class = subspace.mover >= subspace.opponent;
        std::vector<std::uint8_t> symbols(index.size());
        for (Row row = 0; row < index.rows(); ++row) {
            for (Slot slot = 0; slot < index.row_size(); ++slot) {
                auto [mover, opponent] = index.sets(row, slot);
                if (!mover_is_class) std::swap(mover, opponent);
                symbols[Index{row} * index.row_size() + slot] = symbol(mover, opponent);
            }
        }
        std::vector<Outcome> meaning;
        for (std::size_t i = 0; i < kMeanings; ++i) {
            Outcome outcome{static_cast<Wdl>(i % 3), {}};
            if (outcome.value != Wdl::Draw && metric_ != Metric::Wdl) {
                const std::size_t plies = 4 * (i / 3) + 2;
                outcome.distance =
                    static_cast<std::uint16_t>(outcome.value == Wdl::Win ? plies + 1 : plies);
            }
            meaning.push_back(outcome);
        }
        write_table<std::uint8_t>(folder_, {family, subspace, metric_}, {symbols, meaning});
    }

    fs::path folder_;
    Metric metric_;
};

// Above 0 for wins, the quicker the higher; below for losses.
int score(const Outcome& outcome) {
    const int distance = outcome.distance.value_or(0);
    return outcome.value == Wdl::Win    ? 1000 - distance
           : outcome.value == Wdl::Loss ? distance - 1000
                                        : 0;
}

int minimax(const Database& database, const Rules& rules, const Position& position) {
    if (is_lost(position, rules)) return -1000;
    if (!position.placing()) return score(database.probe(position).value());
    const int step = database.metric() == Metric::Dtw ? 1 : 0;
    int best = -1000;
    for (const Turn& turn : legal_turns(position, rules)) {
        const int after = minimax(database, rules, play(position, turn));
        best = std::max(best, after > 0 ? step - after : after < 0 ? -step - after : 0);
    }
    return best;
}

Position random_position(std::mt19937& random, int mover_men, int opponent_men, int mover_hand) {
    Position position;
    position.to_move = random() % 2 == 0 ? Side::White : Side::Black;
    const auto mover = static_cast<std::size_t>(position.to_move);
    const int opponent_hand = mover_hand - static_cast<int>(random() % 2);
    const auto drop = [&](std::size_t side, int men) {
        while (count(position.men[side]) < men) {
            const Bitboard point = bit(static_cast<Point>(random() % kPoints));
            if ((position.empty() & point) != 0) position.men[side] |= point;
        }
    };
    drop(mover, mover_men - mover_hand);
    drop(1 - mover, opponent_men - opponent_hand);
    position.hand[mover] = static_cast<std::uint8_t>(mover_hand);
    position.hand[1 - mover] = static_cast<std::uint8_t>(opponent_hand);
    return position;
}

void compare(std::string_view name, Metric metric) {
    const Rules rules = parse_rules(name).value();
    const Family family = family_of(rules);
    const MeaninglessDatabase tables(family, metric);
    const Database database = Database::open({tables.folder()}, family).value();
    PlacingSearch search(database, rules);
    std::mt19937 random(7);
    for (int i = 0; i < 60; ++i) {
        const bool more = random() % 2 == 0;
        const Position position =
            random_position(random, more ? 4 : 3, more ? 3 : 4, i % 10 == 0 ? 2 : 1);
        const int expected = minimax(database, rules, position);
        INFO(to_string(position));
        const auto deadline = PlacingSearch::Clock::now() + kEver;
        const Evaluation value = search.value(position, deadline).value();
        REQUIRE(value.value);
        CHECK(*value.value == (expected > 0 ? Wdl::Win : expected < 0 ? Wdl::Loss : Wdl::Draw));
        const Evaluation exact = search.value_and_distance(position, deadline).value();
        CHECK(exact.value == value.value);
        CHECK(exact.distance.has_value() == (metric == Metric::Dtw && expected != 0));
        if (exact.distance) CHECK(*exact.distance == 1000 - std::abs(expected));
    }
}

}  // namespace

TEST_CASE("the search agrees with minimax") {
    compare("italian", Metric::Dtw);
    compare("italian", Metric::Wdl);
    compare("polish", Metric::Dtw);
    compare("spanish", Metric::Dtw);
}

TEST_CASE("no time and missing tables leave a position unknown") {
    const Rules rules;
    const MeaninglessDatabase tables(Family{}, Metric::Dtw);
    const Database database = Database::open({tables.folder()}, Family{}).value();
    PlacingSearch search(database, rules);
    const Position start = start_position(rules);
    const auto now = PlacingSearch::Clock::now();
    CHECK(search.value(start, now).value() == Evaluation{});
    CHECK_FALSE(search.missing_table());
    CHECK(search.value(start, now + kEver).value() == Evaluation{});
    REQUIRE(search.missing_table());
    CHECK(search.missing_table()->code == ErrorCode::MissingTable);
}
