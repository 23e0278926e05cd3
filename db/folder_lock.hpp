// One writer at a time in a folder of tables.
#pragma once

#include <filesystem>
#include <utility>

#include "game/result.hpp"

namespace mulino {

/// Keeps other writers out of a folder for as long as it lives. The system lets go of the lock when
/// the process ends, however it does.
class FolderLock {
public:
    /// Errors: Io where another writer has the folder. Throws: std::system_error where it cannot be
    /// opened or locked.
    [[nodiscard]] static Result<FolderLock> acquire(const std::filesystem::path& folder);
    FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

}  // namespace mulino
