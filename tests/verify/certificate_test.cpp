// Certificates pass if they are right, and are refused if anything is missing or wrong.
#include "verify/certificate.hpp"

#include <zstd.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "db/checksum.hpp"
#include "game/turn.hpp"
#include "tests/verify/solved.hpp"
#include "verify/check_certificate.hpp"

using namespace mulino;
using namespace mulino::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

Position position_of(std::string_view text) {
    const auto position = parse_position(text);
    REQUIRE(position);
    return *position;
}

// Proves a position and writes the certificate; its value.
Wdl certify(const Database& database, const Rules& rules, const Position& position,
            const std::filesystem::path& path) {
    verify::ValueStore store(database);
    verify::PlacingProver prover(store, rules);
    const Wdl value = prover.value(view_of(position));
    verify::CertificateContents contents{rules, position, {}};
    for (const verify::Claim& claim : verify::claims_of(position, value)) {
        contents.claims.push_back(verify::prove_claim(prover, rules, position, claim));
    }
    REQUIRE(verify::write_certificate(path, database, contents));
    return value;
}

// A certificate taken to pieces: the lines of the text, the answers of each claim.
struct Pieces {
    std::vector<std::string> lines;
    std::vector<Bytes> answers;
};

Pieces take_apart(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    Pieces pieces;
    std::size_t at = 0;
    while (pieces.lines.empty() || pieces.lines.back() != "end") {
        const std::size_t end = bytes.find('\n', at);
        REQUIRE(end != std::string::npos);
        pieces.lines.push_back(bytes.substr(at, end - at));
        at = end + 1;
    }
    for (const std::string& line : pieces.lines) {
        std::istringstream words(line);
        std::string word;
        std::string side;
        std::string value;
        std::size_t answers = 0;
        std::size_t size = 0;
        if (!(words >> word >> side >> value >> answers >> size) || word != "claim") continue;
        Bytes unpacked(answers);
        REQUIRE(ZSTD_decompress(unpacked.data(), answers, bytes.data() + at, size) == answers);
        pieces.answers.push_back(std::move(unpacked));
        at += size;
    }
    return pieces;
}

// Puts a certificate together, all numbers and checksums in order.
void put_together(const std::filesystem::path& path, const Pieces& pieces) {
    std::string text;
    std::string frames;
    std::size_t claim = 0;
    for (const std::string& line : pieces.lines) {
        if (line.substr(0, 6) != "claim ") {
            text += line + '\n';
            continue;
        }
        std::istringstream words(line);
        std::string side;
        std::string value;
        words >> side >> side >> value;
        const Bytes& answers = pieces.answers[claim++];
        std::string frame(ZSTD_compressBound(answers.size()), '\0');
        frame.resize(ZSTD_compress(frame.data(), frame.size(), answers.data(), answers.size(), 3));
        text += "claim " + side + ' ' + value + ' ' + std::to_string(answers.size()) + ' ' +
                std::to_string(frame.size()) + '\n';
        frames += frame;
    }
    text += frames;
    const Checksum128 checksum =
        checksum128(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    for (const std::uint8_t byte : checksum.bytes) text += static_cast<char>(byte);
    std::ofstream(path, std::ios::binary) << text;
}

bool accepted(const Result<verify::CheckedCertificate>& checked) {
    if (!checked) return false;
    for (const auto& claim : checked->claims) {
        if (claim.refuted_at) return false;
    }
    return true;
}

// Four men a side, some in hand: a draw.
constexpr const char* kDraw = "W../..B/.../...W../.B./.../... w 2 2";

// A position with so many men a side, some in hand, White to move.
Position random_position(std::mt19937& random, int white, int black, int hand) {
    Position position;
    position.hand = {static_cast<std::uint8_t>(hand), static_cast<std::uint8_t>(hand)};
    for (const auto& [side, men] : {std::pair(0U, white), std::pair(1U, black)}) {
        while (count(position.men[side]) + hand < men) {
            position.men[side] |= bit(static_cast<Point>(random() % kPoints)) & position.empty();
        }
    }
    return position;
}

}  // namespace

TEST_CASE("What was proved is checked and found right, under all rules of the family") {
    const Database database = open_database(solved_folder());
    std::mt19937 random(3);
    for (const Removals removals : {Removals::One, Removals::PerMill}) {
        Rules rules;
        rules.removals = removals;
        Folder folder;
        const auto path = folder.path() / "certificate";
        int draws = 0;
        int decided = 0;
        for (int i = 0; i < 30; ++i) {
            const int white = 3 + i % 2;
            const Position position = random_position(random, white, 3 + i / 2 % 2, 2);
            INFO(to_string(position));
            const Wdl value = certify(database, rules, position, path);
            ++(value == Wdl::Draw ? draws : decided);
            const auto checked = verify::check_certificate(path, database, rules);
            REQUIRE(checked);
            CHECK(accepted(checked));
            CHECK(checked->position == position);
            REQUIRE(checked->claims.size() == (value == Wdl::Draw ? 2 : 1));
            CHECK(checked->claims[0].value == (value == Wdl::Draw ? Wdl::Draw : Wdl::Win));
            CHECK(checked->claims[0].positions >= 2);
        }
        CHECK(draws > 0);
        CHECK(decided > 0);
    }
}

TEST_CASE("A wrong answer is refused") {
    const Database database = open_database(solved_folder());
    const Rules rules;
    Folder folder;
    const auto path = folder.path() / "certificate";
    // One in which White wins, and not with every turn.
    verify::ValueStore store(database);
    verify::PlacingProver prover(store, rules);
    std::mt19937 random(12);
    const auto turn_wins = [&](const Position& position, const Turn& turn) {
        return prover.value(view_of(play(position, turn))) == Wdl::Loss;
    };
    Position position;
    std::vector<Turn> turns;
    std::ptrdiff_t winning = 0;
    while (winning == 0 || winning == static_cast<std::ptrdiff_t>(turns.size())) {
        position = random_position(random, 3, 3, 1);
        const std::uint64_t least = orbit_of(position);
        position.men = {static_cast<Bitboard>(least >> kPoints),
                        static_cast<Bitboard>(least & kFullBoard)};
        turns = legal_turns(position, rules);
        winning = std::count_if(turns.begin(), turns.end(),
                                [&](const Turn& turn) { return turn_wins(position, turn); });
    }
    REQUIRE(certify(database, rules, position, path) == Wdl::Win);
    const Pieces right = take_apart(path);
    REQUIRE(right.answers.size() == 1);
    REQUIRE(right.answers[0].size() == 1);
    int wrong = 0;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        if (!turn_wins(position, turns[i])) ++wrong;
        Pieces changed = right;
        changed.answers[0][0] = static_cast<std::uint8_t>(i);
        put_together(path, changed);
        CHECK(accepted(verify::check_certificate(path, database, rules)) ==
              turn_wins(position, turns[i]));
    }
    CHECK(wrong > 0);
    Pieces no_turn = right;
    no_turn.answers[0][0] = 200;
    put_together(path, no_turn);
    const auto refused = verify::check_certificate(path, database, rules);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::Damaged);
}

TEST_CASE("Missing and superfluous answers are refused") {
    const Database database = open_database(solved_folder());
    const Rules rules;
    Folder folder;
    const auto path = folder.path() / "certificate";
    certify(database, rules, position_of(kDraw), path);
    const Pieces right = take_apart(path);
    put_together(path, right);
    CHECK(accepted(verify::check_certificate(path, database, rules)));
    for (std::size_t claim = 0; claim < right.answers.size(); ++claim) {
        for (const std::size_t place :
             {std::size_t{0}, right.answers[claim].size() / 2, right.answers[claim].size() - 1}) {
            Pieces missing = right;
            missing.answers[claim].erase(missing.answers[claim].begin() +
                                         static_cast<std::ptrdiff_t>(place));
            put_together(path, missing);
            CHECK_FALSE(accepted(verify::check_certificate(path, database, rules)));
        }
        Pieces more = right;
        more.answers[claim].push_back(0);
        put_together(path, more);
        CHECK_FALSE(accepted(verify::check_certificate(path, database, rules)));
    }
}

TEST_CASE("A claim that says too much is refused") {
    const Database database = open_database(solved_folder());
    const Rules rules;
    Folder folder;
    const auto path = folder.path() / "certificate";
    REQUIRE(certify(database, rules, position_of(kDraw), path) == Wdl::Draw);
    Pieces pieces = take_apart(path);
    for (std::string& line : pieces.lines) {
        const std::size_t draw = line.find("claim white draw");
        if (draw != std::string::npos) line.replace(12, 4, "win");
    }
    put_together(path, pieces);
    const auto checked = verify::check_certificate(path, database, rules);
    REQUIRE(checked);
    REQUIRE(checked->claims[0].refuted_at);
    CHECK_FALSE(checked->claims[1].refuted_at);
}

TEST_CASE("Other tables and other rules are refused") {
    const Rules rules;
    Folder folder;
    const auto path = folder.path() / "certificate";
    certify(open_database(solved_folder()), rules, position_of(kDraw), path);

    Folder other;
    copy_folder(solved_folder(), other.path());
    std::vector<Outcome> outcomes = outcomes_of(other.path(), {4, 4, 0, 0});
    outcomes[outcomes.size() / 2] = {Wdl::Win, std::uint16_t{5}};
    write_outcomes(other.path(), {4, 4, 0, 0}, outcomes, Metric::Dtw);
    const auto tables = verify::check_certificate(path, open_database(other.path()), rules);
    REQUIRE_FALSE(tables);
    CHECK(tables.error().code == ErrorCode::OtherFamily);

    Rules per_mill = rules;
    per_mill.removals = Removals::PerMill;
    const Database database = open_database(solved_folder());
    const auto refused = verify::check_certificate(path, database, per_mill);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::BadRules);
    const auto named = verify::certificate_rules(path);
    REQUIRE(named);
    CHECK(*named == rules);

    // A table that is not named has not been compared.
    Pieces pieces = take_apart(path);
    pieces.lines.erase(
        std::remove_if(pieces.lines.begin(), pieces.lines.end(),
                       [](const std::string& line) { return line.substr(0, 9) == "table 4-4"; }),
        pieces.lines.end());
    put_together(path, pieces);
    CHECK_FALSE(verify::check_certificate(path, database, rules));
}

TEST_CASE("Whatever the bytes, the answer is an error or right") {
    const Database database = open_database(solved_folder());
    const Rules rules;
    Folder folder;
    const auto path = folder.path() / "certificate";
    std::mt19937 random(9);
    certify(database, rules, random_position(random, 3, 3, 1), path);
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string flipped = bytes;
        flipped[i] = static_cast<char>(flipped[i] ^ (1 << i % 8));
        std::ofstream(path, std::ios::binary) << flipped;
        CHECK_FALSE(verify::check_certificate(path, database, rules));
        std::ofstream(path, std::ios::binary) << bytes.substr(0, i);
        CHECK_FALSE(verify::check_certificate(path, database, rules));
    }
    // With a checksum that fits: no crash, and nothing false is accepted as a claim of its own.
    for (int i = 0; i < 400; ++i) {
        std::string changed = bytes.substr(0, bytes.size() - 16);
        changed[random() % changed.size()] = static_cast<char>(random() % 256);
        const Checksum128 checksum = checksum128(
            std::span(reinterpret_cast<const std::uint8_t*>(changed.data()), changed.size()));
        for (const std::uint8_t byte : checksum.bytes) changed += static_cast<char>(byte);
        std::ofstream(path, std::ios::binary) << changed;
        static_cast<void>(verify::check_certificate(path, database, rules));
    }
}
