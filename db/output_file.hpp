// A file that appears whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace mulino {

/// Written under a temporary name beside its final one; `commit` syncs it, renames it and syncs the
/// folder. Destroyed without a commit, it removes what it has written; killed, it leaves only the
/// temporary name, which the next writer of the same file takes over.
/// All functions throw std::system_error with the path where the system refuses; so does the
/// constructor where something other than a regular file is in the way.
class OutputFile {
public:
    explicit OutputFile(std::filesystem::path path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes);
    /// Lets the system begin to carry a part to the disk, so that `commit` waits less. A hint.
    void hurry(std::uint64_t offset, std::uint64_t bytes) noexcept;
    void commit();

private:
    std::filesystem::path path_;
    std::filesystem::path temporary_;
    int descriptor_ = -1;
};

/// Removes the temporary files that killed writers have left in a folder.
/// Throws: std::system_error.
void remove_temporary_files(const std::filesystem::path& folder);

}  // namespace mulino
