// Several cubes at the start: the same moves for all of them, or for any, against all short words.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/coordinate/mask.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/random.h"
#include "superflip/engine/asking.h"
#include "superflip/engine/detail/call.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/engine/engine.h"
#include "superflip/engine/report.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/goal.h"
#include "superflip/reading/read.h"
#include "superflip/robot/robot.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "Starts"}, {"long", "Starts"}};

constexpr int kMostMoves = 3;

// The cubes are near, so that small tables are enough.
Engine& engine() {
  static Engine made(
      {.tables = default_tables().value(), .optimal_table = "optimal-47", .memory = 60'000'000, .threads = 2});
  return made;
}

Cube after(std::string_view moves) { return read(moves).value().cube; }

using Patterns = std::vector<Pattern>;

bool is_in(const Patterns& goals, const Cube& cube) {
  return std::any_of(goals.begin(), goals.end(), [&](const Pattern& goal) { return goal.holds(cube); });
}

// All shortest words of at most kMostMoves turns that bring all cubes to the goals, or any.
std::set<Moves> shortest_words(const std::vector<Cube>& cubes, const Patterns& goals, Starts starts) {
  std::set<Moves> words;
  Moves word;
  const auto are_right = [&](const std::vector<Cube>& now) {
    const auto is_right = [&](const Cube& cube) { return is_in(goals, cube); };
    return starts == Starts::all ? std::all_of(now.begin(), now.end(), is_right)
                                 : std::any_of(now.begin(), now.end(), is_right);
  };
  const std::function<void(const std::vector<Cube>&, int)> walk = [&](const std::vector<Cube>& now, int left) {
    if (left == 0) {
      if (are_right(now)) words.insert(word);
      return;
    }
    for (const Move m : kAllMoves) {
      if (!word.empty() && !may_follow(word.back(), m)) continue;
      std::vector<Cube> next = now;
      for (Cube& cube : next) cube = cube * kMoveCubes[m];
      word.push_back(m);
      walk(next, left - 1);
      word.pop_back();
    }
  };
  for (int length = 0; length <= kMostMoves && words.empty(); ++length) walk(cubes, length);
  return words;
}

// The question's answer has just these words, which are for the standard holding.
void expect_words(Question question, const std::set<Moves>& words) {
  ASSERT_FALSE(words.empty());
  std::set<Moves> expected;
  for (const Moves& word : words) expected.insert(normalise(conjugate(word, question.held)));
  question.want = Want::all;
  question.solutions = 100'000;
  const auto answer = engine().solve(question);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->ended, Ended::complete);
  EXPECT_EQ(answer->lower_bound, static_cast<int>(words.begin()->size()));
  std::set<Moves> found;
  for (const Solution& s : answer->solutions) found.insert(s.moves);
  EXPECT_EQ(found, expected);
}

Moves random_word(Random& random) {
  Moves word;
  for (std::uint64_t n = random.below(kMostMoves) + 1; n > 0; --n) word.push_back(Move(random.below(kMoves)));
  return word;
}

struct Wide {
  std::string_view mask;
  bool last_turn;
  bool holdings;
};

constexpr Wide kForAll[] = {{"", true, false},    {"Cross", false, true},  {"UF UB DFR", true, false},
                            {"F2L", false, true}, {"Domino", false, true}, {"OLL", false, false}};
constexpr Wide kForAny[] = {{"", true, false},
                            {"Cross", false, false},
                            {"UF UB DFR", true, false},
                            {"Domino", false, true},
                            {"OLL", false, false}};

Patterns goals_of(const Wide& wide, Symmetry held) {
  Wider wider;
  if (!wide.mask.empty()) wider.only = Mask::parse(wide.mask).value();
  wider.last_turn = wide.last_turn;
  wider.holdings = wide.holdings;
  return goal_patterns({{}}, wider, held).value();
}

TEST(Starts, TheSameWordsBringAllToTheGoal) {
  Random random(1);
  for (const Wide& wide : kForAll)
    for (int round = 0; round < 4; ++round) {
      SCOPED_TRACE(std::string(wide.mask) + " " + std::to_string(round));
      Question question;
      question.held = round % 2 == 0 ? Symmetry{} : kAllRotations[random.below(kAllRotations.size())];
      question.goal.patterns = goals_of(wide, question.held);
      const Patterns& goals = question.goal.patterns;
      // One word at least brings each of them to a goal of its own.
      const Moves word = inverse(random_word(random));
      std::vector<Cube> cubes;
      for (int n = 0; n < 2 + round % 2; ++n)
        cubes.push_back(apply(Completions(goals[random.below(goals.size())]).draw(random), word));
      question.cube = cubes.front();
      for (std::size_t i = 1; i < cubes.size(); ++i) question.also.push_back(Pattern::of(cubes[i]));
      expect_words(question, shortest_words(cubes, goals, Starts::all));
    }
}

TEST(Starts, AWordBringsTheNearestOfThemToTheGoal) {
  Random random(2);
  for (const Wide& wide : kForAny)
    for (int round = 0; round < 2; ++round) {
      SCOPED_TRACE(std::string(wide.mask) + " " + std::to_string(round));
      Question question{.starts = Starts::any};
      question.held = round == 0 ? Symmetry{} : kAllRotations[random.below(kAllRotations.size())];
      question.goal.patterns = goals_of(wide, question.held);
      const Patterns& goals = question.goal.patterns;
      std::vector<Cube> cubes;
      for (int n = 0; n < 2; ++n)
        cubes.push_back(apply(Completions(goals[random.below(goals.size())]).draw(random), random_word(random)));
      question.cube = cubes[0];
      question.also = {Pattern::of(cubes[1])};
      expect_words(question, shortest_words(cubes, goals, Starts::any));
    }
  // To one cube.
  const std::vector<Cube> cubes{after("R U F L2"), after("B2 D' R")};
  Question question{.cube = cubes[0], .also = {Pattern::of(cubes[1])}, .starts = Starts::any};
  expect_words(question, shortest_words(cubes, {Pattern::of(kSolved)}, Starts::any));
  question.goal.cube = after("R U F");
  expect_words(question, shortest_words(cubes, {Pattern::of(question.goal.cube)}, Starts::any));
}

// The cube, with the flips of some of its edges unknown.
Pattern with_unknown_flips(const Cube& cube, std::initializer_list<int> places) {
  Pattern pattern = Pattern::of(cube);
  for (const int place : places)
    for (const int flip : {0, 1}) pattern.edge[place] |= Pattern::bit_of_edge(cube.edge_at(place), flip);
  return pattern;
}

TEST(Starts, WhatIsUnknownIsAllOrAny) {
  // An edge of U, not flipped, belongs at UF: with UF and DB flipped or not, another edge does for both cubes.
  Pattern goal = Pattern::any();
  goal.edge[UF] = 0;
  for (const int edge : {UR, UF, UL, UB}) goal.edge[UF] |= Pattern::bit_of_edge(edge, 0);
  Question question;
  question.start = with_unknown_flips(kSolved, {UF, DB});
  question.goal.patterns = {goal};
  const std::vector<Cube> both = Completions(*question.start).list();
  ASSERT_EQ(both.size(), 2u);
  const std::set<Moves> words = shortest_words(both, {goal}, Starts::all);
  EXPECT_EQ(words, (std::set<Moves>{{make_move(U, 1)}, {make_move(U, 2)}, {make_move(U, 3)}}));
  expect_words(question, words);
  question.starts = Starts::any;
  expect_words(question, {Moves{}});

  // Any of four cubes, and of these and another.
  const Pattern cross = Mask::parse("Cross").value().of(kSolved);
  question.start = with_unknown_flips(after("R U F"), {UF, FR, DR});
  question.goal.patterns = {cross};
  std::vector<Cube> cubes = Completions(*question.start).list();
  ASSERT_EQ(cubes.size(), 4u);
  expect_words(question, shortest_words(cubes, {cross}, Starts::any));
  cubes.push_back(after("D2 L"));
  question.also = {Pattern::of(cubes.back())};
  expect_words(question, shortest_words(cubes, {cross}, Starts::any));
  question.also = {with_unknown_flips(after("F L"), {UF, UB})};
  question.goal.patterns.clear();
  cubes = Completions(*question.start).list();
  for (const Cube& cube : Completions(question.also.front()).list()) cubes.push_back(cube);
  ASSERT_EQ(cubes.size(), 6u);
  expect_words(question, shortest_words(cubes, {Pattern::of(kSolved)}, Starts::any));
}

std::string refusal(const Question& question, ErrorKind kind) {
  const auto answer = engine().solve(question);
  if (answer) return "an answer";
  EXPECT_EQ(answer.error().kind, kind) << answer.error().message;
  return answer.error().message;
}

TEST(Starts, ContradictionsAreToldAtOnce) {
  Question question{.cube = after("R"), .also = {Pattern::of(after("U"))}};
  EXPECT_EQ(refusal(question, ErrorKind::impossible),
            "no moves bring all these cubes to the goal: it is one cube, and the same moves bring different cubes to "
            "different ones");
  // Sets that are subgroups of the cube's group: moves do for all of a coset, or for none.
  question.goal.patterns = {Mask::parse("OLL").value().of(kSolved)};
  EXPECT_EQ(refusal(question, ErrorKind::impossible), "no moves bring all these cubes to the goal");
  question.goal.patterns.clear();
  // A cube twice is one.
  question.also = {Pattern::of(after("R"))};
  expect_words(question, {Moves{make_move(R, 3)}});
  question.start = with_unknown_flips(after("R"), {UF, DB});
  question.also.clear();
  question.starts = Starts::all;
  EXPECT_EQ(refusal(question, ErrorKind::bad_option), "what is at UF is not fully known, and the goal depends on it");
  question.starts = Starts{2};
  EXPECT_EQ(refusal(question, ErrorKind::bad_option),
            "this is not a choice of cubes at the start: expected all or any");
  question.starts = Starts::any;
  question.start = Pattern::any();
  question.goal.patterns = {Mask::parse("Cross").value().of(kSolved)};
  EXPECT_EQ(
      refusal(question, ErrorKind::bad_option),
      "43252003274489856000 cubes fit what is known: expected at most 100000, if any of them may reach this goal");
  // 960 cubes, on each of which the edges of the cross are somewhere else.
  question.start = Pattern::of(kSolved);
  for (const int place : {DR, DF, DL, DB, FR})
    for (const int piece : {DR, DF, DL, DB, FR})
      for (const int flip : {0, 1}) question.start->edge[place] |= Pattern::bit_of_edge(piece, flip);
  EXPECT_EQ(
      refusal(question, ErrorKind::bad_option),
      "the cubes at the start and the goal come to more than 512 sets of cubes to reach: expected fewer cubes, or a "
      "goal that says more");
  // What cannot be a start, or not beside others.
  question = {.also = {Pattern{}}};
  EXPECT_EQ(refusal(question, ErrorKind::impossible), "no reachable cube fits what is known");
  question.also.assign(kMaxStarts + 1, Pattern::of(kSolved));
  EXPECT_EQ(refusal(question, ErrorKind::bad_option), "101 more cubes at the start: expected at most 100");
  question.also.resize(1);
  question.puzzle = Puzzle::pocket;
  EXPECT_EQ(refusal(question, ErrorKind::bad_option),
            "several cubes at the start are for the 3x3x3, and cannot be combined with coordinates");
  question.puzzle = Puzzle::cube;
  question.robot = std::make_shared<const Robot>(robot_of("turntable").value());
  EXPECT_EQ(refusal(question, ErrorKind::bad_option), "a robot solves whole cubes");
  // A goal, and a cube, that no turns reach.
  Cube twisted;
  twisted.set_twist(0, 1);
  question = {.also = {Pattern::of(after("R"))}, .starts = Starts::any, .goal = {.cube = twisted}};
  EXPECT_EQ(refusal(question, ErrorKind::impossible), "no reachable cube fits the goal");
  question = {.cube = twisted, .also = {Pattern::of(after("R"))}};
  EXPECT_EQ(refusal(question, ErrorKind::impossible), "no reachable cube fits what is known");
  // A stop is heard.
  const StopFlag stop{true};
  question = {.cube = after("U"), .also = {Pattern::of(after("F U"))}};
  question.goal.patterns = goals_of({"OLL", false, false}, {});
  EXPECT_EQ(detail::simplified(question, {.stop = &stop}).error().message,
            "stopped while the cubes at the start were prepared");
}

// Whatever is asked about the first cube: here any word is right for it.
TEST(Starts, WordsAreReplayedOnAll) {
  Question question{.cube = after("U"), .also = {Pattern::of(after("R U"))}};
  question.goal.patterns = {Pattern::of(kSolved), Pattern::of(after("R"))};
  detail::NarrowedPatterns narrowed;
  const auto is_right = [&](std::string_view moves) {
    detail::Assigned assigned = detail::assigned(question, narrowed).value();
    Solution word{.moves = parse_algorithm(moves).value().moves};
    assigned.asked.goal = {.cube = superflip::after(assigned.asked, word)};
    return assigned.bring_back(word, assigned);
  };
  EXPECT_TRUE(is_right("U'"));
  EXPECT_FALSE(is_right("U' R"));   // of the first one alone
  EXPECT_FALSE(is_right("U' R'"));  // of the other one
  question.starts = Starts::any;
  EXPECT_TRUE(is_right("U' R"));
  EXPECT_TRUE(is_right("U' R'"));
  EXPECT_FALSE(is_right("R"));
}

TEST(Starts, CubesInSpaceMayBeHeldInDifferentWays) {
  const auto moves = std::make_shared<const MoveSet>(parse_move_set("R U M y", Metric::htm, Centres::moved).value());
  Wider wider;
  wider.only = Mask::parse("U layer").value();
  for (const bool last_rotation : {true, false}) {
    wider.last_rotation = last_rotation;
    Asking asking({.moves = moves, .want = Want::shortest}, wider);
    Reading also = read("U y", {}).value();
    ASSERT_TRUE(asking.add_start(also));
    Reading cube = read("U", {}).value();
    const Question question = asking.about(cube).value();
    if (!last_rotation) {
      EXPECT_EQ(refusal(question, ErrorKind::impossible), "no moves bring all these cubes to the goal");
      continue;
    }
    const auto answer = engine().solve(question);
    ASSERT_TRUE(answer) << answer.error().message;
    ASSERT_EQ(answer->solutions.size(), 1u);
    EXPECT_EQ(to_string(answer->solutions.front(), question), "U'");
  }
  // Where the moves keep the centres, they are not the same moves for both.
  Asking fixed({}, wider);
  Reading held = read("U y", {}).value();
  ASSERT_TRUE(fixed.add_start(held));
  Reading first = read("U", {}).value();
  EXPECT_EQ(fixed.about(first).error().message, kHeldApart);
  Reading same = read("U y", {}).value();
  EXPECT_TRUE(fixed.about(same));
}

TEST(Starts, AreAskedAndReported) {
  Question question;
  Wider wider;
  const Wording wording{.starts = "any", .up_to = "U"};
  ASSERT_TRUE(wording.say(question, wider));
  EXPECT_EQ(question.starts, Starts::any);
  EXPECT_EQ((Wording{.starts = "both"}).say(question, wider).error().message,
            "'both' is not a choice of cubes at the start: expected all or any");
  Asking asking(question, wider);
  Reading also = read("R U", {}).value();
  ASSERT_TRUE(asking.add_start(also));
  Reading cube = read("F", {}).value();
  const Question asked = asking.about(cube).value();
  EXPECT_EQ(asked.also, Patterns{Pattern::of(after("R U"))});
  Json json;
  add_cubes(json, asked);
  const std::string text = json.dump();
  EXPECT_NE(text.find("\"also\":[\"" + to_facelets(after("R U")) + "\"],\"starts\":\"any\""), std::string::npos)
      << text;
}

}  // namespace
}  // namespace superflip
