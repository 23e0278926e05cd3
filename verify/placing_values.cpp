#include "verify/placing_values.hpp"

#include <cassert>
#include <exception>
#include <thread>

#include "verify/claim_cache.hpp"

namespace mulino::verify {

namespace {

// Claims about positions nearer to the end than this are quicker to search than to read.
constexpr int kPliesLeftToSave = 6;

}  // namespace

// How a search ended: with an answer, with an error, or not at all.
struct PlacingValues::Ended {
    std::optional<SideAnswer> answer;
    std::optional<Error> error;
    std::exception_ptr failure;
};

PlacingValues::PlacingValues(const Database& database, const Rules& rules,
                             const PlacingOptions& options)
    : database_(database),
      rules_(rules),
      options_(options),
      store_(options.store ? options.store : std::make_shared<ValueStore>(database)),
      provers_{PlacingProver(*store_, rules, options.table_bytes),
               PlacingProver(*store_, rules, options.table_bytes)} {}

SearchCounts PlacingValues::counts() const {
    SearchCounts sum;
    for (const PlacingProver& prover : provers_) {
        sum.nodes += prover.counts().nodes;
        sum.probes += prover.counts().probes;
    }
    return sum;
}

std::array<PlacingValues::Ended, 2> PlacingValues::run(const Position& position,
                                                       Clock::time_point deadline, bool early) {
    assert(position.placing());
    std::array<Ended, 2> ended;
    std::atomic<bool> enough{false};
    const auto search = [&](Side side) {
        Ended& result = ended[static_cast<std::size_t>(side)];
        PlacingProver& prover = this->prover(side);
        prover.set_stop([&] {
            return enough.load(std::memory_order_relaxed) || Clock::now() >= deadline ||
                   (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed));
        });
        const SearchCounts before = prover.counts();
        const Clock::time_point start = Clock::now();
        try {
            const bool holds = prover.holds(
                view_of(position), position.to_move == side ? Holder::Mover : Holder::Opponent);
            const SearchCounts after = prover.counts();
            result.answer = SideAnswer{holds,
                                       {after.nodes - before.nodes, after.probes - before.probes},
                                       std::chrono::duration<double>(Clock::now() - start).count()};
            // A side that does not hold has lost, whatever the other search would say.
            if (early && !holds) enough = true;
        } catch (const SearchStopped&) {
        } catch (const ValueStore::Failure& failure) {
            result.error = failure.error;
        } catch (...) {
            result.failure = std::current_exception();
        }
        prover.set_stop({});
    };
    if (options_.threads >= 2) {
        std::thread helper(search, Side::Black);
        search(Side::White);
        helper.join();
    } else {
        search(Side::White);
        if (!enough) search(Side::Black);
    }
    for (const Ended& result : ended) {
        if (result.failure) std::rethrow_exception(result.failure);
    }
    return ended;
}

Result<std::optional<Wdl>> PlacingValues::value(const Position& position,
                                                Clock::time_point deadline) {
    const auto ended = run(position, deadline, true);
    const auto mover = static_cast<std::size_t>(position.to_move);
    const auto& own = ended[mover];
    const auto& others = ended[1 - mover];
    if (own.answer && !own.answer->holds) return std::optional(Wdl::Loss);
    if (others.answer && !others.answer->holds) return std::optional(Wdl::Win);
    if (own.answer && others.answer) return std::optional(Wdl::Draw);
    for (const Ended& result : ended) {
        if (result.error) return tl::unexpected(*result.error);
    }
    return std::optional<Wdl>();
}

Result<std::optional<std::array<SideAnswer, 2>>> PlacingValues::both_hold(
    const Position& position, Clock::time_point deadline) {
    const auto ended = run(position, deadline, false);
    for (const Ended& result : ended) {
        if (result.error) return tl::unexpected(*result.error);
    }
    if (!ended[0].answer || !ended[1].answer) return std::optional<std::array<SideAnswer, 2>>();
    return std::optional(std::array{*ended[0].answer, *ended[1].answer});
}

Result<std::uint64_t> PlacingValues::load(const std::filesystem::path& path) {
    if (!std::filesystem::exists(path)) return std::uint64_t{0};
    const auto basis = claim_basis(database_, rules_);
    if (!basis) return tl::unexpected(basis.error());
    const std::array<ClaimTable*, 2> tables = {&provers_[0].claims(), &provers_[1].claims()};
    return load_claims(path, *basis, tables);
}

Result<void> PlacingValues::save(const std::filesystem::path& path) {
    const auto basis = claim_basis(database_, rules_);
    if (!basis) return tl::unexpected(basis.error());
    const std::array<const ClaimTable*, 2> tables = {&provers_[0].claims(), &provers_[1].claims()};
    save_claims(path, *basis, tables, kPliesLeftToSave);
    return {};
}

}  // namespace mulino::verify
