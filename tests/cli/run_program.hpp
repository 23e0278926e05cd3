// Runs the real program and keeps what it said.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mulino::test {

/// What a run of the program left behind.
struct Ran {
    int status = -1;  ///< exit status, or −1 where a signal ended it
    std::string out;
    std::string err;
};

struct RunOptions {
    std::string input;
    /// Largest file the program may write, in bytes: a stand-in for a full disk.
    std::optional<std::uint64_t> file_limit;
    /// A signal to send: a time after the start or, where a file is named, after it appears.
    int signal = 0;
    std::chrono::microseconds signal_after{0};
    std::filesystem::path signal_file;
    /// Address space it gets at most, in bytes.
    std::optional<std::uint64_t> memory_limit = std::nullopt;
    /// Where its standard output goes, if not into `Ran::out`.
    std::filesystem::path output = {};
};

/// The path of `mulino` itself.
std::string program_path();

/// Runs `mulino` with the arguments and waits for its end.
Ran run_mulino(const std::vector<std::string>& arguments, const RunOptions& options = {});

/// A folder that exists as long as the object.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

/// A database of all pairs of up to 8 men, under `italian`, with distances; made at first use by
/// the program itself, and not to be changed.
const std::filesystem::path& small_database();

/// A copy of `small_database` for a test to damage.
void copy_database(const std::filesystem::path& to);

/// The whole contents of a file.
std::string contents(const std::filesystem::path& file);
void write_contents(const std::filesystem::path& file, const std::string& bytes);
std::vector<std::string> lines(const std::string& text);

}  // namespace mulino::test
