#include "verify/sample_check.hpp"

#include <array>

#include "tests/verify/solved.hpp"

using namespace mulino;
using namespace mulino::test;

namespace {
constexpr std::array<Subspace, 3> kSubspaces = {Subspace{3, 3, 0, 0}, Subspace{4, 3, 0, 0},
                                                Subspace{3, 4, 0, 0}};
}

TEST_CASE("Positions drawn from sound tables agree with their turns") {
    const Database database = open_database(solved_folder());
    const auto check = verify::check_sample(database, Rules{}, kSubspaces, 3000, 1);
    REQUIRE(check);
    CHECK(check->positions == 3000);
    CHECK(check->probes > 3000 * 4);
    CHECK(check->differences == 0);
}

TEST_CASE("What is drawn depends on the seed alone, and finds mistakes") {
    Folder folder;
    copy_folder(solved_folder(), folder.path());
    std::vector<Outcome> outcomes = outcomes_of(folder.path(), kSubspaces[0]);
    for (Index i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i] == Outcome{Wdl::Loss, std::uint16_t{2}}) outcomes[i] = Outcome{};
    }
    write_outcomes(folder.path(), kSubspaces[0], outcomes, Metric::Dtw);
    const Database database = open_database(folder.path());
    verify::CheckOptions options;
    options.threads = 1;
    const auto one = verify::check_sample(database, Rules{}, kSubspaces, 3000, 9, options);
    options.threads = 3;
    const auto many = verify::check_sample(database, Rules{}, kSubspaces, 3000, 9, options);
    const auto other = verify::check_sample(database, Rules{}, kSubspaces, 3000, 10, options);
    REQUIRE(one);
    REQUIRE(many);
    REQUIRE(other);
    CHECK(one->differences > 0);
    CHECK(one->differences == many->differences);
    CHECK(one->probes == many->probes);
    CHECK(one->probes != other->probes);
    REQUIRE(one->first.size() == many->first.size());
    CHECK(one->first.front().position == many->first.front().position);
}

TEST_CASE("The cache for a sample holds the tables of the largest pair, and more") {
    const Database database = open_database(solved_folder());
    // 4-3, 3-4 and 3-3, a byte a slot.
    const std::size_t unpacked = 2 * 862980 + 210140;
    CHECK(verify::sample_cache_bytes(database, kSubspaces) == unpacked + unpacked / 2);
    CHECK(verify::sample_cache_bytes(database, std::span(kSubspaces).first(1)) ==
          210140 + 210140 / 2);
}
