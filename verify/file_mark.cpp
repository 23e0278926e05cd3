#include "verify/file_mark.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "db/input_file.hpp"

namespace mulino::verify {

Result<FileMark> mark_file(const std::filesystem::path& path, const ParallelFor& parallel) {
    constexpr std::uint64_t kPiece = std::uint64_t{4} << 20;
    const auto file = InputFile::open(path);
    if (!file) return tl::unexpected(file.error());
    const std::uint64_t bytes = file->size();
    std::vector<Checksum128> pieces((bytes + kPiece - 1) / kPiece);
    std::mutex mutex;
    std::optional<Error> error;
    run_guarded(parallel, pieces.size(), [&](std::size_t i) {
        std::vector<std::uint8_t> buffer(std::min(kPiece, bytes - i * kPiece));
        if (auto read = file->read_at(i * kPiece, buffer); !read) {
            const std::lock_guard lock(mutex);
            if (!error) error = read.error();
            return;
        }
        pieces[i] = checksum128(buffer);
    });
    if (error) return tl::unexpected(*error);
    return FileMark{bytes, checksum128(pieces)};
}

}  // namespace mulino::verify
