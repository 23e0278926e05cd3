// Whole tables, written and read again.
#include "db/table_file.hpp"

#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <limits>
#include <numeric>
#include <system_error>

#include "db/counting.hpp"
#include "db/output_file.hpp"
#include "tests/catch.hpp"
#include "tests/db/table_fixture.hpp"

using namespace mulino;

namespace {

template <typename Symbol>
std::vector<Outcome> loaded(const TableFile& file, const ParallelFor& parallel = serial_for) {
    std::vector<Symbol> symbols(file.header().slots());
    REQUIRE(file.load<Symbol>(symbols, parallel).has_value());
    std::vector<Outcome> outcomes;
    for (const Symbol symbol : symbols) outcomes.push_back(file.meaning(symbol));
    return outcomes;
}

template <typename Symbol>
void check_round_trip(const Subspace& subspace, unsigned symbols, const WriteOptions& options) {
    const TemporaryFolder folder;
    const PairIndex index = index_of(subspace);
    std::vector<Symbol> slots;
    const auto source = made_up_source<Symbol>(index, symbols, 1, slots);
    const TableKey key{{}, subspace, Metric::Dtw};
    const TableSummary summary =
        write_table<Symbol>(folder.path(), key, source, threads_for(3), options);
    const auto file = TableFile::open(summary.path);
    REQUIRE(file.has_value());
    CHECK(file->bytes() == summary.bytes);
    CHECK(file->header() == summary.header);
    CHECK(file->key() == key);
    CHECK(file->header().counts.positions ==
          canonical_position_count(subspace.mover, subspace.opponent));

    const auto outcomes = loaded<std::uint16_t>(*file, threads_for(2));
    bool same = outcomes.size() == slots.size();
    for (std::size_t i = 0; same && i < slots.size(); ++i) {
        same = outcomes[i] == source.meaning[slots[i]];
    }
    CHECK(same);

    CHECK(file->verify(threads_for(2)).has_value());
    const auto recount = file->recount(threads_for(2));
    REQUIRE(recount.has_value());
    CHECK(recount->counts == summary.header.counts);
    CHECK(recount->value_checksum == summary.header.value_checksum);
}

}  // namespace

TEST_CASE("tables come back as they were", "[table]") {
    check_round_trip<std::uint8_t>(kSmall, 60, {});
    check_round_trip<std::uint8_t>(kSmall, 256, {-5, 3});
    check_round_trip<std::uint8_t>(kTiny, 1, {3, 1});
    check_round_trip<std::uint16_t>(kSmall, 60, {});
    check_round_trip<std::uint16_t>(kSmall, 1000, {1, 7});
    check_round_trip<std::uint16_t>({1, 2, 0, 0}, 257, {1, 30});
    check_round_trip<std::uint8_t>({2, 3, 1, 0}, 5, {});
}

TEST_CASE("counts are those of the canonical slots", "[table]") {
    const TemporaryFolder folder;
    for (const Subspace subspace : {kTiny, kSmall, Subspace{3, 4, 0, 0}, Subspace{2, 2, 0, 0}}) {
        const PairIndex index = index_of(subspace);
        std::vector<std::uint8_t> slots;
        const auto source = made_up_source<std::uint8_t>(index, 9, 5, slots);
        TableCounts expected;
        for (Row row = 0; row < index.rows(); ++row) {
            for (Slot slot = 0; slot < index.row_size(); ++slot) {
                if (!index.canonical(row, slot)) continue;
                const auto& outcome = source.meaning[slots[row * index.row_size() + slot]];
                ++expected.positions;
                if (outcome.value == Wdl::Draw) ++expected.draws;
                if (outcome.value == Wdl::Win) ++expected.wins;
                if (outcome.value == Wdl::Loss) ++expected.losses;
            }
        }
        expected.longest_win = 7;
        expected.longest_loss = 8;
        const auto summary =
            write_table<std::uint8_t>(folder.path(), {{}, subspace, Metric::Dtw}, source);
        CHECK(summary.header.counts == expected);
    }
}

TEST_CASE("the value checksum is that of one byte a slot, row by row", "[table]") {
    const TemporaryFolder folder;
    const PairIndex index = index_of(kTiny);
    std::vector<std::uint8_t> slots;
    const auto source = made_up_source<std::uint8_t>(index, 9, 5, slots);
    std::vector<std::uint8_t> rows;
    for (std::size_t row = 0; row < index.rows(); ++row) {
        std::vector<std::uint8_t> values;
        for (std::size_t slot = 0; slot < index.row_size(); ++slot) {
            const unsigned symbol = slots[row * index.row_size() + slot];
            values.push_back(symbol == 0 ? 1 : symbol % 2 == 1 ? 2 : 0);
        }
        const auto sum = checksum128(values).bytes;
        rows.insert(rows.end(), sum.begin(), sum.end());
    }
    const auto with = write_table<std::uint8_t>(folder.path(), {{}, kTiny, Metric::Dtw}, source);
    CHECK(with.header.value_checksum == checksum128(rows));
    // The same without distances.
    const auto plain = made_up_source<std::uint8_t>(index, 9, 5, slots, false);
    const auto without = write_table<std::uint8_t>(folder.path(), {{}, kTiny, Metric::Wdl}, plain);
    CHECK(without.header.value_checksum == checksum128(rows));
    CHECK(without.header.symbols.size() == 3);
    CHECK(!without.header.counts.longest_win);
}

TEST_CASE("bytes depend on outcomes alone", "[table]") {
    const TemporaryFolder folder;
    const PairIndex index = index_of(kSmall);
    const TableKey key{{}, kSmall, Metric::Dtw};
    std::vector<std::uint8_t> slots;
    const auto source = made_up_source<std::uint8_t>(index, 40, 3, slots);
    const auto path = write_table<std::uint8_t>(folder.path(), key, source).path;
    const auto expected = read_bytes(path);
    for (const unsigned threads : {1U, 2U, 7U}) {
        write_table<std::uint8_t>(folder.path(), key, source, threads_for(threads));
        CHECK(read_bytes(path) == expected);
    }
    // Other symbols for the same outcomes, wider, backwards and with gaps.
    std::vector<std::uint16_t> wide;
    for (const std::uint8_t slot : slots)
        wide.push_back(static_cast<std::uint16_t>(900 - 3 * slot));
    TableSource<std::uint16_t> other{wide, std::vector<Outcome>(901)};
    for (std::size_t i = 0; i < source.meaning.size(); ++i) {
        other.meaning[900 - 3 * i] = source.meaning[i];
    }
    write_table<std::uint16_t>(folder.path(), key, other, threads_for(2));
    CHECK(read_bytes(path) == expected);
}

TEST_CASE("a table is loaded into the caller's own symbols", "[table]") {
    const TemporaryFolder folder;
    std::vector<std::uint8_t> slots;
    const auto source = made_up_source<std::uint8_t>(index_of(kSmall), 40, 3, slots);
    const auto path =
        write_table<std::uint8_t>(folder.path(), {{}, kSmall, Metric::Dtw}, source).path;
    const auto file = TableFile::open(path);
    REQUIRE(file.has_value());
    std::vector<std::uint8_t> translation;
    for (const Outcome& outcome : file->header().symbols) {
        translation.push_back(static_cast<std::uint8_t>(outcome.distance.value_or(0)));
    }
    std::vector<std::uint8_t> back(slots.size());
    REQUIRE(file->load<std::uint8_t>(back, threads_for(2), translation).has_value());
    CHECK(back == slots);
    std::vector<std::uint16_t> wide(slots.size());
    const std::vector<std::uint16_t> wide_translation(translation.begin(), translation.end());
    REQUIRE(file->load<std::uint16_t>(wide, serial_for, wide_translation).has_value());
    CHECK(std::equal(wide.begin(), wide.end(), slots.begin()));
}

TEST_CASE("a disk that takes no more leaves nothing behind", "[table]") {
    const TemporaryFolder folder;
    std::vector<std::uint8_t> slots;
    const auto source = made_up_source<std::uint8_t>(index_of(kSmall), 40, 3, slots);
    // A limit on the size of files stands for a full disk; both fail in write().
    struct rlimit old {};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    struct rlimit low = old;
    low.rlim_cur = 10'000;
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &low) == 0);
    std::string message;
    try {
        write_table<std::uint8_t>(folder.path(), {{}, kSmall, Metric::Dtw}, source, threads_for(2));
    } catch (const std::system_error& error) {
        message = error.what();
        CHECK(error.code().value() == EFBIG);
    }
    ::setrlimit(RLIMIT_FSIZE, &old);
    std::signal(SIGXFSZ, old_handler);
    CHECK(message.find("3-3.mulino") != std::string::npos);
    CHECK(std::filesystem::is_empty(folder.path()));

    CHECK_THROWS_AS(
        write_table<std::uint8_t>(folder.path() / "none", {{}, kSmall, Metric::Dtw}, source),
        std::system_error);
}

TEST_CASE("a killed writer leaves no file under the final name", "[table]") {
    const TemporaryFolder folder;
    std::vector<std::uint8_t> slots;
    const auto source = made_up_source<std::uint8_t>(index_of(kSmall), 200, 3, slots);
    const TableKey key{{}, kSmall, Metric::Dtw};
    int finished = 0;
    for (useconds_t delay = 0; delay < 12'000 && finished < 2; delay += 300) {
        const ::pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            write_table<std::uint8_t>(folder.path(), key, source);
            ::_exit(0);
        }
        ::usleep(delay);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        const auto path = folder.path() / table_file_name(kSmall);
        if (std::filesystem::exists(path)) {
            const auto file = TableFile::open(path);
            REQUIRE(file.has_value());
            CHECK(file->recount()->value_checksum == file->header().value_checksum);
            std::filesystem::remove(path);
            ++finished;
        }
    }
    remove_temporary_files(folder.path());
    CHECK(std::filesystem::is_empty(folder.path()));
}
