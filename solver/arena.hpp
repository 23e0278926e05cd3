// The solver's memory: one reserved range that is used again pair after pair.
//
// Fresh pages cost time, for the system has to clear each; over all pairs that would be a tenth of
// the work. So what a pair gives back is kept for the next. The range is only reserved; memory is
// taken as it is first touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <type_traits>
#include <utility>

namespace mulino {

/// Not thread-safe: large arrays are made and dropped between the parallel loops.
class Arena {
public:
    /// Reserves `bytes` of address space. Throws std::bad_alloc.
    explicit Arena(std::uint64_t bytes);
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena();

    /// Throws std::bad_alloc where the range has no hole of that size. Not initialised.
    void* allocate(std::size_t bytes);
    void release(void* memory, std::size_t bytes) noexcept;

private:
    char* base_;
    std::size_t size_;
    std::map<std::size_t, std::size_t> holes_;  // offset -> bytes, never adjacent
};

/// An uninitialised array in an arena, which must outlive it.
template <typename T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Buffer() = default;
    Buffer(Arena& arena, std::size_t size)
        : arena_(&arena),
          data_(static_cast<T*>(arena.allocate(size * sizeof(T)))),
          size_(size) {}
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        Buffer moved(std::move(other));
        swap(moved);
        return *this;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        if (arena_ != nullptr) arena_->release(data_, size_ * sizeof(T));
    }

    std::size_t size() const { return size_; }
    T* data() { return data_; }
    const T* data() const { return data_; }
    std::span<T> span() { return {data_, size_}; }
    std::span<const T> span() const { return {data_, size_}; }

private:
    void swap(Buffer& other) noexcept {
        std::swap(arena_, other.arena_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
    }

    Arena* arena_ = nullptr;
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace mulino
