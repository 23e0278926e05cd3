// A program that runs beside this one and is talked to in lines, through pipes.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "game/result.hpp"

namespace mulino {

/// Thread safety: none. Requires of the whole program: SIGPIPE is ignored.
class EngineProcess {
public:
    using Clock = std::chrono::steady_clock;

    /// Starts a command of the shell. Its messages (standard error) go where this program's go.
    /// Errors: Io. A command that does not exist shows as one that ends at once.
    [[nodiscard]] static Result<EngineProcess> start(const std::string& command);
    EngineProcess(EngineProcess&&) noexcept;
    EngineProcess& operator=(EngineProcess&&) noexcept;
    /// Closes the program's input and, if it has not ended after half a second, kills it.
    ~EngineProcess();

    /// Errors: Io, where the program reads no more.
    [[nodiscard]] Result<void> send(std::string_view line);
    /// The next line, without its end; nothing where none has come until `deadline`. Errors: Io,
    /// where the program has ended or writes without end.
    [[nodiscard]] Result<std::optional<std::string>> read(Clock::time_point deadline);

private:
    struct Impl;
    explicit EngineProcess(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace mulino
