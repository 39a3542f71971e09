// The first levels of the whole group, by breadth-first search over classes of cubes under the 48 symmetries.
//
// A class is kept as its smallest member; it stands for 48 cubes divided by the number of its self-symmetries. Since
// conjugation carries moves to moves, the moves of one member lead to all classes that the class leads to.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"
#include "superflip/table/transition.h"

namespace superflip {
namespace {

constexpr auto kQuarterTurns = moves_at(0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17);

bool before(const Cube& a, const Cube& b) { return std::memcmp(&a, &b, sizeof(Cube)) < 0; }

Cube representative(const Cube& c) {
  Cube least = c;
  for (const Symmetry s : kAllSymmetries) least = std::min(least, conjugate(c, s), before);
  return least;
}

struct Levels {
  std::vector<std::uint64_t> cubes;
  std::vector<std::uint64_t> classes;
};

Levels levels(int depth, std::span<const Move> moves) {
  Levels found;
  std::vector<Cube> last;
  std::vector<Cube> level{kSolved};
  for (int d = 0;; ++d) {
    std::uint64_t cubes = 0;
    for (const Cube& c : level) cubes += kSymmetries / std::popcount(symmetries_of(c));
    found.cubes.push_back(cubes);
    found.classes.push_back(level.size());
    if (d == depth) return found;
    std::vector<Cube> next;
    for (const Cube& c : level)
      for (const Move m : moves) next.push_back(representative(apply(c, m)));
    std::sort(next.begin(), next.end(), before);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    // A move leads to a neighbouring level: what is not in the last two is new.
    const auto known = [&](const Cube& c) {
      return std::binary_search(level.begin(), level.end(), c, before) ||
             std::binary_search(last.begin(), last.end(), c, before);
    };
    next.erase(std::remove_if(next.begin(), next.end(), known), next.end());
    last = std::move(level);
    level = std::move(next);
  }
}

TEST(FullGroup, FirstLevelsInFaceTurns) {
  const Levels found = levels(6, kAllMoves);
  EXPECT_EQ(found.cubes, (std::vector<std::uint64_t>{1, 18, 243, 3240, 43239, 574908, 7618438}));
  EXPECT_EQ(found.classes, (std::vector<std::uint64_t>{1, 2, 9, 75, 934, 12077, 159131}));
}

TEST(FullGroup, FirstLevelsInQuarterTurns) {
  const Levels found = levels(7, kQuarterTurns);
  EXPECT_EQ(found.cubes, (std::vector<std::uint64_t>{1, 12, 114, 1068, 10011, 93840, 878880, 8221632}));
  EXPECT_EQ(found.classes, (std::vector<std::uint64_t>{1, 1, 5, 25, 219, 1978, 18395, 171529}));
}

// Without symmetry, as far as is cheap.
TEST(FullGroup, FirstLevelsCubeByCube) {
  std::vector<Cube> last;
  std::vector<Cube> level{kSolved};
  std::vector<std::uint64_t> counts{1};
  for (int d = 1; d <= 4; ++d) {
    std::vector<Cube> next;
    for (const Cube& c : level)
      for (const Cube& m : kMoveCubes) next.push_back(c * m);
    std::sort(next.begin(), next.end(), before);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    std::vector<Cube> fresh;
    std::set_difference(next.begin(), next.end(), level.begin(), level.end(), std::back_inserter(fresh), before);
    next.clear();
    std::set_difference(fresh.begin(), fresh.end(), last.begin(), last.end(), std::back_inserter(next), before);
    counts.push_back(next.size());
    last = std::move(level);
    level = std::move(next);
  }
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 18, 243, 3240, 43239}));
}

TEST(SlowFullGroup, TheSeventhLevel) {
  const Levels found = levels(7, kAllMoves);
  EXPECT_EQ(found.cubes.back(), 100803036u);
  EXPECT_EQ(found.classes.back(), 2101575u);
}

}  // namespace
}  // namespace superflip
