#include "db/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace mulino {

Result<FolderLock> FolderLock::acquire(const std::filesystem::path& folder) {
    const auto refuse = [&folder](const char* what) {
        throw std::system_error(errno, std::generic_category(),
                                std::string("cannot ") + what + " the folder " + folder.string());
    };
    FolderLock lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (lock.descriptor_ < 0) refuse("open");
    if (::flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) refuse("lock");
        return fail(ErrorCode::Io,
                    "another run is writing into " + folder.string() + "; wait for it or stop it",
                    folder.string());
    }
    return lock;
}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace mulino
