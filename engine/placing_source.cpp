#include "engine/placing_source.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/game_database.hpp"
#include "verify/claim_cache.hpp"

namespace mulino::engine {
namespace {

// For claims of files, at most.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

std::vector<std::filesystem::path> claim_files(const Database& database) {
    std::vector<std::filesystem::path> files;
    for (const auto& folder : database.folders()) {
        std::error_code error;  // opening the database would have told
        for (std::filesystem::directory_iterator file(folder, error), end; !error && file != end;
             file.increment(error)) {
            if (file->path().extension() == ".claims") files.push_back(file->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

PlacingSource::PlacingSource(std::shared_ptr<const Database> database, const Rules& rules)
    : database_(std::move(database)), values_(*database_) {
    load(rules);
}

// A file that cannot be read does not keep the others from being of use.
void PlacingSource::load(const Rules& rules) {
    const auto files = claim_files(*database_);
    if (files.empty()) return;
    const auto basis = verify::claim_basis(*database_, value_rules_of(*database_, rules));
    if (!basis) {
        error_ = basis.error();
        return;
    }
    const auto claims = std::make_shared<verify::ClaimTable>(kMostBytes);
    const std::array<verify::ClaimTable*, 1> tables{claims.get()};
    for (const auto& file : files) {
        const auto loaded = verify::load_claims(file, *basis, tables);
        // Those of other rules may lie there as well.
        const bool wrong = !loaded && loaded.error().code != ErrorCode::OtherFamily;
        if (wrong && !error_) error_ = loaded.error();
    }
    if (claims->size() > 0) claims_ = claims;
}

std::optional<Error> PlacingSource::take_error() {
    const std::lock_guard lock(mutex_);
    return std::exchange(error_, std::nullopt);
}

}  // namespace mulino::engine
