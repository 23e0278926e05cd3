#include "tools/published.hpp"

#include <array>
#include <cassert>
#include <charconv>
#include <map>

#include "published_data.hpp"

namespace mulino {
namespace {

// The fields of the data, in their order.
enum Field : std::size_t { Mover, Opponent, Wins, Losses, Draws, LongestWin, LongestLoss, Fields };

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

// Takes what stands before the separator off the front of a text.
std::string_view take(std::string_view& text, char separator) {
    const std::size_t end = text.find(separator);
    const std::string_view front = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return front;
}

std::map<Subspace, TableCounts> read_data() {
    std::map<Subspace, TableCounts> all;
    std::string_view rest = kPublishedData;
    take(rest, '\n');  // the names of the fields
    while (!rest.empty()) {
        std::string_view line = take(rest, '\n');
        if (line.empty()) continue;
        std::array<std::optional<std::uint64_t>, Fields> fields;
        for (auto& field : fields) field = number(take(line, ','));
        assert(fields[Mover] && fields[Opponent] && fields[Wins] && fields[Losses] &&
               fields[Draws]);
        TableCounts counts;
        counts.wins = *fields[Wins];
        counts.losses = *fields[Losses];
        counts.draws = *fields[Draws];
        counts.positions = counts.wins + counts.losses + counts.draws;
        if (fields[LongestWin])
            counts.longest_win = static_cast<std::uint16_t>(*fields[LongestWin]);
        if (fields[LongestLoss]) {
            counts.longest_loss = static_cast<std::uint16_t>(*fields[LongestLoss]);
        }
        all[Subspace{static_cast<std::uint8_t>(*fields[Mover]),
                     static_cast<std::uint8_t>(*fields[Opponent])}] = counts;
    }
    return all;
}

}  // namespace

bool has_published(const Family& family) { return family == Family{}; }

std::optional<TableCounts> published_counts(const Subspace& subspace) {
    static const std::map<Subspace, TableCounts> data = read_data();
    const auto found = data.find(subspace);
    if (found == data.end()) return std::nullopt;
    return found->second;
}

Published compare_with_published(const TableKey& key, const TableCounts& counts) {
    std::optional<TableCounts> published = published_counts(key.subspace);
    if (!published || !has_published(key.family)) return Published::None;
    TableCounts own = counts;
    if (key.metric != Metric::Dtw) {  // the published distances are plies to the end
        own.longest_win = published->longest_win;
        own.longest_loss = published->longest_loss;
    }
    return own == *published ? Published::Match : Published::Mismatch;
}

}  // namespace mulino
