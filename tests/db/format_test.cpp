// Headers, block indexes, manifests and families, there and back.
#include "db/format.hpp"

#include "db/counting.hpp"
#include "db/index.hpp"
#include "db/manifest.hpp"
#include "tests/catch.hpp"
#include "tests/db/block_entries.hpp"
#include "tests/db/table_fixture.hpp"

using namespace mulino;

namespace {

TableHeader sample_header() {
    TableHeader header;
    header.key = {
        {Flying::Both, Protection::Absolute, std::uint16_t{50}}, {4, 3, 0, 0}, Metric::Dtc};
    header.rows = class_count(4);
    header.row_size = binomial(kPoints - 4, 3);
    header.rows_per_block = 10;
    header.counts = {canonical_position_count(4, 3), 10, 20, 0, std::uint16_t{7}, {}};
    header.counts.draws = header.counts.positions - 30;
    header.value_checksum.bytes[3] = 99;
    header.symbols = {{Wdl::Loss, 0}, {Wdl::Loss, 300}, {Wdl::Draw, {}}, {Wdl::Win, 1}};
    return header;
}

// The header's checksum, made right again after a change.
void sign(std::vector<std::uint8_t>& bytes) {
    const std::size_t end = bytes.size() - 8;
    const std::uint64_t sum = checksum64(std::span(bytes).first(end));
    for (std::size_t i = 0; i < 8; ++i) bytes[end + i] = static_cast<std::uint8_t>(sum >> 8 * i);
}

}  // namespace

TEST_CASE("a header comes back as it was", "[format]") {
    const TableHeader header = sample_header();
    const auto bytes = encode_header(header);
    REQUIRE(header_bytes(bytes).value() == bytes.size());
    const auto back = decode_header(bytes);
    REQUIRE(back.has_value());
    CHECK(*back == header);
    CHECK(back->blocks() == 76);
    CHECK(back->rows_in(75) == 7);
    CHECK(back->raw_bytes(75) == 7 * 1140);
}

TEST_CASE("the bytes of a header are frozen", "[format]") {
    const auto bytes = encode_header(sample_header());
    const std::vector<std::uint8_t> start = {0x89, 'M', 'U', 'L', 'I', 'N', 'O', 0x0A, 1, 0,  1,
                                             0,    132, 0,   0,   0,   1,   0,   1,    1, 50, 0,
                                             2,    0,   4,   3,   0,   0,   0,   1,    0, 0};
    CHECK(std::vector<std::uint8_t>(bytes.begin(), bytes.begin() + 32) == start);
    CHECK(to_string(checksum128(bytes)) == "5a7f8e2e8b895cc2c1f7a98d32ee0b55");
}

TEST_CASE("a later version is read where it allows that", "[format]") {
    TableHeader header = sample_header();
    header.version = kFormatVersion + 1;
    auto bytes = encode_header(header);
    REQUIRE(decode_header(bytes).has_value());
    // Something new behind the symbols is passed over.
    bytes.insert(bytes.end() - 8, {1, 2, 3});
    bytes[12] = static_cast<std::uint8_t>(bytes[12] + 3);
    sign(bytes);
    const auto longer = decode_header(bytes);
    REQUIRE(longer.has_value());
    CHECK(*longer == header);

    header.minimum_reader = kFormatVersion + 1;
    const auto refused = decode_header(encode_header(header));
    REQUIRE(!refused.has_value());
    CHECK(refused.error().code == ErrorCode::BadVersion);
}

TEST_CASE("a signed header that contradicts itself is damaged", "[format]") {
    const auto good = encode_header(sample_header());
    // Whatever a byte is changed to, the header is refused or consistent; none may crash.
    int refused = 0;
    for (std::size_t place = 8; place + 8 < good.size(); ++place) {
        for (const int change : {1, 2, 16, 128, 255}) {
            auto bytes = good;
            bytes[place] = static_cast<std::uint8_t>(bytes[place] ^ change);
            sign(bytes);
            const auto header = decode_header(bytes);
            if (!header) {
                ++refused;
                continue;
            }
            CHECK(encode_header(*header) == bytes);
        }
    }
    CHECK(refused > 200);

    const auto refuse = [](TableHeader header) {
        const auto result = decode_header(encode_header(header));
        return !result && result.error().code == ErrorCode::Damaged;
    };
    TableHeader header = sample_header();
    std::swap(header.symbols[0], header.symbols[1]);
    CHECK(refuse(header));
    header = sample_header();
    header.symbols[2].distance = 4;
    CHECK(refuse(header));
    header = sample_header();
    ++header.counts.draws;
    CHECK(refuse(header));
    header = sample_header();
    header.symbols.clear();
    CHECK(refuse(header));
    header = sample_header();
    header.rows_per_block = header.rows + 1;
    CHECK(refuse(header));
}

TEST_CASE("a table in the early form of coding by context is of another version", "[format]") {
    auto bytes = encode_header(sample_header());
    bytes[28] = 2;
    sign(bytes);
    const auto refused = decode_header(bytes);
    REQUIRE(!refused.has_value());
    CHECK(refused.error().code == ErrorCode::BadVersion);
}

TEST_CASE("a block index comes back and is bound to its table", "[format]") {
    const TableHeader header = sample_header();
    std::vector<BlockEntry> entries(header.blocks());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        entries[i] = {static_cast<std::uint32_t>(100 + i), i * 0x123456789ABCDEF};
    }
    const auto bytes = encode_index(entries, 42);
    REQUIRE(bytes.size() == index_bytes(header.blocks()));
    const BlockIndex index = decode_index(bytes, header, 42).value();
    CHECK(test::entries_of(index) == entries);
    std::uint64_t start = 0;
    for (std::uint32_t block = 0; block < index.size(); ++block) {
        CHECK(index.start(block) == start);
        start += entries[block].bytes;
    }
    CHECK(index.start(index.size()) == start);
    CHECK(decode_index(bytes, header, 43).error().code == ErrorCode::Damaged);
    entries[5].bytes = 0;
    CHECK(decode_index(encode_index(entries, 42), header, 42).error().code == ErrorCode::Damaged);
}

TEST_CASE("block checksums depend on table and place", "[format]") {
    const std::vector<std::uint8_t> bytes(100, 7);
    CHECK(block_checksum(bytes, 1, 0) != block_checksum(bytes, 1, 1));
    CHECK(block_checksum(bytes, 1, 0) != block_checksum(bytes, 100, 0));
}

TEST_CASE("checksums have the published test values", "[format]") {
    // XXH3 of no bytes, from the specification of XXH3.
    CHECK(checksum64({}) == 0x2D06800538D394C2);
    CHECK(to_string(checksum128(std::span<const std::uint8_t>{})) ==
          "99aa06d3014798d86001c324468d497f");
    const Checksum128 sum = checksum128(std::vector<std::uint8_t>{1, 2, 3});
    CHECK(parse_checksum(to_string(sum)) == sum);
    CHECK(!parse_checksum("99aa06d3014798d86001c324468d497g"));
    CHECK(!parse_checksum("99aa"));
}

TEST_CASE("families hold what values depend on", "[family]") {
    const Rules italian = parse_rules("italian").value();
    const Rules polish = parse_rules("polish").value();
    const Rules spanish = parse_rules("spanish").value();
    CHECK(family_of(italian) == family_of(polish));
    CHECK(family_of(italian) == Family{});
    CHECK(family_of(italian) != family_of(spanish));
    CHECK(family_of(italian, std::uint16_t{50}).no_capture_limit == 50);
    for (const Family& family :
         {Family{}, family_of(spanish), family_of(italian, std::uint16_t{65535})}) {
        CHECK(parse_family(to_string(family)).value() == family);
        CHECK(!in_words(family).empty());
    }
    for (const char* bad : {"", "flying=own", "flying=own protection=lifted",
                            "flying=up protection=lifted no-capture-limit=none",
                            "flying=own protection=lifted no-capture-limit=0",
                            "flying=own protection=lifted no-capture-limit=70000",
                            "flying=own protection=lifted no-capture-limit=5x",
                            "flying=own protection=lifted no-capture-limit=none "}) {
        CHECK(parse_family(bad).error().code == ErrorCode::BadRules);
    }
}

TEST_CASE("file names stand for subspaces", "[format]") {
    CHECK(table_file_name({4, 3, 0, 0}) == "4-3.mulino");
    CHECK(parse_table_file_name("4-3.mulino") == Subspace{4, 3, 0, 0});
    const Subspace placing{4, 3, 2, 1};
    CHECK(parse_table_file_name(table_file_name(placing)) == placing);
    for (const char* bad : {"4-3", "4-3.mulino.tmp", "x.mulino", ".mulino", "4-3+0-0.mulino"}) {
        CHECK(!parse_table_file_name(bad));
    }
}

TEST_CASE("a manifest comes back as it was", "[manifest]") {
    const Manifest manifest{
        {Flying::Off, Protection::Lifted, std::uint16_t{40}}, Metric::Wdl, Kind::Full};
    const std::string text = to_string(manifest);
    CHECK(parse_manifest(text).value() == manifest);
    for (std::size_t length = 0; length < text.size(); ++length) {
        CHECK(!parse_manifest(text.substr(0, length)).has_value());
    }
    CHECK(parse_manifest(text + "more\n").error().code == ErrorCode::Damaged);
    std::string later = text;
    later.replace(later.find("format 1"), 8, "format 9");
    CHECK(parse_manifest(later).error().code == ErrorCode::BadVersion);

    const TemporaryFolder folder;
    CHECK(read_manifest(folder.path()).error().code == ErrorCode::MissingTable);
    const Error missing = read_manifest(folder.path() / "none").error();
    CHECK(missing.code == ErrorCode::MissingTable);
    CHECK(missing.message == "there is no such folder");
    write_manifest(folder.path(), manifest);
    CHECK(read_manifest(folder.path()).value() == manifest);
}
