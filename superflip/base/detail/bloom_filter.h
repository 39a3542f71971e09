// A set of keys with one-sided errors: "no" is always right; a few per cent of the absent keys get a wrong "yes" (the
// false-positive rate).
//
// Burton H. Bloom, Space/time trade-offs in hash coding with allowable errors, 1970. The three bits of a key lie in one
// word, so a lookup reads one cache line. With 10 bits per key, the false-positive rate is 2.3 %.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace superflip {

// A view of a filter's words, which are 0 at first.
template <class Word>
class BloomFilterOf {
 public:
  BloomFilterOf() = default;
  explicit BloomFilterOf(std::span<Word> words) : words_(words.data()), size_(words.size()) {}
  operator BloomFilterOf<const Word>() const {  // NOLINT(google-explicit-constructor): as a pointer
    return BloomFilterOf<const Word>(std::span<const Word>(words_, size_));
  }

  void insert(std::uint32_t key) const requires(!std::is_const_v<Word>) {
    const std::uint64_t h = hash(key);
    words_[place(h)] |= bits(h);
  }
  bool may_contain(std::uint32_t key) const {
    const std::uint64_t h = hash(key);
    return (words_[place(h)] & bits(h)) == bits(h);
  }
  // Always inlined, because GCC removes calls to functions that only prefetch.
  [[gnu::always_inline]] void prefetch(std::uint32_t key) const { __builtin_prefetch(words_ + place(hash(key))); }

 private:
  static std::uint64_t hash(std::uint32_t key) {
    const std::uint64_t h = (key + std::uint64_t{1}) * 0x9E3779B97F4A7C15;
    return h ^ h >> 29;
  }
  std::size_t place(std::uint64_t h) const { return (h >> 32) * size_ >> 32; }
  static std::uint64_t bits(std::uint64_t h) {
    return std::uint64_t{1} << (h & 63) | std::uint64_t{1} << (h >> 6 & 63) | std::uint64_t{1} << (h >> 12 & 63);
  }

  Word* words_ = nullptr;
  std::uint64_t size_ = 0;  // below 2^32
};

using BloomFilter = BloomFilterOf<const std::uint64_t>;
using BloomFilterMaker = BloomFilterOf<std::uint64_t>;

}  // namespace superflip
