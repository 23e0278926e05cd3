// What tells one version of a file from another.
#pragma once

#include <cstdint>
#include <filesystem>

#include "db/checksum.hpp"
#include "db/parallel.hpp"
#include "game/result.hpp"

namespace mulino::verify {

/// The length of a file, and the XXH3-128 of the concatenated XXH3-128 of its pieces of 4 MiB.
struct FileMark {
    std::uint64_t bytes = 0;
    Checksum128 checksum;

    friend bool operator==(const FileMark&, const FileMark&) = default;
};

/// Reads the whole file. Errors: Io.
[[nodiscard]] Result<FileMark> mark_file(const std::filesystem::path& path,
                                         const ParallelFor& parallel = serial_for);

}  // namespace mulino::verify
