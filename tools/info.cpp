#include "tools/info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "db/bulk.hpp"
#include "db/manifest.hpp"
#include "solver/parallel.hpp"
#include "tools/info_comparison.hpp"
#include "tools/info_rows.hpp"
#include "tools/terminal.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "info";

// Folders that are parts of one database.
struct Group {
    Family family;
    Metric metric = Metric::Wdl;  // of those that hold distances
    std::vector<std::filesystem::path> folders;

    // Values go with any distances, different distances do not go together.
    bool takes(const Manifest& manifest) const {
        return manifest.family == family && (manifest.metric == metric || metric == Metric::Wdl ||
                                             manifest.metric == Metric::Wdl);
    }
};

// The folders say themselves what rules they are for.
Result<std::vector<Group>> group(const std::vector<std::string>& folders) {
    std::vector<Group> groups;
    for (const std::string& folder : folders) {
        const Result<Manifest> manifest = read_manifest(folder);
        if (!manifest) return tl::unexpected(manifest.error());
        auto place = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& known) { return known.takes(*manifest); });
        if (place == groups.end()) {
            place = groups.insert(place, Group{manifest->family, manifest->metric, {}});
        }
        if (manifest->metric != Metric::Wdl) place->metric = manifest->metric;
        place->folders.emplace_back(folder);
    }
    return groups;
}

// What changes from the first database to each of the others, in the subspaces that both hold.
Result<std::vector<InfoChanges>> compare_values(const std::vector<InfoDatabase>& databases,
                                                const InfoOptions& options, std::ostream& err) {
    Workers workers(options.threads > 0 ? options.threads : hardware_threads());
    const ParallelFor parallel = [&workers](std::size_t n,
                                            const std::function<void(std::size_t)>& body) {
        workers.for_each(n, body);
    };
    ProgressLine line(err, options.terminal);
    std::vector<InfoChanges> changes;
    BulkLoader from(databases.front().database, 1);
    for (std::size_t i = 1; i < databases.size(); ++i) changes.push_back({i, {}});
    // Subspace by subspace, so that the first database is read once.
    for (const Subspace& subspace : all_subspaces()) {
        for (InfoChanges& each : changes) {
            const Database& other = databases[each.to].database;
            if (!from.database().contains(subspace) || !other.contains(subspace)) continue;
            line.show(fmt::format("comparing {}", to_string(subspace)));
            BulkLoader to(other, 0);
            auto counted = count_changes(from, to, subspace, parallel);
            if (!counted) return tl::unexpected(counted.error());
            each.subspaces.push_back(*counted);
        }
    }
    return changes;
}

}  // namespace

ExitStatus run_info(const InfoOptions& options, std::ostream& out, std::ostream& err) {
    const auto wrong = [&err](const char* message) {
        return report(err, kName, {ErrorCode::BadArgument, message, {}, {}});
    };
    if (options.folders.empty()) return wrong("give the folder of a database with --db DIR");
    const Result<std::vector<Group>> groups = group(options.folders);
    if (!groups) return report(err, kName, groups.error());
    if (options.changes && groups->size() < 2) {
        return wrong("--changes needs databases of different families: give another --db DIR");
    }
    ExitStatus status = ExitStatus::Good;
    std::vector<InfoDatabase> databases;
    for (const Group& each : *groups) {
        Result<Database> database = Database::open(each.folders, each.family);
        if (!database) return report(err, kName, database.error());
        std::vector<InfoRow> rows = read_rows(*database, options, err, status);
        databases.push_back({each.folders, std::move(*database), std::move(rows)});
    }
    if (databases.size() == 1) {
        out << (options.json ? info_json(databases.front()).dump(2) + '\n'
                             : info_text(databases.front()));
        return status;
    }
    std::vector<InfoChanges> changes;
    if (options.changes) {
        auto compared = compare_values(databases, options, err);
        if (!compared) return report(err, kName, compared.error());
        changes = std::move(*compared);
    }
    out << (options.json ? comparison_json(databases, changes).dump(2) + '\n'
                         : comparison_text(databases, changes));
    return status;
}

}  // namespace mulino
