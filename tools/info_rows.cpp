#include "tools/info_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "db/bulk.hpp"
#include "solver/parallel.hpp"

namespace mulino {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kName = "info";

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

double bits_per_slot(std::uint64_t bytes, std::uint64_t slots) {
    return slots == 0 ? 0 : 8 * static_cast<double>(bytes) / static_cast<double>(slots);
}

double mean_reads(std::uint64_t reads, std::uint64_t slots) {
    return slots == 0 ? 0 : static_cast<double>(reads) / static_cast<double>(slots);
}

std::string line_of(std::string_view name, const TableCounts& counts, std::uint64_t bytes,
                    std::uint64_t slots, Published published) {
    return fmt::format("{:<8}  {:>13}  {:>13}  {:>13}  {:>13}  {} {:>13}  {:>6.3f}  {}\n", name,
                       counts.positions, counts.wins, counts.losses, counts.draws,
                       longest_text(counts), bytes, bits_per_slot(bytes, slots),
                       to_string(published));
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

}  // namespace

std::vector<InfoRow> read_rows(const Database& database, const InfoOptions& options,
                               std::ostream& err, ExitStatus& status) {
    // In the standing order, and then whatever else there may be.
    std::vector<Subspace> order = all_subspaces();
    for (const Subspace& subspace : database.subspaces()) {
        if (std::find(order.begin(), order.end(), subspace) == order.end()) {
            order.push_back(subspace);
        }
    }
    BulkLoader loader(database);
    std::vector<InfoRow> rows;
    for (const Subspace& subspace : order) {
        if (!database.contains(subspace)) continue;
        if (auto row = read_row(loader, subspace, options, err, status)) rows.push_back(*row);
    }
    return rows;
}

InfoTotals total_of(const std::vector<InfoRow>& rows) {
    InfoTotals totals;
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
        totals.percentile_99_reads = std::max(totals.percentile_99_reads, row.costs.percentile_99);
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

std::string longest_text(const TableCounts& counts) {
    const auto plies = [](const std::optional<std::uint16_t>& distance) {
        return distance ? std::to_string(*distance) : "-";
    };
    return fmt::format("{:>4} / {:<4}", plies(counts.longest_win), plies(counts.longest_loss));
}

std::string info_text(const InfoDatabase& listed) {
    const InfoTotals totals = total_of(listed.rows);
    std::string text = fmt::format("family  {}\nmetric  {}\n", in_words(listed.database.family()),
                                   to_string(listed.database.metric()));
    text += fmt::format(
        "kind    {}\nreads   {:.2f} slots for a probe, {} at most; 99 % of each table's within "
        "{}\n\n",
        to_string(totals.kind), mean_reads(totals.reads, totals.slots), totals.most_reads,
        totals.percentile_99_reads);
    text += fmt::format("{:<8}  {:>13}  {:>13}  {:>13}  {:>13}  {:>11} {:>13}  {:>6}  {}\n",
                        "subspace", "positions", "wins", "losses", "draws", "longest   ", "bytes",
                        "b/slot", "published");
    for (const InfoRow& row : listed.rows) {
        text +=
            line_of(to_string(row.key.subspace), row.counts, row.bytes, row.slots, row.published);
    }
    text += line_of(fmt::format("all {}", listed.rows.size()), totals.counts, totals.bytes,
                    totals.slots, totals.published);
    return text;
}

Json info_json(const InfoDatabase& listed) {
    Json json;
    json["family"] = to_string(listed.database.family());
    json["metric"] = to_string(listed.database.metric());
    const InfoTotals totals = total_of(listed.rows);
    json["kind"] = to_string(totals.kind);
    json["most_reads"] = totals.most_reads;
    json["percentile_99_reads"] = totals.percentile_99_reads;
    json["mean_reads"] = mean_reads(totals.reads, totals.slots);
    json["subspaces"] = Json::array();
    for (const InfoRow& row : listed.rows) {
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
    return json;
}

}  // namespace mulino
