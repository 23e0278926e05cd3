// `mulino play`: a game at the terminal, between persons and the levels of the player.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/picture.hpp"
#include "tools/rules_options.hpp"
#include "tools/status.hpp"

namespace mulino {

struct PlayOptions {
    RulesOptions rules;
    std::string white = "human";      ///< "human" or a level
    std::string black = "difficile";  ///< the same
    std::vector<std::string> folders;
    std::optional<std::string> position;  ///< where to begin
    std::optional<double> seconds;        ///< for a turn of difficile, at most
    std::optional<std::uint64_t> nodes;   ///< for a turn of difficile, at most
    std::optional<std::uint64_t> seed;    ///< of chance; nothing: another each time
    bool ascii = false;
    PictureStyle style;
    bool terminal = false;  ///< whether a person sees the output
};

/// Plays until the person or the input ends it. `in` is standard input.
ExitStatus run_play(const PlayOptions& options, std::istream& in, std::ostream& out,
                    std::ostream& err);

}  // namespace mulino
