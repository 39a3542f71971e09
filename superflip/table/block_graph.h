// Pruning tables: the distance of every value of a coordinate from the solved one.
//
// The coordinates that solvers need are products of an outer part, folded by symmetry, and an inner part that is not:
// class * |B| + b. Such a coordinate is a graph of *blocks*, the |B| values that share an outer part, and a move sends
// a whole block to a block, permuting its entries by one row of a table of the inner part (and, for edge orientations,
// an exclusive or). So the breadth-first search never handles cubes or computes indices: it works with rows that stay
// in the L1 cache. A symmetry that maps an outer class to itself gives an entry several *images* with the same distance
// (the self-symmetry step of kociemba.org/symmetric.htm).
//
// The search keeps one set of bits for the entries not yet reached and one for the entries of each recent level. It
// finds a level block by block: for each block it looks along the moves for neighbours in the last levels
// (detail/block_kernel.h). This works because the moves undo each other, and so each block is written by one thread
// only. Distances are bytes; the caller packs them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"

namespace SUPERFLIP_API superflip {

// Entry e of the block in question goes to entry row[e] ^ mask of block `target`.
struct BlockMap {
  std::uint32_t target;
  std::uint16_t mask;
  const std::uint16_t* row;
};

class BlockGraph {
 public:
  virtual ~BlockGraph() = default;
  virtual std::uint32_t blocks() const = 0;
  virtual std::uint32_t block_size() const = 0;  // at most 65536
  // Bytes from one block of distances to the next, at least block_size(). Searches are faster with multiples of 8.
  virtual std::uint32_t stride() const { return block_size(); }
  virtual int moves() const = 0;
  virtual int cost(int move) const = 0;  // at least 1
  // The moves 0..own_moves()-1 lead from an entry to all its neighbours (or to images of these). The other moves lead
  // to neighbours of its images.
  virtual int own_moves() const { return moves(); }
  // Precondition: the moves undo each other, so that an entry is a neighbour of its neighbours, at the same cost.
  virtual BlockMap move(std::uint32_t block, int move) const = 0;
  // The rows of all moves, one after the other; each is a permutation of 0..block_size()-1.
  virtual std::span<const std::uint16_t> rows() const = 0;
  // Maps that preserve every distance: the self-symmetries of the block's class except the identity. Together with it
  // they are a group, so that an entry with its images is a class of raw values.
  virtual void images(std::uint32_t block, std::vector<BlockMap>& maps) const = 0;
  // The number of raw values that each entry of the block stands for.
  virtual std::uint32_t weight(std::uint32_t block) const = 0;
};

inline constexpr std::uint8_t kUnreached = 0xFF;
inline constexpr std::uint8_t kPadding = 0xFE;  // between blocks

struct Distribution {
  std::vector<std::uint64_t> entries;    // entries at each distance
  std::vector<std::uint64_t> values{};   // raw values at each distance: entries weighted by the size of their class
  std::vector<std::uint64_t> classes{};  // classes of raw values at each distance: entries that no image precedes
};

// An entry of a graph.
struct GraphEntry {
  std::uint32_t block;
  std::uint32_t offset;

  friend bool operator==(const GraphEntry&, const GraphEntry&) = default;
};

// Writes the distance of every entry from the nearest of `goals` (by default entry 0 of block 0) into `distance`
// (blocks * stride bytes); with an empty span they are only counted. The search ends when nothing new is reached or at
// max_depth, whichever is first; entries farther away are kUnreached. Deterministic for any number of threads.
// `progress` is given the fraction of entries reached. Returns ErrorKind::stopped within 20 ms when the flag is set;
// `distance` then holds nothing of use. Throws std::bad_alloc.
Expected<Distribution> measure_distances(const BlockGraph& graph, std::span<const GraphEntry> goals,
                                         std::span<std::uint8_t> distance, int max_depth, unsigned threads,
                                         const std::function<void(double)>& progress = {},
                                         const StopFlag* stop = nullptr);
inline Expected<Distribution> measure_distances(const BlockGraph& graph, std::span<std::uint8_t> distance,
                                                int max_depth, unsigned threads,
                                                const std::function<void(double)>& progress = {},
                                                const StopFlag* stop = nullptr) {
  constexpr std::array<GraphEntry, 1> kSolvedEntry{{{0, 0}}};
  return measure_distances(graph, kSolvedEntry, distance, max_depth, threads, progress, stop);
}

// The memory in bytes that measure_distances() takes in addition to the distances and the inverses of the rows.
std::uint64_t search_bytes(std::uint64_t blocks, std::uint32_t block_size, int max_cost);

// Packs two distances into a byte, entry 2i in the low half of byte i, each divided by 2^shift. Quotients over 15 and
// unreached entries become 15. Ends early when the flag is set.
void pack_nibbles(std::span<const std::uint8_t> distance, std::span<std::byte> packed, int shift, unsigned threads,
                  const StopFlag* stop = nullptr);

inline int nibble(const std::byte* packed, std::uint64_t i) {
  return std::to_integer<int>(packed[i >> 1]) >> (4 * (i & 1)) & 15;
}

// Packs three distances into a byte as digits of base 6, entry 3i the lowest of byte i, for tables that need not
// distinguish small distances, nor great ones. A digit is the distance divided by 2^shift, minus `least`, clamped to
// 0..kGreatestDigit. Precondition: packed.size() is distance.size() / 3, rounded up.
inline constexpr int kGreatestDigit = 5;
void pack_digits(std::span<const std::uint8_t> distance, std::span<std::byte> packed, int shift, int least);

namespace detail {
constexpr std::array<std::array<std::uint8_t, 216>, 3> make_digits() {
  std::array<std::array<std::uint8_t, 216>, 3> digits{};
  for (int i = 0; i < 216; ++i) {
    digits[0][i] = static_cast<std::uint8_t>(i % 6);
    digits[1][i] = static_cast<std::uint8_t>(i / 6 % 6);
    digits[2][i] = static_cast<std::uint8_t>(i / 36);
  }
  return digits;
}
inline constexpr auto kDigits = make_digits();
}  // namespace detail

inline int digit(const std::byte* packed, std::uint32_t i) {
  return detail::kDigits[i % 3][std::to_integer<std::uint8_t>(packed[i / 3])];
}

}  // namespace superflip
