// Distances of described coordinates: published distributions by description alone, and tables that tell the same
// however they are packed, folded and walked.
#include "superflip/table/distance_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/catalogue.h"
#include "superflip/coordinate/classes.h"
#include "superflip/coordinate/described/reached.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/table/transition.h"
#include "tests/support/labels.h"
#include "tests/support/temporary_folder.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "DistanceTables.FoldingChangesNoDistance"},
                     {"long", "DistanceTables.MiddlePartsChangeNoDistance"},
                     {"long", "DistanceTables.CannotHoldEveryDistance"},
                     {"threads", "Catalogue"},
                     {"threads", "SlowCatalogue"},
                     {"threads", "DistanceTables"},
                     {"threads", "SlowDistanceTables"},
                     {"long", "Catalogue.KnownDistributionsComeOut"},
                     {"long", "DistanceTables.InversionChangesNoDistance"},
                     {"long", "DistanceTables.WidePartsChangeNoDistance"},
                     {"long", "DistanceTables.ClassRowsChangeNoDistance"},
                     {"long", "DistanceTables.ClassesAreOrbitsOfValues"},
                     {"long", "SchreierPlans.SplitWhatMovesDoNotMix"},
                     {"long", "DistanceTables.AreWalkedAsCubesAre"}};

using Counts = std::vector<std::uint64_t>;

SchreierSpec spec_of(const std::string& text, const std::string& moves, Metric metric) {
  Description coordinate = parse_description(text).value();
  const Centres centres = std::max(centres_of(coordinate), Centres::moved);
  return {std::move(coordinate), std::make_shared<const MoveSet>(parse_move_set(moves, metric, centres).value())};
}

// Of which the symmetries keep the twists only together with the permutation.
SchreierSpec class_rows_spec() {
  SchreierSpec spec = spec_of("CornerPermutation * CornerOrientation", "R U", Metric::htm);
  spec.group = SymmetryGroup(spec.moves->symmetries());
  spec.fold = parse_description("CornerPermutation").value();
  return spec;
}

DistanceTable table_of(const SchreierSpec& spec, TablePacking packing = TablePacking::bytes, unsigned threads = 2) {
  return DistanceTable::make(SchreierGraph::make(plan(spec).value(), threads).value(), packing, threads).value();
}

Distribution distances(const std::string& text, const std::string& moves, Metric metric = Metric::htm) {
  return table_of(spec_of(text, moves, metric)).distribution();
}

Counts numbers(std::string_view text) {
  std::istringstream in{std::string(text)};
  Counts counts;
  for (std::uint64_t n = 0; in >> n;) counts.push_back(n);
  return counts;
}

// What the catalogue's files say is known of their coordinates, of tables with least..most entries.
void expect_known_distributions(std::uint64_t least, std::uint64_t most) {
  int checked = 0;
  for (const CatalogueEntry& entry : catalogue())
    for (const KnownDistribution& known : entry.distributions) {
      SCOPED_TRACE(std::string(entry.name) + " " + std::string(known.metric) + " " + std::string(known.moves));
      ASSERT_TRUE(known.metric == "htm" || known.metric == "qtm");
      const SchreierSpec spec = spec_of(std::string(entry.description), std::string(known.moves),
                                        known.metric == "htm" ? Metric::htm : Metric::qtm);
      const auto planned = plan(spec);
      ASSERT_TRUE(planned) << planned.error().message;
      if (planned->estimated_entries() < least || planned->estimated_entries() >= most) continue;
      EXPECT_EQ(table_of(spec).distribution().values, numbers(known.counts));
      ++checked;
    }
  EXPECT_GT(checked, 3);
}

#ifdef SUPERFLIP_SANITIZED
constexpr std::uint64_t kLarge = 4'000'000;
#else
constexpr std::uint64_t kLarge = 1'500'000;
#endif

TEST(Catalogue, KnownDistributionsComeOut) { expect_known_distributions(0, kLarge); }
TEST(SlowCatalogue, KnownDistributionsComeOut) { expect_known_distributions(kLarge, ~std::uint64_t{0}); }

void expect_known_classes(Index least, Index most) {
  for (const CatalogueEntry& entry : catalogue())
    for (const KnownClasses& known : entry.classes) {
      SCOPED_TRACE(std::string(entry.name) + " " + std::string(known.symmetry));
      std::string group(known.symmetry);
      const std::size_t at = group.find(" inverse");
      if (at != std::string::npos) group.resize(at);
      const Product coordinate = parse_description(entry.description)->product().value();
      if (coordinate.size() < least || coordinate.size() >= most) continue;
      const ClassCount count =
          count_classes(coordinate, parse_symmetry_group(group).value(), at != std::string::npos).value();
      EXPECT_EQ(count.classes, numbers(known.count).at(0));
      std::uint64_t values = 0;
      for (const auto& [size, classes] : count.of_size) values += size * classes;
      EXPECT_EQ(values, coordinate.size());
    }
}

TEST(Catalogue, KnownClassesComeOut) { expect_known_classes(0, kLarge); }
TEST(SlowCatalogue, KnownClassesComeOut) { expect_known_classes(kLarge, ~Index{0}); }

// Entries, not values, of tables that others keep: nissy-core's corners with half-turn reduction, where 22 entries are
// goals, its corners with the slice's order, and its UDSlice classes with twists.
TEST(DistanceTables, EntriesOfPublishedTables) {
  SchreierSpec htr = spec_of("CornerPermutation * edges: slice", "G1", Metric::htm);
  htr.goals = goals_of(htr.coordinate, parse_move_set("squares").value()).value();
  EXPECT_EQ(htr.goals.size(), 96u);
  const Counts htr_entries = table_of(htr).distribution().entries;
  EXPECT_EQ(htr_entries, (Counts{22, 18, 86, 268, 920, 4042, 12716, 24852, 33116, 45032, 47144, 21676, 3692, 176}));

  EXPECT_EQ(distances("CornerPermutation * Phase2SlicePermutation", "G1").entries,
            (Counts{1, 3, 10, 44, 214, 846, 2413, 5122, 8639, 12128, 12571, 12985, 7754, 3366, 336}));

  SchreierSpec dreo = spec_of("TwistUDSlice", "U D R L F2 B2", Metric::htm);
  dreo.fold = parse_description("UDSlice").value();
  EXPECT_EQ(table_of(dreo).distribution().entries, (Counts{1, 1, 4, 22, 160, 1286, 8550, 42152, 90748, 33466, 757}));
}

// nissy-core's corners: the permutation in 984 classes under all symmetries, times the twists. Its other table counts
// from all 24 rotations of the solved corners, which the slice turns make.
TEST(SlowDistanceTables, EntriesOfCornersUnderAllSymmetries) {
  SchreierSpec spec = spec_of("CornerPermutation * CornerOrientation", "all", Metric::htm);
  spec.group = kAll48;
  spec.fold = parse_description("CornerPermutation").value();
  const Distribution solved = table_of(spec).distribution();
  EXPECT_EQ(solved.entries, (Counts{1, 2, 9, 76, 708, 5022, 28248, 132076, 505705, 1102421, 375380, 2360}));
  EXPECT_EQ(solved.values, distances("Corners", "all").values);
  spec.goals = goals_of(spec.coordinate, parse_move_set("slices").value()).value();
  EXPECT_EQ(spec.goals.size(), 24u);
  EXPECT_EQ(table_of(spec).distribution().entries,
            (Counts{5, 11, 42, 240, 1115, 5848, 29088, 133410, 508020, 1100543, 371364, 2322}));
}

TEST(SlowDistanceTables, EntriesOfPhase1) {
  const Distribution htm = distances("DominoReduction", "all");
  EXPECT_EQ(htm.entries, (Counts{1, 1, 5, 44, 487, 5841, 68364, 776568, 7950748, 52098876, 76236234, 3771112, 129}));
  EXPECT_EQ(htm.classes, (Counts{1, 1, 5, 44, 465, 5506, 65438, 755096, 7812534, 51366338, 74984539, 3649733, 80}));
  const Distribution qtm = distances("DominoReduction", "all", Metric::qtm);
  EXPECT_EQ(qtm.entries,
            (Counts{1, 1, 3, 24, 185, 1633, 14708, 130032, 1124165, 8868078, 48182278, 75087495, 7498528, 1279}));
  EXPECT_EQ(qtm.classes,
            (Counts{1, 1, 3, 24, 177, 1587, 14163, 126309, 1097859, 8699844, 47399875, 73934065, 7364771, 1101}));
}

// The orbits of the values under conjugation of cubes, each at the distance of its members.
TEST(DistanceTables, ClassesAreOrbitsOfValues) {
  for (const auto& [text, fold, moves] :
       {std::tuple("UDSlice * CornerOrientation", "UDSlice", "all"), std::tuple("FlipUDSlice", "FlipUDSlice", "all"),
        std::tuple("UDSlice * CornerOrientation", "CornerOrientation", "U D R2 L2 F B"),
        std::tuple("CornerPermutation * Phase2SlicePermutation", "Phase2SlicePermutation", "G1"),
        std::tuple("CornerPermutation * Phase2SlicePermutation", "Phase2SlicePermutation inverse", "G1"),
        std::tuple("CornerPermutation * Phase2SlicePermutation", "CornerPermutation inverse", "G1")}) {
    SCOPED_TRACE(std::string(text) + " folded by " + fold);
    SchreierSpec spec = spec_of(text, moves, Metric::htm);
    std::string folded = fold;
    spec.inversion = folded.ends_with(" inverse");
    if (spec.inversion) folded.resize(folded.size() - std::string(" inverse").size());
    spec.fold = parse_description(folded).value();
    const DistanceTable table = table_of(spec);
    const SchreierGraph& graph = table.graph();
    EXPECT_GT(graph.plan().group.order(), 1);
    const Product values(graph.plan().reached());
    Counts classes(table.distribution().values.size());
    std::vector<bool> met(values.size());
    for (Index value = 0; value < values.size(); ++value) {
      if (met[value]) continue;
      const Cube cube = to_cube(values, value);
      for (const Symmetry s : graph.plan().group.members()) {
        met[values.index(conjugate(cube, s))] = true;
        if (spec.inversion) met[values.index(conjugate(inverse(cube), s))] = true;
      }
      const int distance = table.distance(graph.place(cube));
      if (distance != DistanceTable::kUnknown) ++classes[static_cast<std::size_t>(distance)];
    }
    EXPECT_EQ(table.distribution().classes, classes);
  }
}

// Whatever is folded, and by what, the values are at the same distances.
TEST(DistanceTables, FoldingChangesNoDistance) {
  for (const auto& [text, moves] : {std::pair("TwistFlip", "all"), std::pair("FlipUDSlice", "all"),
                                    std::pair("CornerTetrads", "axial"), std::pair("HalfTurnReduction", "G1"),
                                    std::pair("corners: order modulo squares * corners: orientation", "U R F"),
                                    std::pair("Cross", "U D R L F2 B2")})
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      SCOPED_TRACE(std::string(text) + " " + moves);
      SchreierSpec spec = spec_of(text, moves, metric);
      const Counts folded = table_of(spec).distribution().values;
      spec.group = SymmetryGroup(1);
      EXPECT_EQ(table_of(spec).distribution().values, folded);
    }
}

TEST(DistanceTables, InversionChangesNoDistance) {
  for (const auto& [text, moves] :
       {std::pair("CornerPermutation", "all"), std::pair("CornerPermutation", "U R F2"),
        std::pair("CornerPermutation * Phase2SlicePermutation", "G1"), std::pair("Phase2EdgePermutation", "G1"),
        std::pair("Corners", "R U"), std::pair("Cube", "squares"), std::pair("Cube", "slices antislices"),
        std::pair("corners: order", "(R U R' U') F")})
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      SCOPED_TRACE(std::string(text) + " " + moves);
      SchreierSpec spec = spec_of(text, moves, metric);
      const Distribution plain = table_of(spec).distribution();
      spec.inversion = true;
      const Distribution folded = table_of(spec).distribution();
      EXPECT_EQ(folded.values, plain.values);
      EXPECT_LT(std::accumulate(folded.classes.begin(), folded.classes.end(), std::uint64_t{0}),
                std::accumulate(plain.classes.begin(), plain.classes.end(), std::uint64_t{0}));
      spec.group = SymmetryGroup(1);
      EXPECT_EQ(table_of(spec).distribution().values, plain.values);
    }
}

// All corners: 88,179,840 values in classes of up to 96.
TEST(SlowDistanceTables, CornersFoldedByInversion) {
  SchreierSpec spec = spec_of("Corners", "all", Metric::htm);
  const Counts values = table_of(spec).distribution().values;
  spec.inversion = true;
  const Distribution found = table_of(spec).distribution();
  EXPECT_EQ(found.values, values);
  EXPECT_EQ(found.entries, (Counts{1, 2, 8, 48, 365, 2395, 12699, 57692, 219100, 479239, 162327, 902}));
}

// Where the parts beside the folded one have more values than a block.
TEST(DistanceTables, MiddlePartsChangeNoDistance) {
  const auto one_by_one = spec_of("corners: tetrad * corners: orientation * UDSlice", "all", Metric::htm);
  const Counts values = table_of(one_by_one).distribution().values;
  for (const char* fold : {"corners: tetrad", "UDSlice"}) {
    SchreierSpec spec = one_by_one;
    spec.fold = parse_description(fold).value();
    EXPECT_EQ(plan(spec)->middle.size(), 1u);
    EXPECT_EQ(plan(spec)->inner.size(), 1u);
    const DistanceTable table = table_of(spec);
    EXPECT_EQ(table.distribution().values, values);
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
      const Cube cube = random.cube();
      const SchreierGraph::Place place = table.graph().place(cube);
      const int step = static_cast<int>(random.below(18));
      const SchreierGraph::Place next = table.graph().place(cube * (*spec.moves)[step].cube);
      ASSERT_EQ(table.distance(table.graph().after(place, step)), table.distance(next));
      ASSERT_EQ(table.graph().place(table.graph().to_cube(place.entry)).entry, place.entry);
    }
  }
}

// One part with more values than a block.
TEST(DistanceTables, WidePartsChangeNoDistance) {
  SchreierSpec spec = spec_of("corners: tetrad * edges FR FL BL BR UF: order", "all", Metric::htm);
  const Counts values = table_of(spec).distribution().values;
  spec.fold = parse_description("corners: tetrad").value();
  EXPECT_EQ(plan(spec)->outer.front().size(), 70u);
  EXPECT_GT(plan(spec)->group.order(), 1);
  EXPECT_EQ(table_of(spec).distribution().values, values);
}

// Moves that never mix two sets of pieces split a part into independent ones, if each order of one is reached with each
// order of the other.
TEST(SchreierPlans, SplitWhatMovesDoNotMix) {
  const auto sizes = [](const char* text, const char* moves) {
    std::vector<Index> of;
    for (const AnyCoordinate& part : plan(spec_of(text, moves, Metric::htm))->reached()) of.push_back(part.size());
    std::sort(of.begin(), of.end());
    return of;
  };
  EXPECT_EQ(sizes("EdgePermutation", "G1"), (std::vector<Index>{24, 40320}));
  EXPECT_EQ(sizes("edges UF UB UR UL: order", "U2 R2 F2"), (std::vector<Index>{6, 6}));
  EXPECT_EQ(sizes("CornerPermutation", "squares"), (std::vector<Index>{96}));  // two tetrads, but one parity
  EXPECT_EQ(sizes("edges UF UB: order", "all"), (std::vector<Index>{132}));
  // Pieces that the moves leave alone are told from others all the same.
  const auto graph = SchreierGraph::make(plan(spec_of("EdgePermutation", "U D", Metric::htm)).value(), 1).value();
  EXPECT_EQ(graph->plan().reached().size(), 2u);
  EXPECT_TRUE(graph->defined(to_cube(*parse_algorithm("U D'"))));
  const Cube slice_cycle = to_cube(*parse_algorithm("R2 U D' F2 U' D"));
  EXPECT_FALSE(graph->defined(slice_cycle));
  EXPECT_FALSE(graph->is_goal(slice_cycle));
  // Only parts of the coordinate can be folded.
  SchreierSpec spec = spec_of("edges UF UR: order", "all", Metric::htm);
  spec.fold = parse_description("edges: order").value();
  EXPECT_FALSE(plan(spec));
}

// The distances of the values that the moves reach from the solved one: a plain breadth-first search over cubes.
std::unordered_map<Index, int> plain_distances(const SchreierSpec& spec) {
  const Product coordinate = spec.coordinate.product().value();
  std::unordered_map<Index, int> distance;
  std::vector<std::vector<Index>> level(60);
  level[0].push_back(coordinate.index(kSolved));
  for (std::size_t d = 0; d + 2 < level.size(); ++d)
    for (const Index value : level[d]) {
      if (!distance.try_emplace(value, static_cast<int>(d)).second) continue;
      const Cube cube = to_cube(coordinate, value);
      for (const Step& step : spec.moves->steps())
        level[d + static_cast<std::size_t>(step.cost)].push_back(coordinate.index(cube * step.cube));
    }
  return distance;
}

TEST(DistanceTables, AgreeWithAPlainSearch) {
  for (const auto& [text, moves] :
       {std::pair("edges UF UR: place orientation", "all"), std::pair("edges: orientation symmetric", "slices U"),
        std::pair("corner DBL: order orientation * edges DL DB: order", "U2 R B"),
        std::pair("edges UF UB UR UL DF: order", "U2 R2 L2 F2 D2"), std::pair("corners: order", "U D R2 L2"),
        std::pair("edges UF UR FR BR: order", "U D R2 F2"),
        std::pair("corners: tetrad orientation RL", "(R U R' U') F")})
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      SCOPED_TRACE(std::string(text) + " " + moves);
      const SchreierSpec spec = spec_of(text, moves, metric);
      Counts counts(60);
      for (const auto& [value, distance] : plain_distances(spec)) ++counts[static_cast<std::size_t>(distance)];
      while (counts.back() == 0) counts.pop_back();
      EXPECT_EQ(table_of(spec).distribution().values, counts);
    }
}

// Where the symmetries keep the inner part only together with the folded one.
TEST(DistanceTables, ClassRowsChangeNoDistance) {
  for (const auto& [text, fold, moves, metric, inversion] :
       {std::tuple("CornerPermutation * CornerOrientation", "CornerPermutation", "R U", Metric::htm, false),
        std::tuple("CornerOrientation * CornerPermutation", "CornerPermutation", "R U", Metric::qtm, true),
        std::tuple("corners: order modulo squares * corners: orientation", "corners: order modulo squares", "U R F",
                   Metric::qtm, false),
        std::tuple("edges: slice * edges: orientation", "edges: slice", "U R F", Metric::htm, false)}) {
    SCOPED_TRACE(std::string(text) + " by " + moves);
    SchreierSpec spec = spec_of(text, moves, metric);
    const Product coordinate = spec.coordinate.product().value();
    const std::unordered_map<Index, int> distances = plain_distances(spec);
    spec.inversion = inversion;
    spec.group = SymmetryGroup(admitted(coordinate) & spec.moves->symmetries());
    const Distribution together = table_of(spec).distribution();
    EXPECT_FALSE(plan(spec)->class_rows);
    spec.fold = parse_description(fold).value();
    ASSERT_TRUE(plan(spec)->class_rows);
    const DistanceTable table = table_of(spec);
    const SchreierGraph& graph = table.graph();
    EXPECT_EQ(table.distribution().values, together.values);
    EXPECT_EQ(table.distribution().classes, together.classes);
    EXPECT_GT(table.distribution().entries, together.entries);
    for (const auto& [value, distance] : distances) {
      const Cube cube = to_cube(coordinate, value);
      ASSERT_TRUE(graph.defined(cube));
      const SchreierGraph::Place place = graph.place(cube);
      ASSERT_EQ(table.distance(place), distance);
      ASSERT_EQ(graph.place(graph.to_cube(place.entry)).entry, place.entry);
      const int step = static_cast<int>(value % static_cast<Index>(graph.move_set().size()));
      const Cube next = cube * graph.move_set()[step].cube;
      ASSERT_EQ(table.distance(graph.after(place, step)), distances.at(coordinate.index(next)));
    }
  }
}

// A smaller group that keeps each part is the default, because class rows take longer to make than they save.
TEST(SchreierPlans, HaveClassRowsOnlyOnRequest) {
  SchreierSpec spec = spec_of("CornerPermutation * CornerOrientation", "all", Metric::htm);
  EXPECT_FALSE(plan(spec)->class_rows);
  spec.fold = parse_description("CornerPermutation").value();
  EXPECT_FALSE(plan(spec)->class_rows);
  EXPECT_EQ(plan(spec)->group, kUd16);
  spec.group = kAll48;
  EXPECT_TRUE(plan(spec)->class_rows);
  EXPECT_EQ(plan(spec)->inner.front().name(), "corners: orientation");
  // Two bytes for each class, move and twist, also backwards.
  EXPECT_GT(plan(spec)->estimated_bytes_to_count(), 950u * 18 * 2187 * 4);
  spec.fold = parse_description("CornerOrientation").value();
  EXPECT_FALSE(plan(spec));
}

// The place after a step is the place of the cube after it, as far as the table can tell.
TEST(DistanceTables, AreWalkedAsCubesAre) {
  Random random(1);
  for (const auto& [text, moves, metric, inversion] :
       {std::tuple("FlipUDSlice", "all", Metric::htm, false), std::tuple("CornerTetrads", "all", Metric::qtm, false),
        std::tuple("HalfTurnReduction", "G1", Metric::qtm, false), std::tuple("Corners", "U R F", Metric::htm, false),
        std::tuple("CornerPermutation", "all", Metric::htm, true), std::tuple("Corners", "R U", Metric::qtm, true),
        std::tuple("CornerPermutation * Phase2SlicePermutation", "G1", Metric::qtm, true)}) {
    SCOPED_TRACE(text);
    SchreierSpec spec = spec_of(text, moves, metric);
    spec.inversion = inversion;
    const DistanceTable table = table_of(spec);
    const SchreierGraph& graph = table.graph();
    for (int i = 0; i < 200; ++i) {
      Cube cube;
      SchreierGraph::Place place = graph.place(cube);
      for (int n = 0; n < 20; ++n) {
        const int step = static_cast<int>(random.below(static_cast<std::uint64_t>(graph.move_set().size())));
        cube = cube * graph.move_set()[step].cube;
        place = graph.after(place, step);
        ASSERT_TRUE(graph.defined(cube));
        ASSERT_EQ(table.distance(place), table.distance(graph.place(cube)));
        ASSERT_EQ(graph.place(graph.to_cube(place.entry)).entry, place.entry);
      }
      const auto word = table.word(cube);
      ASSERT_TRUE(word);
      int cost = 0;
      for (const int step : *word) {
        cube = cube * graph.move_set()[step].cube;
        cost += graph.cost(step);
      }
      ASSERT_EQ(cost, table.distance(place));
      ASSERT_EQ(table.distance(graph.place(cube)), 0);
    }
  }
}

TEST(DistanceTables, TellTheSameHoweverPacked) {
  Random random(2);
  for (const auto& [text, moves] : {std::pair("TwistUDSlice", "all"), std::pair("Corners", "U R F")}) {
    const SchreierSpec spec = spec_of(text, moves, Metric::htm);
    const DistanceTable bytes = table_of(spec);
    const DistanceTable nibbles = table_of(spec, TablePacking::nibbles);
    const DistanceTable mod3 = table_of(spec, TablePacking::mod3, 1);
    EXPECT_EQ(bytes.distribution().values, nibbles.distribution().values);
    EXPECT_EQ(bytes.distribution().entries, mod3.distribution().entries);
    EXPECT_LE(4 * mod3.bytes(), bytes.bytes() + 32);
    Cube cube;
    for (int i = 0; i < 2000; ++i) {
      const int near = bytes.distance(bytes.graph().place(cube));
      const int step = static_cast<int>(random.below(static_cast<std::uint64_t>(spec.moves->size())));
      cube = cube * (*spec.moves)[step].cube;
      const int distance = bytes.distance(bytes.graph().place(cube));
      ASSERT_EQ(nibbles.distance(nibbles.graph().place(cube)), distance);
      ASSERT_EQ(mod3.distance(mod3.graph().place(cube)), distance);
      ASSERT_EQ(mod3.distance(mod3.graph().place(cube), near), distance);
    }
  }
}

// Two cubes that differ by a move that does not belong to the subgroup of reachable ones have no distance.
TEST(DistanceTables, KnowWhatCannotBeReached) {
  const DistanceTable table = table_of(spec_of("CornerPermutation * edges: order", "U2 R2", Metric::htm));
  EXPECT_EQ(table.distribution().values, (Counts{1, 2, 2, 2, 2, 2, 1}));
  EXPECT_FALSE(table.graph().defined(kMoveCubes[make_move(F, 1)]));
  EXPECT_FALSE(table.word(kMoveCubes[make_move(F, 1)]));
}

TEST(DistanceTables, DeepestEntriesAreAntipodes) {
  const DistanceTable table = table_of(spec_of("Cross", "all", Metric::htm));
  const auto entries = table.deepest(1000);
  EXPECT_EQ(entries.size(), table.distribution().entries.back());
  for (const GraphEntry& entry : entries) {
    const auto word = table.word(table.graph().to_cube(entry));
    ASSERT_TRUE(word);
    EXPECT_EQ(word->size(), 8u);
  }
}

TEST(DistanceTables, AreKeptInFiles) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const auto graph = SchreierGraph::make(plan(spec_of("FlipUDSlice", "all", Metric::htm)).value(), 2).value();
  const DistanceTable made = DistanceTable::make(graph, TablePacking::nibbles, 2, {}, &store).value();
  EXPECT_TRUE(store.load(DistanceTable::identity(*graph, TablePacking::nibbles)));
  EXPECT_FALSE(store.load(DistanceTable::identity(*graph, TablePacking::bytes)));
  bool built = false;
  const DistanceTable loaded =
      DistanceTable::make(
          graph, TablePacking::nibbles, 2, [&built](std::string_view, double) { built = true; }, &store)
          .value();
  EXPECT_FALSE(built);
  EXPECT_EQ(loaded.distribution().values, made.distribution().values);
  EXPECT_EQ(loaded.distribution().classes, made.distribution().classes);
  // Another goal, another group, inversion, other moves: another table.
  SchreierSpec permutation = spec_of("CornerPermutation", "all", Metric::htm);
  const auto by_symmetry = SchreierGraph::make(plan(permutation).value(), 1).value();
  permutation.inversion = true;
  const auto by_inversion = SchreierGraph::make(plan(permutation).value(), 1).value();
  EXPECT_NE(DistanceTable::identity(*by_symmetry, TablePacking::bytes).name,
            DistanceTable::identity(*by_inversion, TablePacking::bytes).name);
  SchreierSpec other = spec_of("FlipUDSlice", "all", Metric::htm);
  other.group = SymmetryGroup(1);
  EXPECT_NE(DistanceTable::identity(*SchreierGraph::make(plan(other).value(), 1).value(), TablePacking::nibbles),
            DistanceTable::identity(*graph, TablePacking::nibbles));
  EXPECT_NE(
      DistanceTable::identity(*SchreierGraph::make(plan(spec_of("FlipUDSlice", "all", Metric::qtm)).value(), 1).value(),
                              TablePacking::nibbles),
      DistanceTable::identity(*graph, TablePacking::nibbles));
}

// A type of a user's own; two of them have one name and size, and number the twists in different ways.
struct Own {
  std::string name() const { return "Own"; }
  Index size() const { return CornerOrientation::size(); }
  Index index(const Cube& c) const { return CornerOrientation::index(c) * factor % size(); }
  void assign(Cube& c, Index i) const { CornerOrientation::assign(c, i * inverse % size()); }
  Index factor;
  Index inverse;  // of the factor, modulo the size
};

TEST(DistanceTables, OfOwnTypesAreRecognisedByWhatTheyDo) {
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  const auto moves = std::make_shared<const MoveSet>(parse_move_set("all").value());
  const DistanceTable right = table_of(spec_of("CornerOrientation", "all", Metric::htm));
  std::vector<TableIdentity> identities;
  for (const Own own : {Own{1, 1}, Own{2, 1094}, Own{1, 1}}) {
    const auto graph = SchreierGraph::make(plan({Description{{own}}, moves}).value(), 2).value();
    const DistanceTable table = DistanceTable::make(graph, TablePacking::bytes, 2, {}, &store).value();
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
      const Cube cube = random.cube();
      ASSERT_EQ(table.distance(graph->place(cube)), right.distance(right.graph().place(cube)));
    }
    identities.push_back(DistanceTable::identity(*graph, TablePacking::bytes));
  }
  EXPECT_NE(identities[0].name, identities[1].name);
  EXPECT_EQ(identities[0], identities[2]);
  EXPECT_EQ(store.list().value().size(), 2u);
}

// What is described keeps the names that its files have had.
TEST(DistanceTables, OfDescriptionsAreNamedByThem) {
  const auto graph = SchreierGraph::make(plan(spec_of("UDSlice", "all", Metric::htm)).value(), 1).value();
  EXPECT_EQ(DistanceTable::identity(*graph, TablePacking::nibbles).name, "coordinate-7ecef0fc4fbd3271");
}

TEST(DistanceTables, CannotHoldEveryDistance) {
  // A word of order 1260, and nothing else to go by: the farthest values are 630 steps away.
  const auto graph = SchreierGraph::make(plan(spec_of("Cube", "(R U2 D' B D')", Metric::htm)).value(), 2).value();
  const auto table = DistanceTable::make(graph, TablePacking::nibbles, 2);
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().kind, ErrorKind::bad_option);
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  EXPECT_FALSE(DistanceTable::make(graph, TablePacking::nibbles, 2, {}, &store));
  EXPECT_TRUE(store.list().value().empty());
  const auto quarter = SchreierGraph::make(plan(spec_of("UDSlice", "G1", Metric::qtm)).value(), 1).value();
  EXPECT_EQ(DistanceTable::make(quarter, TablePacking::mod3, 1).error().kind, ErrorKind::bad_option);
}

TEST(DistanceTables, CanBeStoppedWhileTheyAreMade) {
  const SchreierSpec spec = spec_of("TwistFlip", "all", Metric::htm);
  StopFlag stop = true;
  const auto planned = plan(spec).value();
  EXPECT_EQ(SchreierGraph::make(planned, 2, &stop).error().kind, ErrorKind::stopped);
  EXPECT_EQ(SchreierGraph::make(plan(class_rows_spec()).value(), 2, &stop).error().kind, ErrorKind::stopped);
  EXPECT_EQ(plan(spec_of("TwistFlip", "U R F", Metric::htm), &stop).error().kind, ErrorKind::stopped);
  stop = false;
  const auto graph = SchreierGraph::make(planned, 2, &stop).value();
  const TemporaryFolder folder;
  const TableStore store(folder.path());
  int reports = 0;
  const auto stop_now = [&](std::string_view, double) {
    stop = true;
    ++reports;
  };
  EXPECT_EQ(DistanceTable::make(graph, TablePacking::bytes, 2, stop_now, nullptr, &stop).error().kind,
            ErrorKind::stopped);
  EXPECT_EQ(reports, 1);
  stop = false;
  EXPECT_EQ(DistanceTable::make(graph, TablePacking::mod3, 2, stop_now, &store, &stop).error().kind,
            ErrorKind::stopped);
  EXPECT_TRUE(store.list().value().empty());
}

TEST(DistanceTables, DoNotDependOnThreads) {
  SchreierSpec spec = spec_of("TwistFlip", "all", Metric::qtm);
  EXPECT_EQ(table_of(spec, TablePacking::bytes, 1).distribution().entries,
            table_of(spec, TablePacking::bytes, 4).distribution().entries);
  spec = class_rows_spec();
  EXPECT_EQ(table_of(spec, TablePacking::bytes, 1).distribution().entries,
            table_of(spec, TablePacking::bytes, 4).distribution().entries);
}

TEST(SchreierPlans, SayWhyThereIsNone) {
  const auto error = [](const SchreierSpec& of) {
    const auto planned = plan(of);
    return planned ? "none" : planned.error().message;
  };
  SchreierSpec spec = spec_of("CornerOrientation", "all", Metric::htm);
  spec.group = kAll48;
  EXPECT_NE(error(spec).find("' keeps the coordinate; those that can be used here are UD16"), std::string::npos);
  spec = spec_of("CornerPermutation", "U R F", Metric::htm);
  spec.group = kUd16;
  EXPECT_NE(error(spec).find("' keeps the moves"), std::string::npos);
  spec = spec_of("CornerPermutation", "all", Metric::htm);
  spec.group = kAll48;
  spec.goals = {kMoveCubes[0]};
  EXPECT_NE(error(spec).find("' keeps the goal"), std::string::npos);
  EXPECT_NE(error(spec_of("Cube", "all", Metric::htm)).find("a table of them would take about"), std::string::npos);
  spec = spec_of("EdgePermutation", "all", Metric::htm);
  EXPECT_EQ(plan(spec)->group.order(), 48);
  spec.group = SymmetryGroup(1);
  EXPECT_EQ(plan(spec)->values(), 479001600u);
  // Inversion mixes the places of edges with their flips, so that both would be folded together.
  spec = spec_of("Edges", "all", Metric::htm);
  spec.inversion = true;
  EXPECT_NE(error(spec).find("GB of entries"), std::string::npos);
  spec = spec_of("edges: order", "U D R L", Metric::htm);
  spec.memory = 1'000'000;
  EXPECT_NE(error(spec).find("listing all would take more than"), std::string::npos);
  // What no move changes is one value.
  EXPECT_EQ(plan(spec_of("CornerOrientation * UDSlice", "U D", Metric::htm))->values(), 1u);
  spec = spec_of("TwistUDSlice", "all", Metric::htm);
  spec.fold = parse_description("edges: orientation").value();
  EXPECT_NE(error(spec).find("cannot be folded by itself"), std::string::npos);
}

}  // namespace
}  // namespace superflip
