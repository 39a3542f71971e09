// The way of a question to its solver and of the words back, without an engine, as the small npm module goes it
// (bindings/js/src/core.cpp).
#include "superflip/engine/detail/way.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "superflip/solver/two_phase/two_phase.h"
#include "superflip/superflip.h"
#include "tests/support/labels.h"

namespace superflip::detail {
namespace {

const Labels kLabels{{"threads", "Way"}};

std::unique_ptr<Search> begin(const Question& question, const Budget& budget, std::shared_ptr<Solver> solver,
                              OnEvent on_event) {
  return turned_search(Way(whole_cube(question), budget, 1), Loan(std::move(solver)), {}, std::move(on_event));
}

std::shared_ptr<Solver> two_phase() {
  static const auto tables = TwoPhaseTables::open(Profile::compact, Metric::htm, nullptr, 1).value();
  return std::make_shared<TwoPhaseSolver>(tables);
}

TEST(Way, AWholeCubeIsAnsweredAsByAnEngine) {
  Engine engine({.profile = Profile::compact, .threads = 1});
  Random random(5);
  for (const Symmetry held : {kAllRotations[0], kAllRotations[7], kAllRotations[22]})
    for (const Budget& budget : {Budget{}, Budget{.nodes = 2'000}}) {
      const Question question{.cube = random.cube(), .held = held, .goal = {.cube = random.cube()}, .solutions = 2};
      const auto expected = engine.solve(question, budget);
      ASSERT_TRUE(expected) << expected.error().message;
      std::vector<Solution> told;
      const auto search = begin(question, budget, two_phase(), [&](const Event& event) {
        if (event.kind == Event::Kind::solution) told.push_back(event.solution);
      });
      while (!search->run_for(std::chrono::seconds(1))) {
      }
      const auto answer = search->answer();
      ASSERT_TRUE(answer) << answer.error().message;
      EXPECT_EQ(answer->ended, Ended::nodes);
      EXPECT_EQ(answer->ended, expected->ended);
      EXPECT_EQ(answer->solver, expected->solver);
      EXPECT_EQ(answer->threads, expected->threads);
      EXPECT_EQ(answer->lower_bound, expected->lower_bound);
      EXPECT_EQ(answer->counts.nodes, expected->counts.nodes);
      ASSERT_FALSE(answer->solutions.empty());
      ASSERT_EQ(answer->solutions.size(), expected->solutions.size());
      for (std::size_t i = 0; i < answer->solutions.size(); ++i) {
        EXPECT_EQ(answer->solutions[i].moves, expected->solutions[i].moves);
        EXPECT_EQ(answer->solutions[i].origin, expected->solutions[i].origin);
      }
      ASSERT_FALSE(told.empty());
      EXPECT_EQ(told.back().moves, answer->solutions.front().moves);
      EXPECT_EQ(told.back().origin, answer->solutions.front().origin);
    }
}

// Finds the same word whatever it is asked: as a solution, or as one that is too long.
class Knowing final : public Solver {
 public:
  Knowing(Moves word, bool is_too_long) : word_{.moves = std::move(word)}, is_too_long_(is_too_long) {}

  Answer solve(const Question&, const Budget&, const OnEvent& on_event) override { return found(on_event); }
  std::unique_ptr<Search> begin(const Question&, const Budget&, const OnEvent& on_event) override {
    struct Found final : Search {
      Found(const Knowing& solver, const OnEvent& hearing) : answer_(solver.found(hearing)) {}
      bool run_for(Clock::duration) override { return true; }
      Expected<Answer> answer() const override { return answer_; }
      Answer answer_;
    };
    return std::make_unique<Found>(*this, on_event);
  }

 private:
  Answer found(const OnEvent& on_event) const {
    Event event;
    event.kind = Event::Kind::solution;
    event.solution = word_;
    on_event(event);
    Answer answer;
    if (is_too_long_)
      answer.too_long = word_;
    else
      answer.solutions.push_back(word_);
    return answer;
  }

  Solution word_;
  bool is_too_long_;
};

TEST(Way, OnlyRightWordsAreToldAndAnswered) {
  const Move turn = make_move(R, 1);
  const Question question{.cube = kMoveCubes[turn], .held = kAllRotations[7]};
  for (const Moves& word : {Moves{inverse(turn)}, Moves{turn}, Moves{}})
    for (const bool is_too_long : {false, true}) {
      const bool is_right = word == Moves{inverse(turn)};
      int told = 0;
      const auto search = begin(question, {}, std::make_shared<Knowing>(word, is_too_long), [&](const Event& event) {
        EXPECT_EQ(event.solution.moves, conjugate(word, question.held));
        ++told;
      });
      EXPECT_TRUE(search->run_for({}));
      EXPECT_EQ(told, is_right ? 1 : 0);
      const auto answer = search->answer();
      ASSERT_EQ(answer.has_value(), is_right);
      if (is_right)
        EXPECT_EQ(answer->lower_bound, 1);  // the solver knew nothing
      else
        EXPECT_EQ(answer.error().kind, ErrorKind::internal);
    }
}

}  // namespace
}  // namespace superflip::detail
