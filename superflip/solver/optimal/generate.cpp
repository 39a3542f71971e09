#include "superflip/solver/optimal/generate.h"

#include "superflip/base/detail/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/solver/optimal/generate.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "superflip/base/detail/dispatch.h"
#include "superflip/base/memory.h"
#include "superflip/solver/optimal/alphabet.h"
#include "superflip/solver/optimal/coset-inl.h"
#include "superflip/solver/optimal/figures.h"
#include "superflip/solver/optimal/frontier.h"
#include "superflip/solver/optimal/numbering.h"
#include "superflip/solver/optimal/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace superflip::optimal {
namespace HWY_NAMESPACE {
namespace {

using superflip::HWY_NAMESPACE::compose;
using superflip::HWY_NAMESPACE::CubeVector;
using superflip::HWY_NAMESPACE::load;

// Writes a distance at the given indices, each a little later, when its prefetched line has arrived.
class Writer {
 public:
  Writer(const Shape& shape, std::span<std::byte> bytes, int distance)
      : lines_(reinterpret_cast<std::uint8_t*>(bytes.data())),
        distance_(distance),
        code_(std::max(distance - shape.base, 0)) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
#if HWY_ARCH_WASM
  ~Writer() { enter_all(); }

  HWY_INLINE void operator()(std::uint64_t index) {
    waiting_[next_++] = {index / kLineEntries, static_cast<std::uint32_t>(index % kLineEntries)};
    if (next_ == kWaiting) enter_all();
  }
#else
  ~Writer() {
    for (unsigned i = 0; i < kWaiting; ++i) push(0, 0);
  }

  HWY_INLINE void operator()(std::uint64_t index) {
    const std::uint64_t line = index / kLineEntries;
    hwy::Prefetch(lines_ + line * kLineBytes);
    push(line + 1, static_cast<std::uint32_t>(index % kLineEntries));
  }
#endif

 private:
#if HWY_ARCH_WASM
  // There is no prefetch: all lines are fetched together, and then written.
  static constexpr unsigned kWaiting = 64;
  struct Waiting {
    std::uint64_t line;
    std::uint32_t slot;
  };

  HWY_NOINLINE void enter_all() {
    fetch(next_, [this](unsigned i) HWY_ATTR { return lines_ + waiting_[i].line * kLineBytes; });
    for (unsigned i = 0; i < next_; ++i) enter(lines_ + waiting_[i].line * kLineBytes, waiting_[i].slot);
    next_ = 0;
  }
#else
  static constexpr unsigned kWaiting = 16;
  struct Waiting {
    std::uint64_t line;  // the number of the line plus 1; 0 if nothing waits
    std::uint32_t slot;
  };

  HWY_INLINE void push(std::uint64_t line, std::uint32_t slot) {
    Waiting& oldest = waiting_[next_++ % kWaiting];
    if (oldest.line != 0) enter(lines_ + (oldest.line - 1) * kLineBytes, oldest.slot);
    oldest = {line, slot};
  }
#endif

  // Entries start as 3, and the least distances as 15. Bits are only ever cleared, so several threads may do this at
  // the same time.
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

// Enumerates the words of one pass.
template <class Index, class Alphabet>
class Words {
 public:
  Words(const Index& index, const Alphabet& alphabet, Writer& write)
      : index_(index), alphabet_(alphabet), write_(write) {}

  // Enters all cosets that words of cost `left` reach from a cube that represents its coset.
  void begin(const FrontierCube& f, int left) {
    for (Letter m = 0; m < Alphabet::kLetters; ++m)
      if (alphabet_.may_begin(f.last, m)) make(load(f.cube), m, f.parity, left, Alphabet::kLetters);
  }

  void flush() {
    const unsigned size = batch_.size;
    entries_ += size;
    index_.finish(batch_, [this](unsigned, std::uint64_t index) { write_(index); });
    for (unsigned i = 0; i < size; ++i)
      index_.other_indices(batch_.entry[i], batch_.relation[i], hn::Load(Bytes(), batch_.edge[i].data()),
                           [this](std::uint64_t index) { write_(index); });
  }

  std::uint64_t entries() const { return entries_; }  // computed so far

 private:
  HWY_NOINLINE void go(const CubeVector& cube, Letter last, unsigned parity, int left) {
    for (Letter m = 0; m < Alphabet::kLetters; ++m)
      if (Alphabet::may_follow(last, m)) make(cube, m, parity, left, last);
    if (batch_.size > kBatch - kMoves) flush();
  }

  // Adds the child by m of a position. `last`: the letter that led to the position; none for a cube of the frontier.
  HWY_INLINE void make(const CubeVector& cube, Letter m, unsigned parity, int left, Letter last) {
    const int rest = left - alphabet_.cost(m);
    if (rest < 0) return;
    // Folded tables skip two kinds of letters at the end: of the letters that lead to one class, only the first turns a
    // single face U, R or F, and a second turn about the same axis leads to a class that at most one turn reaches.
    if (Index::kIsFolded && rest == 0 &&
        (Alphabet::is_second(m) || (last != Alphabet::kLetters && Alphabet::axis(m) == Alphabet::axis(last))))
      return;
    const CubeVector child = compose(cube, load(Alphabet::cube(m)));
    if (!Alphabet::is_even(m)) parity ^= 1U;
    if (rest > 0) return go(child, m, parity, rest);
    index_.add(batch_, child.corner, child.edge, parity);
    if (batch_.size == kBatch) flush();
  }

  static constexpr unsigned kBatch = 48;
  const Index& index_;
  Alphabet alphabet_;
  Writer& write_;
  std::uint64_t entries_ = 0;
  Batch<kBatch> batch_;
};

// The generation of one table.
template <class Index, class Alphabet>
class Generation {
 public:
  Generation(const Index& index, const Alphabet& alphabet, const Shape& shape, std::span<std::byte> bytes,
             unsigned threads, const Progress& progress, const StopFlag* stop, Checkpoint* checkpoint)
      : index_(index),
        alphabet_(alphabet),
        shape_(shape),
        bytes_(bytes),
        threads_(threads),
        progress_(progress),
        stop_(stop),
        checkpoint_(checkpoint),
        frontier_distance_(std::min(kFigures[shape.metric].max_frontier, shape.base)),
        max_distance_(shape.base + 2),
        by_rows_(is_by_rows(shape)) {
    for (int distance = frontier_distance_ + 1; distance <= max_distance_; ++distance) all_ += weight(distance);
  }

  // Returns false when it was stopped.
  bool run() {
    if (is_set(stop_)) return false;
    const unsigned parts = kParts * static_cast<unsigned>(max_distance_ - frontier_distance_);
    if (checkpoint_ != nullptr) resumed_ = checkpoint_->resume(bytes_, parts, threads_, stop_);
    const auto levels = make_frontier(shape_.relation, shape_.metric, frontier_distance_, stop_);
    if (levels.empty()) return false;
    if (resumed_ == 0) enter(levels);
    if (is_set(stop_)) return false;
    const std::vector<FrontierCube>& frontier = levels[frontier_distance_];
    for (int distance = frontier_distance_ + 1; distance <= max_distance_ - (by_rows_ ? 1 : 0); ++distance) {
      const bool is_done = pass(distance, frontier.size(), 64, [&](std::size_t begin, std::size_t end) {
        Writer write(shape_, bytes_, distance);
        Words<Index, Alphabet> words(index_, alphabet_, write);
        for (std::size_t i = begin; i < end; ++i) words.begin(frontier[i], distance - frontier_distance_);
        words.flush();
      });
      if (!is_done) return false;
    }
    if (!by_rows_) return true;
    const Rows rows(shape_);
    auto* lines = reinterpret_cast<std::uint8_t*>(bytes_.data());
    return pass(max_distance_, rows.size(), 16 * Rows::kAligned,
                [&](std::size_t begin, std::size_t end) { rows.take(lines, begin, end); });
  }

 private:
  static constexpr unsigned kParts = 32;  // per pass

  // The relative duration of a pass. A pass over words takes MetricRow::growth times as long as the one before; a pass
  // over rows takes about as long as the third over words.
  double weight(int distance) const {
    const int pass = by_rows_ && distance == max_distance_ ? 3 : distance - frontier_distance_;
    return std::pow(row_of(shape_.metric).growth, pass);
  }

  // Enters the cosets that the breadth-first search found.
  void enter(const std::vector<std::vector<FrontierCube>>& levels) {
    constexpr std::size_t kGrain = std::size_t{1} << 22;
    parallel_for(
        bytes_.size(), kGrain, threads_,
        [this](std::size_t begin, std::size_t end) { std::memset(bytes_.data() + begin, 0xFF, end - begin); }, stop_);
    for (int d = 0; d <= frontier_distance_ && !is_set(stop_); ++d) {
      Writer write(shape_, bytes_, d);
      for (const FrontierCube& f : levels[d]) {
        const CubeVector v = load(f.cube);
        index_.all_indices(v.corner, v.edge, f.parity, [&write](std::uint64_t i) { write(i); });
      }
    }
  }

  // Calls body(begin, end) for ranges of at most `grain` that together cover 0..count-1, one part of the pass after the
  // other. Returns false when it was stopped.
  template <class Body>
  bool pass(int distance, std::size_t count, std::size_t grain, const Body& body) {
    const std::size_t size = (count + kParts * grain - 1) / (kParts * grain) * grain;
    const double each = weight(distance);
    for (unsigned i = 0; i < kParts; ++i, ++part_) {
      if (part_ < resumed_) continue;
      const std::size_t first = std::min(i * size, count);
      std::atomic<std::size_t> done{first};
      std::atomic<bool> is_stopped{false};
      parallel_for(std::min(size, count - first), grain, threads_, [&](std::size_t begin, std::size_t end) {
        if (is_stopped || is_set(stop_)) {
          is_stopped = true;
          return;
        }
        body(first + begin, first + end);
        const std::size_t now = done.fetch_add(end - begin) + end - begin;
        if (!progress_) return;
        if (const std::unique_lock lock(reporting_, std::try_to_lock); lock)
          progress_(shape_.name, (before_ + each * static_cast<double>(now) / static_cast<double>(count)) / all_);
      });
      if (is_stopped) {
        if (checkpoint_ == nullptr) return false;
        if (progress_) progress_("saving the finished part", (before_ + each * i / kParts) / all_);
        checkpoint_->stop(bytes_);
        return false;
      }
      if (checkpoint_ != nullptr) checkpoint_->advance(bytes_, part_ + 1);
    }
    before_ += each;
    return true;
  }

  const Index& index_;
  const Alphabet alphabet_;
  const Shape& shape_;
  const std::span<std::byte> bytes_;
  const unsigned threads_;
  const Progress& progress_;
  const StopFlag* const stop_;
  Checkpoint* const checkpoint_;
  const int frontier_distance_;
  const int max_distance_;
  const bool by_rows_;
  unsigned resumed_ = 0;  // parts that the checkpoint contains
  unsigned part_ = 0;     // the current part, counted over all passes
  double all_ = 0;        // the weights of all passes ...
  double before_ = 0;     // ... and of the finished ones
  std::mutex reporting_;
};

bool generate_here(const Shape& shape, std::span<std::byte> bytes, unsigned threads, const Progress& progress,
                   const StopFlag* stop, Checkpoint* checkpoint) {
  return with_indexer(shape, [&](const auto& index) {
    return with_alphabet(shape.metric, [&](const auto& alphabet) {
      return Generation<std::decay_t<decltype(index)>, std::decay_t<decltype(alphabet)>>(
                 index, alphabet, shape, bytes, threads, progress, stop, checkpoint)
          .run();
    });
  });
}

// The time in seconds that one entry of a pass over words takes, measured for about twenty milliseconds on a table that
// no cache can hold.
double seconds_an_entry_here() {
  const Shape shape{"", true, Relation::none, 9, 6};
  const auto frontier = make_frontier(shape.relation, shape.metric, 5).back();
  const TableMemory memory = allocate_table(size_in_memory(shape));
  std::fill(memory.bytes.begin(), memory.bytes.end(), std::byte{0xFF});
  const Indexer<true, false> index(shape);
  Writer write(shape, memory.bytes, shape.base + 2);
  Words<Indexer<true, false>, Turns> words(index, Turns(shape.metric), write);
  // Measured in pieces, of which the fastest counts: the others may have been interrupted.
  constexpr std::uint64_t kPiece = 100'000;
  double fastest = 1;
  auto begin = Clock::now();
  const auto end = begin + std::chrono::milliseconds(20);
  std::uint64_t before = 0;
  for (const FrontierCube& f : frontier) {
    words.begin(f, 3);
    const std::uint64_t entries = words.entries() - before;
    if (entries < kPiece) continue;
    const auto now = Clock::now();
    fastest = std::min(fastest, std::chrono::duration<double>(now - begin).count() / static_cast<double>(entries));
    begin = now;
    before += entries;
    if (now >= end) break;
  }
  return fastest;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip::optimal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::optimal {

SUPERFLIP_DISPATCH_TABLE(generate_here);
SUPERFLIP_DISPATCH_TABLE(seconds_an_entry_here);

bool generate(const Shape& shape, std::span<std::byte> bytes, unsigned threads, const Progress& progress,
              const StopFlag* stop, Checkpoint* checkpoint) {
  if (!shape.is_of_pairs()) return SUPERFLIP_DISPATCH(generate_here)(shape, bytes, threads, progress, stop, checkpoint);
  const Shape whole = shape.whole();
  const TableMemory memory = allocate_table(size_in_memory(whole));
  if (!SUPERFLIP_DISPATCH(generate_here)(whole, memory.bytes, threads, progress, stop, checkpoint)) return false;
  take_lesser_of_pairs(memory.bytes, bytes, threads, stop);
  if (!is_set(stop)) return true;
  if (checkpoint != nullptr) checkpoint->stop(memory.bytes);
  return false;
}

void take_lesser_of_pairs(std::span<const std::byte> from, std::span<std::byte> to, unsigned threads,
                          const StopFlag* stop) {
  constexpr unsigned kPairs = kLineEntries / 2;
  constexpr std::array<std::uint8_t, kLineBytes> kNone = [] {
    std::array<std::uint8_t, kLineBytes> line{};
    line.fill(0xFF);
    return line;
  }();
  const auto take = [&](std::size_t begin, std::size_t end) {
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
  };
  parallel_for(to.size() / kLineBytes, std::size_t{1} << 14, threads, take, stop);
}

std::array<std::uint64_t, 4> distribution(const Shape& shape, std::span<const std::byte> bytes) {
  std::array<std::uint64_t, 4> count{};
  const auto* lines = reinterpret_cast<const std::uint8_t*>(bytes.data());
  for (std::uint64_t i = 0; i < shape.entries(); ++i) {
    const std::uint64_t slot = i % kLineEntries;
    ++count[lines[i / kLineEntries * kLineBytes + slot / 4] >> 2 * (slot % 4) & 3];
  }
  return count;
}

double entries_to_compute(const Shape& shape) {
  const Shape whole = shape.whole();
  const MetricFigures& figures = kFigures[whole.metric];
  const double first = whole.folded ? figures.first_folded : figures.first_plain;
  constexpr double kEntriesARow = 100;  // these take as long as one row, as measured
  const bool by_rows = is_by_rows(whole);
  double entries = by_rows ? kEntriesARow * static_cast<double>(whole.entries()) / kFlips : 0;
  double words = figures.frontier * first;
  for (int distance = figures.max_frontier + 1; distance <= whole.base + (by_rows ? 1 : 2);
       ++distance, words *= row_of(whole.metric).growth)
    entries += words;
  return entries;
}

double seconds_to_compute(double entries, unsigned threads) {
  static const double seconds_an_entry = SUPERFLIP_DISPATCH(seconds_an_entry_here)();
  return entries * seconds_an_entry / std::clamp(threads, 1U, hardware_threads());
}

}  // namespace superflip::optimal
#endif  // HWY_ONCE
