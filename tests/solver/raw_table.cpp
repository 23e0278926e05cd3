#include "tests/solver/raw_table.hpp"

#include <bit>

namespace mulino::test {

RawSets::RawSets(int men) : upper_(0x1000), lower_(0x1000) {
    std::vector<std::uint32_t> seen(13);  // lower halves by their men
    for (unsigned half = 0; half < 0x1000; ++half) {
        lower_[half] = seen[static_cast<std::size_t>(std::popcount(half))]++;
    }
    for (unsigned upper = 0; upper < 0x1000; ++upper) {
        upper_[upper] = static_cast<std::uint32_t>(sets_.size());
        for (unsigned lower = 0; lower < 0x1000; ++lower) {
            if (std::popcount(upper) + std::popcount(lower) == men) {
                sets_.push_back(upper << 12 | lower);
            }
        }
    }
}

Outcome Cell::outcome() const {
    if (open()) return {Wdl::Draw, std::nullopt};
    return {won() ? Wdl::Win : Wdl::Loss, static_cast<std::uint16_t>(plies())};
}

Cell Cell::of(const Outcome& outcome) {
    if (outcome.value == Wdl::Draw) return {};
    return outcome.value == Wdl::Win ? win(outcome.distance.value())
                                     : loss(outcome.distance.value());
}

RawTable::RawTable(int mover_men, int opponent_men)
    : mover_sets_(mover_men),
      opponent_sets_(opponent_men),
      cells_(mover_sets_.size() * opponent_sets_.size()) {}

}  // namespace mulino::test
