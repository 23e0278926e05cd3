#include "engine/placing_search.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "game/turn_generator.hpp"

namespace mulino {
namespace {

// A score orders the outcomes for the side to move: kWon − d for a win in d plies, 0 for a draw,
// d − kWon for a loss in d. Where the tables have no distances to the end, d is 0 throughout.
using Score = std::int32_t;
constexpr Score kWon = 1 << 20;
// Wins of whatever distance are above, losses below minus this.
constexpr Score kBorder = kWon / 2;

Score score_of(const Outcome& outcome, Metric metric) {
    const Score distance = metric == Metric::Dtw ? outcome.distance.value_or(0) : 0;
    if (outcome.value == Wdl::Win) return kWon - distance;
    return outcome.value == Wdl::Loss ? distance - kWon : 0;
}

// What remains to be searched when a thing that cannot be undone happens.
enum class Stop : std::uint8_t { None, Time, MissingTable, Failure };

// Seen positions with the bounds found for their scores, in buckets of two: one keeps what cost
// most, the other what came last.
class Memory {
public:
    struct Entry {
        std::uint64_t key = 0;
        Score lower = 0;
        Score upper = 0;
        std::uint8_t plies = 0;
    };

    Memory() : entries_(std::size_t{2} << kBucketBits) {}

    const Entry* find(std::uint64_t key) const {
        const std::size_t place = bucket(key);
        for (std::size_t i = place; i < place + 2; ++i) {
            if (entries_[i].key == key) return &entries_[i];
        }
        return nullptr;
    }

    void store(const Entry& entry) {
        const std::size_t place = bucket(entry.key);
        Entry& costly = entries_[place];
        Entry& recent = entries_[place + 1];
        if (costly.key == entry.key || entry.plies >= costly.plies) {
            if (costly.key != entry.key) recent = costly;
            costly = entry;
        } else {
            recent = entry;
        }
    }

private:
    static constexpr int kBucketBits = 19;

    static std::size_t bucket(std::uint64_t key) {
        constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;
        return static_cast<std::size_t>(key * kSpread >> (64 - kBucketBits)) * 2;
    }

    std::vector<Entry> entries_;
};

// The same for all images of a position under the symmetries, different otherwise, never 0.
std::uint64_t key_of(const MoverView& view) {
    std::uint64_t least = ~std::uint64_t{0};
    for (Symmetry s = 0; s < kSymmetries; ++s) {
        least =
            std::min(least, std::uint64_t{apply(s, view.own)} << kPoints | apply(s, view.other));
    }
    // With the hands in the upper bits; some man is in hand, so the key is not 0.
    return least | std::uint64_t{view.own_hand} << 48 | std::uint64_t{view.other_hand} << 52;
}

// How promising a turn looks: removals, then mills stopped, then mills threatened.
int promise(const MoverView& view, const TurnBits& turn) {
    const Point to = lowest(turn.to);
    const Bitboard threats = closing_points(view.own | turn.to) & view.empty();
    return 100 * count(turn.removed) + 30 * mills_closed(view.other, to) + 8 * count(threats) +
           count(kNeighbours[to] & view.empty());
}

}  // namespace

struct PlacingSearch::Impl {
    Impl(const Database& tables, const Rules& game) : database(tables), rules(game) {}

    struct Candidate {
        int promise;
        MoverView child;
    };

    const Database& database;
    Rules rules;
    Memory memory;
    std::array<std::vector<Candidate>, 2 * kMaxMen + 1> candidates;  // by plies left
    Clock::time_point deadline;
    std::uint64_t nodes = 0;
    Stop stop = Stop::None;
    std::optional<Error> error;

    Score leaf(const MoverView& view) {
        Position position;
        position.men = {view.own, view.other};
        const Result<Outcome> outcome = database.probe(position);
        if (outcome) return score_of(*outcome, database.metric());
        stop = outcome.error().code == ErrorCode::MissingTable ? Stop::MissingTable : Stop::Failure;
        error = outcome.error();
        return 0;
    }

    // One ply nearer to the root a win or loss is one ply longer, where distances are known.
    Score seen_from_parent(Score child) const {
        const Score step = database.metric() == Metric::Dtw ? 1 : 0;
        return child > 0 ? step - child : child < 0 ? -child - step : 0;
    }
    // The bound for the children that corresponds to a bound for their parent.
    Score bound_for_child(Score parent) const {
        const Score step = database.metric() == Metric::Dtw ? 1 : 0;
        return parent > 0 ? -parent - step : parent < 0 ? step - parent : 0;
    }

    // Fail-soft alpha-beta: exact within (alpha, beta), otherwise a bound. Nothing it returns
    // counts once `stop` is set.
    Score search(const MoverView& view, Score alpha, Score beta) {
        if (count(view.own) + view.own_hand < kMinMen) return -kWon;
        if (view.own_hand == 0 && view.other_hand == 0) return leaf(view);
        if ((++nodes & 255) == 0 && Clock::now() >= deadline) stop = Stop::Time;
        if (stop != Stop::None) return 0;

        Memory::Entry entry{key_of(view), -kWon, kWon,
                            static_cast<std::uint8_t>(view.own_hand + view.other_hand)};
        if (const Memory::Entry* const seen = memory.find(entry.key)) {
            entry = *seen;
            if (entry.lower >= beta || entry.lower == entry.upper) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
        }
        // What is known already narrows the window; the score is then compared with the narrow one.
        const Score floor = std::max(alpha, entry.lower);
        const Score ceiling = std::min(beta, entry.upper);
        const Score best = search_children(view, entry.plies, floor, ceiling);
        if (stop != Stop::None) return 0;
        if (best > floor) entry.lower = best;
        if (best < ceiling) entry.upper = std::max(best, entry.lower);
        memory.store(entry);
        return best <= floor ? entry.upper : best;
    }

    Score search_children(const MoverView& view, std::uint8_t plies, Score alpha, Score beta) {
        std::vector<Candidate>& turns = candidates[plies];
        turns.clear();
        for_each_turn(view, rules, [&](const TurnBits& turn) {
            turns.push_back({promise(view, turn), play(view, turn)});
        });
        std::stable_sort(turns.begin(), turns.end(), [](const Candidate& a, const Candidate& b) {
            return a.promise > b.promise;
        });
        Score best = -kWon;
        for (const Candidate& turn : turns) {
            const Score score = seen_from_parent(
                search(turn.child, bound_for_child(beta), bound_for_child(std::max(alpha, best))));
            if (stop != Stop::None) return 0;
            best = std::max(best, score);
            if (best >= beta) break;
        }
        return best;
    }

    void begin(Clock::time_point until) {
        deadline = until;
        stop = Clock::now() >= until ? Stop::Time : Stop::None;
        error.reset();
    }

    // An error that is worth telling, or unknown.
    Result<Evaluation> stopped() const {
        if (stop == Stop::Failure) return tl::unexpected(*error);
        return Evaluation{};
    }
};

PlacingSearch::PlacingSearch(const Database& database, const Rules& rules)
    : impl_(std::make_unique<Impl>(database, rules)) {}
PlacingSearch::PlacingSearch(PlacingSearch&&) noexcept = default;
PlacingSearch::~PlacingSearch() = default;

const std::optional<Error>& PlacingSearch::missing_table() const { return impl_->error; }

Result<Evaluation> PlacingSearch::value(const Position& position, Clock::time_point deadline) {
    assert(position.placing());
    impl_->begin(deadline);
    const MoverView view = view_of(position);
    // Two questions with narrow windows: is it won, and is it lost?
    const bool won = impl_->search(view, kBorder - 1, kBorder) >= kBorder;
    if (impl_->stop != Stop::None) return impl_->stopped();
    if (won) return Evaluation{Wdl::Win, {}};
    const bool lost = impl_->search(view, -kBorder, 1 - kBorder) <= -kBorder;
    if (impl_->stop != Stop::None) return impl_->stopped();
    return Evaluation{lost ? Wdl::Loss : Wdl::Draw, {}};
}

Result<Evaluation> PlacingSearch::value_and_distance(const Position& position,
                                                     Clock::time_point deadline) {
    assert(position.placing());
    impl_->begin(deadline);
    const Score score = impl_->search(view_of(position), -kWon, kWon);
    if (impl_->stop != Stop::None) return impl_->stopped();
    if (score == 0) return Evaluation{Wdl::Draw, {}};
    const Wdl value = score > 0 ? Wdl::Win : Wdl::Loss;
    if (impl_->database.metric() != Metric::Dtw) return Evaluation{value, {}};
    return Evaluation{value, static_cast<std::uint16_t>(kWon - std::abs(score))};
}

}  // namespace mulino
