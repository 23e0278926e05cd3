// `mulino analyze`: which turns of a recorded game gave away a win or a draw.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "engine/game_record.hpp"
#include "tools/analysis.hpp"
#include "tools/status.hpp"

namespace mulino {

struct AnalyzeOptions {
    std::string file;
    std::uint32_t game = 1;  ///< of the file, from 1
    std::vector<std::string> folders;
    double seconds = 10;               ///< for each position of the placing phase
    std::optional<std::string> cache;  ///< of the placing phase: settled claims, read and written
    bool json = false;
    int threads = 0;  ///< 0: as many as the machine runs at once
};

ExitStatus run_analyze(const AnalyzeOptions& options, std::ostream& out, std::ostream& err);

/// A turn of a game and what it did, for the side that played it.
struct ReviewedTurn {
    Turn turn;
    Position before;
    Evaluation could;                ///< the best outcome there was
    Evaluation did;                  ///< that of the turn
    std::optional<Wdl> gave_away;    ///< Win or Draw, if it was no more to be had
    std::vector<JudgedTurn> better;  ///< of turns that gave something away: the best ones instead
};

struct Review {
    std::vector<ReviewedTurn> turns;
    Evaluation last;               ///< of the last position, for the side to move
    std::optional<Error> missing;  ///< a table that was
};

std::string analyze_text(const GameRecord& record, const Review& review);
std::string analyze_json(const GameRecord& record, const Review& review, const Rules& value_rules,
                         Metric metric);

}  // namespace mulino
