#include "tools/info_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace mulino {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kValues{Wdl::Win, Wdl::Draw, Wdl::Loss};

std::string line_of(std::string_view name, std::string_view positions, std::size_t number,
                    const TableCounts& counts) {
    return fmt::format("{:<8}  {:>13}  {:>2}  {:>13}  {:>13}  {:>13}  {}\n", name, positions,
                       number + 1, counts.wins, counts.losses, counts.draws, longest_text(counts));
}

// The subspaces that any of the databases holds, in the order of the first to hold them.
std::vector<Subspace> subspaces_of(const std::vector<InfoDatabase>& databases) {
    std::vector<Subspace> subspaces;
    for (const Subspace& subspace : all_subspaces()) {
        const auto holds = [&subspace](const InfoDatabase& listed) {
            return listed.database.contains(subspace);
        };
        if (std::any_of(databases.begin(), databases.end(), holds)) subspaces.push_back(subspace);
    }
    return subspaces;
}

std::string head(const std::vector<InfoDatabase>& databases) {
    std::string text;
    for (std::size_t i = 0; i < databases.size(); ++i) {
        const InfoDatabase& listed = databases[i];
        text +=
            fmt::format("{:>2}  {}; {}, {}\n", i + 1, in_words(listed.database.family()),
                        to_string(listed.database.metric()), to_string(total_of(listed.rows).kind));
        for (const auto& folder : listed.folders) text += fmt::format("    {}\n", folder.string());
    }
    return text;
}

// A line for each database, the name and number of positions in the first of them only.
std::string lines_of(const Subspace& subspace, const std::vector<InfoDatabase>& databases) {
    std::string text;
    for (std::size_t i = 0; i < databases.size(); ++i) {
        for (const InfoRow& row : databases[i].rows) {
            if (row.key.subspace != subspace) continue;
            text += text.empty() ? line_of(to_string(subspace),
                                           std::to_string(row.counts.positions), i, row.counts)
                                 : line_of("", "", i, row.counts);
        }
    }
    return text;
}

ValueChanges sum_of(const InfoChanges& changes) {
    ValueChanges sum;
    for (const ValueChanges& subspace : changes.subspaces) sum += subspace;
    return sum;
}

bool tells_spared(const std::vector<InfoDatabase>& databases, const InfoChanges& changes) {
    return databases.front().database.family().protection !=
           databases[changes.to].database.family().protection;
}

std::string changes_line(std::string_view name, const ValueChanges& changes, bool spared) {
    std::string text = fmt::format("{:<8}", name);
    for (const Wdl from : kValues) {
        for (const Wdl to : kValues) text += fmt::format("  {:>12}", changes.number(from, to));
    }
    if (spared) text += fmt::format("  {:>12}", changes.spared);
    return text + '\n';
}

std::string changes_text(const std::vector<InfoDatabase>& databases, const InfoChanges& changes) {
    const bool spared = tells_spared(databases, changes);
    std::string text =
        fmt::format("\npositions by their value in 1 and in {}\n{:<8}", changes.to + 1, "subspace");
    for (const Wdl from : kValues) {
        for (const Wdl to : kValues) {
            text += fmt::format("  {:>12}", fmt::format("{}-{}", to_string(from), to_string(to)));
        }
    }
    if (spared) text += fmt::format("  {:>12}", "spared");
    text += '\n';
    for (const ValueChanges& subspace : changes.subspaces) {
        text += changes_line(to_string(subspace.subspace), subspace, spared);
    }
    return text +
           changes_line(fmt::format("all {}", changes.subspaces.size()), sum_of(changes), spared);
}

void add_numbers(Json& json, const ValueChanges& changes, bool spared) {
    for (const Wdl from : kValues) {
        for (const Wdl to : kValues) {
            json[fmt::format("{}_{}", to_string(from), to_string(to))] = changes.number(from, to);
        }
    }
    if (spared) json["spared"] = changes.spared;
}

}  // namespace

std::string comparison_text(const std::vector<InfoDatabase>& databases,
                            const std::vector<InfoChanges>& changes) {
    std::string text = head(databases);
    text += fmt::format("\n{:<8}  {:>13}  {:>2}  {:>13}  {:>13}  {:>13}  {:>11}\n", "subspace",
                        "positions", "", "wins", "losses", "draws", "longest   ");
    for (const Subspace& subspace : subspaces_of(databases)) text += lines_of(subspace, databases);
    for (std::size_t i = 0; i < databases.size(); ++i) {
        const InfoTotals totals = total_of(databases[i].rows);
        text += line_of(fmt::format("all {}", databases[i].rows.size()),
                        std::to_string(totals.counts.positions), i, totals.counts);
    }
    for (const InfoChanges& each : changes) text += changes_text(databases, each);
    return text;
}

Json comparison_json(const std::vector<InfoDatabase>& databases,
                     const std::vector<InfoChanges>& changes) {
    Json json;
    json["databases"] = Json::array();
    for (const InfoDatabase& listed : databases) {
        Json entry;
        entry["folders"] = Json::array();
        for (const auto& folder : listed.folders) entry["folders"].push_back(folder.string());
        entry.update(info_json(listed));
        json["databases"].push_back(std::move(entry));
    }
    for (const InfoChanges& each : changes) {
        const bool spared = tells_spared(databases, each);
        Json entry{{"from", 1}, {"to", each.to + 1}, {"subspaces", Json::array()}};
        for (const ValueChanges& subspace : each.subspaces) {
            Json row{{"subspace", to_string(subspace.subspace)}};
            add_numbers(row, subspace, spared);
            entry["subspaces"].push_back(std::move(row));
        }
        add_numbers(entry["totals"], sum_of(each), spared);
        json["changes"].push_back(std::move(entry));
    }
    return json;
}

}  // namespace mulino
