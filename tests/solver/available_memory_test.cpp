// How much memory is available, in made-up systems.
#include "solver/available_memory.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/catch.hpp"

using namespace mulino;
namespace fs = std::filesystem;

namespace {

// A root with the files of a machine that has 1,000,000 KiB available.
class System {
public:
    System() {
        std::string name = (fs::temp_directory_path() / "mulino-memory-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        root_ = name;
        add("proc/meminfo",
            "MemTotal:        2000000 kB\nMemFree:          5000 kB\n"
            "MemAvailable:    1000000 kB\nBuffers:             1 kB\n");
    }
    ~System() {
        std::error_code ignored;
        fs::remove_all(root_, ignored);
    }
    System(const System&) = delete;
    System& operator=(const System&) = delete;

    void add(const std::string& path, const std::string& text) const {
        fs::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << text;
    }
    std::optional<std::uint64_t> available() const { return available_memory(root_); }

private:
    fs::path root_;
};

constexpr std::uint64_t kMachine = 1'024'000'000;

}  // namespace

TEST_CASE("without control groups the machine's own word counts") {
    const System system;
    CHECK(system.available() == kMachine);
    CHECK(available_memory("/nowhere") == std::nullopt);
    // This system says something, and no more than there can be.
    REQUIRE(available_memory().has_value());
    CHECK(*available_memory() > 0);
}

TEST_CASE("a control group of version 2 that leaves less counts") {
    const System system;
    system.add("proc/self/cgroup", "0::/batch/solver\n");
    const std::string group = "sys/fs/cgroup/batch/solver/";
    system.add(group + "memory.max", "max\n");
    CHECK(system.available() == kMachine);
    system.add(group + "memory.max", "500000000\n");
    CHECK(system.available() == 500'000'000);
    system.add(group + "memory.current", "200000000\n");
    CHECK(system.available() == 300'000'000);
    // Of these, 150 MB are files that can be dropped.
    system.add(group + "memory.stat",
               "anon 50000000\nfile 150000000\ninactive_file 100000000\nactive_file 50000000\n");
    CHECK(system.available() == 450'000'000);
    // More than the machine has is no limit, more in use than allowed leaves nothing.
    system.add(group + "memory.max", "9000000000000\n");
    CHECK(system.available() == kMachine);
    system.add(group + "memory.max", "1000\n");
    CHECK(system.available() == 0);
}

TEST_CASE("the groups above limit, too") {
    const System system;
    system.add("proc/self/cgroup", "0::/batch/solver\n");
    system.add("sys/fs/cgroup/batch/solver/memory.max", "500000000\n");
    system.add("sys/fs/cgroup/batch/memory.max", "400000000\n");
    CHECK(system.available() == 400'000'000);
    system.add("sys/fs/cgroup/memory.max", "300000000\n");
    CHECK(system.available() == 300'000'000);
}

TEST_CASE("in a container the group may be at the top of what is seen") {
    const System system;
    system.add("proc/self/cgroup", "0::/\n");
    system.add("sys/fs/cgroup/memory.max", "300000000\n");
    CHECK(system.available() == 300'000'000);
    system.add("proc/self/cgroup", "0::/known/outside/only\n");
    CHECK(system.available() == 300'000'000);
}

TEST_CASE("a control group of version 1 that leaves less counts") {
    const System system;
    system.add("proc/self/cgroup", "5:cpuset:/other\n4:cpu,memory:/batch\n1:name=systemd:/\n");
    const std::string group = "sys/fs/cgroup/memory/batch/";
    system.add(group + "memory.limit_in_bytes", "9223372036854771712\n");
    CHECK(system.available() == kMachine);
    system.add(group + "memory.limit_in_bytes", "500000000\n");
    system.add(group + "memory.usage_in_bytes", "300000000\n");
    system.add(group + "memory.stat",
               "inactive_file 1\ntotal_inactive_file 40000000\ntotal_active_file 60000000\n");
    CHECK(system.available() == 300'000'000);
    // Beside it there may be an empty tree of version 2.
    system.add("proc/self/cgroup", "4:memory:/batch\n0::/\n");
    CHECK(system.available() == 300'000'000);
}
