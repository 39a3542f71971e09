// The inner loops of the search for distances (block_graph.h): which entries of a block a move joins to a set of
// entries of another block, and their distances.
//
// A row of the move gives for each entry of the block the entry to which it leads. There are three ways to find the
// entries that lead into the set; which is fastest depends on the numbers of entries:
//   carry   each entry of the set back by the inverse row,
//   gather  the bit of the set for every entry of the block, 32 at a time: with AVX-512, where blocks are small enough,
//   test    the entries that are not reached yet, one after the other.
// The result does not depend on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace superflip::detail {

// A move from the block. The set lies in memory that can be read up to kSetPadding bytes beyond it.
struct BlockSource {
  const std::byte* set;       // a bit for each entry of the other block
  const std::uint16_t* row;   // entry e of the block leads to entry row[e] ^ mask
  const std::uint16_t* back;  // the inverse permutation of `row`
  std::uint16_t mask;
  std::uint32_t count;  // of entries in the set
};
inline constexpr std::size_t kSetPadding = 128;

// Moves from `unreached` to `found` the entries of a block that a source leads into its set, and returns how many there
// are. Each has one bit for each of `size` entries in words of 64, whose other bits are 0. `list` is scratch space of
// size + 1 entries. Precondition: size is at most 65536.
std::uint32_t find_neighbours(std::span<const BlockSource> sources, std::uint32_t size, std::uint64_t* unreached,
                              std::uint64_t* found, std::uint16_t* list);

// Writes `depth` into the bytes of a block's distances that have a bit in `set`, which has one for each of `size`
// entries in words of 64; its other bits are 0.
void write_distances(const std::uint64_t* set, std::uint32_t size, std::uint8_t depth, std::uint8_t* distance);

// The number of bits in `n` words.
std::uint32_t count_bits(const std::uint64_t* words, std::uint32_t n);

}  // namespace superflip::detail
