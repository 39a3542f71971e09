// Reports on coordinates: the program and the server write them, and their own tests see whole lines.
#include "superflip/engine/coordinate_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/catalogue.h"
#include "superflip/cube/random.h"
#include "superflip/reading/facelets.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "CoordinateReport.ListsTheCatalogue"}};

using Document = nlohmann::json;

Document parsed(const Json& json) { return Document::parse(json.dump()); }

TEST(CoordinateReport, ListsTheCatalogue) {
  const auto list = parsed(catalogue_report());
  ASSERT_EQ(list.size(), catalogue().size());
  for (std::size_t i = 0; i < list.size(); ++i) EXPECT_EQ(list[i]["name"], catalogue()[i].name);
}

TEST(CoordinateReport, SaysWhatIsKnown) {
  const auto slice = parsed(coordinate_report("udslice", *parse_description("UDSlice")));
  EXPECT_EQ(slice["name"], "UDSlice");
  EXPECT_EQ(slice["values"], 495);
  EXPECT_EQ(slice["bits"], 9);
  EXPECT_EQ(slice["group_order"], 16);
  EXPECT_FALSE(slice.contains("parts"));
  const auto described = parsed(coordinate_report("no name", *parse_description("corners: orientation * UDSlice")));
  EXPECT_FALSE(described.contains("name"));
  EXPECT_EQ(described["parts"].size(), 2U);
}

TEST(CoordinateReport, LargeValuesAreTexts) {
  EXPECT_EQ(json_value(~std::uint64_t{0}).dump(), "18446744073709551615");
  EXPECT_EQ(json_value(Uint128{1} << 64).dump(), "\"18446744073709551616\"");
}

// From a cube to its value, its class and back: every number that is reported is checked by its definition.
TEST(CoordinateReport, ValuesAndClassesAreThoseOfTheCube) {
  const Description coordinate = *parse_description("FlipUDSlice");
  const AnyCoordinate numbers(*coordinate.product());
  const SymmetryGroup group(admitted(numbers));
  auto classes = Symmetric<AnyCoordinate>::make_lawful(numbers, group);
  ASSERT_TRUE(classes);
  const CoordinateView view(coordinate, Folding{numbers, group, *std::move(classes)});
  Random random(1);
  for (int n = 0; n < 50; ++n) {
    const Cube cube = random.cube();
    const auto report = parsed(view.report(cube, n == 0));
    const Index value = numbers.index(cube);
    EXPECT_EQ(report["value"], value);
    EXPECT_EQ(report["solved"], value == numbers.index(kSolved));
    const Symmetry s(report["symmetry"].get<int>());
    const Cube representative = to_cube(numbers, report["representative"].get<Index>());
    EXPECT_EQ(numbers.index(conjugate(representative, s)), value);
    EXPECT_EQ(report["transformation"], int{inverse(s)});
    EXPECT_EQ(report["class_size"].get<std::size_t>() * report["self_symmetries"].size(),
              static_cast<std::size_t>(group.order()));
    EXPECT_EQ(report["sym"], report["class"].get<Index>() * group.order() + group.position(s));
    EXPECT_EQ(report.contains("transitions"), n == 0);
    if (n == 0) {
      for (const Move m : kAllMoves)
        EXPECT_EQ(report["transitions"][to_string(Moves{m})]["value"], numbers.index(cube * kMoveCubes[m]));
    }
    const auto back = parsed(cube_report(coordinate, value));
    EXPECT_TRUE(back["reachable"]);
    EXPECT_EQ(numbers.index(*parse_facelets(back["facelets"].get<std::string>())), value);
  }
}

TEST(CoordinateReport, NothingWhereItIsNotDefined) {
  const Description coordinate = *parse_description("Phase2SlicePermutation");
  const CoordinateView view(coordinate, std::nullopt);
  EXPECT_EQ(view.report(kMoveCubes[3], false).dump(), "{}");  // R leaves G1
  EXPECT_TRUE(parsed(view.report(kSolved, false))["solved"]);
}

}  // namespace
}  // namespace superflip
