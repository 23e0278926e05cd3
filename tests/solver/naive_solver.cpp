#include "tests/solver/naive_solver.hpp"

#include <algorithm>
#include <utility>

#include "game/turn_generator.hpp"

namespace mulino::test {

namespace {

// One of the two sides to move, while the pair is solved. Positions are kept by the set of the
// opponent, which stands still: quiet turns lead to positions in which it is the mover's set.
class SideToMove {
public:
    SideToMove(RawTable& own, const RawTable& next, const RawTable* after_removal,
               const Rules& rules, Metric metric)
        : own_(own), next_(next), after_removal_(after_removal), rules_(rules), metric_(metric) {
        const std::vector<Bitboard>& standing_sets = own.opponent_sets().sets();
        groups_.resize(standing_sets.size());
        fresh_.resize(own.mover_sets().size());
        next_fresh_.resize(own.mover_sets().size());
        for (std::size_t i = 0; i < standing_sets.size(); ++i) {
            Group& group = groups_[i];
            group.standing = standing_sets[i];
            group.undecided.reserve(groups_[0].undecided.size());  // all are of one size
            for (const Bitboard set : own.mover_sets().sets()) {
                if ((set & group.standing) == 0) group.undecided.push_back(set);
            }
        }
    }

    /// Judges all that may have changed, by what was decided before `ply`. Returns whether anything
    /// was decided.
    bool judge(unsigned ply, const SideToMove& opponents) {
        bool decided = false;
        std::vector<char> touched(own_.mover_sets().size());
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            Group& group = groups_[i];
            const Fresh& fresh = opponents.fresh_[i];
            const std::vector<Bitboard> due = std::exchange(group.due_at(ply), {});
            if (ply > 0 && fresh.sets.empty() && due.empty()) continue;
            const bool all = ply == 0 || fresh.many;
            std::fill(touched.begin(), touched.end(), all ? 1 : 0);
            if (!all) touch(fresh.sets, touched);
            for (const Bitboard set : due) touched[own_.mover_sets().rank(set)] = 1;
            const bool may_win = fresh.losses || !due.empty();
            const Cell* next = next_.row(group.standing);
            std::erase_if(group.undecided, [&](Bitboard set) {
                if (touched[own_.mover_sets().rank(set)] == 0) return false;
                const Cell cell = judge(set, group, next, ply, may_win);
                if (cell.open()) return false;
                own_.cell(set, group.standing) = cell;
                next_fresh_[own_.mover_sets().rank(set)].add(group.standing, cell.lost(),
                                                             own_.opponent_sets().size() / 64);
                decided = true;
                return true;
            });
        }
        return decided;
    }

    /// To be called for both sides after a ply.
    void end_ply() {
        std::swap(fresh_, next_fresh_);
        next_fresh_.assign(fresh_.size(), {});
    }

    /// The last ply at which a removal may decide something.
    unsigned last_due() const { return last_due_; }

private:
    struct Group {
        Bitboard standing;
        std::vector<Bitboard> undecided;  // sets of the mover
        // By ply, the sets for which a removal's outcome begins to count at that ply.
        std::vector<std::vector<Bitboard>> due;

        std::vector<Bitboard>& due_at(unsigned ply) {
            if (due.size() <= ply) due.resize(ply + 1);
            return due[ply];
        }
    };
    // What was decided at one ply, of the positions with one set of the mover.
    struct Fresh {
        std::vector<Bitboard> sets;  // of the opponent; not all of them where there are many
        bool many = false;
        bool losses = false;

        void add(Bitboard set, bool lost, std::size_t most) {
            many = many || sets.size() > most;
            if (!many) sets.push_back(set);
            losses = losses || lost;
        }
    };

    // Marks all sets that differ from one of `sets` in one man, whatever the rules make of that.
    void touch(const std::vector<Bitboard>& sets, std::vector<char>& touched) const {
        for (const Bitboard set : sets) {
            for_each_point(set, [&](Point man) {
                for_each_point(kFullBoard & ~set, [&](Point place) {
                    touched[own_.mover_sets().rank((set ^ bit(man)) | bit(place))] = 1;
                });
            });
        }
    }

    Cell judge(Bitboard set, Group& group, const Cell* next, unsigned ply, bool may_win) {
        const MoverView view{set, group.standing, 0, 0};
        // At ply 0 only removals matter, and whether there is a turn at all.
        if (ply == 0 && (closing_points(set) & view.empty()) == 0) {
            return has_turn(view, rules_) ? Cell() : Cell::loss(0);
        }
        bool wins = false;
        bool loses = true;
        for_each_turn(view, rules_, [&](const TurnBits& turn) {
            const Bitboard moved = (set ^ turn.from) | turn.to;
            Cell cell;
            if (turn.removed == 0) {
                cell = next[next_.opponent_sets().rank(moved)];
            } else if (after_removal_ == nullptr) {
                cell = Cell::loss(0);
            } else {
                cell = after_removal_->cell(group.standing ^ turn.removed, moved);
                if (metric_ == Metric::Dtc && !cell.open()) {
                    cell = cell.won() ? Cell::win(0) : Cell::loss(0);
                }
            }
            if (ply == 0) {
                // Nothing is decided by a turn yet; note when removals begin to count.
                loses = false;
                if (turn.removed != 0 && !cell.open()) {
                    const unsigned counts = cell.plies() + 1;
                    std::vector<Bitboard>& due = group.due_at(counts);
                    if (due.empty() || due.back() != set) due.push_back(set);
                    last_due_ = std::max(last_due_, counts);
                }
                return true;
            }
            // What was decided at this very ply does not count yet.
            const bool known = !cell.open() && cell.plies() < ply;
            loses = loses && known && cell.won();
            wins = wins || (known && cell.lost());
            return !wins && (loses || may_win);
        });
        if (wins) return Cell::win(ply);
        return loses ? Cell::loss(ply) : Cell();
    }

    RawTable& own_;
    const RawTable& next_;
    const RawTable* after_removal_;
    const Rules& rules_;
    Metric metric_;
    std::vector<Group> groups_;
    std::vector<Fresh> fresh_;       // decided one ply ago, by the mover's set
    std::vector<Fresh> next_fresh_;  // decided at this ply
    unsigned last_due_ = 0;
};

RawTable& add_table(RawTables& tables, int mover, int opponent) {
    tables.erase({mover, opponent});
    return tables.try_emplace({mover, opponent}, mover, opponent).first->second;
}

}  // namespace

void naive_solve(int a, int b, const Rules& rules, RawTables& tables, const Measure& measure) {
    const auto after_removal = [&](int mover, int opponent) {
        return opponent > kMinMen ? &tables.at({opponent - 1, mover}) : nullptr;
    };
    RawTable& first = add_table(tables, a, b);
    RawTable& second = a == b ? first : add_table(tables, b, a);
    std::vector<SideToMove> sides;
    sides.reserve(2);
    sides.emplace_back(first, second, after_removal(a, b), rules, measure.metric);
    if (a != b) sides.emplace_back(second, first, after_removal(b, a), rules, measure.metric);

    for (unsigned ply = 0; !measure.limit || ply <= *measure.limit; ++ply) {
        bool decided = false;
        unsigned last_due = 0;
        for (std::size_t i = 0; i < sides.size(); ++i) {
            decided |= sides[i].judge(ply, sides[sides.size() - 1 - i]);
            last_due = std::max(last_due, sides[i].last_due());
        }
        for (SideToMove& side : sides) side.end_ply();
        if (!decided && ply > last_due) break;
    }
}

void naive_solve_from_the_end(int a, int b, const Rules& rules, RawTables& tables,
                              const Measure& measure) {
    if (a < kMinMen || b < kMinMen || tables.contains({a, b})) return;
    naive_solve_from_the_end(a - 1, b, rules, tables, measure);
    naive_solve_from_the_end(a, b - 1, rules, tables, measure);
    naive_solve(a, b, rules, tables, measure);
}

}  // namespace mulino::test
