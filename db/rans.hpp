// An entropy coder: writes each symbol in about as many bits as its probability asks for.
//
// Range asymmetric numeral systems (J. Duda) with a 32-bit state and 16-bit words. The decoder's
// state x lies in [2^16, 2^32); a symbol of frequency f of kRansTotal takes the f values that follow
// its `start` in the low bits of x. The encoder runs backwards and ends in the state from which the
// decoder begins; the decoder must end in the state from which the encoder began, which finds
// nearly every damage.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mulino {

inline constexpr int kRansBits = 15;
inline constexpr std::uint32_t kRansTotal = std::uint32_t{1} << kRansBits;

class RansDecoder {
public:
    /// Requires: at least four bytes.
    explicit RansDecoder(std::span<const std::uint8_t> bytes)
        : next_(bytes.data() + 4), end_(bytes.data() + bytes.size() / 2 * 2) {
        assert(bytes.size() >= 4);
        for (std::size_t i = 0; i < 4; ++i) state_ |= std::uint32_t{bytes[i]} << 8 * i;
    }

    /// Where a decoder stands, to go on from there later.
    struct Mark {
        std::uint32_t state = 0;
        std::uint32_t left = 0;  ///< words not read yet
    };
    /// Requires: not overrun().
    Mark mark() const { return {state_, static_cast<std::uint32_t>((end_ - next_) / 2)}; }
    /// Requires: a mark set in the same bytes.
    RansDecoder(std::span<const std::uint8_t> bytes, const Mark& mark)
        : state_(mark.state),
          next_(bytes.data() + bytes.size() / 2 * 2 - std::size_t{2} * mark.left),
          end_(bytes.data() + bytes.size() / 2 * 2) {
        assert(std::size_t{2} * mark.left + 4 <= bytes.size());
    }

    /// Where the next symbol lies, 0 … kRansTotal−1.
    std::uint32_t place() const { return state_ & (kRansTotal - 1); }
    /// Passes on. Requires: start ≤ place() < start + frequency.
    void take(std::uint32_t start, std::uint32_t frequency) {
        state_ = frequency * (state_ >> kRansBits) + place() - start;
        if (state_ >= kLowest) return;
        // Beyond the end zeros are read; finished() tells.
        std::uint32_t word = 0;
        if (next_ != end_) {
            word = std::uint32_t{next_[0]} | std::uint32_t{next_[1]} << 8;
            next_ += 2;
        } else {
            overrun_ = true;
        }
        state_ = state_ << 16 | word;
    }
    /// Whether more was read than there is.
    bool overrun() const { return overrun_; }
    /// Whether all bytes were used and the state is the one the encoder began with.
    bool finished() const { return state_ == kLowest && next_ == end_ && !overrun_; }

    static constexpr std::uint32_t kLowest = std::uint32_t{1} << 16;

private:
    std::uint32_t state_ = 0;
    const std::uint8_t* next_;
    const std::uint8_t* end_;
    bool overrun_ = false;
};

/// Collects symbols in the order in which they will be read.
class RansEncoder {
public:
    void put(std::uint32_t start, std::uint32_t frequency) {
        assert(frequency > 0 && start + frequency <= kRansTotal);
        symbols_.push_back(start << 16 | frequency);
    }

    /// Appends all that was put and forgets it.
    void finish(std::vector<std::uint8_t>& out) {
        words_.clear();
        std::uint32_t state = RansDecoder::kLowest;
        for (std::size_t i = symbols_.size(); i-- > 0;) {
            const std::uint32_t start = symbols_[i] >> 16;
            const std::uint32_t frequency = symbols_[i] & 0xFFFF;
            if (frequency == kRansTotal) continue;  // a certainty costs nothing
            if (state >= frequency << (32 - kRansBits)) {
                words_.push_back(static_cast<std::uint16_t>(state));
                state >>= 16;
            }
            state = (state / frequency << kRansBits) + state % frequency + start;
        }
        symbols_.clear();
        for (int shift = 0; shift < 32; shift += 8) {
            out.push_back(static_cast<std::uint8_t>(state >> shift));
        }
        for (std::size_t i = words_.size(); i-- > 0;) {
            out.push_back(static_cast<std::uint8_t>(words_[i]));
            out.push_back(static_cast<std::uint8_t>(words_[i] >> 8));
        }
    }

private:
    std::vector<std::uint32_t> symbols_;  // start, frequency
    std::vector<std::uint16_t> words_;
};

}  // namespace mulino
