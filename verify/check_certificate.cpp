#include "verify/check_certificate.hpp"

#include <zstd.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "db/checksum.hpp"
#include "db/input_file.hpp"
#include "game/turn.hpp"

namespace mulino::verify {

namespace {

constexpr std::size_t kChecksumBytes = 16;
constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 30;

// A claim as the file states it.
struct StatedClaim {
    Side side = Side::White;
    Wdl value = Wdl::Draw;
    std::vector<std::uint8_t> answers;
};

struct Contents {
    Rules rules;
    Position position;
    std::map<Subspace, Checksum128> tables;
    std::vector<StatedClaim> claims;
};

// ---- The file

Error damaged(std::string message) { return {ErrorCode::Damaged, std::move(message), {}, {}}; }

// Reads the lines of the text, whose end it must not pass.
class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) {}

    std::size_t offset() const { return offset_; }
    std::vector<std::string_view> next() {
        const std::size_t end = text_.find('\n', offset_);
        if (end == std::string_view::npos) return {};
        std::string_view line = text_.substr(offset_, end - offset_);
        offset_ = end + 1;
        std::vector<std::string_view> words;
        while (true) {
            const std::size_t blank = line.find(' ');
            words.push_back(line.substr(0, blank));
            if (blank == std::string_view::npos) return words;
            line.remove_prefix(blank + 1);
        }
    }

private:
    std::string_view text_;
    std::size_t offset_ = 0;
};

template <typename Number>
bool read_number(std::string_view text, Number& number) {
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc{} && stop == text.data() + text.size();
}

// Takes "name=" off the front of a word.
std::string_view parameter(std::string_view word, std::string_view name) {
    if (word.size() <= name.size() || word.substr(0, name.size()) != name ||
        word[name.size()] != '=') {
        return {};
    }
    return word.substr(name.size() + 1);
}

Result<Rules> read_rules(const std::vector<std::string_view>& words) {
    if (words.size() != 6 || words[0] != "rules") return tl::unexpected(damaged("no rules"));
    const auto flying = parse_flying(parameter(words[1], "flying"));
    const auto removals = parse_removals(parameter(words[2], "removals"));
    const auto protection = parse_protection(parameter(words[3], "protection"));
    const auto first = parse_side(parameter(words[4], "first"));
    const std::string_view limit = parameter(words[5], "no-capture-limit");
    std::uint16_t plies = 0;
    if (!flying || !removals || !protection || !first ||
        (limit != "none" && (!read_number(limit, plies) || plies == 0))) {
        return tl::unexpected(damaged("the rules cannot be read"));
    }
    Rules rules;
    rules.flying = *flying;
    rules.removals = *removals;
    rules.protection = *protection;
    rules.first = *first;
    if (plies != 0) rules.no_capture_limit = plies;
    return rules;
}

Result<Position> read_position(const std::vector<std::string_view>& words) {
    if (words.size() < 2 || words[0] != "position") return tl::unexpected(damaged("no position"));
    std::string text;
    for (std::size_t i = 1; i < words.size(); ++i) text += std::string(words[i]) + ' ';
    auto position = parse_position(text);
    if (!position) return tl::unexpected(damaged("the position cannot be read"));
    if (!position->placing()) return tl::unexpected(damaged("the position has no men in hand"));
    return position;
}

Result<std::vector<std::uint8_t>> unpack(std::string_view frame, std::uint64_t answers) {
    // zstd packs no more than this into a byte; what claims more is not worth its memory.
    constexpr std::uint64_t kMostOfOneByte = 1 << 16;
    if (answers / kMostOfOneByte > frame.size()) {
        return tl::unexpected(damaged("there are fewer answers than stated"));
    }
    std::vector<std::uint8_t> bytes(answers);
    const std::size_t size =
        ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
    if (ZSTD_isError(size) != 0) return tl::unexpected(damaged("answers do not unpack"));
    if (size != answers) {
        return tl::unexpected(damaged("there are fewer answers than stated"));
    }
    return bytes;
}

Result<Contents> read_contents(std::string_view text) {
    Lines lines(text);
    const auto is = [](const std::vector<std::string_view>& words, std::string_view first,
                       std::string_view second) {
        return words.size() == 2 && words[0] == first && words[1] == second;
    };
    if (!is(lines.next(), "mulino", "certificate")) {
        return tl::unexpected(damaged("this is no certificate"));
    }
    if (!is(lines.next(), "format", "1")) {
        return fail(ErrorCode::BadVersion,
                    "the certificate is of a format this program cannot read");
    }
    Contents contents;
    const auto rules = read_rules(lines.next());
    if (!rules) return tl::unexpected(rules.error());
    contents.rules = *rules;
    const auto position = read_position(lines.next());
    if (!position) return tl::unexpected(position.error());
    contents.position = *position;

    std::vector<std::pair<std::uint64_t, std::uint64_t>> frames;  // answers, bytes
    while (true) {
        const std::vector<std::string_view> words = lines.next();
        if (words.size() == 1 && words[0] == "end") break;
        if (words.size() == 3 && words[0] == "table") {
            const auto subspace = parse_subspace(words[1]);
            const auto checksum = parse_checksum(words[2]);
            if (!subspace || !checksum) return tl::unexpected(damaged("a table cannot be read"));
            contents.tables[*subspace] = *checksum;
            continue;
        }
        std::pair<std::uint64_t, std::uint64_t> frame;
        const auto side = words.size() == 5 ? parse_side(words[1]) : fail(ErrorCode::Damaged, {});
        if (!side || words[0] != "claim" || (words[2] != "draw" && words[2] != "win") ||
            !read_number(words[3], frame.first) || !read_number(words[4], frame.second)) {
            return tl::unexpected(damaged("a line cannot be read"));
        }
        contents.claims.push_back({*side, words[2] == "draw" ? Wdl::Draw : Wdl::Win, {}});
        frames.push_back(frame);
    }
    std::string_view rest = text.substr(lines.offset());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (frames[i].second > rest.size()) {
            return tl::unexpected(damaged("the file ends within the answers"));
        }
        auto answers = unpack(rest.substr(0, frames[i].second), frames[i].first);
        if (!answers) return tl::unexpected(answers.error());
        contents.claims[i].answers = std::move(*answers);
        rest.remove_prefix(frames[i].second);
    }
    if (!rest.empty()) return tl::unexpected(damaged("something follows the answers"));
    return contents;
}

Result<Contents> read_file(const std::filesystem::path& path) {
    const auto file = InputFile::open(path);
    if (!file) return tl::unexpected(file.error());
    if (file->size() < kChecksumBytes || file->size() > kMaxFileBytes) {
        return fail(ErrorCode::Damaged, "this is no certificate", path.string());
    }
    std::vector<std::uint8_t> bytes(file->size());
    if (auto read = file->read_at(0, bytes); !read) return tl::unexpected(read.error());
    const std::size_t size = bytes.size() - kChecksumBytes;
    const Checksum128 checksum = checksum128(std::span(bytes).first(size));
    if (!std::equal(checksum.bytes.begin(), checksum.bytes.end(), bytes.end() - kChecksumBytes)) {
        return fail(ErrorCode::Damaged, "the file fails its checksum", path.string());
    }
    auto contents = read_contents({reinterpret_cast<const char*>(bytes.data()), size});
    if (!contents) contents.error().path = path.string();
    return contents;
}

// ---- The walk

// A position up to symmetry: the mover's men above the opponent's, the least of the images.
std::uint64_t number_of(const Position& position) {
    std::uint64_t least = ~std::uint64_t{0};
    for (Symmetry s = 0; s < kSymmetries; ++s) {
        least = std::min(least, std::uint64_t{apply(s, position.mover())} << kPoints |
                                    apply(s, position.opponent()));
    }
    return least;
}

void sort_out(std::vector<std::uint64_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// Walks one claim.
class Walk {
public:
    Walk(const Contents& contents, const StatedClaim& claim, const Database& database,
         const std::function<void(std::uint64_t)>& progress)
        : contents_(contents), claim_(claim), database_(database), progress_(progress) {}

    Result<CheckedClaim> run() {
        checked_.side = claim_.side;
        checked_.value = claim_.value;
        pattern_ = contents_.position;
        std::vector<std::uint64_t> ply{number_of(pattern_)};
        while (pattern_.placing() && !checked_.refuted_at) {
            std::vector<std::uint64_t> next;
            for (const std::uint64_t number : ply) {
                if (auto walked = walk(position(number), next); !walked) {
                    return tl::unexpected(walked.error());
                }
                if (checked_.refuted_at) return checked_;
            }
            sort_out(next);
            ply = std::move(next);
            --pattern_.hand[static_cast<std::size_t>(pattern_.to_move)];
            pattern_.to_move = other(pattern_.to_move);
        }
        if (used_ != claim_.answers.size()) {
            return tl::unexpected(
                damaged("the certificate has answers that belong to no position"));
        }
        return look_up(ply);
    }

private:
    // The position of a number in the current ply.
    Position position(std::uint64_t number) const {
        Position position = pattern_;
        const auto mover = static_cast<std::size_t>(position.to_move);
        position.men[mover] = static_cast<Bitboard>(number >> kPoints);
        position.men[1 - mover] = static_cast<Bitboard>(number & kFullBoard);
        return position;
    }

    // Adds what follows a position.
    Result<void> walk(const Position& here, std::vector<std::uint64_t>& next) {
        count_position();
        const std::vector<Turn> turns = legal_turns(here, contents_.rules);
        if (turns.empty()) {  // the game is over, and the mover has lost
            judge(here, Wdl::Loss);
            return {};
        }
        if (here.to_move != claim_.side) {
            for (const Turn& turn : turns) next.push_back(number_of(play(here, turn)));
            return {};
        }
        if (used_ == claim_.answers.size()) {
            return tl::unexpected(damaged("no answer is given for " + to_string(here)));
        }
        const std::size_t answer = claim_.answers[used_++];
        if (answer >= turns.size()) {
            return tl::unexpected(damaged("the answer for " + to_string(here) + " is no turn"));
        }
        next.push_back(number_of(play(here, turns[answer])));
        return {};
    }

    void count_position() {
        ++checked_.positions;
        if (progress_ && checked_.positions % 4096 == 0) progress_(checked_.positions);
    }

    // Compares the value of an end, for its mover, with the claim.
    void judge(const Position& end, Wdl value) {
        const Wdl gets = end.to_move == claim_.side ? value : reversed(value);
        if (gets < claim_.value && !checked_.refuted_at) checked_.refuted_at = end;
    }

    // Asks the database for the ends, in an order in which neighbours lie close together.
    Result<CheckedClaim> look_up(const std::vector<std::uint64_t>& ends) {
        std::vector<std::pair<std::uint64_t, std::uint64_t>> order;
        for (const std::uint64_t number : ends) {
            Position end = position(number);
            if (count(end.mover()) < count(end.opponent())) end.to_move = other(end.to_move);
            order.emplace_back(number_of(end), number);
        }
        std::sort(order.begin(), order.end());
        for (const auto& [place, number] : order) {
            const Position end = position(number);
            count_position();
            if (count(end.mover()) < kMinMen) {
                judge(end, Wdl::Loss);
                continue;
            }
            if (contents_.tables.count(subspace_of(end)) == 0) {
                return tl::unexpected(
                    damaged("the certificate does not name the table of " + to_string(end)));
            }
            const auto outcome = database_.probe(end);
            if (!outcome) return tl::unexpected(outcome.error());
            ++checked_.probes;
            judge(end, outcome->value);
        }
        return checked_;
    }

    const Contents& contents_;
    const StatedClaim& claim_;
    const Database& database_;
    const std::function<void(std::uint64_t)>& progress_;
    CheckedClaim checked_;
    Position pattern_;  // men in hand and side to move of the current ply
    std::size_t used_ = 0;
};

Result<void> compare_tables(const Contents& contents, const Database& database) {
    for (const auto& [subspace, checksum] : contents.tables) {
        const auto table = database.table(subspace);
        if (!table) return tl::unexpected(table.error());
        if ((*table)->header().value_checksum != checksum) {
            return fail(ErrorCode::OtherFamily,
                        "the certificate relies on other values of " + to_string(subspace) +
                            " than this table has",
                        (*table)->path().string());
        }
    }
    return {};
}

// Whether the values of the placing phase are the same under both.
bool same_rules(const Rules& a, const Rules& b) {
    return a.flying == b.flying && a.removals == b.removals && a.protection == b.protection &&
           a.first == b.first && a.no_capture_limit == b.no_capture_limit;
}

}  // namespace

Result<Rules> certificate_rules(const std::filesystem::path& path) {
    const auto contents = read_file(path);
    if (!contents) return tl::unexpected(contents.error());
    return contents->rules;
}

Result<CheckedCertificate> check_certificate(const std::filesystem::path& path,
                                             const Database& database, const Rules& rules,
                                             const std::function<void(std::uint64_t)>& progress) {
    const auto contents = read_file(path);
    if (!contents) return tl::unexpected(contents.error());
    if (!same_rules(contents->rules, rules)) {
        return fail(ErrorCode::BadRules, "the certificate is under other rules", path.string());
    }
    if (auto same = compare_tables(*contents, database); !same) {
        return tl::unexpected(same.error());
    }
    CheckedCertificate checked{contents->rules, contents->position, {}};
    for (const StatedClaim& claim : contents->claims) {
        auto walked = Walk(*contents, claim, database, progress).run();
        if (!walked) {
            if (walked.error().path.empty()) walked.error().path = path.string();
            return tl::unexpected(walked.error());
        }
        checked.claims.push_back(std::move(*walked));
    }
    return checked;
}

}  // namespace mulino::verify
