#include "tools/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "db/bulk.hpp"
#include "db/manifest.hpp"
#include "db/output_file.hpp"
#include "solver/parallel.hpp"
#include "tools/terminal.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "check";

using ChecksumList = std::map<Subspace, Checksum128>;

Result<ChecksumList> read_list(const std::string& path) {
    std::ifstream file(path);
    if (!file) return fail(ErrorCode::Io, "cannot read the list", path);
    ChecksumList list;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line.front() == '#') continue;
        const std::size_t blank = line.find(' ');
        const auto subspace = parse_subspace(line.substr(0, blank));
        const auto checksum =
            parse_checksum(blank == std::string::npos ? std::string() : line.substr(blank + 1));
        if (!subspace || !checksum || !list.emplace(*subspace, *checksum).second) {
            return fail(ErrorCode::Damaged,
                        fmt::format("line {} is no subspace with its checksum", number), path);
        }
    }
    return list;
}

// Throws: std::system_error.
void write_list(const std::string& path, const Database& database, const ChecksumList& list) {
    std::string text = fmt::format("# Value checksums: {}\n", in_words(database.family()));
    for (const auto& [subspace, checksum] : list) {
        text += fmt::format("{} {}\n", to_string(subspace), to_string(checksum));
    }
    OutputFile file(path);
    file.write_at(0, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    file.commit();
}

class Checking {
public:
    Checking(const CheckOptions& options, const Database& database, std::ostream& out,
             std::ostream& err)
        : options_(options),
          database_(database),
          workers_(options.threads > 0 ? options.threads : hardware_threads()),
          out_(out),
          err_(err),
          line_(err, options.terminal) {}

    ExitStatus run() {
        try {
            for (const Subspace& s : all_subspaces()) {
                if (database_.contains(s)) check(s);
            }
            for (const Subspace& s : database_.subspaces()) {
                if (!s.moving()) check(s);
            }
        } catch (const Stopped&) {
            return stopped();
        }
        line_.clear();
        if (options_.compare) compare();
        if (options_.write_list && status_ == ExitStatus::Good) {
            write_list(*options_.write_list, database_, found_);
        }
        out_ << fmt::format("{} tables, {}: {}\n", found_.size(),
                            size_text(static_cast<double>(bytes_)),
                            status_ == ExitStatus::Good ? "all sound" : "NOT sound");
        return status_;
    }

private:
    void check(const Subspace& s) {
        const ParallelFor loop = [this](std::size_t n,
                                        const std::function<void(std::size_t)>& body) {
            workers_.for_each(n, [&](std::size_t i) {
                if (stop_on_interrupt().load()) throw Stopped{};
                body(i);
            });
        };
        line_.show(fmt::format("checking {}", to_string(s)));
        const auto table = database_.table(s);
        if (!table) return failed(table.error());
        if (const auto sound = (*table)->verify(loop); !sound) return failed(sound.error());
        const TableHeader& header = (*table)->header();
        bytes_ += (*table)->bytes();
        found_.emplace(s, header.value_checksum);
        if (!options_.values) return;
        const auto recount = loader_.recount(s, loop);
        if (!recount) return failed(recount.error());
        if (recount->counts != header.counts) differs(s, "the positions counted differ");
        if (recount->value_checksum != header.value_checksum) differs(s, "the values differ");
    }

    void compare() {
        const auto list = read_list(*options_.compare);
        if (!list) return failed(list.error());
        for (const auto& [subspace, checksum] : found_) {
            const auto listed = list->find(subspace);
            if (listed == list->end()) {
                differs(subspace, "it is not on the list");
            } else if (listed->second != checksum) {
                differs(subspace, "its value checksum is not the one on the list");
            }
        }
        for (const auto& [subspace, checksum] : *list) {
            if (!database_.contains(subspace)) differs(subspace, "it is on the list, but not here");
        }
    }

    void differs(const Subspace& s, std::string_view what) {
        line_.clear();
        err_ << fmt::format("mulino check: {}: {}\n", to_string(s), what);
        status_ = std::max(status_, ExitStatus::Differences);
    }
    void failed(const Error& error) {
        line_.clear();
        status_ = std::max(status_, report(err_, kName, error));
    }
    ExitStatus stopped() {
        line_.clear();
        err_ << "mulino check: stopped\n";
        return ExitStatus::Environment;
    }

    const CheckOptions& options_;
    const Database& database_;
    BulkLoader loader_{database_};
    Workers workers_;
    std::ostream& out_;
    std::ostream& err_;
    ProgressLine line_;
    ChecksumList found_;
    std::uint64_t bytes_ = 0;
    ExitStatus status_ = ExitStatus::Good;
};

}  // namespace

ExitStatus run_check(const CheckOptions& options, std::ostream& out, std::ostream& err) {
    if (options.folders.empty()) {
        return report(
            err, kName,
            {ErrorCode::BadArgument, "give the folder of a database with --db DIR", {}, {}});
    }
    const std::vector<std::filesystem::path> folders(options.folders.begin(),
                                                     options.folders.end());
    const Result<Manifest> manifest = read_manifest(folders.front());
    if (!manifest) return report(err, kName, manifest.error());
    const Result<Database> database = Database::open(folders, manifest->family);
    if (!database) return report(err, kName, database.error());
    return Checking(options, *database, out, err).run();
}

}  // namespace mulino
