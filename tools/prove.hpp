// `mulino prove`: the value of the empty board, by search over the placing phase.
// `mulino check-certificate`: whether a certificate of it is right.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/rules_options.hpp"
#include "tools/status.hpp"

namespace mulino {

struct ProveOptions {
    std::vector<std::string> folders;
    RulesOptions rules;
    std::optional<std::string> certificate;  ///< file to write
    std::optional<std::string> cache;        ///< file of settled claims, read and written
    std::optional<int> plies;                ///< all positions after up to so many placings, too
    int threads = 0;                         ///< 0: as many as the machine runs at once
    bool json = false;
    bool terminal = false;  ///< whether `err` is one
};

/// Prints the value with the two claims that prove it, and what each took. With `plies`, prints
/// every canonical position after 1 … plies placings with its value; what is settled is kept in the
/// cache, so that a repeated run goes on.
ExitStatus run_prove(const ProveOptions& options, std::ostream& out, std::ostream& err);

struct CheckCertificateOptions {
    std::string file;
    std::vector<std::string> folders;
    std::optional<RulesOptions> rules;  ///< what it must be under; otherwise what it says
    bool terminal = false;
};

/// Walks a certificate and prints what it shows. Returns: Differences where a claim is not right.
ExitStatus run_check_certificate(const CheckCertificateOptions& options, std::ostream& out,
                                 std::ostream& err);

}  // namespace mulino
