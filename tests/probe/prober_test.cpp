// Which tables answer which question, where a prober has several folders.
#include <mulino/probe.hpp>
#include <random>

#include "db/manifest.hpp"
#include "tests/catch.hpp"
#include "tests/db/table_fixture.hpp"

using namespace mulino;

namespace {

// A folder with one made-up table of 3-3. The outcomes of different kinds contradict one another,
// so that an answer tells where it comes from.
struct Folder {
    TemporaryFolder folder;
    std::vector<Outcome> outcomes;
    PairIndex index = index_of(kSmall);

    explicit Folder(Kind kind, unsigned seed) {
        const bool distances = kind == Kind::Full;
        const Metric metric = distances ? Metric::Dtw : Metric::Wdl;
        write_manifest(folder.path(), {{}, metric, kind});
        std::vector<std::uint8_t> slots;
        const auto source = made_up_source<std::uint8_t>(index, 30, seed, slots, distances);
        WriteOptions options;
        options.kind = kind;
        if (kind == Kind::Fast) options.coding = Coding::Packed;
        if (kind == Kind::Compact) options.coding = Coding::Context;
        write_table<std::uint8_t>(folder.path(), {{}, kSmall, metric}, source, serial_for, options);
        for (const std::uint8_t slot : slots) outcomes.push_back(source.meaning[slot]);
    }
    Outcome outcome(const probe::Position& position) const {
        const bool white = position.to_move == probe::Side::White;
        const auto [row, slot] = index.place(white ? position.white : position.black,
                                             white ? position.black : position.white);
        return outcomes[std::size_t{row} * index.row_size() + slot];
    }
    bool says(const probe::Position& position, const probe::Result<probe::Value>& value) const {
        return value && static_cast<Wdl>(*value) == outcome(position).value;
    }
    bool says(const probe::Position& position, const probe::Result<probe::Outcome>& known) const {
        return known && Outcome{static_cast<Wdl>(known->value), known->distance} == outcome(position);
    }
};

probe::Position random_position(std::mt19937& random) {
    probe::Position position;
    position.to_move = static_cast<probe::Side>(random() % 2);
    while (count(position.white) < 3) position.white |= bit(static_cast<Point>(random() % kPoints));
    while (count(position.black) < 3) {
        position.black |= bit(static_cast<Point>(random() % kPoints)) & ~position.white;
    }
    return position;
}

}  // namespace

TEST_CASE("values come from the quickest set, outcomes from one with distances", "[prober]") {
    const Folder full(Kind::Full, 1);
    const Folder fast(Kind::Fast, 2);
    const Folder compact(Kind::Compact, 3);
    const auto path = [](const Folder& folder) { return folder.folder.path(); };
    std::mt19937 random(1);

    for (const auto& folders :
         {std::vector{path(full), path(fast), path(compact)},
          std::vector{path(compact), path(fast), path(full)}, std::vector{path(fast), path(full)}}) {
        const auto prober = probe::Prober::open(folders);
        REQUIRE(prober.has_value());
        CHECK(prober->metric() == probe::Metric::Dtw);
        for (int i = 0; i < 300; ++i) {
            const auto position = random_position(random);
            REQUIRE(fast.says(position, prober->value(position)));
            REQUIRE(full.says(position, prober->probe(position)));
        }
    }
    const auto prober = probe::Prober::open({path(compact), path(full)});
    const auto values = probe::Prober::open({path(compact), path(fast)});
    const auto alone = probe::Prober::open({path(compact)});
    REQUIRE((prober.has_value() && values.has_value() && alone.has_value()));
    CHECK(values->metric() == probe::Metric::Wdl);
    for (int i = 0; i < 300; ++i) {
        const auto position = random_position(random);
        REQUIRE(full.says(position, prober->value(position)));
        REQUIRE(fast.says(position, values->value(position)));
        REQUIRE(compact.says(position, values->probe(position)));
        REQUIRE(compact.says(position, alone->probe(position)));
    }
}

TEST_CASE("tables that contradict one another are damaged", "[prober]") {
    // The best turn of a made-up position hardly ever has its value.
    const Folder full(Kind::Full, 1);
    const auto prober = probe::Prober::open({full.folder.path()});
    REQUIRE(prober.has_value());
    std::mt19937 random(1);
    int damaged = 0;
    for (int i = 0; i < 200; ++i) {
        const auto turns = prober->turns(random_position(random));
        if (turns) continue;
        CHECK(turns.error().code == probe::ErrorCode::Damaged);
        ++damaged;
    }
    CHECK(damaged > 50);
}

TEST_CASE("a text of any position can be written", "[prober]") {
    CHECK(to_string(probe::Position{0xFFFFFFFF, 0xFFFFFFFF}) == "WWW/WWW/WWW/WWWWWW/WWW/WWW/WWW w");
    CHECK(to_string(probe::Turn{std::uint8_t{17}, 9, 1U << 23}) == "d5-d6xc4");
    CHECK(to_string(probe::Turn{{}, 9, 0}) == "d6");
    CHECK(probe::point_name(23) == "c4");
    const auto position = probe::parse_position("W:a1,d2,f4 B:b2,b4,c5 b 0 0 7");
    REQUIRE(position.has_value());
    CHECK(position->plies_without_removal == 7);
    CHECK(to_string(*position) == ".../.../B../.B..W./.../BW./W.. b 0 0 7");
}
