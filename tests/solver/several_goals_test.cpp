// Several goals of which any is good, asked of a solver that knows its words beforehand.
#include "superflip/solver/several_goals/several_goals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "superflip/cube/algorithm.h"
#include "superflip/cube/pattern.h"
#include "superflip/robot/robot.h"

namespace superflip {
namespace {

Moves spelled(const std::string& text) { return parse_algorithm(text).value().moves; }

// Finds those of its words that solve the cube and are no longer than they may be. Then it names a table.
class Knowing final : public Solver {
 public:
  explicit Knowing(const std::vector<std::string>& words) {
    for (const std::string& text : words) words_.push_back(spelled(text));
  }

  Answer solve(const Question& question, const Budget& /*budget*/, const OnEvent& /*on_event*/) override {
    Answer answer;
    for (const Moves& word : words_) {
      const int n =
          question.robot ? whole_milliseconds(question.robot->duration(word).value()) : length(word, question.metric);
      if (apply(question.cube, word) == kSolved && n <= question.max_length) answer.solutions.push_back({word, n});
    }
    if (!answer.solutions.empty()) answer.table = "known";
    return answer;
  }
  std::unique_ptr<Search> begin(const Question& /*question*/, const Budget& /*budget*/,
                                const OnEvent& /*on_event*/) override {
    return nullptr;
  }

 private:
  std::vector<Moves> words_;
};

struct Heard {
  Answer answer;
  std::vector<Moves> events;  // of words
};

// The goals are what the texts make of the solved cube, from which the search begins.
Heard ask(Question question, const std::vector<std::string>& goals, const std::vector<std::string>& words) {
  for (const std::string& goal : goals) question.goal.patterns.push_back(Pattern::of(apply(kSolved, spelled(goal))));
  SeveralGoalsSolver solver({std::make_shared<Knowing>(words)});
  Heard heard;
  heard.answer = solver.solve(question, {}, [&](const Event& event) {
    if (event.kind == Event::Kind::solution) heard.events.push_back(event.solution.moves);
  });
  return heard;
}

std::vector<Moves> words_of(const Answer& answer) {
  std::vector<Moves> words;
  for (const Solution& word : answer.solutions) words.push_back(word.moves);
  return words;
}

// Lengths are milliseconds, and among words of as many those that take fewer microseconds come first. A word that
// passes another goal ends there, and has the milliseconds of what is left of it.
TEST(SeveralGoals, WordsForRobotsAreInTheOrderOfTheirTimes) {
  Question question{.solutions = 5};
  question.robot = std::make_shared<const Robot>(Robot::parse(R"({"seconds": {"90": 0.0102, "180": 0.0105},
                       "motors": {"U": {}, "R": {}, "F": {}, "D": {}, "L": {}, "B": {}}})")
                                                     .value());
  const Answer answer = ask(question, {"L2 D2", "R2", "F U", "R"}, {"L2 D2", "R2", "F U", "R"}).answer;
  EXPECT_EQ(words_of(answer), (std::vector<Moves>{spelled("R"), spelled("R2"), spelled("F U"), spelled("L2 D2")}));
  std::vector<int> lengths;
  std::vector<Microseconds> times;
  for (const Solution& word : answer.solutions) {
    times.push_back(question.robot->duration(word.moves).value());
    lengths.push_back(word.length);
    EXPECT_EQ(word.length, whole_milliseconds(times.back()));
  }
  EXPECT_EQ(lengths, (std::vector<int>{11, 11, 21, 21}));
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));

  const Answer cut = ask(question, {"R2", "R2 U"}, {"R2 U"}).answer;
  ASSERT_EQ(words_of(cut), std::vector<Moves>{spelled("R2")});
  EXPECT_EQ(cut.solutions[0].length, 11);
}

TEST(SeveralGoals, ATableThatWasUsedForOneGoalIsNamed) {
  EXPECT_EQ(ask({}, {"R", "L2 D2"}, {"R"}).answer.table, "known");
  EXPECT_EQ(ask({}, {"L2 D2", "R"}, {"R"}).answer.table, "known");
  EXPECT_EQ(ask({}, {"L2 D2", "R"}, {}).answer.table, "");
}

TEST(SeveralGoals, OnlyWordsThatAreAskedForAreEvents) {
  const std::vector<std::string> goals{"R2", "R", "U F", "L"};
  for (const std::size_t most : {1U, 2U, 3U, 4U, 10U}) {
    Question question{.want = Want::all, .within = 1, .solutions = most};
    const Heard heard = ask(question, goals, goals);
    EXPECT_EQ(heard.answer.solutions.size(), std::min(most, goals.size()));
    EXPECT_EQ(heard.events, words_of(heard.answer));
  }
}

}  // namespace
}  // namespace superflip
