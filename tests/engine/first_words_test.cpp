// First words: what is known of a goal of patterns at once, and how it joins the search that follows.
#include "superflip/engine/detail/first_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/engine/detail/call.h"
#include "superflip/engine/detail/holding.h"
#include "superflip/superflip.h"
#include "tests/support/labels.h"

namespace superflip::detail {
namespace {

const Labels kLabels{{"threads", "FirstWords"},
                     {"long", "FirstWords.AreNoLongerThanThoseOfTheWholeCube"},
                     {"long", "FirstWords.CountInTheMetricOrInCosts"},
                     {"long", "FirstWords.AreToldAndAnswerWhereALimitEndsTheSearch"},
                     {"long", "FirstWords.EndTheUsualSearch"},
                     {"long", "FirstWords.ThatAreTooLongEndNoSearch"}};

constexpr std::string_view kFar = "F' D R' U' F2 R2 F B R D R2 F2 D2 B' R2 B U2 D2 B' R2 L2";

Engine& engine() {
  static Engine engine({.profile = Profile::compact, .memory = 60'000'000, .threads = 2});
  return engine;
}

Question about(const Wider& wider, std::string_view moves = {}, Want want = Want::good) {
  Question question{.cube = to_cube(*parse_algorithm(kFar)), .want = want};
  if (!moves.empty()) question.moves = std::make_shared<const MoveSet>(parse_move_set(moves).value());
  question.goal.patterns = goal_patterns({{}}, wider, {}).value();
  return question;
}

Question about(std::string_view mask, std::string_view moves = {}, Want want = Want::good) {
  return about({.only = Mask::parse(mask).value()}, moves, want);
}

Question standard(const Question& question) {
  NarrowedPatterns narrowed;
  return assigned(question, narrowed).value().standard;
}

std::vector<Solution> words_of(const Question& question) {
  static SharedTables tables({.profile = Profile::compact, .threads = 1});
  return first_words(tables, standard(question), {}).words;
}

bool is_at_goal(const Question& question, const Cube& cube) {
  return std::any_of(question.goal.patterns.begin(), question.goal.patterns.end(),
                     [&](const Pattern& pattern) { return pattern.holds(cube); });
}

// Each reaches the goal with its last move, and not before.
void expect_right(const Question& question, const Moves& moves) {
  Cube cube = question.cube;
  for (const Move m : moves) {
    EXPECT_FALSE(is_at_goal(question, cube));
    cube = apply(cube, Moves{m});
  }
  EXPECT_TRUE(is_at_goal(question, cube));
}

TEST(FirstWords, AreNoLongerThanThoseOfTheWholeCube) {
  const int whole = engine().solve({.cube = to_cube(*parse_algorithm(kFar))}).value().solutions.front().length;
  const std::vector<Question> questions{about("CMLL"), about("corners: order + edges"), about("F2L"),
                                        about({.last_turn = true})};
  for (const Question& question : questions) {
    ASSERT_TRUE(has_first_words(standard(question)));
    const auto words = words_of(question);
    ASSERT_EQ(words.size(), 1U);
    EXPECT_LE(words.front().length, whole);
    EXPECT_EQ(words.front().length, static_cast<int>(words.front().moves.size()));
    expect_right(question, words.front().moves);
  }
  Question five = about("F2L");
  five.solutions = 5;
  const auto words = words_of(five);
  ASSERT_EQ(words.size(), 5U);
  for (std::size_t i = 0; i < words.size(); ++i) {
    expect_right(five, words[i].moves);
    EXPECT_LE(words[0].length, words[i].length);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(words[i].moves, words[j].moves);
  }
}

TEST(FirstWords, CountInTheMetricOrInCosts) {
  for (const Metric metric : {Metric::qtm, Metric::stm, Metric::atm}) {
    Question question = about("F2L");
    question.metric = metric;
    const auto words = words_of(question);
    ASSERT_EQ(words.size(), 1U);
    expect_right(question, words.front().moves);
    EXPECT_EQ(words.front().length, length(words.front().moves, metric));
  }
  // A half turn is two quarter turns where that is cheaper, or where it is no step.
  for (const char* const moves :
       {"R:2 U:2 F:3 L:2 D:3 B:4 R2:9 U2:9 F2:9 L2:9 D2:9 B2:9", "R:2 U:2 F:3 L:2 D:3 B:4 R>U:2 F>L:1"}) {
    const Question question = about("F2L", moves);
    const auto words = words_of(question);
    ASSERT_EQ(words.size(), 1U) << moves;
    expect_right(question, words.front().moves);
    EXPECT_EQ(words.front().length, question.moves->cost(words.front().steps));
    Cube cube = question.cube;
    for (const int step : words.front().steps) {
      cube = cube * (*question.moves)[step].cube;
      EXPECT_LT((*question.moves)[step].cost, 9);
    }
    EXPECT_TRUE(is_at_goal(question, cube));
  }
}

TEST(FirstWords, NeedTurnsOfAllFaces) {
  EXPECT_TRUE(has_first_words(standard(about("F2L", "U R F L D B"))));
  EXPECT_TRUE(has_first_words(standard(about("F2L", "U R F L D B M:3"))));
  EXPECT_FALSE(has_first_words(standard(about("F2L", "U R F L D"))));
  EXPECT_FALSE(has_first_words(standard(about("F2L", "U R F L D B2"))));
  EXPECT_FALSE(has_first_words(standard(about("F2L", {}, Want::all))));
  EXPECT_FALSE(has_first_words({.cube = kMoveCubes[0]}));
}

// A limit that ends the proof leaves a word.
TEST(FirstWords, AreToldAndAnswerWhereALimitEndsTheSearch) {
  for (const Want want : {Want::shortest, Want::good}) {
    for (const std::string_view moves : {"", "R:2 U:2 F:3 L:2 D:3 B:4"}) {
      Question question = about("CMLL", moves, want);
      std::vector<Event> told;
      const Budget budget{.nodes = 20'000, .threads = 1};
      const Answer answer = engine()
                                .solve(question, budget,
                                       [&told](const Event& event) {
                                         if (event.kind == Event::Kind::solution) told.push_back(event);
                                         return true;
                                       })
                                .value();
      EXPECT_EQ(answer.ended, Ended::nodes);
      ASSERT_EQ(answer.solutions.size(), 1U);
      expect_right(question, answer.solutions.front().moves);
      EXPECT_GT(answer.lower_bound, 3);
      EXPECT_FALSE(answer.is_shortest());
      ASSERT_EQ(told.size(), 1U);
      EXPECT_EQ(told.front().solution.moves, answer.solutions.front().moves);
      EXPECT_EQ(told.front().upper, answer.solutions.front().length);
      const auto search = engine().begin(question, budget).value();
      while (!search->run_for(std::chrono::milliseconds(1))) {
      }
      EXPECT_EQ(search->answer().value().solutions.front().moves, answer.solutions.front().moves);

      question.max_length = moves.empty() ? 12 : 30;  // not excluded, and too short for a first word
      const Answer none = engine().solve(question, budget).value();
      EXPECT_TRUE(none.solutions.empty());
      ASSERT_TRUE(none.too_long);
      EXPECT_EQ(none.too_long->moves, answer.solutions.front().moves);
    }
  }
}

// Held in another way, and of a cube with unknown stickers, which is searched backwards.
TEST(FirstWords, AreTurnedBack) {
  Question held = about("CMLL", {}, Want::shortest);
  held.held = Symmetry(kAllRotations[7]);
  const Budget budget{.nodes = 20'000, .threads = 1};
  const Answer answer = engine().solve(held, budget).value();
  ASSERT_EQ(answer.solutions.size(), 1U);
  EXPECT_TRUE(is_at_goal(held, after(held, answer.solutions.front())));
  Question unknown{.start = Pattern::of(to_cube(*parse_algorithm(kFar))), .want = Want::shortest};
  for (const int place : {UR, UF, UL, UB, DF, DB}) unknown.start->edge[place] = Pattern::kAnyEdge;
  const Answer backwards = engine().solve(unknown, budget).value();
  ASSERT_EQ(backwards.solutions.size(), 1U);
  const Cube words = apply(kSolved, backwards.solutions.front().moves);
  EXPECT_TRUE(unknown.start->holds(inverse(words)));
}

// Without a limit there is an answer as soon as small tables have found none, the same with any number of threads.
TEST(FirstWords, EndTheUsualSearch) {
  const Question question = about("CMLL");
  const Answer one = engine().solve(question, {.threads = 1}).value();
  EXPECT_EQ(one.ended, Ended::nodes);
  ASSERT_EQ(one.solutions.size(), 1U);
  expect_right(question, one.solutions.front().moves);
  EXPECT_GT(one.lower_bound, 9);
  const Answer two = engine().solve(question, {.threads = 2}).value();
  EXPECT_EQ(two.solutions.front().moves, one.solutions.front().moves);
  EXPECT_EQ(two.counts.nodes, one.counts.nodes);
  EXPECT_EQ(two.lower_bound, one.lower_bound);
}

// Where none is short enough, larger tables are tried.
TEST(FirstWords, ThatAreTooLongEndNoSearch) {
  Question question = about("F2L");
  question.max_length = words_of(question).front().length - 1;
  const Answer answer = engine().solve(question, {.threads = 2}).value();
  constexpr std::uint64_t kOfSmallTables = 3'000'000;
  EXPECT_TRUE(!answer.solutions.empty() || answer.counts.nodes > kOfSmallTables);
}

// The tables of first words are among those that are planned.
TEST(FirstWords, TheirTablesArePlanned) {
  const Plan plan = engine().plan(about("CMLL")).value();
  EXPECT_TRUE(std::any_of(plan.tables.begin(), plan.tables.end(),
                          [](const auto& table) { return table.name.find("compact") != std::string::npos; }));
}

TEST(FirstWords, EndASearchForAGoodEnoughWord) {
  Question question = about("CMLL");
  question.good_enough = question.max_length = 25;
  const Answer answer = engine().solve(question, {.nodes = 20'000, .threads = 1}).value();
  ASSERT_EQ(answer.solutions.size(), 1U);
  EXPECT_EQ(answer.ended, Ended::enough);
}

Solution word(std::string_view moves) {
  Solution word{.moves = parse_algorithm(moves)->moves};
  word.length = static_cast<int>(word.moves.size());
  return word;
}

TEST(FirstWords, JoinTheAnswerOfTheSearch) {
  const FirstWords first{.words = {word("R U F"), word("R U F L")}, .solutions = 2};
  const auto lengths = [&first](Answer answer) {
    std::vector<int> all;
    for (const Solution& solution : first.with(std::move(answer)).solutions) all.push_back(solution.length);
    return all;
  };
  const std::vector<int> none;
  EXPECT_EQ(lengths({.lower_bound = 1, .ended = Ended::time}), (std::vector{3, 4}));
  EXPECT_EQ(lengths({.solutions = {word("D L")}, .ended = Ended::time}), (std::vector{2, 3}));
  EXPECT_EQ(lengths({.solutions = {word("R U F")}, .ended = Ended::stopped}), (std::vector{3, 4}));
  EXPECT_EQ(lengths({.solutions = {word("D L")}, .ended = Ended::complete}), std::vector{2});
  EXPECT_EQ(lengths({.ended = Ended::unsolvable}), none);
  // A shorter one takes the place of the search's longest.
  EXPECT_EQ(lengths({.solutions = {word("D L B F"), word("D L B F U")}, .ended = Ended::nodes}), (std::vector{3, 4}));
  EXPECT_FALSE(first.with({.lower_bound = 2, .ended = Ended::time}).is_shortest());
  // No shorter word exists: that proves them. What is proven while the time ends does, too.
  EXPECT_TRUE(first.with({.lower_bound = 3, .ended = Ended::complete}).is_shortest());
  EXPECT_TRUE(first.with({.lower_bound = 3, .ended = Ended::time}).is_shortest());
  const FirstWords too_long{.words = {word("R U F")}, .max_length = 2};
  const Answer answer = too_long.with({.ended = Ended::time});
  EXPECT_TRUE(answer.solutions.empty());
  ASSERT_TRUE(answer.too_long);
  EXPECT_EQ(answer.too_long->length, 3);
}

TEST(FirstWords, HideWordsOfTheSearchThatAreNoBetter) {
  const FirstWords first{.words = {word("R U F")}};
  std::vector<std::pair<Event::Kind, int>> heard;
  const OnEvent on_event = [&heard](const Event& event) { heard.emplace_back(event.kind, event.upper); };
  const OnEvent on_both = first.heard(on_event);
  on_both({.kind = Event::Kind::bound});
  on_both({.kind = Event::Kind::solution, .solution = word("D L B"), .upper = 3});
  on_both({.kind = Event::Kind::solution, .solution = word("D L"), .upper = 2});
  on_both({.kind = Event::Kind::progress, .upper = 2});
  const std::vector<std::pair<Event::Kind, int>> expected{
      {Event::Kind::bound, 3}, {Event::Kind::solution, 2}, {Event::Kind::progress, 2}};
  EXPECT_EQ(heard, expected);
}

}  // namespace
}  // namespace superflip::detail
