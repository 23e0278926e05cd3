// Tables with made-up outcomes, folders to put them in, and threads to write them with.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "db/format.hpp"
#include "db/index.hpp"
#include "db/parallel.hpp"
#include "db/table_writer.hpp"

namespace mulino {

/// A folder that lives as long as the object.
class TemporaryFolder {
public:
    TemporaryFolder() {
        static std::atomic<int> number{0};
        path_ = std::filesystem::temp_directory_path() /
                ("mulino-db-test-" + std::to_string(::getpid()) + "-" + std::to_string(number++));
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

inline std::vector<std::uint8_t> read_bytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void write_bytes(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes) {
    // A new file: some file systems sync one that is truncated and filled again.
    std::filesystem::remove(path);
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

/// A loop on so many threads.
inline ParallelFor threads_for(unsigned threads) {
    return [threads](std::size_t n, const std::function<void(std::size_t)>& body) {
        std::atomic<std::size_t> next{0};
        std::vector<std::thread> team;
        for (unsigned t = 0; t < threads; ++t) {
            team.emplace_back([&] {
                for (std::size_t i = next++; i < n; i = next++) body(i);
            });
        }
        for (std::thread& thread : team) thread.join();
    };
}

inline PairIndex index_of(const Subspace& s) {
    return PairIndex({std::max(s.mover, s.opponent), std::min(s.mover, s.opponent)});
}

/// Outcomes that have nothing to do with the game, the same for all slots of a position: symbol 0 a
/// draw, an odd symbol n a win in n plies, an even one a loss in n. Runs of equal symbols, so that
/// there is something to compress.
template <typename Symbol>
TableSource<Symbol> made_up_source(const PairIndex& index, unsigned symbols, unsigned seed,
                                   std::vector<Symbol>& slots, bool distances = true) {
    slots.resize(index.size());
    for (Row row = 0; row < index.rows(); ++row) {
        for (Slot slot = 0; slot < index.row_size(); ++slot) {
            // The lowest image stands for all.
            Slot lowest = slot;
            const auto [class_set, other_set] = index.sets(row, slot);
            if (index.classes().stabilizer(row) != 1) {
                for (Symmetry s = 0; s < kSymmetries; ++s) {
                    if (apply(s, class_set) != class_set) continue;
                    const Bitboard image = apply(s, other_set);
                    lowest =
                        std::min(lowest, index.ranks().rank(pack(image, kFullBoard & ~class_set)));
                }
            }
            const std::uint64_t noise =
                (std::uint64_t{row} * 1'000'003 + lowest / 3 + seed) * 0x9E3779B97F4A7C15U;
            slots[std::size_t{row} * index.row_size() + slot] =
                static_cast<Symbol>((noise >> 33) % symbols);
        }
    }
    TableSource<Symbol> source{slots, {}};
    for (unsigned n = 0; n < symbols; ++n) {
        Outcome outcome;
        if (n > 0) {
            outcome.value = n % 2 == 1 ? Wdl::Win : Wdl::Loss;
            if (distances) outcome.distance = static_cast<std::uint16_t>(n);
        }
        source.meaning.push_back(outcome);
    }
    return source;
}

inline constexpr Subspace kTiny{2, 1, 0, 0};   // 660 slots
inline constexpr Subspace kSmall{3, 3, 0, 0};  // 210,140 slots

}  // namespace mulino
