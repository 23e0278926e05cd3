#include "db/manifest.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "db/input_file.hpp"
#include "db/output_file.hpp"

namespace mulino {

namespace {

constexpr std::string_view kTitle = "mulino tables";
// Longer ones are no manifests.
constexpr std::size_t kMaxBytes = 4096;

// Takes the line "name text" off the front and returns its text.
std::optional<std::string_view> take_line(std::string_view& text, std::string_view name) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (end == std::string_view::npos || !line.starts_with(name)) return std::nullopt;
    line.remove_prefix(name.size());
    text.remove_prefix(end + 1);
    return line;
}

// Of the manifest itself; tables name their own versions.
constexpr int kManifestVersion = 1;

}  // namespace

std::string to_string(const Manifest& manifest) {
    std::string text;
    text += kTitle;
    text += "\nformat " + std::to_string(kManifestVersion);
    text += "\nfamily " + to_string(manifest.family);
    text += "\nmetric " + std::string(to_string(manifest.metric));
    text += "\nkind " + std::string(to_string(manifest.kind));
    text += "\n";
    return text;
}

Result<Manifest> parse_manifest(std::string_view text) {
    const auto title = take_line(text, kTitle);
    const auto format = take_line(text, "format ");
    if (!title || !title->empty() || !format || format->empty()) {
        return fail(ErrorCode::Damaged, "the manifest does not begin as one");
    }
    if (*format != std::to_string(kManifestVersion)) {
        return fail(ErrorCode::BadVersion, "the folder has format version " + std::string(*format) +
                                               "; this program reads " +
                                               std::to_string(kManifestVersion));
    }
    const auto family_text = take_line(text, "family ");
    const auto metric_text = take_line(text, "metric ");
    const auto kind_text = take_line(text, "kind ");
    if (!family_text || !metric_text || !kind_text || !text.empty()) {
        return fail(ErrorCode::Damaged, "the manifest lacks a line or has one too many");
    }
    const auto family = parse_family(*family_text);
    if (!family) return fail(ErrorCode::Damaged, family.error().message);
    const auto metric = parse_metric(*metric_text);
    if (!metric) return fail(ErrorCode::Damaged, metric.error().message);
    const auto kind = parse_kind(*kind_text);
    if (!kind) return fail(ErrorCode::Damaged, kind.error().message);
    return Manifest{*family, *metric, *kind};
}

Result<Manifest> read_manifest(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / kManifestName;
    std::error_code error;
    const auto folder_type = std::filesystem::status(folder, error).type();
    if (folder_type == std::filesystem::file_type::not_found) {
        return fail(ErrorCode::MissingTable, "there is no such folder", folder.string());
    }
    if (folder_type == std::filesystem::file_type::directory &&
        std::filesystem::status(path, error).type() == std::filesystem::file_type::not_found) {
        return fail(ErrorCode::MissingTable,
                    "the folder holds no tables: it has no " + std::string(kManifestName),
                    folder.string());
    }
    auto file = InputFile::open(path);
    if (!file) return tl::unexpected(file.error());
    if (file->size() > kMaxBytes) {
        return fail(ErrorCode::Damaged, "the manifest is too long", path.string());
    }
    std::string text(static_cast<std::size_t>(file->size()), '\0');
    const std::span<std::uint8_t> bytes(reinterpret_cast<std::uint8_t*>(text.data()), text.size());
    if (auto read = file->read_at(0, bytes); !read) return tl::unexpected(read.error());
    auto manifest = parse_manifest(text);
    if (!manifest) manifest.error().path = path.string();
    return manifest;
}

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
    const std::string text = to_string(manifest);
    OutputFile file(folder / kManifestName);
    file.write_at(0, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    file.commit();
}

}  // namespace mulino
