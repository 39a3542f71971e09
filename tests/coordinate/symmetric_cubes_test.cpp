// The types of symmetry and the cubes that have them: published counts, lists against counts, uniform samples.
#include "superflip/coordinate/symmetric_cubes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "superflip/coordinate/symmetry_type.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/read.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "SymmetricCubes.AreAllOfThem"}};

Cube cube_of(std::string_view moves) { return read(moves).value().cube; }
const SymmetryType& type(std::string_view name) { return **find_symmetry_type(name); }

TEST(SymmetryTypes, AreAllSubgroups) {
  int subgroups = 0;
  for (const SymmetryType& t : symmetry_types()) {
    EXPECT_EQ(&symmetry_type_of(t.group), &t) << t.name;
    EXPECT_EQ(&type(t.name), &t);
    EXPECT_EQ(48 % t.group.order(), 0) << t.name;
    subgroups += t.conjugates;
  }
  EXPECT_EQ(subgroups, 98);
  EXPECT_EQ(&type("cS(A)"), &type("Cs(a)"));
  const auto unknown = find_symmetry_type("D5\n");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("'D5\\x0a' is not a type of symmetry: expected Oh O Td"), std::string::npos)
      << unknown.error().message;
}

// The counts of Cube Explorer's symmetry editor (at least), and their inversion by the subgroups (exactly); the sum is
// that of http://cubezzz.dyndns.org/drupal/?q=node/view/63.
TEST(SymmetryTypes, PublishedCountsComeOut) {
  struct Known {
    const char* name;
    const char* at_least;
    const char* exactly;
    int order;
  };
  const std::vector<Known> known{{"Oh", "4", "4", 48},
                                 {"O", "4", "0", 24},
                                 {"Td", "4", "0", 24},
                                 {"D3d", "16", "12", 12},
                                 {"Th", "24", "20", 24},
                                 {"C3v", "48", "32", 6},
                                 {"T", "72", "48", 12},
                                 {"D4h", "128", "124", 16},
                                 {"D3", "432", "416", 6},
                                 {"D4", "512", "384", 8},
                                 {"D2d(face)", "512", "384", 8},
                                 {"C4v", "1024", "896", 8},
                                 {"C4h", "1536", "1408", 8},
                                 {"D2h(edge)", "2048", "1920", 8},
                                 {"D2d(edge)", "3072", "2944", 8},
                                 {"S6", "7776", "7740", 6},
                                 {"D2h(face)", "12288", "11892", 8},
                                 {"C2v(a1)", "65536", "62208", 4},
                                 {"C2v(b)", "98304", "96256", 4},
                                 {"C2h(b)", "98304", "96232", 4},
                                 {"D2(edge)", "98304", "92928", 4},
                                 {"C4", "147456", "144640", 4},
                                 {"D2(face)", "294912", "280272", 4},
                                 {"S4", "442368", "437504", 4},
                                 {"C2h(a)", "589824", "574208", 4},
                                 {"C2v(a2)", "1179648", "1163520", 4},
                                 {"C3", "3779136", "3770864", 3},
                                 {"Cs(b)", "424673280", "424415168", 2},
                                 {"C2(b)", "2548039680", "2547748032", 2},
                                 {"C2(a)", "15288238080", "15285460992", 2},
                                 {"Cs(a)", "18345885696", "18342768640", 2},
                                 {"Ci", "45864714240", "45862360944", 2},
                                 {"C1", "43252003274489856000", "43252003109885814336", 1}};
  ASSERT_EQ(known.size(), symmetry_types().size());
  Uint128 all = 0;
  Uint128 symmetric = 0;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const SymmetryType& t = symmetry_types()[i];
    const SymmetryCount& count = symmetry_counts()[i];
    EXPECT_EQ(t.name, known[i].name);
    EXPECT_EQ(t.group.order(), known[i].order) << t.name;
    EXPECT_EQ(to_decimal(count.at_least), known[i].at_least) << t.name;
    EXPECT_EQ(to_decimal(count.exactly), known[i].exactly) << t.name;
    EXPECT_EQ(SymmetricCubes(t.group).count(), count.at_least) << t.name;
    all += count.of_type;
    if (t.name != "C1") symmetric += count.of_type;
  }
  EXPECT_EQ(to_decimal(all), "43252003274489856000");
  EXPECT_EQ(to_decimal(symmetric), "164604041664");
}

TEST(SymmetryTypes, OfKnownCubes) {
  EXPECT_EQ(symmetry_type_of(kSolved).name, "Oh");
  EXPECT_EQ(symmetry_type_of(cube_of("R2 L2 U2 D2 F2 B2")).name, "Oh");
  EXPECT_EQ(symmetry_type_of(cube_of("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")).name, "Oh");
  EXPECT_EQ(symmetry_type_of(cube_of("R U R' U'")).name, "C1");
  EXPECT_EQ(symmetry_type_of(cube_of("U")).name, "C4");
  EXPECT_EQ(symmetry_type_of(cube_of("U2")).name, "C4v");
  EXPECT_EQ(symmetry_type_of(cube_of("U D")).name, "D4");
  EXPECT_EQ(symmetry_type_of(cube_of("U D'")).name, "C4h");
  EXPECT_EQ(symmetry_type_of(cube_of("R L")).name, "D4");
  EXPECT_EQ(symmetry_type_of(cube_of("R2 L2 U2")).name, "C2v(a2)");
}

// Each cube of a list once, each with the symmetries, as many as are counted; of each class one is the first.
TEST(SymmetricCubes, AreAllOfThem) {
  for (const SymmetryType& t : symmetry_types()) {
    const SymmetricCubes cubes(t.group);
    if (cubes.count() > 100'000) continue;
    const auto i = static_cast<std::size_t>(&t - symmetry_types().data());
    std::unordered_set<Cube> all;
    std::unordered_set<Cube> classes;
    std::unordered_set<Cube> first;
    std::uint64_t exactly = 0;
    EXPECT_TRUE(cubes.visit([&](const Cube& c) {
      EXPECT_TRUE(is_reachable(c));
      const std::uint64_t set = symmetries_of(c);
      EXPECT_EQ(set & t.group.bits(), t.group.bits());
      exactly += set == t.group.bits() ? 1 : 0;
      all.insert(c);
      classes.insert(least_image(c));
      const auto is_listed = [&](const Cube& image) {
        return (symmetries_of(image) & t.group.bits()) == t.group.bits();
      };
      if (is_first_of_alike(c, false, is_listed)) {
        EXPECT_TRUE(first.insert(least_image(c)).second);
      }
      return true;
    })) << t.name;
    EXPECT_EQ(all.size(), cubes.count()) << t.name;
    EXPECT_EQ(exactly, symmetry_counts()[i].exactly) << t.name;
    EXPECT_EQ(first, classes) << t.name;
  }
}

TEST(SymmetricCubes, AListEndsWhenItIsTold) {
  int met = 0;
  EXPECT_FALSE(SymmetricCubes(type("C1").group).visit([&](const Cube&) { return ++met < 1000; }));
  EXPECT_EQ(met, 1000);
}

// Those of all cubes are published: 73 numbers up to 1260.
TEST(SymmetricCubes, HaveTheseOrders) {
  const std::set<int> any = SymmetricCubes(type("C1").group).orders();
  EXPECT_EQ(any.size(), 73U);
  EXPECT_EQ(*any.rbegin(), 1260);
  for (const int order : {16, 77, 132, 495}) EXPECT_TRUE(any.contains(order)) << order;
  for (const int order : {13, 17, 25, 32}) EXPECT_FALSE(any.contains(order)) << order;
  for (const char* const name : {"Oh", "T", "D3", "C4h", "S6"}) {
    const SymmetricCubes cubes(type(name).group);
    std::set<int> expected;
    cubes.visit([&](const Cube& c) {
      expected.insert(order(c));
      return true;
    });
    EXPECT_EQ(cubes.orders(), expected) << name;
  }
}

// What is left out is all that has the same beginning, and the parts of the work that is behind only grow.
TEST(SymmetricCubes, ACubeThatIsBegunMayBeLeftOut) {
  const SymmetricCubes cubes(type("D3").group);
  const auto is_solved_at = [](const Cube& c, unsigned corners) {
    for (int place = 0; place < kCorners; ++place)
      if ((corners >> place & 1) != 0 && (c.corner_at(place) != place || c.twist_at(place) != 0)) return false;
    return true;
  };
  std::vector<Cube> expected;
  cubes.visit([&](const Cube& c) {
    if (is_solved_at(c, 255)) expected.push_back(c);
    return true;
  });
  std::vector<Cube> found;
  double done = 0;
  int begun_with_edges = 0;
  EXPECT_TRUE(cubes.visit([&](const Cube& c) { return found.push_back(c), true; },
                          [&](const SymmetricCubes::Begun& begun) {
                            EXPECT_GE(begun.done, done);
                            EXPECT_LE(begun.done, 1);
                            done = begun.done;
                            begun_with_edges += begun.edges != 0 ? 1 : 0;
                            EXPECT_TRUE(begun.edges == 0 || begun.corners == 255);
                            return is_solved_at(begun.cube, begun.corners);
                          }));
  EXPECT_EQ(found, expected);
  EXPECT_FALSE(found.empty());
  EXPECT_LT(found.size(), 432U);
  EXPECT_GT(begun_with_edges, 0);
}

// A thousand draws for each of the 16 cubes with D3d.
TEST(SymmetricCubes, AreDrawnUniformly) {
  Random random(1);
  const SymmetricCubes cubes(type("D3d").group);
  std::unordered_map<Cube, int> drawn;
  for (int i = 0; i < 16'000; ++i) ++drawn[cubes.random(random)];
  EXPECT_EQ(drawn.size(), 16U);
  double chi2 = 0;
  for (const auto& [c, n] : drawn) chi2 += (n - 1000.0) * (n - 1000.0) / 1000;
  EXPECT_LT(chi2, 45);  // 15 degrees of freedom: one in 20,000
  for (const SymmetryType& t : symmetry_types()) {
    const Cube c = SymmetricCubes(t.group).random(random);
    EXPECT_TRUE(is_reachable(c));
    EXPECT_EQ(symmetries_of(c) & t.group.bits(), t.group.bits()) << t.name;
  }
  // Of the trivial group, all cubes: hardly any has a symmetry, and half are even.
  const SymmetricCubes any(type("C1").group);
  int even = 0;
  for (int i = 0; i < 1000; ++i) even += corner_parity(any.random(random)) == 0 ? 1 : 0;
  EXPECT_NEAR(even, 500, 80);
}

RC_GTEST_PROP(LeastImage, IsTheSameForCubesThatAreAlike, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Cube c = random.below(2) == 0 ? random.cube() : random.cube_in_space();
  const Symmetry s = kAllSymmetries[random.below(kSymmetries)];
  const Cube least = least_image(c);
  RC_ASSERT(least == least_image(conjugate(c, s)));
  const Cube of_both = least_image(c, true);
  RC_ASSERT(of_both == least_image(conjugate(inverse(c), s), true));
  std::vector<Cube> images;
  for (const Symmetry t : kAllSymmetries) {
    images.push_back(conjugate(c, t));
    RC_ASSERT(!is_less(images.back(), least));
    RC_ASSERT(!is_less(images.back(), of_both));
    RC_ASSERT(!is_less(conjugate(inverse(c), t), of_both));
  }
  RC_ASSERT(std::find(images.begin(), images.end(), least) != images.end());
  RC_ASSERT(of_both == least || of_both == least_image(inverse(c)));
}

}  // namespace
}  // namespace superflip
