#include "tools/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "db/database.hpp"
#include "tools/terminal.hpp"
#include "tools/verify_report.hpp"
#include "verify/malom.hpp"
#include "verify/pair_check.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "compare";
constexpr std::string_view kValuesName = "std.secval";

// The sector files of a folder.
Result<std::map<Subspace, std::filesystem::path>> find_sectors(
    const std::filesystem::path& folder) {
    std::map<Subspace, std::filesystem::path> sectors;
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
        const auto sector = verify::parse_sector_name(entry.path().filename().string());
        if (sector) sectors[*sector] = entry.path();
    }
    if (problem) {
        return fail(ErrorCode::Io, "the folder cannot be read: " + problem.message(),
                    folder.string());
    }
    if (sectors.empty()) {
        return fail(ErrorCode::MissingTable, "there are no sector files (std_4_3_0_0.sec2 …)",
                    folder.string());
    }
    return sectors;
}

class Comparison {
public:
    Comparison(const Database& database, const Rules& rules, const verify::SectorValues& values,
               const CompareOptions& options, std::ostream& out, std::ostream& err)
        : database_(database),
          rules_(rules),
          values_(values),
          options_(options),
          out_(out),
          err_(err),
          line_(err, options.terminal) {}

    ExitStatus run(const std::map<Subspace, std::filesystem::path>& sectors) {
        ExitStatus status = ExitStatus::Good;
        for (const auto& [sector, path] : sectors) {
            status = std::max(status, compare(sector, path));
        }
        return status;
    }

private:
    ExitStatus compare(const Subspace& sector, const std::filesystem::path& path) {
        const std::string name = to_string(sector);
        if (const auto good = verify::comparable(sector); !good) {
            out_ << fmt::format("{}: not compared: {}\n", name, good.error().message);
            return ExitStatus::Good;
        }
        verify::ComparisonOptions options;
        options.threads = options_.threads;
        options.stop = &stop_on_interrupt();
        options.on_difference = [&](const verify::SectorDifference& difference) {
            line_.clear();
            out_ << fmt::format("{}: {}: here {}, there {}\n", name, to_string(difference.position),
                                in_words(difference.here), in_words(difference.there));
        };
        options.on_progress = [&](std::uint64_t done, std::uint64_t all) {
            if (!line_.due()) return;
            line_.show(fmt::format("{}, {:.1f} %", name,
                                   100 * static_cast<double>(done) / static_cast<double>(all)));
        };
        const auto compared =
            verify::compare_sector(path, sector, values_, database_, rules_, options);
        line_.clear();
        if (!compared) return report(err_, kName, compared.error());
        out_ << fmt::format("{}: {} positions, {} differences in value{}\n", name,
                            compared->positions, compared->differences,
                            compared->distances ? " or distance" : "")
             << std::flush;
        return compared->differences > 0 ? ExitStatus::Differences : ExitStatus::Good;
    }

    const Database& database_;
    const Rules& rules_;
    const verify::SectorValues& values_;
    const CompareOptions& options_;
    std::ostream& out_;
    std::ostream& err_;
    ProgressLine line_;
};

}  // namespace

ExitStatus run_compare(const CompareOptions& options, std::ostream& out, std::ostream& err) {
    const Result<Rules> rules = value_rules(options.rules);
    if (!rules) return report(err, kName, rules.error());
    const std::filesystem::path folder(options.malom);
    const auto sectors = find_sectors(folder);
    if (!sectors) return report(err, kName, sectors.error());
    const auto values = verify::read_sector_values(folder / kValuesName);
    if (!values) return report(err, kName, values.error());
    const std::vector<std::filesystem::path> folders(options.folders.begin(),
                                                     options.folders.end());
    const Result<Database> database =
        Database::open(folders, family_of(*rules, rules->no_capture_limit));
    if (!database) return report(err, kName, database.error());
    try {
        return Comparison(*database, *rules, *values, options, out, err).run(*sectors);
    } catch (const verify::CheckStopped&) {
        err << "mulino compare: stopped\n";
        return ExitStatus::Environment;
    }
}

}  // namespace mulino
