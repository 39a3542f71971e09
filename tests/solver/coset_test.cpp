// Whole cosets of G1: the numbers of G1 as a bijection, passes against moves one by one, the search against all words,
// and published distributions. What fills the whole bitmap needs 3 GB and says so when it skips.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "superflip/base/detail/dispatch.h"
#include "superflip/base/memory.h"
#include "superflip/campaign/detail/plain_coset.h"
#include "superflip/coordinate/basic.h"
#include "superflip/cube/move_set.h"
#include "superflip/cube/random.h"
#include "superflip/cube/symmetry.h"
#include "superflip/engine/coset_report.h"
#include "superflip/engine/detail/coset_proofs.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/read.h"
#include "superflip/solver/coset/enumeration.h"
#include "superflip/solver/coset/pass.h"
#include "superflip/solver/coset/pass_tables.h"
#include "superflip/solver/coset/symmetries.h"
#include "superflip/solver/coset_classes.h"
#include "superflip/solver/two_phase/tables.h"
#include "superflip/solver/two_phase/two_phase.h"
#include "superflip/table/memory_tables.h"
#include "tests/support/labels.h"

namespace superflip::coset {
namespace {

const Labels kLabels{{"threads", "Coset"},
                     {"threads", "SlowCoset"},
                     {"long", "Coset"},
                     {"threads", "CosetProofs"},
                     {"threads", "SlowCosetProofs"},
                     {"long", "CosetProofs"},
                     // Skipped where the memory is less than a coset takes.
                     {"environment", "SlowCoset"},
                     {"environment", "SlowCosetProofs"},
                     {"environment", "SlowCosetSolver"}};

using Counts = std::vector<std::uint64_t>;

Cube after(std::string_view moves) { return moves.empty() ? kSolved : read(moves).value().cube; }

// The tables of a metric, opened once. The large ones are made only where a test needs them.
std::shared_ptr<const SearchTables> tables_of(Profile profile, Metric metric) {
  static std::map<std::pair<Profile, Metric>, std::shared_ptr<const SearchTables>> opened;
  auto& tables = opened[{profile, metric}];
  if (!tables) {
    const auto source = default_tables().value();
    if (metric == Metric::stm)
      return tables = SearchTables::open_in_stm(source.get(), hardware_threads(), {}, nullptr).value();
    tables = std::make_shared<const SearchTables>(
        TwoPhaseTables::open(profile, metric, source.get(), hardware_threads()).value()->inside());
  }
  return tables;
}

Workspace& workspace(Profile profile = Profile::standard, Metric metric = Metric::htm, unsigned threads = 2) {
  static std::map<std::tuple<Profile, Metric, unsigned>, std::unique_ptr<Workspace>> made;
  const std::tuple key{profile, metric, threads};
  if (const auto there = made.find(key); there != made.end()) return *there->second;
  made.clear();  // one at a time: each has a pool of pages
  return *(made[key] = std::make_unique<Workspace>(tables_of(profile, metric), threads));
}

bool has_memory_for_passes() { return available_memory() > workspace_bytes(Metric::stm, 2) + 1'000'000'000; }

// The number of elements found at each depth, by complete levels to `search_depth` and passes after it.
Counts distribution(Workspace& space, const Cube& cube, int search_depth, int max_depth, std::uint32_t extra = 0) {
  Enumeration levels(space, cube, nullptr, {});
  Counts found{levels.found()};
  std::uint64_t before = levels.found();
  for (int d = 1; d <= max_depth; ++d) {
    EXPECT_TRUE(levels.next(d <= search_depth ? 1 : d == search_depth + 1 ? extra : 0));
    found.push_back(levels.found() - before);
    before = levels.found();
  }
  EXPECT_EQ(levels.bitmap().count(), levels.found());
  EXPECT_EQ(levels.exact_to(), search_depth);
  return found;
}

Counts at(int first, Counts counts) {
  counts.insert(counts.begin(), static_cast<std::size_t>(first), 0);
  return counts;
}

TEST(Coset, G1NumbersAreABijection) {
  const G1Numbers& g1 = g1_numbers();
  EXPECT_EQ(g1.corners.orbits().size(), 168U);
  EXPECT_EQ(g1.edges.orbits().size(), 168U);
  std::map<int, int> sizes;
  for (const auto& orbit : g1.corners.orbits()) ++sizes[orbit.size];
  EXPECT_EQ(sizes, (std::map<int, int>{{4, 6}, {8, 12}, {16, 150}}));
  Random random(1);
  for (int n = 0; n < 200'000; ++n) {
    const Place place{static_cast<std::uint32_t>(random.below(kPages)),
                      static_cast<std::uint32_t>(random.below(kPageBits))};
    const Cube element = g1.element(place);
    ASSERT_TRUE(is_reachable(element));
    ASSERT_EQ(CornerOrientation::index(element) + EdgeOrientation::index(element) + UDSlice::index(element), 0U);
    ASSERT_EQ(g1.place(element), place);
    const std::size_t letter = random.below(kG1Letters.size());
    Cube moved = element;
    for (const Move m : moves_of(kG1Letters[letter]))
      if (m != kNoMove) moved = apply(moved, m);
    ASSERT_EQ(g1.moved(place, letter), g1.place(moved));
  }
}

// All arrangements, all relabellings: each permutation of eight pieces has a number of its own.
TEST(Coset, ArrangementsNumberAllPermutations) {
  const Arrangements& a = g1_numbers().corners;
  std::set<std::uint32_t> numbers;
  std::array<std::uint8_t, 8> pieces{0, 1, 2, 3, 4, 5, 6, 7};
  do {
    std::uint64_t bytes = 0;
    for (int x = 0; x < 8; ++x) bytes |= std::uint64_t{pieces[x]} << (8 * x);
    const auto number = a.number(bytes);
    ASSERT_LT(number.arrangement, kArrangements);
    ASSERT_LT(number.relabelling, 16);
    ASSERT_EQ(a.pieces(number), pieces);
    numbers.insert(std::uint32_t{number.arrangement} * 16 + number.relabelling);
  } while (std::next_permutation(pieces.begin(), pieces.end()));
  EXPECT_EQ(numbers.size(), 40320U);
}

TEST(Coset, SliceStepsOfThePassAreThoseOfG1Numbers) {
  for (std::size_t h = 0; h < kHalfTurns.size(); ++h)
    for (std::size_t s = 0; s < kSliceOrders; ++s) {
      const Step step = g1_numbers().slice_steps[s][kHalfTurns[h]];
      EXPECT_EQ(kSliceSteps[h][s].target, step.target);
      EXPECT_EQ(kSliceSteps[h][s].bytes, std::uint32_t{step.delta} << 4);
    }
}

// The letters are what counts as one move, those of G1 stand first to last in the order of the moves of G1, and words
// of two letters meet every product of two of them.
TEST(Coset, LettersAreWhatCountsAsOneMove) {
  const auto cube_of = [](Letter l) {
    Cube cube;
    for (const Move m : moves_of(l))
      if (m != kNoMove) cube = apply(cube, m);
    return cube;
  };
  for (std::size_t n = 0; n < kPhase2Moves.size(); ++n) EXPECT_EQ(kG1Letters[n], kPhase2Moves[n]);
  for (std::size_t n = 0; n < kLastLetters.size(); ++n) {
    const Cube other = cube_of(kLastLetters[n]) * cube_of(kG1Letters[kHalfTurns[n]]);
    EXPECT_EQ(other, inverse(cube_of(kLastLetters[n])));
  }
  for (const Metric metric : {Metric::htm, Metric::stm}) {
    std::unordered_set<Cube> letters;
    std::unordered_set<Cube> in_subgroup;
    std::unordered_set<Cube> pairs;
    std::unordered_set<Cube> allowed;
    for (Letter a = 0; a < kLetters; ++a) {
      if ((letters_of(metric) >> a & 1) == 0) continue;
      letters.insert(cube_of(a));
      if (in_g1(cube_of(a))) in_subgroup.insert(cube_of(a));
      for (const Symmetry s : kAllUdSymmetries) EXPECT_EQ(cube_of(conjugate(a, s)), conjugate(cube_of(a), s));
      for (Letter b = 0; b < kLetters; ++b) {
        if ((letters_of(metric) >> b & 1) == 0) continue;
        pairs.insert(cube_of(a) * cube_of(b));
        if (may_follow(a, b, metric)) allowed.insert(cube_of(a) * cube_of(b));
      }
    }
    std::unordered_set<Cube> expected;
    const MoveSet one = superflip::moves_of(metric);
    for (const superflip::Step& step : one.steps()) expected.insert(step.cube);
    EXPECT_EQ(letters, expected);
    std::unordered_set<Cube> of_g1;
    for (std::size_t n = 0; n < g1_letters(metric); ++n) of_g1.insert(cube_of(kG1Letters[n]));
    EXPECT_EQ(in_subgroup, of_g1);
    for (const Cube& shorter : letters) {
      pairs.erase(shorter);
      EXPECT_FALSE(allowed.contains(shorter));
    }
    pairs.erase(kSolved);
    EXPECT_EQ(allowed, pairs);
  }
}

TEST(Coset, OrderOfThePassFreesPagesEarly) {
  for (const Metric metric : {Metric::htm, Metric::stm}) {
    std::vector<std::uint16_t> orbits = pass_order(metric).orbits;
    std::sort(orbits.begin(), orbits.end());
    for (std::size_t i = 0; i < orbits.size(); ++i) EXPECT_EQ(orbits[i], i);
    EXPECT_EQ(orbits.size(), 168U);
    EXPECT_LE(pass_order(metric).peak, 3000U) << name(metric);
    EXPECT_EQ(pass_order(metric).most_read, metric == Metric::htm ? 80U : 96U);
  }
}

// All words of at most `left` moves from the cube that lead into G1, and how many lead to each element at least.
void brute_force(const Cube& cube, const MoveSet& moves, int left, int last, int spent,
                 std::map<std::vector<int>, int>& found) {
  if (CornerOrientation::index(cube) == 0 && EdgeOrientation::index(cube) == 0 && UDSlice::index(cube) == 0) {
    std::vector<int> pieces;
    for (int x = 0; x < kCorners; ++x) pieces.push_back(cube.corner_at(x));
    for (int x = 0; x < kEdges; ++x) pieces.push_back(cube.edge_at(x));
    const auto [at, is_new] = found.emplace(std::move(pieces), spent);
    if (!is_new) at->second = std::min(at->second, spent);
  }
  for (int m = 0; left > 0 && m < moves.size(); ++m)
    if (last < 0 || moves.may_follow(last, m)) brute_force(cube * moves[m].cube, moves, left - 1, m, spent + 1, found);
}

class CosetOf : public testing::TestWithParam<Metric> {};

// 100 cosets that short words lead to, with all words from them.
TEST_P(CosetOf, FirstLevelsAreThoseOfAllWords) {
  const Metric metric = GetParam();
  const MoveSet moves = superflip::moves_of(metric);
  const int depth = metric == Metric::qtm ? 5 : 4;
  Workspace& space = workspace(Profile::standard, metric);
  Random random(7);
  std::uint64_t elements = 0;
  for (int n = 0; n < 100; ++n) {
    Cube cube = random.cube();
    if (n % 4 != 0) {  // an element of G1, then some turns
      cube = g1_numbers().element(
          {static_cast<std::uint32_t>(random.below(kPages)), static_cast<std::uint32_t>(random.below(kPageBits))});
      for (int m = 0; m < n % 4 + n % 2; ++m) cube = apply(cube, Move(random.below(kMoves)));
    }
    std::map<std::vector<int>, int> found;
    brute_force(cube, moves, depth, -1, 0, found);
    Counts expected(static_cast<std::size_t>(depth + 1));
    for (const auto& [pieces, at] : found) ++expected[static_cast<std::size_t>(at)];
    Enumeration levels(space, cube, nullptr, {});
    std::uint64_t before = levels.found();
    ASSERT_EQ(before, expected[0]);
    for (int d = 1; d <= depth; ++d) {
      ASSERT_TRUE(levels.next(1));
      ASSERT_EQ(levels.found() - before, expected[static_cast<std::size_t>(d)]) << n << " at " << d;
      before = levels.found();
    }
    for (const auto& [pieces, at] : found) {
      Cube element;
      for (int x = 0; x < kCorners; ++x) element.set_corner(x, pieces[static_cast<std::size_t>(x)], 0);
      for (int x = 0; x < kEdges; ++x) element.set_edge(x, pieces[static_cast<std::size_t>(kCorners + x)], 0);
      ASSERT_TRUE(levels.bitmap().contains(g1_numbers().place(element)));
    }
    elements += found.size();
  }
  EXPECT_GT(elements, 10'000U);
}
INSTANTIATE_TEST_SUITE_P(Metrics, CosetOf, testing::Values(Metric::htm, Metric::qtm, Metric::stm));
const Labels kMetricLabels{{"threads", "Metrics/CosetOf"}, {"long", "Metrics/CosetOf"}};

// 100 random cosets, whose first elements are some ten moves away.
TEST(SlowCoset, FirstElementsOfRandomCosetsAreThoseOfAllWords) {
  for (const Metric metric : {Metric::htm, Metric::qtm, Metric::stm}) {
    const superflip::detail::PlainBounds bounds(metric);
    Random random(11);
    for (int n = 0; n < 100; ++n) {
      const Cube cube = random.cube();
      Enumeration levels(workspace(Profile::standard, metric), cube, nullptr, {});
      superflip::detail::PlainCoset plain(bounds, cube);
      ASSERT_EQ(plain.next(), levels.found());
      while (plain.met().size() < 20) {
        ASSERT_TRUE(levels.next(1));
        plain.next();
        ASSERT_EQ(levels.found(), plain.met().size()) << n << " at " << levels.depth();
        for (const Cube& element : plain.met()) ASSERT_TRUE(levels.bitmap().contains(g1_numbers().place(element)));
      }
      EXPECT_GE(levels.depth(), metric == Metric::stm ? 6 : 7);
    }
  }
}

// Positions of the group at distance d, summed over one coset of each class: those that at most d moves lead to.
void check_sums(Metric metric, std::size_t depth, std::size_t expected_classes, const Counts& expected) {
  const two_phase::Fold& fold = tables_of(Profile::standard, metric)->fold();
  Workspace& space = workspace(Profile::standard, metric);
  const MoveSet moves = superflip::moves_of(metric);
  // A cube of each coset that is so near, and how many cosets are like it.
  std::map<std::uint32_t, Cube> near{{0, kSolved}};
  const auto class_of = [&](const Cube& c) {
    return fold
        .place(static_cast<std::uint32_t>(CornerOrientation::index(c)),
               static_cast<std::uint32_t>(EdgeOrientation::index(c)), static_cast<std::uint32_t>(UDSlice::index(c)))
        .index;
  };
  near = {{class_of(kSolved), kSolved}};
  std::vector<Cube> last{kSolved};
  for (std::size_t d = 0; d < depth; ++d) {
    std::vector<Cube> next;
    for (const Cube& cube : last)
      for (const superflip::Step& move : moves.steps())
        if (const Cube to = cube * move.cube; near.emplace(class_of(to), to).second) next.push_back(to);
    last = std::move(next);
  }
  // The places of a class whose twist has symmetries of its own are several; their least is taken.
  Counts sums(depth + 1);
  std::set<std::vector<std::array<std::uint64_t, 3>>> classes;
  for (const auto& [place, cube] : near) {
    std::vector<std::array<std::uint64_t, 3>> images;
    for (const Symmetry s : kAllUdSymmetries) {
      const Cube c = conjugate(cube, s);
      images.push_back({CornerOrientation::index(c), EdgeOrientation::index(c), UDSlice::index(c)});
    }
    std::sort(images.begin(), images.end());
    images.erase(std::unique(images.begin(), images.end()), images.end());
    if (!classes.insert(images).second) continue;
    Enumeration levels(space, cube, nullptr, {});
    EXPECT_EQ(levels.symmetries() * images.size(), 16U);
    sums[0] += levels.found() * images.size();
    std::uint64_t before = levels.found();
    for (std::size_t d = 1; d <= depth; ++d) {
      ASSERT_TRUE(levels.next(1));
      sums[d] += (levels.found() - before) * images.size();
      before = levels.found();
    }
  }
  EXPECT_EQ(classes.size(), expected_classes);
  EXPECT_EQ(sums, expected);
}

// In stm: solver/optimal counts the same.
TEST(Coset, FirstLevelsOfAllCosetsSumToThoseOfTheGroup) {
  check_sums(Metric::htm, 4, 1U + 1 + 5 + 44 + 465, {1, 18, 243, 3240, 43239});
  check_sums(Metric::stm, 3, 115, {1, 27, 501, 9175});
}

// forum.cubeman.org/?q=node/view/51, and own counts of all words.
TEST(Coset, KnownFirstLevelsComeOut) {
  Workspace& space = workspace();
  EXPECT_EQ(distribution(space, kSolved, 8, 8), (Counts{1, 10, 67, 456, 3079, 20076, 125218, 756092, 4331124}));
  const Cube flip8 = [] {
    Cube c;
    for (int x = 0; x < 8; ++x) c.set_flip(x, 1);
    return c;
  }();
  EXPECT_EQ(distribution(space, flip8, 9, 9), at(6, {128, 2480, 29616, 275072}));
  const Cube superflip = [] {
    Cube c;
    for (int x = 0; x < kEdges; ++x) c.set_flip(x, 1);
    return c;
  }();
  EXPECT_EQ(distribution(space, superflip, 12, 12), at(10, {2560, 70272, 1120128}));
  const Cube flip4 = [] {
    Cube c;
    for (int x = 8; x < kEdges; ++x) c.set_flip(x, 1);
    return c;
  }();
  EXPECT_EQ(distribution(space, flip4, 12, 12), at(10, {2944, 78656, 1228768}));
  EXPECT_EQ(distribution(space, after("R U F L D B R U F L"), 12, 12), at(10, {4, 184, 3844}));
}

// forum.cubeman.org/?q=node/view/129
TEST(Coset, PublishedRandomCosetsComeOut) {
  Workspace& space = workspace();
  EXPECT_EQ(distribution(space, after("B' L F L2 D B2 R B L' U2"), 12, 12), at(9, {0, 14, 534, 11657}));
  EXPECT_EQ(distribution(space, after("L' F2 R D' U B' U' F2 U'"), 12, 12), at(9, {12, 283, 3909, 50440}));
  EXPECT_EQ(distribution(space, after("L' F L2 U B2 D2 F D L2 U2"), 12, 12), at(9, {0, 20, 764, 14703}));
  EXPECT_EQ(distribution(space, after("F' D2 R D U' L B L2 R U"), 12, 12), at(9, {0, 22, 492, 8151}));
  EXPECT_EQ(distribution(space, after("L' F' D R2 F U B' D U"), 12, 12), at(9, {2, 74, 1380, 21783}));
  EXPECT_EQ(distribution(space, after("R' D' B' R D' L' B2 U' R"), 12, 12), at(9, {2, 56, 1136, 19561}));
}

TEST(Coset, ThreadsAndSymmetriesDoNotChangeWhatIsFound) {
  const Cube cube = after("F' D2 R D U' L B L2 R U");
  const Counts counts = distribution(workspace(Profile::standard, Metric::htm, 1), cube, 11, 11);
  EXPECT_EQ(distribution(workspace(Profile::standard, Metric::htm, 3), cube, 11, 11), counts);
  for (const Symmetry s : kAllUdSymmetries)
    EXPECT_EQ(distribution(workspace(Profile::standard, Metric::htm, 3), conjugate(cube, s), 11, 11), counts);
}

// The position that an exception leaves in a buffer is that of another coset: R reaches it in one move, F R in none.
TEST(Coset, WhatAFailureLeavesIsNotFoundInTheNextCoset) {
  Workspace space(tables_of(Profile::standard, Metric::htm), 1);
  Enumeration failed(space, after("R"), nullptr, [](double) { throw std::bad_alloc(); });
  EXPECT_THROW(failed.next(1), std::bad_alloc);
  Enumeration levels(space, after("F R"), nullptr, {});
  EXPECT_TRUE(levels.next(1));
  EXPECT_EQ(levels.found(), 0U);
  EXPECT_TRUE(levels.next(1));
  EXPECT_GT(levels.found(), 0U);
}

// The maps of places against cubes: the image of a position p is S^-1 * p * S, and what leads to it is c * p^-1.
TEST(Coset, SymmetriesMapPlacesLikePositions) {
  const auto tables = tables_of(Profile::standard, Metric::htm);
  Random random(3);
  for (const Cube& cube : {kSolved, after("R L U2"), after("R L' F B' U"), after("B' L F L2 D B2 R B L' U2")}) {
    const Start start = start_of(*tables, cube);
    const std::vector<SymmetryMap> maps = maps_of(start.images);
    ASSERT_EQ(maps.size(), start.symmetries.size());
    for (int n = 0; n < 200; ++n) {
      const Place place{static_cast<std::uint32_t>(random.below(kPages)),
                        static_cast<std::uint32_t>(random.below(kPageBits))};
      const Cube position = inverse(g1_numbers().element(place)) * cube;
      for (std::size_t i = 0; i < maps.size(); ++i)
        ASSERT_EQ(maps[i].image(place), g1_numbers().place(cube * inverse(conjugate(position, start.symmetries[i]))));
    }
  }
}

// Random images of some places of a page: exactly these places, and images of theirs in the page, are found again.
TEST(Coset, APageIsClosedUnderSymmetries) {
  const Start start = start_of(*tables_of(Profile::standard, Metric::htm), kSolved);
  const std::vector<SymmetryMap> maps = maps_of(start.images);
  ASSERT_EQ(maps.size(), 15U);
  PagePool pool;
  Bitmap bitmap(pool);
  Random random(5);
  constexpr std::uint32_t kPage = 1234;
  bitmap.make_page(kPage);
  std::set<Place> expected;
  for (int n = 0; n < 40; ++n) {
    const Place place{kPage, static_cast<std::uint32_t>(random.below(kPageBits))};
    expected.insert(place);
    for (const SymmetryMap& map : maps)
      if (const Place image = map.image(place); image.page == kPage) expected.insert(image);
    const Place mark = maps[random.below(maps.size())].image(place);
    bitmap.make_page(mark.page)[mark.bit / 8] |= std::byte{1} << mark.bit % 8;
  }
  const std::uint64_t before = bitmap.count();
  const std::uint64_t closed = close_page(maps, bitmap, kPage);
  EXPECT_EQ(bitmap.count(), before + closed);
  std::set<Place> found;
  for (std::uint32_t bit = 0; bit < kPageBits; ++bit)
    if (bitmap.contains({kPage, bit})) found.insert({kPage, bit});
  EXPECT_EQ(found, expected);
  EXPECT_EQ(close_page(maps, bitmap, kPage), 0U);
}

// On a coset with one symmetry, at the first level after those with lists: 19.5 billion images are looked up.
TEST(SlowCoset, ImagesLookedUpAreThoseThatAreMarked) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "passes need 4 GB of free memory";
  const Cube cube = after("R L' F B' U R L");
  const auto run = [&](bool closes) {
    Enumeration levels(workspace(), cube, nullptr, {}, {.max_listed = 20'000, .closes = closes});
    EXPECT_EQ(levels.symmetries(), 2U);
    while (levels.newest()) EXPECT_TRUE(levels.next(1));
    EXPECT_TRUE(levels.next(1));
    EXPECT_EQ(levels.depth(), 11);  // a search that is divided, and takes one word of those that are alike
    EXPECT_EQ(levels.bitmap().count(), levels.found());
    return levels.found();
  };
  EXPECT_EQ(run(true), run(false));
}

TEST(SlowCoset, ClosingIsStopped) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "passes need 4 GB of free memory";
  const Start start = start_of(*tables_of(Profile::standard, Metric::htm), kSolved);
  Bitmap bitmap(workspace().pool());
  StopFlag stop{false};
  int steps = 0;
  const auto found = close(maps_of(start.images), bitmap, 3, &stop, [&](double done) {
    EXPECT_GT(done, 0);
    if (++steps == 3) stop = true;
  });
  EXPECT_EQ(found, 0U);
  EXPECT_LE(steps, 5);  // what was under way
}

// Each set of instructions for which searches are compiled and which this machine has.
void check_instruction_sets(Profile profile, Metric metric) {
  const Cube cube = after("F' D2 R D U' L B L2 R U");
  const auto run = [&] {
    const int depth = metric == Metric::qtm ? 13 : metric == Metric::stm ? 10 : 12;
    Workspace space(tables_of(profile, metric), 1);
    Enumeration levels(space, cube, nullptr, {});
    for (int d = 1; d <= depth; ++d) EXPECT_TRUE(levels.next(1));
    return std::pair(levels.counts(), levels.found());
  };
  const auto [counts, found] = run();
  EXPECT_GT(counts.leaves, 100U);
  for (const std::int64_t set : {HWY_EMU128, HWY_AVX2}) {
    if ((detail::supported_targets() & set) == 0) continue;
    detail::choose_targets(set);
    const auto [others, also_found] = run();
    EXPECT_EQ(others.nodes, counts.nodes) << name(metric) << " with set " << set;
    EXPECT_EQ(others.endings, counts.endings);
    EXPECT_EQ(others.leaves, counts.leaves);
    EXPECT_EQ(also_found, found);
  }
  detail::choose_targets(detail::supported_targets());
}

TEST(Coset, SearchesOfAllInstructionSetsFindTheSame) {
  for (const Metric metric : {Metric::htm, Metric::qtm, Metric::stm}) check_instruction_sets(Profile::standard, metric);
}

TEST(SlowCoset, SearchesWithTheLargeTablesFindTheSame) { check_instruction_sets(Profile::large, Metric::htm); }

// Rokicki's hcoset quotes both numbers. The words are counted from both ends: at the cosets that six moves lead to, the
// words that come meet those that go on. No search of ours takes part. A word such as R2 L ends in G1, for it is L R2.
TEST(Coset, WordsOfTheTrivialCosetAreAsMany) {
  using Words = std::array<std::uint64_t, kFaces>;  // by the face of the last move
  const two_phase::Fold& fold = tables_of(Profile::standard, Metric::htm)->fold();
  // All words of `length` moves in the order of may_follow() (or in the opposite one) from G1, by where they lead.
  const auto count = [&](int length, bool is_backwards, bool begins_outside) {
    std::unordered_map<std::uint64_t, Words> now;
    const auto solved = static_cast<std::uint64_t>(UDSlice::index(kSolved));
    for (int n = 0; n < length; ++n) {
      std::unordered_map<std::uint64_t, Words> next;
      const auto step = [&](std::uint64_t from, Move m, std::uint64_t words) {
        const std::uint64_t slice = fold.slice_move[from % two_phase::kSlices][m];
        const std::uint64_t flip = fold.flip_move[from / two_phase::kSlices % two_phase::kEdgeFlips][m];
        const std::uint64_t twist = fold.twist_move[from / two_phase::kSlices / two_phase::kEdgeFlips][m];
        next[(twist * two_phase::kEdgeFlips + flip) * two_phase::kSlices + slice][face_of(m)] += words;
      };
      for (const Move m : kAllMoves) {
        if (n == 0) {
          if (!begins_outside || !in_g1(kMoveCubes[m])) step(solved, m, 1);
          continue;
        }
        for (const auto& [from, words] : now)
          for (std::size_t f = 0; f < kFaces; ++f) {
            const Move last = make_move(static_cast<Face>(f), 1);
            if (n == 1 && begins_outside && face_of(m) == opposite(face_of(last)) && in_g1(kMoveCubes[m])) continue;
            if (words[f] != 0 && (is_backwards ? may_follow(m, last) : may_follow(last, m))) step(from, m, words[f]);
          }
      }
      now = std::move(next);
    }
    return now;
  };
  const auto first = count(6, false, false);
  const auto met = [&](bool ends_outside) {
    const auto rest = count(6, true, ends_outside);
    std::uint64_t words = 0;
    for (const auto& [place, there] : rest) {
      const auto here = first.find(place);
      if (here == first.end()) continue;
      for (std::size_t a = 0; a < kFaces; ++a)
        for (std::size_t b = 0; b < kFaces; ++b)
          if (may_follow(make_move(static_cast<Face>(a), 1), make_move(static_cast<Face>(b), 1)))
            words += here->second[a] * there[b];
    }
    return words;
  };
  EXPECT_EQ(met(false), 16'019'916'192U);
  EXPECT_EQ(met(true), 329'352'128U);
}

TEST(Coset, QuarterTurnsTakeTwo) {
  // G1 in quarter turns: at distance 2, pairs of turns of U and D and half turns.
  EXPECT_EQ(distribution(workspace(Profile::standard, Metric::qtm), kSolved, 2, 2)[1], 4U);
}

// A few random elements of G1 and all their neighbours: by a pass, and one by one.
void check_pass(Kernel kernel, Metric metric, unsigned threads) {
  PagePool pool;
  Bitmap bitmap(pool);
  Random random(static_cast<std::uint64_t>(kernel) + 10 * static_cast<std::uint64_t>(metric));
  std::vector<Place> before;
  const auto add = [&](Place place) {
    std::byte& byte = bitmap.make_page(place.page)[place.bit / 8];
    const auto bit = std::byte{1} << place.bit % 8;
    if ((byte & bit) == std::byte{0}) before.push_back(place);
    byte |= bit;
  };
  for (int n = 0; n < 100'000; ++n)
    add({static_cast<std::uint32_t>(random.below(kPages)), static_cast<std::uint32_t>(random.below(kPageBits))});
  for (int n = 0; n < 50'000; ++n) {  // some that have neighbours
    const Place from = before[random.below(before.size())];
    add(g1_numbers().moved(from, random.below(g1_letters(metric))));
  }
  const int parity = 1;
  std::vector<Place> after = before;
  for (const Place from : before)
    for (std::size_t n = 0; n < g1_letters(metric); ++n) {
      const Place to = g1_numbers().moved(from, n);
      if (metric == Metric::qtm && corner_parity(g1_numbers().element(to)) != parity) continue;
      after.push_back(to);
    }
  std::sort(after.begin(), after.end());
  after.erase(std::unique(after.begin(), after.end()), after.end());
  Pass pass;
  pass.kernel = kernel;
  pass.threads = threads;
  pass.metric = metric;
  if (metric == Metric::qtm) pass.corner_parity = parity;
  double last = 0;
  pass.on_progress = [&](double done) {
    EXPECT_GE(done, last);
    last = done;
  };
  const auto count = run(pass, bitmap);
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(last, 1);
  EXPECT_EQ(*count, after.size());
  EXPECT_EQ(bitmap.count(), after.size());
  for (const Place place : after) ASSERT_TRUE(bitmap.contains(place));
  EXPECT_LE(pool.peak() * kPageBytes + threads * Marks::bytes(), workspace_bytes(metric, threads));
}

TEST(SlowCoset, PassesOfAllKernelsMakeAllNeighbours) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "a pass needs 4 GB of free memory";
  for (const Kernel kernel : {Kernel::portable, Kernel::avx2, Kernel::avx512}) {
    if (!is_supported(kernel)) continue;
    if (kernel != Kernel::portable) check_pass(kernel, Metric::htm, 1);  // it takes a minute
    check_pass(kernel, Metric::qtm, 2);
    check_pass(kernel, Metric::stm, 2);
  }
}

TEST(SlowCoset, APassStopsSoonAndGivesItsPagesBack) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "a pass needs 4 GB of free memory";
  PagePool pool;
  {
    Bitmap bitmap(pool);
    bitmap.make_page(3)[5] = std::byte{1};
    StopFlag stop{false};
    Pass pass;
    pass.stop = &stop;
    pass.threads = 2;
    int calls = 0;
    pass.on_progress = [&](double) {
      if (++calls == 10) stop = true;
    };
    EXPECT_FALSE(run(pass, bitmap).has_value());
    EXPECT_LT(calls, 14);
  }
  EXPECT_EQ(pool.used(), 0U);
}

// hcoset -S 15 -d 20 and the study's own counts of nodes; exact to 15.
TEST(SlowCoset, TheWholeCosetComesOut) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "a coset needs 4 GB of free memory";
  const Cube cube = after("R U F L D B R U F L");
  const Counts passes{159930336, 1044849952, 5886166750, 17282758082, 19508275803};
  Counts expected = at(10, {4, 184, 3844, 69589, 1158714, 18276639});
  std::uint64_t within = std::accumulate(expected.begin(), expected.end(), std::uint64_t{0});
  for (const std::uint64_t all : passes) {
    expected.push_back(all - within);
    within = all;
  }
  EXPECT_EQ(distribution(workspace(Profile::standard, Metric::htm, 2), cube, 15, 20), expected);
}

// One depth more than the proof searched, by words alone.
TEST(SlowCoset, TheFirstCosetComesOutToDepth16) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "a coset needs 4 GB of free memory";
  EXPECT_EQ(distribution(workspace(Profile::standard, Metric::htm, 2), after("R U F L D B R U F L"), 16, 16),
            at(10, {4, 184, 3844, 69589, 1158714, 18276639, 294431520 - 19508974}));
}

TEST(SlowCoset, AnAverageCosetComesOutOnOneThread) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "a coset needs 4 GB of free memory";
  const Counts counts =
      distribution(workspace(Profile::large, Metric::htm, 1), after("B' L F L2 D B2 R B L' U2"), 15, 18);
  EXPECT_EQ(counts, at(10, {14, 534, 11657, 196080, 2937991, 41299927, 351452293 - 44446203, 2195134422 - 351452293,
                            10312104429 - 2195134422}));
}

// forum.cubeman.org/?q=node/view/129 to the depth of the proof, by search and passes.
TEST(SlowCoset, PublishedRandomCosetsComeOutToTheDepthOfTheProof) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "a coset needs 4 GB of free memory";
  const auto counts = [](const char* moves) {
    return distribution(workspace(Profile::standard, Metric::htm, 2), after(moves), 15, 15);
  };
  EXPECT_EQ(counts("L' F2 R D' U B' U' F2 U'"), at(9, {12, 283, 3909, 50440, 625227, 7523487, 89006836}));
  EXPECT_EQ(counts("L' F L2 U B2 D2 F D L2 U2"), at(9, {0, 20, 764, 14703, 234163, 3400017, 46716211}));
  EXPECT_EQ(counts("F' D2 R D U' L B L2 R U"), at(9, {0, 22, 492, 8151, 125669, 1862220, 26879999}));
  EXPECT_EQ(counts("L' F' D R2 F U B' D U"), at(9, {2, 74, 1380, 21783, 316425, 4286841, 55717758}));
  EXPECT_EQ(counts("R' D' B' R D' L' B2 U' R"), at(9, {2, 56, 1136, 19561, 296206, 4156497, 55650919}));
}

// forum.cubeman.org/?q=node/view/51
TEST(SlowCoset, DenseLevelsOfASymmetricCosetComeOut) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "a coset needs 4 GB of free memory";
  Cube flip8;
  for (int x = 0; x < 8; ++x) flip8.set_flip(x, 1);
  EXPECT_EQ(distribution(workspace(Profile::standard, Metric::htm, 2), flip8, 13, 13),
            at(6, {128, 2480, 29616, 275072, 2025588, 12857588, 77246640, 420070470}));
}

// A level that is complete by a pass and a search together. G1 becomes dense after ten moves.
TEST(SlowCoset, DenseLevelsOfTheTrivialCosetComeOut) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "a coset needs 4 GB of free memory";
  EXPECT_EQ(distribution(workspace(), kSolved, 12, 12),
            (Counts{1, 10, 67, 456, 3079, 20076, 125218, 756092, 4331124, 23639531, 122749840, 582017108, 2278215506}));
}

// The neighbours of a level come from a list or from a pass; both find the same.
TEST(SlowCoset, PassesAndListsFindTheSame) {
  if (!has_memory_for_passes()) GTEST_SKIP() << "a coset needs 4 GB of free memory";
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    Workspace& space = workspace(Profile::standard, metric);
    for (const char* const moves : {"", "R U F"}) {
      SCOPED_TRACE(std::string(moves) + " in " + std::string(name(metric)));
      Enumeration lists(space, after(moves), nullptr, {});
      std::vector<std::uint64_t> found;
      for (int d = 1; d <= 9; ++d) {
        ASSERT_TRUE(lists.next(1));
        found.push_back(lists.found());
      }
      EXPECT_EQ(lists.newest().has_value(), metric == Metric::qtm || *moves != 0);
      Enumeration passes(space, after(moves), nullptr, {}, {.max_listed = 0});
      for (const std::uint64_t expected : found) {
        ASSERT_TRUE(passes.next(1));
        ASSERT_EQ(passes.found(), expected) << passes.depth();
      }
    }
  }
}

}  // namespace
}  // namespace superflip::coset

namespace superflip {
namespace {

// forum.cubeman.org/?q=node/view/115
TEST(CosetSolver, ClassesOfCosetsAreNumbered) {
  const CosetClasses& classes = CosetClasses::get();
  Random random(3);
  EXPECT_EQ(classes.number(kSolved), 0U);
  EXPECT_EQ(classes.count(), kCosetClasses);
  for (int n = 0; n < 2000; ++n) {
    const auto i = n == 0   ? static_cast<std::uint32_t>(kCosetClasses - 1)
                   : n < 50 ? static_cast<std::uint32_t>(n)
                            : static_cast<std::uint32_t>(random.below(kCosetClasses));
    const Cube cube = classes.cube(i);
    ASSERT_TRUE(is_reachable(cube));
    ASSERT_EQ(classes.number(cube), i);
    const Symmetry s = kAllUdSymmetries[random.below(kUdSymmetries)];
    ASSERT_EQ(classes.number(conjugate(cube, s)), i);
    ASSERT_EQ(CosetClasses::size(cube), CosetClasses::size(conjugate(cube, s)));
  }
  // Of random cubes each class gets as many as it has cosets: the mean of 1 / size is classes / cosets.
  double sum = 0;
  for (int n = 0; n < 10'000; ++n) sum += 1.0 / CosetClasses::size(random.cube());
  EXPECT_NEAR(sum / 10'000, static_cast<double>(kCosetClasses) / static_cast<double>(kCosets), 1e-3);
}

const Labels kEngineLabels{{"threads", "CosetSolver"}, {"long", "CosetSolver"}, {"threads", "SlowCosetSolver"}};

Engine engine() { return Engine({.tables = default_tables().value(), .threads = 2}); }

bool has_memory_for_a_coset() { return available_memory() > 4'500'000'000; }

CosetQuestion question_of(std::string_view moves) {
  CosetQuestion question;
  question.cube = read(moves).value().cube;
  return question;
}

TEST(CosetSolver, RefusesWhatMakesNoSense) {
  Engine e = engine();
  CosetSolver solver(e);
  const auto kind_of = [&](const CosetQuestion& question) { return solver.solve(question).error().kind; };
  CosetQuestion question;
  question.cube.set_flip(3, 1);
  EXPECT_EQ(kind_of(question), ErrorKind::impossible);
  question = {};
  question.metric = Metric::atm;
  EXPECT_EQ(kind_of(question), ErrorKind::bad_option);
  question = {};
  question.search_depth = 31;
  EXPECT_EQ(kind_of(question), ErrorKind::bad_option);
  question = {};
  question.search_depth = 12;
  question.max_depth = 11;
  EXPECT_EQ(kind_of(question), ErrorKind::bad_option);
  question = {};
  question.samples = kMaxCosetSamples + 1;
  EXPECT_EQ(kind_of(question), ErrorKind::bad_option);
  question = {};
  CosetSolver small(e, 2'000'000'000);
  const auto refused = small.solve(question);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::out_of_memory);
  EXPECT_NE(refused.error().message.find("2000 MB are available"), std::string::npos) << refused.error().message;
}

// The engine has two threads, and there is room for one. Little of the memory is touched.
TEST(CosetSolver, ChoosesThreadsThatFitInTheMemory) {
  Engine e = engine();
  CosetQuestion question = question_of("R U F");
  question.max_depth = 3;
  const std::uint64_t enough_for_one = coset_bytes(Profile::standard, Metric::htm, 1);
  const auto answer = CosetSolver(e, enough_for_one).solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->threads, 1U);
  EXPECT_EQ(answer->bytes, enough_for_one);
  const auto both = CosetSolver(e, coset_bytes(Profile::standard, Metric::htm, 2)).solve(question);
  ASSERT_TRUE(both) << both.error().message;
  EXPECT_EQ(both->threads, 2U);
  // As many as are asked for, or an error.
  const auto refused = CosetSolver(e, enough_for_one, 2).solve(question);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::out_of_memory);
  EXPECT_NE(refused.error().message.find("fewer threads need less"), std::string::npos) << refused.error().message;
}

TEST(CosetSolver, TakesAsManyThreadsAsFitInTheMemory) {
  const auto bytes = [](unsigned threads) { return coset_bytes(Profile::standard, Metric::htm, threads); };
  EXPECT_EQ(coset_threads(bytes(8), Metric::htm, 16), 8U);
  EXPECT_EQ(coset_threads(bytes(8) - 1, Metric::htm, 16), 7U);
  EXPECT_EQ(coset_threads(bytes(8), Metric::htm, 4), 4U);
  EXPECT_EQ(coset_threads(1, Metric::htm, 4), 1U);
  EXPECT_EQ(coset_threads(bytes(8), Metric::htm, 0), 1U);
}

// Whatever cosets need can be made beforehand, by a name.
TEST(CosetSolver, ItsTablesHaveNames) {
  Engine e = engine();
  for (const Metric metric : kCosetMetricNames.values()) {
    const auto files = CosetSolver::prepare(e, metric);
    ASSERT_TRUE(files) << name(metric);
    const auto set = find_table_set(metric == Metric::stm ? "coset" : "standard", metric);
    ASSERT_TRUE(set) << set.error().message;
    EXPECT_EQ((*set)->files, *files);
    EXPECT_GT(seconds_to_make(**set, 1), 0);
    EXPECT_TRUE(e.make(**set));
  }
  Engine fresh({.tables = std::make_shared<MemoryTables>(), .threads = 2});
  const StopFlag stop{true};
  const auto made = fresh.make(*find_table_set("coset-stm").value(), {.stop = &stop});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::stopped);
  TableSet other = *find_table_set("coset-stm").value();
  other.name = "coset-htm";
  EXPECT_EQ(fresh.make(other).error().kind, ErrorKind::bad_option);
}

// A level of neighbours is completed by proofs, and compared with the level that a search completes.
void check_proofs(std::string_view moves, Metric metric, int depth) {
  coset::Workspace& space = coset::workspace(Profile::standard, metric);
  const Cube cube = moves.empty() ? kSolved : coset::after(moves);
  coset::Enumeration searched(space, cube, nullptr, {});
  coset::Enumeration proven(space, cube, nullptr, {});
  for (int d = 1; d <= depth; ++d) {
    ASSERT_TRUE(searched.next(1));
    ASSERT_TRUE(proven.next(d < depth ? 1 : 0));
  }
  ASSERT_LT(proven.found(), searched.found());
  // What neighbours lack, and positions that are one or more moves farther.
  const std::vector<coset::Place> level = *searched.newest();
  ASSERT_TRUE(searched.next(1));
  std::set<coset::Place> candidates;
  for (const std::vector<coset::Place>& places : {level, *searched.newest()}) {
    const std::size_t most = candidates.size() + 500;
    for (const coset::Place place : places)
      if (candidates.size() < most && !proven.bitmap().contains(place))
        for (const coset::Place alike : searched.alike(place))
          if (!proven.bitmap().contains(alike)) candidates.insert(alike);
  }
  Engine e = engine();
  const auto proofs = detail::prove(e, proven, cube, metric, depth, {candidates.begin(), candidates.end()}, 2, nullptr);
  ASSERT_TRUE(proofs) << proofs.error().message;
  EXPECT_GT(proofs->asked, 0U);
  std::vector<coset::Place> expected;
  for (const coset::Place p : level)
    if (candidates.contains(p)) expected.push_back(p);
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(proofs->at_depth, expected);
  EXPECT_LT(proofs->at_depth.size(), candidates.size());
  const std::uint64_t before = proven.found();
  proven.complete(proofs->at_depth);
  EXPECT_EQ(proven.found(), before + expected.size());
  EXPECT_EQ(proven.exact_to(), depth);
}

TEST(CosetProofs, CompleteALevel) {
  check_proofs("", Metric::htm, 6);
  check_proofs("R L U D' F2 B", Metric::htm, 7);
  check_proofs("R U F L D B", Metric::htm, 9);
}

TEST(SlowCosetProofs, CompleteALevelInQuarterTurns) {
  check_proofs("", Metric::qtm, 9);
  check_proofs("R U F L", Metric::qtm, 8);
}

TEST(CosetProofs, StopsAndRefusesShorterWords) {
  coset::Enumeration levels(coset::workspace(), kSolved, nullptr, {});
  ASSERT_TRUE(levels.next(0));
  Engine e = engine();
  const StopFlag stop{true};
  const std::vector<coset::Place> two = levels.alike(coset::g1_numbers().place(coset::after("U R2")));
  const auto stopped = detail::prove(e, levels, kSolved, Metric::htm, 2, two, 2, &stop);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
  // Its word has three moves, so the levels up to three were not complete.
  const Cube cube = coset::after("R U F");
  const coset::Enumeration none(coset::workspace(), cube, nullptr, {});
  const auto wrong =
      detail::prove(e, none, cube, Metric::htm, 4, none.alike(coset::g1_numbers().place(kSolved)), 2, nullptr);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::internal);
}

TEST(SlowCosetSolver, ListsAndSamplesAreSolvedInAsManyMoves) {
  if (!has_memory_for_a_coset()) GTEST_SKIP() << "a coset needs 4.5 GB of free memory";
  Engine e = engine();
  CosetSolver solver(e);
  CosetQuestion question = question_of("R U F L D B R U F L");
  question.max_depth = 12;
  question.list_depth = 11;
  question.samples = 3;
  const auto answer = solver.solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->ended, Ended::complete);
  EXPECT_EQ(answer->left, kCosetSize - 4032);
  EXPECT_EQ(exact_to(*answer), 12);
  EXPECT_FALSE(all_within(*answer));
  EXPECT_FALSE(answer->left_solved);
  EXPECT_TRUE(answer->is_list_complete);
  ASSERT_EQ(answer->listed.size(), 184U);
  std::set<std::string> different;
  const auto check = [&](const CosetPosition& p, std::size_t depth) {
    EXPECT_EQ(p.word.size(), depth);
    EXPECT_EQ(apply(p.cube, p.word), kSolved);
    EXPECT_EQ(CornerOrientation::index(p.cube), CornerOrientation::index(question.cube));
    EXPECT_EQ(EdgeOrientation::index(p.cube), EdgeOrientation::index(question.cube));
    EXPECT_EQ(UDSlice::index(p.cube), UDSlice::index(question.cube));
    different.insert(to_facelets(p.cube));
  };
  for (const CosetPosition& p : answer->listed) check(p, 11);
  EXPECT_EQ(different.size(), 184U);
  for (const int depth : {10, 11, 12}) {
    EXPECT_EQ(answer->levels[static_cast<std::size_t>(depth)].samples.size(), 3U);
    for (const CosetPosition& p : answer->levels[static_cast<std::size_t>(depth)].samples)
      check(p, static_cast<std::size_t>(depth));
  }
  // The same samples at the next run, with another number of threads.
  CosetSolver alone(e, 0, 1);
  const auto again = alone.solve(question);
  ASSERT_TRUE(again);
  for (std::size_t d = 0; d <= 12; ++d)
    for (std::size_t i = 0; i < answer->levels[d].samples.size(); ++i)
      EXPECT_EQ(again->levels[d].samples[i].cube, answer->levels[d].samples[i].cube);
  const auto json = nlohmann::json::parse(to_json(question, *answer).dump());
  EXPECT_EQ(json.at("distribution").back().get<int>(), 3844);
  EXPECT_EQ(json.at("listed").size(), 184U);
  EXPECT_FALSE(json.contains("within"));
}

TEST(SlowCosetSolver, SamplesOfADenseLevelAreNoFartherThanItSays) {
  if (!has_memory_for_a_coset()) GTEST_SKIP() << "a coset needs 4.5 GB of free memory";
  Engine e = engine();
  CosetSolver solver(e);
  CosetQuestion question = question_of("B' L F L2 D B2 R B L' U2");
  question.search_depth = 14;
  question.samples = 5;
  question.list_depth = 20;
  question.list_limit = 20;
  question.solve_left = false;
  const auto answer = solver.solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  std::uint64_t all = 0;
  for (const CosetLevel& level : answer->levels) {
    all += level.found;
    EXPECT_EQ(level.samples.size(), std::min<std::uint64_t>(level.found, level.samples.size()));
    EXPECT_EQ(level.is_exact, level.depth <= 14);
    for (const CosetPosition& p : level.samples) {
      EXPECT_LE(p.word.size(), static_cast<std::size_t>(level.depth));
      EXPECT_EQ(apply(p.cube, p.word), kSolved);
    }
  }
  EXPECT_EQ(answer->levels[19].samples.size(), 5U);
  EXPECT_EQ(all + answer->left, kCosetSize);
  EXPECT_EQ(answer->listed.size(), 20U);
  for (const CosetPosition& p : answer->listed) EXPECT_EQ(apply(p.cube, p.word), kSolved);
}

// 1,626 of 19,508,428,800 positions: random places would meet none.
TEST(SlowCosetSolver, SamplesOfASparseLevelAreDrawnFromAllOfIt) {
  if (!has_memory_for_a_coset()) GTEST_SKIP() << "a coset needs 4.5 GB of free memory";
  Engine e = engine();
  CosetSolver solver(e);
  CosetQuestion question = question_of("R U F");
  question.metric = Metric::stm;
  question.search_depth = 8;
  question.samples = 3;
  const auto answer = solver.solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->left, 0U);
  const CosetLevel& last = answer->levels.back();
  EXPECT_EQ(last.depth, 19);
  EXPECT_EQ(last.found, 1626U);
  EXPECT_EQ(last.samples.size(), 3U);
  for (const CosetLevel& level : answer->levels)
    for (const CosetPosition& p : level.samples) {
      EXPECT_LE(length(p.word, Metric::stm), level.depth);
      EXPECT_EQ(apply(p.cube, p.word), kSolved);
    }
}

TEST(SlowCosetSolver, EndsWhenItIsTold) {
  if (!has_memory_for_a_coset()) GTEST_SKIP() << "a coset needs 4.5 GB of free memory";
  Engine e = engine();
  CosetSolver solver(e);
  const CosetQuestion question = question_of("R U F L D B R U F L");
  for (const int depth : {12, 15, 17}) {
    const auto answer = solver.solve(question, {}, [&](const Event& event) {
      if (event.kind == Event::Kind::progress) {
        EXPECT_GE(event.done, 0);
        EXPECT_LE(event.done, 1);
      }
      return event.length < depth;
    });
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->ended, Ended::stopped);
    EXPECT_LT(answer->levels.back().depth, 20);
    EXPECT_GE(answer->levels.back().depth, depth - 1);
    std::uint64_t found = 0;
    for (const CosetLevel& level : answer->levels) found += level.found;
    EXPECT_EQ(answer->found(), found);
  }
  const auto timed = solver.solve(question, {.time = std::chrono::milliseconds(0)});
  ASSERT_TRUE(timed);
  EXPECT_EQ(timed->ended, Ended::time);
}

}  // namespace
}  // namespace superflip
