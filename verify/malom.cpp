#include "verify/malom.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "verify/malom_sector.hpp"
#include "verify/pair_check.hpp"
#include "verify/placing_prover.hpp"
#include "verify/team.hpp"
#include "verify/whole_table.hpp"

namespace mulino::verify {

namespace {

// Rows that are compared before their differences are told.
constexpr std::uint32_t kRowsAtOnce = 256;

// What this database says of a position.
class Here {
public:
    virtual ~Here() = default;
    /// Throws: ValueStore::Failure.
    virtual Outcome outcome(const MalomSector::Entry& entry, std::size_t worker) = 0;
};

// The moving phase: the whole table is in memory.
class HereByTable : public Here {
public:
    explicit HereByTable(WholeTable table) : table_(std::move(table)) {}
    Outcome outcome(const MalomSector::Entry& entry, std::size_t /*worker*/) override {
        return table_.outcome(entry.mover, entry.opponent);
    }

private:
    WholeTable table_;
};

// The placing phase: a search for each position; threads share the values it ends in.
class HereBySearch : public Here {
public:
    HereBySearch(const Database& database, const Rules& rules, const Subspace& sector,
                 std::size_t workers)
        : store_(database), sector_(sector) {
        constexpr std::size_t kClaimBytes = std::size_t{1} << 28;
        for (std::size_t i = 0; i < workers; ++i) {
            provers_.push_back(std::make_unique<PlacingProver>(store_, rules, kClaimBytes));
        }
    }
    Outcome outcome(const MalomSector::Entry& entry, std::size_t worker) override {
        const MoverView view{entry.mover, entry.opponent, sector_.mover_hand,
                             sector_.opponent_hand};
        return {provers_[worker]->value(view), std::nullopt};
    }

private:
    ValueStore store_;
    Subspace sector_;
    std::vector<std::unique_ptr<PlacingProver>> provers_;
};

}  // namespace

std::optional<Subspace> parse_sector_name(std::string_view name) {
    constexpr std::string_view kBefore = "std_";
    constexpr std::string_view kAfter = ".sec2";
    if (name.size() <= kBefore.size() + kAfter.size() || name.substr(0, 4) != kBefore ||
        name.substr(name.size() - kAfter.size()) != kAfter) {
        return std::nullopt;
    }
    name = name.substr(kBefore.size(), name.size() - kBefore.size() - kAfter.size());
    std::array<std::uint8_t, 4> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto [stop, problem] =
            std::from_chars(name.data(), name.data() + name.size(), numbers[i]);
        if (problem != std::errc{}) return std::nullopt;
        name.remove_prefix(static_cast<std::size_t>(stop - name.data()));
        if (i + 1 == numbers.size()) break;
        if (name.empty() || name.front() != '_') return std::nullopt;
        name.remove_prefix(1);
    }
    if (!name.empty()) return std::nullopt;
    const Subspace sector{numbers[0], numbers[1], numbers[2], numbers[3]};
    if (sector.mover + sector.mover_hand > kMaxMen ||
        sector.opponent + sector.opponent_hand > kMaxMen) {
        return std::nullopt;
    }
    return sector;
}

Result<SectorValues> read_sector_values(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) {
        return fail(ErrorCode::Io, "the list of the sectors' values cannot be read", path.string());
    }
    const auto damaged = [&path] {
        return fail(ErrorCode::Damaged, "the list of the sectors' values cannot be understood",
                    path.string());
    };
    SectorValues values;
    for (int i = 0; i < 2; ++i) {
        std::string name;
        int value = 0;
        if (!(file >> name >> value)) return damaged();
        if (name == "virt_win_val:") values.win = value;
        if (name == "virt_loss_val:") values.loss = value;
    }
    std::size_t sectors = 0;
    if (values.win <= 0 || values.loss >= 0 || !(file >> sectors)) return damaged();
    for (std::size_t i = 0; i < sectors; ++i) {
        std::array<int, 4> men{};
        int value = 0;
        for (int& number : men) {
            if (!(file >> number) || number < 0 || number > kPoints) return damaged();
        }
        if (!(file >> value)) return damaged();
        values.own[{static_cast<std::uint8_t>(men[0]), static_cast<std::uint8_t>(men[1]),
                    static_cast<std::uint8_t>(men[2]), static_cast<std::uint8_t>(men[3])}] = value;
    }
    return values;
}

Result<void> comparable(const Subspace& sector) {
    const int in_hand = sector.mover_hand + sector.opponent_hand;
    if (in_hand > kMostInHand) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("{} men are in hand; sectors of the placing phase are compared "
                                "with at most {}, since each position is searched",
                                in_hand, kMostInHand));
    }
    const int ahead = sector.mover_hand - sector.opponent_hand;
    if (ahead != 0 && ahead != 1) {
        return fail(ErrorCode::BadArgument,
                    "the men in hand do not fit: the side to move has as many as the other, or one "
                    "more");
    }
    if (sector.moving() && (sector.mover < kMinMen || sector.opponent < kMinMen)) {
        return fail(ErrorCode::BadArgument, "the game is over: a side has too few men");
    }
    return {};
}

Result<SectorComparison> compare_sector(const std::filesystem::path& path, const Subspace& sector,
                                        const SectorValues& values, const Database& database,
                                        const Rules& rules, const ComparisonOptions& options) {
    if (auto good = comparable(sector); !good) return tl::unexpected(good.error());
    const auto there = MalomSector::open(path, sector, values);
    if (!there) return tl::unexpected(there.error());
    const Team team(options.threads);
    SectorComparison comparison;
    std::unique_ptr<Here> here;
    if (sector.moving()) {
        auto table = WholeTable::load(database, sector, team.loop());
        if (!table) return tl::unexpected(table.error());
        comparison.distances = table->metric() == Metric::Dtw;
        here = std::make_unique<HereByTable>(std::move(*table));
    } else {
        here = std::make_unique<HereBySearch>(database, rules, sector, team.threads());
    }

    std::mutex mutex;
    std::optional<Error> error;
    for (std::uint32_t first = 0; first < there->rows() && !error; first += kRowsAtOnce) {
        const std::uint32_t rows = std::min(kRowsAtOnce, there->rows() - first);
        std::vector<std::vector<SectorDifference>> found(rows);
        team.for_each(rows, [&](std::size_t i, std::size_t worker) {
            if (options.stop != nullptr && options.stop->load()) throw CheckStopped{};
            const auto fail_with = [&](const Error& what) {
                const std::lock_guard lock(mutex);
                if (!error) error = what;
            };
            const auto entries = there->read_row(first + static_cast<std::uint32_t>(i));
            if (!entries) return fail_with(entries.error());
            try {
                for (const MalomSector::Entry& entry : *entries) {
                    const Outcome ours = here->outcome(entry, worker);
                    const bool same =
                        ours.value == entry.outcome.value &&
                        (!comparison.distances || ours.distance == entry.outcome.distance);
                    if (same) continue;
                    SectorDifference difference{{}, ours, entry.outcome};
                    difference.position.men = {entry.mover, entry.opponent};
                    difference.position.hand = {sector.mover_hand, sector.opponent_hand};
                    found[i].push_back(difference);
                }
            } catch (const ValueStore::Failure& failure) {
                return fail_with(failure.error);
            }
            const std::lock_guard lock(mutex);
            comparison.positions += entries->size();
        });
        for (const auto& row : found) {
            comparison.differences += row.size();
            if (!options.on_difference) continue;
            for (const SectorDifference& difference : row) options.on_difference(difference);
        }
        if (options.on_progress) {
            options.on_progress(std::uint64_t{first + rows} * there->row_size(),
                                std::uint64_t{there->rows()} * there->row_size());
        }
    }
    if (error) return tl::unexpected(*error);
    return comparison;
}

}  // namespace mulino::verify
