// A file read at given places, by any number of threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "game/result.hpp"

namespace mulino {

class InputFile {
public:
    /// Errors: Io.
    [[nodiscard]] static Result<InputFile> open(const std::filesystem::path& path);
    InputFile(InputFile&& from) noexcept;
    InputFile& operator=(InputFile&& from) noexcept;
    ~InputFile();

    const std::filesystem::path& path() const { return path_; }
    /// Bytes, when it was opened.
    std::uint64_t size() const { return size_; }

    /// Fills `out` from `offset` on. Errors: Io; Damaged where the file ends before.
    [[nodiscard]] Result<void> read_at(std::uint64_t offset, std::span<std::uint8_t> out) const;

private:
    InputFile(std::filesystem::path path, int descriptor, std::uint64_t size);

    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace mulino
