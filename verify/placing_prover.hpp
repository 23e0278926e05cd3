// Exact values of the placing phase, by search down to the tables of the moving phase.
//
// The value of a position is settled by two claims: "the mover holds the draw" and "the opponent
// holds the draw". Each has only two answers, so its search is a plain depth-first one that stops
// at the first turn that settles a position: much smaller than a search for the value. The placing
// phase has a fixed length, so nothing repeats and a claim once settled holds for good; all but
// those of the last ply are remembered, positions up to symmetry.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "db/outcome.hpp"
#include "game/rules.hpp"
#include "game/turn_generator.hpp"
#include "verify/claim_table.hpp"
#include "verify/value_store.hpp"

namespace mulino::verify {

/// The side of which a claim says that it gets a draw or more, seen from the position.
enum class Holder : std::uint8_t { Mover, Opponent };

constexpr Holder other(Holder holder) {
    return holder == Holder::Mover ? Holder::Opponent : Holder::Mover;
}

/// The work a search has done.
struct SearchCounts {
    std::uint64_t nodes = 0;   ///< positions of the placing phase looked into
    std::uint64_t probes = 0;  ///< values looked up
};

/// Thrown by a search that was asked to stop.
struct SearchStopped {};

/// Thread safety: none; every thread has its own, and all may share the values.
class PlacingProver {
public:
    /// `values` must outlive the prover; its database is of the family of `rules`. `table_bytes`:
    /// the memory for claims at most.
    PlacingProver(ValueStore& values, const Rules& rules,
                  std::size_t table_bytes = std::size_t{1} << 30);

    /// `stop` is asked after fixed numbers of nodes from now on; `interrupt` each time something had
    /// to be unpacked, which depends on what went before. Once one says true, the search throws
    /// SearchStopped.
    void set_stop(std::function<bool()> stop, std::function<bool()> interrupt = {});

    /// Claims that have been settled elsewhere, which are looked up as well: by the same values and
    /// rules. Nothing: none.
    void set_settled(std::shared_ptr<const ClaimTable> settled) { settled_ = std::move(settled); }

    /// Whether `holder` gets a draw or more from the position. Throws: ValueStore::Failure,
    /// SearchStopped, std::bad_alloc.
    bool holds(const MoverView& view, Holder holder);

    /// The value for the mover, by both claims. Throws as holds().
    Wdl value(const MoverView& view);

    /// The same claim, if it is remembered or close to the tables. Throws as holds().
    std::optional<bool> known(const MoverView& view, Holder holder);

    const SearchCounts& counts() const { return counts_; }
    const ClaimTable& claims() const { return claims_; }
    ClaimTable& claims() { return claims_; }

    /// The claim, if it is remembered or was settled elsewhere. Cost: look-ups in memory.
    std::optional<bool> settled(const MoverView& view, Holder holder) const {
        return find(key(view, holder));
    }

    /// The number under which a claim is remembered: the same for all images of a position.
    std::uint64_t key(const MoverView& view, Holder holder) const;
    /// The men in hand, of both sides, in the position of a number.
    static int plies_left(std::uint64_t key) { return static_cast<int>(key >> 48 & 31); }

private:
    // The turns of a position, by what follows, the most promising first.
    struct Turns {
        std::vector<std::uint32_t> order;  // promise (less is better) and place in `after`
        std::vector<MoverView> after;
        std::vector<std::uint64_t> keys;  // in that order; 0 where nothing is to be searched
        const MoverView& best(std::size_t i) const { return after[order[i] & 0xFFFF]; }
    };

    void prefetch(std::uint64_t key) const {
        if (settled_) settled_->prefetch(key);
        claims_.prefetch(key);
    }
    std::optional<bool> find(std::uint64_t key) const {
        if (settled_) {
            if (const auto answer = settled_->find(key)) return answer;
        }
        return claims_.find(key);
    }
    bool settle(const MoverView& view, Holder holder, std::uint64_t key);
    bool settle_by_turns(Turns& turns, Holder holder);
    bool settle_before_last(Turns& turns, Holder holder);
    bool settle_last(const MoverView& view, Holder holder);
    void look();
    Wdl value_of(const ValueStore::Row& row, Bitboard other_set);
    Wdl value_of(Bitboard mover, Bitboard opponent);
    bool look_up(const MoverView& view, Holder holder);
    void list(const MoverView& view, Turns& turns) const;

    ValueStore& values_;
    Rules rules_;
    ClaimTable claims_;
    std::shared_ptr<const ClaimTable> settled_;
    SearchCounts counts_;
    std::function<bool()> stop_;
    std::function<bool()> interrupt_;
    std::uint64_t next_look_ = 0;   // at `stop_`, by nodes
    std::uint64_t unpackings_ = 0;  // of the values, when `interrupt_` was asked last
    std::array<const ClassNumbers*, kMaxMen + 1> classes_{};
    std::array<std::vector<std::uint8_t>, kMaxMen + 1> symmetric_;  // by men, row: has keepers
    std::array<Turns, 2 * kMaxMen + 1> turns_;                      // by plies left
};

}  // namespace mulino::verify
