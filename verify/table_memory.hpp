// Memory for whole tables, which are read at random: in large pages where the system has them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace mulino::verify {

/// An array of numbers, not initialized.
template <typename T>
class TableMemory {
public:
    TableMemory() = default;
    TableMemory(TableMemory&& other) noexcept
        : data_(std::move(other.data_)), size_(std::exchange(other.size_, 0)) {}
    TableMemory& operator=(TableMemory&& other) noexcept {
        data_ = std::move(other.data_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }
    /// Throws: std::bad_alloc.
    explicit TableMemory(std::size_t size) : size_(size) {
        constexpr std::size_t kLargePage = std::size_t{2} << 20;
        if (size == 0) return;
        const std::size_t bytes = (size * sizeof(T) + kLargePage - 1) / kLargePage * kLargePage;
        data_.reset(static_cast<T*>(std::aligned_alloc(kLargePage, bytes)));
        if (!data_) throw std::bad_alloc();
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        // Advice only: whether it is taken changes nothing but the speed.
        static_cast<void>(madvise(data_.get(), bytes, MADV_HUGEPAGE));
#endif
    }

    std::size_t size() const { return size_; }
    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    std::span<T> span() { return {data_.get(), size_}; }
    std::span<const T> span() const { return {data_.get(), size_}; }

private:
    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };
    std::unique_ptr<T, Free> data_;
    std::size_t size_ = 0;
};

}  // namespace mulino::verify
