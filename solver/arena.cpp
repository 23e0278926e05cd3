#include "solver/arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <new>

namespace mulino {

namespace {

// Arrays begin on huge pages, so that none is shared.
constexpr std::size_t kPage = std::size_t{2} << 20;

constexpr std::size_t whole_pages(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

}  // namespace

Arena::Arena(std::uint64_t bytes) : base_(nullptr), size_(std::max(kPage, whole_pages(bytes))) {
    void* memory = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    // A hint only: without huge pages the arrays work, with more misses in the page table.
    (void)::madvise(memory, size_, MADV_HUGEPAGE);
    base_ = static_cast<char*>(memory);
    holes_.emplace(0, size_);
}

Arena::~Arena() { ::munmap(base_, size_); }

void* Arena::allocate(std::size_t bytes) {
    const std::size_t wanted = std::max(kPage, whole_pages(bytes));
    // The first hole that is large enough: low addresses have been used before.
    const auto hole = std::find_if(holes_.begin(), holes_.end(),
                                   [&](const auto& entry) { return entry.second >= wanted; });
    if (hole == holes_.end()) throw std::bad_alloc();
    const auto [offset, length] = *hole;
    holes_.erase(hole);
    if (length > wanted) holes_.emplace(offset + wanted, length - wanted);
    return base_ + offset;
}

void Arena::release(void* memory, std::size_t bytes) noexcept {
    auto offset = static_cast<std::size_t>(static_cast<char*>(memory) - base_);
    std::size_t length = std::max(kPage, whole_pages(bytes));
    assert(offset + length <= size_);
    auto next = holes_.lower_bound(offset);
    if (next != holes_.end() && next->first == offset + length) {
        length += next->second;
        next = holes_.erase(next);
    }
    if (next != holes_.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second == offset) {
            before->second += length;
            return;
        }
    }
    holes_.emplace(offset, length);
}

}  // namespace mulino
