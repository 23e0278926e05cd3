// consumer FOLDER EMPTY DAMAGED: the C++ interface from outside.
#include <mulino/probe.h>

#include <atomic>
#include <cstdio>
#include <mulino/probe.hpp>
#include <thread>
#include <vector>

namespace probe = mulino::probe;

namespace {

int failures = 0;

void check(bool holds, const char* what) {
    if (holds) return;
    std::printf("failed: %s\n", what);
    ++failures;
}

bool is(const probe::Result<probe::Outcome>& known, probe::ErrorCode code) {
    return !known && known.error().code == code && !known.error().message.empty();
}

void answers(const char* folder) {
    auto opened = probe::Prober::open({folder});
    check(opened.has_value(), "open");
    if (!opened) return;
    const probe::Prober prober = std::move(*opened);
    check(prober.metric() == probe::Metric::Dtw, "metric");
    check(prober.family().flying == probe::Flying::Own, "family");
    check(prober.subspaces().size() == 3 && prober.contains({4, 3}), "subspaces");
    check(!prober.contains({4, 3, 1, 1}), "no table for the placing phase");

    const auto figure9 = probe::parse_position(".WW/.../.B./B....B/.../.../..W b");
    check(figure9 && figure9->white == (1U << 1 | 1U << 2 | 1U << 4), "bit order");
    const auto outcome = prober.probe(*figure9);
    check(outcome && outcome->value == probe::Value::Loss && outcome->distance == 26, "figure 9");
    const auto value = prober.value(*figure9);
    check(value && *value == probe::Value::Loss, "value");
    const auto best = prober.best_turn(*figure9);
    check(best && *best && to_string((*best)->turn) == "d5-a7", "best turn");

    const probe::Position blocked{0xB, 0x84104, probe::Side::Black};
    const auto turns = prober.turns(blocked);
    check(turns && !turns->empty(), "turns");
    const probe::Position lost{0xB, 0x104, probe::Side::Black};
    check(prober.turns(lost)->empty() && !prober.best_turn(lost)->has_value(), "a finished game");

    check(!probe::parse_position("nothing"), "no position");
    check(is(prober.probe({0x1F, 0x1F00}), probe::ErrorCode::MissingTable), "missing table");
    check(is(prober.probe({0xF, 0xF}), probe::ErrorCode::OutOfRange), "out of range");

    std::atomic<int> wrong{0};
    std::vector<std::thread> team;
    for (int t = 0; t < 3; ++t) {
        team.emplace_back([&] {
            for (int i = 0; i < 500; ++i) {
                const auto known = prober.probe(*figure9);
                if (!known || known->distance != 26) ++wrong;
            }
        });
    }
    for (std::thread& thread : team) thread.join();
    check(wrong == 0, "threads");
}

void errors(const char* empty, const char* damaged) {
    check(probe::Prober::open({}).error().code == probe::ErrorCode::BadArgument, "no folder");
    const auto none = probe::Prober::open({empty});
    check(!none && none.error().code == probe::ErrorCode::MissingTable, "no manifest");
    const auto prober = probe::Prober::open({damaged});
    check(prober.has_value(), "headers are read later");
    const auto position = probe::parse_position("W:a7,d7,g7 B:g4,a4,d5,d3 w");
    const auto known = prober->probe(*position);
    check(is(known, probe::ErrorCode::Damaged) && known.error().block.has_value(), "damaged block");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    answers(argv[1]);
    errors(argv[2], argv[3]);
    std::printf("C++ interface of version %s: %d failures\n", mulino_version(), failures);
    return failures == 0 ? 0 : 1;
}
