// A second turn generator that shares nothing with the first: no bits, no tables, only the drawing
// of the board, coordinates and plain loops. It speaks to the rest by texts.
#pragma once

#include <map>
#include <string>

#include "game/rules.hpp"

namespace mulino::test {

/// Every legal turn of a position (row text with hands and counter), each as text, with the text of
/// the position it leads to (always with hands and counter).
std::map<std::string, std::string> naive_turns(const std::string& position, const Rules& rules);

}  // namespace mulino::test
