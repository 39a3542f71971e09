#include "superflip/table/block_graph.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <utility>

namespace superflip {
namespace {

// Several threads may write the same value to the same byte of another block. Relaxed atomics, which cost nothing, make
// that well defined.
std::uint8_t get(const std::uint8_t* at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
void put(std::uint8_t* at, std::uint8_t value) { __atomic_store_n(at, value, __ATOMIC_RELAXED); }

// Reads eight entries at once, through a type that may alias bytes.
using Eight = std::uint64_t __attribute__((may_alias));
std::uint64_t get_eight(const std::uint8_t* at) {
  assert(reinterpret_cast<std::uintptr_t>(at) % sizeof(Eight) == 0);
  return __atomic_load_n(reinterpret_cast<const Eight*>(at), __ATOMIC_RELAXED);
}

// Writes to `found` the offsets of the entries of a block that hold `value`, and returns how many there are. Groups of
// eight entries without any are skipped at once. If the block size is a multiple of eight, every block is aligned to
// eight bytes.
std::size_t find(const std::uint8_t* block, std::uint32_t size, std::uint8_t value, std::uint16_t* found) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHigh = kOnes << 7;
  std::size_t n = 0;
  std::uint32_t e = 0;
  for (; size % 8 == 0 && e < size; e += 8) {
    const std::uint64_t word = get_eight(block + e) ^ kOnes * value;
    // The high bit of each byte that is 0, lowest byte first.
    std::uint64_t zeros = ~(((word & ~kHigh) + ~kHigh) | word | ~kHigh);
    constexpr std::uint64_t kFew = 3;
    if ((zeros >> 7) * kOnes >> 56 > kFew) {  // many: avoids mispredicted branches
      for (std::uint32_t i = 0; i < 8; ++i) {
        found[n] = static_cast<std::uint16_t>(e + i);
        n += zeros >> (8 * i + 7) & 1;
      }
      continue;
    }
    for (; zeros != 0; zeros &= zeros - 1)
      found[n++] = static_cast<std::uint16_t>(e + static_cast<std::uint32_t>(std::countr_zero(zeros)) / 8);
  }
  for (; e < size; ++e) {
    found[n] = static_cast<std::uint16_t>(e);
    n += get(block + e) == value;
  }
  return n;
}

// How many entries of a block hold `value`, while nobody writes. Sums up to 255 entries in a byte, a loop that
// compilers vectorise.
std::uint64_t count_of(const std::uint8_t* block, std::uint32_t size, std::uint8_t value) {
  constexpr std::uint32_t kPart = 240;
  std::uint64_t n = 0;
  for (std::uint32_t begin = 0; begin < size; begin += kPart) {
    const std::uint8_t* end = block + std::min(begin + kPart, size);
    std::uint8_t part = 0;
    for (const std::uint8_t* at = block + begin; at != end; ++at)
      part = static_cast<std::uint8_t>(part + (*at == value));
    n += part;
  }
  return n;
}

class Search {
 public:
  Search(const BlockGraph& graph, std::uint8_t* distance, unsigned threads, const StopFlag* stop)
      : graph_(graph),
        distance_(distance),
        size_(graph.block_size()),
        stride_(graph.stride()),
        threads_(threads),
        stop_(stop),
        latest_(graph.blocks()) {}

  void clear() {
    each_block([&](std::uint32_t b, std::uint16_t*, std::vector<BlockMap>&) {
      std::fill_n(block(b), size_, kUnreached);
      std::fill_n(block(b) + size_, stride_ - size_, kPadding);
    });
  }

  // The goals and their images.
  void start(std::span<const GraphEntry> goals) {
    std::vector<BlockMap> images;
    for (const GraphEntry& goal : goals) {
      images.clear();
      graph_.images(goal.block, images);
      block(goal.block)[goal.offset] = 0;
      for (const BlockMap& image : images) block(image.target)[image.row[goal.offset] ^ image.mask] = 0;
    }
  }

  // Applies the moves of that cost to every entry at distance `from` and reaches the unreached entries they lead to.
  void forward(int from, int move_cost) {
    each_block([&](std::uint32_t b, std::uint16_t* frontier, std::vector<BlockMap>& maps) {
      if (get(&latest_[b]) < from) return;
      const std::size_t n = find(block(b), stride_, static_cast<std::uint8_t>(from), frontier);
      if (n == 0) return;
      const auto depth = static_cast<std::uint8_t>(from + move_cost);
      maps.clear();
      for (int m = 0; m < graph_.moves(); ++m)
        if (graph_.cost(m) == move_cost) maps.push_back(graph_.move(b, m));
      const std::size_t moves = maps.size();
      for (std::size_t m = 0; m < moves; ++m) {
        if (m + kAhead < moves) prefetch(maps[m + kAhead], frontier, n);
        const BlockMap map = maps[m];
        std::uint8_t* to = block(map.target);
        put(&latest_[map.target], depth);
        maps.resize(moves);
        graph_.images(map.target, maps);
        if (maps.size() == moves) {
          // Entries already reached are at `depth` or nearer: the minimum keeps them without a branch that could be
          // mispredicted.
          for (std::size_t i = 0; i < n; ++i) {
            std::uint8_t* at = to + (map.row[frontier[i]] ^ map.mask);
            put(at, std::min(get(at), depth));
          }
          continue;
        }
        const std::span images = std::span(maps).subspan(moves);
        for (const BlockMap& image : images) put(&latest_[image.target], depth);
        for (std::size_t i = 0; i < n; ++i) {
          const std::uint32_t e = map.row[frontier[i]] ^ map.mask;
          if (get(to + e) != kUnreached) continue;
          put(to + e, depth);
          for (const BlockMap& image : images) put(block(image.target) + (image.row[e] ^ image.mask), depth);
        }
      }
    });
  }

  // Assigns `depth` to every unreached entry with a move to an entry at depth - cost. All are set tentatively, and the
  // others are reset at the end; no other thread reads either value meanwhile.
  void backward(int depth) {
    each_block([&](std::uint32_t b, std::uint16_t* unreached, std::vector<BlockMap>& maps) {
      std::uint8_t* here = block(b);
      std::size_t n = find(here, stride_, kUnreached, unreached);
      if (n == 0) return;
      put(&latest_[b], static_cast<std::uint8_t>(depth));
      for (std::size_t i = 0; i < n; ++i) put(here + unreached[i], static_cast<std::uint8_t>(depth));
      maps.clear();
      for (int m = 0; m < graph_.moves(); ++m) maps.push_back(graph_.move(b, m));
      for (int m = 0; m < graph_.moves() && n > 0; ++m) {
        if (m + kAhead < graph_.moves()) prefetch(maps[m + kAhead], unreached, n);
        if (depth < graph_.cost(m)) continue;
        const auto wanted = static_cast<std::uint8_t>(depth - graph_.cost(m));
        const BlockMap map = maps[m];
        const std::uint8_t* to = block(map.target);
        std::size_t left = 0;
        for (std::size_t i = 0; i < n; ++i) {
          const std::uint16_t e = unreached[i];
          unreached[left] = e;
          left += get(to + (map.row[e] ^ map.mask)) != wanted;
        }
        n = left;
      }
      for (std::size_t i = 0; i < n; ++i) put(here + unreached[i], kUnreached);
    });
  }

  // Adds the entries at `depth` to the distribution and returns how many there are.
  std::uint64_t count(int depth, Distribution& distribution) {
    std::atomic<std::uint64_t> entries{0};
    std::atomic<std::uint64_t> values{0};
    std::atomic<std::uint64_t> classes{0};
    each_block([&](std::uint32_t b, std::uint16_t* at_depth, std::vector<BlockMap>& maps) {
      if (latest_[b] < depth) return;
      const std::uint64_t n = count_of(block(b), stride_, static_cast<std::uint8_t>(depth));
      if (n == 0) return;
      entries.fetch_add(n, std::memory_order_relaxed);
      values.fetch_add(n * graph_.weight(b), std::memory_order_relaxed);
      maps.clear();
      graph_.images(b, maps);
      if (!maps.empty()) find(block(b), stride_, static_cast<std::uint8_t>(depth), at_depth);
      classes.fetch_add(maps.empty() ? n : first_of_images(b, {at_depth, n}, maps), std::memory_order_relaxed);
    });
    distribution.entries.push_back(entries);
    distribution.values.push_back(values);
    distribution.classes.push_back(classes);
    return entries;
  }

 private:
  static constexpr int kAhead = 1;

  // How many of these entries of block b come before all of their other images.
  static std::uint64_t first_of_images(std::uint32_t b, std::span<const std::uint16_t> entries,
                                       const std::vector<BlockMap>& images) {
    return static_cast<std::uint64_t>(std::count_if(entries.begin(), entries.end(), [&](std::uint16_t e) {
      return std::all_of(images.begin(), images.end(), [b, e](const BlockMap& image) {
        return std::pair(b, std::uint32_t{e}) <= std::pair(image.target, std::uint32_t{image.row[e]} ^ image.mask);
      });
    }));
  }

  std::uint8_t* block(std::uint32_t b) { return distance_ + std::uint64_t{b} * stride_; }

  // Prefetches what a move will touch while the previous one is processed, because the order of the target blocks is
  // unpredictable for the processor.
  void prefetch(const BlockMap& map, const std::uint16_t* entries, std::size_t n) {
    constexpr std::size_t kLine = 64;
    const std::uint8_t* to = block(map.target);
    if (n * kLine >= stride_)
      for (std::size_t at = 0; at < stride_; at += kLine) __builtin_prefetch(to + at, 1);
    else
      for (std::size_t i = 0; i < n; ++i) __builtin_prefetch(to + (map.row[entries[i]] ^ map.mask), 1);
  }

  // No block is begun once the flag is set.
  template <class Body>
  void each_block(Body body) {
    const std::size_t grain = std::max<std::size_t>(1, (std::size_t{1} << 17) / stride_);
    const auto range = [&](std::size_t begin, std::size_t end) {
      std::vector<std::uint16_t> list(stride_ + 1);
      std::vector<BlockMap> maps;
      for (std::size_t b = begin; b < end; ++b) body(static_cast<std::uint32_t>(b), list.data(), maps);
    };
    parallel_for(graph_.blocks(), grain, threads_, range, stop_);
  }

  const BlockGraph& graph_;
  std::uint8_t* distance_;
  std::uint32_t size_;
  std::uint32_t stride_;
  unsigned threads_;
  const StopFlag* stop_;
  std::vector<std::uint8_t> latest_;  // the greatest distance that a block may hold
};

}  // namespace

Expected<Distribution> measure_distances(const BlockGraph& graph, std::span<const GraphEntry> goals,
                                         std::span<std::uint8_t> distance, int max_depth, unsigned threads,
                                         const std::function<void(double)>& progress, const StopFlag* stop) {
  const std::uint64_t entries = std::uint64_t{graph.blocks()} * graph.block_size();
  Search search(graph, distance.data(), threads, stop);
  search.clear();
  search.start(goals);
  int max_cost = 1;
  for (int m = 0; m < graph.moves(); ++m) max_cost = std::max(max_cost, graph.cost(m));
  Distribution distribution;
  std::uint64_t reached = search.count(0, distribution);
  int barren = 0;  // levels in a row without new entries; the search ends after as many as the highest cost of a move
  for (int depth = 1; depth <= max_depth && barren < max_cost && reached < entries; ++depth) {
    const std::uint64_t frontier = distribution.entries.back();
    if (2 * frontier > entries - reached) {
      search.backward(depth);
    } else {
      for (int c = 1; c <= max_cost && c <= depth; ++c) search.forward(depth - c, c);
    }
    const std::uint64_t found = search.count(depth, distribution);
    if (is_set(stop)) break;
    reached += found;
    barren = found == 0 ? barren + 1 : 0;
    if (progress) progress(static_cast<double>(reached) / static_cast<double>(entries));
  }
  if (is_set(stop)) return fail(ErrorKind::stopped, "the distances were not found: stopped");
  while (distribution.entries.back() == 0) {
    distribution.entries.pop_back();
    distribution.values.pop_back();
    distribution.classes.pop_back();
  }
  return distribution;
}

void pack_nibbles(std::span<const std::uint8_t> distance, std::span<std::byte> packed, int shift, unsigned threads,
                  const StopFlag* stop) {
  const auto pack = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const unsigned low = std::min<unsigned>(distance[2 * i] >> shift, 15);
      const unsigned high = 2 * i + 1 < distance.size() ? std::min<unsigned>(distance[2 * i + 1] >> shift, 15) : 15;
      packed[i] = static_cast<std::byte>(low | high << 4);
    }
  };
  parallel_for(packed.size(), std::size_t{1} << 20, threads, pack, stop);
}

void pack_digits(std::span<const std::uint8_t> distance, std::span<std::byte> packed, int shift, int least) {
  std::array<std::uint8_t, 256> digit_of{};
  for (int d = 0; d < 256; ++d) digit_of[d] = static_cast<std::uint8_t>(std::clamp((d >> shift) - least, 0, 5));
  for (std::size_t i = 0; i < packed.size(); ++i) {
    int byte = 0;
    for (std::size_t j = std::min(3 * i + 3, distance.size()); j-- > 3 * i;) byte = 6 * byte + digit_of[distance[j]];
    packed[i] = static_cast<std::byte>(byte);
  }
}

}  // namespace superflip
