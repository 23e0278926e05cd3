#include <algorithm>
#include <mulino/probe.hpp>
#include <utility>

#include "probe/convert.hpp"

namespace mulino::probe {

namespace {

// Which of two outcomes is better for the side that has it: the smaller rank. A win or loss of
// unknown length comes after the wins and before the losses of known length.
std::pair<int, int> rank_of(const Outcome& outcome) {
    constexpr int kLong = 1 << 20;
    switch (outcome.value) {
        case Value::Win:
            return {0, outcome.distance ? *outcome.distance : kLong};
        case Value::Draw:
            return {1, 0};
        case Value::Loss:
            break;
    }
    return {2, outcome.distance ? -*outcome.distance : -kLong};
}

// The outcome of a turn for the side that plays it.
mulino::Outcome of_turn(const mulino::Outcome& after, const mulino::Turn& turn,
                        mulino::Metric metric) {
    mulino::Outcome outcome{reversed(after.value), {}};
    if (after.distance) {
        const int rest = metric == mulino::Metric::Dtc && !turn.quiet() ? 0 : *after.distance;
        outcome.distance = static_cast<std::uint16_t>(rest + 1);
    }
    return outcome;
}

}  // namespace

struct Prober::Impl {
    Impl(Database opened, const Family& of) : database(std::move(opened)), family(of) {
        rules.flying = database.family().flying;
        rules.protection = database.family().protection;
        rules.no_capture_limit = database.family().no_capture_limit;
    }

    bool limit_reached(const mulino::Position& position) const {
        return rules.no_capture_limit && position.plies_without_removal >= *rules.no_capture_limit;
    }

    // The outcome of a position after a turn: where the game is over, no table is needed.
    mulino::Result<mulino::Outcome> after_turn(const mulino::Position& position) const {
        if (is_lost(position, rules)) return mulino::Outcome{Wdl::Loss, std::uint16_t{0}};
        if (limit_reached(position)) return mulino::Outcome{};
        return database.probe(position);
    }

    Database database;
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
    auto database = Database::open(folders, family, {options.cache_bytes});
    if (!database) return outside(database.error());
    return Prober(std::make_unique<const Impl>(std::move(*database), options.family));
}

const Family& Prober::family() const { return impl_->family; }

Metric Prober::metric() const { return static_cast<Metric>(impl_->database.metric()); }

bool Prober::contains(const Subspace& subspace) const {
    return impl_->database.contains(inside(subspace));
}

std::vector<Subspace> Prober::subspaces() const {
    std::vector<Subspace> subspaces;
    for (const auto& s : impl_->database.subspaces()) subspaces.push_back(outside(s));
    return subspaces;
}

Result<Outcome> Prober::probe(const Position& position) const {
    const auto outcome = impl_->database.probe(inside(position));
    if (!outcome) return outside(outcome.error());
    return outside(*outcome);
}

Result<Value> Prober::value(const Position& position) const {
    const auto outcome = impl_->database.probe(inside(position));
    if (!outcome) return outside(outcome.error());
    return outside(outcome->value);
}

Result<std::vector<JudgedTurn>> Prober::turns(const Position& from) const {
    const mulino::Position position = inside(from);
    const auto known = impl_->database.probe(position);
    if (!known) return outside(known.error());
    std::vector<JudgedTurn> judged;
    if (is_lost(position, impl_->rules) || impl_->limit_reached(position)) return judged;
    for (const mulino::Turn& turn : legal_turns(position, impl_->rules)) {
        const mulino::Position after = play(position, turn);
        const auto outcome = impl_->after_turn(after);
        if (!outcome) return outside(outcome.error());
        judged.push_back({{turn.from, turn.to, turn.removed},
                          outside(after),
                          outside(of_turn(*outcome, turn, impl_->database.metric()))});
    }
    std::stable_sort(judged.begin(), judged.end(), [](const JudgedTurn& a, const JudgedTurn& b) {
        return rank_of(a.outcome) < rank_of(b.outcome);
    });
    if (judged.front().outcome.value != outside(known->value)) {
        return Error{ErrorCode::Damaged,
                     "the tables contradict one another: the best turn of '" +
                         mulino::to_string(position) + "' has another value than the position",
                     {}, {}, {}};
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
