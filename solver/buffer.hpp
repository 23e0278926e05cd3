// Large arrays: not initialised, on huge pages where the system has them, freed at once.
#pragma once

#include <sys/mman.h>

#include <cassert>
#include <cstddef>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace mulino {

/// An array of `size` elements, zero at first touch. Throws std::bad_alloc where memory ends.
template <typename T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Buffer() = default;
    explicit Buffer(std::size_t size) : size_(size) {
        if (size == 0) return;
        void* memory = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        // A hint only: without huge pages the array works, with more misses in the page table.
        (void)::madvise(memory, bytes(), MADV_HUGEPAGE);
        data_ = static_cast<T*>(memory);
    }
    Buffer(Buffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        if (data_ != nullptr) ::munmap(data_, bytes());
    }

    std::size_t size() const { return size_; }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T& operator[](std::size_t i) {
        assert(i < size_);
        return data_[i];
    }
    const T& operator[](std::size_t i) const {
        assert(i < size_);
        return data_[i];
    }
    std::span<T> span() { return {data_, size_}; }
    std::span<const T> span() const { return {data_, size_}; }

private:
    std::size_t bytes() const { return size_ * sizeof(T); }

    T* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace mulino
