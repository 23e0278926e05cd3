// The report of `mulino verify`: what was checked, by which version, against which files.
//
// It is also what a repeated run goes on from, so it is written after each pair.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "db/database.hpp"
#include "db/subspace.hpp"
#include "tools/published.hpp"
#include "verify/file_mark.hpp"
#include "verify/pair_check.hpp"

namespace mulino {

/// "win in 5", "loss in 0", "draw"; "win" without distances.
std::string in_words(const Outcome& outcome);
/// "4-3: W:… : stored win in 5, its turns say draw".
std::string in_words(const Subspace& subspace, const verify::Difference& difference);

/// What the database claims that a check of it shows.
struct Conclusion {
    /// Whether every pair the database has was checked and found right, its children included.
    bool complete = false;
    std::string text;
};

class VerifyReport {
public:
    using Json = nlohmann::ordered_json;
    using Marks = std::map<Subspace, verify::FileMark>;

    VerifyReport(const Database& database, std::string version);

    /// Takes over what an earlier report says of pairs, if it is of the same version and family.
    /// A report that cannot be read counts for nothing.
    void take_over(const std::filesystem::path& path);
    /// Whether the pair has been checked and found right, with tables of these marks.
    bool has(Pair pair, const Marks& marks) const;
    void add(Pair pair, const Marks& marks, const verify::PairCheck& check,
             const std::vector<Published>& published);

    /// What has been shown of these pairs. A pair counts only if the pairs it leads to were checked
    /// with the same tables.
    Conclusion conclude(const std::vector<Pair>& pairs) const;

    /// Throws: std::system_error.
    void write(const std::filesystem::path& path, const Conclusion& conclusion) const;

private:
    bool supported(Pair pair) const;

    Family family_;
    Metric metric_;
    std::string version_;
    std::map<Pair, Json> pairs_;
};

}  // namespace mulino
