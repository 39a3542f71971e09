// The inner loops of the search for distances, compared with loops over single entries.
#include "superflip/table/detail/block_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "superflip/cube/random.h"

namespace superflip::detail {
namespace {

using Words = std::vector<std::uint64_t>;

// Sizes of blocks on both sides of the limits of each way to find neighbours.
constexpr std::array<std::uint32_t, 15> kSizes{1,    24,   64,   495,  1024, 1680, 2048, 3000,
                                               4096, 5000, 6000, 7168, 7920, 8192, 9000};

bool contains(const Words& set, std::uint32_t e) { return (set[e / 64] >> e % 64 & 1) != 0; }

// Each entry with probability 1 / one_of. The words after them, with a bit each, are no part of the block.
Words random_set(Random& random, std::uint32_t size, std::uint32_t one_of) {
  const std::uint32_t words = (size + 63) / 64;
  Words set(words + kSetPadding / sizeof(std::uint64_t), 1);
  std::fill_n(set.begin(), words, 0);
  for (std::uint32_t e = 0; e < size; ++e)
    if (random.below(one_of) == 0) set[e / 64] |= std::uint64_t{1} << e % 64;
  return set;
}

struct Row {
  std::vector<std::uint16_t> to, back;
};

Row random_row(Random& random, std::uint32_t size) {
  Row row{std::vector<std::uint16_t>(size), std::vector<std::uint16_t>(size)};
  std::iota(row.to.begin(), row.to.end(), std::uint16_t{0});
  for (std::uint32_t e = size; e > 1; --e) std::swap(row.to[e - 1], row.to[random.below(e)]);
  for (std::uint32_t e = 0; e < size; ++e) row.back[row.to[e]] = static_cast<std::uint16_t>(e);
  return row;
}

TEST(BlockKernel, FindsTheEntriesThatMovesLeadIntoSets) {
  Random random(1);
  for (const std::uint32_t size : kSizes)
    for (const std::uint32_t one_of : {1000U, 50U, 2U})
      for (const std::uint32_t unreached_of : {100U, 1U}) {
        const std::uint32_t words = (size + 63) / 64;
        // A mask permutes the entries only where their number is a power of two.
        const auto mask = static_cast<std::uint16_t>(std::has_single_bit(size) ? size / 3 : 0);
        std::vector<Words> sets;
        std::vector<Row> rows;
        for (int move = 0; move < 3; ++move) {
          sets.push_back(random_set(random, size, one_of));
          rows.push_back(random_row(random, size));
        }
        std::vector<BlockSource> sources;
        for (std::size_t move = 0; move < sets.size(); ++move)
          sources.push_back({reinterpret_cast<const std::byte*>(sets[move].data()), rows[move].to.data(),
                             rows[move].back.data(), mask, count_bits(sets[move].data(), words)});
        const Words before = random_set(random, size, unreached_of);
        Words unreached = before;
        Words found(words);
        std::vector<std::uint16_t> list(size + 1);
        const std::uint32_t count = find_neighbours(sources, size, unreached.data(), found.data(), list.data());
        if (count == 0) std::fill(found.begin(), found.end(), 0);  // not written where nothing was unreached
        std::uint32_t expected = 0;
        for (std::uint32_t e = 0; e < size; ++e) {
          bool leads = false;
          for (std::size_t move = 0; move < sets.size(); ++move)
            leads = leads || contains(sets[move], std::uint32_t{rows[move].to[e]} ^ mask);
          const bool is_found = leads && contains(before, e);
          ASSERT_EQ(contains(found, e), is_found) << "entry " << e << " of " << size;
          ASSERT_EQ(contains(unreached, e), contains(before, e) && !is_found) << "entry " << e << " of " << size;
          expected += is_found;
        }
        EXPECT_EQ(count, expected);
        EXPECT_EQ(count_bits(found.data(), words), expected);
      }
}

TEST(BlockKernel, WritesTheDistancesOfASetAndNoOthers) {
  Random random(2);
  for (const std::uint32_t size : kSizes)
    for (const std::uint32_t one_of : {100U, 2U, 1U}) {
      const Words set = random_set(random, size, one_of);
      std::vector<std::uint8_t> distance(size + 64, 77);
      write_distances(set.data(), size, 5, distance.data());
      for (std::uint32_t e = 0; e < distance.size(); ++e)
        ASSERT_EQ(distance[e], e < size && contains(set, e) ? 5 : 77) << "byte " << e << " of " << size;
    }
}

}  // namespace
}  // namespace superflip::detail
