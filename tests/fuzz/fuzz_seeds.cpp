// fuzz_seeds DIR: small inputs of every kind for the fuzzer to begin with.
#include <cstdio>
#include <string>

#include "db/manifest.hpp"
#include "tests/db/table_fixture.hpp"

using namespace mulino;

namespace {

std::filesystem::path folder;

void seed(const std::string& name, std::vector<std::uint8_t> bytes, std::uint8_t choice) {
    bytes.push_back(choice);
    write_bytes(folder / (name + "-" + std::to_string(choice)), bytes);
}

void text_seed(const std::string& name, const std::string& text) {
    seed(name, std::vector<std::uint8_t>(text.begin(), text.end()), 0);
}

// One table for the fuzzer to take as it is, and to sign.
void table_seed(const std::string& name, const Subspace& subspace, unsigned symbols, bool distances,
                const WriteOptions& options) {
    std::vector<std::uint16_t> slots;
    auto source = made_up_source<std::uint16_t>(index_of(subspace), symbols, 1, slots, distances);
    const TemporaryFolder made;
    const TableKey key{{}, subspace, distances ? Metric::Dtw : Metric::Wdl};
    const auto bytes =
        read_bytes(write_table<std::uint16_t>(made.path(), key, source, serial_for, options).path);
    seed(name, bytes, 1);
    seed(name, bytes, 2);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: fuzz_seeds DIR\n");
        return 2;
    }
    folder = argv[1];
    std::filesystem::create_directories(folder);
    WriteOptions options;
    options.rows_per_block = 7;
    table_seed("full", kTiny, 12, true, options);
    table_seed("full-wide", kTiny, 300, true, options);
    options.coding = Coding::Context;
    table_seed("full-context", kTiny, 12, true, options);
    options.kind = Kind::Compact;
    table_seed("compact", kTiny, 3, false, options);
    table_seed("compact-equal", {2, 2, 0, 0}, 3, false, options);
    options.part = Part::Half;
    table_seed("compact-half", {2, 2, 0, 0}, 3, false, options);
    options.part = Part::None;
    options.rows_per_block = 0;
    table_seed("compact-none", {1, 2, 0, 0}, 3, false, options);
    options = {};
    options.kind = Kind::Fast;
    table_seed("fast-plain", kTiny, 3, false, options);
    options.coding = Coding::Packed;
    table_seed("fast", kTiny, 3, false, options);
    text_seed("manifest", to_string(Manifest{}));
    text_seed("manifest-fast", to_string(Manifest{{}, Metric::Wdl, Kind::Fast}));
    text_seed("rows", ".WW/.../.B./B....B/.../.../..W b 0 0 12");
    text_seed("by-point", "W:a1,d2,f4 B:b2,b4,c5 w 3 3");
    text_seed("fen", "O*******/@@@*****/OO****** w m s 3 0 3 0 0 0 0 0 0 0 0");
    return 0;
}
