#include "db/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace mulino {

namespace {

constexpr std::string_view kTemporary = ".tmp";

[[noreturn]] void refuse(const char* what, const std::filesystem::path& path) {
    throw std::system_error(errno, std::generic_category(),
                            std::string("cannot ") + what + " " + path.string());
}

// A descriptor that is closed whatever happens.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

private:
    int number_;
};

void sync_folder(const std::filesystem::path& folder) {
    const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // Some file systems do not sync folders and say so with EINVAL; there is no more one can do.
    if (descriptor.number() < 0 || (::fsync(descriptor.number()) != 0 && errno != EINVAL)) {
        refuse("sync the folder", folder);
    }
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)), temporary_(path_) {
    // A rename puts a file in the place of anything that may be there, devices included.
    std::error_code unknown;
    const auto there = std::filesystem::status(path_, unknown);
    if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) {
        throw std::system_error(std::make_error_code(std::errc::invalid_argument),
                                "cannot replace " + path_.string() + ", which is no regular file");
    }
    temporary_ += kTemporary;
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse("create", temporary_);
}

OutputFile::~OutputFile() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    ::unlink(temporary_.c_str());
}

void OutputFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ::ssize_t n =
            ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<::off_t>(offset));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) refuse("write", temporary_);
        offset += static_cast<std::uint64_t>(n);
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
}

void OutputFile::hurry([[maybe_unused]] std::uint64_t offset,
                       [[maybe_unused]] std::uint64_t bytes) noexcept {
#ifdef SYNC_FILE_RANGE_WRITE
    // What it returns does not matter: commit() syncs and checks all.
    (void)::sync_file_range(descriptor_, static_cast<::off_t>(offset), static_cast<::off_t>(bytes),
                            SYNC_FILE_RANGE_WRITE);
#endif
}

void OutputFile::commit() {
    if (::fsync(descriptor_) != 0) refuse("sync", temporary_);
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) refuse("rename", temporary_);
    const int closed = ::close(std::exchange(descriptor_, -1));
    if (closed != 0) refuse("close", path_);
    const std::filesystem::path folder = path_.parent_path();
    sync_folder(folder.empty() ? std::filesystem::path(".") : folder);
}

void remove_temporary_files(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!name.ends_with(kTemporary)) continue;
        const std::string_view finished =
            std::string_view(name).substr(0, name.size() - kTemporary.size());
        if (finished.ends_with(".mulino") || finished == "mulino.manifest") {
            std::filesystem::remove(entry.path());
        }
    }
}

}  // namespace mulino
