// The laws of coordinates: those of this library obey them, and types that break one are told which.
#include "superflip/coordinate/laws.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <tuple>

#include "superflip/coordinate/catalogue.h"
#include "superflip/coordinate/classes.h"
#include "superflip/coordinate/described/description.h"
#include "superflip/coordinate/detail/edge_columns.h"
#include "superflip/coordinate/named.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/engine/engine.h"
#include "superflip/solver/pocket/coordinate.h"
#include "superflip/table/levels.h"
#include "superflip/table/schreier_graph.h"
#include "tests/support/labels.h"
#include "tests/support/slice_flips.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "Laws.CoordinatesOfTheLibraryObeyThem"}};

std::string broken(const AnyCoordinate& coordinate, LawEffort effort = LawEffort::quick) {
  const Expected<void> lawful = check_laws(coordinate, effort);
  if (lawful) return "none";
  EXPECT_EQ(lawful.error().kind, ErrorKind::bad_option);
  return lawful.error().message;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// No coset coordinate: half the number of flipped edges.
struct FlippedPairs {
  static std::string name() { return "FlippedPairs"; }
  static Index size() { return 7; }
  static Index index(const Cube& c) {
    int flips = 0;
    for (int x = 0; x < kEdges; ++x) flips += c.flip_at(x);
    return static_cast<Index>(flips / 2);
  }
  static void assign(Cube& c, Index i) {
    for (int x = 0; x < kEdges; ++x) c.set_flip(x, x < 2 * static_cast<int>(i) ? 1 : 0);
  }
};

// UDSlice with something changed.
struct Changed {
  std::string name() const { return "Changed"; }
  Index size() const { return values; }
  Index index(const Cube& c) const { return (UDSlice::index(c) + shift) % modulus; }
  void assign(Cube& c, Index i) const {
    const bool is_solved = c == kSolved;
    if (!forgets || is_solved) UDSlice::assign(c, i);
    if (twice) c.set_edge_piece(0, c.edge_at(1));
  }
  Index values = 495;
  Index shift = 0;
  Index modulus = 495;
  bool forgets = false;
  bool twice = false;
};

// The place of the corner URF; 0 too when DBL is not home.
struct PlaceWhileDblIsHome {
  static std::string name() { return "PlaceWhileDblIsHome"; }
  static Index size() { return kCorners - 1; }
  static Index index(const Cube& c) {
    if (c.corner_at(DBL) != DBL) return 0;
    int place = 0;
    while (c.corner_at(place) != URF) ++place;
    return static_cast<Index>(place < DBL ? place : place - 1);
  }
  static void assign(Cube& c, Index i) {
    const int place = static_cast<int>(i) < DBL ? static_cast<int>(i) : static_cast<int>(i) + 1;
    for (int x = 0; x < kCorners; ++x) c.set_corner_piece(x, x == place ? URF : x == URF ? place : x);
  }
};

// UDSlice, but not for many cubes at once.
struct OtherwiseForMany : UDSlice {
  static void indices(std::span<const Cube> cubes, std::span<Index> to) {
    for (std::size_t i = 0; i < cubes.size(); ++i) to[i] = (index(cubes[i]) + i / 200) % size();
  }
};
struct UndefinedForMany : UDSlice {
  static std::size_t count_defined(std::span<const Cube> cubes) { return cubes.size() / 2; }
};

TEST(Laws, CoordinatesOfTheLibraryObeyThem) {
  const auto expect_lawful = [](const AnyCoordinate& k) { EXPECT_EQ(broken(k, LawEffort::thorough), "none"); };
  std::apply([&](const auto&... k) { (expect_lawful(k), ...); }, NamedCoordinates{});
  EXPECT_EQ(broken(UDSliceFlips{}, LawEffort::thorough), "none");
  EXPECT_EQ(broken(EdgeColumns{}), "none");
  EXPECT_EQ(broken(PocketCorners{}), "none");
  for (const CatalogueEntry& entry : catalogue()) {
    SCOPED_TRACE(std::string(entry.name));
    const Description described = parse_description(entry.description).value();
    for (const AnyCoordinate& part : described.parts) EXPECT_EQ(broken(part), "none");
  }
}

TEST(Laws, SayWhichIsBroken) {
  EXPECT_EQ(broken(Changed{}), "none");
  EXPECT_TRUE(contains(broken(FlippedPairs{}), "FlippedPairs is not a coordinate: of two cubes of value"));
  EXPECT_TRUE(contains(broken(FlippedPairs{}), "the values must be cosets"));
  EXPECT_TRUE(contains(broken(Changed{.values = 0}), "size() is 0"));
  EXPECT_TRUE(contains(broken(Changed{.values = 494}), "index() gives 494, and size() is 494"));
  EXPECT_TRUE(contains(broken(Changed{.shift = 1}), "to_cube(0) is a cube of value 1: index(to_cube(i)) must be i"));
  EXPECT_TRUE(contains(broken(Changed{.forgets = true}), "assign() must write everything that the value depends on"));
  EXPECT_TRUE(contains(broken(OtherwiseForMany{}), "indices() gives "));
  EXPECT_TRUE(contains(broken(UndefinedForMany{}), "count_defined() gives 128 for 256 cubes"));
  EXPECT_TRUE(contains(broken(Changed{.twice = true}), "to_cube(0) has some piece twice"));
}

// With few moves the laws need to hold only where those lead to.
TEST(Laws, HoldForTheMovesThatCount) {
  const MoveSet three = parse_move_set("U R F").value();
  const MoveSet all = parse_move_set("all").value();
  const std::array<Cube, 1> solved{kSolved};
  EXPECT_TRUE(check_laws(PocketPermutation{}, three, solved));
  EXPECT_TRUE(check_laws(PlaceWhileDblIsHome{}, three, solved));
  EXPECT_FALSE(check_laws(PlaceWhileDblIsHome{}, all, solved));
  EXPECT_TRUE(check_laws(Phase2EdgePermutation{}, parse_move_set("G1").value(), solved));
}

// A coordinate that hardly any cube has, and that draws no samples itself: random cubes would never end.
struct OnlyInG1 {
  static std::string name() { return "OnlyInG1"; }
  static Index size() { return 40320; }
  static bool defined(const Cube& c) { return in_g1(c); }
  static Index index(const Cube& c) { return CornerPermutation::index(c); }
  static void assign(Cube& c, Index i) {
    c = Cube{};
    CornerPermutation::assign(c, i);
  }
};

TEST(Laws, AreCheckedWhereHardlyAnyCubeHasAValue) {
  EXPECT_TRUE(check_laws(OnlyInG1{}));
  EXPECT_EQ(admitted(OnlyInG1{}), admitted(Phase2EdgePermutation{}));
  const auto planned =
      plan({Description{{OnlyInG1{}}}, std::make_shared<const MoveSet>(parse_move_set("all").value())});
  ASSERT_FALSE(planned);
  EXPECT_TRUE(contains(planned.error().message, "cannot be used with these moves")) << planned.error().message;
  EXPECT_TRUE(plan({Description{{OnlyInG1{}}}, std::make_shared<const MoveSet>(parse_move_set("G1").value())}));
}

// It ended in SIGFPE.
// Where one edge is: two of them are not independent, for no place has both.
struct OneEdge {
  int edge = 0;
  std::string name() const { return "OneEdge" + std::to_string(edge); }
  static Index size() { return kEdges; }
  Index index(const Cube& c) const {
    for (int x = 0; x < kEdges; ++x)
      if (c.edge_at(x) == edge) return static_cast<Index>(x);
    return kEdges;
  }
  void assign(Cube& c, Index i) const {
    const int there = c.edge_at(static_cast<int>(i));
    const Index from = index(c);
    c.set_edge_piece(static_cast<int>(from), there);
    c.set_edge_piece(static_cast<int>(i), edge);
  }
};

TEST(Laws, PartsOfAProductAreIndependent) {
  ASSERT_EQ(broken(OneEdge{0}), "none");
  const auto moves = std::make_shared<const MoveSet>(parse_move_set("all").value());
  const AnyCoordinate worded = parse_description("edges UR UF: order")->parts[0];
  for (const Description& overlapping : {Description{{OneEdge{0}, OneEdge{1}}}, Description{{OneEdge{0}, OneEdge{0}}},
                                         Description{{OneEdge{0}, worded}}, Description{{worded, worded}}}) {
    const auto planned = plan({overlapping, moves});
    ASSERT_FALSE(planned);
    EXPECT_EQ(planned.error().kind, ErrorKind::bad_option);
    EXPECT_PRED2(contains, planned.error().message, "are not independent");
    EXPECT_FALSE(count_levels({overlapping, moves}, 1));
    EXPECT_FALSE(count_classes(overlapping.product().value(), parse_symmetry_group("none").value(), false));
    Engine engine({.profile = Profile::compact});
    Question question;
    question.goal.coordinates = {{overlapping}};
    EXPECT_EQ(engine.solve(question).error().kind, ErrorKind::bad_option);
  }
  EXPECT_TRUE(check_independent(parse_description("DominoReduction * corners: order").value().parts));
  EXPECT_TRUE(check_independent(parse_description("DominoReduction * centres: order").value().parts));
}

TEST(Laws, PlansAreMadeOfCoordinatesOnly) {
  for (const char* moves : {"all", "U R F"}) {
    const auto planned =
        plan({Description{{FlippedPairs{}}}, std::make_shared<const MoveSet>(parse_move_set(moves).value())});
    ASSERT_FALSE(planned);
    EXPECT_EQ(planned.error().kind, ErrorKind::bad_option);
    EXPECT_TRUE(contains(planned.error().message, "FlippedPairs is not a coordinate")) << planned.error().message;
  }
  const auto both =
      plan({Description{{UDSlice{}, FlippedPairs{}}}, std::make_shared<const MoveSet>(parse_move_set("all").value())});
  EXPECT_FALSE(both);
}

TEST(Laws, ClassesAreMadeOfCoordinatesOnly) {
  const auto broken = Symmetric<FlippedPairs>::make({});
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().kind, ErrorKind::bad_option);
  const auto mixed = Symmetric<CornerOrientation>::make({}, kAll48);
  ASSERT_FALSE(mixed);
  EXPECT_EQ(mixed.error().kind, ErrorKind::bad_option);
  EXPECT_TRUE(contains(mixed.error().message, "does not admit all of the symmetries all")) << mixed.error().message;
  EXPECT_EQ(Symmetric<Changed>::make({})->classes(), 45u);
  StopFlag stop = true;
  const auto stopped = Symmetric<UDSlice>::make({}, kUd16, &stop);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
}

TEST(Laws, GoalsNeedValues) {
  SchreierSpec spec{Description{{Phase2EdgePermutation{}}},
                    std::make_shared<const MoveSet>(parse_move_set("G1").value())};
  ASSERT_TRUE(plan(spec));
  spec.goals = {kMoveCubes[make_move(F, 1)]};
  const auto planned = plan(spec);
  ASSERT_FALSE(planned);
  EXPECT_EQ(planned.error().message, "Phase2EdgePermutation has no value for one of the goals");
  spec.goals.clear();
  EXPECT_FALSE(plan(spec));
}

}  // namespace
}  // namespace superflip
