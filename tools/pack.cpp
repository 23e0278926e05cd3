#include "tools/pack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>

#include "db/bulk.hpp"
#include "db/folder_lock.hpp"
#include "db/manifest.hpp"
#include "db/output_file.hpp"
#include "db/packer.hpp"
#include "solver/parallel.hpp"
#include "tools/terminal.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "pack";

class Packing {
public:
    Packing(const PackOptions& options, Kind kind, Database source, std::ostream& out,
            std::ostream& err)
        : kind_(kind),
          source_(std::move(source)),
          folder_(options.out),
          workers_(options.threads > 0 ? options.threads : hardware_threads()),
          out_(out),
          err_(err),
          line_(err, options.terminal) {
        // What needs the same tables lies together in the standing order.
        const std::vector<Subspace> present = source_.subspaces();
        for (const Subspace& s : all_subspaces()) {
            if (source_.contains(s)) subspaces_.push_back(s);
        }
        for (const Subspace& s : present) {
            if (std::find(subspaces_.begin(), subspaces_.end(), s) == subspaces_.end()) {
                subspaces_.push_back(s);
            }
        }
    }

    ExitStatus run() {
        if (const auto ready = prepare_folder(); !ready) {
            const ExitStatus status = report(err_, kName, ready.error());
            return lock_ ? status : ExitStatus::Environment;
        }
        out_ << fmt::format("{:<8}  {:>13}  {:>12}  {:>6}  {:>10}  {:>8}\n", "subspace", "slots",
                            "bytes", "b/slot", "most reads", "seconds");
        try {
            for (const Subspace& s : subspaces_) {
                if (stopped()) return tell_stopped();
                if (const auto packed = pack(s); !packed) {
                    return report(err_, kName, packed.error());
                }
            }
            return check_all();
        } catch (const Stopped&) {
            return tell_stopped();
        }
    }

private:
    using Clock = std::chrono::steady_clock;

    ParallelFor loop() {
        return [this](std::size_t n, const std::function<void(std::size_t)>& body) {
            workers_.for_each(n, [&](std::size_t i) {
                if (stopped()) throw Stopped{};
                body(i);
            });
        };
    }
    bool stopped() const { return stop_on_interrupt().load(); }
    ExitStatus tell_stopped() {
        line_.clear();
        err_ << "mulino pack: stopped; finished tables are kept, and the same command goes on\n";
        return ExitStatus::Environment;
    }

    Result<void> prepare_folder() {
        const Manifest wanted{source_.family(), metric_of(kind_, source_.metric()), kind_};
        std::filesystem::create_directories(folder_);
        auto lock = FolderLock::acquire(folder_);
        if (!lock) return tl::unexpected(lock.error());
        lock_.emplace(std::move(*lock));
        if (std::filesystem::exists(folder_ / kManifestName)) {
            const auto manifest = read_manifest(folder_);
            if (!manifest) return tl::unexpected(manifest.error());
            if (*manifest != wanted) {
                return fail(ErrorCode::OtherFamily,
                            "the folder already holds tables of another kind, metric or family",
                            folder_.string());
            }
        } else {
            write_manifest(folder_, wanted);
        }
        remove_temporary_files(folder_);
        return {};
    }

    Result<void> pack(const Subspace& s) {
        const auto table = source_.table(s);
        if (!table) return tl::unexpected(table.error());
        if (is_packed(folder_, kind_, (*table)->header())) return {};
        line_.show(fmt::format("packing {}", to_string(s)));
        const Clock::time_point start = Clock::now();
        const auto summary = pack_table(loader_, s, folder_, kind_, loop());
        if (!summary) return tl::unexpected(summary.error());
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        const TableHeader& header = summary->header;
        line_.clear();
        out_ << fmt::format(
            "{:<8}  {:>13}  {:>12}  {:>6.4f}  {:>10}  {:>8.1f}\n", to_string(s), header.slots(),
            summary->bytes,
            8 * static_cast<double>(summary->bytes) / static_cast<double>(header.slots()),
            header.costs.most, seconds);
        out_.flush();
        return {};
    }

    // Reads back what was written, by the way that loads whole tables.
    ExitStatus check_all() {
        const Result<Database> written = Database::open({folder_}, source_.family());
        if (!written) return report(err_, kName, written.error());
        BulkLoader loader(*written);
        std::uint64_t bytes = 0;
        for (const Subspace& s : subspaces_) {
            if (stopped()) return tell_stopped();
            line_.show(fmt::format("checking {}", to_string(s)));
            const auto table = written->table(s);
            if (!table) return report(err_, kName, table.error());
            const auto recount = loader.recount(s, loop());
            if (!recount) return report(err_, kName, recount.error());
            const TableHeader& header = (*table)->header();
            if (recount->value_checksum != header.value_checksum ||
                recount->counts != header.counts) {
                line_.clear();
                err_ << fmt::format("mulino pack: {}: the values read back differ ({})\n",
                                    to_string(s), (*table)->path().string());
                return ExitStatus::Differences;
            }
            bytes += (*table)->bytes();
        }
        line_.clear();
        out_ << fmt::format("{} tables, {}; all values read back and found right\n",
                            subspaces_.size(), size_text(static_cast<double>(bytes)));
        return ExitStatus::Good;
    }

    Kind kind_;
    Database source_;
    BulkLoader loader_{source_, 3};
    std::filesystem::path folder_;
    std::optional<FolderLock> lock_;  // held from when the folder is prepared
    Workers workers_;
    std::ostream& out_;
    std::ostream& err_;
    ProgressLine line_;
    std::vector<Subspace> subspaces_;
};

}  // namespace

ExitStatus run_pack(const PackOptions& options, std::ostream& out, std::ostream& err) {
    const auto kind = parse_kind(options.kind);
    if (!kind) return report(err, kName, kind.error());
    if (options.folders.empty() || options.out.empty()) {
        return report(
            err, kName,
            {ErrorCode::BadArgument, "give the folders with --db DIR and --out DIR", {}, {}});
    }
    const std::vector<std::filesystem::path> folders(options.folders.begin(),
                                                     options.folders.end());
    for (const auto& folder : folders) {
        std::error_code error;
        if (std::filesystem::equivalent(folder, options.out, error)) {
            return report(err, kName,
                          {ErrorCode::BadArgument, "--out is the folder of the source", {}, {}});
        }
    }
    const Result<Manifest> manifest = read_manifest(folders.front());
    if (!manifest) return report(err, kName, manifest.error());
    Result<Database> source = Database::open(folders, manifest->family);
    if (!source) return report(err, kName, source.error());
    if (source->subspaces().empty()) {
        return report(err, kName,
                      {ErrorCode::MissingTable, "the source holds no tables", folders.front(), {}});
    }
    if (*kind == Kind::Full && source->metric() == Metric::Wdl) {
        return report(
            err, kName,
            {ErrorCode::NoDistances, "the source holds no distances", folders.front(), {}});
    }
    return Packing(options, *kind, std::move(*source), out, err).run();
}

}  // namespace mulino
