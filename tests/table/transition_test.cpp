// Transition and transform tables against the cube level.
#include "superflip/table/transition.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <type_traits>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/composite.h"
#include "superflip/coordinate/sym_composite.h"
#include "superflip/cube/random.h"
#include "superflip/table/transform.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"long", "TransitionTable.AgreesWithTheCube"},
                     {"long", "TransformTable.AgreesWithTheCube"},
                     {"threads", "TransitionTable"},
                     {"threads", "TransformTable"},
                     {"long", "Tables.FollowWordsAndTheirConjugates"}};

constexpr int kCubes = 300;

// For random cubes, not those that to_cube makes: the value after a move depends on the value alone.
template <Coordinate C>
void check_moves(const C& coordinate) {
  SCOPED_TRACE(std::string(coordinate.name()));
  const TransitionTable<C> table(coordinate);
  ASSERT_EQ(table.size(), coordinate.size());
  ASSERT_EQ(table.moves(), kMoves);
  Random random(1);
  for (int i = 0; i < kCubes; ++i) {
    const Cube c = random.cube();
    const Index value = coordinate.index(c);
    for (const Move m : kAllMoves) {
      ASSERT_EQ(table.at(value, m), coordinate.index(apply(c, m)));
      ASSERT_EQ(table.row(value)[m], table.at(value, m));
    }
  }
  // Every row is right if each move is a permutation of the values that agrees with its inverse and its double.
  for (Index i = 0; i < coordinate.size(); ++i)
    for (const Move quarter : kAllMoves) {
      if (turns_of(quarter) != 1) continue;
      ASSERT_EQ(table.at(table.at(i, quarter), quarter), table.at(i, quarter + 1));
      ASSERT_EQ(table.at(table.at(i, quarter), quarter + 2), i);
    }
}

TEST(TransitionTable, AgreesWithTheCube) {
  check_moves(CornerOrientation{});
  check_moves(EdgeOrientation{});
  check_moves(CornerPermutation{});
  check_moves(UDSlice{});
  check_moves(UDSliceSorted{});
  check_moves(Composite<UDSlice, CornerOrientation>{});
}

TEST(TransitionTable, Phase2CoordinatesFollowTheMovesOfG1) {
  const auto check = [](const auto& coordinate) {
    const TransitionTable table(coordinate, kPhase2Moves);
    ASSERT_EQ(table.moves(), 10);
    Random random(2);
    Cube c;
    for (int i = 0; i < 3000; ++i) {
      for (std::size_t m = 0; m < kPhase2Moves.size(); ++m)
        ASSERT_EQ(table.at(coordinate.index(c), static_cast<int>(m)), coordinate.index(apply(c, kPhase2Moves[m])));
      c = apply(c, kPhase2Moves[random.below(10)]);
    }
  };
  check(Phase2EdgePermutation{});
  check(Phase2SlicePermutation{});
  check(CornerPermutation{});
}

// A class representative moves as any cube does; through the symmetry of its index.
TEST(TransitionTable, OfClasses) {
  const Symmetric<CornerPermutation> symmetric;
  const TransitionTable table(symmetric);
  Random random(3);
  for (int i = 0; i < kCubes; ++i) {
    const Cube c = random.cube();
    for (const Move m : kAllMoves) ASSERT_EQ(table.at(symmetric.index(c), m), symmetric.index(apply(c, m)));
  }
}

TEST(TransitionTable, IsTheSameForAnyNumberOfThreads) {
  const TransitionTable one(UDSliceSorted{});
  const TransitionTable three(UDSliceSorted{}, kAllMoves, 3);
  for (Index i = 0; i < one.size(); ++i)
    for (const Move m : kAllMoves) ASSERT_EQ(one.at(i, m), three.at(i, m));
}

TEST(TransitionTable, EntriesAreAsSmallAsTheCoordinateAllows) {
  static_assert(std::is_same_v<Entry<CornerPermutation>, std::uint16_t>);
  static_assert(std::is_same_v<Entry<Composite<CornerOrientation, Phase2SlicePermutation>>, std::uint16_t>);
  static_assert(std::is_same_v<Entry<FlipUDSlice>, std::uint32_t>);
  static_assert(std::is_same_v<Entry<Symmetric<UDSlice>>, std::uint32_t>);
  static_assert(sizeof(FlipUDSlice) == 1);
}

// A word is followed by look-ups alone, and so is the same word seen through a symmetry.
template <Coordinate C>
void check_word(const TransitionTable<C>& transition, const TransformTable<C>& transform, const Moves& word,
                Symmetry s) {
  Index value = 0;
  Index conjugated = 0;
  for (const Move m : word) {
    value = transition.at(value, m);
    conjugated = transition.at(conjugated, conjugate(m, s));
  }
  RC_ASSERT(value == C{}.index(apply(kSolved, word)));
  RC_ASSERT(transform.at(value, s) == conjugated);
}

RC_GTEST_PROP(Tables, FollowWordsAndTheirConjugates, ()) {
  static const TransitionTable<CornerOrientation> twist;
  static const TransitionTable<CornerPermutation> corners;
  static const TransitionTable<UDSliceSorted> slice;
  static const TransitionTable<FlipUDSlice> flip_slice;
  static const TransformTable<CornerOrientation> twist_conjugate;
  static const TransformTable<CornerPermutation> corners_conjugate;
  static const TransformTable<UDSliceSorted> slice_conjugate;
  static const TransformTable<FlipUDSlice> flip_slice_conjugate;
  const auto word = *rc::gen::container<Moves>(rc::gen::elementOf(kAllMoves));
  const Symmetry s(*rc::gen::inRange(0, kUdSymmetries));
  check_word(twist, twist_conjugate, word, s);
  check_word(corners, corners_conjugate, word, s);
  check_word(slice, slice_conjugate, word, s);
  check_word(flip_slice, flip_slice_conjugate, word, s);
}

template <Coordinate C>
void check_symmetries(const C& coordinate, const SymmetryGroup& group, bool in_slice = false) {
  SCOPED_TRACE(std::string(coordinate.name()));
  const TransformTable<C> table(coordinate, group, 2);
  ASSERT_EQ(table.size(), coordinate.size());
  Random random(4);
  for (int i = 0; i < kCubes; ++i) {
    Cube c = random.cube();
    if (in_slice) UDSlice::assign(c, 0);
    const Index value = coordinate.index(c);
    for (const Symmetry s : group.members()) {
      ASSERT_EQ(table.at(value, s), coordinate.index(conjugate(c, s))) << int{s};
      ASSERT_EQ(table.row(s)[value], table.at(value, s));
    }
  }
  for (const Symmetry s : group.members())
    for (Index i = 0; i < coordinate.size(); ++i) ASSERT_EQ(table.at(table.at(i, s), inverse(s)), i);
}

TEST(TransformTable, AgreesWithTheCube) {
  check_symmetries(CornerOrientation{}, kUd16);
  check_symmetries(EdgeOrientation{}, kAxes8);
  check_symmetries(CornerPermutation{}, kUd16);
  check_symmetries(CornerPermutation{}, kAll48);
  check_symmetries(UDSlice{}, kUd16);
  check_symmetries(UDSliceSorted{}, kUd16);
  check_symmetries(UDSliceSorted{}, kAxes8);
  check_symmetries(FlipUDSlice{}, kUd16);
  check_symmetries(Phase2EdgePermutation{}, kUd16, true);
  check_symmetries(Phase2SlicePermutation{}, kUd16, true);
}

}  // namespace
}  // namespace superflip
