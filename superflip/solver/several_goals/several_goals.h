// Several goals, any of which is good: whole cubes, up to a last turn of U for example, or one pattern on all sides.
//
// cube * w == goal exactly if inverse(goal) * cube * w is solved, so each whole cube as a goal is a cube of its own to
// solve; the solvers of whole cubes are far faster than coordinates here. A word brings a cube to S^-1 * P * S exactly
// if it brings S * cube * S^-1 to P when both are turned, so a pattern on all sides needs the tables of one. In space
// (cube/space.h), a word brings a cube to S^-1 * P exactly if it brings S * cube, in other colours, to P. Words that
// are proven to be shortest are searched length by length, each length for all goals before the next one. Near-optimal
// words share the limits among the goals. Invariant: a word that reaches one goal on the way to another is no answer.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "superflip/solver/solver.h"

namespace superflip {

// Whether the goals of the question are several patterns that one cube each fits, which a solver of whole cubes can
// take. Precondition: the patterns are narrowed.
bool has_several_cubes_as_goals(const Question& question);

// Whether the cube fits one of the patterns of the question.
bool is_at_a_pattern(const Question& question, const Cube& cube);

// Ends a near-optimal word of face turns at the first goal that it reaches. A word of steps stays as it is.
void cut_at_goal(Solution& word, const Question& question);

// The patterns of a question, divided so that as few as possible need tables. Each part is to be asked apart: a word w
// leads from a cube to S^-1 * P * T, where P is one of the patterns of its base, exactly if T * w * T^-1 leads from
// S * cube * T^-1 to P.
struct PatternParts {
  struct Part {
    std::size_t base;
    Symmetry s;
    Symmetry t;
  };
  std::vector<std::vector<Pattern>> bases;
  std::vector<Part> parts;  // with one part all patterns are its base
};
PatternParts parts_of(const Question& question);

class SeveralGoalsSolver final : public Solver {
 public:
  // The two-phase solver or the optimal one for several cubes; else a generic solver for each base of parts_of().
  explicit SeveralGoalsSolver(std::vector<std::shared_ptr<Solver>> solvers) : solvers_(std::move(solvers)) {}

  // Precondition: the cube is at none of the goals.
  Answer solve(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;
  std::unique_ptr<Search> begin(const Question& question, const Budget& budget, const OnEvent& on_event = {}) override;

 private:
  const std::vector<std::shared_ptr<Solver>> solvers_;
};

}  // namespace superflip
