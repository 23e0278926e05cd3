#include "tools/pair_list.hpp"

#include <algorithm>

namespace mulino {

Result<std::vector<Pair>> parse_pair_list(std::string_view text) {
    std::vector<Pair> named;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const Result<Pair> pair = parse_pair(text.substr(begin, end - begin));
        if (!pair) return tl::unexpected(pair.error());
        named.push_back(*pair);
        begin = end + 1;
    }
    std::vector<Pair> pairs;
    for (const Pair& pair : all_pairs()) {
        if (std::find(named.begin(), named.end(), pair) != named.end()) pairs.push_back(pair);
    }
    return pairs;
}

}  // namespace mulino
