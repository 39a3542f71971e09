#include "superflip/solver/scramble/scramble.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "Scramble"},
                     {"long", "Scramble.ForFewestMovesIsPaddedAndDoesNotCancel"},
                     {"long", "Scramble.LeadsToItsStateInANormalWord"}};

TwoPhaseSolver& solver() {
  static TwoPhaseSolver one(TwoPhaseTables::open(Profile::compact, Metric::htm, nullptr).value());
  return one;
}

TEST(Scramble, LeadsToItsStateInANormalWord) {
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    const Cube state = random_scramble_state(random);
    const Moves moves = scramble_for(solver(), state).value();
    EXPECT_EQ(superflip::apply(kSolved, moves), state);
    EXPECT_EQ(normalise(moves), moves);
    EXPECT_LE(moves.size(), 21u);
  }
}

TEST(Scramble, IsTheSameForTheSameState) {
  Random random(2);
  const Cube state = random_scramble_state(random);
  TwoPhaseSolver other(TwoPhaseTables::open(Profile::compact, Metric::htm, nullptr).value());
  EXPECT_EQ(scramble_for(solver(), state), scramble_for(other, state));
  EXPECT_EQ(fmc_scramble_for(solver(), state), fmc_scramble_for(other, state));
}

TEST(Scramble, ForFewestMovesIsPaddedAndDoesNotCancel) {
  Random random(3);
  const Moves padding(kFmcPadding.begin(), kFmcPadding.end());
  EXPECT_EQ(to_string(padding), "R' U' F");
  for (int i = 0; i < 12; ++i) {
    const Cube state = random_scramble_state(random);
    const Moves moves = fmc_scramble_for(solver(), state).value();
    EXPECT_EQ(superflip::apply(kSolved, moves), state);
    ASSERT_GE(moves.size(), 6u);
    EXPECT_TRUE(std::equal(padding.begin(), padding.end(), moves.begin()));
    EXPECT_TRUE(std::equal(padding.begin(), padding.end(), moves.end() - 3));
    EXPECT_EQ(normalise(moves), moves);  // nothing cancels, merges or changes places
    EXPECT_NE(face_of(moves[3]) % 3, F % 3);
    EXPECT_NE(face_of(moves[moves.size() - 4]) % 3, R % 3);
  }
}

TEST(Scramble, ForFewestMovesOfThePaddingTwice) {
  Moves twice(kFmcPadding.begin(), kFmcPadding.end());
  twice.insert(twice.end(), kFmcPadding.begin(), kFmcPadding.end());
  EXPECT_EQ(fmc_scramble_for(solver(), superflip::apply(kSolved, twice)), twice);
}

TEST(Scramble, OfImpossibleStatesAndStoppedOnesAreErrors) {
  Cube twisted;
  twisted.set_twist(URF, 1);
  EXPECT_EQ(scramble_for(solver(), twisted).error().kind, ErrorKind::impossible);
  EXPECT_EQ(fmc_scramble_for(solver(), twisted).error().kind, ErrorKind::impossible);
  Random random(5);
  const StopFlag stop{true};
  EXPECT_EQ(scramble_for(solver(), random.cube(), &stop).error().kind, ErrorKind::stopped);
  EXPECT_EQ(fmc_scramble_for(solver(), random.cube(), &stop).error().kind, ErrorKind::stopped);
}

// Every corner comes to every place, in every twist, about equally often.
TEST(Scramble, StatesAreUniformOverTheCorners) {
  Random random(4);
  std::vector<int> count(kCorners * kCorners * 3);
  constexpr int kDraws = 48'000;
  for (int i = 0; i < kDraws; ++i) {
    const Cube state = random_scramble_state(random);
    for (int place = 0; place < kCorners; ++place)
      ++count[(place * kCorners + state.corner_at(place)) * 3 + state.twist_at(place)];
  }
  // 2,000 expected in each of 192 cells, standard deviation 44: 5.5 of them.
  EXPECT_GT(*std::min_element(count.begin(), count.end()), 1760);
  EXPECT_LT(*std::max_element(count.begin(), count.end()), 2240);
}

}  // namespace
}  // namespace superflip
