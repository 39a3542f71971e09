#include "superflip/table/block_graph.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <mutex>
#include <utility>

#include "superflip/base/memory.h"
#include "superflip/table/detail/block_kernel.h"

namespace superflip {
namespace {

using Word = std::uint64_t;
constexpr std::uint32_t kWordBits = 64;

// A set of entries, a bit each. A block of more than 32 entries takes whole words, a smaller one 1, 2 or 4 bytes, so
// that threads may write neighbouring blocks at the same time.
class EntrySet {
 public:
  EntrySet(std::uint32_t blocks, std::uint32_t size)
      : bytes_(bytes_for(size)), memory_(allocate_table(std::uint64_t{blocks} * bytes_ + detail::kSetPadding)) {}

  // The bytes of a block of so many entries.
  static std::uint32_t bytes_for(std::uint32_t size) {
    if (size > 32) return (size + kWordBits - 1) / kWordBits * static_cast<std::uint32_t>(sizeof(Word));
    return size > 16 ? 4 : size > 8 ? 2 : 1;
  }

  const std::byte* block(std::uint32_t b) const { return memory_.bytes.data() + std::uint64_t{b} * bytes_; }
  std::byte* block(std::uint32_t b) { return memory_.bytes.data() + std::uint64_t{b} * bytes_; }
  std::uint32_t bytes() const { return bytes_; }  // of a block
  std::uint32_t words() const { return bytes_ < sizeof(Word) ? 1 : bytes_ / static_cast<std::uint32_t>(sizeof(Word)); }

  void load(std::uint32_t b, Word* to) const {
    switch (bytes_) {
      case 1:
        *to = read<std::uint8_t>(b);
        break;
      case 2:
        *to = read<std::uint16_t>(b);
        break;
      case 4:
        *to = read<std::uint32_t>(b);
        break;
      default:
        std::memcpy(to, block(b), bytes_);
    }
  }
  void store(std::uint32_t b, const Word* from) {
    switch (bytes_) {
      case 1:
        write(b, static_cast<std::uint8_t>(*from));
        break;
      case 2:
        write(b, static_cast<std::uint16_t>(*from));
        break;
      case 4:
        write(b, static_cast<std::uint32_t>(*from));
        break;
      default:
        std::memcpy(block(b), from, bytes_);
    }
  }
  void insert(std::uint32_t b, std::uint32_t e) { block(b)[e / 8] |= std::byte{1} << e % 8; }
  void erase(std::uint32_t b, std::uint32_t e) { block(b)[e / 8] &= ~(std::byte{1} << e % 8); }

 private:
  static_assert(std::endian::native == std::endian::little);

  template <class Part>
  Part read(std::uint32_t b) const {
    Part part;
    std::memcpy(&part, block(b), sizeof(Part));
    return part;
  }
  template <class Part>
  void write(std::uint32_t b, Part part) {
    std::memcpy(block(b), &part, sizeof(Part));
  }

  std::uint32_t bytes_;  // for each block
  TableMemory memory_;
};

// Writes the elements of a block's set to `found`, in order, and returns how many there are.
std::size_t list_bits(const Word* words, std::uint32_t n, std::uint16_t* found) {
  std::uint16_t* end = found;
  for (std::uint32_t w = 0; w < n; ++w)
    for (Word word = words[w]; word != 0; word &= word - 1)
      *end++ = static_cast<std::uint16_t>(w * kWordBits + static_cast<std::uint32_t>(std::countr_zero(word)));
  return static_cast<std::size_t>(end - found);
}

class BreadthFirst {
 public:
  BreadthFirst(const BlockGraph& graph, std::uint8_t* distance, unsigned threads, const StopFlag* stop)
      : graph_(graph),
        distance_(distance),
        size_(graph.block_size()),
        own_moves_(graph.own_moves()),
        rows_(graph.rows().data()),
        threads_(threads),
        stop_(stop),
        unreached_(graph.blocks(), size_),
        words_(unreached_.words()) {
    for (int m = 0; m < graph.moves(); ++m) costs_.push_back(graph.cost(m));
    for (const int cost : costs_) max_cost_ = std::max(max_cost_, cost);
    for (int i = 0; i <= max_cost_; ++i) levels_.emplace_back(graph.blocks(), size_, words_);
  }

  int max_cost() const { return max_cost_; }

  // Marks everything as unreached but the goals and their images, and counts these.
  Distribution start(std::span<const GraphEntry> goals) {
    invert_rows();
    std::vector<Word> all(words_);
    for (std::uint32_t e = 0; e < size_; ++e) all[e / kWordBits] |= Word{1} << e % kWordBits;
    each_block([&](std::uint32_t begin, std::uint32_t end, Tally&) {
      for (std::uint32_t b = begin; b < end; ++b) unreached_.store(b, all.data());
      if (distance_ == nullptr) return;
      for (std::uint32_t b = begin; b < end; ++b) {
        std::fill_n(distances(b), size_, kUnreached);
        std::fill_n(distances(b) + size_, graph_.stride() - size_, kPadding);
      }
    });
    std::vector<BlockMap> images;
    std::vector<std::uint32_t> blocks;
    for (const GraphEntry& goal : goals) {
      images.clear();
      graph_.images(goal.block, images);
      insert(0, goal.block, goal.offset);
      blocks.push_back(goal.block);
      for (const BlockMap& image : images) {
        insert(0, image.target, image.row[goal.offset] ^ image.mask);
        blocks.push_back(image.target);
      }
    }
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    Tally tally;
    Scratch scratch(words_, size_);
    for (const std::uint32_t b : blocks) {
      level(0).set.load(b, scratch.found.data());
      keep(b, detail::count_bits(scratch.found.data(), words_), 0, scratch, tally);
    }
    level(0).blocks = tally.blocks;
    Distribution distribution;
    add(tally, distribution);
    return distribution;
  }

  // Finds the entries at `depth` from those at smaller distances, adds them to the distribution, and returns how many
  // there are.
  std::uint64_t find_level(int depth, Distribution& distribution) {
    const bool marks = mark_neighbours(depth);
    Tally sum;
    std::mutex mutex;
    each_block([&](std::uint32_t begin, std::uint32_t end, Tally& tally) {
      Scratch scratch(words_, size_);
      const Word nothing = 0;
      for (std::uint32_t b = begin; b < end; ++b) {
        unreached_.load(b, scratch.unreached.data());
        const bool may_change =
            (!marks || near_[b] != 0) &&
            std::any_of(scratch.unreached.begin(), scratch.unreached.end(), [](Word w) { return w != 0; });
        const std::uint32_t n = may_change ? find_in_block(b, depth, scratch) : 0;
        if (n == 0) {
          if (words_ == 1)
            level(depth).set.store(b, &nothing);
          else if (level(depth).counts[b] != 0) {
            std::fill_n(scratch.found.begin(), words_, 0);
            level(depth).set.store(b, scratch.found.data());
            level(depth).counts[b] = 0;
          }
          continue;
        }
        unreached_.store(b, scratch.unreached.data());
        keep(b, n, depth, scratch, tally);
      }
      const std::lock_guard lock(mutex);
      sum.add(tally);
    });
    level(depth).blocks = sum.blocks;
    add(sum, distribution);
    return sum.entries;
  }

 private:
  struct Tally {
    std::uint64_t blocks = 0;  // with any entry
    std::uint64_t entries = 0;
    std::uint64_t values = 0;
    std::uint64_t classes = 0;

    void add(const Tally& other) {
      blocks += other.blocks;
      entries += other.entries;
      values += other.values;
      classes += other.classes;
    }
  };

  // The entries at one distance. max_cost_ levels are kept, and the one that is being found.
  struct Level {
    Level(std::uint32_t of, std::uint32_t size, std::uint32_t words) : set(of, size), counts(words > 1 ? of : 0) {}

    EntrySet set;
    std::vector<std::uint16_t> counts;  // of entries of each block, at most 65535; none for blocks of a single word
    std::uint64_t blocks = 0;           // with any entry
  };

  // What a thread needs for a block.
  struct Scratch {
    Scratch(std::uint32_t words, std::uint32_t size) : unreached(words), found(words), list(size + 1) {}

    std::vector<Word> unreached;
    std::vector<Word> found;
    std::vector<std::uint16_t> list;
    std::vector<detail::BlockSource> sources;
    std::vector<BlockMap> images;
  };

  Level& level(int depth) { return levels_[static_cast<std::size_t>(depth % (max_cost_ + 1))]; }

  std::uint8_t* distances(std::uint32_t b) { return distance_ + std::uint64_t{b} * graph_.stride(); }

  void insert(int depth, std::uint32_t b, std::uint32_t e) {
    level(depth).set.insert(b, e);
    unreached_.erase(b, e);
  }

  void invert_rows() {
    const std::span<const std::uint16_t> rows = graph_.rows();
    if (!resize(back_, rows.size(), std::uint16_t{0}, stop_)) return;
    const auto invert = [&](std::size_t begin, std::size_t end) {
      for (std::size_t r = begin * size_; r < end * size_; r += size_)
        for (std::uint32_t e = 0; e < size_; ++e) back_[r + rows[r + e]] = static_cast<std::uint16_t>(e);
    };
    parallel_for(rows.size() / size_, 1, threads_, invert, stop_);
  }
  const std::uint16_t* back(const BlockMap& map) const { return back_.data() + (map.row - rows_); }

  // Marks in near_ the blocks to which a move leads from the last levels, and the images of these blocks, because the
  // inverse move may lead to an image of the entry it came from. Returns false when marking would not pay.
  bool mark_neighbours(int depth) {
    constexpr std::uint64_t kFew = 4;
    std::uint64_t sources = 0;
    for (int c = 1; c <= max_cost_ && c <= depth; ++c) sources += level(depth - c).blocks;
    if (sources * static_cast<std::uint64_t>(graph_.moves()) * kFew > graph_.blocks()) return false;
    near_.assign(graph_.blocks(), 0);
    each_block([&](std::uint32_t begin, std::uint32_t end, Tally&) {
      std::vector<Word> set(words_);
      std::vector<BlockMap> images;
      const auto mark = [this](std::uint32_t b) { __atomic_store_n(&near_[b], std::uint8_t{1}, __ATOMIC_RELAXED); };
      for (int c = 1; c <= max_cost_ && c <= depth; ++c) {
        const Level& from = level(depth - c);
        for (std::uint32_t b = begin; b < end; ++b) {
          if (count(from, b, set.data()) == 0) continue;
          for (int m = 0; m < graph_.moves(); ++m) {
            if (costs_[m] != c) continue;
            const std::uint32_t to = graph_.move(b, m).target;
            mark(to);
            images.clear();
            graph_.images(to, images);
            for (const BlockMap& image : images) mark(image.target);
          }
        }
      }
    });
    return true;
  }

  // How many entries of a block are in a level.
  std::uint32_t count(const Level& of, std::uint32_t b, Word* word) const {
    if (words_ > 1) return of.counts[b];
    of.set.load(b, word);
    return static_cast<std::uint32_t>(std::popcount(*word));
  }

  // Moves from scratch.unreached to scratch.found the entries of a block that a move joins to an entry at depth - cost,
  // and returns how many there are.
  std::uint32_t find_in_block(std::uint32_t b, int depth, Scratch& scratch) {
    scratch.sources.clear();
    for (int m = 0; m < own_moves_; ++m) {
      const int before = depth - costs_[m];
      if (before < 0) continue;
      const Level& from = level(before);
      const BlockMap map = graph_.move(b, m);
      Word word = 0;
      const std::uint32_t n = count(from, map.target, &word);
      if (n == 0) continue;
      const std::byte* const set = from.set.block(map.target);
      constexpr std::uint32_t kLine = 64;
      for (std::uint32_t at = 0; at < from.set.bytes(); at += kLine) __builtin_prefetch(set + at);
      scratch.sources.push_back({set, map.row, back(map), map.mask, n});
    }
    if (scratch.sources.empty()) return 0;
    return detail::find_neighbours(scratch.sources, size_, scratch.unreached.data(), scratch.found.data(),
                                   scratch.list.data());
  }

  // Keeps the n entries found in a block as part of a level, writes their distances, and counts them.
  void keep(std::uint32_t b, std::uint32_t n, int depth, Scratch& scratch, Tally& tally) {
    const Word* const found = scratch.found.data();
    Level& to = level(depth);
    to.set.store(b, found);
    constexpr std::uint32_t kMost = 65535;
    if (words_ > 1) to.counts[b] = static_cast<std::uint16_t>(std::min(n, kMost));
    if (distance_ != nullptr) detail::write_distances(found, size_, static_cast<std::uint8_t>(depth), distances(b));
    scratch.images.clear();
    graph_.images(b, scratch.images);
    tally.blocks += 1;
    tally.entries += n;
    tally.values += std::uint64_t{n} * graph_.weight(b);
    tally.classes += scratch.images.empty() ? n : first_of_images(b, scratch);
  }

  // How many of the entries found are the first among their images.
  std::uint64_t first_of_images(std::uint32_t b, Scratch& scratch) const {
    const std::size_t n = list_bits(scratch.found.data(), words_, scratch.list.data());
    return static_cast<std::uint64_t>(std::count_if(scratch.list.data(), scratch.list.data() + n, [&](std::uint16_t e) {
      return std::all_of(scratch.images.begin(), scratch.images.end(), [b, e](const BlockMap& image) {
        return std::pair(b, std::uint32_t{e}) <= std::pair(image.target, std::uint32_t{image.row[e]} ^ image.mask);
      });
    }));
  }

  static void add(const Tally& tally, Distribution& distribution) {
    distribution.entries.push_back(tally.entries);
    distribution.values.push_back(tally.values);
    distribution.classes.push_back(tally.classes);
  }

  // Calls body(begin, end, tally) for ranges of blocks. No range is begun once the flag is set.
  template <class Body>
  void each_block(Body body) {
    const std::size_t grain = std::max<std::size_t>(1, (std::size_t{1} << 17) / size_);
    const auto range = [&](std::size_t begin, std::size_t end) {
      Tally tally;
      body(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), tally);
    };
    parallel_for(graph_.blocks(), grain, threads_, range, stop_);
  }

  const BlockGraph& graph_;
  std::uint8_t* distance_;  // nullptr if nobody wants them
  std::uint32_t size_;
  int own_moves_;
  const std::uint16_t* rows_;  // of the graph
  std::vector<int> costs_;     // of the moves
  unsigned threads_;
  const StopFlag* stop_;
  int max_cost_ = 1;
  EntrySet unreached_;
  std::uint32_t words_;  // for each block
  std::vector<Level> levels_;
  std::vector<std::uint8_t> near_;   // for each block whether the next level may have entries of it
  std::vector<std::uint16_t> back_;  // the inverses of the rows
};

}  // namespace

Expected<Distribution> measure_distances(const BlockGraph& graph, std::span<const GraphEntry> goals,
                                         std::span<std::uint8_t> distance, int max_depth, unsigned threads,
                                         const std::function<void(double)>& progress, const StopFlag* stop) {
  const std::uint64_t entries = std::uint64_t{graph.blocks()} * graph.block_size();
  BreadthFirst search(graph, distance.empty() ? nullptr : distance.data(), threads, stop);
  Distribution distribution = search.start(goals);
  std::uint64_t reached = distribution.entries.front();
  int barren = 0;  // levels in a row without new entries; the search ends after as many as the highest cost of a move
  for (int depth = 1; depth <= max_depth && barren < search.max_cost() && reached < entries; ++depth) {
    const std::uint64_t found = search.find_level(depth, distribution);
    if (is_set(stop)) break;
    reached += found;
    barren = found == 0 ? barren + 1 : 0;
    if (progress && found > 0) progress(static_cast<double>(reached) / static_cast<double>(entries));
  }
  if (is_set(stop)) return fail(ErrorKind::stopped, "the distances were not found: stopped");
  while (distribution.entries.back() == 0) {
    distribution.entries.pop_back();
    distribution.values.pop_back();
    distribution.classes.pop_back();
  }
  return distribution;
}

std::uint64_t search_bytes(std::uint64_t blocks, std::uint32_t block_size, int max_cost) {
  const std::uint64_t set = EntrySet::bytes_for(block_size);
  const std::uint64_t count = set > sizeof(Word) ? sizeof(std::uint16_t) : 0;
  const auto levels = static_cast<std::uint64_t>(max_cost) + 1;
  return blocks * (set + levels * (set + count) + 1);
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
  assert(packed.size() == (distance.size() + 2) / 3);
  std::array<std::array<std::uint8_t, 256>, 3> part{};  // [j]: what a distance adds to a byte as its digit j
  for (int d = 0; d < 256; ++d) {
    const int digit = std::clamp((d >> shift) - least, 0, kGreatestDigit);
    part[0][d] = static_cast<std::uint8_t>(digit);
    part[1][d] = static_cast<std::uint8_t>(6 * digit);
    part[2][d] = static_cast<std::uint8_t>(36 * digit);
  }
  const std::size_t whole = distance.size() / 3;
  for (std::size_t i = 0; i < whole; ++i)
    packed[i] =
        static_cast<std::byte>(part[0][distance[3 * i]] + part[1][distance[3 * i + 1]] + part[2][distance[3 * i + 2]]);
  if (distance.size() % 3 == 0) return;
  int last = 0;
  for (std::size_t j = 0; j < distance.size() % 3; ++j) last += part[j][distance[3 * whole + j]];
  packed[whole] = static_cast<std::byte>(last);
}

}  // namespace superflip
