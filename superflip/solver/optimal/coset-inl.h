// Turns positions of the numbering into indices of pruning cosets: the most frequent work of the search and the
// generation.
//
// Include this from a file that is compiled through hwy/foreach_target.h. See coset.h for the mathematics. Two shuffles
// map the edges; slices and flips by place become masks of twelve bits, or three numbers in base 6 for folded tables;
// small tables do the rest.

#if defined(SUPERFLIP_OPTIMAL_COSET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SUPERFLIP_OPTIMAL_COSET_INL_H_
#undef SUPERFLIP_OPTIMAL_COSET_INL_H_
#else
#define SUPERFLIP_OPTIMAL_COSET_INL_H_
#endif

#include <hwy/cache_control.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "superflip/cube/kernel-inl.h"
#include "superflip/solver/optimal/coset_tables.h"
#include "superflip/solver/optimal/shapes.h"

#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
#include <immintrin.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace superflip::optimal {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using superflip::HWY_NAMESPACE::Bytes;
using superflip::HWY_NAMESPACE::ByteVector;

// Fetches the lines at line(0), ... line(count - 1) where a prefetch does nothing, as in WebAssembly: reads that follow
// each other closely, and for which nothing waits, overlap as well. Elsewhere it does nothing.
template <class Line>
HWY_INLINE void fetch([[maybe_unused]] unsigned count, [[maybe_unused]] Line line) {
#if HWY_ARCH_WASM
  unsigned sum = 0;
  for (unsigned i = 0; i < count; ++i) sum += *line(i);
  asm volatile("" : : "r"(sum));  // so that the reads are not left out
#endif
}

// The bits of `value` at the places of `mask`, moved together.
HWY_INLINE unsigned extract(unsigned value, unsigned mask) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
  return _pext_u32(value, mask);
#else
  unsigned result = 0;
  for (unsigned bit = 1; mask != 0; mask &= mask - 1, bit += bit)
    if ((value & mask & (0U - mask)) != 0) result |= bit;
  return result;
#endif
}

// The places whose byte has bit kBit set, as a mask.
template <int kBit>
HWY_INLINE unsigned places(ByteVector v) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
  // These instructions take the highest bit of each byte and ignore the others.
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_slli_epi16(v.raw, 7 - kBit)));
#elif HWY_ARCH_WASM
  return static_cast<unsigned>(wasm_i8x16_bitmask(wasm_i16x8_shl(v.raw, 7 - kBit)));
#else
  const Bytes d;
  const auto mask = hn::TestBit(v, hn::Set(d, static_cast<std::uint8_t>(1U << kBit)));
  alignas(8) std::array<std::uint8_t, 8> bytes{};
  hn::StoreMaskBits(d, mask, bytes.data());
  std::uint16_t bits = 0;  // little-endian, as Highway is everywhere
  std::memcpy(&bits, bytes.data(), sizeof bits);
  return bits;
#endif
}

// Bits 5..7 of each byte are a digit 0..5. Reads each group of four bytes as a number in base 6, three in all.
HWY_INLINE std::array<std::uint32_t, 3> base_6(ByteVector v) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
  const auto digits = _mm_and_si128(_mm_srli_epi16(v.raw, 5), _mm_set1_epi8(7));
  const auto pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(6 << 8 | 1));
  const auto fours = _mm_madd_epi16(pairs, _mm_set1_epi32(36 << 16 | 1));
  const auto two = static_cast<std::uint64_t>(_mm_cvtsi128_si64(fours));
  return {static_cast<std::uint32_t>(two), static_cast<std::uint32_t>(two >> 32),
          static_cast<std::uint32_t>(_mm_extract_epi32(fours, 2))};
#else
  const hn::FixedTag<std::uint16_t, 8> d16;
  const hn::FixedTag<std::uint32_t, 4> d32;
  const auto digits = hn::And(hn::ShiftRight<5>(hn::BitCast(d16, v)), hn::Set(d16, 0x0707));
  const auto pairs = hn::Add(hn::And(digits, hn::Set(d16, 7)), hn::Mul(hn::ShiftRight<8>(digits), hn::Set(d16, 6)));
  const auto twos = hn::BitCast(d32, pairs);
  const auto fours = hn::Add(hn::And(twos, hn::Set(d32, 0xFFFF)), hn::Mul(hn::ShiftRight<16>(twos), hn::Set(d32, 36)));
  alignas(16) std::array<std::uint32_t, 4> numbers;
  hn::Store(fours, d32, numbers.data());
  return {numbers[0], numbers[1], numbers[2]};
#endif
}

// A number without the bit at a place; those above it move down.
HWY_INLINE unsigned without(unsigned value, unsigned place) {
  const unsigned below = (1U << place) - 1;
  return (value & below) | (value >> 1 & ~below);
}

// Up to kMax positions that are being turned into indices. Every step is done for all of them before the next one, so
// that the reads of small tables in a step, from whichever cache, overlap.
template <unsigned kMax>
struct Batch {
  alignas(16) std::array<std::array<std::uint8_t, 16>, kMax> edge;
  std::array<const std::uint32_t*, kMax> corner;  // points to the entry of CosetTables
  std::array<std::uint32_t, kMax> entry;  // that entry, with the map's number raised by 288 if the tetrads are swapped
  std::array<std::uint32_t, kMax> relation;  // the relation of the corners as they lie
  std::array<std::uint64_t, kMax> index;
  std::array<std::uint32_t, kMax> flips;  // folded: by place, with the rings' odd turns as in FoldedArrangement
  std::array<std::uint32_t, kMax> arrangement;
  unsigned size = 0;
};

// kTetrads: the relation is Relation::tetrads rather than parity or none.
template <bool kFolded, bool kTetrads>
class Indexer {
 public:
  static constexpr bool kIsFolded = kFolded;

  explicit Indexer(const Shape& shape)
      : t_(CosetTables::get()),
        edges_(static_cast<std::uint32_t>(shape.edges())),
        dropped_(9 - shape.flips),
        flips_(shape.flips),
        relations_(static_cast<std::uint32_t>(relation_count(shape.relation))),
        is_parity_(shape.relation == Relation::parity ? 1 : 0) {
    assert(kTetrads == (shape.relation == Relation::tetrads));
    assert(shape.flips == 9 || !kFolded);
  }

  // Adds a position. `parity` is used for Relation::parity only.
  template <unsigned kMax>
  HWY_INLINE void add(Batch<kMax>& batch, ByteVector corner, ByteVector edge, unsigned parity) const {
    const unsigned n = batch.size++;
    hn::Store(edge, Bytes(), batch.edge[n].data());
    const unsigned tetrad = places<2>(corner) & 255;
    const unsigned is_exchanged = tetrad >> 7;
    const unsigned mask = (tetrad ^ (0U - is_exchanged)) & 127;
    const std::uint32_t* const entry = t_.corner.data() + t_.tetrads[mask] + t_.ternary[places<4>(corner) & 127] +
                                       2U * t_.ternary[places<5>(corner) & 127];
    hwy::Prefetch(entry);
    batch.corner[n] = entry;
    batch.entry[n] = is_exchanged * kMaps << 10;
    if constexpr (!kTetrads) {
      batch.relation[n] = parity & is_parity_;
    } else {
      const unsigned low = places<0>(corner);
      const unsigned high = places<1>(corner);
      const unsigned other = mask ^ 255;
      const unsigned first = t_.pairing[extract(low, other) | extract(high, other) << 4];
      const unsigned second = t_.pairing[extract(low, mask) | extract(high, mask) << 4];
      batch.relation[n] = t_.relation[first][second];
    }
  }

  // Computes the indices of all positions and calls use(i, index) for each. Empties the batch.
  template <unsigned kMax, class Use>
  HWY_INLINE void finish(Batch<kMax>& batch, Use use) const {
    const unsigned size = batch.size;
    batch.size = 0;
    fetch(size, [&batch](unsigned i) HWY_ATTR { return batch.corner[i]; });
    for (unsigned i = 0; i < size; ++i) {
      const std::uint32_t entry = batch.entry[i] += *batch.corner[i];
      const std::uint32_t relation = of_representative(entry, batch.relation[i]);
      batch.index[i] = static_cast<std::uint64_t>(CosetTables::class_of(entry) * relations_ + relation) * edges_;
      map_edges(batch, i, CosetTables::map_of(entry));
    }
    for (unsigned i = 0; i < size; ++i) use(i, batch.index[i] + rank(batch.arrangement[i], batch.flips[i]));
  }

  // Calls use(index) for every index of one coset.
  template <class Use>
  void all_indices(ByteVector corner, ByteVector edge, unsigned parity, Use use) const {
    Batch<1> batch;
    add(batch, corner, edge, parity);
    finish(batch, [&use](unsigned, std::uint64_t index) { use(index); });
    other_indices(batch.entry[0], batch.relation[0], edge, use);
  }

  // The same for all indices but the first.
  template <class Use>
  HWY_INLINE void other_indices(std::uint32_t entry, std::uint32_t relation, ByteVector edge, Use use) const {
    const std::vector<ClassMap>& others = t_.others[CosetTables::class_of(entry)];
    if (HWY_LIKELY(others.empty())) return;
    make_others(others, entry, of_representative(entry, relation), edge, use);
  }

 private:
  template <class Use>
  HWY_NOINLINE void make_others(const std::vector<ClassMap>& others, std::uint32_t entry, std::uint32_t relation,
                                ByteVector edge, Use use) const {
    const std::uint32_t map = CosetTables::map_of(entry);
    const std::uint32_t exchange = map < kMaps ? 0 : kMaps;
    Batch<1> batch;
    hn::Store(edge, Bytes(), batch.edge[0].data());
    for (const ClassMap& other : others) {
      const std::uint32_t mapped = kTetrads ? t_.relation_map[other.relation_map][relation] : relation;
      map_edges(batch, 0, t_.product[(map - exchange) * kMaps + other.map] + exchange);
      use(static_cast<std::uint64_t>(CosetTables::class_of(entry) * relations_ + mapped) * edges_ +
          rank(batch.arrangement[0], batch.flips[0]));
    }
  }

  // The relation of the tetrads as seen from the class's representative.
  HWY_INLINE std::uint32_t of_representative(std::uint32_t entry, std::uint32_t relation) const {
    if constexpr (!kTetrads) return relation;
    return t_.relation_map[CosetTables::relation_map_of(entry)][relation];
  }

  // Computes the arrangement of slices and the flips by place.
  template <unsigned kMax>
  HWY_INLINE void map_edges(Batch<kMax>& batch, unsigned i, std::uint32_t map) const {
    const Bytes d;
    const EdgeMap& m = t_.map[map];
    const auto edge = hn::Load(d, batch.edge[i].data());
    const auto marks = hn::TableLookupBytes(hn::Load(d, m.marks.data()), hn::And(edge, hn::Set(d, 0x0F)));
    const auto flipped = hn::Xor(marks, hn::And(hn::Add(edge, edge), hn::Set(d, 0x20)));
    const auto mapped = hn::Xor(hn::TableLookupBytes(flipped, hn::Load(d, m.place.data())), hn::Load(d, m.flip.data()));
    if constexpr (kFolded) {
      const auto [ring0, ring1, ring2] = base_6(mapped);
      const std::uint32_t three = t_.necklace[ring0] | t_.necklace[ring1] << 5 | t_.necklace[ring2] << 10;
      batch.arrangement[i] = t_.folded_of[three & 0x7FFF];
      batch.flips[i] = three >> 16;
    } else {
      const unsigned in_m = places<7>(mapped);
      const unsigned in_s = places<6>(mapped);
      const unsigned flips = places<5>(mapped);
      const unsigned ring0 = (in_m & 15) << 4 | (in_s & 15);
      const unsigned ring1 = (in_m & 0xF0) | (in_s >> 4 & 15);
      const unsigned ring2 = (in_m >> 4 & 0xF0) | in_s >> 8;
      const unsigned arrangement =
          t_.lower_rings[t_.ring_code[ring0] + 81U * t_.ring_code[ring1]] + t_.upper_ring[t_.ring_code[ring2]];
      const auto first_m = static_cast<unsigned>(std::countr_zero(in_m));
      const auto first_s = static_cast<unsigned>(std::countr_zero(in_s));
      const unsigned keep = 0x7FFU & ~(in_m & (0U - in_m)) & ~(in_s & (0U - in_s));
      batch.arrangement[i] = arrangement;
      batch.flips[i] = normal(flips, ~in_s, ~in_m, first_m, first_s, keep) >> dropped_;
    }
  }

  HWY_INLINE std::uint32_t rank(std::uint32_t arrangement, std::uint32_t flips) const {
    if constexpr (!kFolded) return (arrangement << flips_) + flips;
    const FoldedArrangement& a = t_.folded[arrangement];
    const unsigned kept = normal(flips, a.not_s, a.not_m, a.first_m, a.first_s, a.keep) ^ a.flipped[odd_turns(flips)];
    return a.base + t_.flip_ranks[a.kind][kept];
  }

  static HWY_INLINE unsigned normal(unsigned flips, unsigned not_s, unsigned not_m, unsigned first_m, unsigned first_s,
                                    unsigned keep) {
    flips ^= (0U - (flips >> first_m & 1)) & not_s;
    flips ^= (0U - (flips >> first_s & 1)) & not_m;
    return kept(flips, keep, first_m, first_s);
  }

  // extract(flips, keep), where `keep` is places 0..10 but the first ones of slices M and S.
  static HWY_INLINE unsigned kept(unsigned flips, unsigned keep, unsigned first_m, unsigned first_s) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
    (void)first_m;
    (void)first_s;
    return extract(flips, keep);
#else
    (void)keep;
    if constexpr (kFolded) {  // bits 4, 9 and 14 are not places
      flips = (flips & 0xF) | (flips >> 1 & 0xF0) | (flips >> 2 & 0xF00);
      first_m -= first_m / 5;
      first_s -= first_s / 5;
    }
    return without(without(flips & 0x7FF, std::max(first_m, first_s)), std::min(first_m, first_s));
#endif
  }

  // Folded: the rings that were turned by an odd number of quarter turns.
  static HWY_INLINE unsigned odd_turns(unsigned flips) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
    return extract(flips, 0x4210);
#else
    return (flips >> 4 & 1) | (flips >> 8 & 2) | (flips >> 12 & 4);
#endif
  }

  const CosetTables& t_;
  std::uint32_t edges_;
  int dropped_;
  int flips_;
  std::uint32_t relations_;
  unsigned is_parity_;
};

// Calls body(indexer) with the indexer of that shape.
template <class Body>
HWY_INLINE auto with_indexer(const Shape& shape, Body body) {
  if (!shape.folded) return body(Indexer<false, false>(shape));
  if (shape.relation != Relation::tetrads) return body(Indexer<true, false>(shape));
  return body(Indexer<true, true>(shape));
}

}  // namespace HWY_NAMESPACE
}  // namespace superflip::optimal
HWY_AFTER_NAMESPACE();

#endif  // SUPERFLIP_OPTIMAL_COSET_INL_H_
