// Levels counted without a table: published numbers, the tables' own distributions, and every way in which a count
// ends.
#include "superflip/table/levels.h"

#include <gtest/gtest.h>

#include <numeric>

#include "superflip/table/distance_table.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{
    {"threads", "Levels"}, {"slow", "Levels.OfTheWholeGroupDeeper"}, {"long", "Levels.AgreeWithTables"}};

using Counts = std::vector<std::uint64_t>;

LevelsSpec spec_of(const char* coordinate, const char* moves, Metric metric, int depth) {
  return {.coordinate = parse_description(coordinate).value(),
          .moves = std::make_shared<const MoveSet>(parse_move_set(moves, metric).value()),
          .depth = depth};
}

Levels count(const LevelsSpec& spec, unsigned threads = 2) { return count_levels(spec, threads).value(); }

Counts values_of(const Levels& found) {
  Counts values;
  for (const Level& level : found.levels) values.push_back(level.values);
  return values;
}

Counts classes_of(const Levels& found) {
  Counts classes;
  for (const Level& level : found.levels) classes.push_back(level.classes);
  return classes;
}

Counts symmetric_of(const Levels& found) {
  Counts symmetric;
  for (const Level& level : found.levels) symmetric.push_back(level.symmetric);
  return symmetric;
}

Counts words_of(const Levels& found) {
  Counts words;
  for (const Level& level : found.levels) words.push_back(static_cast<std::uint64_t>(level.words));
  return words;
}

LevelsSpec with_inversion(LevelsSpec spec) {
  spec.inversion = true;
  return spec;
}

// cube20.org: positions at each distance, classes under the 48 symmetries and under inversion, too; positions that have
// a symmetry; canonical sequences, in the quarter-turn metric those of 1 + 3A / (1 - 2A) with A = 4x + 6x^2 + 4x^3 +
// x^4.
TEST(Levels, OfTheWholeGroup) {
  const LevelsSpec in_htm = spec_of("Cube", "all", Metric::htm, 5);
  const Levels htm = count(in_htm);
  EXPECT_EQ(values_of(htm), (Counts{1, 18, 243, 3240, 43239, 574908}));
  EXPECT_EQ(classes_of(htm), (Counts{1, 2, 9, 75, 934, 12077}));
  EXPECT_EQ(classes_of(count(with_inversion(in_htm))), (Counts{1, 2, 8, 48, 509, 6198}));
  EXPECT_EQ(symmetric_of(htm), (Counts{1, 18, 51, 312, 1335, 4380}));
  EXPECT_EQ(words_of(htm), (Counts{1, 18, 243, 3240, 43254, 577368}));
  EXPECT_EQ(htm.group.order(), 48);
  EXPECT_EQ(htm.end, LevelsEnd::depth);
  const LevelsSpec in_qtm = spec_of("Cube", "all", Metric::qtm, 6);
  const Levels qtm = count(in_qtm);
  EXPECT_EQ(values_of(qtm), (Counts{1, 12, 114, 1068, 10011, 93840, 878880}));
  EXPECT_EQ(classes_of(qtm), (Counts{1, 1, 5, 25, 219, 1978, 18395}));
  EXPECT_EQ(classes_of(count(with_inversion(in_qtm))), (Counts{1, 1, 5, 17, 130, 1031, 9393}));
  EXPECT_EQ(symmetric_of(qtm), (Counts{1, 12, 18, 108, 411, 1104, 3744}));
  EXPECT_EQ(words_of(qtm), (Counts{1, 12, 114, 1068, 10011, 93840, 879624}));
}

TEST(Levels, OfTheWholeGroupDeeper) {
  const Levels htm = count(spec_of("Cube", "all", Metric::htm, 7));
  EXPECT_EQ(values_of(htm), (Counts{1, 18, 243, 3240, 43239, 574908, 7618438, 100803036}));
  EXPECT_EQ(classes_of(htm), (Counts{1, 2, 9, 75, 934, 12077, 159131, 2101575}));
  EXPECT_EQ(symmetric_of(htm), (Counts{1, 18, 51, 312, 1335, 4380, 17782, 70188}));
  const Levels qtm = count(spec_of("Cube", "all", Metric::qtm, 8));
  EXPECT_EQ(values_of(qtm).back(), 76843595u);
  EXPECT_EQ(classes_of(qtm).back(), 1601725u);
  EXPECT_EQ(words_of(qtm).back(), 77288598u);
}

// All words of one group are canonical where no two are the same cube: each value has one.
TEST(Levels, WordsOfFewMovesAreTheValues) {
  for (const auto& [moves, metric] :
       {std::pair{"U", Metric::qtm}, {"U D", Metric::qtm}, {"U D", Metric::htm}, {"U2 D", Metric::qtm}}) {
    const Levels found = count(spec_of("Cube", moves, metric, kMaxLevels));
    EXPECT_EQ(words_of(found), values_of(found)) << moves;
  }
}

// Symmetries and inversion change the classes and not the values.
TEST(Levels, DoNotDependOnTheGroup) {
  LevelsSpec spec = spec_of("Cube", "all", Metric::htm, 4);
  const Counts values = values_of(count(spec));
  for (const SymmetryGroup& group : {SymmetryGroup(1), kAxes8, kUd16}) {
    spec.group = group;
    const Levels found = count(spec, 1);
    EXPECT_EQ(values_of(found), values);
    EXPECT_EQ(found.group, group);
  }
}

// For what a table can hold, both ways agree: with steps of cost 2, few moves, other goals and inversion.
TEST(Levels, AgreeWithTables) {
  struct Case {
    const char* coordinate;
    const char* moves;
    Metric metric;
    bool inversion;
  };
  for (const Case& c :
       {Case{"UDSlice", "all", Metric::htm, false}, Case{"Cross", "all", Metric::qtm, false},
        Case{"CornerPermutation", "all", Metric::htm, true}, Case{"CornerPermutation", "G1", Metric::qtm, true},
        Case{"Corners", "U R F2", Metric::qtm, true}, Case{"Phase2EdgePermutation", "G1", Metric::htm, true},
        Case{"edges UF UR: place orientation", "(R L) U F2", Metric::qtm, false}}) {
    const LevelsSpec spec = spec_of(c.coordinate, c.moves, c.metric, kMaxLevels);
    const Levels found = count(spec);
    EXPECT_EQ(found.end, LevelsEnd::complete) << c.coordinate;
    const SchreierPlan planned = plan({spec.coordinate, spec.moves}).value();
    const bool has_same_classes = planned.group == found.group;
    const auto graph = SchreierGraph::make(planned, 2).value();
    const Distribution in_table = DistanceTable::make(graph, TablePacking::bytes, 2)->distribution();
    EXPECT_EQ(values_of(found), in_table.values) << c.coordinate;
    if (has_same_classes) {
      EXPECT_EQ(classes_of(found), in_table.classes) << c.coordinate;
    }
    LevelsSpec few = with_inversion(spec);
    few.depth = 5;
    const auto folded = count_levels(few, 2);
    ASSERT_EQ(folded.has_value(), c.inversion) << c.coordinate;
    if (!folded) continue;
    const auto first = [](Counts counts) {
      counts.resize(6);
      return counts;
    };
    EXPECT_EQ(values_of(*folded), first(in_table.values)) << c.coordinate;
    EXPECT_EQ(symmetric_of(*folded), first(symmetric_of(found))) << c.coordinate;
  }
}

TEST(Levels, OfOtherGoals) {
  LevelsSpec spec = spec_of("UDSlice", "all", Metric::htm, 10);
  spec.goals = goals_at(spec.coordinate, std::vector<Index>{0, 494}).value();
  const Counts values = values_of(count(spec));
  EXPECT_EQ(values[0], 2u);
  EXPECT_EQ(std::accumulate(values.begin(), values.end(), std::uint64_t{0}), 495u);
  // Inversion acts on the values, but words and their inverses lead equally far from the solved value alone.
  spec = spec_of("CornerPermutation", "all", Metric::htm, 20);
  spec.goals = goals_of(spec.coordinate, parse_move_set("squares").value()).value();
  const Levels found = count(spec);
  EXPECT_EQ(count_levels(with_inversion(spec), 2).error().kind, ErrorKind::bad_option);
  const auto graph = SchreierGraph::make(plan({spec.coordinate, spec.moves, spec.goals}).value(), 2).value();
  EXPECT_EQ(values_of(found), DistanceTable::make(graph, TablePacking::bytes, 2)->distribution().values);
  spec = spec_of("Cube", "all", Metric::htm, 1);
  spec.goals = goals_of(spec.coordinate, parse_move_set("U").value()).value();
  EXPECT_EQ(values_of(count(spec)), (Counts{4, 60}));  // a power of U, then another face
}

TEST(Levels, EndWhereTheyMust) {
  LevelsSpec spec = spec_of("Cube", "all", Metric::htm, 20);
  spec.memory = 2'000'000;
  const Levels cut = count(spec);
  EXPECT_EQ(cut.end, LevelsEnd::memory);
  EXPECT_EQ(cut.levels.size(), 6u);
  EXPECT_EQ(values_of(cut)[5], 574908u);
  StopFlag stop{false};
  spec.memory = ~std::uint64_t{0};
  const auto stopped = count_levels(
      spec, 2, [&](const Level& level) { stop = level.distance == 4; }, {}, &stop);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->end, LevelsEnd::stopped);
  EXPECT_EQ(values_of(*stopped), (Counts{1, 18, 243, 3240, 43239}));
  EXPECT_EQ(count(spec_of("Cube", "U", Metric::htm, 9)).end, LevelsEnd::complete);
}

TEST(Levels, RefuseWhatMakesNoSense) {
  const auto message = [](const LevelsSpec& spec) {
    const auto found = count_levels(spec, 1);
    EXPECT_TRUE(!found && found.error().kind == ErrorKind::bad_option);
    return found ? "" : found.error().message;
  };
  LevelsSpec spec = spec_of("CornerOrientation", "all", Metric::htm, 3);
  spec.group = kAll48;
  EXPECT_NE(message(spec).find("not every symmetry of 'all' can be used here"), std::string::npos);
  EXPECT_NE(message(spec_of("Phase2EdgePermutation", "all", Metric::htm, 3)).find("cannot be used with these moves"),
            std::string::npos);
  EXPECT_NE(message(spec_of("Cube", "all", Metric::htm, -1)).find("expected 0 to 100"), std::string::npos);
  spec.moves = nullptr;
  EXPECT_NE(message(spec).find("no moves"), std::string::npos);
}

}  // namespace
}  // namespace superflip
