// All kinds of set agree on every slot of all pairs up to nine men.
#include "db/bulk.hpp"
#include "db/packer.hpp"
#include "tests/catch.hpp"
#include "tests/db/table_fixture.hpp"
#include "tests/verify/solved.hpp"

using namespace mulino;

TEST_CASE("all kinds agree up to nine men", "[pack]") {
    const TemporaryFolder solved;
    std::vector<Pair> pairs;
    for (const Pair& pair : all_pairs()) {
        if (pair.men() <= 9) pairs.push_back(pair);
    }
    test::solve_into(solved.path(), {}, Metric::Dtw, pairs);
    const Database source = test::open_database(solved.path());
    for (const Kind kind : {Kind::Full, Kind::Fast, Kind::Compact}) {
        const TemporaryFolder folder;
        write_manifest(folder.path(), {{}, metric_of(kind, Metric::Dtw), kind});
        BulkLoader loader(source);
        for (const Subspace& s : source.subspaces()) {
            REQUIRE(pack_table(loader, s, folder.path(), kind, threads_for(2)).has_value());
        }
        const Database packed = test::open_database(folder.path());
        BulkLoader found(packed);
        for (const Subspace& s : source.subspaces()) {
            INFO(to_string(kind) << " " << to_string(s));
            if (kind == Kind::Full) {
                CHECK(**loader.load<std::uint16_t>(s) == **found.load<std::uint16_t>(s));
            }
            CHECK(**loader.load<std::uint8_t>(s) == **found.load<std::uint8_t>(s));
            CHECK(packed.table(s).value()->header().costs.most <= 1000);
        }
    }
}
