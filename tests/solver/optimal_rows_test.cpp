// The last level of large pruning tables, made by rows, against the cosets of cubes after each move. Rows are no part
// of any header that the library shows: this file is compiled like the library's own that use them.
#include "superflip/solver/optimal/generate.h"

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/solver/optimal_rows_test.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "superflip/base/detail/dispatch.h"
#include "superflip/solver/optimal/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace superflip::optimal {
namespace HWY_NAMESPACE {
namespace {

void take_rows_here(const Shape& shape, std::uint8_t* lines, std::uint64_t begin, std::uint64_t end) {
  Rows(shape).take(lines, begin, end);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip::optimal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <map>
#include <vector>

#include "superflip/cube/random.h"
#include "superflip/solver/optimal/indices.h"

namespace superflip::optimal {
namespace {

SUPERFLIP_DISPATCH_TABLE(take_rows_here);

// A table that is not there but for the lines that are written to.
class SparseTable {
 public:
  explicit SparseTable(const Shape& shape) : bytes_(shape.bytes()) {
    void* const memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    lines_ = memory == MAP_FAILED ? nullptr : static_cast<std::uint8_t*>(memory);
  }
  SparseTable(const SparseTable&) = delete;
  SparseTable& operator=(const SparseTable&) = delete;
  ~SparseTable() {
    if (lines_ != nullptr) munmap(lines_, bytes_);
  }

  std::uint8_t* lines() const { return lines_; }
  unsigned operator[](std::uint64_t entry) const { return byte(entry) >> shift(entry) & 3U; }
  void set(std::uint64_t entry, unsigned value) {
    byte(entry) = static_cast<std::uint8_t>((byte(entry) & ~(3U << shift(entry))) | value << shift(entry));
  }

 private:
  std::uint8_t& byte(std::uint64_t i) const { return lines_[i / kLineEntries * kLineBytes + i % kLineEntries / 4]; }
  static unsigned shift(std::uint64_t i) { return static_cast<unsigned>(2 * (i % kLineEntries % 4)); }

  std::uint64_t bytes_;
  std::uint8_t* lines_;
};

// The cubes with the corners and the places of edges of this one, and every even choice of flips.
std::vector<Cube> all_flips_of(const Cube& cube) {
  std::vector<Cube> cubes;
  for (unsigned flips = 0; flips < 4096; ++flips) {
    if (std::popcount(flips) % 2 != 0) continue;
    Cube c = cube;
    for (int x = 0; x < kEdges; ++x) c.set_edge(x, c.edge_at(x), static_cast<int>(flips >> x & 1));
    cubes.push_back(c);
  }
  return cubes;
}

TEST(OptimalRows, TakeTheNextDistance) {
  for (const Metric metric : {Metric::htm, Metric::qtm})
    for (const Relation relation : {Relation::none, Relation::parity}) {
      const Shape shape{"", false, relation, 9, 9, metric};
      SparseTable table(shape);
      ASSERT_NE(table.lines(), nullptr);
      Random random(5);
      for (int n = 0; n < 4; ++n) {
        const Cube cube = n == 0 ? kSolved : random.cube();
        const std::uint64_t row = index_of(shape, cube) / kFlips;
        const std::vector<Cube> cubes = all_flips_of(cube);
        // One value for all entries of a coset.
        std::map<std::uint64_t, unsigned> value_of;
        const auto value = [&](const Cube& c) {
          const auto indices = indices_of(shape, c);
          const auto [at, is_new] = value_of.try_emplace(*std::min_element(indices.begin(), indices.end()), 0);
          if (is_new) at->second = random.below(24) == 0 ? 1 : random.below(8) == 0 ? 2 : random.below(2) == 0 ? 0 : 3;
          for (const std::uint64_t i : indices) table.set(i, at->second);
          return at->second;
        };
        std::map<std::uint64_t, unsigned> expected;  // by entry of the row
        for (const Cube& c : cubes) {
          const unsigned is = value(c);
          bool is_reached = false;
          for (const Move m : kAllMoves)
            if (cost(m, metric) == 1 && value(apply(c, m)) == 1) is_reached = true;
          expected[index_of(shape, c)] = is == 3 && is_reached ? 2 : is;
        }
        ASSERT_EQ(expected.size(), static_cast<std::size_t>(kFlips));
        // A neighbour may be in the row itself, whose entries must stay 1 or not until it is taken.
        const unsigned after = row + 1 < shape.entries() / kFlips ? table[(row + 1) * kFlips] : 0;
        SUPERFLIP_DISPATCH(take_rows_here)(shape, table.lines(), row, row + 1);
        int changes = 0;
        for (const auto& [entry, is] : expected) {
          ASSERT_EQ(entry / kFlips, row);
          ASSERT_EQ(table[entry], is) << entry;
          changes += is == 2 ? 1 : 0;
        }
        EXPECT_GT(changes, 10);
        if (row + 1 < shape.entries() / kFlips) {
          EXPECT_EQ(table[(row + 1) * kFlips], after);
        }
      }
    }
}

}  // namespace
}  // namespace superflip::optimal
#endif  // HWY_ONCE
