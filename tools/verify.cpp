#include "tools/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <random>

#include "db/database.hpp"
#include "db/manifest.hpp"
#include "tools/pair_list.hpp"
#include "tools/published.hpp"
#include "tools/terminal.hpp"
#include "tools/verify_report.hpp"
#include "verify/pair_check.hpp"
#include "verify/sample_check.hpp"
#include "verify/team.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "verify";
constexpr std::string_view kReportName = "verify.json";

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// The rules of a family; what values do not depend on is as in the default rules.
Rules rules_of(const Family& family) {
    Rules rules;
    rules.flying = family.flying;
    rules.protection = family.protection;
    rules.no_capture_limit = family.no_capture_limit;
    return rules;
}

std::string progress_text(std::string_view what, double done, double all, double seconds) {
    std::string text = fmt::format("{}, {:.1f} %", what, all > 0 ? 100 * done / all : 100.0);
    if (done > 0 && seconds > 0) {
        text += fmt::format(", {:.1f} M positions/s, {} left", done / seconds / 1e6,
                            duration_text((all - done) * seconds / done));
    }
    return text;
}

// A run over whole pairs.
class FullCheck {
public:
    FullCheck(const Database& database, const VerifyOptions& options, std::vector<Pair> pairs,
              std::ostream& out, std::ostream& err)
        : database_(database),
          options_(options),
          pairs_(std::move(pairs)),
          rules_(rules_of(database.family())),
          team_(options.threads),
          report_(database, options.version),
          path_(options.report ? std::filesystem::path(*options.report)
                               : std::filesystem::path(options.folders.front()) / kReportName),
          out_(out),
          err_(err),
          line_(err, options.terminal) {}

    ExitStatus run() {
        if (!options_.again) report_.take_over(path_);
        std::vector<Pair> to_do;
        for (const Pair& pair : pairs_) {
            const Result<VerifyReport::Marks> marks = marks_of(pair);
            if (!marks) return report(err_, kName, marks.error());
            if (report_.has(pair, *marks)) continue;
            to_do.push_back(pair);
            all_ += static_cast<double>(verify::slots_to_check(pair));
        }
        if (to_do.size() < pairs_.size()) {
            err_ << fmt::format("mulino verify: {} of {} pairs have been checked already ({})\n",
                                pairs_.size() - to_do.size(), pairs_.size(), path_.string());
        }
        // A place that cannot be written to is better found now than after the first pair.
        report_.write(path_, report_.conclude(pairs_));
        start_ = Clock::now();
        for (const Pair& pair : to_do) {
            const ExitStatus status = check(pair);
            if (status != ExitStatus::Good && status != ExitStatus::Differences) return status;
        }
        const Conclusion conclusion = report_.conclude(pairs_);
        report_.write(path_, conclusion);
        line_.clear();
        out_ << fmt::format("{} pairs: {}\n", pairs_.size(), conclusion.text);
        return differences_ ? ExitStatus::Differences : ExitStatus::Good;
    }

private:
    // The marks of the files a pair's check reads; each file is read once.
    Result<VerifyReport::Marks> marks_of(Pair pair) {
        VerifyReport::Marks marks;
        for (const Subspace& s : verify::tables_needed(pair)) {
            auto known = marks_.find(s);
            if (known == marks_.end()) {
                const auto table = database_.table(s);
                if (!table) return tl::unexpected(table.error());
                const auto mark = verify::mark_file((*table)->path(), team_.loop());
                if (!mark) return tl::unexpected(mark.error());
                known = marks_.emplace(s, *mark).first;
            }
            marks.insert(*known);
        }
        return marks;
    }

    ExitStatus check(Pair pair) {
        verify::CheckOptions options;
        options.threads = options_.threads;
        options.stop = &stop_on_interrupt();
        options.on_progress = [&](std::uint64_t done, std::uint64_t) {
            if (!line_.due()) return;
            line_.show(progress_text(to_string(pair), done_ + static_cast<double>(done), all_,
                                     seconds_since(start_)));
        };
        const Clock::time_point start = Clock::now();
        const Result<verify::PairCheck> checked =
            verify::check_pair(database_, rules_, pair, options);
        line_.clear();
        if (!checked) return report(err_, kName, checked.error());
        const double slots = static_cast<double>(verify::slots_to_check(pair));
        done_ += slots;

        std::vector<Published> published;
        for (const verify::SubspaceCheck& subspace : checked->subspaces) {
            const auto table = database_.table(subspace.subspace);
            if (!table) return report(err_, kName, table.error());
            published.push_back(compare_with_published((*table)->key(), subspace.counts));
            print(subspace, published.back());
        }
        print_pair(pair, seconds_since(start), slots);
        report_.add(pair, *marks_of(pair), *checked, published);
        report_.write(path_, report_.conclude(pairs_));
        return ExitStatus::Good;
    }

    void print(const verify::SubspaceCheck& check, Published published) {
        if (!header_printed_) {
            out_ << fmt::format("{:<10}{:>14}{:>14}  {:<10}\n", "subspace", "positions",
                                "differences", "published");
            header_printed_ = true;
        }
        const std::string name = to_string(check.subspace);
        out_ << fmt::format("{:<10}{:>14}{:>14}  {:<10}\n", name, check.counts.positions,
                            check.differences, to_string(published));
        if (!check.good() || published == Published::Mismatch) differences_ = true;
        if (check.counts.positions != check.known_positions) {
            out_ << fmt::format("{}: {} positions enumerated, but there are {}\n", name,
                                check.counts.positions, check.known_positions);
        }
        if (!check.header_agrees) {
            out_ << fmt::format("{}: counts or value checksum differ from the file's header\n",
                                name);
        }
        for (const verify::Difference& difference : check.first) {
            out_ << in_words(check.subspace, difference) << '\n';
        }
        out_ << std::flush;
    }

    void print_pair(Pair pair, double seconds, double slots) {
        err_ << fmt::format("mulino verify: pair {} in {}, {:.1f} M positions/s\n", to_string(pair),
                            duration_text(seconds), slots / 1e6 / std::max(seconds, 1e-9))
             << std::flush;
    }

    const Database& database_;
    const VerifyOptions& options_;
    std::vector<Pair> pairs_;
    Rules rules_;
    verify::Team team_;
    VerifyReport report_;
    std::filesystem::path path_;
    std::ostream& out_;
    std::ostream& err_;
    ProgressLine line_;
    std::map<Subspace, verify::FileMark> marks_;
    Clock::time_point start_;
    double done_ = 0;
    double all_ = 0;
    bool header_printed_ = false;
    bool differences_ = false;
};

std::vector<Subspace> subspaces_of(const std::vector<Pair>& pairs) {
    std::vector<Subspace> subspaces;
    for (const Pair& pair : pairs) {
        subspaces.push_back(larger_to_move(pair));
        if (!pair.equal()) subspaces.push_back(smaller_to_move(pair));
    }
    return subspaces;
}

ExitStatus run_sample(const Database& database, const VerifyOptions& options,
                      const std::vector<Subspace>& subspaces, std::ostream& out,
                      std::ostream& err) {
    const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
    out << fmt::format("seed {}\n", seed) << std::flush;
    ProgressLine line(err, options.terminal);
    const Clock::time_point start = Clock::now();
    verify::CheckOptions check;
    check.threads = options.threads;
    check.stop = &stop_on_interrupt();
    check.on_progress = [&](std::uint64_t done, std::uint64_t all) {
        if (!line.due()) return;
        line.show(progress_text("sample", static_cast<double>(done), static_cast<double>(all),
                                seconds_since(start)));
    };
    const Result<verify::SampleCheck> checked = verify::check_sample(
        database, rules_of(database.family()), subspaces, *options.sample, seed, check);
    line.clear();
    if (!checked) return report(err, kName, checked.error());
    for (const verify::Difference& difference : checked->first) {
        out << in_words(subspace_of(difference.position), difference) << '\n';
    }
    out << fmt::format("{} positions of {} subspaces drawn, {} probes, {} differences\n",
                       checked->positions, subspaces.size(), checked->probes, checked->differences);
    return checked->differences > 0 ? ExitStatus::Differences : ExitStatus::Good;
}

// The pairs the database has, both sides to move.
std::vector<Pair> stored_pairs(const Database& database) {
    std::vector<Pair> pairs;
    for (const Pair& pair : all_pairs()) {
        if (database.contains(larger_to_move(pair)) || database.contains(smaller_to_move(pair))) {
            pairs.push_back(pair);
        }
    }
    return pairs;
}

}  // namespace

ExitStatus run_verify(const VerifyOptions& options, std::ostream& out, std::ostream& err) {
    const Result<Manifest> manifest = read_manifest(options.folders.front());
    if (!manifest) return report(err, kName, manifest.error());
    const std::vector<std::filesystem::path> folders(options.folders.begin(),
                                                     options.folders.end());
    const Result<Database> database = Database::open(folders, manifest->family);
    if (!database) return report(err, kName, database.error());
    std::vector<Pair> pairs = stored_pairs(*database);
    if (options.pairs) {
        const Result<std::vector<Pair>> wanted = parse_pair_list(*options.pairs);
        if (!wanted) return report(err, kName, wanted.error());
        pairs = *wanted;
    }
    if (pairs.empty()) {
        return report(err, kName,
                      Error{ErrorCode::MissingTable,
                            "there are no tables to check",
                            options.folders.front(),
                            {}});
    }
    if (!options.pairs && pairs.size() < all_pairs().size()) {
        err << fmt::format("mulino verify: the database has {} of {} pairs\n", pairs.size(),
                           all_pairs().size());
    }
    try {
        if (options.sample) {
            const std::vector<Subspace> subspaces = subspaces_of(pairs);
            const DatabaseOptions cached{verify::sample_cache_bytes(*database, subspaces)};
            const Result<Database> probed = Database::open(folders, manifest->family, cached);
            if (!probed) return report(err, kName, probed.error());
            return run_sample(*probed, options, subspaces, out, err);
        }
        return FullCheck(*database, options, std::move(pairs), out, err).run();
    } catch (const verify::CheckStopped&) {
        err << "mulino verify: stopped; the same command goes on after the last pair finished\n";
        return ExitStatus::Environment;
    }
}

}  // namespace mulino
