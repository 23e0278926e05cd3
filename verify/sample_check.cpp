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

// Positions that are drawn, sorted and checked together: with 16 bytes for each.
constexpr std::uint64_t kPortion = std::uint64_t{1} << 24;
// Positions that a thread takes before it asks for more.
constexpr std::uint64_t kTaken = 256;

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

// Draws canonical positions of some subspaces, as places in the numbering of all of them together.
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

    std::uint64_t draw(Random& random) const {
        while (true) {
            const std::uint64_t place = random.below(total_);
            if (canonical(place)) return place;
        }
    }

    /// The position of a place if that is its lowest: so each position has one chance.
    std::optional<Position> canonical(std::uint64_t place) const {
        const auto found = static_cast<std::size_t>(
            std::upper_bound(ends_.begin(), ends_.end(), place) - ends_.begin());
        return canonical(subspaces_[found], found > 0 ? place - ends_[found - 1] : place);
    }

private:
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

// Draws and checks portion by portion.
class SampleRun {
public:
    SampleRun(const Database& database, const Rules& rules, std::span<const Subspace> subspaces,
              const CheckOptions& options)
        : database_(database),
          rules_(rules),
          options_(options),
          urn_(subspaces),
          team_(options.threads),
          totals_(team_.threads(), {0, options.named}),
          probes_(team_.threads(), 0) {}

    /// Draws the positions `first` … `first + number − 1` of `size` and checks them.
    Result<void> check(std::uint64_t first, std::uint64_t number, std::uint64_t size,
                       std::uint64_t seed) {
        drawn_.resize(number);
        for_parts([&](std::size_t i, std::size_t) {
            Random random(seed + (first + i) * 0xD1342543DE82EF95);
            drawn_[i] = {urn_.draw(random), first + i};
        });
        // In the order of the tables, so that a block is unpacked once and not for every probe.
        std::sort(drawn_.begin(), drawn_.end(), [](const Drawn& a, const Drawn& b) {
            return a.place != b.place ? a.place < b.place : a.number < b.number;
        });
        std::atomic<std::uint64_t> done{first};
        for_parts([&](std::size_t i, std::size_t worker) {
            check(drawn_[i], worker);
            if (++done % kTaken == 0) tell(done, size);
        });
        if (error_) return tl::unexpected(*error_);
        return {};
    }

    SampleCheck result(std::uint64_t size) {
        SampleCheck check;
        check.positions = size;
        for (std::size_t w = 0; w < team_.threads(); ++w) {
            check.probes += probes_[w];
            if (w > 0) totals_[0].join(totals_[w]);
        }
        check.differences = totals_[0].differences();
        check.first = totals_[0].first();
        return check;
    }

private:
    // A position, as its place in the urn, and which of all it is.
    struct Drawn {
        std::uint64_t place = 0;
        std::uint64_t number = 0;
    };

    // Calls `body(i, worker)` for each position of the portion.
    template <typename Body>
    void for_parts(const Body& body) {
        const std::size_t parts = (drawn_.size() + kTaken - 1) / kTaken;
        team_.for_each(parts, [&](std::size_t part, std::size_t worker) {
            if (options_.stop != nullptr && options_.stop->load()) throw CheckStopped{};
            const std::size_t end = std::min<std::size_t>((part + 1) * kTaken, drawn_.size());
            for (std::size_t i = part * kTaken; i < end; ++i) body(i, worker);
        });
    }

    void check(const Drawn& drawn, std::size_t worker) {
        const Position position = *urn_.canonical(drawn.place);
        const auto stored = database_.probe(position);
        ++probes_[worker];
        const auto expected =
            stored ? outcome_by_turns(database_, rules_, position, probes_[worker]) : stored;
        if (!expected) {
            const std::lock_guard lock(mutex_);
            if (!error_) error_ = expected.error();
        } else if (*stored != *expected) {
            totals_[worker].differ(drawn.number,
                                   difference_at(Difference::Kind::Outcome, position.mover(),
                                                 position.opponent(), *stored, *expected));
        }
    }

    void tell(std::uint64_t done, std::uint64_t size) {
        const std::lock_guard lock(mutex_);
        if (options_.on_progress) options_.on_progress(done, size);
    }

    const Database& database_;
    const Rules& rules_;
    const CheckOptions& options_;
    Urn urn_;
    Team team_;
    std::vector<RowTotals> totals_;
    std::vector<std::uint64_t> probes_;
    std::vector<Drawn> drawn_;
    std::mutex mutex_;
    std::optional<Error> error_;
};

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
    SampleRun run(database, rules, subspaces, options);
    for (std::uint64_t done = 0; done < size; done += std::min(kPortion, size - done)) {
        if (auto checked = run.check(done, std::min(kPortion, size - done), size, seed); !checked) {
            return tl::unexpected(checked.error());
        }
    }
    return run.result(size);
}

std::size_t sample_cache_bytes(const Database& database, std::span<const Subspace> subspaces) {
    std::size_t most = 0;
    for (const Subspace& subspace : subspaces) {
        std::size_t bytes = 0;
        for (const Subspace& needed : tables_needed(pair_of(subspace))) {
            const auto table = database.table(needed);
            if (!table) continue;  // told when it is probed
            bytes += (*table)->header().slots() * (*table)->symbol_bits() / 8;
        }
        most = std::max(most, bytes);
    }
    // Blocks are not spread evenly over the shards of the cache.
    return most + most / 2;
}

}  // namespace mulino::verify
