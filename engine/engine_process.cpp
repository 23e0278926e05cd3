#include "engine/engine_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>

extern char** environ;

namespace mulino {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr auto kPatienceAtEnd = std::chrono::milliseconds(500);

std::string reason(int error) { return std::generic_category().message(error); }

// A file that is closed with its owner.
class File {
public:
    explicit File(int number = -1) : number_(number) {}
    File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    File& operator=(File&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~File() { close(); }

    int number() const { return number_; }
    void close() {
        if (number_ >= 0) ::close(number_);
        number_ = -1;
    }

private:
    int number_;
};

struct Pipe {
    File reading;
    File writing;
};

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return fail(ErrorCode::Io, "no pipe to the engine: " + reason(errno));
    }
    return Pipe{File(ends[0]), File(ends[1])};
}

}  // namespace

struct EngineProcess::Impl {
    ~Impl() {
        to.close();
        const auto deadline = Clock::now() + kPatienceAtEnd;
        while (::waitpid(process, nullptr, WNOHANG) == 0) {
            if (Clock::now() >= deadline) {
                ::kill(-process, SIGKILL);  // the shell and what it has started
                ::waitpid(process, nullptr, 0);
                break;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }

    std::string command;
    pid_t process = 0;
    File to;
    File from;
    std::string unread;
};

EngineProcess::EngineProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
EngineProcess::EngineProcess(EngineProcess&&) noexcept = default;
EngineProcess& EngineProcess::operator=(EngineProcess&&) noexcept = default;
EngineProcess::~EngineProcess() = default;

Result<EngineProcess> EngineProcess::start(const std::string& command) {
    Result<Pipe> input = make_pipe();
    if (!input) return tl::unexpected(input.error());
    Result<Pipe> output = make_pipe();
    if (!output) return tl::unexpected(output.error());

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input->reading.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output->writing.number(), STDOUT_FILENO);
    // A group of its own: Ctrl-C is for this program, which then ends the other. Signals are as a
    // new program expects them.
    sigset_t restored;
    sigemptyset(&restored);
    sigaddset(&restored, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &restored);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    std::string shell = "sh";
    std::string option = "-c";
    std::string text = command;
    std::array<char*, 4> arguments{shell.data(), option.data(), text.data(), nullptr};
    pid_t process = 0;
    const int problem =
        posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (problem != 0) {
        return fail(ErrorCode::Io,
                    "the engine '" + command + "' does not start: " + reason(problem));
    }
    auto impl = std::make_unique<Impl>();
    impl->command = command;
    impl->process = process;
    impl->to = std::move(input->writing);
    impl->from = std::move(output->reading);
    return EngineProcess(std::move(impl));
}

Result<void> EngineProcess::send(std::string_view line) {
    std::string bytes(line);
    bytes += '\n';
    for (std::string_view rest = bytes; !rest.empty();) {
        const ssize_t written = ::write(impl_->to.number(), rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            return fail(ErrorCode::Io,
                        "the engine '" + impl_->command + "' reads no more: " + reason(errno));
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Result<std::optional<std::string>> EngineProcess::read(Clock::time_point deadline) {
    while (true) {
        const std::size_t end = impl_->unread.find('\n');
        if (end != std::string::npos) {
            std::string line = impl_->unread.substr(0, end);
            impl_->unread.erase(0, end + 1);
            if (!line.empty() && line.back() == '\r') line.pop_back();
            return line;
        }
        if (impl_->unread.size() > kLongestLine) {
            return fail(ErrorCode::Io, "the engine '" + impl_->command + "' writes without end");
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        pollfd file{impl_->from.number(), POLLIN, 0};
        const int wait =
            static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 60'000));
        const int ready = ::poll(&file, 1, wait);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) {
            if (Clock::now() < deadline) continue;
            return std::optional<std::string>();
        }
        std::array<char, 4096> bytes{};
        const ssize_t count = ::read(impl_->from.number(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            return fail(ErrorCode::Io, "the engine '" + impl_->command + "' has ended");
        }
        impl_->unread.append(bytes.data(), static_cast<std::size_t>(count));
    }
}

}  // namespace mulino
