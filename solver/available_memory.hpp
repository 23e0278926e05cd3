// How much memory the system would give this process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace mulino {

/// The bytes that could be taken now: what the machine has available or, where a control group
/// (version 2 or 1) of the process or of those above it leaves less, that. Files that are only kept
/// for being read again do not count as taken. Nothing where the system does not say.
/// `root`: where `proc` and `sys` are, for tests.
std::optional<std::uint64_t> available_memory(const std::filesystem::path& root = "/");

}  // namespace mulino
