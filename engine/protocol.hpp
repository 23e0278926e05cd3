// One end of the protocol: an engine that is told positions and asked for turns, line by line.
//
// docs/protocol.md specifies the lines. The search runs in a thread of its own, so that lines are
// answered meanwhile; there is at most one.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/protocol_options.hpp"
#include "game/position.hpp"

namespace mulino {

struct ProtocolSettings {
    /// The name and version the engine goes by.
    std::string name = "mulino";
    /// What `setoption` changes.
    ProtocolOptions options;
    /// Draws a position in lines, for the command `d`; nothing: it is left out.
    std::function<std::string(const Position&)> draw;
    /// Whether waiting for a search should end; nothing: never.
    std::function<bool()> interrupted;
};

/// Thread safety: none; all functions are called from one thread.
class Protocol {
public:
    /// Takes one line, without its end, from this or the search's thread, never two at once.
    /// Returns: false if nobody reads it any more.
    using Write = std::function<bool(std::string_view line)>;

    Protocol(Write write, ProtocolSettings settings);
    /// Stops a search and waits for its end.
    ~Protocol();
    Protocol(const Protocol&) = delete;
    Protocol& operator=(const Protocol&) = delete;

    /// Does what a line says. Returns: false if it was the last one to be read.
    bool handle(std::string_view line);
    /// Stops a search and lets it answer, as at the end of the input.
    void finish();
    /// Whether writing has failed. From any thread.
    bool partner_gone() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace mulino
