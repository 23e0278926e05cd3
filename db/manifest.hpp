// The manifest of a folder of tables: a few lines of text that say what the folder holds.
//
// A folder holds tables of one family, one metric and one kind. The manifest is written before the
// first table, so that a folder explains itself while it is still being filled.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "db/format.hpp"

namespace mulino {

inline constexpr std::string_view kManifestName = "mulino.manifest";

struct Manifest {
    Family family;
    Metric metric = Metric::Dtw;
    Kind kind = Kind::Full;

    friend bool operator==(const Manifest&, const Manifest&) = default;
};

std::string to_string(const Manifest& manifest);
/// Errors: Damaged, BadVersion.
[[nodiscard]] Result<Manifest> parse_manifest(std::string_view text);

/// Reads the manifest of a folder. Errors: MissingTable where the folder has none, Io, Damaged,
/// BadVersion.
[[nodiscard]] Result<Manifest> read_manifest(const std::filesystem::path& folder);

/// Writes the manifest of a folder, whole or not at all. Throws: std::system_error.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace mulino
