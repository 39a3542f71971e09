#include "superflip/table/detail/block_kernel.h"

#include "superflip/base/detail/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/table/detail/block_kernel.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "superflip/base/detail/dispatch.h"

HWY_BEFORE_NAMESPACE();
namespace superflip::detail {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Word = std::uint64_t;
constexpr std::uint32_t kWordBits = 64;

std::uint32_t count_bits_here(const Word* words, std::uint32_t n) {
  std::uint32_t count = 0;
  for (std::uint32_t w = 0; w < n; ++w) count += static_cast<std::uint32_t>(std::popcount(words[w]));
  return count;
}

// Estimated costs in cycles, from which the fastest way is chosen.
constexpr std::uint32_t kScanCost = 2;   // a word of the set, to carry its entries
constexpr std::uint32_t kWordCost = 8;   // a word with any entries: how many it has is often mispredicted
constexpr std::uint32_t kCarryCost = 5;  // an entry of the set
constexpr std::uint32_t kTestCost = 3;   // an entry not reached

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86_64
constexpr std::uint32_t kGathered = 32;             // entries at a time
constexpr std::uint32_t kTableBits = 2 * 32 * 16;   // of the set in two vectors
constexpr std::uint32_t kMaxSize = 8 * kTableBits;  // in sixteen vectors, half of the registers
constexpr std::uint32_t kGatherCost = 3;            // for each vector of entries

std::uint32_t gather_cost(std::uint32_t size) {
  const std::uint32_t tables = (size + kTableBits - 1) / kTableBits;
  return (size + kGathered - 1) / kGathered * (kGatherCost + tables);
}

// Which of 32 entries a row leads into the set: bits 0..31.
template <int kTables>
HWY_INLINE Word is_in(const __m512i (&table)[2 * kTables], __m512i row, __m512i mask) {
  const __m512i to = _mm512_xor_si512(row, mask);
  const __m512i at = _mm512_srli_epi16(to, 4);  // the shuffles look at its lower six bits
  __m512i part = _mm512_permutex2var_epi16(table[0], at, table[1]);
  for (int i = 1; i < kTables; ++i) {
    const __mmask32 is_here = _mm512_cmpge_epu16_mask(at, _mm512_set1_epi16(static_cast<short>(64 * i)));
    part = _mm512_mask_blend_epi16(is_here, part, _mm512_permutex2var_epi16(table[2 * i], at, table[2 * i + 1]));
  }
  part = _mm512_srlv_epi16(part, _mm512_and_si512(to, _mm512_set1_epi16(15)));
  return Word{_mm512_test_epi16_mask(part, _mm512_set1_epi16(1))};
}

template <int kTables>
HWY_INLINE void gather(const BlockSource& source, std::uint32_t size, Word* found) {
  __m512i table[2 * kTables];
  for (int i = 0; i < 2 * kTables; ++i) table[i] = _mm512_loadu_si512(source.set + 64 * i);
  const __m512i mask = _mm512_set1_epi16(static_cast<short>(source.mask));
  const std::uint32_t whole = size / kWordBits * kWordBits;
  for (std::uint32_t e = 0; e < whole; e += kWordBits) {
    const Word low = is_in<kTables>(table, _mm512_loadu_si512(source.row + e), mask);
    const Word high = is_in<kTables>(table, _mm512_loadu_si512(source.row + e + kGathered), mask);
    found[e / kWordBits] |= low | high << kGathered;
  }
  for (std::uint32_t e = whole; e < size; e += kGathered) {
    const __mmask32 inside = size - e >= kGathered ? ~__mmask32{0} : (__mmask32{1} << (size - e)) - 1;
    const Word part = is_in<kTables>(table, _mm512_maskz_loadu_epi16(inside, source.row + e), mask) & inside;
    found[e / kWordBits] |= part << e % kWordBits;
  }
}

// Adds to `found` the entries that the source leads into its set, whether they were reached before or not.
void gather(const BlockSource& source, std::uint32_t size, Word* found) {
  switch ((size - 1) / kTableBits) {
    case 0:
      return gather<1>(source, size, found);
    case 1:
      return gather<2>(source, size, found);
    case 2:
      return gather<3>(source, size, found);
    case 3:
      return gather<4>(source, size, found);
    case 4:
      return gather<5>(source, size, found);
    case 5:
      return gather<6>(source, size, found);
    case 6:
      return gather<7>(source, size, found);
    default:
      return gather<8>(source, size, found);
  }
}
#else
constexpr std::uint32_t kMaxSize = 0;
std::uint32_t gather_cost(std::uint32_t) { return 0; }
void gather(const BlockSource&, std::uint32_t, Word*) {}
#endif

template <class Each>
HWY_INLINE void each_bit(Word word, std::uint32_t first, Each each) {
  for (; word != 0; word &= word - 1) each(first + static_cast<std::uint32_t>(std::countr_zero(word)));
}

void carry(const BlockSource& source, std::uint32_t size, Word* found) {
  for (std::uint32_t first = 0; first < size; first += kWordBits) {
    Word word = 0;
    std::memcpy(&word, source.set + first / 8, sizeof(Word));
    if (const std::uint32_t n = size - first; n < kWordBits) word &= (Word{1} << n) - 1;
    each_bit(word, first, [&](std::uint32_t e) {
      const std::uint32_t reached = source.back[e ^ source.mask];
      found[reached / kWordBits] |= Word{1} << reached % kWordBits;
    });
  }
}

// Removes from a list of entries those that the source leads into its set, without a branch, which would often be
// mispredicted. Returns how many are left.
std::size_t test(const BlockSource& source, std::uint16_t* list, std::size_t n) {
  std::size_t left = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint16_t e = list[i];
    const std::uint32_t to = source.row[e] ^ source.mask;
    list[left] = e;
    left += (std::to_integer<unsigned>(source.set[to / 8]) >> to % 8 & 1) ^ 1;
  }
  return left;
}

std::uint32_t find_neighbours_here(std::span<const BlockSource> sources, std::uint32_t size, Word* unreached,
                                   Word* found, std::uint16_t* list) {
  const std::uint32_t words = (size + kWordBits - 1) / kWordBits;
  const std::uint32_t before = count_bits_here(unreached, words);
  if (before == 0) return 0;
  const bool can_gather = size <= kMaxSize;
  const std::uint32_t gathering = can_gather ? gather_cost(size) : ~std::uint32_t{0};
  const auto is_carried = [&](const BlockSource& source) {
    const std::uint32_t cost =
        words * kScanCost + std::min(words, source.count) * kWordCost + source.count * kCarryCost;
    return cost <= std::min(gathering, before * kTestCost);
  };
  std::fill_n(found, words, 0);
  for (const BlockSource& source : sources)
    if (is_carried(source)) carry(source, size, found);

  // `left`: how many entries are still unreached; counted again after each source that is gathered. When few are left,
  // they are listed and tested one by one.
  std::uint32_t left = before;
  const auto take = [&] {
    left = 0;
    for (std::uint32_t w = 0; w < words; ++w)
      left += static_cast<std::uint32_t>(std::popcount(unreached[w] & ~found[w]));
  };
  take();
  std::size_t listed = 0;
  bool is_listed = false;
  for (const BlockSource& source : sources) {
    if (is_carried(source)) continue;
    if (!is_listed && left * kTestCost <= gathering) {
      for (std::uint32_t w = 0; w < words; ++w)
        each_bit(unreached[w] & ~found[w], w * kWordBits,
                 [&](std::uint32_t e) { list[listed++] = static_cast<std::uint16_t>(e); });
      is_listed = true;
    }
    if (is_listed) {
      listed = test(source, list, listed);
      if (listed == 0) break;
    } else {
      gather(source, size, found);
      take();
    }
  }
  if (is_listed) {
    std::copy_n(unreached, words, found);
    for (std::size_t i = 0; i < listed; ++i) found[list[i] / kWordBits] &= ~(Word{1} << list[i] % kWordBits);
    left = static_cast<std::uint32_t>(listed);
  } else {
    for (std::uint32_t w = 0; w < words; ++w) found[w] &= unreached[w];
  }
  for (std::uint32_t w = 0; w < words; ++w) unreached[w] &= ~found[w];
  return before - left;
}

void write_distances_here(const Word* set, std::uint32_t size, std::uint8_t depth, std::uint8_t* distance) {
  const hn::CappedTag<std::uint8_t, kWordBits> d;
  const auto depths = hn::Set(d, depth);
  const std::size_t lanes = hn::Lanes(d);
  const std::uint32_t whole = size / kWordBits;
  for (std::uint32_t w = 0; w < whole; ++w) {
    if (set[w] == 0) continue;
    std::array<std::uint8_t, 2 * sizeof(Word)> bits{};  // a mask is loaded from eight bytes, of which it may need fewer
    std::memcpy(bits.data(), set + w, sizeof(Word));
    for (std::size_t i = 0; i < kWordBits; i += lanes)
      hn::BlendedStore(depths, hn::LoadMaskBits(d, bits.data() + i / 8), d, distance + w * kWordBits + i);
  }
  // A vector would reach into the next block, which another thread may write.
  if (size % kWordBits != 0) each_bit(set[whole], whole * kWordBits, [&](std::uint32_t e) { distance[e] = depth; });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::detail {

SUPERFLIP_DISPATCH_TABLE(count_bits_here);
SUPERFLIP_DISPATCH_TABLE(find_neighbours_here);
SUPERFLIP_DISPATCH_TABLE(write_distances_here);

std::uint32_t count_bits(const std::uint64_t* words, std::uint32_t n) {
  return SUPERFLIP_DISPATCH(count_bits_here)(words, n);
}

std::uint32_t find_neighbours(std::span<const BlockSource> sources, std::uint32_t size, std::uint64_t* unreached,
                              std::uint64_t* found, std::uint16_t* list) {
  return SUPERFLIP_DISPATCH(find_neighbours_here)(sources, size, unreached, found, list);
}

void write_distances(const std::uint64_t* set, std::uint32_t size, std::uint8_t depth, std::uint8_t* distance) {
  SUPERFLIP_DISPATCH(write_distances_here)(set, size, depth, distance);
}

}  // namespace superflip::detail
#endif  // HWY_ONCE
