#include "db/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace mulino {

namespace {

tl::unexpected<Error> refused(const char* what, const std::filesystem::path& path, int error) {
    return fail(ErrorCode::Io,
                std::string("cannot ") + what + ": " + std::generic_category().message(error),
                path.string());
}

}  // namespace

Result<InputFile> InputFile::open(const std::filesystem::path& path) {
    // A pipe is refused below, not waited for.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return refused("open the file", path, errno);
    InputFile file(path, descriptor, 0);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return refused("look at the file", path, errno);
    if (!S_ISREG(status.st_mode)) {
        return fail(ErrorCode::Io, "this is no regular file", path.string());
    }
    file.size_ = static_cast<std::uint64_t>(status.st_size);
    return file;
}

InputFile::InputFile(std::filesystem::path path, int descriptor, std::uint64_t size)
    : path_(std::move(path)), descriptor_(descriptor), size_(size) {}

InputFile::InputFile(InputFile&& from) noexcept
    : path_(std::move(from.path_)),
      descriptor_(std::exchange(from.descriptor_, -1)),
      size_(from.size_) {}

InputFile& InputFile::operator=(InputFile&& from) noexcept {
    std::swap(path_, from.path_);
    std::swap(descriptor_, from.descriptor_);
    std::swap(size_, from.size_);
    return *this;
}

InputFile::~InputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> InputFile::read_at(std::uint64_t offset, std::span<std::uint8_t> out) const {
    while (!out.empty()) {
        const ::ssize_t n =
            ::pread(descriptor_, out.data(), out.size(), static_cast<::off_t>(offset));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return refused("read the file", path_, errno);
        if (n == 0) {
            return fail(ErrorCode::Damaged, "the file ends too early", path_.string(), offset);
        }
        offset += static_cast<std::uint64_t>(n);
        out = out.subspan(static_cast<std::size_t>(n));
    }
    return {};
}

}  // namespace mulino
