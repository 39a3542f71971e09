// Subgroups: published sizes, and the members of a small one as an enumeration finds them.
#include "superflip/cube/subgroup.h"

#include <gtest/gtest.h>

#include <queue>
#include <unordered_set>

#include "superflip/cube/move_set.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"

namespace superflip {
namespace {

std::vector<Cube> generators(const std::string& moves) {
  const auto set = parse_move_set(moves);
  EXPECT_TRUE(set) << moves;
  std::vector<Cube> cubes;
  if (set)
    for (const Step& step : set->steps()) cubes.push_back(step.cube);
  return cubes;
}

TEST(Subgroup, HasThePublishedSize) {
  for (const auto& [moves, size] : std::vector<std::pair<std::string, std::string>>{
           {"U2 R2", "12"},
           {"U D", "16"},
           {"U2 D2 F2", "96"},
           {"U2 D2 R2 L2", "192"},
           {"slices", "768"},
           {"U2 R2 F2", "2592"},
           {"antislices", "6144"},
           {"U R2", "14400"},
           {"squares", "663552"},
           {"U R", "73483200"},
           {"G1", "19508428800"},
           {"U R F", "170659735142400"},
           {"U R F D L", "43252003274489856000"},
           {"all", "43252003274489856000"},
       })
    EXPECT_EQ(to_decimal(Subgroup(generators(moves)).size()), size) << moves;
  EXPECT_EQ(to_decimal(Subgroup({}).size()), "1");
}

TEST(Subgroup, OfImpossibleCubesAsWell) {
  std::vector<Cube> all = generators("all");
  Cube twisted;
  twisted.set_twist(URF, 1);
  all.push_back(twisted);
  EXPECT_EQ(to_decimal(Subgroup(all).size()), "129756009823469568000");
}

TEST(Subgroup, ContainsWhatAnEnumerationFinds) {
  const std::vector<Cube> moves = generators("U R2");
  std::unordered_set<Cube> found{kSolved};
  std::queue<Cube> next({kSolved});
  for (; !next.empty(); next.pop())
    for (const Cube& move : moves)
      if (const Cube cube = next.front() * move; found.insert(cube).second) next.push(cube);
  EXPECT_EQ(found.size(), 14400);
  const Subgroup subgroup(moves);
  for (const Cube& cube : found) ASSERT_TRUE(subgroup.contains(cube));
  // Near it, and of the larger group with the same pieces in place: <U, R>.
  Random random(1);
  const std::vector<Cube> more = generators("U R");
  Cube cube;
  int outside = 0;
  for (int i = 0; i < 100'000; ++i) {
    cube = cube * more[random.below(more.size())];
    if (i % 20 == 0) cube = kSolved;
    EXPECT_EQ(subgroup.contains(cube), found.contains(cube));
    outside += found.contains(cube) ? 0 : 1;
  }
  EXPECT_GT(outside, 1000);
  EXPECT_LT(outside, 99'000);
}

TEST(Subgroup, ContainsProductsAndInverses) {
  Random random(2);
  for (const char* moves : {"U R F", "squares", "(R U R' U') F2", "M E", "G1"}) {
    const std::vector<Cube> steps = generators(moves);
    const Subgroup subgroup(steps);
    Cube cube;
    int outside = 0;
    for (int i = 0; i < 1000; ++i) {
      cube = cube * steps[random.below(steps.size())];
      ASSERT_TRUE(subgroup.contains(cube)) << moves;
      ASSERT_TRUE(subgroup.contains(inverse(cube))) << moves;
      // One turn beside it, which may be one of the subgroup's own.
      const Cube other = cube * kMoveCubes[random.below(kMoves)];
      outside += subgroup.contains(other) ? 0 : 1;
      ASSERT_EQ(subgroup.contains(steps[random.below(steps.size())] * other), subgroup.contains(other)) << moves;
    }
    EXPECT_GT(outside, 100) << moves;
  }
}

}  // namespace
}  // namespace superflip
