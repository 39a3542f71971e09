// Goals of a part of the cube, and incomplete cubes, with moves that carry the centres or turn them, against all words
// and the stickers and turns that they lead to.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "superflip/coordinate/mask.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/engine/asking.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/engine/engine.h"
#include "superflip/engine/report.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/goal.h"
#include "superflip/reading/read.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{
    {"threads", "SpaceGoals"}, {"long", "SpaceGoals"}, {"threads", "SlowSpaceGoals"}, {"long", "SlowSpaceGoals"}};

Engine& engine() {
  static Engine engine({.profile = Profile::compact, .optimal_table = "optimal-47", .threads = 2});
  return engine;
}

using IsGoal = std::function<bool(const Cube&)>;
using Moving = std::shared_ptr<const MoveSet>;
using Words = std::set<std::pair<Moves, Symmetry>>;

Moving moves_of(std::string_view text, Metric metric = Metric::htm, Centres centres = Centres::moved) {
  return std::make_shared<const MoveSet>(parse_move_set(text, metric, centres).value());
}
Moving turning(std::string_view text, Metric metric = Metric::htm) { return moves_of(text, metric, Centres::turned); }

// Facelets (U R F D L B, each row by row) that must be those of the solved cube.
const std::vector<int> kCentres{4, 13, 22, 31, 40, 49};
const std::vector<int> kCross{28, 30, 32, 34, 25, 16, 43, 52};
const std::vector<int> kLeftBlock{39, 40, 41, 42, 43, 44, 21, 24, 50, 53, 27, 30, 33};
const std::vector<int> kRightBlock{12, 13, 14, 15, 16, 17, 23, 26, 48, 51, 29, 32, 35};
const std::vector<int> kCorners8{0,  2,  6,  8,  9,  11, 15, 17, 18, 20, 24, 26,
                                 27, 29, 33, 35, 36, 38, 42, 44, 45, 47, 51, 53};
const std::vector<int> kFrontRight{23, 12, 26, 15, 29};  // the pair at DFR

std::vector<int> joined(std::initializer_list<std::vector<int>> lists) {
  std::vector<int> all;
  for (const std::vector<int>& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

IsGoal shows(const std::vector<int>& facelets) {
  return [facelets, solved = to_facelets(kSolved)](const Cube& cube) {
    const std::string now = to_facelets(cube);
    return std::all_of(facelets.begin(), facelets.end(),
                       [&](int f) { return now[static_cast<std::size_t>(f)] == solved[static_cast<std::size_t>(f)]; });
  };
}

// Whether the centres on these faces are not turned there.
IsGoal and_turns(std::string_view faces, const IsGoal& is_goal) {
  return [faces, is_goal](const Cube& cube) {
    return std::all_of(faces.begin(), faces.end(),
                       [&](char face) { return cube.turn_at(static_cast<int>(kFaceLetters.find(face))) == 0; }) &&
           is_goal(cube);
  };
}

// Up to a last turn of U, in any holding, on any side.
IsGoal up_to(const Wider& wider, const IsGoal& is_goal, Centres centres = Centres::moved) {
  return [wider, is_goal, centres](const Cube& cube) {
    for (int turns = 0; turns < (wider.last_turn ? 4 : 1); ++turns)
      for (const Symmetry side : kAllRotations)
        for (const Symmetry held : kAllRotations) {
          if ((!wider.holdings && side != Symmetry{}) || (!wider.last_rotation && held != Symmetry{})) continue;
          Cube c = kSymmetryCubes[side] * cube * kSymmetryCubes[held] * kSymmetryCubes[inverse(side)];
          if (turns > 0) c = c * (centres == Centres::turned ? kTurningMoveCubes : kMoveCubes)[make_move(U, turns)];
          if (is_goal(c)) return true;
        }
    return false;
  };
}

Cube scrambled(const MoveSet& moves, int length, Random& random) {
  Cube cube;
  while (length-- > 0)
    cube = cube * moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))].cube;
  return cube;
}

// The cheapest words, by trying all that cost at most so much; the least cost.
std::pair<int, Words> all_cheapest(const MoveSet& moves, const Cube& from, const IsGoal& is_goal, int most) {
  std::pair<int, Words> found{most + 1, {}};
  const std::function<void(const Cube&, const Solution&)> visit = [&](const Cube& cube, const Solution& word) {
    if (word.length < found.first && is_goal(cube)) found = {word.length, {}};
    if (word.length == found.first && is_goal(cube)) {
      found.second.emplace(normalise(word.moves), word.rotation);
      return;
    }
    for (int s = 0; s < moves.size(); ++s) {
      Solution next = word;
      next.length += moves[s].cost + (word.steps.empty() ? 0 : moves.follow_cost(word.steps.back(), s));
      if (next.length > std::min(most, found.first)) continue;
      next.steps = {s};
      for (const Move m : moves[s].moves) next.moves.push_back(conjugate(m, inverse(word.rotation)));
      next.rotation = word.rotation * moves[s].rotation;
      visit(cube * moves[s].cube, next);
    }
  };
  visit(from, {});
  return found;
}

// Asks for all shortest words, and compares them with all words. `is_goal` sees the cube in space.
void expect_all(const Question& question, const IsGoal& is_goal, int most) {
  const auto [least, words] = all_cheapest(*question.moves, question.cube, is_goal, most);
  Question all = question;
  all.want = Want::all;
  all.solutions = 100'000;
  const auto answer = engine().solve(all);
  ASSERT_TRUE(answer) << answer.error().message;
  if (words.empty()) {
    EXPECT_TRUE(answer->solutions.empty() || answer->solutions.front().length > most);
    return;
  }
  EXPECT_EQ(answer->ended, Ended::complete);
  EXPECT_EQ(answer->lower_bound, least);
  Words found;
  for (const Solution& word : answer->solutions) {
    EXPECT_EQ(word.length, least);
    EXPECT_TRUE(found.emplace(word.moves, word.rotation).second);
    // As it is read.
    const std::string text = to_string(word, all);
    const auto algorithm = parse_algorithm(text);
    ASSERT_TRUE(algorithm) << text;
    EXPECT_TRUE(is_goal(question.cube * to_cube(*algorithm, std::max(Centres::moved, question.moves->centres()))))
        << text;
  }
  EXPECT_EQ(found, words);
}

struct Case {
  std::string_view moves;
  Metric metric;
  std::string_view only;
  std::string_view up_to;
  std::vector<int> facelets;
  int length;  // of the scramble
};

TEST(SpaceGoals, AllShortestWordsAreFound) {
  const std::vector<int> f2b = joined({kLeftBlock, kRightBlock});
  std::vector<int> whole(kFacelets);
  std::iota(whole.begin(), whole.end(), 0);
  const std::vector<Case> cases{
      {"R U r M", Metric::htm, "F2B", "", f2b, 4},
      {"R U r M", Metric::qtm, "F2B", "", f2b, 4},
      {"<r,U>", Metric::htm, "FB", "", kLeftBlock, 5},
      {"M U", Metric::htm, "CMLL", "", joined({f2b, kCorners8}), 5},
      {"M U", Metric::htm, "F2B + DF DB", "U", joined({f2b, {28, 34, 25, 52}}), 5},
      {"M U", Metric::htm, "F2B + DF DB + centres", "", joined({f2b, kCentres, {28, 34, 25, 52}}), 5},
      {"R U F y x", Metric::htm, "Cross", "", joined({kCross, kCentres}), 4},
      {"R U F y", Metric::htm, "Cross + DFR FR", "holding", joined({kCross, kCentres, kFrontRight}), 4},
      {"M E S", Metric::htm, "centres", "", kCentres, 4},
      {"M E S x y z", Metric::htm, "centres U D", "", {4, 31}, 3},
      {"M E S R", Metric::htm, "corners - centres", "", kCorners8, 4},
      {"U R F D L B M E S x y z", Metric::htm, "Cross", "rotations", joined({kCross, kCentres}), 2},
      {"R U M", Metric::htm, "Cross", "rotations,holding", joined({kCross, kCentres}), 4},
      {"r U", Metric::htm, "corners + edges", "U,holding", whole, 4},
      {"(R U R' U') r M:2 U", Metric::htm, "F2B", "", f2b, 3},
      {"R:2 U M:3 R>M:1 U>r:2 r:2", Metric::htm, "F2B", "", f2b, 3},
      {"all M E S", Metric::htm, "Cross", "", joined({kCross, kCentres}), 2},
  };
  Random random(31);
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.moves) + ": " + std::string(c.only) + " up to " + std::string(c.up_to));
    const Moving moves = moves_of(c.moves, c.metric);
    Wider wider{.only = Mask::parse(c.only).value()};
    ASSERT_TRUE(c.up_to.empty() || parse_up_to(c.up_to, wider));
    const Asking asking(Question{.moves = moves}, wider);
    for (int i = 0; i < 4; ++i) {
      const Cube cube = scrambled(*moves, c.length, random);
      const auto question = asking.about(cube, {});
      ASSERT_TRUE(question) << question.error().message;
      expect_all(*question, up_to(wider, shows(c.facelets)), moves->is_priced() ? 7 : c.length);
    }
  }
}

// On a supercube, centres are stickers with a direction: `turned` are the faces whose centres must not be turned.
TEST(SpaceGoals, AllShortestWordsOfASupercubeAreFound) {
  struct TurnedCase {
    Case with;
    std::string_view turned;
  };
  const std::vector<int> f2b = joined({kLeftBlock, kRightBlock});
  std::vector<int> whole(kFacelets);
  std::iota(whole.begin(), whole.end(), 0);
  const std::vector<TurnedCase> cases{
      {{"U R F", Metric::htm, "Cross", "", joined({kCross, kCentres}), 4}, ""},
      {{"U R F", Metric::htm, "Cross + centres", "", joined({kCross, kCentres}), 4}, "URFDLB"},
      {{"U R F", Metric::qtm, "Cross + centres R F", "", joined({kCross, kCentres}), 5}, "RF"},
      {{"U R F L D B", Metric::htm, "Cross + centres U D: orientation", "", kCross, 3}, "UD"},
      {{"U R", Metric::htm, "centres: orientation", "", {}, 5}, "URFDLB"},
      {{"U R", Metric::htm, "centre U: orientation", "", {}, 5}, "U"},
      {{"U R F", Metric::htm, "all", "", whole, 4}, "URFDLB"},
      {{"U R F", Metric::htm, "all - centres U", "", whole, 4}, "RFDLB"},
      {{"U R D", Metric::htm, "corners + centres", "", joined({kCorners8, kCentres}), 4}, "URFDLB"},
      {{"U R D", Metric::htm, "edges + corners", "", whole, 4}, ""},
      {{"U D R2",
        Metric::htm,
        "corners U layer + centres D: orientation",
        "",
        {0, 2, 6, 8, 9, 11, 36, 38, 18, 20, 45, 47},
        5},
       "D"},
      {{"M U", Metric::htm, "F2B + centres", "", joined({f2b, kCentres}), 5}, "URFDLB"},
      {{"M U", Metric::htm, "F2B", "", f2b, 5}, ""},
      {{"M U", Metric::htm, "CMLL + centres L R: place orientation", "", joined({f2b, kCorners8}), 5}, "LR"},
      {{"M U", Metric::htm, "CMLL + centres U: orientation", "", joined({f2b, kCorners8}), 5}, "U"},
      {{"M U r", Metric::htm, "centres U F", "", {4, 22}, 4}, "UF"},
      {{"M E S U", Metric::htm, "centres", "", kCentres, 4}, "URFDLB"},
      {{"M E S U", Metric::htm, "edges U layer + centres U: orientation", "", {1, 3, 5, 7, 10, 19, 37, 46}, 4}, "U"},
      {{"R U F y", Metric::htm, "Cross + centres U R", "holding", joined({kCross, kCentres}), 4}, "UR"},
      {{"U R F D L B M E S x y z", Metric::htm, "Cross + centres", "rotations", joined({kCross, kCentres}), 2},
       "URFDLB"},
      {{"R U M", Metric::htm, "Cross + centres", "rotations,holding", joined({kCross, kCentres}), 3}, "URFDLB"},
      {{"R U F", Metric::htm, "all", "U", whole, 4}, "URFDLB"},
      {{"r U", Metric::htm, "corners + edges + centres U", "U,holding", whole, 4}, "U"},
      {{"R:2 U M:3 R>M:1 U>r:2 r:2", Metric::htm, "F2B + centres L R", "", f2b, 3}, "LR"},
      {{"all", Metric::stm, "Cross + centres D", "", joined({kCross, kCentres}), 2}, "D"},
  };
  Random random(35);
  for (const auto& [c, turned] : cases) {
    SCOPED_TRACE(std::string(c.moves) + ": " + std::string(c.only) + " up to " + std::string(c.up_to));
    const Moving moves = turning(c.moves, c.metric);
    ASSERT_EQ(moves->centres(), Centres::turned);
    Wider wider{.only = Mask::parse(c.only).value()};
    ASSERT_TRUE(c.up_to.empty() || parse_up_to(c.up_to, wider));
    const Asking asking(Question{.moves = moves}, wider);
    for (int i = 0; i < 4; ++i) {
      const Cube cube = scrambled(*moves, c.length, random);
      const auto question = asking.about(cube, {});
      ASSERT_TRUE(question) << question.error().message;
      expect_all(*question, up_to(wider, and_turns(turned, shows(c.facelets)), Centres::turned),
                 moves->is_priced() ? 7 : c.length);
    }
  }
}

// Groups that are small enough: every position, with the turns, and its distance to the goals.
TEST(SpaceGoals, SupercubesAreAsFarAsTheirWholeGroupSays) {
  struct Stage {
    std::string_view moves;
    std::size_t order;
    std::string_view only;
    std::vector<int> facelets;
    std::string_view turned;
  };
  std::vector<int> all(kFacelets);
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> f2b = joined({kLeftBlock, kRightBlock});
  Random random(36);
  for (const auto& [text, order, only, facelets, turned] :
       {Stage{"U R2", 28'800, "all", all, "URFDLB"}, Stage{"U R2", 28'800, "all - centres U", all, "RFDLB"},
        Stage{"U R2", 28'800, "corners + centres U: orientation", kCorners8, "U"},
        Stage{"U R2", 28'800, "centres: orientation", {}, "URFDLB"}, Stage{"U R2", 28'800, "edges + corners", all, ""},
        Stage{"U R2", 28'800, "DR + centres U R", {32, 16}, "UR"},
        Stage{"M U2", 768, "F2B + centres", joined({f2b, kCentres}), "URFDLB"},
        Stage{"M U2", 768, "F2B + UF + centres U: orientation", joined({f2b, {7, 19}}), "U"},
        Stage{"M2 U", 384, "all - centres U", all, "RFDLB"},
        Stage{"M2 U", 384, "F2B + centres U D", joined({f2b, {4, 31}}), "UD"}}) {
    SCOPED_TRACE(std::string(text) + ": " + std::string(only));
    const Moving moves = turning(text);
    std::unordered_map<Cube, int> distance{{kSolved, 0}};
    const auto spread = [&](std::vector<Cube> queue) {
      for (std::size_t i = 0; i < queue.size(); ++i)
        for (const Step& step : moves->steps())
          if (const Cube next = queue[i] * step.cube; distance.try_emplace(next, distance.at(queue[i]) + 1).second)
            queue.push_back(next);
      return queue;
    };
    const std::vector<Cube> group = spread({kSolved});
    EXPECT_EQ(group.size(), order);
    Wider wider{.only = Mask::parse(only).value()};
    const IsGoal is_goal = and_turns(turned, shows(facelets));
    std::vector<Cube> goals;
    distance.clear();
    for (const Cube& cube : group)
      if (is_goal(cube)) goals.push_back(cube);
    for (const Cube& cube : goals) distance.emplace(cube, 0);
    EXPECT_EQ(spread(goals).size(), group.size());
    const Asking asking(Question{.moves = moves, .want = Want::shortest}, wider);
    for (int i = 0; i < 30; ++i) {
      const Cube& cube = group[random.below(group.size())];
      const auto answer = engine().solve(asking.about(cube, {}).value());
      ASSERT_TRUE(answer) << answer.error().message;
      EXPECT_EQ(answer->lower_bound, distance.at(cube));
      ASSERT_FALSE(answer->solutions.empty());
      EXPECT_EQ(answer->solutions.front().length, distance.at(cube));
    }
  }
}

// The last six edges of Roux: with U and M 6! * 2^5 arrangements and flips of edges, 4 turns of the corners, 4 of the
// centres, and half of these by parity.
TEST(SpaceGoals, LastSixEdgesAreAsFarAsTheirWholeGroupSays) {
  const Moving moves = moves_of("M U");
  std::vector<Cube> group{kSolved};
  std::unordered_map<Cube, int> distance{{kSolved, 0}};
  const auto spread = [&](std::vector<Cube> queue) {
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const Step& step : moves->steps())
        if (const Cube next = queue[i] * step.cube; distance.try_emplace(next, distance.at(queue[i]) + 1).second)
          queue.push_back(next);
    return queue;
  };
  group = spread(group);
  EXPECT_EQ(group.size(), 184'320U);
  const std::vector<int> f2b = joined({kLeftBlock, kRightBlock});
  const std::vector<int> blocks_and_corners = joined({f2b, kCorners8});
  std::vector<int> all(kFacelets);
  std::iota(all.begin(), all.end(), 0);
  struct Stage {
    std::string_view only;
    std::string_view up_to;
    std::vector<int> facelets;
  };
  Random random(33);
  for (const auto& [only, up_to_text, facelets] :
       {Stage{"CMLL + edges + centres", "", all}, Stage{"CMLL", "", blocks_and_corners},
        Stage{"CMLL + UL UR + centres", "U", joined({blocks_and_corners, kCentres, {3, 5, 10, 37}})},
        Stage{"CMLL + UL UR", "", joined({blocks_and_corners, {3, 5, 10, 37}})},
        Stage{"edges + centres", "holding", {}}}) {
    SCOPED_TRACE(only);
    Wider wider{.only = Mask::parse(only).value()};
    ASSERT_TRUE(up_to_text.empty() || parse_up_to(up_to_text, wider));
    const IsGoal is_goal = only.starts_with("edges") ? IsGoal([](const Cube& c) {
      const auto held = rotation_of_centres(c);
      const Cube at_home = c * kSymmetryCubes[inverse(*held)];
      for (int x = 0; x < kEdges; ++x)
        if (at_home.edge_at(x) != x || at_home.flip_at(x) != 0) return false;
      return true;
    })
                                                     : up_to(wider, shows(facelets));
    std::vector<Cube> goals;
    distance.clear();
    for (const Cube& cube : group)
      if (is_goal(cube)) goals.push_back(cube);
    for (const Cube& cube : goals) distance.emplace(cube, 0);
    EXPECT_EQ(spread(goals).size(), group.size());
    const Asking asking(Question{.moves = moves, .want = Want::shortest}, wider);
    for (int i = 0; i < 30; ++i) {
      const Cube& cube = group[random.below(group.size())];
      const auto answer = engine().solve(asking.about(cube, {}).value());
      ASSERT_TRUE(answer) << answer.error().message;
      EXPECT_EQ(answer->lower_bound, distance.at(cube));
      ASSERT_FALSE(answer->solutions.empty());
      EXPECT_EQ(answer->solutions.front().length, distance.at(cube));
    }
  }
}

// A centre that is somewhere else, and no move brings it home.
TEST(SpaceGoals, CentresThatNoMoveBringsHomeAreToldAtOnce) {
  Wider wider{.only = Mask::parse("Cross").value()};
  for (const char* up_to : {"", "rotations"}) {
    ASSERT_TRUE(*up_to == '\0' || parse_up_to(up_to, wider));
    const auto question = Asking(Question{.moves = moves_of("R U M"), .want = Want::shortest}, wider)
                              .about(kSymmetryCubes[parse_algorithm("y")->rotation] * kMoveCubes[make_move(R, 1)], {});
    ASSERT_TRUE(question);
    const auto answer = engine().solve(*question);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->ended, Ended::unsolvable);
  }
}

// The words lead from one of the cubes to the target, wherever that has its centres.
TEST(SpaceGoals, IncompleteCubes) {
  Random random(32);
  for (const std::string_view text : {"M U r", "R U M:2 R>M:3"}) {
    const Moving moves = moves_of(text);
    for (int i = 0; i < 6; ++i) {
      const Cube cube = scrambled(*moves, 3, random);
      const Cube target = i % 2 == 0 ? kSolved : scrambled(*moves, 1, random);
      Pattern known = Pattern::of(cube);
      for (const std::size_t place : {0, 3}) known.corner[place] = Pattern::kAnyCorner;
      for (const std::size_t place : {1, 3}) known.edge[place] = Pattern::kAnyEdge;
      const Symmetry held = rotation_of_centres(cube).value();
      std::pair<int, Words> expected{8, {}};
      for (const Cube& one : Completions(with_home_centres(known)).list()) {
        auto found = all_cheapest(
            *moves, one * kSymmetryCubes[held], [&](const Cube& c) { return c == target; },
            std::min(expected.first, 5));
        if (found.second.empty() || found.first > expected.first) continue;
        if (found.first < expected.first) expected = {found.first, {}};
        expected.second.insert(found.second.begin(), found.second.end());
      }
      if (expected.second.empty()) continue;
      Question question{.start = known, .moves = moves, .want = Want::all};
      question.goal.cube = target;
      question.solutions = 10'000;
      const auto answer = engine().solve(question);
      ASSERT_TRUE(answer) << answer.error().message;
      Words words;
      for (const Solution& word : answer->solutions) words.emplace(word.moves, word.rotation);
      EXPECT_EQ(answer->lower_bound, expected.first);
      EXPECT_EQ(words, expected.second);
    }
  }
}

// Of a supercube, what is not known of the turns may be anything.
TEST(SpaceGoals, IncompleteSupercubes) {
  Random random(37);
  for (const std::string_view text : {"M U r", "R U F", "R U2 M:2"}) {
    const Moving moves = turning(text);
    for (int i = 0; i < 8; ++i) {
      const Cube cube = scrambled(*moves, 4, random);
      const Cube target = i % 2 == 0 ? kSolved : scrambled(*moves, 1, random);
      Pattern known = Pattern::of(cube, i < 4 ? Centres::moved : Centres::turned);
      for (const int face : {U, R})
        if (i >= 6) known.centre[face] = Pattern::kAnyCentre;
      for (const std::size_t place : {0, 3}) known.corner[place] = Pattern::kAnyCorner;
      for (const std::size_t place : {1, 3}) known.edge[place] = Pattern::kAnyEdge;
      const auto expected = all_cheapest(
          *moves, kSolved, [&](const Cube& word) { return known.holds(target * inverse(word)); }, 5);
      ASSERT_FALSE(expected.second.empty());
      Question question{.start = known, .moves = moves, .want = Want::all};
      question.goal.cube = target;
      question.solutions = 10'000;
      const auto answer = engine().solve(question);
      ASSERT_TRUE(answer) << answer.error().message;
      Words words;
      for (const Solution& word : answer->solutions) words.emplace(word.moves, word.rotation);
      EXPECT_EQ(answer->lower_bound, expected.first);
      EXPECT_EQ(words, expected.second);
    }
  }
}

TEST(SpaceGoals, WhatIsNotKnownOfTurnsMustNotMatter) {
  const auto message = [](std::string_view cube, std::string_view mask) {
    Reading reading = read(cube, {.incomplete = true}).value();
    const auto question =
        Asking(Question{.moves = turning("U R L"), .want = Want::shortest}, {.only = Mask::parse(mask).value()})
            .about(reading);
    if (!question) return question.error().message;
    const auto answer = engine().solve(*question);
    if (!answer) return answer.error().message;
    return answer->solutions.empty() ? std::string(name(answer->ended))
                                     : to_string(answer->solutions.front(), *question);
  };
  std::string facelets = to_facelets(read("L U").value().cube);
  for (const std::size_t unknown : {5, 7, 8, 10, 19, 9, 20}) facelets[unknown] = '?';  // UR, UF and URF
  EXPECT_EQ(message(facelets, "DL FL BL"), "U' L'");
  EXPECT_EQ(message(facelets, "DL FL BL + centres: order"), "U' L'");
  EXPECT_EQ(message(facelets, "DL FL BL + centre U"),
            "how the centre U is turned is not fully known, and the goal depends on it");
  EXPECT_EQ(message(facelets, "DL UR"), "what is at UF is not fully known, and the goal depends on it");
  // All stickers are known, and the centres taken as not turned.
  EXPECT_EQ(message(to_facelets(read("L U").value().cube), "DL FL BL"), "U' L'");
  EXPECT_EQ(message(to_facelets(read("R U R' U'").value().cube), "all"), "U R U' R'");
  // An odd position in which no centre is turned is none of a supercube.
  EXPECT_EQ(message(to_facelets(read("R").value().cube), "corners + centres"), "unsolvable");
}

TEST(SpaceGoals, AnyOfSeveralSupercubesIsReached) {
  Random random(38);
  for (const std::string_view text : {"U R F", "M U r"}) {
    const Moving moves = turning(text);
    for (int i = 0; i < 5; ++i) {
      const std::vector<Cube> goals{scrambled(*moves, 6, random), scrambled(*moves, 3, random), kSolved};
      const Cube cube = goals[random.below(2)] * scrambled(*moves, 3, random);
      Question question{.cube = cube, .moves = moves};
      for (const Cube& goal : goals) question.goal.patterns.push_back(Pattern::of(goal, Centres::turned));
      expect_all(
          question, [&](const Cube& c) { return std::find(goals.begin(), goals.end(), c) != goals.end(); }, 4);
    }
  }
  // As all doors ask it.
  Asking asking(Question{.moves = turning("U R"), .want = Want::shortest});
  for (const char* target : {"U R", "R2 U"}) {
    Reading reading = read(target).value();
    asking.add_target(reading);
  }
  Reading start = read("U R U'").value();
  const auto answer = engine().solve(asking.about(start).value());
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(to_string(answer->solutions.front(), asking.question()), "U");
}

TEST(SpaceGoals, TurnsOfMovesThatMakeNoneAreRefused) {
  const Wider wider{.only = Mask::parse("F2L + centres: orientation").value()};
  for (const Centres centres : {Centres::fixed, Centres::moved}) {
    const auto question = Asking(Question{.moves = moves_of("U M", Metric::htm, centres)}, wider).about(kSolved, {});
    ASSERT_FALSE(question);
    EXPECT_NE(question.error().message.find("the mask says how centres are turned"), std::string::npos);
  }
  EXPECT_TRUE(Asking(Question{.moves = turning("U M")}, wider).about(kSolved, {}));
}

TEST(SpaceGoals, ShownPatternsHaveNoColours) {
  Wider wider;
  ASSERT_TRUE(parse_show("dot", wider));
  for (const Moving& moves : {moves_of("M E S"), moves_of("R L F B U D M E S"), turning("M E S")}) {
    const auto question = Asking(Question{.moves = moves, .want = Want::shortest}, wider).about(kSolved, {});
    ASSERT_TRUE(question);
    const auto answer = engine().solve(*question);
    ASSERT_TRUE(answer) << answer.error().message;
    ASSERT_FALSE(answer->solutions.empty());
    EXPECT_EQ(answer->solutions.front().length, 4);  // M E M' E'
  }
}

// With a last rotation each set is 24 in each of 24 colourings.
TEST(SpaceGoals, ShownPatternsMayBeTooMany) {
  Random random(32);
  Wider wider{.show = Shown{"", {}}};
  wider.last_rotation = true;
  for (int i = 0; i < 21; ++i) wider.show->sets.push_back(Pattern::of(random.cube()));
  const auto most = goal_patterns({{}}, wider, {}, Centres::moved);
  ASSERT_TRUE(most) << most.error().message;
  EXPECT_EQ(most->size(), 21u * 24 * 24);
  wider.show->sets.push_back(Pattern::of(random.cube()));
  const auto more = goal_patterns({{}}, wider, {}, Centres::moved);
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().kind, ErrorKind::bad_option);
  EXPECT_NE(more.error().message.find("a goal without \"up to\""), std::string::npos) << more.error().message;
  EXPECT_TRUE(goal_patterns({{}}, wider, {}));  // these moves make no last rotation
}

TEST(SpaceGoals, MasksNameCentres) {
  const auto rotations = [](std::string_view mask) { return Mask::parse(mask).value().of(kSolved).rotations; };
  std::uint64_t about_x = 0;
  for (const char* text : {"", "x", "x2", "x'"}) about_x |= std::uint64_t{1} << parse_algorithm(text)->rotation;
  std::uint64_t all = 0;
  for (const Symmetry s : kAllRotations) all |= std::uint64_t{1} << s;
  for (const char* mask : {"Cross", "corners", "Cross - centres U", "centres", "centres U F", "CMLL + centres F",
                           "Cross + FB", "FB + Cross", "FB + OLL - centres U", "OLL - F2L", "corners + edges - F2B"})
    EXPECT_EQ(rotations(mask), Pattern::kAtHome) << mask;
  for (const char* mask : {"FB", "F2B", "CMLL", "UF + centres L", "UF + centres R L", "F2B - centres R", "CMLL - F2B",
                           "FB + DF", "Cross + centres L"})
    EXPECT_EQ(rotations(mask), about_x) << mask;
  for (const char* mask : {"corners - centres", "F2B - centres", "CMLL - centres L - centres R"})
    EXPECT_EQ(rotations(mask), all) << mask;
  EXPECT_EQ(std::popcount(rotations("centres L R: place")), 8);
  for (const char* mask : {"centres: orientation", "corners + centre U: orientation"})
    EXPECT_EQ(rotations(mask), all) << mask;
  for (const char* mask :
       {"centres: orientation UD", "UF + U", "centres - centres", "centres UF", "FB - FB", "centres U layer"})
    EXPECT_FALSE(Mask::parse(mask)) << mask;
}

// Of holdings that the known centres allow the standard one is taken. Others are another cube in space each.
TEST(SpaceGoals, AnOpenHoldingIsNoCubeInSpace) {
  const std::string text = "UB?U???BUL?LR???RRB?B?U???F?F?D???FD????????L?DF?D?BU?";  // of M' U U M M
  Reading open = read(text, {.incomplete = true}).value();
  EXPECT_TRUE(open.is_holding_open);
  const Asking moved({.moves = moves_of("M U")});
  const auto refused = moved.about(open);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_option);
  EXPECT_NE(refused.error().message.find("do not say how the cube is held"), std::string::npos);
  Asking to({.moves = moves_of("M U")});
  to.add_target(open);
  EXPECT_FALSE(to.about(kSolved, {}));
  EXPECT_TRUE(Asking().about(open));
  Reading known = read("UUUUUUUUU" + std::string(45, '?'), {.incomplete = true}).value();
  EXPECT_FALSE(known.is_holding_open);
  EXPECT_TRUE(moved.about(known));
}

TEST(SpaceGoals, WhatIsNotKnownOfCentresIsRefused) {
  const auto message = [](const Question& question) {
    const auto answer = engine().solve(question);
    return answer ? std::string() : answer.error().message;
  };
  Question question{.start = Pattern::of(kSolved), .moves = moves_of("M U")};
  question.start->rotations |= std::uint64_t{1} << parse_algorithm("x2")->rotation;
  EXPECT_NE(message(question).find("it is not known where the centres"), std::string::npos);
}

// Narrowing takes a millisecond.
TEST(SpaceGoals, PatternsThatALastRotationMakesAreNarrowedOnce) {
  Pattern cross = Mask::parse("Cross")->of(kSolved, Centres::moved);
  cross.rotations = Pattern::kAtHome;
  Question question{.cube = kMoveCubes[make_move(R, 1)], .moves = moves_of("U R F L D B x y z")};
  for (const Symmetry s : kAllRotations) question.goal.patterns.push_back(cross * kSymmetryCubes[s]);
  detail::NarrowedPatterns known;
  const auto first = detail::simplified(question, {}, &known);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(known.size(), 1U);
  const auto again = detail::simplified(question, {}, &known);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(known.size(), 1U);
  EXPECT_EQ(again->goal.patterns, first->goal.patterns);
  EXPECT_EQ(detail::simplified(question)->goal.patterns, first->goal.patterns);
  for (const Symmetry s : kAllRotations)
    EXPECT_TRUE(std::any_of(first->goal.patterns.begin(), first->goal.patterns.end(),
                            [&](const Pattern& pattern) { return pattern.holds(kSymmetryCubes[s]); }));
}

TEST(SpaceGoals, ACubeThatFitsIsInSpace) {
  for (const Centres centres : {Centres::moved, Centres::turned}) {
    Question question{.cube = {}, .moves = moves_of("U R F L D B x y z", Metric::htm, centres)};
    const bool are_turned = centres == Centres::turned;
    Wider wider{.only = *Mask::parse(are_turned ? "Cross + UF + centres" : "Cross + UF")};
    wider.holdings = wider.last_rotation = true;
    question.goal.patterns = goal_patterns({{}}, wider, {}, centres).value();
    const auto simple = detail::simplified(question);
    ASSERT_TRUE(simple) << simple.error().message;
    std::set<int> held;
    for (const Pattern& pattern : simple->goal.patterns) {
      const Cube cube = detail::first_cube(pattern, centres);
      EXPECT_TRUE(pattern.holds(cube));
      EXPECT_TRUE(is_reachable_in_space(cube));
      held.insert(static_cast<int>(rotation_of_centres(cube).value()));
    }
    EXPECT_EQ(held.size(), 24u);
  }
}

// The search for a part of the cube finds nothing: far too many words are as cheap as this goal is far.
TEST(SlowSpaceGoals, WhereNoWordIsFoundThereIsOneToACubeThatFits) {
  // Small tables.
  Engine small({.profile = Profile::compact, .optimal_table = "optimal-47", .memory = 100'000'000, .threads = 2});
  Random random(31);
  const Cube cube = random.cube();
  const Cube& y = kSymmetryCubes[parse_algorithm("y")->rotation];
  // Of a cube that is held so, x brings no centre home.
  for (const auto& [start, moves] :
       {std::pair{cube, "U:2 R:2 F:2 L:2 D:2 B:2 x y z"}, std::pair{cube * y, "U:2 R:2 F:2 L:2 D:2 B:2 x"}}) {
    Question question{.cube = start, .moves = moves_of(moves)};
    Wider wider{.only = *Mask::parse("OLL")};
    wider.last_rotation = true;
    question.goal.patterns = goal_patterns({{}}, wider, {}, Centres::moved).value();
    const auto answer = small.solve(question);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->ended, Ended::nodes);
    ASSERT_FALSE(answer->solutions.empty());
    const Cube end = superflip::after(question, answer->solutions.front());
    EXPECT_TRUE(std::any_of(question.goal.patterns.begin(), question.goal.patterns.end(),
                            [&](const Pattern& pattern) { return pattern.holds(end); }));
  }
}

}  // namespace
}  // namespace superflip
