#include "verify/sample_check.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <mutex>
#include <optional>

#include "game/turn.hpp"
#include "verify/numbering.hpp"
#include "verify/outcome_codes.hpp"
#include "verify/row_check.hpp"
#include "verify/team.hpp"

namespace mulino::verify {

namespace {

// Positions that a thread draws before it asks for more.
constexpr std::uint64_t kDrawnAtOnce = 256;

// The generator SplitMix64: any seed is good, and every draw can have its own.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }
    /// Uniform in 0 … n−1: what would make some numbers more frequent is drawn again.
    std::uint64_t below(std::uint64_t n) {
        const std::uint64_t surplus = (0 - n) % n;
        std::uint64_t drawn = next();
        while (drawn < surplus) drawn = next();
        return drawn % n;
    }

private:
    std::uint64_t state_;
};

// Draws canonical positions of some subspaces.
class Urn {
public:
    explicit Urn(std::span<const Subspace> subspaces)
        : subspaces_(subspaces.begin(), subspaces.end()) {
        for (const Subspace& s : subspaces_) {
            const int larger = std::max(s.mover, s.opponent);
            const int smaller = std::min(s.mover, s.opponent);
            auto& classes = classes_[static_cast<std::size_t>(larger)];
            if (!classes) classes = std::make_unique<ClassNumbers>(larger);
            auto& slots =
                slots_[static_cast<std::size_t>(larger)][static_cast<std::size_t>(smaller)];
            if (!slots) slots = std::make_unique<SubsetNumbers>(kPoints - larger, smaller);
            total_ += std::uint64_t{classes->size()} * slots->size();
            ends_.push_back(total_);
        }
    }

    Position draw(Random& random) const {
        while (true) {
            std::uint64_t slot = random.below(total_);
            const auto found = static_cast<std::size_t>(
                std::upper_bound(ends_.begin(), ends_.end(), slot) - ends_.begin());
            if (found > 0) slot -= ends_[found - 1];
            if (const auto position = canonical(subspaces_[found], slot)) return *position;
        }
    }

private:
    // The position of a slot if that is its lowest: so each position has one chance.
    std::optional<Position> canonical(const Subspace& s, std::uint64_t slot) const {
        const std::size_t larger = std::max(s.mover, s.opponent);
        const std::size_t smaller = std::min(s.mover, s.opponent);
        const ClassNumbers& classes = *classes_[larger];
        const SubsetNumbers& slots = *slots_[larger][smaller];
        const auto row = static_cast<std::uint32_t>(slot / slots.size());
        const auto place = static_cast<std::uint32_t>(slot % slots.size());
        FreePoints free;
        free.assign(classes.representative(row));
        RowDuplicates duplicates;
        duplicates.assign(classes.keepers(row), free);
        const Bitboard packed = slots.sets()[place];
        if (duplicates.lowest_slot(place, packed, slots) != place) return std::nullopt;
        Position position;
        position.men = {classes.representative(row), free.unpack(packed)};
        if (s.mover < s.opponent) std::swap(position.men[0], position.men[1]);
        return position;
    }

    std::vector<Subspace> subspaces_;
    std::vector<std::uint64_t> ends_;
    std::uint64_t total_ = 0;
    std::array<std::unique_ptr<ClassNumbers>, kPoints> classes_;
    std::array<std::array<std::unique_ptr<SubsetNumbers>, kPoints>, kPoints> slots_;
};

LocalRule rule_of(const Database& database) {
    return {database.metric(), database.family().no_capture_limit};
}

}  // namespace

Result<Outcome> outcome_by_turns(const Database& database, const Rules& rules,
                                 const Position& position, std::uint64_t& probes) {
    const LocalRule rule = rule_of(database);
    std::optional<Outcome> best;
    for (const Turn& turn : legal_turns(position, rules)) {
        Position after = play(position, turn);
        after.plies_without_removal = 0;
        const auto stored = database.probe(after);
        ++probes;
        if (!stored) return tl::unexpected(stored.error());
        const Outcome outcome = rule.after_turn(*stored, !turn.quiet());
        if (!best || LocalRule::better(outcome, *best)) best = outcome;
    }
    return rule.before(best);
}

Result<SampleCheck> check_sample(const Database& database, const Rules& rules,
                                 std::span<const Subspace> subspaces, std::uint64_t size,
                                 std::uint64_t seed, const CheckOptions& options) {
    assert(!subspaces.empty());
    if (auto good = checkable(database.family(), database.metric()); !good) {
        return tl::unexpected(good.error());
    }
    const Urn urn(subspaces);
    const Team team(options.threads);
    std::vector<RowTotals> totals(team.threads(), {0, options.named});
    std::vector<std::uint64_t> probes(team.threads(), 0);
    std::mutex mutex;
    std::optional<Error> error;
    std::uint64_t done = 0;
    team.for_each((size + kDrawnAtOnce - 1) / kDrawnAtOnce, [&](std::size_t part, std::size_t w) {
        if (options.stop != nullptr && options.stop->load()) throw CheckStopped{};
        const std::uint64_t first = part * kDrawnAtOnce;
        const std::uint64_t end = std::min(first + kDrawnAtOnce, size);
        for (std::uint64_t i = first; i < end; ++i) {
            Random random(seed + i * 0xD1342543DE82EF95);
            const Position position = urn.draw(random);
            const auto stored = database.probe(position);
            ++probes[w];
            const auto expected =
                stored ? outcome_by_turns(database, rules, position, probes[w]) : stored;
            if (!expected) {
                const std::lock_guard lock(mutex);
                if (!error) error = expected.error();
                return;
            }
            if (*stored == *expected) continue;
            totals[w].differ(i, difference_at(Difference::Kind::Outcome, position.mover(),
                                              position.opponent(), *stored, *expected));
        }
        const std::lock_guard lock(mutex);
        done += end - first;
        if (options.on_progress) options.on_progress(done, size);
    });
    if (error) return tl::unexpected(*error);
    SampleCheck check;
    check.positions = size;
    for (std::size_t w = 0; w < team.threads(); ++w) {
        check.probes += probes[w];
        if (w > 0) totals[0].join(totals[w]);
    }
    check.differences = totals[0].differences();
    check.first = totals[0].first();
    return check;
}

}  // namespace mulino::verify
