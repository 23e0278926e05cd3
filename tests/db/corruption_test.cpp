// Whatever happens to the bytes of a file: an error, or the right values.
#include <random>

#include "db/table_file.hpp"
#include "tests/catch.hpp"
#include "tests/db/table_fixture.hpp"

using namespace mulino;

namespace {

const TableKey kKey{{}, kTiny, Metric::Dtw};

// A tiny table of several blocks, its bytes and its outcomes.
struct Sample {
    TemporaryFolder folder;
    std::filesystem::path path;
    std::vector<std::uint8_t> bytes;
    std::vector<Outcome> outcomes;

    explicit Sample(unsigned seed = 1, unsigned symbols = 12) {
        std::vector<std::uint16_t> slots;
        const auto source = made_up_source<std::uint16_t>(index_of(kTiny), symbols, seed, slots);
        path = write_table<std::uint16_t>(folder.path(), kKey, source, serial_for, {3, 7}).path;
        bytes = read_bytes(path);
        for (const std::uint16_t slot : slots) outcomes.push_back(source.meaning[slot]);
    }

    // What becomes of the table with these bytes: nothing where all is well.
    std::optional<Error> error_with(const std::vector<std::uint8_t>& changed) const {
        write_bytes(path, changed);
        const auto file = TableFile::open(path);
        if (!file) return file.error();
        std::vector<std::uint16_t> symbols(file->header().slots());
        if (auto result = file->load<std::uint16_t>(symbols); !result) {
            CHECK(result.error().code == ErrorCode::Damaged);
            CHECK(!file->verify().has_value());
            return result.error();
        }
        CHECK(file->verify().has_value());
        REQUIRE(file->key() == kKey);
        REQUIRE(symbols.size() == outcomes.size());
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            if (file->meaning(symbols[i]) != outcomes[i]) FAIL("a wrong value at slot " << i);
        }
        return std::nullopt;
    }
};

}  // namespace

TEST_CASE("every single bit counts", "[corruption]") {
    for (const unsigned symbols : {12U, 300U}) {
        const Sample sample(1, symbols);
        REQUIRE(!sample.error_with(sample.bytes));
        int unnoticed = 0;
        for (std::size_t bit = 0; bit < 8 * sample.bytes.size(); ++bit) {
            auto changed = sample.bytes;
            changed[bit / 8] = static_cast<std::uint8_t>(changed[bit / 8] ^ 1 << bit % 8);
            const auto error = sample.error_with(changed);
            if (!error) {
                ++unnoticed;
                continue;
            }
            CHECK(error->path == sample.path.string());
            CHECK((error->code == ErrorCode::Damaged || error->code == ErrorCode::BadVersion));
        }
        CHECK(unnoticed == 0);
    }
}

TEST_CASE("no length but the right one passes", "[corruption]") {
    const Sample sample;
    for (std::size_t length = 0; length < sample.bytes.size(); ++length) {
        const std::vector<std::uint8_t> cut(
            sample.bytes.begin(), sample.bytes.begin() + static_cast<std::ptrdiff_t>(length));
        const auto error = sample.error_with(cut);
        REQUIRE(error);
        CHECK(error->code == ErrorCode::Damaged);
    }
    auto longer = sample.bytes;
    longer.push_back(0);
    CHECK(sample.error_with(longer));
}

TEST_CASE("blocks cannot change places, nor tables", "[corruption]") {
    const Sample sample;
    const TableHeader header = TableFile::open(sample.path)->header();
    REQUIRE(header.blocks() == 5);
    const std::size_t index = encode_header(header).size();
    const std::size_t data = index + index_bytes(header.blocks());
    // Two blocks change places, with their entries and a right checksum of the index.
    std::vector<std::uint8_t> stored(sample.bytes.begin() + static_cast<std::ptrdiff_t>(index),
                                     sample.bytes.begin() + static_cast<std::ptrdiff_t>(data));
    const std::uint64_t identity = table_identity(encode_header(header));
    auto entries = decode_index(stored, header, identity).value();
    const auto first = sample.bytes.begin() + static_cast<std::ptrdiff_t>(data);
    const auto second = first + entries[0].bytes;
    const auto third = second + entries[1].bytes;
    std::vector<std::uint8_t> swapped(sample.bytes.begin(), first);
    swapped.insert(swapped.end(), second, third);
    swapped.insert(swapped.end(), first, second);
    swapped.insert(swapped.end(), third, sample.bytes.end());
    std::swap(entries[0], entries[1]);
    const auto new_index = encode_index(entries, identity);
    std::copy(new_index.begin(), new_index.end(),
              swapped.begin() + static_cast<std::ptrdiff_t>(index));
    const auto error = sample.error_with(swapped);
    REQUIRE(error);
    CHECK(error->message.find("block 0") != std::string::npos);
    CHECK(error->offset == data);

    // Index and blocks of another table behind this header.
    const Sample other(2);
    auto mixed = other.bytes;
    std::copy(sample.bytes.begin(), first, mixed.begin());
    CHECK(sample.error_with(mixed));
    mixed = other.bytes;
    std::copy(sample.bytes.begin(), sample.bytes.begin() + static_cast<std::ptrdiff_t>(index),
              mixed.begin());
    CHECK(sample.error_with(mixed));
}

TEST_CASE("garbage of any kind is refused", "[corruption]") {
    const Sample sample;
    std::mt19937 random(7);
    for (int i = 0; i < 2000; ++i) {
        auto changed = sample.bytes;
        for (unsigned n = 1 + random() % 4; n > 0; --n) {
            const std::size_t place = random() % changed.size();
            switch (random() % 4) {
                case 0:
                    changed[place] = static_cast<std::uint8_t>(random());
                    break;
                case 1:
                    changed.resize(place + 1);
                    break;
                case 2:
                    changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(place), 0);
                    break;
                default:
                    std::fill(changed.begin() + static_cast<std::ptrdiff_t>(place), changed.end(),
                              std::uint8_t{0xFF});
            }
        }
        if (changed != sample.bytes) CHECK(sample.error_with(changed));
    }
    CHECK(sample.error_with({}));
    CHECK(TableFile::open(sample.folder.path()).error().code == ErrorCode::Io);
    CHECK(TableFile::open(sample.folder.path() / "none").error().code == ErrorCode::Io);
}
