// Making the pruning tables: breadth-first to a frontier, depth-first from there, and by rows where that can be
// (rows-inl.h).
//
// Distances are those of left cosets of K (or K+, or Q), whatever the table folds: a breadth-first search over folded
// classes would be wrong, since a move need not take all cosets of a class to one class. Cosets up to distance 7 are
// found once each, up to the 48 symmetries (a quarter of a million); from these, all words of 1, 2, 3... more moves are
// tried, one pass a distance, and each coset they reach is entered, several times over, where nothing nearer stands. So
// memory is the table's and little more, and an entry is only ever lowered once: the passes and their threads need no
// order.
//
// A table with all flips has fewer rows than its last level has words, and is ended by rows. One with one bit less is
// made of that with all: of each two entries the lesser.
//
// On a folded table's last level opposite faces lead to the same classes (x U and x D are one), so that nine moves do,
// and none of the axis that was turned last.

#include "superflip/solver/optimal/near.h"
#include "superflip/solver/optimal/table.h"
#include "superflip/solver/optimal/unfinished.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/solver/optimal/generate.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>
#include <vector>

#include "superflip/solver/optimal/coset-inl.h"
#include "superflip/solver/optimal/frame.h"
#include "superflip/solver/optimal/rows-inl.h"

#ifndef SUPERFLIP_OPTIMAL_GENERATE_ONCE
#define SUPERFLIP_OPTIMAL_GENERATE_ONCE
namespace superflip::optimal {

// Farther would take memory, nearer would repeat work.
inline constexpr int kFrontierDistance = 7;

// A coset of the frontier, by one of its cubes in the frame.
struct FrontierCube {
  Cube cube;
  Move last;
  std::uint8_t parity;
};

}  // namespace superflip::optimal
#endif

HWY_BEFORE_NAMESPACE();
namespace superflip::optimal {
namespace HWY_NAMESPACE {
namespace {

using superflip::HWY_NAMESPACE::compose;
using superflip::HWY_NAMESPACE::CubeVector;
using superflip::HWY_NAMESPACE::load;

constexpr unsigned parity_of(Move m) { return turns_of(m) & 1U; }

// Enters a distance at indices, a little later, when their lines have come.
class Writer {
 public:
  Writer(const Shape& shape, std::span<std::byte> bytes, int distance)
      : lines_(reinterpret_cast<std::uint8_t*>(bytes.data())),
        distance_(distance),
        code_(std::max(distance - shape.base, 0)) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() {
    for (unsigned i = 0; i < kWaiting; ++i) push(0, 0);
  }

  HWY_INLINE void operator()(std::uint64_t index) {
    const std::uint64_t line = index / kLineEntries;
    hwy::Prefetch(lines_ + line * kLineBytes);
    push(line + 1, static_cast<std::uint32_t>(index % kLineEntries));
  }

 private:
  static constexpr unsigned kWaiting = 16;
  struct Waiting {
    std::uint64_t line;  // plus 1; 0: none
    std::uint32_t slot;
  };

  HWY_INLINE void push(std::uint64_t line, std::uint32_t slot) {
    Waiting& oldest = waiting_[next_++ % kWaiting];
    if (oldest.line != 0) enter(lines_ + (oldest.line - 1) * kLineBytes, oldest.slot);
    oldest = {line, slot};
  }

  // Entries begin as 3, least distances as 15. Only ever are bits taken away, so that threads may do so at the same
  // time.
  HWY_INLINE void enter(std::uint8_t* line, unsigned slot) const {
    std::uint8_t* byte = line + (slot >> 2);
    const unsigned shift = 2 * (slot & 3);
    const unsigned now = __atomic_load_n(byte, __ATOMIC_RELAXED) >> shift & 3;
    if (now != 3) return;
    __atomic_fetch_and(byte, static_cast<std::uint8_t>(~((3U & ~static_cast<unsigned>(code_)) << shift)),
                       __ATOMIC_RELAXED);
    if (code_ != 0) return;
    std::uint8_t* last = line + kLineBytes - 1;
    if (__atomic_load_n(last, __ATOMIC_RELAXED) >> 4 == 15)
      __atomic_fetch_and(last, static_cast<std::uint8_t>(distance_ << 4 | 15), __ATOMIC_RELAXED);
  }

  std::uint8_t* lines_;
  int distance_;
  int code_;
  unsigned next_ = 0;
  std::array<Waiting, kWaiting> waiting_{};
};

template <class Index>
class Pass {
 public:
  Pass(const Index& index, Metric metric, Writer& write) : index_(index), metric_(metric), write_(write) {}

  // All cosets that `left` more moves reach from a cube that stands for its coset, found by a last move.
  void begin(const FrontierCube& f, int left) {
    for (Move m = 0; m < kMoves; ++m)
      if (may_begin(f.last, m, metric_)) make(load(f.cube), m, f.parity, left, kMoves);
  }

  // Whether a shortest word may go on with m where the search by breadth came by `last`: other turns of the same face
  // lead to what is as near, but for a quarter turn the same way, where that is what makes a half turn.
  static bool may_begin(Move last, Move m, Metric metric) {
    if (last == kMoves || face_of(m) != face_of(last)) return true;
    return metric == Metric::qtm && m == last && turns_of(m) != 2;
  }

  void flush() {
    const unsigned size = batch_.size;
    index_.finish(batch_, [this](unsigned, std::uint64_t index) { write_(index); });
    for (unsigned i = 0; i < size; ++i)
      index_.other_indices(batch_.entry[i], batch_.relation[i], hn::Load(Bytes(), batch_.edge[i].data()),
                           [this](std::uint64_t index) { write_(index); });
  }

 private:
  HWY_NOINLINE void go(const CubeVector& cube, Move last, unsigned parity, int left) {
    for (Move m = 0; m < kMoves; ++m)
      if (may_follow(last, m)) make(cube, m, parity, left, last);
    if (batch_.size > kBatch - kMoves) flush();
  }

  // The child by m of what `last` led to; kMoves: the frontier.
  HWY_INLINE void make(const CubeVector& cube, Move m, unsigned parity, int left, Move last) {
    const int rest = left - cost(m, metric_);
    if (rest < 0) return;
    const CubeVector child = compose(cube, load(kFrameMoves[m]));
    if (rest > 0) return go(child, m, parity ^ parity_of(m), rest);
    // Both are in the class of what one move, or the other face, leads to.
    if (Index::kIsFolded && (face_of(m) >= kAxes || (last != kMoves && axis_of(m) == axis_of(last)))) return;
    index_.add(batch_, child.corner, child.edge, parity ^ parity_of(m));
    if (batch_.size == kBatch) flush();
  }

  static constexpr unsigned kBatch = 48;
  const Index& index_;
  Metric metric_;
  Writer& write_;
  Batch<kBatch> batch_;
};

std::vector<std::vector<FrontierCube>> make_frontier(Relation relation, Metric metric, int distance) {
  // Q's cosets have no table of their own: those of K, and the relation as a folded index has it.
  const bool is_tetrads = relation == Relation::tetrads;
  const Shape cosets{"", false, is_tetrads ? Relation::none : relation, 9, 0};
  const Shape folded{"", true, Relation::tetrads, 9, 0};
  const Indexer<false, false> edges(cosets);
  const Indexer<true, true> relations(folded);
  const auto key = [&](const FrontierCube& f) {
    const CubeVector v = load(f.cube);
    std::array<std::uint64_t, kMaps> of_coset{};
    std::size_t n = 0;
    edges.all_indices(v.corner, v.edge, f.parity, [&](std::uint64_t i) { of_coset[n++] = 6 * i; });
    if (is_tetrads) {
      n = 0;
      relations.all_indices(v.corner, v.edge, f.parity,
                            [&](std::uint64_t i) { of_coset[n++] += i / folded.edges() % 6; });
    }
    return *std::min_element(of_coset.begin(), of_coset.begin() + static_cast<std::ptrdiff_t>(n));
  };
  std::unordered_set<std::uint64_t> seen;
  std::vector<std::vector<FrontierCube>> levels(distance + 1);
  levels[0].push_back({kSolved, kMoves, 0});
  seen.insert(key(levels[0][0]));
  for (int d = 0; d < distance; ++d)
    for (const FrontierCube& f : levels[d])
      for (Move m = 0; m < kMoves; ++m) {
        if (cost(m, metric) != 1 || !Pass<Indexer<false, false>>::may_begin(f.last, m, metric)) continue;
        const FrontierCube child{f.cube * kFrameMoves[m], m, static_cast<std::uint8_t>(f.parity ^ parity_of(m))};
        if (seen.insert(key(child)).second) levels[d + 1].push_back(child);
      }
  return levels;
}

template <class Index>
void fill(const Index& index, const Shape& shape, std::span<std::byte> bytes, unsigned threads,
          const Progress& progress, const StopFlag* stop, Unfinished* kept) {
  const auto stop_if_told = [stop] {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
  };
  stop_if_told();
  const int frontier_distance = std::min(kFrontierDistance, shape.base);
  const int farthest = shape.base + 2;
  constexpr unsigned kParts = 32;  // of a pass
  const unsigned parts = kParts * static_cast<unsigned>(farthest - frontier_distance);
  const unsigned resumed = kept == nullptr ? 0 : kept->resume(bytes, parts, threads);
  const auto levels = make_frontier(shape.relation, shape.metric, frontier_distance);
  if (resumed == 0) {
    std::fill(bytes.begin(), bytes.end(), std::byte{0xFF});
    for (int d = 0; d <= frontier_distance; ++d) {
      Writer write(shape, bytes, d);
      for (const FrontierCube& f : levels[d]) {
        const CubeVector v = load(f.cube);
        index.all_indices(v.corner, v.edge, f.parity, [&write](std::uint64_t i) { write(i); });
      }
    }
  }
  const std::vector<FrontierCube>& frontier = levels[frontier_distance];
  const bool by_rows = !Index::kIsFolded && shape.flips == 9;
  // A pass of words takes 13 times as long as the one before; one of rows always the same.
  const auto weight = [&](int distance) {
    return by_rows && distance == farthest ? std::pow(13, 3) : std::pow(13, distance - frontier_distance);
  };
  double all = 0;
  for (int distance = frontier_distance + 1; distance <= farthest; ++distance) all += weight(distance);
  double before = 0;
  unsigned part = 0;
  std::mutex reporting;
  // body(begin, end) for ranges of at most `grain` that cover 0..count-1, a part of the pass after the other.
  const auto pass = [&](int distance, std::size_t count, std::size_t grain, const auto& body) {
    const std::size_t size = (count + kParts * grain - 1) / (kParts * grain) * grain;
    for (unsigned i = 0; i < kParts; ++i, ++part) {
      if (part < resumed) continue;
      const std::size_t first = std::min(i * size, count);
      std::atomic<std::size_t> done{first};
      try {
        parallel_for(std::min(size, count - first), grain, threads, [&](std::size_t begin, std::size_t end) {
          stop_if_told();
          body(first + begin, first + end);
          const std::size_t now = done.fetch_add(end - begin) + end - begin;
          if (!progress) return;
          if (const std::unique_lock lock(reporting, std::try_to_lock); lock)
            progress(shape.name,
                     (before + weight(distance) * static_cast<double>(now) / static_cast<double>(count)) / all);
        });
      } catch (const Interrupted&) {
        if (kept == nullptr) throw;
        if (progress) progress("keeping what is made", (before + weight(distance) * i / kParts) / all);
        kept->give_up(bytes);
        throw;
      }
      if (kept != nullptr) kept->advance(bytes, part + 1);
    }
    before += weight(distance);
  };
  for (int distance = frontier_distance + 1; distance <= farthest - (by_rows ? 1 : 0); ++distance)
    pass(distance, frontier.size(), 64, [&](std::size_t begin, std::size_t end) {
      Writer write(shape, bytes, distance);
      Pass<Index> words(index, shape.metric, write);
      for (std::size_t i = begin; i < end; ++i) words.begin(frontier[i], distance - frontier_distance);
      words.flush();
    });
  if (!by_rows) return;
  const Rows rows(shape);
  auto* lines = reinterpret_cast<std::uint8_t*>(bytes.data());
  pass(farthest, rows.size(), 16 * Rows::kAligned,
       [&](std::size_t begin, std::size_t end) { rows.take(lines, begin, end); });
}

void list_near_here(const Shape& shape, int farthest, const std::function<void(std::uint64_t, int)>& use) {
  static_assert(kMostListed == kFrontierDistance + 1);
  assert(farthest <= kMostListed);
  const int frontier_distance = std::min(kFrontierDistance, farthest);
  if (farthest < 0) return;
  const auto levels = make_frontier(shape.relation, shape.metric, frontier_distance);
  with_indexer(shape, [&](const auto& index) {
    const auto list = [&](const Cube& cube, unsigned parity, int distance) {
      const CubeVector v = load(cube);
      index.all_indices(v.corner, v.edge, parity, [&](std::uint64_t i) { use(i, distance); });
    };
    for (int d = 0; d <= frontier_distance; ++d)
      for (const FrontierCube& f : levels[d]) list(f.cube, f.parity, d);
    if (farthest == frontier_distance) return;
    for (const FrontierCube& f : levels[frontier_distance])
      for (Move m = 0; m < kMoves; ++m)
        if (cost(m, shape.metric) == 1) list(f.cube * kFrameMoves[m], f.parity ^ parity_of(m), farthest);
  });
}

void generate_here(const Shape& shape, std::span<std::byte> bytes, unsigned threads, const Progress& progress,
                   const StopFlag* stop, Unfinished* kept) {
  with_indexer(shape, [&](const auto& index) { fill(index, shape, bytes, threads, progress, stop, kept); });
}

// Made once: for tests.
const Rows& rows_of(const Shape& shape) {
  static std::mutex making;
  static std::map<std::pair<Relation, Metric>, std::unique_ptr<const Rows>> made;
  const std::lock_guard lock(making);
  auto& rows = made[{shape.relation, shape.metric}];
  if (!rows) rows = std::make_unique<const Rows>(shape);
  return *rows;
}

std::uint64_t find_neighbour(const Shape& shape, std::uint64_t index, Move move) {
  return rows_of(shape).neighbour(index, move);
}

void take_rows_here(const Shape& shape, std::uint8_t* lines, std::uint64_t begin, std::uint64_t end) {
  rows_of(shape).take(lines, begin, end);
}

void list_indices(const Shape& shape, const Cube& cube, std::vector<std::uint64_t>& indices) {
  const CubeVector v = load(to_frame(cube));
  with_indexer(shape, [&](const auto& index) {
    index.all_indices(v.corner, v.edge, static_cast<unsigned>(corner_parity(cube)),
                      [&](std::uint64_t i) { indices.push_back(i); });
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip::optimal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::optimal {

HWY_EXPORT(generate_here);
HWY_EXPORT(list_indices);
HWY_EXPORT(list_near_here);
HWY_EXPORT(find_neighbour);
HWY_EXPORT(take_rows_here);

void generate(const Shape& shape, std::span<std::byte> bytes, unsigned threads, const Progress& progress,
              const StopFlag* stop, Unfinished* kept) {
  if (!shape.is_of_pairs()) return HWY_DYNAMIC_DISPATCH(generate_here)(shape, bytes, threads, progress, stop, kept);
  const Shape whole = shape.whole();
  const TableMemory memory = allocate_table(size_in_memory(whole));
  HWY_DYNAMIC_DISPATCH(generate_here)(whole, memory.bytes, threads, progress, stop, kept);
  take_pairs(memory.bytes, bytes, threads);
}

void take_pairs(std::span<const std::byte> from, std::span<std::byte> to, unsigned threads) {
  constexpr unsigned kPairs = kLineEntries / 2;
  constexpr std::array<std::uint8_t, kLineBytes> kNone = [] {
    std::array<std::uint8_t, kLineBytes> line{};
    line.fill(0xFF);
    return line;
  }();
  parallel_for(to.size() / kLineBytes, std::size_t{1} << 14, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t line = begin; line < end; ++line) {
      std::array<std::uint8_t, kLineBytes> taken{};
      unsigned least = 15;
      for (unsigned half = 0; half < 2; ++half) {
        const std::size_t at = (2 * line + half) * kLineBytes;
        const std::uint8_t* const source =
            at < from.size() ? reinterpret_cast<const std::uint8_t*>(from.data()) + at : kNone.data();
        least = std::min<unsigned>(least, source[kLineBytes - 1] >> 4);
        for (unsigned pair = 0; pair < kPairs; ++pair) {
          const unsigned two = source[pair / 2] >> 4 * (pair % 2) & 15U;
          const unsigned slot = half * kPairs + pair;
          taken[slot / 4] |= static_cast<std::uint8_t>(std::min(two & 3, two >> 2) << 2 * (slot % 4));
        }
      }
      taken[kLineBytes - 1] |= static_cast<std::uint8_t>(least << 4);
      std::memcpy(to.data() + line * kLineBytes, taken.data(), kLineBytes);
    }
  });
}

void list_near(const Shape& shape, int farthest, const std::function<void(std::uint64_t, int)>& use) {
  HWY_DYNAMIC_DISPATCH(list_near_here)(shape, farthest, use);
}

std::vector<std::uint64_t> indices_of(const Shape& shape, const Cube& cube) {
  std::vector<std::uint64_t> indices;
  HWY_DYNAMIC_DISPATCH(list_indices)(shape, cube, indices);
  return indices;
}

std::uint64_t neighbour_of(const Shape& shape, std::uint64_t index, Move move) {
  return HWY_DYNAMIC_DISPATCH(find_neighbour)(shape, index, move);
}

void take_rows(const Shape& shape, std::uint8_t* lines, std::uint64_t begin, std::uint64_t end) {
  HWY_DYNAMIC_DISPATCH(take_rows_here)(shape, lines, begin, end);
}

std::uint64_t index_of(const Shape& shape, const Cube& cube) { return indices_of(shape, cube).front(); }

std::array<std::uint64_t, 4> distribution(const Shape& shape, std::span<const std::byte> bytes) {
  std::array<std::uint64_t, 4> count{};
  const auto* lines = reinterpret_cast<const std::uint8_t*>(bytes.data());
  for (std::uint64_t i = 0; i < shape.entries(); ++i) {
    const std::uint64_t slot = i % kLineEntries;
    ++count[lines[i / kLineEntries * kLineBytes + slot / 4] >> 2 * (slot % 4) & 3];
  }
  return count;
}

}  // namespace superflip::optimal
#endif  // HWY_ONCE
