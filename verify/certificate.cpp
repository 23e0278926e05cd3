#include "verify/certificate.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <unordered_set>
#include <utility>

#include "db/output_file.hpp"
#include "game/turn.hpp"

namespace mulino::verify {

namespace {

constexpr int kZstdLevel = 19;

// The number of a position in a certificate.
std::uint64_t number_of(const Position& position) {
    std::uint64_t least = ~std::uint64_t{0};
    for (Symmetry s = 0; s < kSymmetries; ++s) {
        least = std::min(least, std::uint64_t{apply(s, position.mover())} << kPoints |
                                    apply(s, position.opponent()));
    }
    return least;
}

// The positions of one ply: all have the same men in hand and the same side to move.
class Ply {
public:
    explicit Ply(const Position& pattern) : pattern_(pattern) {}

    void add(std::uint64_t number) { numbers_.insert(number); }
    bool contains(std::uint64_t number) const { return numbers_.count(number) != 0; }
    bool empty() const { return numbers_.empty(); }
    Side to_move() const { return pattern_.to_move; }
    bool placing() const { return pattern_.placing(); }
    std::size_t size() const { return numbers_.size(); }

    std::vector<std::uint64_t> sorted() const {
        std::vector<std::uint64_t> numbers(numbers_.begin(), numbers_.end());
        std::sort(numbers.begin(), numbers.end());
        return numbers;
    }
    Position position(std::uint64_t number) const {
        Position position = pattern_;
        const auto mover = static_cast<std::size_t>(position.to_move);
        position.men[mover] = static_cast<Bitboard>(number >> kPoints);
        position.men[1 - mover] = static_cast<Bitboard>(number & kFullBoard);
        return position;
    }
    // The pattern of the next ply: one man placed.
    Position next_pattern() const {
        Position next = pattern_;
        --next.hand[static_cast<std::size_t>(next.to_move)];
        next.to_move = other(next.to_move);
        return next;
    }

private:
    Position pattern_;
    std::unordered_set<std::uint64_t> numbers_;
};

// Whether a claim is right, in terms of the prover: a win of one side is no draw of the other.
struct Question {
    Side side;
    bool wanted;

    explicit Question(const Claim& claim)
        : side(claim.value == Wdl::Draw ? claim.side : other(claim.side)),
          wanted(claim.value == Wdl::Draw) {}
    Holder holder(const Position& position) const {
        return position.to_move == side ? Holder::Mover : Holder::Opponent;
    }
    bool known(PlacingProver& prover, const Position& position) const {
        const auto answer = prover.known(view_of(position), holder(position));
        return answer && *answer == wanted;
    }
    bool right(PlacingProver& prover, const Position& position) const {
        return prover.holds(view_of(position), holder(position)) == wanted;
    }
};

// The turn with which the claim stays right. Of several, one that leads where another has led
// already keeps the certificate small.
std::size_t choose(PlacingProver& prover, const Question& question, const Position& position,
                   const std::vector<Turn>& turns, const Ply& next) {
    std::vector<std::size_t> unknown;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const Position after = play(position, turns[i]);
        if (question.known(prover, after)) {
            if (next.contains(number_of(after))) return i;
            if (!found) found = i;
        } else {
            unknown.push_back(i);
        }
    }
    if (found) return *found;
    for (const std::size_t i : unknown) {
        if (question.right(prover, play(position, turns[i]))) return i;
    }
    assert(false && "the claim is wrong");
    return 0;
}

bool is_end(const Position& position) {
    return count(position.mover()) + position.mover_hand() < kMinMen;
}

std::vector<std::uint8_t> packed(const std::vector<std::uint8_t>& bytes) {
    std::vector<std::uint8_t> frame(ZSTD_compressBound(bytes.size()));
    const std::size_t size =
        ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), kZstdLevel);
    if (ZSTD_isError(size) != 0) throw std::bad_alloc();
    frame.resize(size);
    return frame;
}

}  // namespace

std::vector<Claim> claims_of(const Position& position, Wdl value) {
    const Side mover = position.to_move;
    switch (value) {
        case Wdl::Win:
            return {{mover, Wdl::Win}};
        case Wdl::Loss:
            return {{other(mover), Wdl::Win}};
        case Wdl::Draw:
            break;
    }
    return {{Side::White, Wdl::Draw}, {Side::Black, Wdl::Draw}};
}

ProvedClaim prove_claim(PlacingProver& prover, const Rules& rules, const Position& position,
                        const Claim& claim) {
    const Question question(claim);
    ProvedClaim proved{claim, {}, {}, 0};
    Ply ply(position);
    ply.add(number_of(position));
    while (ply.placing()) {
        Ply next(ply.next_pattern());
        for (const std::uint64_t number : ply.sorted()) {
            const Position here = ply.position(number);
            if (is_end(here)) continue;
            const std::vector<Turn> turns = legal_turns(here, rules);
            if (here.to_move == claim.side) {
                const std::size_t answer = choose(prover, question, here, turns, next);
                proved.answers.push_back(static_cast<std::uint8_t>(answer));
                next.add(number_of(play(here, turns[answer])));
            } else {
                for (const Turn& turn : turns) next.add(number_of(play(here, turn)));
            }
        }
        ply = std::move(next);
    }
    std::set<Subspace> tables;
    for (const std::uint64_t number : ply.sorted()) {
        const Position end = ply.position(number);
        if (!is_end(end)) tables.insert(subspace_of(end));
    }
    proved.tables.assign(tables.begin(), tables.end());
    proved.ends = ply.size();
    return proved;
}

Result<std::uint64_t> write_certificate(const std::filesystem::path& path, const Database& database,
                                        const CertificateContents& contents) {
    const Rules& rules = contents.rules;
    std::string text = "mulino certificate\nformat 1\n";
    text += fmt::format("rules flying={} removals={} protection={} first={} no-capture-limit={}\n",
                        to_string(rules.flying), to_string(rules.removals),
                        to_string(rules.protection), to_string(rules.first),
                        rules.no_capture_limit ? std::to_string(*rules.no_capture_limit) : "none");
    text += fmt::format("position {}\n", to_string(contents.position));
    std::set<Subspace> tables;
    for (const ProvedClaim& claim : contents.claims) {
        tables.insert(claim.tables.begin(), claim.tables.end());
    }
    for (const Subspace& subspace : tables) {
        const auto table = database.table(subspace);
        if (!table) return tl::unexpected(table.error());
        text += fmt::format("table {} {}\n", to_string(subspace),
                            to_string((*table)->header().value_checksum));
    }
    std::vector<std::vector<std::uint8_t>> frames;
    for (const ProvedClaim& claim : contents.claims) {
        frames.push_back(packed(claim.answers));
        text +=
            fmt::format("claim {} {} {} {}\n", to_string(claim.claim.side),
                        to_string(claim.claim.value), claim.answers.size(), frames.back().size());
    }
    text += "end\n";
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    for (const auto& frame : frames) bytes.insert(bytes.end(), frame.begin(), frame.end());
    const Checksum128 checksum = checksum128(bytes);
    bytes.insert(bytes.end(), checksum.bytes.begin(), checksum.bytes.end());
    OutputFile file(path);
    file.write_at(0, bytes);
    file.commit();
    return bytes.size();
}

}  // namespace mulino::verify
