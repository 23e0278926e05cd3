// Whatever happens to the bytes of a file, in each form that files have: an error, or the right
// values.
#include <random>

#include "db/context_coding.hpp"
#include "db/table_file.hpp"
#include "tests/catch.hpp"
#include "tests/db/block_entries.hpp"
#include "tests/db/table_fixture.hpp"

using namespace mulino;

namespace {

// What files may look like inside; each in several blocks where it has any.
struct Form {
    const char* name;
    Kind kind;
    Coding coding;
    Part part;
    unsigned symbols;
    Subspace subspace;
    std::uint32_t rows_per_block;

    Metric metric() const { return kind == Kind::Full ? Metric::Dtw : Metric::Wdl; }
    TableKey key() const { return {{}, subspace, metric()}; }
};

constexpr Subspace kEqual{2, 2, 0, 0};  // 6,930 slots
const Form kForms[] = {
    {"full", Kind::Full, Coding::Zstd, Part::All, 12, kTiny, 7},
    {"full, wide symbols", Kind::Full, Coding::Zstd, Part::All, 300, kTiny, 7},
    {"full by context", Kind::Full, Coding::Context, Part::All, 12, kTiny, 7},
    {"full by context, wide symbols", Kind::Full, Coding::Context, Part::All, 300, kTiny, 7},
    {"full, half of it", Kind::Full, Coding::Context, Part::Half, 12, kEqual, 10},
    {"fast", Kind::Fast, Coding::Packed, Part::All, 3, kTiny, 7},
    {"fast, a byte a slot", Kind::Fast, Coding::Zstd, Part::All, 3, kTiny, 7},
    {"compact", Kind::Compact, Coding::Context, Part::All, 3, kTiny, 7},
    {"compact, half of it", Kind::Compact, Coding::Context, Part::Half, 3, kEqual, 10},
    {"compact, none of it", Kind::Compact, Coding::Context, Part::None, 3, {1, 2, 0, 0}, 0},
};
constexpr std::uint16_t kLeftOut = not_stored(2);

// A small table, its bytes and its outcomes.
struct Sample {
    Form form;
    TemporaryFolder folder;
    std::filesystem::path path;
    std::vector<std::uint8_t> bytes;
    std::vector<std::optional<Outcome>> outcomes;  // nothing where a slot is left out

    explicit Sample(const Form& f = kForms[0], unsigned seed = 1) : form(f) {
        std::vector<std::uint16_t> slots;
        const auto source = made_up_source<std::uint16_t>(index_of(form.subspace), form.symbols,
                                                          seed, slots, form.kind == Kind::Full);
        WriteOptions options;
        options.rows_per_block = form.rows_per_block;
        options.kind = form.kind;
        options.coding = form.coding;
        options.part = form.part;
        path =
            write_table<std::uint16_t>(folder.path(), form.key(), source, serial_for, options).path;
        bytes = read_bytes(path);
        const auto file = TableFile::open(path).value();
        std::vector<std::uint16_t> stored(slots.size());
        REQUIRE(file.load<std::uint16_t>(stored).has_value());
        for (std::size_t i = 0; i < slots.size(); ++i) {
            outcomes.emplace_back();
            if (stored[i] != kLeftOut) outcomes.back() = source.meaning[slots[i]];
        }
        const auto left_out = std::count(stored.begin(), stored.end(), kLeftOut);
        REQUIRE((left_out == 0) == (form.part == Part::All));
    }

    // What becomes of the table with these bytes: nothing where all is well.
    std::optional<Error> error_with(const std::vector<std::uint8_t>& changed) const {
        write_bytes(path, changed);
        const auto file = TableFile::open(path);
        if (!file) return file.error();
        std::vector<std::uint16_t> symbols(file->header().slots());
        if (const auto loaded = file->load<std::uint16_t>(symbols); !loaded) {
            CHECK(loaded.error().code == ErrorCode::Damaged);
            CHECK(!file->verify().has_value());
            return loaded.error();
        }
        CHECK(file->verify().has_value());
        REQUIRE(file->key() == form.key());
        REQUIRE(symbols.size() == outcomes.size());
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            const bool right =
                symbols[i] == kLeftOut ? !outcomes[i] : file->meaning(symbols[i]) == outcomes[i];
            if (!right) FAIL("a wrong value at slot " << i);
        }
        return std::nullopt;
    }
};

}  // namespace

TEST_CASE("every single bit counts", "[corruption]") {
    for (const Form& form : kForms) {
        INFO(form.name);
        const Sample sample(form);
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
    for (const Form& form : kForms) {
        INFO(form.name);
        const Sample sample(form);
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
}

TEST_CASE("blocks cannot change places, nor tables", "[corruption]") {
    for (const Form& form : kForms) {
        if (form.part == Part::None) continue;
        INFO(form.name);
        const Sample sample(form);
        const TableHeader header = TableFile::open(sample.path)->header();
        REQUIRE(header.blocks() >= 3);
        const std::size_t index = encode_header(header).size();
        const std::size_t data = index + index_bytes(header.entries());
        // Two blocks change places, with their entries and a right checksum of the index.
        std::vector<std::uint8_t> stored(sample.bytes.begin() + static_cast<std::ptrdiff_t>(index),
                                         sample.bytes.begin() + static_cast<std::ptrdiff_t>(data));
        const std::uint64_t identity = table_identity(encode_header(header));
        auto entries = test::entries_of(decode_index(stored, header, identity).value());
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
        const Sample other(form, 2);
        auto mixed = other.bytes;
        std::copy(sample.bytes.begin(), first, mixed.begin());
        CHECK(sample.error_with(mixed));
        mixed = other.bytes;
        std::copy(sample.bytes.begin(), sample.bytes.begin() + static_cast<std::ptrdiff_t>(index),
                  mixed.begin());
        CHECK(sample.error_with(mixed));
    }
}

TEST_CASE("garbage of any kind is refused", "[corruption]") {
    std::mt19937 random(7);
    for (const Form& form : kForms) {
        INFO(form.name);
        const Sample sample(form);
        for (int i = 0; i < 1000; ++i) {
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
                        std::fill(changed.begin() + static_cast<std::ptrdiff_t>(place),
                                  changed.end(), std::uint8_t{0xFF});
                }
            }
            if (changed != sample.bytes) CHECK(sample.error_with(changed));
        }
        CHECK(sample.error_with({}));
    }
    const Sample sample;
    CHECK(TableFile::open(sample.folder.path()).error().code == ErrorCode::Io);
    CHECK(TableFile::open(sample.folder.path() / "none").error().code == ErrorCode::Io);
}
