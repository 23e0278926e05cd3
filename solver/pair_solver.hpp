// Solving one pair in memory: the first pass, then ply by ply from the end of the game backwards.
//
// The method is retrograde analysis by rows. The slots of a row are updated by one thread only, the
// row's owner, which reads what was decided one ply before in the rows that its turns lead to. So
// there is no shared writing, and the result is the same for any number of threads. Each turn is
// looked at once, from its target's side, when the target is decided; a position's `open` count
// falls with every turn that is found to lose, and at 0 the position is lost.
//
// An unequal pair has two tables over the same rows, by the side to move (`Mover`). In an equal
// pair without flying each quiet turn changes the parity of the position, and exchanging the sides
// maps one parity on the other. So one table holds everything: a slot of even parity stands for the
// class side to move, one of odd parity for the other side to move; what is missing is the mirror
// image (sides exchanged) of what is there.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "db/outcome.hpp"
#include "db/subspace.hpp"
#include "solver/arena.hpp"
#include "solver/bit_rows.hpp"
#include "solver/codes.hpp"
#include "solver/geometry.hpp"
#include "solver/parallel.hpp"
#include "solver/set_lists.hpp"

namespace mulino {

/// Who is to move in a table of the solver: the side whose set is the class set, or the other.
enum class Mover : std::uint8_t { ClassSide, OtherSide };

/// Known mistakes of earlier solvers, for tests that prove that we would notice them. Never set
/// outside tests.
enum class Fault : std::uint8_t {
    None,
    DistinctTargets,    ///< symmetric class sets: turns with the same target row counted once
    EagerRemovals,      ///< a removal that wins is committed at ply 1, whatever its distance
    DecideTwice,        ///< a decided slot may be decided again when a second frontier meets it
    StopAtEmptyPly,     ///< a ply that decides nothing is taken for the end
    ForgetLosingBound,  ///< a removal that loses does not delay the loss
};

/// Fills `codes` with the removal codes of a solved subspace, by index, translating each outcome
/// with `code`.
template <typename Symbol>
using ChildLoader =
    std::function<void(const Subspace& child, const std::function<Symbol(const Outcome&)>& code,
                       std::span<Symbol> codes)>;

/// What is reported after the first pass (ply 0) and after every ply.
struct PlyReport {
    unsigned ply;
    std::uint64_t decided_now;  ///< slots decided at this ply
    std::uint64_t decided;      ///< slots decided so far, of `slots`
    std::uint64_t slots;        ///< slots worked on
};

struct PairOptions {
    Metric metric = Metric::Dtw;
    /// Under a no-capture limit (metric Dtc): nothing is decided beyond this ply.
    std::optional<std::uint16_t> limit;
    Fault fault = Fault::None;
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const PlyReport&)> on_ply;
    /// Where the large arrays lie; must outlive the solver. By default one of its own.
    Arena* arena = nullptr;
};

/// The words that the decided slots of a row take, as a bit row or as a list of sets: a slot in
/// sixteen is still listed.
inline std::size_t frontier_words(const PairGeometry& geometry) { return 2 * geometry.row_words(); }
/// The bytes of an arena in which a pair can be solved.
std::uint64_t pair_arena(Pair pair, Flying flying, std::size_t symbol_bytes);
/// The memory in bytes that solving a pair takes at its peak, children included.
std::uint64_t pair_memory(Pair pair, Flying flying, std::size_t symbol_bytes);

template <typename Symbol>
class PairSolver {
public:
    PairSolver(Pair pair, Flying flying, Protection protection, Workers& workers,
               PairOptions options);

    /// Solves the pair. Throws Stopped, SymbolsTooNarrow or std::bad_alloc.
    void solve(const ChildLoader<Symbol>& load_child);

    /// The symbols of an ordered subspace by index, after solve(). In an equal pair both are one.
    std::span<const Symbol> larger_to_move() const { return tables_[0].symbols.span(); }
    std::span<const Symbol> smaller_to_move() const {
        return (tables_[1].symbols.size() != 0 && !geometry_.index().pair().equal())
                   ? tables_[1].symbols.span()
                   : tables_[0].symbols.span();
    }

private:
    using Code = Codes<Symbol>;
    // The symbols of removals entered in a row: when they fall due.
    using DueSet = std::bitset<Code::kMaxSymbol + 1>;

    struct Table {
        Buffer<Symbol> symbols;
        Buffer<std::uint8_t> open;  // turns not yet known to lose
        std::vector<DueSet> due;
    };
    struct Scratch;
    // The slots decided at one ply, row by row. Few are held as a list of their sets, many as a bit
    // row, in the same place. Sets of at most 16 places are listed in two bytes each: what the rows
    // read of one another is what the memory is busy with.
    class Frontier {
    public:
        Frontier() = default;
        Frontier(Arena& arena, const PairGeometry& geometry)
            : stride_(frontier_words(geometry)),
              narrow_(geometry.free_points() <= 16),
              storage_(arena, geometry.index().rows() * stride_),
              count_(geometry.index().rows(), 0) {}
        std::uint32_t count(Row row) const { return count_[row]; }
        void clear(Row row) { count_[row] = 0; }
        bool is_list(Row row) const { return count_[row] <= list_limit(); }
        /// The bytes that a set takes in a list.
        std::size_t set_bytes() const { return narrow_ ? sizeof(std::uint16_t) : sizeof(Bitboard); }
        /// The most slots that are held as a list.
        std::size_t list_limit() const { return stride_ * sizeof(Word) / set_bytes(); }
        /// The listed sets; `room` is for as many of them.
        std::span<const Bitboard> list(Row row, Bitboard* room) const;
        const Word* bits(Row row) const { return storage_.data() + row * stride_; }
        /// Both return how many slots they set.
        std::uint32_t set_list(Row row, std::span<const Bitboard> sets,
                               const PairGeometry& geometry);
        std::uint32_t set_bits(Row row, const Word* found, const PairGeometry& geometry,
                               Scratch& scratch);

    private:
        std::size_t stride_ = 0;
        bool narrow_ = false;
        Buffer<Word> storage_;
        std::vector<std::uint32_t> count_;
    };
    using Frontiers = std::array<Frontier, 2>;  // by Mover
    // What leads to the slots of a row: the class side's edges to rows with news, and how many
    // slots were decided one ply ago where the turns of each mover lead.
    struct News {
        std::array<const RowEdge*, kMaxEdges> edges;
        std::size_t edge_count;
        std::array<std::uint64_t, 2> slots;
    };

    bool split() const { return geometry_.split_by_parity(); }
    std::size_t row_size() const { return geometry_.index().row_size(); }
    std::size_t rows() const { return geometry_.index().rows(); }
    std::size_t grain() const { return rows() / 1024 + 1; }
    Table& table(Mover mover) { return tables_[split() ? 0 : static_cast<std::size_t>(mover)]; }
    Symbol* symbols(Mover mover, Row row) { return table(mover).symbols.data() + row * row_size(); }
    std::uint8_t* open(Mover mover, Row row) { return table(mover).open.data() + row * row_size(); }
    template <typename Body>
    void for_rows(const Body& body);
    void check_stop() const;

    // First pass (first_pass.cpp).
    void first_pass(const ChildLoader<Symbol>& load_child);
    Buffer<Symbol> load(const ChildLoader<Symbol>& load_child, const Subspace& child);
    void best_removal_of_other(const Symbol* child, const std::vector<Word>& child_holds, Row row,
                               Symbol* best, Scratch& scratch) const;
    void best_removal_of_class(const Symbol* child, Row row, Symbol* best, Scratch& scratch) const;
    void class_side_turns(Row row, const Symbol* best, Symbol* codes, Scratch& scratch) const;
    void other_side_turns(Row row, const Symbol* best, Symbol* codes, Scratch& scratch) const;
    // What a removal code enters in a slot.
    struct Entry {
        Symbol symbol;
        std::uint16_t due;   // when it falls due; kNeverDue, or kTooLate if that cannot be counted
        std::uint8_t turns;  // the turns that it stands for
    };
    static constexpr std::uint16_t kNeverDue = Code::kMaxSymbol + 1;
    static constexpr std::uint16_t kTooLate = Code::kMaxSymbol + 2;
    std::vector<Entry> entries() const;
    void enter(Mover mover, Row row, const Symbol* codes, const std::vector<Entry>& entries);

    // The plies (pair_solver.cpp).
    Frontiers empty_frontiers();
    std::uint64_t decide(Wdl value, unsigned ply, const Frontiers& source, Frontiers& sink);
    void report(unsigned ply, std::uint64_t decided_now);
    void plies_to_end();
    void plies_to_removal();

    // One step (ply.cpp): wins from the losses of one ply before, or losses from the wins.
    struct Step {
        Wdl decides;
        Symbol symbol;            // of what is decided
        const Frontiers& source;  // decided one ply before
        Frontiers& sink;          // decided now
    };
    std::uint64_t advance(const Step& step);
    void look_ahead(const Step& step, Row row, News& news);
    std::uint64_t advance_row(const Step& step, Row row, const News& news,
                              std::span<const Mover> movers, Scratch& scratch);
    std::span<const Bitboard> reached_sets(const Frontier& reached, Row row, const Word* within,
                                           Scratch& scratch) const;
    template <typename Update>
    void for_turns(const Step& step, const News& news, Row row, Mover mover, Scratch& scratch,
                   const Update& update) const;
    template <typename Update>
    void for_class_turns(const Frontier& reached, const News& news, Scratch& scratch,
                         const Update& update) const;
    template <typename Update>
    void for_other_turns(const Frontier& reached, Row row, Scratch& scratch,
                         const Update& update) const;
    void find_symbol(const Symbol* symbols, Symbol wanted, Word* found) const;
    void release_due_losses(Symbol* symbols, std::uint8_t* open, Symbol due,
                            Scratch& scratch) const;
    void scan(const Step& step, Symbol* symbols, std::uint8_t* open, Word* found) const;

    // Equal pairs (mirror.cpp).
    void other_slots(const RowShape& shape, Word* words) const;
    void take_mirrored(const Symbol* from, const RowShape& shape, const Word* which, Symbol* to,
                       Scratch& scratch) const;
    Buffer<Symbol> with_mirrored(const Symbol* from);

    PairGeometry geometry_;
    Workers& workers_;
    PairOptions options_;
    FindEqual find_equal_bytes_ = find_equal_bytes();
    std::unique_ptr<Arena> own_arena_;
    Arena& arena_;
    Table tables_[2];
    std::atomic<unsigned> last_due_{0};  // the largest symbol entered for a removal
    std::uint64_t decided_ = 0;
};

}  // namespace mulino
