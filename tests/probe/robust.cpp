// robust FOLDER OTHER SCRATCH TRIALS: whatever happens to the bytes of a set, a probe gives the
// right answer or an error that fits, and never takes long.
//
// FOLDER is a good set, OTHER one of another kind with the same tables. Works through the installed
// interface alone, so it does for every kind of set the same.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mulino/probe.hpp>
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
        for (const auto& file : fs::directory_iterator(scratch_)) {
            files_.push_back({file.path(), read(file.path())});
        }
        std::sort(files_.begin(), files_.end(), [](const File& a, const File& b) {
            return a.bytes.size() < b.bytes.size();
        });
        const probe::Prober good = open_good(folder);
        for (const probe::Subspace& s : good.subspaces()) {
            for (int i = 0; i < 400; ++i) {
                const probe::Position position = random_position(s);
                const auto outcome = good.probe(position);
                if (!outcome) fail(outcome.error().message);
                samples_.push_back({position, *outcome});
            }
        }
    }

    struct File {
        fs::path path;
        Bytes bytes;
    };
    const std::vector<File>& files() const { return files_; }
    std::mt19937& random() { return random_; }
    std::size_t below(std::size_t limit) { return random_() % limit; }

    // Probes some positions while the file has these bytes. Returns whether there was an error.
    bool run(const File& file, const Bytes& bytes, int probes) {
        write(file.path, bytes);
        const bool seen = probe_some(file.path, probes);
        write(file.path, file.bytes);
        return seen;
    }

    // Probes some positions in the folder as it is; errors must be about `file`.
    bool probe_some(const fs::path& file, int probes) {
        ++trials_;
        const std::clock_t start = std::clock();
        const bool seen = probe_now(file, probes);
        errors_ += seen ? 1 : 0;
        // The processor's time: machines that do other work too may be slow.
        const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        if (time > 20) fail("a trial took " + std::to_string(time) + " s");
        return seen;
    }

    void report() const { std::printf("%d trials, %d errors, no wrong answer\n", trials_, errors_); }

private:
    bool probe_now(const fs::path& file, int probes) {
        const auto prober = probe::Prober::open({scratch_});
        if (!prober) {
            check_error(prober.error(), file);
            return true;
        }
        bool seen = false;
        for (int i = 0; i < probes; ++i) {
            const Sample& sample = samples_[below(samples_.size())];
            const auto outcome = prober->probe(sample.position);
            if (!outcome) {
                check_error(outcome.error(), file);
                seen = true;
            } else if (outcome->value != sample.outcome.value ||
                       outcome->distance != sample.outcome.distance) {
                fail("a wrong answer for " + to_string(sample.position) + " with a changed " +
                     file.string());
            }
        }
        return seen;
    }

    static void check_error(const probe::Error& error, const fs::path& file) {
        const bool fits = error.code == probe::ErrorCode::Damaged ||
                          error.code == probe::ErrorCode::BadVersion ||
                          error.code == probe::ErrorCode::OtherFamily;
        // The folder is named too, and any of its tables where the manifest is changed.
        const bool named = error.file == file.string() ||
                           error.file == file.parent_path().string() ||
                           file.extension() == ".manifest";
        if (!fits || !named || error.message.empty()) {
            fail("an error that does not fit: " + std::string(to_string(error.code)) + ", " +
                 error.message + " (" + error.file + ") with a changed " + file.string());
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

// About `limit` bits of each file, the beginning more closely; all, where the limit is high.
void single_bits(Trials& trials, int limit) {
    constexpr std::size_t kBeginning = 8 * 160;
    for (const auto& file : trials.files()) {
        const std::size_t bits = 8 * file.bytes.size();
        const std::size_t step = std::max<std::size_t>(1, bits / static_cast<std::size_t>(limit));
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
        const std::size_t step = file.bytes.size() / static_cast<std::size_t>(limit) + 1;
        for (std::size_t length = 0; length < file.bytes.size(); length += step) {
            const Bytes cut(file.bytes.begin(),
                            file.bytes.begin() + static_cast<std::ptrdiff_t>(length));
            trials.run(file, cut, 2);
        }
        Bytes longer = file.bytes;
        longer.push_back('\n');
        trials.run(file, longer, 2);
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
                std::rotate(at(std::min(first, second)), at(std::max(first, second)), changed.end());
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

// Files exchanged for one another, and for those of a set of another kind.
void exchanges(Trials& trials, const fs::path& other) {
    const auto& files = trials.files();
    for (const auto& file : files) {
        for (const auto& from : files) {
            if (from.path != file.path && !trials.run(file, from.bytes, 40)) {
                fail("an exchanged file was not noticed: " + file.path.string());
            }
        }
        const Bytes foreign = read(other / file.path.filename());
        if (!foreign.empty() && foreign != file.bytes && !trials.run(file, foreign, 40)) {
            fail("a file of another set was not noticed: " + file.path.string());
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    Trials trials(argv[1], argv[3]);
    const int limit = std::atoi(argv[4]);
    single_bits(trials, limit);
    truncations(trials, limit / 4);
    shuffles(trials, 2 * limit);
    exchanges(trials, argv[2]);
    trials.report();
    fs::remove_all(argv[3]);
    return 0;
}
