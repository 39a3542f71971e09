// Makes the last level of a table that keeps all flips, row by row.
//
// A row is a class of corners with an arrangement of slices (and a parity, where the table has one): 512 entries, one
// for each value of the flips. Such a table is closed under moves: a move leads from a row to one row, and maps its
// flips by an affine map over GF(2). So an entry's neighbours are found a row at a time, while words tried one by one
// would each read a line of memory. Each row takes the next distance from its neighbours' entries, so each thread
// writes only to its own rows.
//
// Include this from a file that is compiled through hwy/foreach_target.h.

#if defined(SUPERFLIP_OPTIMAL_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SUPERFLIP_OPTIMAL_ROWS_INL_H_
#undef SUPERFLIP_OPTIMAL_ROWS_INL_H_
#else
#define SUPERFLIP_OPTIMAL_ROWS_INL_H_
#endif

#include <hwy/cache_control.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "superflip/solver/optimal/coset-inl.h"
#include "superflip/solver/optimal/numbering.h"

HWY_BEFORE_NAMESPACE();
namespace superflip::optimal {
namespace HWY_NAMESPACE {

// The even bits of `value`, moved together. to_even_bits() is the inverse.
HWY_INLINE std::uint32_t join_even_bits(std::uint64_t value) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86_64
  return static_cast<std::uint32_t>(_pext_u64(value, 0x5555555555555555U));
#else
  value &= 0x5555555555555555U;
  value = (value | value >> 1) & 0x3333333333333333U;
  value = (value | value >> 2) & 0x0F0F0F0F0F0F0F0FU;
  value = (value | value >> 4) & 0x00FF00FF00FF00FFU;
  value = (value | value >> 8) & 0x0000FFFF0000FFFFU;
  return static_cast<std::uint32_t>(value | value >> 16);
#endif
}

HWY_INLINE std::uint64_t to_even_bits(std::uint32_t bits) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86_64
  return _pdep_u64(bits, 0x5555555555555555U);
#else
  std::uint64_t value = bits;
  value = (value | value << 16) & 0x0000FFFF0000FFFFU;
  value = (value | value << 8) & 0x00FF00FF00FF00FFU;
  value = (value | value << 4) & 0x0F0F0F0F0F0F0F0FU;
  value = (value | value << 2) & 0x3333333333333333U;
  return (value | value << 1) & 0x5555555555555555U;
#endif
}

class Rows {
 public:
  // Every 127th row begins with a line. Threads take multiples of this many rows, so that they share no byte.
  static constexpr std::size_t kAligned = 127;

  explicit Rows(const Shape& shape)
      : t_(CosetTables::get()), metric_(shape.metric), relations_(relation_count(shape.relation)) {
    make_arrangements();
    make_steps();
  }

  std::size_t size() const { return static_cast<std::size_t>(kCornerClasses) * relations_ * kArrangements; }

  // Sets entries of rows begin..end-1 from 3 to 2 if they have a neighbour that is 1.
  void take(std::uint8_t* lines, std::uint64_t begin, std::uint64_t end) const {
    std::array<std::array<Neighbour, kMoves>, 2> neighbours;
    for (std::uint64_t row = begin; row < end; ++row) {
      if (row == begin) find_neighbours(lines, row, neighbours[row % 2]);
      if (row + 1 < end) find_neighbours(lines, row + 1, neighbours[(row + 1) % 2]);
      const Arrangement& here = arrangements_[row % kArrangements];
      Reached reached{};
      for (const Move m : kAllMoves)
        if (cost(m, metric_) == 1) collect(lines, here, neighbours[row % 2][m], reached);
      enter(lines, row * kFlips, reached);
    }
  }

 private:
  // Masks of the places whose edges are of slices M and S, and of the nine places whose flips count; the lowest places
  // of M and S, where normal flips are 0.
  struct Arrangement {
    std::uint16_t m, s, keep;
    std::uint8_t first_m, first_s;
  };

  // What a move does to the edges of a class's representative, followed by the map back to a representative. Place p of
  // the result has the edge that was at place[p].
  struct Step {
    std::array<std::array<std::uint16_t, 16>, 3> gather;  // maps a mask of places, four places at a time
    std::array<std::uint16_t, kEdges> from;               // 1 << place[p]
    std::array<std::uint8_t, 3> slice;                    // which slice each of E, M, S becomes
    std::array<std::uint16_t, 3> flips;  // whether that flips the slice's edges: a mask, 0 or all places
    std::uint16_t place_flips;           // the flips that are added, by place before the step
    std::uint16_t to_class;
  };

  // By the flips of a row's entry: whether it has been reached. (They are bytes because setting one is a single store.)
  using Reached = std::array<std::uint8_t, kFlips>;

  // An affine map from the flips `there` of a neighbour's entry to the flips of the adjacent entry in the row.
  struct FlipMap {
    std::array<std::uint16_t, 32> low;
    std::array<std::uint16_t, 16> high;
    HWY_INLINE unsigned operator()(unsigned there) const { return low[there & 31] ^ high[there >> 5]; }
  };

  struct Neighbour {
    std::uint64_t index;  // of the neighbour's first entry
    std::uint16_t keep;
    std::uint16_t flips;  // at the places of the row itself
    const Step* step;
  };

  void make_arrangements() {
    arrangements_.resize(kArrangements);
    for (unsigned m = 0; m < 4096; ++m)
      for (unsigned s = 0; s < 4096; ++s) {
        if (std::popcount(m) != 4) break;
        if (std::popcount(s) != 4 || (m & s) != 0) continue;
        Arrangement a{};
        a.m = static_cast<std::uint16_t>(m);
        a.s = static_cast<std::uint16_t>(s);
        a.first_m = static_cast<std::uint8_t>(std::countr_zero(m));
        a.first_s = static_cast<std::uint8_t>(std::countr_zero(s));
        a.keep = static_cast<std::uint16_t>(0x7FFU & ~(1U << a.first_m) & ~(1U << a.first_s));
        arrangements_[rank(m, s)] = a;
      }
  }

  HWY_INLINE std::uint32_t rank(unsigned m, unsigned s) const {
    const auto code = [&](int ring) { return t_.ring_code[(m >> 4 * ring & 15) << 4 | (s >> 4 * ring & 15)]; };
    return t_.lower_rings[code(0) + 81U * code(1)] + t_.upper_ring[code(2)];
  }

  void make_steps() {
    steps_.resize(kCornerClasses * kMoves);
    for (int c = 0; c < kCornerClasses; ++c)
      for (const Move move : kAllMoves) {
        const Cube child = t_.representative[c] * kNumberedMoves[move];
        unsigned mask = 0;
        unsigned twists = 0;
        for (int x = 0; x < kCorners; ++x) mask |= static_cast<unsigned>(child.corner_at(x) >> 2) << x;
        for (int x = 6; x >= 0; --x) twists = 3 * twists + static_cast<unsigned>(child.twist_at(x));
        const bool is_exchanged = (mask >> 7) != 0;
        const std::uint32_t entry = t_.corner[t_.tetrads[(is_exchanged ? ~mask : mask) & 127] + twists];
        const EdgeMap& map = t_.map[CosetTables::map_of(entry) + (is_exchanged ? kMaps : 0)];
        Step& step = steps_[c * kMoves + move];
        step = {};
        step.to_class = static_cast<std::uint16_t>(CosetTables::class_of(entry));
        for (int slice = 0; slice < 3; ++slice) {
          const unsigned marks = map.marks[4 * slice];
          step.slice[slice] = static_cast<std::uint8_t>((marks & 0x80) != 0 ? 1 : (marks & 0x40) != 0 ? 2 : 0);
          step.flips[slice] = (marks & 0x20) != 0 ? 0xFFF : 0;
        }
        for (int p = 0; p < kEdges; ++p) {
          const int through = map.place[p];
          const int from = kNumberedMoves[move].edge_at(through);
          const bool is_flipped = ((map.flip[p] >> 5 & 1) ^ kNumberedMoves[move].flip_at(through)) != 0;
          if (is_flipped) step.place_flips |= static_cast<std::uint16_t>(1U << from);
          step.from[p] = static_cast<std::uint16_t>(1U << from);
          for (unsigned four = 0; four < 16; ++four)
            if ((four >> from % 4 & 1) != 0) step.gather[from / 4][four] |= static_cast<std::uint16_t>(1U << p);
        }
      }
  }

  static HWY_INLINE unsigned gathered(const std::array<std::array<std::uint16_t, 16>, 3>& table, unsigned mask) {
    return table[0][mask & 15] | table[1][mask >> 4 & 15] | table[2][mask >> 8];
  }

  HWY_INLINE void find_neighbours(const std::uint8_t* lines, std::uint64_t row,
                                  std::array<Neighbour, kMoves>& neighbours) const {
    const auto corners = row / kArrangements;
    const auto corner_class = corners / relations_;
    const auto parity = static_cast<unsigned>(corners % relations_);
    const Arrangement& here = arrangements_[row % kArrangements];
    const std::array<unsigned, 3> before{0xFFFU & ~here.m & ~here.s, here.m, here.s};
    for (const Move move : kAllMoves) {
      if (cost(move, metric_) != 1) continue;
      const Step& step = steps_[corner_class * kMoves + move];
      std::array<unsigned, 3> after{};
      unsigned flips = step.place_flips;
      for (int slice = 0; slice < 3; ++slice) {
        after[step.slice[slice]] = gathered(step.gather, before[slice]);
        flips ^= before[slice] & step.flips[slice];
      }
      const std::uint32_t arrangement = rank(after[1], after[2]);
      const unsigned to_parity = relations_ == 1 ? 0 : parity ^ (static_cast<unsigned>(turns_of(move)) & 1U);
      Neighbour& n = neighbours[move];
      n.index =
          ((static_cast<std::uint64_t>(step.to_class) * relations_ + to_parity) * kArrangements + arrangement) * kFlips;
      n.keep = arrangements_[arrangement].keep;
      n.flips = static_cast<std::uint16_t>(flips);
      n.step = &step;
      const std::uint8_t* first = lines + n.index / kLineEntries * kLineBytes;
      hwy::Prefetch(first);
      hwy::Prefetch(first + kLineBytes);
      hwy::Prefetch(first + 2 * kLineBytes);
    }
  }

  // Threads read each other's chunks, but write only to their own.
  static HWY_INLINE std::uint64_t load_chunk(const std::uint8_t* chunk) {
    return __atomic_load_n(reinterpret_cast<const std::uint64_t*>(chunk), __ATOMIC_RELAXED);
  }
  static HWY_INLINE void store_chunk(std::uint64_t value, std::uint8_t* chunk) {
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(chunk), value, __ATOMIC_RELAXED);
  }

  // Calls use(at, skip, entries, offset) for each chunk of 8 bytes that a row overlaps. `offset`: of the chunk, in
  // bytes; `skip`: the number of leading entries of other rows; `at`: the row's first entry in the chunk; `entries`: a
  // mask of the low bit of each of the row's entries.
  template <class Use>
  static HWY_INLINE void for_each_chunk(std::uint64_t index, Use use) {
    constexpr unsigned kChunkEntries = 32;
    std::uint64_t line = index / kLineEntries;
    auto slot = static_cast<unsigned>(index % kLineEntries);
    for (unsigned at = 0; at < kFlips;) {
      const unsigned skip = slot % kChunkEntries;
      const unsigned count = std::min({kChunkEntries - skip, static_cast<unsigned>(kLineEntries) - slot, kFlips - at});
      use(at, skip, 0x5555555555555555U >> (64 - 2 * count) << 2 * skip, line * kLineBytes + 2 * (slot - skip) / 8);
      at += count;
      slot += count;
      if (slot == kLineEntries) {
        slot = 0;
        ++line;
      }
    }
  }

  static HWY_INLINE FlipMap make_map(const Arrangement& here, const Neighbour& n) {
    const auto normal = [&here](unsigned flips) HWY_ATTR {
      flips ^= (0U - (flips >> here.first_m & 1)) & ~here.s;
      flips ^= (0U - (flips >> here.first_s & 1)) & ~here.m;
      return static_cast<std::uint16_t>(extract(flips, here.keep));
    };
    FlipMap map;
    map.low[0] = normal(n.flips);
    map.high[0] = 0;
    unsigned keep = n.keep;
    for (unsigned bit = 0; bit < 9; ++bit, keep &= keep - 1) {
      // A flip at one place, with a flip at place 11 that keeps the sum even.
      const std::uint16_t image = normal(n.step->from[std::countr_zero(keep)] ^ n.step->from[kEdges - 1]);
      std::uint16_t* const half = bit < 5 ? map.low.data() : map.high.data();
      const unsigned size = bit < 5 ? 1U << bit : 1U << (bit - 5);
      for (unsigned i = 0; i < size; ++i) half[size + i] = half[i] ^ image;
    }
    return map;
  }

  // Marks in `reached` the row's entries that are adjacent to an entry of the neighbour that is 1.
  HWY_INLINE void collect(const std::uint8_t* lines, const Arrangement& here, const Neighbour& n,
                          Reached& reached) const {
    std::array<std::uint64_t, kFlips / 64 + 1> have{};
    for_each_chunk(n.index, [&](unsigned at, unsigned skip, std::uint64_t entries, std::size_t offset) HWY_ATTR {
      const std::uint64_t now = load_chunk(lines + offset);
      const std::uint64_t bits = std::uint64_t{join_even_bits(now & ~now >> 1 & entries)} >> skip;
      have[at / 64] |= bits << at % 64;
      have[at / 64 + 1] |= bits >> 1 >> (63 - at % 64);
    });
    const FlipMap map = make_map(here, n);
    for (unsigned i = 0; i < kFlips / 64; ++i)
      for (std::uint64_t bits = have[i]; bits != 0; bits &= bits - 1)
        reached[map(64 * i + static_cast<unsigned>(std::countr_zero(bits)))] = 1;
  }

  static HWY_INLINE void enter(std::uint8_t* lines, std::uint64_t index, const Reached& reached) {
    const hn::ScalableTag<std::uint8_t> d;
    std::array<std::uint64_t, kFlips / 64 + 1> have{};
    for (std::size_t i = 0; i < reached.size(); i += hn::Lanes(d)) {
      const auto set = hn::Ne(hn::LoadU(d, reached.data() + i), hn::Zero(d));
      hn::StoreMaskBits(d, set, reinterpret_cast<std::uint8_t*>(have.data()) + i / 8);
    }
    for_each_chunk(index, [&](unsigned at, unsigned skip, std::uint64_t entries, std::size_t offset) HWY_ATTR {
      const std::uint64_t bits = have[at / 64] >> at % 64 | have[at / 64 + 1] << 1 << (63 - at % 64);
      const std::uint64_t before = load_chunk(lines + offset);
      const std::uint64_t set = to_even_bits(static_cast<std::uint32_t>(bits << skip)) & entries & before & before >> 1;
      store_chunk(before & ~set, lines + offset);
    });
  }

  const CosetTables& t_;
  Metric metric_;
  unsigned relations_;
  std::vector<Arrangement> arrangements_;
  std::vector<Step> steps_;  // [class * kMoves + move]
};

}  // namespace HWY_NAMESPACE
}  // namespace superflip::optimal
HWY_AFTER_NAMESPACE();

#endif  // SUPERFLIP_OPTIMAL_ROWS_INL_H_
