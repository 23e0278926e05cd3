#include "db/packer.hpp"

#include <algorithm>
#include <string>

#include "db/probe_costs.hpp"

namespace mulino {

namespace {

// What the strongest level of zstd still gains is worth its time where it packs four slots a byte.
constexpr int kLevel = 19;

WriteOptions options_of(Kind kind, const TableKey& key, const ParallelFor& parallel) {
    WriteOptions options;
    options.zstd_level = kLevel;
    options.kind = kind;
    options.part = stored_part(kind, key);
    options.coding = kind == Kind::Fast ? Coding::Packed : Coding::Context;
    options.costs = count_probe_costs(kind, key, parallel);
    return options;
}

// A meaning for each code up to the largest that occurs.
std::vector<Outcome> meaning_of(const std::vector<std::uint16_t>& codes) {
    const std::uint16_t largest = codes.empty() ? 0 : *std::max_element(codes.begin(), codes.end());
    std::vector<Outcome> meaning(std::size_t{largest} + 1);
    for (std::size_t code = 0; code < meaning.size(); ++code) {
        const Wdl value = static_cast<Wdl>(std::min<std::size_t>(code & 3, 2));
        meaning[code].value = value;
        if (value != Wdl::Draw) meaning[code].distance = static_cast<std::uint16_t>(code >> 2);
    }
    return meaning;
}

}  // namespace

bool is_packed(const std::filesystem::path& folder, Kind kind, const TableHeader& source) {
    TableKey key = source.key;
    key.metric = metric_of(kind, key.metric);
    const auto file = TableFile::open(folder / table_file_name(key.subspace));
    if (!file) return false;
    const TableHeader& header = file->header();
    return header.key == key && header.kind == kind && header.part == stored_part(kind, key) &&
           header.value_checksum == source.value_checksum;
}

Result<TableSummary> pack_table(BulkLoader& source, const Subspace& subspace,
                                const std::filesystem::path& folder, Kind kind,
                                const ParallelFor& parallel) {
    const auto table = source.database().table(subspace);
    if (!table) return tl::unexpected(table.error());
    TableKey key = (*table)->key();
    key.metric = metric_of(kind, key.metric);
    const WriteOptions options = options_of(kind, key, parallel);
    TableSummary summary;
    if (key.metric == Metric::Wdl) {
        const auto values = source.load<std::uint8_t>(subspace, parallel);
        if (!values) return tl::unexpected(values.error());
        const TableSource<std::uint8_t> slots{
            **values, {{Wdl::Loss, {}}, {Wdl::Draw, {}}, {Wdl::Win, {}}}};
        summary = write_table(folder, key, slots, parallel, options);
    } else {
        const auto codes = source.load<std::uint16_t>(subspace, parallel);
        if (!codes) return tl::unexpected(codes.error());
        const TableSource<std::uint16_t> slots{**codes, meaning_of(**codes)};
        summary = write_table(folder, key, slots, parallel, options);
    }
    if (summary.header.value_checksum != (*table)->header().value_checksum) {
        return fail(ErrorCode::Damaged,
                    "the values are not those that the table's own checksum stands for",
                    (*table)->path().string());
    }
    return summary;
}

}  // namespace mulino
