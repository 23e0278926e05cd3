#include "tools/prove.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "db/database.hpp"
#include "game/turn.hpp"
#include "tools/rules_json.hpp"
#include "tools/terminal.hpp"
#include "verify/certificate.hpp"
#include "verify/placing_values.hpp"

namespace mulino {
namespace {

using Json = nlohmann::ordered_json;
using verify::PlacingValues;
using Clock = PlacingValues::Clock;

constexpr std::string_view kName = "prove";
constexpr std::string_view kCacheName = "placing.claims";
// Between two writings of the cache.
constexpr std::chrono::seconds kSaveInterval{30};

// The least of the images of a position, mover's men first.
Position canonical(const Position& position) {
    Position least = position;
    const auto mover = static_cast<std::size_t>(position.to_move);
    const auto key = [mover](const Position& p) {
        return std::pair(p.men[mover], p.men[1 - mover]);
    };
    for (Symmetry s = 1; s < kSymmetries; ++s) {
        Position image = position;
        for (Bitboard& men : image.men) men = apply(s, men);
        if (key(image) < key(least)) least = image;
    }
    return least;
}

// The canonical positions one ply on, in increasing order.
std::vector<Position> next_ply(const std::vector<Position>& positions, const Rules& rules) {
    const auto less = [](const Position& a, const Position& b) { return a.men < b.men; };
    std::set<Position, decltype(less)> next(less);
    for (const Position& position : positions) {
        for (const Turn& turn : legal_turns(position, rules)) {
            next.insert(canonical(play(position, turn)));
        }
    }
    return {next.begin(), next.end()};
}

struct JudgedPosition {
    Position position;
    Wdl value;
};

// Prints for people, or gathers for JSON.
class Proof {
public:
    Proof(const ProveOptions& options, const Database& database, const Rules& rules,
          std::ostream& out, std::ostream& err)
        : options_(options),
          database_(database),
          rules_(rules),
          out_(out),
          err_(err),
          line_(err, options.terminal),
          values_(database, rules, search_options(options)) {}

    ExitStatus run() {
        if (const auto path = cache_path()) {
            const auto loaded = values_.load(*path);
            if (!loaded) return report(err_, kName, loaded.error());
            if (*loaded > 0) {
                err_ << fmt::format("mulino prove: {} claims taken from {}\n", *loaded,
                                    path->string());
            }
        }
        saved_ = Clock::now();
        ExitStatus status = prove_start();
        if (status == ExitStatus::Good && options_.certificate) status = certify();
        if (status == ExitStatus::Good && options_.plies) status = prove_plies();
        save();
        if (status == ExitStatus::Good && options_.json) out_ << json_.dump(1) << '\n';
        return status;
    }

private:
    static verify::PlacingOptions search_options(const ProveOptions& options) {
        verify::PlacingOptions search;
        search.threads = options.threads > 0
                             ? options.threads
                             : static_cast<int>(std::thread::hardware_concurrency());
        search.stop = &stop_on_interrupt();
        return search;
    }

    std::optional<std::filesystem::path> cache_path() const {
        if (options_.cache) return *options_.cache;
        if (!options_.plies) return std::nullopt;
        return std::filesystem::path(options_.folders.front()) / kCacheName;
    }

    void save() {
        const auto path = cache_path();
        if (!path) return;
        if (auto saved = values_.save(*path); !saved) report(err_, kName, saved.error());
        saved_ = Clock::now();
    }

    ExitStatus stopped() {
        line_.clear();
        save();
        err_ << (cache_path() ? "mulino prove: stopped; the same command goes on\n"
                              : "mulino prove: stopped\n");
        return ExitStatus::Environment;
    }

    ExitStatus prove_start() {
        const Position start = start_position(rules_);
        const Clock::time_point begin = Clock::now();
        const auto answers = values_.both_hold(start, Clock::time_point::max());
        if (!answers) return report(err_, kName, answers.error());
        if (!*answers) return stopped();
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        const auto& [white, black] = **answers;
        const bool white_moves = start.to_move == Side::White;
        value_ = white.holds && black.holds                   ? Wdl::Draw
                 : (white.holds ? white_moves : !white_moves) ? Wdl::Win
                                                              : Wdl::Loss;
        if (options_.json) {
            json_["rules"] = rules_json(value_rules_name(rules_), rules_);
            json_["position"] = to_string(start);
            json_["value"] = to_string(value_);
            json_["seconds"] = seconds;
            json_["blocks"] = values_.store().blocks_read();
        }
        for (const Side side : {Side::White, Side::Black}) {
            tell(side, (**answers)[static_cast<std::size_t>(side)]);
        }
        if (!options_.json) {
            out_ << fmt::format("the empty board: {} for the side to move ({})\n",
                                to_string(value_), to_string(start))
                 << std::flush;
            err_ << fmt::format("mulino prove: {}, {} blocks of {} tables read\n",
                                duration_text(seconds), values_.store().blocks_read(),
                                values_.store().used().size());
        }
        return ExitStatus::Good;
    }

    void tell(Side side, const verify::SideAnswer& answer) {
        if (options_.json) {
            json_["claims"].push_back({{"side", to_string(side)},
                                       {"holds_the_draw", answer.holds},
                                       {"nodes", answer.counts.nodes},
                                       {"probes", answer.counts.probes},
                                       {"seconds", answer.seconds}});
            return;
        }
        out_ << fmt::format("{} {} the draw: {} positions searched, {} values looked up, {}\n",
                            side == Side::White ? "White" : "Black",
                            answer.holds ? "holds" : "does not hold", answer.counts.nodes,
                            answer.counts.probes, duration_text(answer.seconds));
    }

    ExitStatus certify() {
        const Position start = start_position(rules_);
        verify::CertificateContents contents{rules_, start, {}};
        try {
            for (const verify::Claim& claim : verify::claims_of(start, value_)) {
                // A win is shown by the other side's failure to hold the draw.
                const Side asked = claim.value == Wdl::Draw ? claim.side : other(claim.side);
                contents.claims.push_back(
                    verify::prove_claim(values_.prover(asked), rules_, start, claim));
            }
        } catch (const verify::ValueStore::Failure& failure) {
            return report(err_, kName, failure.error);
        }
        const auto bytes = verify::write_certificate(*options_.certificate, database_, contents);
        if (!bytes) return report(err_, kName, bytes.error());
        std::uint64_t answers = 0;
        for (const verify::ProvedClaim& claim : contents.claims) answers += claim.answers.size();
        if (options_.json) {
            json_["certificate"] = {
                {"file", *options_.certificate}, {"bytes", *bytes}, {"answers", answers}};
        } else {
            out_ << fmt::format("certificate: {} answers, {} ({})\n", answers,
                                size_text(static_cast<double>(*bytes)), *options_.certificate)
                 << std::flush;
        }
        return ExitStatus::Good;
    }

    ExitStatus prove_plies() {
        std::vector<Position> positions{start_position(rules_)};
        for (int ply = 1; ply <= *options_.plies; ++ply) {
            positions = next_ply(positions, rules_);
            std::vector<JudgedPosition> judged;
            for (const Position& position : positions) {
                const auto value = values_.value(position, Clock::time_point::max());
                if (!value) return report(err_, kName, value.error());
                if (!*value) return stopped();
                judged.push_back({position, **value});
                if (line_.due()) {
                    line_.show(fmt::format("ply {}: {} of {} positions", ply, judged.size(),
                                           positions.size()));
                }
                if (Clock::now() - saved_ > kSaveInterval) save();
            }
            line_.clear();
            tell(ply, judged);
        }
        return ExitStatus::Good;
    }

    void tell(int ply, const std::vector<JudgedPosition>& judged) {
        const auto number = [&judged](Wdl value) {
            return std::count_if(judged.begin(), judged.end(),
                                 [value](const JudgedPosition& p) { return p.value == value; });
        };
        if (options_.json) {
            Json json = {{"ply", ply},
                         {"positions", judged.size()},
                         {"wins", number(Wdl::Win)},
                         {"draws", number(Wdl::Draw)},
                         {"losses", number(Wdl::Loss)}};
            for (const JudgedPosition& p : judged) {
                json["values"].push_back(
                    {{"position", to_string(p.position)}, {"value", to_string(p.value)}});
            }
            json_["plies"].push_back(std::move(json));
            return;
        }
        for (const JudgedPosition& p : judged) {
            out_ << fmt::format("{}\t{}\n", to_string(p.position), to_string(p.value));
        }
        out_ << fmt::format(
                    "after {} {}: {} positions; of the side to move {} won, {} drawn, {} lost\n",
                    ply, ply == 1 ? "placing" : "placings", judged.size(), number(Wdl::Win),
                    number(Wdl::Draw), number(Wdl::Loss))
             << std::flush;
    }

    const ProveOptions& options_;
    const Database& database_;
    Rules rules_;
    std::ostream& out_;
    std::ostream& err_;
    ProgressLine line_;
    PlacingValues values_;
    Clock::time_point saved_;
    Wdl value_ = Wdl::Draw;
    Json json_;
};

}  // namespace

ExitStatus run_prove(const ProveOptions& options, std::ostream& out, std::ostream& err) {
    const Result<Rules> rules = value_rules(options.rules);
    if (!rules) return report(err, kName, rules.error());
    const std::vector<std::filesystem::path> folders(options.folders.begin(),
                                                     options.folders.end());
    const Result<Database> database =
        Database::open(folders, family_of(*rules, rules->no_capture_limit));
    if (!database) return report(err, kName, database.error());
    return Proof(options, *database, *rules, out, err).run();
}

}  // namespace mulino
