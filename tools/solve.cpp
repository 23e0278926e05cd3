#include "tools/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <string_view>
#include <vector>

#include "db/format.hpp"
#include "solver/parallel.hpp"
#include "solver/solver.hpp"
#include "tools/pair_list.hpp"
#include "tools/terminal.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "solve";

// A number of bytes: "800M", "6GB" (powers of 1000), "1.5 GiB" (powers of 1024).
Result<std::uint64_t> parse_size(std::string_view text) {
    const auto refused = [text] {
        return fail(ErrorCode::BadArgument,
                    fmt::format("--memory is '{}'; it must be a size such as 800M or 6G", text));
    };
    constexpr double kMost = 1e18;  // fits the result, and more than there is anywhere
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc{} || !(number > 0)) return refused();
    std::string_view unit(stop, static_cast<std::size_t>(end - stop));
    while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
    double factor = 1;
    if (!unit.empty() && unit != "B") {
        constexpr std::string_view kUnits = "KMGT";
        const std::size_t power = kUnits.find(unit.front() == 'k' ? 'K' : unit.front());
        const std::string_view rest = unit.substr(1);
        if (power == std::string_view::npos || !(rest.empty() || rest == "B" || rest == "iB")) {
            return refused();
        }
        for (std::size_t i = 0; i <= power; ++i) factor *= rest == "iB" ? 1024 : 1000;
    }
    const double bytes = number * factor;
    if (bytes > kMost) return refused();
    return static_cast<std::uint64_t>(bytes);
}

Result<std::vector<Pair>> wanted_pairs(const SolveOptions& options) {
    if (options.pairs && options.max_men) {
        return fail(ErrorCode::BadArgument, "give either --pairs or --max-men");
    }
    if (options.pairs) return parse_pair_list(*options.pairs);
    std::vector<Pair> pairs;
    for (const Pair& pair : all_pairs()) {
        if (!options.max_men || pair.men() <= *options.max_men) pairs.push_back(pair);
    }
    if (pairs.empty()) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("--max-men is {}; the smallest pair has {} men", *options.max_men,
                                2 * kMinMen));
    }
    return pairs;
}

Result<SolveRequest> request_of(const SolveOptions& options) {
    if (options.folder.empty()) {
        return fail(ErrorCode::BadArgument, "--db is empty; name a folder");
    }
    const Result<Rules> rules = value_rules(options.rules);
    if (!rules) return tl::unexpected(rules.error());
    Metric metric = rules->no_capture_limit ? Metric::Dtc : Metric::Dtw;
    if (options.metric) {
        const Result<Metric> wanted = parse_metric(*options.metric);
        if (!wanted) return tl::unexpected(wanted.error());
        metric = *wanted;
    }
    Result<std::vector<Pair>> pairs = wanted_pairs(options);
    if (!pairs) return tl::unexpected(pairs.error());
    SolveRequest request;
    request.folder = options.folder;
    request.family = family_of(*rules, rules->no_capture_limit);
    request.metric = metric;
    request.pairs = std::move(*pairs);
    request.threads = options.threads > 0 ? options.threads : hardware_threads();
    if (options.memory) {
        const Result<std::uint64_t> cap = parse_size(*options.memory);
        if (!cap) return tl::unexpected(cap.error());
        request.memory_cap = *cap;
    }
    return request;
}

void print_plan(const SolvePlan& plan, std::ostream& out) {
    out << fmt::format("{:<6}{:<8}{:>14}{:>12}{:>12}{:>16}\n", "pair", "state", "slots", "memory",
                       "disk", "time");
    PlannedPair total;
    for (const PlannedPair& pair : plan.pairs) {
        out << fmt::format("{:<6}{:<8}{:>14}{:>12}{:>12}{:>16}\n", to_string(pair.pair),
                           pair.solved ? "solved" : "to do", pair.slots,
                           size_text(static_cast<double>(pair.memory)),
                           size_text(static_cast<double>(pair.disk)),
                           pair.solved ? "-" : duration_text(pair.seconds));
        if (pair.solved) continue;
        total.slots += pair.slots;
        total.memory = std::max(total.memory, pair.memory);
        total.disk += pair.disk;
        total.seconds += pair.seconds;
    }
    out << fmt::format("{:<6}{:<8}{:>14}{:>12}{:>12}{:>16}\n", "all", "to do", total.slots,
                       size_text(static_cast<double>(total.memory)),
                       size_text(static_cast<double>(total.disk)), duration_text(total.seconds));
}

std::string progress_text(const SolveProgress& progress) {
    const std::string stage = progress.stage == SolveStage::Plies
                                  ? fmt::format("ply {}", progress.ply)
                                  : std::string(to_string(progress.stage));
    std::string text = fmt::format("pair {} ({} of {}), {}", to_string(progress.pair),
                                   progress.pair_number, progress.pair_count, stage);
    if (progress.slots_per_second > 0) {
        text += fmt::format(", {:.1f} M slots/s, {} left", progress.slots_per_second / 1e6,
                            duration_text(progress.seconds_left));
    }
    return text;
}

// The table of the pairs solved, row by row as they are finished.
class SummaryTable {
public:
    explicit SummaryTable(std::ostream& out) : out_(out) {}

    void add(const SolvedPair& solved) {
        if (pairs_++ == 0) {
            out_ << fmt::format("{:<6}{:>6}{:>14}{:>16}{:>12}{:>14}\n", "pair", "plies", "slots",
                                "time", "M slots/s", "bytes");
        }
        std::uint64_t slots = 0;
        std::uint64_t bytes = 0;
        for (const TableSummary& table : solved.tables) {
            slots += table.header.slots();
            bytes += table.bytes;
        }
        print(to_string(solved.pair), solved.plies, slots, solved.seconds, bytes);
        plies_ = std::max(plies_, solved.plies);
        slots_ += slots;
        seconds_ += solved.seconds;
        bytes_ += bytes;
    }

    void finish() {
        if (pairs_ > 0) print("all", plies_, slots_, seconds_, bytes_);
    }

private:
    void print(std::string_view name, unsigned plies, std::uint64_t slots, double seconds,
               std::uint64_t bytes) {
        out_ << fmt::format("{:<6}{:>6}{:>14}{:>16}{:>12.1f}{:>14}\n", name, plies, slots,
                            duration_text(seconds),
                            static_cast<double>(slots) / 1e6 / std::max(seconds, 1e-9), bytes)
             << std::flush;
    }

    std::ostream& out_;
    int pairs_ = 0;
    unsigned plies_ = 0;
    std::uint64_t slots_ = 0;
    double seconds_ = 0;
    std::uint64_t bytes_ = 0;
};

// While solving, what the system refuses is the environment's failure, not bad input.
ExitStatus report_solve(std::ostream& err, const Error& error) {
    const ExitStatus status = report(err, kName, error);
    return error.code == ErrorCode::Io ? ExitStatus::Environment : status;
}

}  // namespace

ExitStatus run_solve(const SolveOptions& options, std::ostream& out, std::ostream& err) {
    const std::atomic<bool>& stop = stop_on_interrupt();
    const Result<SolveRequest> request = request_of(options);
    if (!request) return report(err, kName, request.error());
    const Result<SolvePlan> plan = plan_solve(*request);
    if (!plan) return report_solve(err, plan.error());
    for (const std::string& notice : plan->notices) err << "mulino solve: " << notice << '\n';
    if (options.dry_run) {
        print_plan(*plan, out);
        return ExitStatus::Good;
    }
    const auto solved_before = std::count_if(plan->pairs.begin(), plan->pairs.end(),
                                             [](const PlannedPair& pair) { return pair.solved; });
    if (solved_before > 0) {
        err << fmt::format("mulino solve: {} of {} pairs are solved already\n", solved_before,
                           plan->pairs.size());
    }

    SummaryTable table(out);
    ProgressLine line(err, options.terminal);
    SolveObserver observer;
    observer.progress = [&line](const SolveProgress& progress) {
        if (line.due()) line.show(progress_text(progress));
    };
    observer.solved = [&line, &table](const SolvedPair& solved) {
        line.clear();
        table.add(solved);
    };
    const Result<bool> finished = run_solve(*request, *plan, stop, observer);
    line.clear();
    if (!finished) return report_solve(err, finished.error());
    if (!*finished) {
        err << "mulino solve: stopped; finished pairs are kept, and the same command goes on\n";
        return ExitStatus::Environment;
    }
    table.finish();
    return ExitStatus::Good;
}

}  // namespace mulino
