// robust FOLDER KIND FAMILY SCRATCH TRIALS: whatever happens to the bytes of a set, a probe gives
// the right answer or an error that fits, and never takes long.
//
// FOLDER is a good set; KIND one of another kind and FAMILY one of other rules, both with the same
// tables. Every bit of files with up to TRIALS bits is changed, of larger ones about so many. Works
// through the installed interface alone, so it does for every kind of set the same.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mulino/probe.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace fs = std::filesystem;
namespace probe = mulino::probe;

namespace {

using Bytes = std::vector<char>;

[[noreturn]] void fail(const std::string& what) {
    std::printf("failed: %s\n", what.c_str());
    std::exit(1);
}

Bytes read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write(const fs::path& path, const Bytes& bytes) {
    fs::remove(path);
    std::ofstream(path, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

probe::Prober open_good(const fs::path& folder) {
    auto prober = probe::Prober::open({folder});
    if (!prober) fail(prober.error().message);
    return std::move(*prober);
}

struct Sample {
    probe::Position position;
    probe::Outcome outcome;
};

class Trials {
public:
    Trials(const fs::path& folder, fs::path scratch) : scratch_(std::move(scratch)) {
        fs::remove_all(scratch_);
        fs::copy(folder, scratch_);
        const probe::Prober good = open_good(folder);
        for (const auto& entry : fs::directory_iterator(scratch_)) {
            File file{entry.path(), read(entry.path()), samples_.size(), samples_.size()};
            for (const probe::Subspace& s : good.subspaces()) {
                const std::string men = std::to_string(s.mover) + "-" + std::to_string(s.opponent);
                if (file.path.stem() == men) add_samples(good, s);
            }
            file.samples_end = samples_.size();
            files_.push_back(std::move(file));
        }
        std::sort(files_.begin(), files_.end(),
                  [](const File& a, const File& b) { return a.bytes.size() < b.bytes.size(); });
    }

    struct File {
        fs::path path;
        Bytes bytes;
        std::size_t samples_begin;  // those of its table; none of the manifest
        std::size_t samples_end;
        bool is_manifest() const { return path.extension() == ".manifest"; }
    };
    const std::vector<File>& files() const { return files_; }
    std::size_t below(std::size_t limit) { return random_() % limit; }

    // Probes some positions while the file has these bytes. Returns the first error.
    std::optional<probe::ErrorCode> run(const File& file, const Bytes& bytes, int probes) {
        write(file.path, bytes);
        ++trials_;
        const std::clock_t start = std::clock();
        const auto seen = probe_some(file, probes);
        errors_ += seen ? 1 : 0;
        // The processor's time: machines that do other work too may be slow.
        const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        if (time > 20) fail("a trial took " + std::to_string(time) + " s");
        write(file.path, file.bytes);
        return seen;
    }
    // The same of bytes that must be noticed, by this error.
    void must_fail(const File& file, const Bytes& bytes, probe::ErrorCode wanted,
                   const std::string& what) {
        const auto seen = run(file, bytes, 4);
        if (!seen) fail(what + " was not noticed: " + file.path.string());
        if (*seen != wanted) {
            fail(what + " gave the error '" + std::string(to_string(*seen)) + "' and not '" +
                 std::string(to_string(wanted)) + "': " + file.path.string());
        }
    }

    void report() const {
        std::printf("%d trials, %d errors, no wrong answer\n", trials_, errors_);
    }

private:
    void add_samples(const probe::Prober& good, const probe::Subspace& s) {
        for (int i = 0; i < 400; ++i) {
            const probe::Position position = random_position(s);
            const auto outcome = good.probe(position);
            if (!outcome) fail(outcome.error().message);
            samples_.push_back({position, *outcome});
        }
    }

    // First a position of the file's own table, then mostly; those of others may depend on it.
    const Sample& any_sample(const File& file, bool first) {
        const std::size_t own = file.samples_end - file.samples_begin;
        if (own == 0 || (!first && below(4) == 0)) return samples_[below(samples_.size())];
        return samples_[file.samples_begin + below(own)];
    }

    std::optional<probe::ErrorCode> probe_some(const File& file, int probes) {
        const auto prober = probe::Prober::open({scratch_});
        if (!prober) {
            check_error(prober.error(), file);
            return prober.error().code;
        }
        std::optional<probe::ErrorCode> seen;
        for (int i = 0; i < probes; ++i) {
            const Sample& sample = any_sample(file, i == 0);
            const auto outcome = prober->probe(sample.position);
            if (!outcome) {
                check_error(outcome.error(), file);
                if (!seen) seen = outcome.error().code;
            } else if (outcome->value != sample.outcome.value ||
                       outcome->distance != sample.outcome.distance) {
                fail("a wrong answer for " + to_string(sample.position) + " with a changed " +
                     file.path.string());
            }
        }
        return seen;
    }

    static void check_error(const probe::Error& error, const File& file) {
        const bool fits = error.code == probe::ErrorCode::Damaged ||
                          error.code == probe::ErrorCode::BadVersion ||
                          error.code == probe::ErrorCode::OtherFamily;
        // The folder is named too, and any of its tables where the manifest is changed.
        const bool named = error.file == file.path.string() ||
                           error.file == file.path.parent_path().string() || file.is_manifest();
        if (!fits || !named || error.message.empty()) {
            fail("an error that does not fit: " + std::string(to_string(error.code)) + ", " +
                 error.message + " (" + error.file + ") with a changed " + file.path.string());
        }
    }

    probe::Position random_position(const probe::Subspace& s) {
        probe::Position position;
        position.to_move = random_() % 2 == 0 ? probe::Side::White : probe::Side::Black;
        const bool white = position.to_move == probe::Side::White;
        std::uint32_t taken = 0;
        const auto place = [&](std::uint32_t& men, int number) {
            while (number > 0) {
                const std::uint32_t point = 1U << random_() % 24;
                if ((taken & point) != 0) continue;
                taken |= point;
                men |= point;
                --number;
            }
        };
        place(white ? position.white : position.black, s.mover);
        place(white ? position.black : position.white, s.opponent);
        return position;
    }

    fs::path scratch_;
    std::vector<File> files_;  // the smallest first
    std::vector<Sample> samples_;
    std::mt19937 random_{1};
    int trials_ = 0;
    int errors_ = 0;
};

void flip(Bytes& bytes, std::size_t bit) {
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8);
}

// About `limit` bits of each file, the beginning more closely; all of a file that has no more.
void single_bits(Trials& trials, int limit) {
    constexpr std::size_t kBeginning = 8 * 160;
    for (const auto& file : trials.files()) {
        const std::size_t bits = 8 * file.bytes.size();
        const std::size_t step = bits / (static_cast<std::size_t>(limit) + 1) + 1;
        const std::size_t first_step = std::min<std::size_t>(step, 7);
        for (std::size_t bit = 0; bit < bits; bit += bit < kBeginning ? first_step : step) {
            Bytes changed = file.bytes;
            flip(changed, bit);
            trials.run(file, changed, 2);
        }
    }
}

void truncations(Trials& trials, int limit) {
    for (const auto& file : trials.files()) {
        const std::size_t step = file.bytes.size() / (static_cast<std::size_t>(limit) + 1) + 1;
        for (std::size_t length = 0; length < file.bytes.size(); length += step) {
            trials.must_fail(
                file,
                {file.bytes.begin(), file.bytes.begin() + static_cast<std::ptrdiff_t>(length)},
                probe::ErrorCode::Damaged, "a file that is too short");
        }
        Bytes longer = file.bytes;
        longer.push_back('\n');
        trials.must_fail(file, longer, probe::ErrorCode::Damaged, "a file that is too long");
    }
}

// Parts of a file changing places or overwritten, and several bits at once.
void shuffles(Trials& trials, int number) {
    for (; number > 0; --number) {
        const auto& file = trials.files()[trials.below(trials.files().size())];
        Bytes changed = file.bytes;
        const auto at = [&](std::size_t place) {
            return changed.begin() + static_cast<std::ptrdiff_t>(place);
        };
        const std::size_t length = 1 + trials.below(changed.size() / 2);
        const std::size_t first = trials.below(changed.size() - length + 1);
        const std::size_t second = trials.below(changed.size() - length + 1);
        switch (trials.below(4)) {
            case 0:
                std::rotate(at(std::min(first, second)), at(std::max(first, second)),
                            changed.end());
                break;
            case 1:
                std::copy_n(file.bytes.begin() + static_cast<std::ptrdiff_t>(first), length,
                            at(second));
                break;
            case 2:
                std::fill_n(at(first), length, trials.below(2) == 0 ? '\0' : '\xFF');
                break;
            default:
                for (int i = 0; i < 5; ++i) flip(changed, trials.below(8 * changed.size()));
        }
        trials.run(file, changed, 4);
    }
}

// Files exchanged for one another, and for those of a set of another kind or of other rules.
void exchanges(Trials& trials, const fs::path& kind, const fs::path& family) {
    using probe::ErrorCode;
    for (const auto& file : trials.files()) {
        const fs::path name = file.path.filename();
        for (const auto& from : trials.files()) {
            if (from.path == file.path) continue;
            trials.must_fail(file, from.bytes, ErrorCode::Damaged, "an exchanged file");
        }
        trials.must_fail(file, read(family / name), ErrorCode::OtherFamily,
                         "a file of other rules");
        const Bytes foreign = read(kind / name);
        if (foreign != file.bytes) {
            // Another kind may have another distance, which is refused as such.
            const auto seen = trials.run(file, foreign, 4);
            if (!seen) fail("a file of another kind was not noticed: " + file.path.string());
        }
    }
}

// Formats that are too new.
void versions(Trials& trials) {
    constexpr std::size_t kOldestReader = 10;  // its place in a table; behind the version
    for (const auto& file : trials.files()) {
        Bytes changed = file.bytes;
        if (file.is_manifest()) {
            const std::string word = "format ";
            const auto place =
                std::search(changed.begin(), changed.end(), word.begin(), word.end());
            if (place == changed.end()) fail("no format in " + file.path.string());
            place[static_cast<std::ptrdiff_t>(word.size())] = '2';
        } else {
            changed[kOldestReader - 2] = changed[kOldestReader] = 3;
        }
        trials.must_fail(file, changed, probe::ErrorCode::BadVersion, "a later version");
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) return 2;
    Trials trials(argv[1], argv[4]);
    const int limit = std::atoi(argv[5]);
    single_bits(trials, limit);
    truncations(trials, limit / 4);
    shuffles(trials, limit);
    exchanges(trials, argv[2], argv[3]);
    versions(trials);
    trials.report();
    fs::remove_all(argv[4]);
    return 0;
}
