// Cubes in space: their products, symmetries, groups and coordinates, compared with a cube of stickers in three
// dimensions that knows only how layers turn.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/described/orbit.h"
#include "superflip/coordinate/laws.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/cube/space.h"
#include "superflip/cube/subgroup.h"
#include "superflip/engine/engine.h"
#include "superflip/engine/report.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/read.h"
#include "superflip/solver/generic/generic.h"
#include "superflip/table/levels.h"
#include "superflip/table/schreier_graph.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "CentresSearch.FirstLevelsOfLargeGroups"},
                     {"long", "Centres.CoordinatesObeyTheLawsInSpace"},
                     {"threads", "CentresSearch"},
                     {"long", "CentresSearch.SmallGroupsAreThoseOfTurningLayers"},
                     {"long", "CentresSearch.SolutionsAreReplayedInSpace"},
                     {"long", "CentresSearch.TheGroupOfUAndMIsThePublishedOne"},
                     {"long", "Centres.CoordinatesSayWhatTheySee"},
                     {"long", "CentresSearch.WhatMovesCannotSolveIsSaid"}};

// --- The oracle ---------------------------------------------------------------------------------------------------

using Vector = std::array<int, 3>;  // to the right, up, to the front

constexpr std::array<Vector, kFaces> kNormals{{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {-1, 0, 0}, {0, 0, -1}}};

Vector sum(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
int dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// A quarter turn about the outward normal n, clockwise as seen from outside.
Vector turned(const Vector& v, const Vector& n) {
  Vector along = n;
  for (int& x : along) x *= dot(n, v);
  return sum(cross(v, n), along);
}

// A mark on the cube: where its piece is, and which way it points. A sticker points outward; each centre has four marks
// that point along its face.
struct Mark {
  Vector at;
  Vector towards;
  friend auto operator<=>(const Mark&, const Mark&) = default;
};

const std::vector<Mark>& all_marks() {
  static const std::vector<Mark> marks = [] {
    std::vector<Mark> all;
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z)
          for (const Vector& n : kNormals) {
            const Vector at{x, y, z};
            const bool is_centre = dot(at, at) == 1;
            if (dot(at, at) >= (is_centre ? 1 : 2) && dot(at, n) == (is_centre ? 0 : 1)) all.push_back({at, n});
          }
    std::sort(all.begin(), all.end());
    return all;
  }();
  return marks;
}

std::size_t slot_of(const Mark& mark) {
  const auto& marks = all_marks();
  return static_cast<std::size_t>(std::lower_bound(marks.begin(), marks.end(), mark) - marks.begin());
}

// Character i: which mark of the solved cube is where mark i was.
using Stickers3d = std::string;

Stickers3d solved_3d() {
  Stickers3d state;
  for (std::size_t i = 0; i < all_marks().size(); ++i) state.push_back(static_cast<char>(i));
  return state;
}

// The permutation of slots by a map of marks.
template <class Map>
Stickers3d moved_by(const Stickers3d& state, const Map& map) {
  Stickers3d after = state;
  for (std::size_t i = 0; i < state.size(); ++i) after[slot_of(map(all_marks()[i]))] = state[i];
  return after;
}

// One letter with its suffix, as people mean it: which layers turn, and in the sense of which face.
Stickers3d turn_3d(const Stickers3d& state, const std::string& move) {
  static std::map<std::string, Stickers3d> known;  // of the solved cube
  auto [found, is_new] = known.try_emplace(move);
  if (is_new) {
    const char letter = move[0];
    const auto face_at = [](const std::string& letters, char c) { return letters.find(c); };
    std::size_t face = std::string::npos;
    std::string layers;  // of -1, 0, 1 along the face's normal
    const auto as = [&](const std::string& letters, const std::string& which, const std::array<Face, 6>& senses) {
      if (face_at(letters, letter) == std::string::npos) return;
      face = senses[face_at(letters, letter)];
      layers = which;
    };
    const bool is_wide = move.find('w') != std::string::npos;
    as("URFDLB", is_wide ? "01" : "1", {U, R, F, D, L, B});
    as("urfdlb", "01", {U, R, F, D, L, B});
    as("MES", "0", {L, D, F});
    as("xyz", "-01", {R, U, F});
    const Vector n = kNormals.at(face);
    Stickers3d to = solved_3d();
    const int turns = move.back() == '2' ? 2 : move.back() == '\'' ? 3 : 1;
    for (int i = 0; i < turns; ++i)
      to = moved_by(to, [&](const Mark& mark) {
        const int layer = dot(mark.at, n);
        const bool turns_too = layers.find(layer < 0 ? '-' : static_cast<char>('0' + layer)) != std::string::npos;
        return turns_too ? Mark{turned(mark.at, n), turned(mark.towards, n)} : mark;
      });
    found->second = to;
  }
  Stickers3d after = state;
  for (std::size_t i = 0; i < state.size(); ++i) after[i] = state[static_cast<std::size_t>(found->second[i])];
  return after;
}

Stickers3d after_3d(const std::string& word) {
  Stickers3d state = solved_3d();
  std::string move;
  for (const char c : word + " ") {
    if (c != ' ') {
      move += c;
    } else if (!move.empty()) {
      state = turn_3d(state, move);
      move.clear();
    }
  }
  return state;
}

// The stickers of a cube of the library, from the meaning of its numbers alone (cube.h, facelets.h).
Stickers3d stickers_of(const Cube& c) {
  Stickers3d state = solved_3d();
  const auto put = [&](const auto& at, const auto& of, int count, int orientation) {
    Vector place{};
    Vector home{};
    for (int n = 0; n < count; ++n) {
      place = sum(place, kNormals[at[n]]);
      home = sum(home, kNormals[of[n]]);
    }
    for (int n = 0; n < count; ++n)
      state[slot_of({place, kNormals[at[(n + orientation) % count]]})] =
          static_cast<char>(slot_of({home, kNormals[of[n]]}));
  };
  for (int x = 0; x < kCorners; ++x) put(kCornerFaces[x], kCornerFaces[c.corner_at(x)], 3, c.twist_at(x));
  for (int x = 0; x < kEdges; ++x) put(kEdgeFaces[x], kEdgeFaces[c.edge_at(x)], 2, c.flip_at(x));
  constexpr std::array<Face, kFaces> kTops{B, U, U, F, U, U};
  for (int f = 0; f < kFaces; ++f) {
    const int centre = c.centre_at(f);
    Vector of = kNormals[kTops[centre]];
    Vector now = kNormals[kTops[f]];
    for (int i = 0; i < c.turn_at(f); ++i) now = turned(now, kNormals[f]);
    for (int i = 0; i < 4; ++i) {
      state[slot_of({kNormals[f], now})] = static_cast<char>(slot_of({kNormals[centre], of}));
      of = turned(of, kNormals[centre]);
      now = turned(now, kNormals[f]);
    }
  }
  return state;
}

// The same without telling apart the four marks of a centre.
Stickers3d without_turns(Stickers3d state) {
  for (char& c : state) {
    const Mark mark = all_marks()[static_cast<std::size_t>(c)];
    if (dot(mark.at, mark.at) == 1) c = static_cast<char>(100 + mark.at[0] + 3 * mark.at[1] + 9 * mark.at[2]);
  }
  return state;
}

// How many states the generators lead to with 0, 1, 2, ... of them, all or up to a depth.
std::vector<std::uint64_t> levels_3d(const std::vector<std::string>& moves, bool with_turns, int depth = 1000) {
  std::vector<std::uint64_t> counts;
  std::unordered_set<std::string> met;
  std::vector<Stickers3d> level{solved_3d()};
  const auto is_new = [&](const Stickers3d& state) {
    return met.insert(with_turns ? state : without_turns(state)).second;
  };
  is_new(level[0]);
  for (; !level.empty() && depth >= 0; --depth) {
    counts.push_back(level.size());
    std::vector<Stickers3d> next;
    for (const Stickers3d& state : level)
      for (const std::string& move : moves)
        if (Stickers3d after = turn_3d(state, move); is_new(after)) next.push_back(std::move(after));
    level = std::move(next);
  }
  return counts;
}

std::string any_word(Random& random, int length) {
  static const std::string letters = "URFDLBurfdlbMESxyz";
  std::string word;
  for (int i = 0; i < length; ++i) {
    const std::size_t at = random.below(letters.size());
    std::string move(1, letters[at]);
    if (at < 6 && random.below(5) == 0) move += 'w';
    word += (word.empty() ? "" : " ") + move + std::array{"", "2", "'"}[random.below(3)];
  }
  return word;
}

Cube in_space(const std::string& word, Centres centres = Centres::turned) {
  return to_cube(parse_algorithm(word).value(), centres);
}

// --- Cubes --------------------------------------------------------------------------------------------------------

TEST(Centres, ASolvedCubeHasItsMarks) {
  EXPECT_EQ(all_marks().size(), 72u);
  EXPECT_EQ(stickers_of(kSolved), solved_3d());
}

RC_GTEST_PROP(Centres, AlgorithmsDoWhatTurningLayersDoes, (std::uint32_t seed)) {
  Random random(seed);
  const std::string word = any_word(random, 1 + static_cast<int>(random.below(30)));
  const Stickers3d truth = after_3d(word);
  RC_ASSERT(stickers_of(in_space(word)) == truth);
  RC_ASSERT(is_reachable_in_space(in_space(word)));
  const Cube moved = in_space(word, Centres::moved);
  RC_ASSERT(without_turns(stickers_of(moved)) == without_turns(truth));
  // Face turns do not turn centres there: the turns are those of the rotation.
  const auto rotation = rotation_of_centres(moved);
  RC_ASSERT(rotation.has_value());
  RC_ASSERT(is_reachable(moved * inverse(kSymmetryCubes[*rotation])));
  RC_ASSERT(in_space(word, Centres::fixed) == to_cube(*parse_algorithm(word)));
}

RC_GTEST_PROP(Centres, ProductsAreWordsOneAfterTheOther, (std::uint32_t seed)) {
  Random random(seed);
  const std::string a = any_word(random, 12);
  const std::string b = any_word(random, 12);
  for (const Centres centres : {Centres::moved, Centres::turned}) {
    const Cube product = in_space(a, centres) * in_space(b, centres);
    RC_ASSERT(product == in_space(a + " " + b, centres));
    RC_ASSERT(product == compose(in_space(a, centres), in_space(b, centres)));
    RC_ASSERT(product * inverse(product) == kSolved);
  }
  RC_ASSERT(stickers_of(in_space(a) * in_space(b)) == after_3d(a + " " + b));
}

// Conjugation by S: places and pieces are renamed as the body is rotated or reflected.
TEST(Centres, ConjugationRenamesMarks) {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const Cube c = random.cube_in_space();
    const Stickers3d state = stickers_of(c);
    for (const Symmetry s : kAllSymmetries) {
      const auto image = [s](const Vector& v) {
        Vector to{};
        for (int f = 0; f < 3; ++f)
          for (int k = 0; k < 3; ++k) to[k] += dot(v, kNormals[f]) * kNormals[kFaceImages[s][f]][k];
        return to;
      };
      const auto renamed = [&](std::size_t slot) {
        const Mark& mark = all_marks()[slot];
        return slot_of({image(mark.at), image(mark.towards)});
      };
      Stickers3d truth = state;
      for (std::size_t at = 0; at < state.size(); ++at)
        truth[renamed(at)] = static_cast<char>(renamed(static_cast<std::size_t>(state[at])));
      ASSERT_EQ(stickers_of(conjugate(c, s)), truth) << int{s};
    }
  }
}

// Steps in space that do not turn centres stay such steps under all symmetries.
TEST(Centres, BothWaysToMoveThemAreKeptBySymmetry) {
  for (const Centres centres : {Centres::moved, Centres::turned}) {
    const MoveSet moves = parse_move_set("all M E S u r f d l b x y z", Metric::htm, centres).value();
    EXPECT_EQ(moves.size(), 54);
    EXPECT_EQ(std::popcount(moves.symmetries()), 48);
    EXPECT_EQ(moves.centres(), centres);
    for (const Symmetry s : kAllSymmetries) {
      const MoveSet image = conjugate(moves, s);
      ASSERT_TRUE(MoveSet::make(image.text(), image.steps(), centres));
      for (int i = 0; i < moves.size(); ++i) EXPECT_EQ(image[i].name, moves[moves.conjugate(i, s)].name);
    }
  }
}

TEST(Centres, RandomCubesAreReachable) {
  Random random(6);
  std::set<int> rotations;
  for (int i = 0; i < 2000; ++i) {
    const Cube c = random.cube_in_space();
    ASSERT_TRUE(is_reachable_in_space(c));
    rotations.insert(rotation_of_centres(c)->index);
    Cube one_more;
    one_more.set_turn(static_cast<int>(random.below(kFaces)), 1);
    ASSERT_FALSE(is_reachable_in_space(c * one_more));
    ASSERT_TRUE(is_reachable_in_space(c * one_more * one_more));
    Cube exchanged;
    exchanged.set_centre_piece(U, D);
    exchanged.set_centre_piece(D, U);
    ASSERT_FALSE(is_reachable_in_space(c * exchanged));
  }
  EXPECT_EQ(rotations.size(), 24u);
}

TEST(Centres, AreInHashOrderAndReachability) {
  const Cube m = in_space("M");
  EXPECT_FALSE(is_reachable(m));
  EXPECT_FALSE(is_reachable(kTurningMoveCubes[0]));
  EXPECT_TRUE(is_reachable(in_space("M E M' E'", Centres::fixed)));
  std::unordered_set<std::uint64_t> hashes{hash(kSolved)};
  Cube turned;
  for (int f = 0; f < kFaces; ++f)
    for (int t = 1; t < 4; ++t) {
      turned.set_turn(f, t);
      EXPECT_TRUE(hashes.insert(hash(turned)).second);
    }
  EXPECT_EQ(order(m), 4);
  EXPECT_EQ(order(in_space("x y")), 3);
  EXPECT_EQ(order(in_space("R U")), 420);  // 105 without the centres, each of which turns four times as often
  EXPECT_EQ(order(in_space("R U", Centres::moved)), 105);
  EXPECT_EQ(to_facelets(m), "UBUUBUUBURRRRRRRRRFUFFUFFUFDFDDFDDFDLLLLLLLLLBDBBDBBDB");
}

// --- Move sets ----------------------------------------------------------------------------------------------------

std::vector<std::string> names_of(const MoveSet& moves) {
  std::vector<std::string> names;
  for (const Step& step : moves.steps()) names.push_back(step.name);
  return names;
}

TEST(Centres, StepsInSpaceHaveTheNamesThatAreWritten) {
  const auto names = [](const char* text, Metric metric = Metric::htm) {
    return names_of(parse_move_set(text, metric, Centres::moved).value());
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names("M"), (Names{"M", "M2", "M'"}));
  EXPECT_EQ(names("M", Metric::qtm), (Names{"M", "M'"}));
  EXPECT_EQ(names("M2 U2"), (Names{"M2", "U2"}));
  EXPECT_EQ(names("Rw r"), (Names{"Rw", "Rw2", "Rw'"}));
  EXPECT_EQ(names("r"), (Names{"r", "r2", "r'"}));
  EXPECT_EQ(names("x2"), (Names{"x2"}));
  EXPECT_EQ(names("(R L')"), (Names{"(R L')", "(R2 L2)", "(R' L)"}));
  EXPECT_EQ(names("slices"), names_of(parse_move_set("M E S").value()));
  EXPECT_EQ(names("(M U)"), (Names{"(M U)", "(M U)'"}));
  EXPECT_EQ(parse_move_set("U MU", Metric::htm, Centres::moved).error().position, 2);  // two generators, or (M U)?
  EXPECT_EQ(parse_move_set("M2 U2", Metric::qtm, Centres::moved)->steps()[0].cost, 2);
}

// Algorithms with rotations, one after the other and undone, do to the cube in space what the products do.
RC_GTEST_PROP(Centres, AlgorithmsAreJoinedAndUndone, (std::uint64_t seed)) {
  Random random(seed);
  const auto draw = [&random] {
    constexpr std::array<const char*, 12> kTokens{"R", "U2", "F'", "x", "y'", "z2", "M", "E'", "S2", "Rw", "u'", "b2"};
    std::string text;
    for (std::uint64_t n = random.below(8); n > 0; --n)
      text += std::string(kTokens[random.below(kTokens.size())]) + " ";
    return parse_algorithm(text).value();
  };
  const Algorithm a = draw();
  const Algorithm b = draw();
  for (const Centres centres : {Centres::moved, Centres::turned}) {
    RC_ASSERT(to_cube(concatenate(a, b), centres) == to_cube(a, centres) * to_cube(b, centres));
    RC_ASSERT(to_cube(inverse(a), centres) == inverse(to_cube(a, centres)));
  }
  RC_ASSERT(inverse(inverse(a)) == a);
}

// Every name, also one of an image, means its step.
TEST(Centres, NamesOfStepsAreReadBack) {
  for (const Centres centres : {Centres::moved, Centres::turned})
    for (const char* text : {"all M E S u r f d l b x y z", "(M U) Rw", "(M U2)3 x2 (r U R' U')", "[M, U] y"}) {
      const MoveSet moves = parse_move_set(text, Metric::htm, centres).value();
      for (const Symmetry s : kAllSymmetries) {
        const MoveSet image = conjugate(moves, s);
        for (const Step& step : image.steps()) EXPECT_EQ(in_space(step.name, centres), step.cube) << step.name;
      }
      for (const Step& step : moves.steps()) EXPECT_EQ(in_space(step.name, centres), step.cube) << step.name;
    }
}

TEST(Centres, SetsOfFaceTurnsAreAsWithFixedCentres) {
  for (const char* text : {"all", "G1", "squares", "slices", "antislices", "axial", "U R2 (F B')", "(R U R' U')"})
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      const MoveSet fixed = parse_move_set(text, metric).value();
      const MoveSet moved = parse_move_set(text, metric, Centres::moved).value();
      EXPECT_EQ(moved.centres(), Centres::fixed);
      EXPECT_EQ(names_of(moved), names_of(fixed));
      for (int i = 0; i < fixed.size(); ++i) EXPECT_EQ(moved[i].cube, fixed[i].cube);
      const MoveSet turned = parse_move_set(text, metric, Centres::turned).value();
      const bool is_commutator = text[1] == 'R' && text[2] == ' ' && text[3] == 'U';  // it turns centres back
      EXPECT_EQ(turned.centres(), is_commutator ? Centres::fixed : Centres::turned);
      EXPECT_EQ(names_of(turned), names_of(fixed));
      for (int i = 0; i < fixed.size(); ++i) EXPECT_EQ(with_home_centres(turned[i].cube), fixed[i].cube);
    }
  EXPECT_EQ(moves_of(Metric::stm, Centres::turned).size(), 27);
}

// --- Groups -------------------------------------------------------------------------------------------------------

constexpr const char* kInSpace = "corners: order orientation * edges: order orientation * centres: order";
constexpr const char* kSupercube = "corners: order orientation * edges: order orientation * centres: order orientation";

SchreierSpec spec_of(const std::string& coordinate, const std::string& moves, Metric metric = Metric::htm) {
  Description described = parse_description(coordinate).value();
  const Centres centres = std::max(centres_of(described), Centres::moved);
  return {std::move(described), std::make_shared<const MoveSet>(parse_move_set(moves, metric, centres).value())};
}

DistanceTable table_of(const SchreierSpec& spec) {
  return DistanceTable::make(SchreierGraph::make(plan(spec).value(), 2).value(), TablePacking::bytes, 2).value();
}

struct Group {
  const char* coordinate;
  const char* moves;
  std::vector<std::string> steps;
  bool with_turns;
};

TEST(CentresSearch, SmallGroupsAreThoseOfTurningLayers) {
  const std::vector<Group> groups{{kInSpace, "M E S", {"M", "M2", "M'", "E", "E2", "E'", "S", "S2", "S'"}, false},
                                  {kSupercube, "M E S", {"M", "M2", "M'", "E", "E2", "E'", "S", "S2", "S'"}, true},
                                  {kInSpace, "M2 U2", {"M2", "U2"}, false},
                                  {kSupercube, "M2 U2", {"M2", "U2"}, true},
                                  {kInSpace, "x y z", {"x", "x2", "x'", "y", "y2", "y'", "z", "z2", "z'"}, false},
                                  {kInSpace, "r2 U2 x2", {"r2", "U2", "x2"}, false},
                                  {kSupercube, "U2 R2 F2", {"U2", "R2", "F2"}, true},
                                  {kSupercube, "U D", {"U", "U2", "U'", "D", "D2", "D'"}, true},
                                  {kInSpace, "(M U) U2", {"U2"}, false}};
  for (const Group& group : groups) {
    SCOPED_TRACE(std::string(group.moves) + " " + group.coordinate);
    const SchreierSpec spec = spec_of(group.coordinate, group.moves);
    const auto counts = table_of(spec).distribution().values;
    std::vector<Cube> cubes;
    for (const Step& step : spec.moves->steps()) cubes.push_back(step.cube);
    std::uint64_t size = 0;
    for (const std::uint64_t count : counts) size += count;
    EXPECT_EQ(Subgroup(cubes).size(), size);
    if (std::string_view(group.moves).front() == '(') continue;
    EXPECT_EQ(counts, levels_3d(group.steps, group.with_turns));
  }
}

// Roux's last six edges, with the centres and the corners of a layer (oeis.org/A080617).
TEST(CentresSearch, TheGroupOfUAndMIsThePublishedOne) {
  const std::vector<std::uint64_t> published{1,     4,    10,   24,    58,    140,   338,   816,
                                             1909,  4296, 8893, 17160, 28891, 37996, 37678, 27186,
                                             13051, 4128, 1199, 372,   122,   36,    10,    2};
  EXPECT_EQ(table_of(spec_of("LastSixEdges", "U M", Metric::qtm)).distribution().values, published);
  EXPECT_EQ(levels_3d({"U", "U'", "M", "M'"}, false), published);
  EXPECT_EQ(table_of(spec_of("LastSixEdges", "U M")).distribution().values,
            levels_3d({"U", "U2", "U'", "M", "M2", "M'"}, false));
}

TEST(CentresSearch, FirstLevelsOfLargeGroups) {
  const auto levels = [](const char* coordinate, const char* moves, int depth) {
    const SchreierSpec spec = spec_of(coordinate, moves);
    LevelsSpec asked;
    asked.coordinate = spec.coordinate;
    asked.moves = spec.moves;
    asked.depth = depth;
    std::vector<std::uint64_t> counts;
    const Levels found = count_levels(asked, 2).value();
    for (const Level& level : found.levels) counts.push_back(level.values);
    return counts;
  };
  const std::vector<std::string> r_u{"r", "r2", "r'", "U", "U2", "U'"};
  EXPECT_EQ(levels(kInSpace, "r U", 7), levels_3d(r_u, false, 7));
  EXPECT_EQ(levels(kSupercube, "r U", 6), levels_3d(r_u, true, 6));
  EXPECT_EQ(levels(kSupercube, "R U", 7), levels_3d({"R", "R2", "R'", "U", "U2", "U'"}, true, 7));
  EXPECT_EQ(levels(kInSpace, "all M E S", 3),
            levels_3d({"U",  "U2", "U'", "R",  "R2", "R'", "F",  "F2", "F'", "D",  "D2", "D'", "L", "L2",
                       "L'", "B",  "B2", "B'", "M",  "M2", "M'", "E",  "E2", "E'", "S",  "S2", "S'"},
                      false, 3));
}

// r U is not L U: with r all edges but two move, with L five stay.
TEST(Centres, AWideMoveIsNotATurnOfTheOppositeFace) {
  const auto size = [](const char* moves, Centres centres) {
    std::vector<Cube> cubes;
    const MoveSet set = parse_move_set(moves, Metric::htm, centres).value();
    for (const Step& step : set.steps()) cubes.push_back(step.cube);
    return Subgroup(cubes).size();
  };
  EXPECT_EQ(size("r U", Centres::fixed), size("L U", Centres::fixed));
  EXPECT_NE(size("r U", Centres::moved), size("L U", Centres::moved));
  EXPECT_EQ(size("L U", Centres::fixed), 73483200u);
  EXPECT_EQ(size("L U", Centres::moved), 73483200u);
  EXPECT_EQ(size("U M", Centres::moved), 184320u);
  // All of the cube, held in 24 ways, with 2048 turns of centres.
  const Uint128 cube = Uint128{43'252'003'274'489'856U} * 1000;
  EXPECT_EQ(size("all x y", Centres::moved), cube * 24);
  EXPECT_EQ(size("all", Centres::turned), cube * 2048);
  EXPECT_EQ(size("all M E S", Centres::turned), cube * 24 * 2048);
}

// --- Coordinates --------------------------------------------------------------------------------------------------

const std::vector<std::string> kOfCentres{"centres: order",
                                          "centres U F: order",
                                          "centres U D: place",
                                          "centres: U D | R L",
                                          "centre B: place orientation",
                                          "centres U F R: order orientation",
                                          "centres: order orientation",
                                          "centres: orientation",
                                          "centres: order modulo x2 y2",
                                          "centres: order within M U",
                                          "centers: orientation within R U",
                                          "edges M slice: order within M U * Centres",
                                          "LastSixEdges",
                                          "corners U layer: place * centre U: place * edges: orientation"};

TEST(Centres, ValuesOfDescriptionsComeBack) {
  const auto size = [](const char* text) { return parse_description(text)->product()->size(); };
  EXPECT_EQ(size("centres: order"), 720u);
  EXPECT_EQ(size("centres U F: order"), 30u);
  EXPECT_EQ(size("centres U D: place"), 15u);
  EXPECT_EQ(size("centres: orientation"), 4096u);
  EXPECT_EQ(size("centre B: place orientation"), 24u);
  EXPECT_EQ(size("centers: order within x y"), 24u);
  EXPECT_EQ(size("centres: order modulo x y"), 30u);
  EXPECT_EQ(size("LastSixEdges"), 368640u);
  for (const std::string& text : kOfCentres) {
    SCOPED_TRACE(text);
    const Description described = parse_description(text).value();
    EXPECT_EQ(parse_description(described.name())->name(), described.name());
    const Product coordinate = described.product().value();
    EXPECT_EQ(coordinate.index(kSolved), 0u);
    for (Index i = 0; i < coordinate.size(); i += 1 + coordinate.size() / 20000)
      ASSERT_EQ(coordinate.index(to_cube(coordinate, i)), i);
  }
}

TEST(Centres, CoordinatesObeyTheLawsInSpace) {
  for (const std::string& text : kOfCentres) {
    const Description described = parse_description(text).value();
    for (const AnyCoordinate& part : described.parts) {
      const Expected<void> lawful = check_laws(part, LawEffort::thorough);
      EXPECT_TRUE(lawful) << text << ": " << lawful.error().message;
    }
  }
}

TEST(Centres, CoordinatesSayWhatTheySee) {
  const auto seen = [](const char* text) { return centres_of(parse_description(text).value()); };
  EXPECT_EQ(seen("Cube"), Centres::fixed);
  EXPECT_EQ(seen("Phase2Edges"), Centres::fixed);
  EXPECT_EQ(seen("edges M slice: order within M U"), Centres::fixed);
  EXPECT_EQ(seen("LastSixEdges"), Centres::moved);
  EXPECT_EQ(seen("centre U: place"), Centres::moved);
  EXPECT_EQ(seen("centres: orientation"), Centres::turned);
  EXPECT_EQ(seen("Corners * centre U: place orientation"), Centres::turned);
}

// Which symmetries act is found by probes; here by all pairs of a value's cubes among 24 rotations and random turns.
TEST(Centres, SymmetriesActWhereTheyShould) {
  const auto group = [](const char* text) {
    return SymmetryGroup(admitted(parse_description(text)->product().value())).order();
  };
  EXPECT_EQ(group("centres: order"), 48);
  EXPECT_EQ(group("centres: order orientation"), 48);
  EXPECT_EQ(group("centres U D: place"), 16);
  EXPECT_EQ(group("centre U: place"), 8);
  // The marks' directions on six faces: only what keeps them all, or turns all alike.
  const Product turns = parse_description("centres: orientation")->product().value();
  const std::uint64_t set = admitted(turns);
  Random random(9);
  for (const Symmetry s : kAllSymmetries) {
    bool acts = true;
    for (int i = 0; i < 300 && acts; ++i) {
      const Cube c = random.cube_in_space();
      const Cube other = kSymmetryCubes[kAllRotations[random.below(24)]] * c;
      if (turns.index(other) != turns.index(c)) continue;
      acts = turns.index(conjugate(other, s)) == turns.index(conjugate(c, s));
    }
    EXPECT_TRUE(acts || (set >> s & 1) == 0) << int{s};
  }
  // Under face turns the centres stay at home, and all 48 act.
  EXPECT_EQ(plan(spec_of("centres: orientation", "all"))->group.order(), 48);
}

TEST(Centres, ReachableCubesOfValues) {
  Random random(8);
  for (const char* text : {"centre U: place", "centres U F: order", "centres: orientation", "LastSixEdges",
                           "corners: order * centres: orientation", "edges: order * centres: order within x y"}) {
    const AnyCoordinate coordinate(parse_description(text)->product().value());
    int found = 0;
    for (int i = 0; i < 200; ++i) {
      const Cube any = coordinate.sample(random);
      const auto cube = reachable_cube(coordinate, coordinate.index(any));
      if (!cube) continue;
      ++found;
      EXPECT_EQ(coordinate.index(*cube), coordinate.index(any)) << text;
      const bool turns = centres_of(coordinate) == Centres::turned;
      const auto rotation = rotation_of_centres(*cube);
      ASSERT_TRUE(rotation) << text;
      EXPECT_TRUE(turns ? is_reachable_in_space(*cube) : is_reachable(*cube * inverse(kSymmetryCubes[*rotation])))
          << text;
    }
    EXPECT_EQ(found, 200) << text;
  }
}

// --- Solving ------------------------------------------------------------------------------------------------------

GenericSolver solver_of(const std::string& coordinate, const std::string& moves, Metric metric = Metric::htm) {
  return GenericSolver({std::make_shared<const DistanceTable>(table_of(spec_of(coordinate, moves, metric)))});
}

std::string text_of(const Solution& solution, const MoveSet& moves) {
  std::string text;
  for (const int step : solution.steps) text += (text.empty() ? "" : " ") + moves[step].name;
  return text;
}

// Words are steps by their names; carried out on layers, they solve what was scrambled.
TEST(CentresSearch, SolutionsAreReplayedInSpace) {
  struct Case {
    const char* coordinate;
    const char* moves;
    std::vector<std::string> letters;
    bool with_turns;
  };
  for (const Case& c : std::vector<Case>{{"LastSixEdges", "U M", {"U", "M"}, false},
                                         {kInSpace, "M E S", {"M", "E", "S"}, false},
                                         {kSupercube, "M2 U2 y", {"M2", "U2", "y"}, true},
                                         {kInSpace, "r2 U2 x", {"r2", "U2", "x"}, false}}) {
    SCOPED_TRACE(c.moves);
    GenericSolver solver = solver_of(c.coordinate, c.moves);
    Random random(11);
    for (int i = 0; i < 20; ++i) {
      std::string word;
      for (int k = 0; k < 12; ++k) {
        const std::string letter = c.letters[random.below(c.letters.size())];
        word += (word.empty() ? "" : " ") + letter + (letter.back() == '2' || random.below(2) == 0 ? "" : "'");
      }
      Question question;
      question.cube = in_space(word, c.with_turns ? Centres::turned : Centres::moved);
      question.want = Want::all;
      question.solutions = 50;
      const Answer answer = solver.solve(question, {});
      ASSERT_FALSE(answer.solutions.empty()) << word;
      for (const Solution& solution : answer.solutions) {
        const std::string solving = text_of(solution, solver.moves());
        const Stickers3d end = after_3d(word + " " + solving);
        EXPECT_TRUE(!c.with_turns || end == solved_3d()) << word << " / " << solving;
        EXPECT_EQ(without_turns(end), without_turns(solved_3d())) << word << " / " << solving;
        EXPECT_EQ(in_space(solving, Centres::moved), apply(kSolved, solution.moves, solution.rotation, Centres::moved));
      }
    }
  }
}

// All shortest words, each once: those that trying all words of steps finds, in order of commuting steps.
TEST(CentresSearch, FindsAllShortestWords) {
  GenericSolver solver = solver_of("LastSixEdges", "U M");
  const MoveSet& moves = solver.moves();
  for (const char* scramble : {"M U M'", "U M2 U'", "M U2 M' U2", "M' U M U"}) {
    const Cube cube = in_space(scramble, Centres::moved);
    std::set<std::string> found;
    std::vector<std::pair<Cube, std::string>> words{{cube, ""}};
    while (found.empty()) {
      std::vector<std::pair<Cube, std::string>> longer;
      for (const auto& [c, word] : words)
        for (const Step& step : moves.steps()) {
          if (!word.empty() && word[word.rfind(' ') + 1] == step.name[0]) continue;  // U and M do not commute
          longer.emplace_back(c * step.cube, word + " " + step.name);
          if (longer.back().first == kSolved) found.insert(longer.back().second.substr(1));
        }
      words = std::move(longer);
    }
    Question question;
    question.cube = cube;
    question.want = Want::all;
    question.solutions = 1000;
    std::set<std::string> told;
    for (const Solution& solution : solver.solve(question, {}).solutions) told.insert(text_of(solution, moves));
    EXPECT_EQ(told, found) << scramble;
  }
}

TEST(CentresSearch, WhatMovesCannotSolveIsSaid) {
  const auto bound = [](const char* coordinate, const char* moves, const Cube& cube) {
    return solver_of(coordinate, moves).bound(cube);
  };
  constexpr int kNever = DistanceTable::kUnknown;
  const char* const corners_and_turns = "corners: order * centres: orientation";
  Cube turned;
  turned.set_turn(U, 1);
  EXPECT_EQ(bound(corners_and_turns, "U R2", turned), kNever);
  EXPECT_NE(bound(corners_and_turns, "U R2", turned * turned), kNever);
  EXPECT_NE(bound("centres: orientation", "U R2", turned), kNever);
  // Edges are odd when corners are even, because the centres are odd, too.
  EXPECT_EQ(bound("LastSixEdges", "U M", in_space("M", Centres::moved)), 1);
  EXPECT_EQ(bound("LastSixEdges", "U M", in_space("M U M' R L'", Centres::fixed)), kNever);
  EXPECT_EQ(bound("edges M slice: order * corners U layer: order", "U2 M", in_space("M", Centres::moved)), 1);
  EXPECT_EQ(bound("edges M slice: order", "M2 U2", in_space("M", Centres::moved)), kNever);
}

TEST(CentresSearch, TheEngineSolvesWholeCubesInSpace) {
  Engine engine;
  for (const Centres centres : {Centres::moved, Centres::turned}) {
    Question question;
    question.moves = std::make_shared<const MoveSet>(parse_move_set("U2 M", Metric::htm, centres).value());
    question.want = Want::shortest;
    question.cube = in_space("M U2 M' U2", centres);
    for (const Symmetry held : {Symmetry{0}, Symmetry{16}, Symmetry{3}}) {
      // The moves are for the cube as it is held: seen in the standard holding, others.
      Question as_held = question;
      as_held.held = held;
      as_held.cube = conjugate(question.cube, inverse(held));
      const auto answer = engine.solve(as_held);
      ASSERT_TRUE(answer) << answer.error().message;
      ASSERT_EQ(answer->solutions.size(), 1u);
      EXPECT_EQ(to_string(answer->solutions[0], as_held), "U2 M U2 M'");
      EXPECT_EQ(after(as_held, answer->solutions[0]), kSolved);
    }
    question.cube = in_space("R", centres);
    EXPECT_EQ(engine.solve(question)->ended, Ended::unsolvable);
  }
}

TEST(Centres, ATextIsReadInSpace) {
  const auto reading = read("M U x").value();
  EXPECT_EQ(position_of(reading, Centres::turned), in_space("M U x"));
  EXPECT_EQ(position_of(reading, Centres::moved), in_space("M U x", Centres::moved));
  EXPECT_EQ(position_of(reading, Centres::fixed), in_space("M U x", Centres::fixed));
  const auto shown = read(to_facelets(in_space("M U x"))).value();
  EXPECT_EQ(position_of(shown, Centres::moved), in_space("M U x", Centres::moved));
  EXPECT_EQ(position_of(shown, Centres::turned), in_space("M U x", Centres::moved));
  // With NISS both sides are held the same way: the position is that of the face turns, held as the rotations say.
  const auto niss = read("(M) U", {.niss = Niss::on}).value();
  EXPECT_EQ(position_of(niss, Centres::moved), niss.cube * kSymmetryCubes[niss.held]);
  EXPECT_EQ(with_unturned_centres(position_of(niss, Centres::turned)),
            with_unturned_centres(position_of(niss, Centres::moved)));
}

}  // namespace
}  // namespace superflip
