// mulino::probe: exact outcomes of Nine Men's Morris positions from a set of tables.
//
//     auto prober = mulino::probe::Prober::open({"tables"});
//     auto position = mulino::probe::parse_position(".WW/.../.B./B....B/.../.../..W b");
//     auto outcome = prober->probe(*position);      // a loss in 26 plies
//
// docs/embedding.md is the guide. This header needs C++17 and the standard library only; it throws
// nothing for what comes from outside (files, texts, positions): that is what Result is for.
//
// Values and distances are always for the side to move. Distances count plies, turns of one side.
//
// Points are numbered ring by ring, clockwise from the upper left corner; a set of points is a mask
// of 24 bits, bit p standing for the point p:
//
//      0 -------- 1 -------- 2        a7 -------- d7 -------- g7
//      |  8 ----- 9 ---- 10  |        |  b6 ----- d6 ----- f6  |
//      |  |  16 - 17 - 18 |  |        |  |  c5 -- d5 -- e5  |  |
//      7 15  23       19 11  3        a4 b4 c4          e4 f4 g4
//      |  |  22 - 21 - 20 |  |        |  |  c3 -- d3 -- e3  |  |
//      | 14 ---- 13 ---- 12  |        |  b2 ----- d2 ----- f2  |
//      6 -------- 5 -------- 4        a1 -------- d1 -------- g1
#ifndef MULINO_PROBE_HPP
#define MULINO_PROBE_HPP

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mulino::probe {

/// What went wrong. The numbers are frozen and the same in the C interface; later versions may add
/// some.
enum class ErrorCode : int {
    BadPosition = 1,   ///< a text that is no position, or a position that cannot arise
    MissingTable = 4,  ///< no table for the position in any folder, or a folder without tables
    OtherFamily = 5,   ///< tables of other rules or of another distance than asked for
    OutOfRange = 6,    ///< a position that no table can hold
    Damaged = 7,       ///< a file whose bytes are wrong; the error names it, and the block
    BadVersion = 8,    ///< a file of a format that this library is too old for
    Io = 9,            ///< the system refused to open or read a file
    NoDistances = 10,  ///< an answer that would need distances the tables do not hold
    BadArgument = 11,  ///< any other argument that is wrong
    NoMemory = 12,     ///< reported by the C interface only; here std::bad_alloc is thrown
};

/// "missing table", "damaged file" …
std::string_view to_string(ErrorCode code);

struct Error {
    ErrorCode code{};
    std::string message;                  ///< one sentence that says what is wrong
    std::string file;                     ///< the file or folder concerned, or empty
    std::optional<std::uint32_t> block;   ///< the block of the file, where one block is damaged
    std::optional<std::uint64_t> offset;  ///< the byte of the file or the character of the text
};

/// A T or an Error.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const { return content_.index() == 0; }
    explicit operator bool() const { return has_value(); }
    /// Requires: has_value().
    T& operator*() { return *std::get_if<0>(&content_); }
    const T& operator*() const { return *std::get_if<0>(&content_); }
    T* operator->() { return std::get_if<0>(&content_); }
    const T* operator->() const { return std::get_if<0>(&content_); }
    /// Throws: std::bad_variant_access where there is an error.
    const T& value() const { return std::get<0>(content_); }
    /// Requires: !has_value().
    const Error& error() const { return *std::get_if<1>(&content_); }

private:
    std::variant<T, Error> content_;
};

enum class Side : std::uint8_t { White = 0, Black = 1 };

/// A position. The masks are sets of points, see above.
struct Position {
    std::uint32_t white = 0;
    std::uint32_t black = 0;
    Side to_move = Side::White;
    std::uint8_t white_hand = 0;  ///< men not placed yet
    std::uint8_t black_hand = 0;
    /// Plies since the last removal. Matters only to tables made under a no-capture limit.
    std::uint16_t plies_without_removal = 0;
};

/// Reads a position in any of the three spellings of docs/rules.md: the seven rows and the side to
/// move, as printed (".WW/.../.B./B....B/.../.../..W b"); the men by point
/// ("W:d7,g7,g1 B:d5,a4,g4 b"); the FEN of Sanmill. Errors: BadPosition, with the character.
Result<Position> parse_position(std::string_view text);
/// The position in rows. Bits above 23 and men that share a point are not shown.
std::string to_string(const Position& position);

/// "a1" … "g7". Requires: point < 24.
std::string_view point_name(std::uint8_t point);

/// The value of a position, for the side to move.
enum class Value : std::uint8_t { Loss = 0, Draw = 1, Win = 2 };

/// "loss", "draw", "win".
std::string_view to_string(Value value);

/// A value and, where the tables hold distances and the value is no draw, the distance in plies:
/// to the end of the game (dtw) or to the next removal or the end (dtc). The winner takes the
/// shortest way, the loser the longest.
struct Outcome {
    Value value = Value::Draw;
    std::optional<std::uint16_t> distance;
};

/// A turn: a man moved (or, where nothing is said of `from`, placed), and the men it removes.
struct Turn {
    std::optional<std::uint8_t> from;
    std::uint8_t to = 0;
    std::uint32_t removed = 0;  ///< the set of points
};

/// "d5-d6", "d5-d6xc4". Requires: points below 24.
std::string to_string(const Turn& turn);

/// A legal turn, the position it leads to, and its outcome for the side that plays it, the turn
/// itself counted: a turn that ends the game is a win in 1.
struct JudgedTurn {
    Turn turn;
    Position after;
    Outcome outcome;
};

/// The men on the board and in hand of the side to move and of its opponent: what a table is of.
struct Subspace {
    std::uint8_t mover = 0;
    std::uint8_t opponent = 0;
    std::uint8_t mover_hand = 0;
    std::uint8_t opponent_hand = 0;
};

enum class Flying : std::uint8_t {
    Own = 0,   ///< a side with exactly three men may fly
    Both = 1,  ///< both sides may, as soon as either has three
    Off = 2,   ///< nobody may
};

/// What may be removed when all men of the opponent stand in mills.
enum class Protection : std::uint8_t {
    Lifted = 0,    ///< any of them
    Absolute = 1,  ///< none
};

/// The rules that values depend on: the default is that of most rule sheets and of the sets one
/// finds to download.
struct Family {
    Flying flying = Flying::Own;
    Protection protection = Protection::Lifted;
    /// The game is drawn after so many plies without a removal; 0: never.
    std::uint16_t no_capture_limit = 0;
};

/// Which distance the tables hold.
enum class Metric : std::uint8_t {
    Wdl = 0,  ///< none
    Dtw = 1,  ///< plies to the end of the game
    Dtc = 2,  ///< plies to the next removal or the end
};

struct Options {
    /// Tables of another family are refused.
    Family family;
    /// Limit of the unpacked blocks kept in memory, in bytes.
    std::size_t cache_bytes = std::size_t{64} << 20;
};

/// One or several folders of tables, open for probing.
///
/// Opening reads the folders' lists of files and their manifests. A table's header is read when it
/// is first needed, its blocks one by one into the cache.
///
/// Thread safety: all const functions may be called from any threads at once; threads share the
/// cache and seldom wait for one another. Throws nothing but std::bad_alloc.
class Prober {
public:
    /// Where several folders hold a table for the same men, one with distances answers probe(),
    /// and the quickest (of the kind fast, if there is one) value(); of equals the first one named.
    /// Errors: MissingTable (a folder without tables), OtherFamily, Io, Damaged, BadVersion.
    static Result<Prober> open(const std::vector<std::filesystem::path>& folders,
                               const Options& options = {});
    Prober(Prober&&) noexcept;
    Prober& operator=(Prober&&) noexcept;
    ~Prober();

    const Family& family() const;
    /// The distance that some of the folders hold; Wdl where none does.
    Metric metric() const;
    /// Whether there is a file for positions with these men. Reads nothing.
    bool contains(const Subspace& subspace) const;
    /// The subspaces there are files for. Reads nothing.
    std::vector<Subspace> subspaces() const;

    /// The outcome of a position for the side to move. A side to move with fewer than three men in
    /// all has lost in 0 plies; no table is needed. Errors: OutOfRange (a position that no table
    /// can hold), MissingTable, OtherFamily, Damaged, BadVersion, Io; NoDistances where
    /// plies_without_removal is above 0 and matters, but the tables cannot tell how.
    Result<Outcome> probe(const Position& position) const;
    /// The value alone: what a search needs. Errors: as probe().
    Result<Value> value(const Position& position) const;
    /// All legal turns, best first: quick wins, slow wins, draws, slow losses, quick losses; empty
    /// where the game is over. Without distances turns of equal value stand in no better order
    /// than that of the board. Errors: as probe().
    Result<std::vector<JudgedTurn>> turns(const Position& position) const;
    /// The first of turns(); nothing where the game is over. Tables without distances answer too,
    /// but repeating turns that merely keep a win may never get there. Errors: as probe().
    Result<std::optional<JudgedTurn>> best_turn(const Position& position) const;

private:
    struct Impl;
    explicit Prober(std::unique_ptr<const Impl> impl);
    std::unique_ptr<const Impl> impl_;
};

}  // namespace mulino::probe

#endif
