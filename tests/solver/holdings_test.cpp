// Words of turns in one holding, done by steps in space.
#include "superflip/solver/generic/holdings.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "superflip/cube/random.h"
#include "superflip/reading/read.h"

namespace superflip::generic {
namespace {

std::shared_ptr<const MoveSet> in_space(const std::string& text, Centres centres = Centres::moved) {
  return std::make_shared<const MoveSet>(parse_move_set(text, Metric::htm, centres).value());
}

int number_of(const MoveSet& moves, const Cube& cube) {
  for (int s = 0; s < moves.size(); ++s)
    if (moves[s].cube == cube) return s;
  ADD_FAILURE() << "no such turn";
  return 0;
}

TEST(Holdings, AreForMovesThatAreTheSameInEachOfThem) {
  for (const std::string text : {"U R F L D B r l u d f b", "U D R L F B x y z", "R L M x", "U R F L D B r",
                                 "U R F L D B M E S", "U R F L D B x:5 y:5 z:5 R>F:2"})
    EXPECT_TRUE(Holdings::of(in_space(text))) << text;
  for (const std::string text : {"U R F", "R U r M", "M U", "U:2 R F L D B x y z", "x y z", "r l u d f b"})
    EXPECT_FALSE(Holdings::of(in_space(text))) << text;
  EXPECT_TRUE(Holdings::of(in_space("U R F L D B x y z", Centres::turned)));
  EXPECT_FALSE(Holdings::of(in_space("U R F", Centres::turned)));
}

TEST(Holdings, HaveTheTurnsOfTheCubeAlone) {
  const std::pair<const char*, int> sets[]{
      {"U R F L D B r l u d f b", 18}, {"U R F L D B M E S x y z", 27}, {"R L M x", 9}};
  for (const auto& [text, turns] : sets) {
    const auto holdings = Holdings::of(in_space(text));
    ASSERT_TRUE(holdings) << text;
    EXPECT_EQ(holdings->turns()->size(), turns) << text;
    EXPECT_EQ(holdings->turns()->centres(), Centres::fixed);
  }
  const auto cheapest = Holdings::of(in_space("U:3 R:3 F:3 L:3 D:3 B:3 r:2 l:2 u:2 d:2 f:2 b:2"));
  ASSERT_TRUE(cheapest);
  for (const Step& step : cheapest->turns()->steps()) EXPECT_EQ(step.cost, 2);
}

// Words of steps become words of turns; the steps of these do the same, hold the cube upright, and cost no more.
TEST(Holdings, FindTheCheapestStepsOfTurns) {
  Random random(81);
  const std::pair<const char*, Centres> sets[]{{"U R F L D B r:2 l:2 u:2 d:2 f:2 b:2", Centres::moved},
                                               {"U R F L D B M E S x y z", Centres::moved},
                                               {"r l u d f b x:3 y:3 z:3", Centres::moved},
                                               {"U R F L D B r l u d f b", Centres::turned},
                                               {"R L M x", Centres::moved},
                                               {"U R F L D B M:3 E:3 S:3 x:2 y:2 z:2", Centres::turned},
                                               {"U R F L D B M E S x:20 y:20 z:20", Centres::moved},
                                               {"all>all:2 U R F L D B M E S x:9 y:9 z:9", Centres::moved}};
  for (const auto& [text, centres] : sets) {
    const auto shared = in_space(text, centres);
    const MoveSet& moves = *shared;
    const auto holdings = Holdings::of(shared);
    ASSERT_TRUE(holdings) << text;
    const MoveSet& turns = *holdings->turns();
    for (int i = 0; i < 40; ++i) {
      Word word;
      Symmetry held{};
      const auto add = [&] {
        word.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size()))));
        held = held * moves[word.back()].rotation;
      };
      for (auto length = random.below(9); length > 0; --length) add();
      while (held != Symmetry{}) add();
      // From the middle of the word on, as of a cube that is held so.
      const std::size_t begin = random.below(word.size() + 1);
      Symmetry at{};
      for (std::size_t n = 0; n < begin; ++n) at = at * moves[word[n]].rotation;
      const Word rest(word.begin() + static_cast<std::ptrdiff_t>(begin), word.end());
      const Symmetry first = at;
      Word turned;
      Cube alone = kSolved;
      for (const int s : rest) {
        const Cube turn = conjugate(apply(kSolved, moves[s].moves, Symmetry{}, turns.centres()), inverse(at));
        at = at * moves[s].rotation;
        if (turn == kSolved) continue;
        turned.push_back(number_of(turns, turn));
        alone = alone * turn;
      }
      const Word steps = holdings->steps_of(turned, first);
      Cube cube = kSymmetryCubes[first];
      for (const int s : steps) cube = cube * moves[s].cube;
      EXPECT_EQ(cube, alone) << text;
      EXPECT_LE(moves.cost(steps), moves.cost(rest)) << text;
      EXPECT_GE(moves.cost(steps), turns.cost(turned)) << text;
    }
  }
}

// A rotation may cost less as a turn and its slice; and what follows what counts.
TEST(Holdings, TurnTheCubeOverInTheCheapestWay) {
  const auto steps_of = [](const std::string& text, const std::string& turn) {
    const auto moves = in_space(text);
    const auto holdings = Holdings::of(moves).value();
    const Cube cube = parse_cube(turn).value();
    const Word word = holdings.steps_of({number_of(*holdings.turns(), cube)}, Symmetry{});
    return std::pair{word.size(), moves->cost(word)};
  };
  EXPECT_EQ(steps_of("r l u d f b R:9 L:9 U:9 D:9 F:9 B:9 x:2 y:2 z:2", "R"), (std::pair<std::size_t, int>{2, 3}));
  EXPECT_EQ(steps_of("r l u d f b R:9 L:9 U:9 D:9 F:9 B:9 x:8 y:8 z:8 r>x:5 x>r:5 l>x:5 x>l:5", "R"),
            (std::pair<std::size_t, int>{1, 9}));
}

}  // namespace
}  // namespace superflip::generic
