#include "tools/info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "db/bulk.hpp"
#include "db/database.hpp"
#include "db/manifest.hpp"
#include "solver/parallel.hpp"
#include "tools/published.hpp"

namespace mulino {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kName = "info";

struct InfoRow {
    TableKey key;
    TableCounts counts;
    std::uint64_t bytes = 0;
    std::uint64_t slots = 0;
    Checksum128 value_checksum;
    Published published = Published::None;
    Kind kind = Kind::Full;
    Part part = Part::All;
    ProbeCosts costs;
};

struct Totals {
    TableCounts counts;
    std::uint64_t bytes = 0;
    std::uint64_t slots = 0;
    Published published = Published::None;
    Kind kind = Kind::Full;  // of the first table
    std::uint32_t most_reads = 0;
    std::uint64_t reads = 0;
};

double bits_per_slot(std::uint64_t bytes, std::uint64_t slots) {
    return slots == 0 ? 0 : 8 * static_cast<double>(bytes) / static_cast<double>(slots);
}

// Reads one table's row; what is wrong with it is told at once, so that the others are still shown.
std::optional<InfoRow> read_row(BulkLoader& loader, const Subspace& subspace,
                                const InfoOptions& options, std::ostream& err, ExitStatus& status) {
    const Result<const TableFile*> table = loader.database().table(subspace);
    if (!table) {
        status = std::max(status, report(err, kName, table.error()));
        return std::nullopt;
    }
    const TableHeader& header = (*table)->header();
    InfoRow row{header.key,     header.counts,         (*table)->bytes(),
                header.slots(), header.value_checksum, Published::None,
                header.kind,    header.part,           header.costs};
    if (header.version == 1) row.costs.total = header.slots();
    if (options.recount) {
        Workers workers(options.threads > 0 ? options.threads : hardware_threads());
        const Result<TableFile::Recount> again = loader.recount(
            subspace, [&workers](std::size_t n, const std::function<void(std::size_t)>& body) {
                workers.for_each(n, body);
            });
        if (!again) {
            status = std::max(status, report(err, kName, again.error()));
            return std::nullopt;
        }
        row.counts = again->counts;
        row.value_checksum = again->value_checksum;
        if (again->counts != header.counts || again->value_checksum != header.value_checksum) {
            err << fmt::format(
                "mulino info: {}: the positions counted again differ from the "
                "header ({})\n",
                to_string(subspace), (*table)->path().string());
            status = std::max(status, ExitStatus::Differences);
        }
    }
    row.published = compare_with_published(row.key, row.counts);
    if (row.published == Published::Mismatch) status = std::max(status, ExitStatus::Differences);
    return row;
}

Totals total_of(const std::vector<InfoRow>& rows) {
    Totals totals;
    if (!rows.empty()) totals.kind = rows.front().kind;
    for (const InfoRow& row : rows) {
        totals.counts.positions += row.counts.positions;
        totals.counts.wins += row.counts.wins;
        totals.counts.losses += row.counts.losses;
        totals.counts.draws += row.counts.draws;
        totals.counts.longest_win = std::max(totals.counts.longest_win, row.counts.longest_win);
        totals.counts.longest_loss = std::max(totals.counts.longest_loss, row.counts.longest_loss);
        totals.bytes += row.bytes;
        totals.most_reads = std::max(totals.most_reads, row.costs.most);
        totals.reads += row.costs.total;
        totals.slots += row.slots;
    }
    const auto any = [&rows](Published published) {
        return std::any_of(rows.begin(), rows.end(),
                           [published](const InfoRow& row) { return row.published == published; });
    };
    totals.published = any(Published::Mismatch) ? Published::Mismatch
                       : any(Published::Match)  ? Published::Match
                                                : Published::None;
    return totals;
}

std::string plies(const std::optional<std::uint16_t>& distance) {
    return distance ? std::to_string(*distance) : "-";
}

std::string line_of(std::string_view name, const TableCounts& counts, std::uint64_t bytes,
                    std::uint64_t slots, Published published) {
    return fmt::format(
        "{:<8}  {:>13}  {:>13}  {:>13}  {:>13}  {:>4} / {:<4} {:>13}  {:>6.3f}  {}\n", name,
        counts.positions, counts.wins, counts.losses, counts.draws, plies(counts.longest_win),
        plies(counts.longest_loss), bytes, bits_per_slot(bytes, slots), to_string(published));
}

double mean_reads(std::uint64_t reads, std::uint64_t slots) {
    return slots == 0 ? 0 : static_cast<double>(reads) / static_cast<double>(slots);
}

std::string text_of(const Database& database, const std::vector<InfoRow>& rows) {
    const Totals totals = total_of(rows);
    std::string text = fmt::format("family  {}\nmetric  {}\n", in_words(database.family()),
                                   to_string(database.metric()));
    text += fmt::format("kind    {}\nreads   {:.2f} slots for a probe, {} at most\n\n",
                        to_string(totals.kind), mean_reads(totals.reads, totals.slots),
                        totals.most_reads);
    text += fmt::format("{:<8}  {:>13}  {:>13}  {:>13}  {:>13}  {:>11} {:>13}  {:>6}  {}\n",
                        "subspace", "positions", "wins", "losses", "draws", "longest   ", "bytes",
                        "b/slot", "published");
    for (const InfoRow& row : rows) {
        text +=
            line_of(to_string(row.key.subspace), row.counts, row.bytes, row.slots, row.published);
    }
    text += line_of(fmt::format("all {}", rows.size()), totals.counts, totals.bytes, totals.slots,
                    totals.published);
    return text;
}

void add_numbers(Json& json, const TableCounts& counts, std::uint64_t bytes, std::uint64_t slots,
                 Published published) {
    const auto longest = [](const std::optional<std::uint16_t>& distance) {
        return distance ? Json(*distance) : Json(nullptr);
    };
    json["positions"] = counts.positions;
    json["wins"] = counts.wins;
    json["losses"] = counts.losses;
    json["draws"] = counts.draws;
    json["longest_win"] = longest(counts.longest_win);
    json["longest_loss"] = longest(counts.longest_loss);
    json["bytes"] = bytes;
    json["bits_per_slot"] = bits_per_slot(bytes, slots);
    json["published"] = to_string(published);
}

std::string json_of(const Database& database, const std::vector<InfoRow>& rows) {
    Json json;
    json["family"] = to_string(database.family());
    json["metric"] = to_string(database.metric());
    const Totals totals = total_of(rows);
    json["kind"] = to_string(totals.kind);
    json["most_reads"] = totals.most_reads;
    json["mean_reads"] = mean_reads(totals.reads, totals.slots);
    json["subspaces"] = Json::array();
    for (const InfoRow& row : rows) {
        Json entry;
        entry["subspace"] = to_string(row.key.subspace);
        add_numbers(entry, row.counts, row.bytes, row.slots, row.published);
        entry["value_checksum"] = to_string(row.value_checksum);
        entry["slots"] = row.slots;
        entry["stored"] = to_string(row.part);
        entry["most_reads"] = row.costs.most;
        entry["percentile_99_reads"] = row.costs.percentile_99;
        entry["mean_reads"] = mean_reads(row.costs.total, row.slots);
        json["subspaces"].push_back(std::move(entry));
    }
    add_numbers(json["totals"], totals.counts, totals.bytes, totals.slots, totals.published);
    return json.dump(2) + '\n';
}

// The folders say themselves what rules they are for; the first one counts.
Result<Database> open_folders(const std::vector<std::filesystem::path>& folders) {
    const Result<Manifest> manifest = read_manifest(folders.front());
    if (!manifest) return tl::unexpected(manifest.error());
    return Database::open(folders, manifest->family);
}

}  // namespace

ExitStatus run_info(const InfoOptions& options, std::ostream& out, std::ostream& err) {
    if (options.folders.empty()) {
        return report(
            err, kName,
            {ErrorCode::BadArgument, "give the folder of a database with --db DIR", {}, {}});
    }
    const std::vector<std::filesystem::path> folders(options.folders.begin(),
                                                     options.folders.end());
    const Result<Database> database = open_folders(folders);
    if (!database) return report(err, kName, database.error());
    ExitStatus status = ExitStatus::Good;
    std::vector<InfoRow> rows;
    BulkLoader loader(*database);
    const std::vector<Subspace> present = database->subspaces();
    // In the standing order, and then whatever else there may be.
    std::vector<Subspace> order = all_subspaces();
    for (const Subspace& subspace : present) {
        if (std::find(order.begin(), order.end(), subspace) == order.end()) {
            order.push_back(subspace);
        }
    }
    for (const Subspace& subspace : order) {
        if (!database->contains(subspace)) continue;
        if (auto row = read_row(loader, subspace, options, err, status)) rows.push_back(*row);
    }
    out << (options.json ? json_of(*database, rows) : text_of(*database, rows));
    return status;
}

}  // namespace mulino
