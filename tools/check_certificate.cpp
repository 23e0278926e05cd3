#include "verify/check_certificate.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "db/database.hpp"
#include "tools/prove.hpp"
#include "tools/terminal.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "check-certificate";

void print(const verify::CheckedClaim& claim, std::ostream& out) {
    out << fmt::format("{} gets at least a {}: {} positions walked, {} looked up in the database: ",
                       claim.side == Side::White ? "White" : "Black", to_string(claim.value),
                       claim.positions, claim.probes);
    if (claim.refuted_at) {
        out << fmt::format("not shown, it gets less in {}\n", to_string(*claim.refuted_at));
    } else {
        out << "right\n";
    }
}

}  // namespace

ExitStatus run_check_certificate(const CheckCertificateOptions& options, std::ostream& out,
                                 std::ostream& err) {
    const Result<Rules> rules =
        options.rules ? value_rules(*options.rules) : verify::certificate_rules(options.file);
    if (!rules) return report(err, kName, rules.error());
    const std::vector<std::filesystem::path> folders(options.folders.begin(),
                                                     options.folders.end());
    const Result<Database> database =
        Database::open(folders, family_of(*rules, rules->no_capture_limit));
    if (!database) return report(err, kName, database.error());
    ProgressLine line(err, options.terminal);
    const auto checked =
        verify::check_certificate(options.file, *database, *rules, [&line](std::uint64_t walked) {
            if (line.due()) line.show(fmt::format("{} positions walked", walked));
        });
    line.clear();
    if (!checked) return report(err, kName, checked.error());

    const auto& limit = checked->rules.no_capture_limit;
    out << fmt::format(
        "rules: {}; flying {}, removals {}, protection {}, first {}, no-capture limit {}\n",
        value_rules_name(checked->rules), to_string(checked->rules.flying),
        to_string(checked->rules.removals), to_string(checked->rules.protection),
        to_string(checked->rules.first), limit ? std::to_string(*limit) : "none");
    out << fmt::format("position: {}\n", to_string(checked->position));
    bool right = true;
    for (const verify::CheckedClaim& claim : checked->claims) {
        print(claim, out);
        right = right && !claim.refuted_at;
    }
    if (checked->claims.empty()) out << "the certificate claims nothing\n";
    return right ? ExitStatus::Good : ExitStatus::Differences;
}

}  // namespace mulino
