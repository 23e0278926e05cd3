// The block index of a file, for tests that change it.
#pragma once

#include <vector>

#include "db/format.hpp"

namespace mulino::test {

inline std::vector<BlockEntry> entries_of(const BlockIndex& index) {
    std::vector<BlockEntry> entries;
    for (std::uint32_t block = 0; block < index.size(); ++block) {
        entries.push_back(index.entry(block));
    }
    return entries;
}

}  // namespace mulino::test
