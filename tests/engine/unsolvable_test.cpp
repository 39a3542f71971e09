// Why no word leads to the goal: the first of the reasons that holds, in a sentence.
#include "superflip/engine/unsolvable.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/superflip.h"

namespace superflip {
namespace {

Cube after(std::string_view moves) { return to_cube(*parse_algorithm(moves)); }

Question about(const Cube& cube, std::string_view moves = {}) {
  Question question{.cube = cube};
  if (!moves.empty()) question.moves = std::make_shared<const MoveSet>(parse_move_set(moves).value());
  return question;
}

// Precondition: it is about a whole cube, held in the standard way.
bool is_solvable(const Question& question) {
  std::vector<Cube> steps;
  const auto moves = moves_of(question);
  for (const Step& step : moves->steps()) steps.push_back(step.cube);
  return Subgroup(steps).contains(inverse(question.goal.cube) * question.cube);
}

TEST(Unsolvable, TheFirstReasonIsTold) {
  Cube twisted = kSolved;
  twisted.set_twist(DRB, 1);
  Cube flipped = kSolved;
  flipped.set_flip(UL, 1);
  Cube exchanged = kSolved;
  std::swap(exchanged.edge[UF], exchanged.edge[UB]);
  const std::vector<std::pair<Question, std::string>> expected{
      {about(after("F"), "R U"), "the moves never bring the corner DFR to its place"},
      {about(after("R U F"), "R2 U2"), "the moves never bring the corner URF to its place"},
      {about(after("F"), "G1"), "the moves bring the corner URF to its place, but never turned as the goal wants it"},
      {about(twisted), "turns of faces keep the sum of the corners' twists, and the goal has another one"},
      {about(flipped), "turns of faces keep the sum of the edges' flips, and the goal has another one"},
      {about(exchanged), "no word of turns of faces permutes the corners in an even way and the edges in an odd one"},
      {about(after("R"), "(R U) (F U) (L D) (B D)"),
       "no word of the moves permutes the corners in an odd way and the edges in an odd one"},
      // Three corners in a cycle: of the 720 permutations of these six corners, R and U make 120.
      {about(after("R U' L' U R' U' L U"), "R U"),
       "all words of the moves come to 73483200 changes of a cube, and none of them leads to the goal"}};
  for (const auto& [question, why] : expected) {
    EXPECT_FALSE(is_solvable(question)) << why;
    EXPECT_EQ(why_unsolvable(question), why);
  }
}

TEST(Unsolvable, PlacesAreThoseOfTheGoal) {
  Question other = about(after("R"), "R U");
  other.goal.cube = after("R F");
  EXPECT_FALSE(is_solvable(other));
  EXPECT_EQ(why_unsolvable(other), "the moves never bring the corner DLF to UFL");
  // Held in another way, where the moves are again R and U.
  const Symmetry held = kAllRotations[5];
  Question question = about(conjugate(after("F"), inverse(held)), "R U");
  question.held = held;
  EXPECT_EQ(why_unsolvable(question), "the moves never bring the corner DFR to its place");
}

TEST(Unsolvable, PartsOfACube) {
  const auto of_part = [](std::string_view cube, std::string_view moves, std::string_view mask) {
    Question question = about(after(cube), moves);
    question.goal.patterns = goal_patterns({{}}, {.only = Mask::parse(mask).value()}, {}).value();
    return why_unsolvable(question);
  };
  EXPECT_EQ(of_part("F2", "R U", "Cross"), "the moves never bring the edge DF to its place");
  EXPECT_EQ(of_part("F", "U", "edges E slice: place"), "the moves bring no piece to DF as the goal wants one there");
  Question coordinate = about(after("F"), "U");
  coordinate.goal.coordinates = {{parse_description("UDSlice").value()}};
  EXPECT_EQ(why_unsolvable(coordinate),
            "all words of the moves come to 4 changes of a cube, and none of them leads to the goal");
  Question twisted{.cube = kSolved};
  twisted.cube.set_twist(DRB, 1);
  twisted.goal.patterns = goal_patterns({{}}, {.only = Mask::parse("Cross").value()}, {}).value();
  EXPECT_EQ(why_unsolvable(twisted),
            "turns never make a possible cube of this one, and the goal has possible cubes alone");
  EXPECT_EQ(why_unsolvable({.puzzle = Puzzle::pocket}),
            "turns keep the sum of the corners' twists, and the goal has another one");
}

// Answers in JSON have it, and only those.
TEST(Unsolvable, ReportsHaveTheReason) {
  const Question question = about(after("F"), "R U");
  const auto report = [&question](Ended ended) {
    Json json;
    add_answer(json, question, {.ended = ended});
    return json.dump();
  };
  EXPECT_NE(report(Ended::unsolvable).find("\"reason\":\"" + why_unsolvable(question) + "\""), std::string::npos);
  EXPECT_EQ(report(Ended::time).find("reason"), std::string::npos);
}

}  // namespace
}  // namespace superflip
