// Sets of every kind, made from freshly solved pairs: they agree on every slot.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>

#include "db/block_cache.hpp"
#include "db/bulk.hpp"
#include "db/context_coding.hpp"
#include "db/look_ahead.hpp"
#include "db/packer.hpp"
#include "db/probe_costs.hpp"
#include "tests/catch.hpp"
#include "tests/db/table_fixture.hpp"
#include "tests/verify/solved.hpp"

using namespace mulino;
using test::open_database;

namespace {

constexpr Kind kKinds[] = {Kind::Full, Kind::Fast, Kind::Compact};

void pack_all(const Database& source, const std::filesystem::path& folder, Kind kind,
              const ParallelFor& parallel = threads_for(2)) {
    write_manifest(folder, {source.family(), metric_of(kind, source.metric()), kind});
    BulkLoader loader(source);
    for (const Subspace& s : source.subspaces()) {
        const auto packed = pack_table(loader, s, folder, kind, parallel);
        REQUIRE(packed.has_value());
    }
}

// Every slot, by the bulk path; some of them by the prober.
void compare(const Database& source, const Database& packed, Kind kind, unsigned step) {
    BulkLoader expected(source);
    BulkLoader found(packed);
    for (const Subspace& s : source.subspaces()) {
        INFO(to_string(kind) << " " << to_string(s));
        if (kind == Kind::Full) {
            const auto a = expected.load<std::uint16_t>(s);
            const auto b = found.load<std::uint16_t>(s, threads_for(2));
            REQUIRE(a.has_value());
            REQUIRE(b.has_value());
            CHECK(**a == **b);
        }
        const auto a = expected.load<std::uint8_t>(s);
        const auto b = found.load<std::uint8_t>(s, threads_for(2));
        REQUIRE(a.has_value());
        REQUIRE(b.has_value());
        CHECK(**a == **b);
        const auto recount = found.recount(s);
        REQUIRE(recount.has_value());
        const TableHeader& header = packed.table(s).value()->header();
        CHECK(recount->counts == header.counts);
        CHECK(recount->value_checksum == header.value_checksum);
        CHECK(header.value_checksum == source.table(s).value()->header().value_checksum);

        const Index size = (*a)->size();
        for (Index i = s.mover; i < size; i += step) {
            const auto [mover, opponent] = test::sets_of(s, i);
            const Position position{{mover, opponent}, {}, Side::White, 0};
            const auto outcome = packed.probe(position);
            REQUIRE(outcome.has_value());
            const Outcome known = source.probe(position).value();
            const bool same = kind == Kind::Full
                                  ? *outcome == known
                                  : outcome->value == known.value && !outcome->distance;
            if (!same) FAIL("a wrong outcome at slot " << i);
        }
    }
}

// Slots read for a position, by the definition.
std::uint32_t reads(const Database& database, const Rules& rules, const MoverView& view) {
    const Subspace s{static_cast<std::uint8_t>(count(view.own)),
                     static_cast<std::uint8_t>(count(view.other)), 0, 0};
    if (s.mover < kMinMen) return 0;
    const Part part = database.table(s).value()->header().part;
    if (part == Part::All || (part == Part::Half && in_stored_half(view, rules))) return 1;
    std::uint32_t sum = 0;
    for_each_turn(view, rules,
                  [&](const TurnBits& turn) { sum += reads(database, rules, play(view, turn)); });
    return sum;
}

}  // namespace

TEST_CASE("all kinds say the same of every slot", "[pack]") {
    const Database source = open_database(test::solved_folder());
    for (const Kind kind : kKinds) {
        const TemporaryFolder folder;
        pack_all(source, folder.path(), kind);
        compare(source, open_database(folder.path()), kind, 101);
        for (const Subspace& s : source.subspaces()) {
            CHECK(is_packed(folder.path(), kind, source.table(s).value()->header()));
        }
    }
}

TEST_CASE("a packed set can be packed again", "[pack]") {
    const Database source = open_database(test::solved_folder());
    const TemporaryFolder full;
    pack_all(source, full.path(), Kind::Full);
    const TemporaryFolder direct;
    pack_all(source, direct.path(), Kind::Compact);
    const TemporaryFolder indirect;
    pack_all(open_database(full.path()), indirect.path(), Kind::Compact);
    for (const Subspace& s : source.subspaces()) {
        CHECK(read_bytes(direct.path() / table_file_name(s)) ==
              read_bytes(indirect.path() / table_file_name(s)));
    }
}

TEST_CASE("other families can be packed, too", "[pack]") {
    const Family families[] = {{Flying::Both, Protection::Absolute, {}},
                               {Flying::Off, Protection::Lifted, {}},
                               {Flying::Own, Protection::Lifted, std::uint16_t{20}}};
    for (const Family& family : families) {
        const TemporaryFolder solved;
        const Metric metric = family.no_capture_limit ? Metric::Dtc : Metric::Dtw;
        test::solve_into(solved.path(), family, metric, {{3, 3}, {4, 3}});
        const Database source = open_database(solved.path(), family);
        for (const Kind kind : kKinds) {
            const TemporaryFolder folder;
            pack_all(source, folder.path(), kind);
            compare(source, open_database(folder.path(), family), kind, 101);
        }
    }
}

TEST_CASE("distances to the next removal are derived as well", "[pack]") {
    const TemporaryFolder solved;
    test::solve_into(solved.path(), {}, Metric::Dtc, {{3, 3}, {4, 3}, {4, 4}});
    const Database source = open_database(solved.path());
    const TemporaryFolder folder;
    pack_all(source, folder.path(), Kind::Full);
    compare(source, open_database(folder.path()), Kind::Full, 101);
}

TEST_CASE("the bytes do not depend on threads", "[pack]") {
    const Database source = open_database(test::solved_folder());
    for (const Kind kind : kKinds) {
        const TemporaryFolder one;
        pack_all(source, one.path(), kind, serial_for);
        for (const unsigned threads : {2U, 7U}) {
            const TemporaryFolder more;
            pack_all(source, more.path(), kind, threads_for(threads));
            for (const Subspace& s : source.subspaces()) {
                CHECK(read_bytes(one.path() / table_file_name(s)) ==
                      read_bytes(more.path() / table_file_name(s)));
            }
        }
    }
}

TEST_CASE("the header knows what a probe costs", "[pack]") {
    const Database source = open_database(test::solved_folder());
    const TemporaryFolder folder;
    pack_all(source, folder.path(), Kind::Compact);
    const Database packed = open_database(folder.path());
    const Rules rules = rules_of({});
    for (const Subspace& s : packed.subspaces()) {
        const TableHeader& header = packed.table(s).value()->header();
        const PairIndex index(pair_of(s));
        std::uint64_t total = 0;
        std::vector<std::uint64_t> all;
        for (Index i = 0; i < index.size(); ++i) {
            const auto [mover, opponent] = test::sets_of(s, i);
            all.push_back(reads(packed, rules, {mover, opponent, 0, 0}));
            total += all.back();
        }
        std::sort(all.begin(), all.end());
        CHECK(header.costs.total == total);
        CHECK(header.costs.most == all.back());
        CHECK(header.costs.percentile_99 == all[(99 * all.size() + 99) / 100 - 1]);
        CHECK(header.costs.most <= 1000);
    }
}

TEST_CASE("blocks and models of any bytes are refused or decoded", "[pack]") {
    const Database source = open_database(test::solved_folder());
    const TemporaryFolder folder;
    pack_all(source, folder.path(), Kind::Full);
    const Subspace s{4, 4, 0, 0};
    const Database packed = open_database(folder.path());
    const TableHeader header = packed.table(s).value()->header();
    const std::vector<std::uint8_t> bytes = read_bytes(folder.path() / table_file_name(s));
    std::mt19937 random(3);

    // The model stands at the end of the file.
    const std::size_t index = encode_header(header).size();
    const auto stored = std::span(bytes).subspan(index, index_bytes(header.entries()));
    const auto blocks = decode_index({stored.begin(), stored.end()}, header,
                                     table_identity(std::span(bytes).first(index)))
                            .value();
    const std::size_t length = blocks.entry(blocks.size() - 1).bytes;
    const std::vector<std::uint8_t> model_bytes(bytes.end() - static_cast<std::ptrdiff_t>(length),
                                                bytes.end());
    const auto model = decode_model(model_bytes, header.symbols);
    REQUIRE(model.has_value());
    CHECK(encode_model(*model).size() <= model_bytes.size() + model_bytes.size() / 4);
    for (int i = 0; i < 500; ++i) {
        auto changed = model_bytes;
        for (auto n = 1 + random() % 3; n > 0; --n) {
            changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
        }
        if (random() % 4 == 0) changed.resize(random() % changed.size());
        const auto result = decode_model(changed, header.symbols);
        if (!result) CHECK(result.error().code == ErrorCode::Damaged);
    }
    std::vector<std::uint8_t> row(header.row_size);
    RowDecoder decoder(header, *model);
    for (int i = 0; i < 200; ++i) {
        std::vector<std::uint8_t> block(random() % 400);
        for (std::uint8_t& byte : block) byte = static_cast<std::uint8_t>(random());
        CHECK(!decoder.decode(block, static_cast<Row>(random() % header.rows), row));
    }
    for (int i = 0; i < 200; ++i) {
        std::vector<std::uint8_t> block(random() % 40);
        for (std::uint8_t& byte : block) byte = static_cast<std::uint8_t>(random());
        RowDecoder fresh(header, *model);
        RowProgress progress;
        const auto slot = static_cast<Slot>(random() % header.row_size);
        if (fresh.decode_to(slot, block, static_cast<Row>(random() % header.rows), row, progress)) {
            CHECK(row[slot] < header.symbols.size());
        }
    }
}

TEST_CASE("a model's features come once each", "[pack]") {
    const std::vector<Outcome> symbols{{Wdl::Loss, {}}, {Wdl::Draw, {}}, {Wdl::Win, {}}};
    const auto model_with = [](std::vector<FeatureUse> odd) {
        ContextModel model;
        model.values[0].uses = {{Feature::FarLosses, 3}, {Feature::MoverClosings, 2}};
        model.values[1].uses = std::move(odd);
        for (ValueContexts& contexts : model.values) {
            for (std::size_t i = contexts.contexts(); i > 1; --i) contexts.add_seen({100, 200});
            contexts.add_unseen();
            contexts.add_cuts_of_unseen({7, 9});
        }
        return model;
    };
    const std::vector<FeatureUse> uses{{Feature::NearWins, 4}, {Feature::OpponentClosings, 2}};
    const auto good = decode_model(encode_model(model_with(uses)), symbols);
    REQUIRE(good.has_value());
    const ValueContexts& odd = good->values[1];
    REQUIRE(odd.cuts.size() == 9);
    CHECK(odd.seen == std::vector<bool>{true, true, true, true, true, true, true, false});
    CHECK((odd.cuts[0].loss == 100 && odd.cuts[0].draw == 200));
    CHECK((odd.cuts[7].loss == 7 && odd.cuts[7].draw == 9));

    const auto twice = decode_model(
        encode_model(model_with({{Feature::NearWins, 4}, {Feature::NearWins, 2}})), symbols);
    REQUIRE(!twice.has_value());
    CHECK(twice.error().code == ErrorCode::Damaged);
    CHECK(twice.error().message.find("twice") != std::string::npos);
}

TEST_CASE("rows come back whatever features their model has", "[pack]") {
    const Database source = open_database(test::solved_folder());
    const TemporaryFolder folder;
    pack_all(source, folder.path(), Kind::Compact);
    const Database packed = open_database(folder.path());
    std::mt19937 random(17);
    for (const Subspace& s : {Subspace{4, 4, 0, 0}, Subspace{4, 3, 0, 0}}) {
        const TableFile& file = *packed.table(s).value();
        const TableHeader& header = file.header();
        const SymbolParts parts(header.symbols);
        for (int n = 0; n < 40; ++n) {
            // Some of all features, in any order, with any probabilities.
            ContextModel model;
            for (ValueContexts& contexts : model.values) {
                std::vector<std::uint8_t> features(kFeatures);
                std::iota(features.begin(), features.end(), std::uint8_t{0});
                std::shuffle(features.begin(), features.end(), random);
                for (std::size_t i = random() % 7; i > 0; --i) {
                    contexts.uses.push_back({static_cast<Feature>(features[i]),
                                             static_cast<std::uint8_t>(1 + random() % 5)});
                }
                const auto any = [&] {
                    const auto loss = static_cast<std::uint16_t>(1 + random() % 15'000);
                    return ValueContexts::Cuts{
                        loss, static_cast<std::uint16_t>(loss + 1 + random() % 15'000)};
                };
                for (std::size_t i = contexts.contexts(); i > 0; --i) {
                    if (random() % 4 == 0) {
                        contexts.add_unseen();
                    } else {
                        contexts.add_seen(any());
                    }
                }
                contexts.add_cuts_of_unseen(any());
            }
            const auto read = decode_model(encode_model(model), header.symbols);
            REQUIRE(read.has_value());
            const auto row = static_cast<Row>(random() % header.rows);
            std::vector<std::uint8_t> symbols(header.raw_bytes(row / header.rows_per_block));
            REQUIRE(file.decode_block(row / header.rows_per_block, symbols).has_value());
            const auto before = row % header.rows_per_block * std::size_t{header.row_size};
            symbols.erase(symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(before));
            symbols.resize(header.row_size);
            std::vector<std::uint8_t> block;
            RowWalk walk(header, parts, model.values);
            encode_rows(
                walk, parts, model, row, 1,
                [&](Row, Slot slot) -> std::uint32_t { return symbols[slot]; }, block);
            RowDecoder decoder(header, *read);
            std::vector<std::uint8_t> again(header.row_size);
            REQUIRE(decoder.decode(block, row, again));
            CHECK(again == symbols);
            // A block that ends too early is found out, too, where not all of it is read.
            RowDecoder other(header, *read);
            RowProgress progress;
            const auto cut = std::span<const std::uint8_t>(block).first(6);
            CHECK(!other.decode_to(header.row_size - 1, cut, row, again, progress));
        }
    }
}

TEST_CASE("a row can be unpacked slot by slot", "[pack]") {
    const Database source = open_database(test::solved_folder());
    std::mt19937 random(1);
    for (const Kind kind : {Kind::Full, Kind::Compact}) {
        const TemporaryFolder folder;
        pack_all(source, folder.path(), kind);
        const Database packed = open_database(folder.path());
        for (const Subspace& s : {Subspace{4, 4, 0, 0}, Subspace{4, 3, 0, 0}}) {
            const TableFile& file = *packed.table(s).value();
            const TableHeader& header = file.header();
            REQUIRE(header.coding == Coding::Context);
            REQUIRE(header.symbol_width == 1);
            const unsigned bits = file.symbol_bits();
            std::size_t wrong = 0;
            std::size_t steps = 0;
            std::size_t rows = 0;
            std::size_t appeared = 0;  // slots that are not stored
            for (std::uint32_t block = 0; block < header.blocks(); ++block) {
                // The last block of several rows may hold one.
                if (header.rows_in(block) > 1) continue;
                if (header.rows_per_block == 1 && block % 5 != 0) continue;
                ++rows;
                std::vector<std::uint8_t> all(header.row_size);
                REQUIRE(file.decode_block(block, all).has_value());
                // Until all stored slots are there; each time all of those that are there are
                // right.
                std::vector<std::uint8_t> begun;
                for (bool complete = false; !complete; ++steps) {
                    std::vector<Slot> absent;
                    for (Slot slot = 0; slot < header.row_size; ++slot) {
                        const std::uint32_t symbol =
                            begun.empty() ? ~0U : symbol_at(begun, slot, bits);
                        if (all[slot] == not_stored(1)) {
                            appeared += symbol < header.symbols.size();
                        } else if (symbol >= header.symbols.size()) {
                            absent.push_back(slot);
                        } else {
                            wrong += symbol != all[slot];
                        }
                    }
                    complete = absent.empty();
                    if (complete) break;
                    const Slot slot = absent[random() % absent.size()];
                    auto more = file.unpack_block(block, slot, std::move(begun));
                    REQUIRE(more.has_value());
                    begun = std::move(*more);
                    REQUIRE(symbol_at(begun, slot, bits) == all[slot]);
                    // What unpacks does not always come from the same row.
                    if (random() % 2 == 0) REQUIRE(file.unpack_block(block / 2, 0).has_value());
                }
            }
            CHECK(appeared == 0);
            REQUIRE(rows > 0);
            CHECK(wrong == 0);
            // Rows are not unpacked at once: those of values little by little.
            CHECK(steps >= (kind == Kind::Compact ? 3 : 1) * rows);
        }
    }
}

TEST_CASE("threads go on with the rows that others began", "[pack]") {
    const Database source = open_database(test::solved_folder());
    for (const Kind kind : {Kind::Full, Kind::Compact}) {
        const TemporaryFolder folder;
        pack_all(source, folder.path(), kind);
        const Database packed = open_database(folder.path());
        std::atomic<int> wrong{0};
        threads_for(4)(4, [&](std::size_t t) {
            std::mt19937 random(static_cast<unsigned>(t));
            for (int i = 0; i < 4000; ++i) {
                // The same few rows, so that they meet.
                const Subspace s = i % 3 == 0 ? Subspace{3, 4, 0, 0} : Subspace{4, 4, 0, 0};
                const PairIndex index(index_pair(s));
                const Index row = random() % 20 + static_cast<unsigned>(i) / 50;
                const auto [mover, opponent] =
                    test::sets_of(s, row * index.row_size() + random() % index.row_size());
                const Position position{{mover, opponent}, {}, Side::White, 0};
                const auto outcome = packed.probe(position);
                if (!outcome || outcome->value != source.probe(position)->value) ++wrong;
            }
        });
        CHECK(wrong == 0);
    }
}

TEST_CASE("a wrong bit in a file that leaves out slots is found", "[pack]") {
    const Database source = open_database(test::solved_folder());
    const TemporaryFolder folder;
    pack_all(source, folder.path(), Kind::Compact);
    for (const Subspace& s : {Subspace{3, 4, 0, 0}, Subspace{4, 3, 0, 0}}) {
        const auto path = folder.path() / table_file_name(s);
        const auto bytes = read_bytes(path);
        for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += s.mover == 3 ? 1 : 17) {
            auto changed = bytes;
            changed[bit / 8] = static_cast<std::uint8_t>(changed[bit / 8] ^ 1 << bit % 8);
            write_bytes(path, changed);
            const auto file = TableFile::open(path);
            if (!file) continue;
            if (file->verify()) FAIL("bit " << bit << " makes no difference");
        }
        write_bytes(path, bytes);
    }
}
