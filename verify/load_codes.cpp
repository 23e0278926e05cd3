#include "verify/load_codes.hpp"

#include <algorithm>
#include <atomic>
#include <span>

#include "db/bulk.hpp"

namespace mulino::verify {

namespace {

// Slots translated by one step of a loop.
constexpr std::size_t kPiece = std::size_t{1} << 20;

// All outcomes as the reader numbers them (outcome_code), and what the caller calls them.
template <typename Code>
class Translation {
public:
    Translation(const TableHeader& header, const std::function<Code(const Outcome&)>& code_of) {
        for (const Outcome& outcome : possible_outcomes(header)) {
            const std::size_t number = outcome_code(outcome);
            if (codes_.size() <= number) codes_.resize(number + 1);
            codes_[number] = code_of(outcome);
        }
    }
    std::optional<Code> operator()(std::size_t number) const {
        return number < codes_.size() ? codes_[number] : std::nullopt;
    }

private:
    std::vector<std::optional<Code>> codes_;
};

// `Number`: what the reader is asked for, the values alone or outcomes.
template <typename Number, typename Code>
Result<TableMemory<Code>> load_derived(const Database& database, const Subspace& subspace,
                                       const Translation<Code>& translation,
                                       const ParallelFor& parallel) {
    BulkLoader loader(database, 1);
    const auto slots = loader.load<Number>(subspace, parallel);
    if (!slots) return tl::unexpected(slots.error());
    const std::vector<Number>& from = **slots;
    TableMemory<Code> codes(from.size());
    std::atomic<bool> impossible{false};
    parallel((from.size() + kPiece - 1) / kPiece, [&](std::size_t piece) {
        const std::size_t end = std::min((piece + 1) * kPiece, from.size());
        for (std::size_t slot = piece * kPiece; slot < end; ++slot) {
            const std::optional<Code> code = translation(from[slot]);
            if (!code) {
                impossible = true;
                return;
            }
            codes.data()[slot] = *code;
        }
    });
    if (impossible) {
        return fail(ErrorCode::Damaged, "an outcome of " + to_string(subspace) +
                                            " is beyond the longest ones its header speaks of");
    }
    return codes;
}

}  // namespace

std::vector<Outcome> possible_outcomes(const TableHeader& header) {
    if (header.part == Part::All) return header.symbols;
    std::vector<Outcome> outcomes{{}};
    if (header.key.metric == Metric::Wdl) {
        outcomes.push_back({Wdl::Win, {}});
        outcomes.push_back({Wdl::Loss, {}});
        return outcomes;
    }
    // Distances to the end are odd for wins and even for losses; others may be any.
    const unsigned step = header.key.metric == Metric::Dtw ? 2 : 1;
    const auto add = [&](Wdl value, unsigned first, const std::optional<std::uint16_t>& longest) {
        if (!longest) return;
        for (unsigned plies = first; plies <= *longest; plies += step) {
            outcomes.push_back({value, static_cast<std::uint16_t>(plies)});
        }
    };
    add(Wdl::Win, 1, header.counts.longest_win);
    add(Wdl::Loss, 0, header.counts.longest_loss);
    return outcomes;
}

template <typename Code>
Result<TableMemory<Code>> load_codes(const Database& database, const Subspace& subspace,
                                     const std::function<Code(const Outcome&)>& code_of,
                                     const ParallelFor& parallel) {
    const auto file = database.table(subspace);
    if (!file) return tl::unexpected(file.error());
    const TableHeader& header = (*file)->header();
    if (header.part != Part::All) {
        const Translation<Code> translation(header, code_of);
        return header.key.metric == Metric::Wdl
                   ? load_derived<std::uint8_t>(database, subspace, translation, parallel)
                   : load_derived<std::uint16_t>(database, subspace, translation, parallel);
    }
    std::vector<Code> translation;
    for (const Outcome& outcome : header.symbols) translation.push_back(code_of(outcome));
    TableMemory<Code> codes(header.slots());
    auto loaded = (*file)->load(codes.span(), parallel, std::span<const Code>(translation));
    if (!loaded) return tl::unexpected(loaded.error());
    return codes;
}

template Result<TableMemory<std::uint8_t>> load_codes(
    const Database&, const Subspace&, const std::function<std::uint8_t(const Outcome&)>&,
    const ParallelFor&);
template Result<TableMemory<std::uint16_t>> load_codes(
    const Database&, const Subspace&, const std::function<std::uint16_t(const Outcome&)>&,
    const ParallelFor&);

}  // namespace mulino::verify
