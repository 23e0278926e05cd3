// `mulino engine`: plays for another program, through standard input and output.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/rules_options.hpp"
#include "tools/status.hpp"

namespace mulino {

/// What the options of the protocol are at the start; texts as typed.
struct EngineOptions {
    RulesOptions rules;
    std::string name = "mulino";
    std::string level = "difficile";
    std::vector<std::string> folders;
    std::optional<std::string> cache_mb;
    std::optional<std::string> hash_mb;
    std::optional<std::string> seed;
};

/// Answers until `quit`, the end of the input, a signal, or until nobody reads the answers. `in`
/// and `out` are standard input and output.
ExitStatus run_engine(const EngineOptions& options, std::istream& in, std::ostream& out,
                      std::ostream& err);

}  // namespace mulino
