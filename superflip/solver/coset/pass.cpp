#include "superflip/solver/coset/pass.h"

// The 512-bit kernel needs AVX-512 VBMI (shuffles of 64 bytes), which Highway has as its target AVX3_DL. AVX3 alone
// gains nothing over AVX2 here.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3)
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/solver/coset/pass.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstring>

#include "superflip/base/detail/dispatch.h"
#include "superflip/solver/coset/pass_tables.h"

HWY_BEFORE_NAMESPACE();
namespace superflip::coset {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_AVX3_DL

struct Vector {
  __m512i v;
};

HWY_INLINE Vector load(const std::byte* p) { return {_mm512_load_si512(p)}; }
HWY_INLINE void save(Vector a, std::byte* p) { _mm512_store_si512(p, a.v); }
HWY_INLINE void stream(Vector a, std::byte* p) { _mm512_stream_si512(reinterpret_cast<__m512i*>(p), a.v); }
HWY_INLINE Vector operator|(Vector a, Vector b) { return {_mm512_or_si512(a.v, b.v)}; }
HWY_INLINE Vector operator&(Vector a, Vector b) { return {_mm512_and_si512(a.v, b.v)}; }

// Bit b of the result is bit b ^ (bytes << 3 | bits) of the vector at p.
HWY_INLINE Vector exchanged(const std::byte* p, std::uint32_t bytes, std::uint32_t bits) {
  const __m512i row = _mm512_load_si512(kExchanges.bytes[bytes]);
  __m512i v = _mm512_permutexvar_epi8(row, _mm512_load_si512(p));
  // One instruction multiplies each byte by a matrix of bits. Highway 1.0.3 does not know it, and does not enable it
  // with this target; run() has asked the processor for it.
  const __m512i matrix = _mm512_set1_epi64(static_cast<long long>(kExchanges.matrix[bits]));
  asm("vgf2p8affineqb $0, %2, %1, %0" : "=v"(v) : "v"(v), "v"(matrix));
  return {v};
}

class BitCount {
 public:
  HWY_INLINE BitCount() : sum_(_mm512_setzero_si512()) {}
  HWY_INLINE void add(Vector a) { sum_ = _mm512_add_epi64(sum_, _mm512_popcnt_epi64(a.v)); }
  HWY_INLINE std::uint64_t sum() const {
    alignas(64) std::array<std::uint64_t, 8> lanes;
    _mm512_store_si512(lanes.data(), sum_);
    std::uint64_t n = 0;
    for (const std::uint64_t lane : lanes) n += lane;
    return n;
  }

 private:
  __m512i sum_;
};

#else

// Two vectors of 32 bytes, or four of 16.
using Bytes = hn::CappedTag<std::uint8_t, 32>;
constexpr std::size_t kBytes = HWY_MAX_BYTES >= 32 ? 32 : 16;
constexpr std::size_t kParts = 64 / kBytes;

struct Vector {
  std::array<hn::Vec<Bytes>, kParts> part;
};

HWY_INLINE const std::uint8_t* u8(const std::byte* p) { return reinterpret_cast<const std::uint8_t*>(p); }

HWY_INLINE Vector load(const std::byte* p) {
  Vector a;
  for (std::size_t k = 0; k < kParts; ++k) a.part[k] = hn::Load(Bytes(), u8(p) + k * kBytes);
  return a;
}

HWY_INLINE void save(const Vector& a, std::byte* p) {
  for (std::size_t k = 0; k < kParts; ++k)
    hn::Store(a.part[k], Bytes(), reinterpret_cast<std::uint8_t*>(p) + k * kBytes);
}

HWY_INLINE void stream(const Vector& a, std::byte* p) {
  for (std::size_t k = 0; k < kParts; ++k)
    hn::Stream(a.part[k], Bytes(), reinterpret_cast<std::uint8_t*>(p) + k * kBytes);
}

HWY_INLINE Vector operator|(const Vector& a, const Vector& b) {
  Vector c;
  for (std::size_t k = 0; k < kParts; ++k) c.part[k] = hn::Or(a.part[k], b.part[k]);
  return c;
}

HWY_INLINE Vector operator&(const Vector& a, const Vector& b) {
  Vector c;
  for (std::size_t k = 0; k < kParts; ++k) c.part[k] = hn::And(a.part[k], b.part[k]);
  return c;
}

// Bit b of the result is bit b ^ (bytes << 3 | bits) of the vector at p: blocks of 16 bytes by the address, bytes in a
// block by one shuffle, and bits in a byte by one for each half of it.
HWY_INLINE Vector exchanged(const std::byte* p, std::uint32_t bytes, std::uint32_t bits) {
  using Block = hn::FixedTag<std::uint8_t, 16>;
  const auto block = [&](std::size_t at) { return hn::Load(Block(), u8(p) + (at ^ (bytes & 48))); };
  const auto row = hn::LoadDup128(Bytes(), kExchanges.bytes[bytes & 15]);
  const auto low = hn::LoadDup128(Bytes(), kExchanges.low[bits]);
  const auto high = hn::LoadDup128(Bytes(), kExchanges.high[bits]);
  const auto nibble = hn::Set(Bytes(), 15);
  Vector a;
  for (std::size_t k = 0; k < kParts; ++k) {
#if HWY_MAX_BYTES >= 32
    const auto source = hn::Combine(Bytes(), block(k * kBytes + 16), block(k * kBytes));
#else
    const auto source = block(k * kBytes);
#endif
    const auto v = hn::TableLookupBytes(source, row);
    const auto upper = hn::BitCast(Bytes(), hn::ShiftRight<4>(hn::BitCast(hn::Repartition<std::uint16_t, Bytes>(), v)));
    a.part[k] =
        hn::Or(hn::TableLookupBytes(low, hn::And(v, nibble)), hn::TableLookupBytes(high, hn::And(upper, nibble)));
  }
  return a;
}

class BitCount {
 public:
  HWY_INLINE void add(const Vector& a) {
    alignas(64) std::array<std::byte, 64> bytes;
    save(a, bytes.data());
    std::array<std::uint64_t, 8> words;
    std::memcpy(words.data(), bytes.data(), 64);
    for (const std::uint64_t word : words) sum_ += static_cast<std::uint64_t>(std::popcount(word));
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

#endif

HWY_INLINE Vector exchanged(const Vector& a, std::uint32_t bytes, std::uint32_t bits) {
  alignas(64) std::array<std::byte, 64> copy;
  save(a, copy.data());
  return exchanged(copy.data(), bytes, bits);
}

// The rows and columns of a tile, and in stm its diagonals, for each slice order.
struct alignas(64) Unions {
  std::byte row[4][kSliceOrders][64];
  std::byte column[4][kSliceOrders][64];
  std::byte diagonal[4][kSliceOrders][64];
};

// Step 1: the unions, with each bit where node 00 has it. kPlain: no bits are exchanged.
template <Metric kMetric, bool kPlain>
HWY_INLINE void unite(const Tile& tile, Unions& unions) {
  for (std::uint32_t s = 0; s < kSliceOrders; ++s) {
    std::array<Vector, 4> column;
    for (int i = 0; i < 4; ++i) {
      const auto node = [&](int j) {
        const std::byte* const p = tile.from[4 * i + j] + s * 64;
        if constexpr (kPlain) return load(p);
        return exchanged(p, tile.bytes[4 * i + j], tile.bits[4 * i + j]);
      };
      const std::array<Vector, 4> x{node(0), node(1), node(2), node(3)};
      column[i] = (x[0] | x[1]) | (x[2] | x[3]);
      const auto add = [i](const Vector& v, std::byte* sum) { save(i == 0 ? v : load(sum) | v, sum); };
      for (int j = 0; j < 4; ++j) {
        add(x[j], unions.row[j][s]);
        if constexpr (kMetric == Metric::stm) add(x[j], unions.diagonal[(i + j) & 3][s]);
      }
    }
    for (int i = 0; i < 4; ++i) save(column[i], unions.column[i][s]);
  }
}

// The two tiles that follow. They are fetched into the second-level cache: one tile fills the first level of some
// processors. Each line is asked for twice, a tile apart, because it may have been dropped when many were under way.
struct Ahead {
  const Tile& first;
  const Tile& second;

  HWY_INLINE void prefetch(int ij, std::uint32_t at) const {
    __builtin_prefetch(second.from[ij] + at, 0, 2);
    __builtin_prefetch(first.from[ij] + at, 0, 2);
  }
  HWY_INLINE void prefetch(int ij, std::size_t h, std::uint32_t at) const {
    __builtin_prefetch(second.half_turns[ij][h].from + at, 0, 2);
    __builtin_prefetch(first.half_turns[ij][h].from + at, 0, 2);
  }
};

// Step 2: one node.
template <Metric kMetric, bool kPlain>
HWY_INLINE void make_node(const PassTables& tables, const Tile& tile, const Ahead& ahead, int ij, const Unions& unions,
                          const std::byte* mask, BitCount& count) {
  std::array<Vector, kSliceOrders> x;
  for (std::uint32_t s = 0; s < kSliceOrders; ++s) {
    x[s] = load(unions.row[ij & 3][s]) | load(unions.column[ij >> 2][s]);
    if constexpr (kMetric == Metric::stm) x[s] = x[s] | load(unions.diagonal[((ij >> 2) + ij) & 3][s]);
    if constexpr (!kPlain) x[s] = exchanged(x[s], tile.bytes[ij], tile.bits[ij]);
    ahead.prefetch(ij, s * 64);
  }
  for (std::size_t h = 0; h < half_turns(kMetric); ++h) {
    const HalfTurn& turn = tile.half_turns[ij][h];
    for (std::uint32_t s = 0; s < kSliceOrders; ++s) {
      ahead.prefetch(ij, h, s * 64);
      const SliceStep step = kSliceSteps[h][s];
      x[s] = x[s] | exchanged(turn.from + step.target * 64, turn.bytes ^ step.bytes, turn.bits);
    }
  }
  for (std::uint32_t s = 0; s < kSliceOrders; ++s) {
    if constexpr (kMetric == Metric::qtm) {
      const int parity = tile.parity[ij] ^ tables.wanted_parity;
      x[s] = load(tile.from[ij] + s * 64) | (x[s] & load(mask + (parity != 0 ? 64 : 0)));
    }
    count.add(x[s]);
    stream(x[s], tile.to[ij] + s * 64);
  }
}

template <Metric kMetric>
void make_tiles(const PassTables& tables, TileReader& reader, std::array<std::uint64_t, 17>& counts) {
  alignas(64) std::array<std::byte, 128> mask{};
  for (std::size_t i = 0; i < 64; ++i) {
    const bool is_odd = (std::popcount(i & 15) & 1) != 0;
    mask[is_odd ? 64 + i : i] = std::byte{0xFF};
  }
  Unions unions;
  std::array<Tile, 3> tiles;
  reader.read(tiles[0]);
  reader.read(tiles[1]);
  std::size_t left = 2;  // tiles that have been read; an orbit has many
  for (std::size_t now = 0; left > 0; now = (now + 1) % 3, --left) {
    const Tile& tile = tiles[now];
    const Tile& first = tiles[(now + 1) % 3];
    Tile& second = tiles[(now + 2) % 3];
    if (reader.read(second))
      ++left;
    else
      second = first;
    const Ahead ahead{first, second};
    BitCount count;
    if (tile.is_plain) {
      unite<kMetric, true>(tile, unions);
      for (int ij = 0; ij < 16; ++ij) make_node<kMetric, true>(tables, tile, ahead, ij, unions, mask.data(), count);
    } else {
      unite<kMetric, false>(tile, unions);
      for (int ij = 0; ij < 16; ++ij) make_node<kMetric, false>(tables, tile, ahead, ij, unions, mask.data(), count);
    }
    counts[tile.weight] += count.sum();
  }
}

}  // namespace

void make_orbit(const PassTables& tables, TileReader& reader, std::array<std::uint64_t, 17>& counts) {
  switch (tables.metric) {
    case Metric::qtm:
      make_tiles<Metric::qtm>(tables, reader, counts);
      break;
    case Metric::stm:
      make_tiles<Metric::stm>(tables, reader, counts);
      break;
    default:
      make_tiles<Metric::htm>(tables, reader, counts);
  }
  hwy::FlushStream();
}

}  // namespace HWY_NAMESPACE
}  // namespace superflip::coset
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::coset {
namespace {

using MakeOrbit = void (*)(const PassTables&, TileReader&, std::array<std::uint64_t, 17>&);

// The kernel's function; null where it is not compiled in or the processor does not know its instructions.
MakeOrbit find(Kernel kernel) {
  switch (kernel) {
    case Kernel::avx512:
#if HWY_TARGETS & HWY_AVX3_DL
      if ((detail::supported_targets() & HWY_AVX3_DL) != 0 && __builtin_cpu_supports("gfni"))
        return N_AVX3_DL::make_orbit;
#endif
      return nullptr;
    case Kernel::avx2:
#if HWY_TARGETS & HWY_AVX2
      if ((detail::supported_targets() & HWY_AVX2) != 0) return N_AVX2::make_orbit;
#endif
      return nullptr;
    case Kernel::portable:
      return HWY_STATIC_DISPATCH(make_orbit);
  }
  return nullptr;
}

PassOrder make_order(Metric metric) {
  const G1Numbers& g1 = g1_numbers();
  const auto& orbits = g1.corners.orbits();
  PassOrder order;
  order.readers.assign(kPages, 0);
  std::vector<std::vector<std::uint16_t>> read_by(orbits.size());  // the pages that an orbit reads
  for (std::uint32_t page = 0; page < kPages; ++page) {
    std::vector<std::uint32_t> readers{g1.corners.orbit_of(page)};
    for (std::size_t h = 0; h < half_turns(metric); ++h)
      readers.push_back(g1.corners.orbit_of(g1.corners.step(page, kHalfTurns[h]).target));
    std::sort(readers.begin(), readers.end());
    readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
    order.readers[page] = static_cast<std::uint8_t>(readers.size());
    for (const std::uint32_t r : readers) read_by[r].push_back(static_cast<std::uint16_t>(page));
  }
  order.most_read = 0;
  for (const auto& pages : read_by) order.most_read = std::max(order.most_read, pages.size());
  // Greedy: the orbit that frees the most pages; among equals the one whose pages have the fewest other readers.
  std::vector<std::uint8_t> left = order.readers;
  std::vector<bool> is_done(orbits.size());
  std::size_t live = kPages;
  order.peak = live;
  for (std::size_t n = 0; n < orbits.size(); ++n) {
    double best = -1e9;
    std::size_t chosen = 0;
    for (std::size_t o = 0; o < orbits.size(); ++o) {
      if (is_done[o]) continue;
      double score = -orbits[o].size;
      for (const std::uint16_t page : read_by[o]) score += 1.0 / (left[page] * left[page]);
      if (score > best) {
        best = score;
        chosen = o;
      }
    }
    is_done[chosen] = true;
    order.orbits.push_back(static_cast<std::uint16_t>(chosen));
    live += orbits[chosen].size;
    order.peak = std::max(order.peak, live);
    for (const std::uint16_t page : read_by[chosen])
      if (--left[page] == 0) --live;
  }
  return order;
}

// The zeroed page that stands for empty ones.
const std::byte* empty_page() {
  static const TableMemory page = allocate_table(kPageBytes);
  return page.bytes.data();
}

// One pass: orbits go to idle threads in order.
class Run {
 public:
  Run(const Pass& pass, Bitmap& bitmap)
      : pass_(pass),
        bitmap_(bitmap),
        make_orbit_(find(pass.kernel)),
        tables_(pass_tables(pass.metric, pass.corner_parity.value_or(0))),
        order_(pass_order(pass.metric)),
        left_(order_.readers) {
    for (std::uint32_t page = 0; page < kPages; ++page) {
      from_[page] = bitmap.page(page);
      if (from_[page] == nullptr) from_[page] = empty_page();
    }
  }

  std::optional<std::uint64_t> run() {
    run_on_threads(
        pass_.threads, [this](unsigned) { work(); }, [this] { next_ = order_.orbits.size(); });
    if (done_ < order_.orbits.size()) return std::nullopt;
    std::uint64_t sum = 0;
    for (std::size_t weight = 1; weight < counts_.size(); ++weight) sum += counts_[weight] / weight;
    return sum;
  }

 private:
  void work() {
    const G1Numbers& g1 = g1_numbers();
    std::array<std::uint64_t, 17> counts{};
    while (!is_set(pass_.stop)) {
      const std::size_t n = next_.fetch_add(1);
      if (n >= order_.orbits.size()) break;
      const Arrangements::Orbit orbit = g1.corners.orbits()[order_.orbits[n]];
      const std::array<std::byte*, 16> to = take(orbit.size);
      TileReader reader(tables_, orbit, from_.data(), to.data());
      make_orbit_(tables_, reader, counts);
      finish(orbit, to);
    }
    const std::lock_guard lock(mutex_);
    for (std::size_t weight = 0; weight < counts.size(); ++weight) counts_[weight] += counts[weight];
  }

  // Where there is no memory for all, there is none for any.
  std::array<std::byte*, 16> take(std::uint32_t pages) {
    std::array<std::byte*, 16> to{};
    try {
      for (std::uint32_t i = 0; i < pages; ++i) to[i] = bitmap_.pool().take();
    } catch (...) {
      for (std::byte* const page : to)
        if (page != nullptr) bitmap_.pool().give(page);
      throw;
    }
    return to;
  }

  void finish(Arrangements::Orbit orbit, const std::array<std::byte*, 16>& to) {
    const G1Numbers& g1 = g1_numbers();
    const std::lock_guard lock(mutex_);
    for (std::uint32_t i = 0; i < orbit.size; ++i) old_[orbit.first + i] = bitmap_.replace(orbit.first + i, to[i]);
    // The pages that this orbit has read, each once.
    std::vector<std::uint16_t> read;
    for (std::uint32_t page = orbit.first; page < std::uint32_t{orbit.first} + orbit.size; ++page) {
      read.push_back(static_cast<std::uint16_t>(page));
      for (std::size_t h = 0; h < half_turns(pass_.metric); ++h)
        read.push_back(g1.corners.step(page, kHalfTurns[h]).target);
    }
    std::sort(read.begin(), read.end());
    read.erase(std::unique(read.begin(), read.end()), read.end());
    for (const std::uint16_t page : read) release(page);
    ++done_;
    if (pass_.on_progress)
      pass_.on_progress(static_cast<double>(done_) / static_cast<double>(g1.corners.orbits().size()));
  }

  // The page's own orbit reads it too, so it has been replaced when the last reader is done.
  void release(std::uint16_t page) {
    if (--left_[page] == 0 && old_[page] != nullptr) bitmap_.pool().give(std::exchange(old_[page], nullptr));
  }

 public:
  ~Run() {
    for (std::byte* const page : old_)
      if (page != nullptr) bitmap_.pool().give(page);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

 private:
  const Pass& pass_;
  Bitmap& bitmap_;
  const MakeOrbit make_orbit_;
  const PassTables tables_;
  const PassOrder& order_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;  // guards what follows, and the pages of the bitmap
  std::vector<std::uint8_t> left_;
  std::array<const std::byte*, kPages> from_{};
  std::array<std::byte*, kPages> old_{};
  std::array<std::uint64_t, 17> counts_{};
  std::size_t done_ = 0;
};

}  // namespace

bool is_supported(Kernel kernel) { return find(kernel) != nullptr; }

Kernel best_kernel() {
  for (const Kernel kernel : {Kernel::avx512, Kernel::avx2})
    if (is_supported(kernel)) return kernel;
  return Kernel::portable;
}

// The orders differ by the half turns alone, which are those of htm in qtm too.
const PassOrder& pass_order(Metric metric) {
  static const PassOrder order = make_order(Metric::htm);
  if (metric != Metric::stm) return order;
  static const PassOrder order_in_stm = make_order(Metric::stm);
  return order_in_stm;
}

std::optional<std::uint64_t> run(const Pass& pass, Bitmap& bitmap) { return Run(pass, bitmap).run(); }

std::uint64_t pass_bytes(Metric metric) {
  std::uint64_t pages = kPages;  // written
  for (const std::uint8_t readers : pass_order(metric).readers) pages += readers;
  return pages * kPageBytes;
}

}  // namespace superflip::coset
#endif
