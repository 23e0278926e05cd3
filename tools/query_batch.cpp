#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "solver/parallel.hpp"
#include "tools/query.hpp"

namespace mulino {
namespace {

// Lines are answered in chunks: large enough to keep the threads busy, but whoever sends a line and
// waits for its answer gets it, since a chunk ends where no more input is ready.
constexpr std::size_t kChunk = 16384;
// Lines a thread takes at a time.
constexpr std::size_t kPortion = 64;

std::vector<std::string> read_chunk(std::istream& in) {
    std::vector<std::string> lines;
    std::string line;
    while (lines.size() < kChunk && std::getline(in, line)) {
        lines.push_back(line);
        if (in.rdbuf()->in_avail() <= 0) break;
    }
    return lines;
}

// Replaces a line by its answer. Returns: whether there is one.
bool answer_line(std::string& line, Analyst& analyst, CounterText counter) {
    std::string_view text = line;
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    const Result<Position> position = parse_position(text);
    const Result<Evaluation> known =
        position ? analyst.evaluate(*position) : tl::unexpected(position.error());
    if (!known) {
        line = fmt::format("{}\terror: {}\n", text, describe(known.error()));
        return false;
    }
    line = fmt::format("{}\t{}\t{}\n", to_string(*position, counter), value_word(*known),
                       known->distance ? std::to_string(*known->distance) : "-");
    return true;
}

}  // namespace

ExitStatus run_batch(std::istream& in, std::ostream& out, std::ostream& err,
                     const Database& database, const Rules& value_rules,
                     std::optional<double> seconds, int threads) {
    const CounterText counter =
        value_rules.no_capture_limit ? CounterText::Show : CounterText::Hide;
    Workers workers(threads > 0 ? threads : hardware_threads());
    std::vector<Analyst> analysts;  // one a thread
    PlacingSettings placing;
    placing.seconds = seconds;
    placing.store = std::make_shared<verify::ValueStore>(database);
    for (int i = 0; i < workers.threads(); ++i) {
        analysts.emplace_back(database, value_rules, placing);
    }
    std::atomic<bool> all_answered{true};
    for (auto lines = read_chunk(in); !lines.empty(); lines = read_chunk(in)) {
        std::atomic<std::size_t> next{0};
        const std::size_t useful =
            std::min(analysts.size(), (lines.size() + kPortion - 1) / kPortion);
        workers.for_each(useful, [&](std::size_t thread) {
            for (std::size_t begin = next.fetch_add(kPortion); begin < lines.size();
                 begin = next.fetch_add(kPortion)) {
                const std::size_t end = std::min(begin + kPortion, lines.size());
                for (std::size_t i = begin; i < end; ++i) {
                    if (!answer_line(lines[i], analysts[thread], counter)) all_answered = false;
                }
            }
        });
        for (const std::string& line : lines) out << line;
        if (!out.flush()) break;  // nobody is told any more; main() says so
    }
    if (in.bad()) return report(err, "query", {ErrorCode::Io, "the batch cannot be read", {}, {}});
    return all_answered ? ExitStatus::Good : ExitStatus::Input;
}

}  // namespace mulino
