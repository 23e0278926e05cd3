#include <algorithm>
#include <map>
#include <mulino/probe.hpp>
#include <optional>
#include <utility>

#include "db/manifest.hpp"
#include "db/turn_outcome.hpp"
#include "probe/convert.hpp"

namespace mulino::probe {

namespace {

// Sorts the same folders twice: those with distances first, and those with the quickest values
// first (of the fast kind, then of the full one, then of the compact one). Otherwise they stay in
// the order in which they were named.
mulino::Result<void> sort(std::vector<std::filesystem::path>& with_distances,
                          std::vector<std::filesystem::path>& quick) {
    const auto rank_of = [](Kind kind) {
        return kind == Kind::Fast ? 0 : kind == Kind::Full ? 1 : 2;
    };
    std::map<std::filesystem::path, Manifest> manifests;
    for (const auto& folder : quick) {
        auto manifest = read_manifest(folder);
        if (!manifest) return tl::unexpected(manifest.error());
        manifests.emplace(folder, *manifest);
    }
    std::stable_sort(quick.begin(), quick.end(), [&](const auto& a, const auto& b) {
        return rank_of(manifests.at(a).kind) < rank_of(manifests.at(b).kind);
    });
    std::stable_partition(with_distances.begin(), with_distances.end(), [&](const auto& folder) {
        return manifests.at(folder).metric != mulino::Metric::Wdl;
    });
    return {};
}

}  // namespace

// One database where one order of the folders serves both questions; otherwise two, of which each
// has half of the cache.
struct Prober::Impl {
    Impl(Database with_distances, std::optional<Database> quick, const Family& of)
        : outcomes(std::move(with_distances)), values(std::move(quick)), family(of) {
        rules.flying = outcomes.family().flying;
        rules.protection = outcomes.family().protection;
        rules.no_capture_limit = outcomes.family().no_capture_limit;
    }

    bool limit_reached(const mulino::Position& position) const {
        return rules.no_capture_limit && position.plies_without_removal >= *rules.no_capture_limit;
    }

    // The outcome of a position after a turn: where the game is over, no table is needed.
    mulino::Result<mulino::Outcome> after_turn(const mulino::Position& position) const {
        if (is_lost(position, rules)) return mulino::Outcome{Wdl::Loss, std::uint16_t{0}};
        if (limit_reached(position)) return mulino::Outcome{};
        return outcomes.probe(position);
    }

    Database outcomes;
    std::optional<Database> values;  // where another order is quicker for values
    Family family;
    mulino::Rules rules;  // as far as values depend on them
};

Prober::Prober(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Prober::Prober(Prober&&) noexcept = default;
Prober& Prober::operator=(Prober&&) noexcept = default;
Prober::~Prober() = default;

Result<Prober> Prober::open(const std::vector<std::filesystem::path>& folders,
                            const Options& options) {
    if (folders.empty()) return Error{ErrorCode::BadArgument, "no folder is given", {}, {}, {}};
    mulino::Family family{static_cast<mulino::Flying>(options.family.flying),
                          static_cast<mulino::Protection>(options.family.protection), {}};
    if (options.family.no_capture_limit != 0) {
        family.no_capture_limit = options.family.no_capture_limit;
    }
    std::vector<std::filesystem::path> with_distances = folders;
    std::vector<std::filesystem::path> quick = folders;
    if (auto sorted = sort(with_distances, quick); !sorted) return outside(sorted.error());
    const bool two = with_distances != quick;
    const DatabaseOptions each{two ? options.cache_bytes / 2 : options.cache_bytes};
    auto outcomes = Database::open(with_distances, family, each);
    if (!outcomes) return outside(outcomes.error());
    std::optional<Database> values;
    if (two) {
        auto opened = Database::open(quick, family, each);
        if (!opened) return outside(opened.error());
        values = std::move(*opened);
    }
    return Prober(
        std::make_unique<const Impl>(std::move(*outcomes), std::move(values), options.family));
}

const Family& Prober::family() const { return impl_->family; }

Metric Prober::metric() const { return static_cast<Metric>(impl_->outcomes.metric()); }

bool Prober::contains(const Subspace& subspace) const {
    return impl_->outcomes.contains(inside(subspace));
}

std::vector<Subspace> Prober::subspaces() const {
    std::vector<Subspace> subspaces;
    for (const auto& s : impl_->outcomes.subspaces()) subspaces.push_back(outside(s));
    return subspaces;
}

Result<Outcome> Prober::probe(const Position& position) const {
    const auto outcome = impl_->outcomes.probe(inside(position));
    if (!outcome) return outside(outcome.error());
    return outside(*outcome);
}

Result<Value> Prober::value(const Position& position) const {
    const Database& database = impl_->values ? *impl_->values : impl_->outcomes;
    const auto outcome = database.probe(inside(position));
    if (!outcome) return outside(outcome.error());
    return outside(outcome->value);
}

Result<std::vector<JudgedTurn>> Prober::turns(const Position& from) const {
    const mulino::Position position = inside(from);
    const auto known = impl_->outcomes.probe(position);
    if (!known) return outside(known.error());
    std::vector<JudgedTurn> judged;
    if (is_lost(position, impl_->rules) || impl_->limit_reached(position)) return judged;
    for (const mulino::Turn& turn : legal_turns(position, impl_->rules)) {
        const mulino::Position after = play(position, turn);
        const auto outcome = impl_->after_turn(after);
        if (!outcome) return outside(outcome.error());
        judged.push_back({{turn.from, turn.to, turn.removed},
                          outside(after),
                          outside(of_turn(*outcome, turn, impl_->outcomes.metric()))});
    }
    std::stable_sort(judged.begin(), judged.end(), [](const JudgedTurn& a, const JudgedTurn& b) {
        return rank_of(inside(a.outcome)) < rank_of(inside(b.outcome));
    });
    if (judged.front().outcome.value != outside(known->value)) {
        return outside(contradiction(position));
    }
    return judged;
}

Result<std::optional<JudgedTurn>> Prober::best_turn(const Position& position) const {
    auto judged = turns(position);
    if (!judged) return judged.error();
    if (judged->empty()) return std::optional<JudgedTurn>{};
    return std::optional<JudgedTurn>{std::move(judged->front())};
}

}  // namespace mulino::probe
