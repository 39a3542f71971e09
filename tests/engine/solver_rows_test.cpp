// The rows of the solvers: which of them takes a question, and that planning and opening agree with what it accepts.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "superflip/engine/detail/call.h"
#include "superflip/engine/detail/choice.h"
#include "superflip/engine/detail/solvers.h"
#include "superflip/engine/detail/solvers/row.h"
#include "superflip/superflip.h"
#include "tests/support/labels.h"

namespace superflip::detail {
namespace {

const Labels kLabels{{"threads", "SolverRows"}, {"long", "SolverRows.PlanAndOpenTakeWhatIsAccepted"}};

using Kinds = std::set<SolverKind>;

struct Example {
  Question question;
  const SolverRow* row;  // which takes it where it names no solver
  Kinds accepted;        // the solvers that it may name
};

std::vector<Example> examples() {
  using enum SolverKind;
  const Question near{.cube = kMoveCubes[0] * kMoveCubes[3]};
  const auto with = [&near](auto change) {
    Question question = near;
    change(question);
    return question;
  };
  return {
      {near, &kTwoPhaseRow, {two_phase, optimal, generic}},
      {with([](Question& q) { q.metric = Metric::qtm; }), &kTwoPhaseRow, {two_phase, optimal, generic}},
      {with([](Question& q) { q.metric = Metric::stm; }), &kFaceTurnRow, {two_phase, optimal, generic}},
      {with([](Question& q) { q.metric = Metric::atm; }), &kFaceTurnRow, {two_phase, optimal, generic}},
      {with([](Question& q) { q.robot = std::make_shared<const Robot>(robot_of("six-motors").value()); }),
       &kRobotRow,
       {two_phase}},
      {with([](Question& q) { q.want = Want::shortest; }), &kOptimalRow, {optimal, generic}},
      {with([](Question& q) { q.moves = std::make_shared<const MoveSet>(parse_move_set("R U").value()); }),
       &kGenericRow,
       {generic}},
      {with([](Question& q) { q.goal.coordinates = {{parse_description("UDSlice").value()}}; }),
       &kGenericRow,
       {generic}},
      {with([](Question& q) { q.puzzle = Puzzle::pocket; }), &kPocketRow, {pocket}},
  };
}

// Else a question might have no row, or a row no question.
TEST(SolverRows, OfEachKindTheLastTakesAllThatAreLeft) {
  for (const SolverKind kind : kSolverNames.values()) {
    std::vector<bool> takes_all;
    for (const SolverRow* const row : kSolverRows)
      if (row->kind == kind) takes_all.push_back(row->is_for == nullptr);
    ASSERT_FALSE(takes_all.empty()) << name(kind);
    std::vector<bool> expected(takes_all.size(), false);
    expected.back() = true;
    EXPECT_EQ(takes_all, expected) << name(kind);
  }
}

TEST(SolverRows, EachTakesAQuestion) {
  Engine engine({.profile = Profile::compact, .optimal_table = "optimal-47"});
  std::set<const SolverRow*> taken;
  for (const auto& [question, row, accepted] : examples()) {
    const auto chosen = choose_solver(question);
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(*chosen, row->kind);
    EXPECT_EQ(&row_of(*chosen, question), row) << name(*chosen) << " in " << name(question.metric);
    const auto plan = engine.plan(question);
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->solver, row->kind);
    EXPECT_FALSE(plan->tables.empty());
    taken.insert(row);
  }
  EXPECT_EQ(taken, std::set<const SolverRow*>(kSolverRows.begin(), kSolverRows.end()));
}

TEST(SolverRows, WhereNoneTakesAQuestionTheLastSaysWhy) {
  const Question question{.moves = std::make_shared<const MoveSet>(parse_move_set("R U").value()),
                          .puzzle = Puzzle::pocket};
  const auto chosen = choose_solver(question);
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().message, "the 2x2x2 is solved as a whole, by all turns of U, R and F");
}

// Nodes and threads of an engine of three threads.
TEST(SolverRows, SayWhatIsSearchedWithoutALimit) {
  const std::map<const SolverRow*, std::pair<std::uint64_t, unsigned>> expected{
      {&kRobotRow, {300'000, 1}},       {&kFaceTurnRow, {60'000, 1}},    {&kTwoPhaseRow, {60'000, 1}},
      {&kOptimalRow, {kNoMaxNodes, 3}}, {&kGenericRow, {20'000'000, 3}}, {&kPocketRow, {60'000, 1}}};
  NarrowedPatterns narrowed;
  for (const auto& [question, row, accepted] : examples()) {
    const Assigned asked = assigned(question, narrowed).value();
    const Budget budget = Way(asked, {}, 3).budget();
    EXPECT_EQ(std::pair(budget.nodes, budget.threads), expected.at(row)) << name(row->kind);
    EXPECT_EQ(Way(asked, {.nodes = 5}, 3).budget().nodes, 5U);
    EXPECT_EQ(Way(asked, {.threads = 2}, 3).budget().threads, row == &kPocketRow ? 1U : 2U);
  }
}

// With a stop flag that is set nothing is made or loaded, but what cannot be asked is refused all the same.
TEST(SolverRows, PlanAndOpenTakeWhatIsAccepted) {
  Engine engine({.profile = Profile::compact, .optimal_table = "optimal-47", .threads = 2});
  const StopFlag stop{true};
  for (const auto& [question, row, accepted] : examples()) {
    Kinds planned;
    Kinds opened;
    for (const SolverKind kind : kSolverNames.values()) {
      Question asked = question;
      asked.solver = kind;
      if (const auto plan = engine.plan(asked)) {
        planned.insert(plan->solver);
      } else {
        EXPECT_EQ(plan.error().kind, ErrorKind::bad_option) << plan.error().message;
      }
      if (const auto answer = engine.solve(asked, {.stop = &stop})) {
        opened.insert(answer->solver);
      } else {
        EXPECT_EQ(answer.error().kind, ErrorKind::bad_option) << answer.error().message;
      }
    }
    EXPECT_EQ(planned, accepted) << name(row->kind) << " in " << name(question.metric);
    EXPECT_EQ(opened, accepted) << name(row->kind) << " in " << name(question.metric);
  }
}

}  // namespace
}  // namespace superflip::detail
