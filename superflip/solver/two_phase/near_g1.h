// Which places of the phase-1 table are within 6, and which within 7 moves of G1: Bloom filters, for the compact
// profile.
//
// Where there is no table of distances, a search wastes most of its work just beyond what the endings know exactly.
// There are 80,397 places at distance 6 and 917,722 at distance 7 (in face turns), for which it has 9 and 6 bits a key:
// one far place in ten is taken for near.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "superflip/solver/two_phase/endings.h"
#include "superflip/solver/two_phase/fold.h"
#include "superflip/table/bloom_filter.h"

namespace superflip::two_phase {

class NearG1 {
 public:
  static constexpr int kFirst = Endings::kLongest + 1;
  static constexpr int kLast = Endings::kLongest + 2;

  NearG1() = default;
  NearG1(const Fold& fold, const Endings& endings, Metric metric);
  NearG1(NearG1&&) = default;  // the views follow the words, which stay where they are
  NearG1& operator=(NearG1&&) = default;

  // The places at most that far (kFirst or kLast) from G1.
  const BloomFilter& within(int distance) const { return distance == kFirst ? first_ : last_; }

  std::uint64_t bytes() const { return words_.size() * sizeof(std::uint64_t); }

 private:
  static constexpr std::size_t kFirstWords = 12000;
  static constexpr std::size_t kLastWords = 100000;

  std::vector<std::uint64_t> words_;
  BloomFilter first_;
  BloomFilter last_;
};

}  // namespace superflip::two_phase
