// The sheet of a position, with what is known of patterns, and words replayed.
#include "superflip/engine/sheet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "superflip/cube/random.h"
#include "superflip/superflip.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "SlowSheet"}, {"long", "SlowSheet"}};

SheetOptions options_of(const StopFlag* stop = nullptr) {
  // Tables of the test's folder are used where they are.
  return {.engine = {.tables = default_tables().value_or(nullptr), .optimal_table = "optimal-47", .threads = 2},
          .time = std::chrono::seconds(60),
          .stop = stop};
}

TEST(SlowSheet, OfPatterns) {
  // Lengths and numbers of shortest words of six spots and pons asinorum; those in htm and qtm as the generic solver
  // has them.
  const std::map<std::string, std::map<Metric, std::pair<int, std::size_t>>> known{
      {"U D' R L' F B' U D'",
       {{Metric::htm, {8, 9}}, {Metric::qtm, {8, 9}}, {Metric::stm, {4, 3}}, {Metric::atm, {4, 3}}}},
      {"R2 L2 U2 D2 F2 B2",
       {{Metric::htm, {6, 6}}, {Metric::qtm, {12, 42}}, {Metric::stm, {3, 1}}, {Metric::atm, {3, 1}}}},
      {"R U", {{Metric::htm, {2, 1}}, {Metric::qtm, {2, 1}}, {Metric::stm, {2, 1}}, {Metric::atm, {2, 1}}}}};
  for (const auto& [text, expected] : known) {
    const Cube cube = read(text).value().cube;
    const auto sheet = make_sheet(cube, options_of());
    ASSERT_TRUE(sheet) << sheet.error().message;
    ASSERT_EQ(sheet->words.size(), 4U);
    for (const auto& [metric, answer] : sheet->words) {
      EXPECT_EQ(answer.ended, Ended::complete);
      EXPECT_EQ(answer.solutions.front().length, expected.at(metric).first) << text << name(metric);
      EXPECT_EQ(answer.solutions.size(), expected.at(metric).second) << text << name(metric);
      for (const Solution& s : answer.solutions) EXPECT_EQ(apply(cube, s.moves), kSolved);
    }
    // Its order, by repetition.
    Cube power = cube;
    for (int n = 1; n < sheet->order; ++n, power = power * cube) EXPECT_NE(power, kSolved);
    EXPECT_EQ(power, kSolved);
    // Each word leads into its subgroup: from there the solved cube needs the subgroup's moves alone.
    ASSERT_EQ(sheet->distances.size(), 6U);
    for (const Sheet::Distance& distance : sheet->distances) {
      const std::string& subgroup = distance.subgroup;
      const Cube inside = apply(cube, distance.word);
      const Moves moves = parse_algorithm(subgroup)->moves;
      const auto is_reduced = [&, is_dr = distance.name == "DR"](const Cube& c) {
        return EdgeOrientation::index(c) == EdgeOrientation::index(kSolved) &&
               (!is_dr || (CornerOrientation::index(c) == CornerOrientation::index(kSolved) &&
                           UDSlice::index(c) == UDSlice::index(kSolved)));
      };
      // The rotations by which the subgroup is that of the standard axis: its moves keep what is reduced.
      int turned = 0;
      for (const Symmetry s : kAllRotations) {
        if (!std::all_of(moves.begin(), moves.end(), [&](Move m) { return is_reduced(kMoveCubes[conjugate(m, s)]); }))
          continue;
        ++turned;
        EXPECT_TRUE(is_reduced(conjugate(inside, s))) << subgroup;
      }
      EXPECT_EQ(turned, 8) << subgroup;
    }
    const Json json = to_json(*sheet);
    EXPECT_NE(json.dump().find("\"coset_class\":"), std::string::npos);
  }
}

TEST(SlowSheet, CanBeStopped) {
  const StopFlag stop{true};
  const auto sheet = make_sheet(Random(3).cube(), options_of(&stop));
  ASSERT_TRUE(sheet);
  EXPECT_TRUE(sheet->words.empty());
  EXPECT_EQ(sheet->symmetry.alike, 48);
  Cube impossible = kSolved;
  impossible.set_corner(0, 0, 1);
  EXPECT_EQ(make_sheet(impossible, options_of()).error().kind, ErrorKind::impossible);
}

}  // namespace
}  // namespace superflip
