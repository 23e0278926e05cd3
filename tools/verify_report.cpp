#include "tools/verify_report.hpp"

#include <fmt/format.h>

#include <fstream>
#include <span>
#include <utility>

#include "db/family.hpp"
#include "db/output_file.hpp"

namespace mulino {
namespace {

using Json = VerifyReport::Json;

Json distance_json(const std::optional<std::uint16_t>& plies) {
    return plies ? Json(*plies) : Json(nullptr);
}

Json marks_json(const VerifyReport::Marks& marks) {
    Json json = Json::array();
    for (const auto& [subspace, mark] : marks) {
        json.push_back({{"subspace", to_string(subspace)},
                        {"bytes", mark.bytes},
                        {"checksum", to_string(mark.checksum)}});
    }
    return json;
}

Json difference_json(const verify::Difference& difference) {
    const bool duplicate = difference.kind == verify::Difference::Kind::Duplicate;
    return {{"kind", duplicate ? "duplicate" : "outcome"},
            {"position", to_string(difference.position)},
            {"stored", in_words(difference.stored)},
            {"expected", in_words(difference.expected)}};
}

Json subspace_json(const verify::SubspaceCheck& check, Published published) {
    Json first = Json::array();
    for (const auto& difference : check.first) first.push_back(difference_json(difference));
    return {{"subspace", to_string(check.subspace)},
            {"slots", check.slots},
            {"positions", check.counts.positions},
            {"known_positions", check.known_positions},
            {"wins", check.counts.wins},
            {"losses", check.counts.losses},
            {"draws", check.counts.draws},
            {"longest_win", distance_json(check.counts.longest_win)},
            {"longest_loss", distance_json(check.counts.longest_loss)},
            {"value_checksum", to_string(check.value_checksum)},
            {"header", check.header_agrees ? "match" : "mismatch"},
            {"published", to_string(published)},
            {"differences", check.differences},
            {"first", std::move(first)}};
}

}  // namespace

std::string in_words(const Outcome& outcome) {
    if (!outcome.distance) return std::string(to_string(outcome.value));
    return fmt::format("{} in {}", to_string(outcome.value), *outcome.distance);
}

std::string in_words(const Subspace& subspace, const verify::Difference& difference) {
    const bool duplicate = difference.kind == verify::Difference::Kind::Duplicate;
    return fmt::format("{}: {}: stored {}, {} {}", to_string(subspace),
                       to_string(difference.position), in_words(difference.stored),
                       duplicate ? "in another slot of the same position" : "its turns say",
                       in_words(difference.expected));
}

VerifyReport::VerifyReport(const Database& database, std::string version)
    : family_(database.family()), metric_(database.metric()), version_(std::move(version)) {}

void VerifyReport::take_over(const std::filesystem::path& path) {
    std::ifstream file(path);
    const Json json = Json::parse(file, nullptr, false);
    if (!json.is_object() || json.value("version", "") != version_ ||
        json.value("family", "") != to_string(family_) ||
        json.value("metric", "") != to_string(metric_)) {
        return;
    }
    const auto entries = json.find("pairs");
    if (entries == json.end() || !entries->is_array()) return;
    for (const Json& entry : *entries) {
        if (!entry.is_object() || !entry.contains("tables")) continue;
        const auto name = entry.find("pair");
        if (name == entry.end() || !name->is_string()) continue;
        if (const auto pair = parse_pair(name->get<std::string>())) pairs_[*pair] = entry;
    }
}

bool VerifyReport::has(Pair pair, const Marks& marks) const {
    const auto entry = pairs_.find(pair);
    return entry != pairs_.end() && entry->second.value("good", false) &&
           entry->second.at("tables") == marks_json(marks);
}

void VerifyReport::add(Pair pair, const Marks& marks, const verify::PairCheck& check,
                       const std::vector<Published>& published) {
    bool good = check.good();
    Json subspaces = Json::array();
    for (std::size_t i = 0; i < check.subspaces.size(); ++i) {
        good = good && published[i] != Published::Mismatch;
        subspaces.push_back(subspace_json(check.subspaces[i], published[i]));
    }
    pairs_[pair] = {{"pair", to_string(pair)},
                    {"good", good},
                    {"tables", marks_json(marks)},
                    {"subspaces", std::move(subspaces)}};
}

// Whether the pairs that this one leads to were checked, and with the tables it was checked
// against.
bool VerifyReport::supported(Pair pair) const {
    std::map<std::string, Json> relied_on;
    for (const Json& table : pairs_.at(pair).at("tables")) {
        relied_on[table.value("subspace", "")] = table;
    }
    for (const Pair& child : children(pair)) {
        const auto entry = pairs_.find(child);
        if (entry == pairs_.end() || !entry->second.value("good", false)) return false;
        for (const Json& table : entry->second.at("tables")) {
            const auto same = relied_on.find(table.value("subspace", ""));
            if (same != relied_on.end() && same->second != table) return false;
        }
        if (!supported(child)) return false;
    }
    return true;
}

Conclusion VerifyReport::conclude(const std::vector<Pair>& pairs) const {
    Conclusion conclusion;
    std::string unsupported;
    for (const Pair& pair : pairs) {
        const auto entry = pairs_.find(pair);
        if (entry == pairs_.end()) {
            conclusion.text = "not all pairs have been checked";
            return conclusion;
        }
        if (!entry->second.value("good", false)) {
            conclusion.text = "there are differences";
            return conclusion;
        }
        if (!supported(pair)) unsupported += (unsupported.empty() ? "" : ", ") + to_string(pair);
    }
    if (!unsupported.empty()) {
        conclusion.text = fmt::format(
            "the outcomes of {} follow from those of smaller pairs, which have not been checked",
            unsupported);
        return conclusion;
    }
    conclusion.complete = true;
    conclusion.text =
        metric_ == Metric::Wdl
            ? "every value agrees with the values after its turns; this is weaker than a proof, "
              "because no distances are stored: wins that only lean on one another in a cycle "
              "would pass"
            : "every outcome agrees with the outcomes after its turns; with distances stored, this "
              "proves them";
    return conclusion;
}

void VerifyReport::write(const std::filesystem::path& path, const Conclusion& conclusion) const {
    Json pairs = Json::array();
    for (const Pair& pair : all_pairs()) {
        if (const auto entry = pairs_.find(pair); entry != pairs_.end()) {
            pairs.push_back(entry->second);
        }
    }
    const Json json = {{"program", "mulino"},
                       {"version", version_},
                       {"family", to_string(family_)},
                       {"metric", to_string(metric_)},
                       {"complete", conclusion.complete},
                       {"conclusion", conclusion.text},
                       {"pairs", std::move(pairs)}};
    const std::string text = json.dump(1) + '\n';
    OutputFile file(path);
    file.write_at(0, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    file.commit();
}

}  // namespace mulino
