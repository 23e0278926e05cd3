#include "solver/available_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace mulino {

namespace {

namespace fs = std::filesystem;
using Bytes = std::optional<std::uint64_t>;

// What a control group calls its files, by version, and where its tree is.
struct Names {
    const char* tree;
    const char* limit;
    const char* used;
    const char* kept_files[2];  // entries of memory.stat
};

constexpr Names kVersion2 = {
    "sys/fs/cgroup", "memory.max", "memory.current", {"inactive_file", "active_file"}};
constexpr Names kVersion1 = {"sys/fs/cgroup/memory",
                             "memory.limit_in_bytes",
                             "memory.usage_in_bytes",
                             {"total_inactive_file", "total_active_file"}};

// The number at the start of a file; "max" is none.
Bytes number_in(const fs::path& path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? Bytes(number) : std::nullopt;
}

// The number behind `name` in a file of lines "name number …".
Bytes entry_in(const fs::path& path, std::string_view name) {
    std::ifstream file(path);
    std::string key;
    std::uint64_t number = 0;
    while (file >> key >> number) {
        if (key == name) return number;
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return std::nullopt;
}

Bytes less(Bytes a, Bytes b) {
    if (!a || !b) return a ? a : b;
    return std::min(*a, *b);
}

// What one group leaves. Version 1 has no word for "no limit" but a number beyond all memory.
Bytes left_in(const fs::path& group, const Names& names) {
    const Bytes limit = number_in(group / names.limit);
    if (!limit) return std::nullopt;
    std::uint64_t used = number_in(group / names.used).value_or(0);
    for (const char* const kept : names.kept_files) {
        used -= std::min(used, entry_in(group / "memory.stat", kept).value_or(0));
    }
    return *limit - std::min(*limit, used);
}

// The least that a group and those above it leave. In a container the tree may begin at the group,
// under a name that is known outside only; then what is at the top counts.
Bytes left_up_from(const fs::path& root, fs::path group, const Names& names) {
    const fs::path tree = root / names.tree;
    Bytes left = left_in(tree, names);
    for (group = group.relative_path(); !group.empty(); group = group.parent_path()) {
        left = less(left, left_in(tree / group, names));
    }
    return left;
}

// A line of /proc/self/cgroup is "0::/path" for version 2, "4:memory:/path" for version 1, where
// one tree may be for several things: "4:cpu,memory:/path".
Bytes left_in_groups(const fs::path& root) {
    Bytes left;
    std::ifstream file(root / "proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
        if (second == line.npos) continue;
        const std::string things = ',' + line.substr(first + 1, second - first - 1) + ',';
        const fs::path group = line.substr(second + 1);
        if (things == ",,") {
            left = less(left, left_up_from(root, group, kVersion2));
        } else if (things.find(",memory,") != things.npos) {
            left = less(left, left_up_from(root, group, kVersion1));
        }
    }
    return left;
}

}  // namespace

Bytes available_memory(const fs::path& root) {
    Bytes machine = entry_in(root / "proc/meminfo", "MemAvailable:");
    if (machine) *machine *= 1024;
    return less(machine, left_in_groups(root));
}

}  // namespace mulino
