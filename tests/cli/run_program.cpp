#include "tests/cli/run_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace mulino::test {
namespace {

// In the child: files stand for the three streams, limits are set, the program takes over.
[[noreturn]] void become_mulino(std::vector<char*>& arguments, const std::filesystem::path& folder,
                                const RunOptions& options) {
    const auto redirect = [&folder](const std::filesystem::path& name, int flags, int stream) {
        const int file = ::open((folder / name).c_str(), flags, 0644);
        if (file < 0 || ::dup2(file, stream) < 0) ::_exit(125);
    };
    redirect("in", O_RDONLY, STDIN_FILENO);
    redirect("out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect("err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    if (!options.output.empty()) redirect(options.output, O_WRONLY, STDOUT_FILENO);
    const auto limit = [](auto resource, std::uint64_t most) {
        const rlimit both{most, most};
        if (::setrlimit(resource, &both) != 0) ::_exit(125);
    };
    if (options.file_limit) {
        ::signal(SIGXFSZ, SIG_IGN);  // the write fails instead
        limit(RLIMIT_FSIZE, *options.file_limit);
    }
    if (options.memory_limit) limit(RLIMIT_AS, *options.memory_limit);
    ::execv(arguments.front(), arguments.data());
    ::_exit(126);
}

}  // namespace

std::string program_path() { return MULINO_PROGRAM; }

Ran run_mulino(const std::vector<std::string>& arguments, const RunOptions& options) {
    const TemporaryFolder folder;
    write_contents(folder.path() / "in", options.input);
    std::vector<std::string> words{MULINO_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);

    const pid_t child = ::fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child == 0) become_mulino(pointers, folder.path(), options);
    int state = 0;
    if (options.signal != 0) {
        // If the program ends first (it stays a zombie until waited for), there is nothing to do.
        siginfo_t ended{};
        while (!options.signal_file.empty() && !std::filesystem::exists(options.signal_file) &&
               ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) ==
                   0 &&
               ended.si_pid == 0) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        std::this_thread::sleep_for(options.signal_after);
        ::kill(child, options.signal);
    }
    if (::waitpid(child, &state, 0) != child) {
        throw std::system_error(errno, std::generic_category(), "waitpid");
    }
    return {WIFEXITED(state) ? WEXITSTATUS(state) : -1, contents(folder.path() / "out"),
            contents(folder.path() / "err")};
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "mulino-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), "mkdtemp");
    }
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

const std::filesystem::path& small_database() {
    static const TemporaryFolder folder;
    static const std::filesystem::path database = [] {
        const std::filesystem::path path = folder.path() / "italian";
        const Ran ran = run_mulino({"solve", "--db", path.string(), "--max-men", "8"});
        if (ran.status != 0) throw std::runtime_error("no database: " + ran.err);
        return path;
    }();
    return database;
}

void copy_database(const std::filesystem::path& to) {
    std::filesystem::copy(small_database(), to, std::filesystem::copy_options::recursive);
}

std::string contents(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + file.string());
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void write_contents(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

std::vector<std::string> lines(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> all;
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
}

}  // namespace mulino::test
