// Coordinates from descriptions: they are the built-in ones where there are such, their values are dense and move as
// cubes do, and the grammar says what it does not understand.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/catalogue.h"
#include "superflip/coordinate/classes.h"
#include "superflip/coordinate/described/description.h"
#include "superflip/coordinate/described/reached.h"
#include "superflip/coordinate/named.h"
#include "superflip/coordinate/sym_composite.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "tests/support/labels.h"
#include "tests/support/slice_flips.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "Described.EveryNameOfTheCatalogueComesBack"},
                     {"long", "Described.AreFoldedByTheSameTypes"},
                     {"long", "Described.EveryValueComesBack"}};

Product described(const std::string& text) {
  const auto description = parse_description(text);
  if (!description) throw std::runtime_error(text + ": " + description.error().message);
  return description->product().value();
}

template <class C>
void expect_same(const C& built_in, const std::string& text) {
  SCOPED_TRACE(text);
  const Product coordinate = described(text);
  EXPECT_EQ(coordinate.size(), built_in.size());
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Cube cube = sample(built_in, random);
    ASSERT_EQ(coordinate.index(cube), built_in.index(cube));
  }
  for (Index i = 0; i < built_in.size(); i += 1 + built_in.size() / 50000)
    ASSERT_EQ(coordinate.index(to_cube(built_in, i)), i);
}

// The catalogue is the list of coordinates that have names: those that are types, too, are in it, and mean the same
// numbers there; the coordinates of phase 2, too, where they are defined.
TEST(Described, AgreesWithEveryBuiltInCoordinate) {
  const auto expect_as_in_the_catalogue = [](const auto& built_in) {
    EXPECT_NE(find_in_catalogue(built_in.name()), nullptr) << std::string(built_in.name());
    expect_same(built_in, std::string(built_in.name()));
  };
  std::apply([&](const auto&... built_in) { (expect_as_in_the_catalogue(built_in), ...); }, NamedCoordinates{});
  expect_same(UDSliceFlips{}, "edges FR FL BL BR: place orientation");
  expect_same(Composite<CornerOrientation, UDSlice>{}, "TwistUDSlice");
  EXPECT_EQ(described("CornerPermutation").index(apply(kSolved, make_move(R, 1))), 21021u);
  EXPECT_EQ(described("CornerOrientation").index(apply(kSolved, make_move(R, 1))), 1494u);
}

const std::vector<std::string> kVaried{"corners: orientation RL",
                                       "corners: orientation FB",
                                       "edges: orientation UD",
                                       "edges: orientation RL",
                                       "edges: orientation symmetric",
                                       "corners: tetrad",
                                       "corners: orientation tetrad",
                                       "corners: layer orientation FB",
                                       "edges: slice",
                                       "edges: layer",
                                       "edges: slice orientation symmetric",
                                       "corners: U layer | D layer",
                                       "corners: URF UFL | DFR",
                                       "edges UF UR: place orientation",
                                       "edges UF UR: order orientation UD",
                                       "edges UF BL DR: order orientation symmetric",
                                       "corners DLF URF: order orientation RL",
                                       "corners R layer: place orientation",
                                       "edges M slice: order * edges FR: place orientation",
                                       "corners: order modulo squares",
                                       "corners: tetrad modulo (R L)",
                                       "corner DBL: order orientation * edges DL DB BL: order orientation",
                                       "corners: order modulo squares * corners: orientation RL * edges UF: place"};

TEST(Described, EveryValueComesBack) {
  for (const std::string& text : kVaried) {
    SCOPED_TRACE(text);
    const Product coordinate = described(text);
    EXPECT_EQ(coordinate.index(kSolved), 0u);
    for (Index i = 0; i < coordinate.size(); i += 1 + coordinate.size() / 300000)
      ASSERT_EQ(coordinate.index(to_cube(coordinate, i)), i);
  }
}

TEST(Described, EveryNameOfTheCatalogueComesBack) {
  Random random(3);
  for (const CatalogueEntry& entry : catalogue()) {
    SCOPED_TRACE(entry.name);
    EXPECT_FALSE(entry.summary.empty());
    const auto description = parse_description(entry.name);
    ASSERT_TRUE(description) << description.error().message;
    for (const AnyCoordinate& part : description->parts) {
      EXPECT_EQ(part.index(kSolved), 0u);
      for (int i = 0; i < 2000; ++i) {
        const Index value = random.below(part.size());
        ASSERT_EQ(part.index(to_cube(part, value)), value);
      }
      ASSERT_EQ(part.index(to_cube(part, part.size() - 1)), part.size() - 1);
    }
  }
}

// A value and a move determine the value after the move; a symmetry that is admitted maps values to values.
TEST(Described, MovesAndSymmetriesActOnValues) {
  Random random(4);
  for (const std::string& text : kVaried) {
    SCOPED_TRACE(text);
    const Product coordinate = described(text);
    const std::uint64_t symmetries = admitted(coordinate);
    for (int i = 0; i < 200; ++i) {
      const Cube cube = random.cube();
      const Index value = coordinate.index(cube);
      for (const Move m : kAllMoves) ASSERT_EQ(move(coordinate, value, m), coordinate.index(apply(cube, m)));
      for (const Symmetry s : kAllSymmetries)
        if ((symmetries >> s & 1) != 0) {
          ASSERT_EQ(transform(coordinate, value, s), coordinate.index(conjugate(cube, s)));
        }
    }
  }
}

TEST(Described, FramesOfOrientationFlipWhatTheySay) {
  const auto flips = [](const std::string& frame, Move m) {
    return described("edges: orientation " + frame).index(apply(kSolved, m)) != 0;
  };
  for (const Move m : kAllMoves) {
    const bool quarter = turns_of(m) != 2;
    const int axis = face_of(m) % 3;
    EXPECT_EQ(flips("UD", m), quarter && axis == U);
    EXPECT_EQ(flips("RL", m), quarter && axis == R);
    EXPECT_EQ(flips("FB", m), quarter && axis == F);
    EXPECT_EQ(flips("symmetric", m), quarter);
    for (const auto& [frame, kept] : {std::pair("UD", U), std::pair("RL", R), std::pair("FB", F)})
      EXPECT_EQ(described(std::string("corners: orientation ") + frame).index(apply(kSolved, m)) != 0,
                quarter && axis != kept);
  }
  EXPECT_EQ(admitted(described("edges: orientation symmetric")), kAll48.bits());
}

// The source's table: the full group acts on the permutation of the corners alone, the 16 that keep the UD axis on all
// but the flips.
TEST(Described, AdmitsTheSymmetriesOfTheSourcesTable) {
  const std::vector<std::tuple<const char*, bool, bool>> rows{
      {"CornerOrientation", false, true},    {"EdgeOrientation", false, false},
      {"CornerPermutation", true, true},     {"UDSlice", false, true},
      {"UDSliceSorted", false, true},        {"FlipUDSlice", false, true},
      {"Phase2EdgePermutation", false, true}};
  for (const auto& [name, all, ud16] : rows) {
    const std::uint64_t set = admitted(described(name));
    EXPECT_EQ((kAll48.bits() & ~set) == 0, all) << name;
    EXPECT_EQ((kUd16.bits() & ~set) == 0, ud16) << name;
  }
}

TEST(Described, ProductsAreJoinedToOnePartOfAKind) {
  EXPECT_EQ(described("edges FR FL BL BR: order * edges UR UF: order").size(), 665280u);
  EXPECT_EQ(described("edges FR FL BL BR: place * edges FR: place").size(), 12u * 165u);
  EXPECT_EQ(described("edges: order * edges: slice").size(), 479001600u);
  EXPECT_EQ(described("edges: slice * edges UR: order").size(), 12u * 165u * 70u);
  EXPECT_EQ(described("corners: layer * corners: tetrad").size(), 2520u);
  EXPECT_EQ(described("edges: order * edges UF: place orientation").parts().size(), 1u);
  EXPECT_EQ(described("edges: orientation * edges UF UR: place orientation").size(), 2048u * 66u);
  // A description of the description is the coordinate itself.
  Random random(5);
  for (const std::string& text : kVaried) {
    const Product one = described(text);
    const Product other = described(one.name());
    for (int i = 0; i < 50; ++i) {
      const Cube cube = random.cube();
      ASSERT_EQ(one.index(cube), other.index(cube)) << text << " | " << one.name();
    }
  }
}

struct Wrong {
  std::string text;
  std::size_t position;
  std::string message;
};

TEST(Described, SaysWhereADescriptionIsWrong) {
  const std::vector<Wrong> all{{"", 0, "ends where corners, edges, centres or the name"},
                               {"corner", 0, "corners, edges, centres or the name"},
                               {"corner URF", 10, "a corner (URF), a layer"},
                               {"EDGES: Order", 7, "'Order' found"},
                               {"corners: orientation UD RL", 24, "'RL' found; expected order"},
                               {"corners:", 8, "order, place, orientation, tetrad, layer"},
                               {"corners: foo", 9, "'foo' found; expected order"},
                               {"corners UF: place", 8, "'UF' found; expected a corner"},
                               {"edges UF UF: place", 9, "named twice"},
                               {"edges UF FU: place", 9, "named twice"},
                               {"edges UF UR: orientation", 13, "without their places"},
                               {"edges UF: tetrad", 10, "order, place or orientation"},
                               {"corners: orientation symmetric", 21, "UD, RL or FB for corners"},
                               {"centres: layer", 9, "expected order, place, orientation or sets of centres"},
                               {"centre XY", 7, "'XY' found; expected a centre (U) or a colon"},
                               {"centres U layer: place", 8, "expected a centre, named by its face"},
                               {"centres M slice: place", 8, "expected centres, named by their faces"},
                               {"centres: tetrad", 9, "expected order, place, orientation or sets of centres"},
                               {"centres U F: orientation", 13, "without their places"},
                               {"centres: orientation UD", 21, "the turns of centres have only one"},
                               {"centers: order within U Q", 24, "'Q' found"},
                               {"corners: U layer |", 18, "pieces after |"},
                               {"corners: U layer | URF", 19, "is also in another set"},
                               {"corners M slice: place", 8, "a slice has none"},
                               {"UDSlice *", 9, "corners, edges, centres or the name"},
                               {"UDSlice UDSlice", 8, "* and another part"},
                               {"NoSuchThing", 0, "such as UDSlice"},
                               {"edges: place", 0, "this describes nothing"},
                               {"edges: orientation FB * edges: orientation UD", 29, "two frames"},
                               {"corners: order modulo", 21, "no moves"},
                               {"corners: order modulo U  Q", 25, "'Q' found"},
                               {"edges UF UR: order modulo U", 26, "maps cubes with one value"},
                               {"edges: order modulo U", 20, "at most"},
                               {"corners: order modulo U * corners: tetrad", 33, "cannot be combined"},
                               {"corners: order * corners: order modulo U", 39, "cannot be combined"}};
  for (const Wrong& wrong : all) {
    const auto parsed = parse_description(wrong.text);
    ASSERT_FALSE(parsed) << wrong.text;
    EXPECT_NE(parsed.error().message.find(wrong.message), std::string::npos)
        << wrong.text << ": " << parsed.error().message;
    EXPECT_EQ(parsed.error().position.value_or(999), wrong.position) << wrong.text << ": " << parsed.error().message;
  }
}

TEST(Described, TheWholeCubeIsTooLargeToNumber) {
  const auto cube = parse_description("Cube");
  ASSERT_TRUE(cube);
  EXPECT_EQ(cube->parts.size(), 4u);
  const auto product = cube->product();
  ASSERT_FALSE(product);
  EXPECT_NE(product.error().message.find("2^63"), std::string::npos);
}

// The templates of the compiled coordinates, over described ones.
TEST(Described, AreFoldedByTheSameTypes) {
  const Symmetric<AnyCoordinate> folded(AnyCoordinate(described("corners: order")), kUd16);
  const Symmetric<CornerPermutation> built_in;
  ASSERT_EQ(folded.classes(), built_in.classes());
  for (Index i = 0; i < 40320; ++i) ASSERT_EQ(folded.index_of_raw(i), built_in.index_of_raw(i));
  const SymComposite<AnyCoordinate, AnyCoordinate> pair(folded, AnyCoordinate(described("corners: orientation")));
  const SymComposite<CornerPermutation, CornerOrientation> built_in_pair{Symmetric<CornerPermutation>()};
  EXPECT_EQ(pair.size(), 2768u * 2187u);
  Random random(6);
  for (int i = 0; i < 1000; ++i) {
    const Cube cube = random.cube();
    const Index entry = pair.index(cube);
    ASSERT_EQ(entry, built_in_pair.index(cube));
    ASSERT_EQ(pair.index(to_cube(pair, entry)), entry);
  }
  // Kociemba's sym values: 1,030,880 for 1,013,760 raw ones.
  const Symmetric<AnyCoordinate> flip_slice(AnyCoordinate(described("FlipUDSlice")), kUd16);
  EXPECT_EQ(flip_slice.classes(), 64430u);
  EXPECT_EQ(flip_slice.size(), 1030880u);
  std::uint64_t given = 0;
  for (Index sym = 0; sym < flip_slice.size(); ++sym) given += flip_slice.index(to_cube(flip_slice, sym)) == sym;
  EXPECT_EQ(given, 1013760u);  // each raw value has one sym value that is given, and perhaps others that are understood
}

TEST(Reached, KeepsWhatTheMovesReach) {
  const auto moves = std::make_shared<const MoveSet>(parse_move_set("G1").value());
  const std::vector<Cube> solved{kSolved};
  const auto values = [&](const char* text) {
    return Reached::make(AnyCoordinate(described(text)), moves, solved).value().size();
  };
  EXPECT_EQ(values("Phase2EdgePermutation"), 40320u);
  EXPECT_EQ(values("Phase2SlicePermutation"), 24u);
  EXPECT_EQ(values("CornerOrientation"), 1u);
  EXPECT_EQ(values("CornerPermutation"), 40320u);
  EXPECT_EQ(values("edges: slice"), 70u);
  const AnyCoordinate edges = Reached::make(AnyCoordinate(described("Phase2EdgePermutation")), moves, solved).value();
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    const Cube cube = edges.sample(random);
    ASSERT_TRUE(in_g1(cube));
    ASSERT_EQ(edges.index(cube), Phase2EdgePermutation::index(cube));
  }
  EXPECT_FALSE(edges.defined(apply(kSolved, make_move(R, 1))));
}

// The names of phase 2 have one meaning everywhere: the values of the compiled types, defined in G1 alone.
TEST(DescribedCoordinate, WithinMoves) {
  const AnyCoordinate edges = described("Phase2EdgePermutation");
  EXPECT_EQ(edges.name(), "edges UR UF UL UB DR DF DL DB: order within G1");
  EXPECT_EQ(edges.size(), 40320u);
  EXPECT_EQ(described("Phase2SlicePermutation").size(), 24u);
  EXPECT_EQ(parse_description("Phase2EdgePermutation")->within, "G1");
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Cube cube = edges.sample(random);
    EXPECT_EQ(edges.index(cube), Phase2EdgePermutation::index(cube));
    EXPECT_TRUE(edges.defined(cube));
    const Cube other = random.cube();
    EXPECT_EQ(edges.defined(other), Phase2EdgePermutation::defined(other));
  }
  EXPECT_TRUE(check_laws(edges, LawEffort::thorough));
  EXPECT_EQ(described("corners: order modulo squares within G1").size(), 420u);
  const auto message = [](const char* text) { return parse_description(text).error().message; };
  EXPECT_NE(message("edges: order within G7").find("'G' found"), std::string::npos)
      << message("edges: order within G7");
  EXPECT_NE(message("Phase2EdgePermutation * edges E slice: order").find("must be within the same moves"),
            std::string::npos);
  EXPECT_EQ(parse_description("edges: order within R’ ö").error().position, 23u);
}

TEST(SymmetryGroups, AreReadAndNamed) {
  EXPECT_EQ(parse_symmetry_group("all")->order(), 48);
  EXPECT_EQ(parse_symmetry_group("URF3 F2 U4 LR2")->order(), 48);
  EXPECT_EQ(parse_symmetry_group("F2 U4 LR2").value(), kUd16);
  EXPECT_EQ(parse_symmetry_group("rotations")->order(), 24);
  EXPECT_EQ(parse_symmetry_group("none")->order(), 1);
  EXPECT_FALSE(parse_symmetry_group(""));
  EXPECT_EQ(parse_symmetry_group("S16")->order(), 3);
  EXPECT_EQ(parse_symmetry_group("U4, foo").error().position, 4u);
  EXPECT_FALSE(parse_symmetry_group("S48"));
  for (const Symmetry s : kAllSymmetries) {
    const SymmetryGroup group = generated_group(std::uint64_t{1} << s);
    EXPECT_EQ(parse_symmetry_group(to_string(group)).value(), group);
  }
}

}  // namespace
}  // namespace superflip
