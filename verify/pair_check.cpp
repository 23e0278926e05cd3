#include "verify/pair_check.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "verify/load_codes.hpp"
#include "verify/row_check.hpp"
#include "verify/table_memory.hpp"
#include "verify/team.hpp"

namespace mulino::verify {

namespace {

// Slots that a thread looks at before it asks for more.
constexpr std::uint64_t kSlotsAtOnce = 1 << 17;

std::uint64_t table_slots(const Subspace& s) {
    const int larger = std::max(s.mover, s.opponent);
    const int smaller = std::min(s.mover, s.opponent);
    return known_class_count(larger) * choose(kPoints - larger, smaller);
}

std::vector<Subspace> own_tables(Pair pair) {
    std::vector<Subspace> own{{pair.larger, pair.smaller, 0, 0}};
    if (!pair.equal()) own.push_back({pair.smaller, pair.larger, 0, 0});
    return own;
}

// The table that follows when the mover of A-B takes a man, if the opponent can go on.
std::optional<Subspace> after_removal(Subspace s) {
    if (s.opponent <= kMinMen) return std::nullopt;
    return Subspace{static_cast<std::uint8_t>(s.opponent - 1), s.mover, 0, 0};
}

// The check of one pair, tables in memory.
template <typename Code>
class PairCheckRun {
public:
    PairCheckRun(const Database& database, const Rules& rules, Pair pair,
                 const OutcomeCodes& meaning, const CheckOptions& options)
        : database_(database),
          pair_(pair),
          meaning_(meaning),
          options_(options),
          team_(options.threads),
          numbers_(pair),
          context_{numbers_, tables_, meaning, rules, {}, 0} {
        context_.opponent_lost = static_cast<Code>(meaning.code(meaning.before(0)));
        for (std::size_t best = 0; best < meaning.size(); ++best) {
            const auto code = meaning.code_before(static_cast<OutcomeCodes::Code>(best));
            context_.before.push_back(code ? static_cast<Code>(*code) : RowContext<Code>::kNone);
        }
    }

    Result<PairCheck> run() {
        for (const Subspace& s : tables_needed(pair_)) {
            if (auto loaded = load(s); !loaded) return tl::unexpected(loaded.error());
        }
        const Code* larger = memory_[0].second.data();
        const Code* smaller = pair_.equal() ? larger : memory_[1].second.data();
        tables_ = {larger, smaller, removal_table(own_tables(pair_).front()),
                   removal_table(own_tables(pair_).back())};
        return check();
    }

private:
    Result<void> load(const Subspace& s) {
        const auto file = database_.table(s);
        if (!file) return tl::unexpected(file.error());
        // Distances to the next removal end there, so that a table of what follows one is read
        // with all its distances at 0.
        const bool own = pair_of(s) == pair_;
        const LocalRule rule{(*file)->key().metric, std::nullopt};
        auto codes = load_codes<Code>(
            database_, s,
            [&](const Outcome& outcome) {
                return static_cast<Code>(meaning_.code(rule.after_turn(outcome, !own)));
            },
            team_.loop());
        if (!codes) return tl::unexpected(codes.error());
        memory_.emplace_back(s, std::move(*codes));
        return {};
    }

    const Code* removal_table(const Subspace& mover) const {
        const auto after = after_removal(mover);
        if (!after) return nullptr;
        for (const auto& [subspace, codes] : memory_) {
            if (subspace == *after) return codes.data();
        }
        return nullptr;
    }

    PairCheck check() {
        const std::size_t tables = own_tables(pair_).size();
        const std::uint32_t rows = numbers_.classes.size();
        const std::uint32_t row_size = numbers_.slots.size();
        const auto chunk =
            static_cast<std::uint32_t>(std::clamp<std::uint64_t>(kSlotsAtOnce / row_size, 1, rows));
        std::vector<std::vector<RowTotals>> totals(
            tables, std::vector<RowTotals>(team_.threads(), {meaning_.size(), options_.named}));
        row_checksums_.assign(tables, std::vector<Checksum128>(rows));
        std::uint64_t done = 0;
        std::mutex mutex;
        team_.for_each((rows + chunk - 1) / chunk, [&](std::size_t i, std::size_t worker) {
            if (options_.stop != nullptr && options_.stop->load()) throw CheckStopped{};
            const auto first = static_cast<std::uint32_t>(i) * chunk;
            const std::uint32_t end = std::min(first + chunk, rows);
            for (std::size_t t = 0; t < tables; ++t) checksum_rows(t, first, end);
            if (pair_.equal()) {
                EqualRowCheck<Code> check(context_);
                for (auto row = first; row < end; ++row) check.check(row, totals[0][worker]);
            } else {
                UnequalRowCheck<Code> check(context_);
                for (auto row = first; row < end; ++row) {
                    check.check(row, totals[0][worker], totals[1][worker]);
                }
            }
            const std::lock_guard lock(mutex);
            done += std::uint64_t{end - first} * row_size * tables;
            if (options_.on_progress) {
                options_.on_progress(done, std::uint64_t{rows} * row_size * tables);
            }
        });
        PairCheck result;
        for (std::size_t t = 0; t < tables; ++t) {
            for (std::size_t w = 1; w < team_.threads(); ++w) totals[t][0].join(totals[t][w]);
            result.subspaces.push_back(summary(t, totals[t][0]));
        }
        return result;
    }

    // One byte a slot, 0 loss, 1 draw, 2 win: the checksum by which all kinds of table agree.
    void checksum_rows(std::size_t table, std::uint32_t first, std::uint32_t end) {
        const std::size_t row_size = numbers_.slots.size();
        std::vector<std::uint8_t> value_of(meaning_.size());
        for (std::size_t code = 1; code < value_of.size(); ++code) {
            value_of[code] = static_cast<std::uint8_t>(
                meaning_.outcome(static_cast<OutcomeCodes::Code>(code)).value);
        }
        std::vector<std::uint8_t> values(row_size);
        const Code* codes = memory_[table].second.data() + first * row_size;
        for (std::uint32_t row = first; row < end; ++row, codes += row_size) {
            for (std::size_t slot = 0; slot < row_size; ++slot)
                values[slot] = value_of[codes[slot]];
            row_checksums_[table][row] = checksum128(values);
        }
    }

    SubspaceCheck summary(std::size_t table, const RowTotals& totals) const {
        SubspaceCheck check;
        check.subspace = own_tables(pair_)[table];
        check.slots = table_slots(check.subspace);
        check.known_positions = known_class_count(pair_.larger, pair_.smaller);
        for (std::size_t code = 1; code < meaning_.size(); ++code) {
            const std::uint64_t n = totals.canonical()[code];
            if (n == 0) continue;
            const Outcome& outcome = meaning_.outcome(static_cast<OutcomeCodes::Code>(code));
            check.counts.positions += n;
            if (outcome.value == Wdl::Draw) {
                check.counts.draws += n;
                continue;
            }
            const bool win = outcome.value == Wdl::Win;
            (win ? check.counts.wins : check.counts.losses) += n;
            auto& longest = win ? check.counts.longest_win : check.counts.longest_loss;
            if (outcome.distance) longest = std::max(longest.value_or(0), *outcome.distance);
        }
        check.value_checksum = checksum128(row_checksums_[table]);
        const auto file = database_.table(check.subspace);
        check.header_agrees = file && (*file)->header().counts == check.counts &&
                              (*file)->header().value_checksum == check.value_checksum;
        check.differences = totals.differences();
        check.first = totals.first();
        return check;
    }

    const Database& database_;
    Pair pair_;
    const OutcomeCodes& meaning_;
    const CheckOptions& options_;
    Team team_;
    PairNumbers numbers_;
    PairCodes<Code> tables_;
    RowContext<Code> context_;
    std::vector<std::pair<Subspace, TableMemory<Code>>> memory_;
    std::vector<std::vector<Checksum128>> row_checksums_;  // by table and row
};

}  // namespace

std::vector<Subspace> tables_needed(Pair pair) {
    std::vector<Subspace> tables = own_tables(pair);
    for (const Subspace& own : own_tables(pair)) {
        if (const auto after = after_removal(own)) tables.push_back(*after);
    }
    return tables;
}

std::uint64_t slots_to_check(Pair pair) {
    std::uint64_t slots = 0;
    for (const Subspace& own : own_tables(pair)) slots += table_slots(own);
    return slots;
}

std::uint64_t check_memory(Pair pair) {
    // The tables, the numbering of the classes, and what is left over for rows and blocks.
    constexpr std::uint64_t kRest = 64 << 20;
    std::uint64_t bytes = kRest;
    for (const Subspace& s : tables_needed(pair)) bytes += table_slots(s);
    return bytes;
}

Result<void> checkable(const Family& family, Metric metric) {
    if (family.no_capture_limit && metric != Metric::Dtc) {
        return fail(ErrorCode::NoDistances,
                    "under a limit of plies without a removal, positions can be checked by their "
                    "turns only where the distance to the next removal is stored");
    }
    return {};
}

Result<PairCheck> check_pair(const Database& database, const Rules& rules, Pair pair,
                             const CheckOptions& options) {
    std::vector<Outcome> outcomes;
    std::optional<Metric> metric;
    for (const Subspace& s : tables_needed(pair)) {
        const auto file = database.table(s);
        if (!file) return tl::unexpected(file.error());
        const TableHeader& header = (*file)->header();
        if (metric.value_or(header.key.metric) != header.key.metric) {
            return fail(ErrorCode::OtherFamily, "the tables of the pair hold different distances",
                        (*file)->path().string());
        }
        metric = header.key.metric;
        const std::vector<Outcome> possible = possible_outcomes(header);
        outcomes.insert(outcomes.end(), possible.begin(), possible.end());
    }
    if (auto good = checkable(database.family(), *metric); !good) {
        return tl::unexpected(good.error());
    }
    const OutcomeCodes meaning({*metric, database.family().no_capture_limit}, outcomes);
    // One code must stay free to say that none is right.
    if (meaning.size() <= std::numeric_limits<std::uint8_t>::max()) {
        return PairCheckRun<std::uint8_t>(database, rules, pair, meaning, options).run();
    }
    return PairCheckRun<std::uint16_t>(database, rules, pair, meaning, options).run();
}

}  // namespace mulino::verify
