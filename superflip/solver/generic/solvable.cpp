#include "superflip/solver/generic/solvable.h"

#include <algorithm>

namespace superflip::generic {
namespace {

bool is_whole(const Covered& covered) { return covered.all_twists() && covered.all_flips() && covered.all_places(); }

Covered covered_by(const SchreierPlan& plan) {
  Covered all;
  for (const auto* parts : {&plan.outer, &plan.inner, &plan.fixed})
    for (const AnyCoordinate& part : *parts) all = all | part.covered();
  return all;
}

}  // namespace

Solvable::Solvable(const Tables& tables) {
  const std::vector<Cube>& goals = tables.front()->graph().plan().goals;
  Covered together;
  bool is_one_goal = goals.size() == 1;
  for (const auto& table : tables) {
    const SchreierPlan& plan = table->graph().plan();
    const Covered covered = covered_by(plan);
    add(covered, plan.goals);
    together = together | covered;
    is_one_goal = is_one_goal && plan.goals == goals;
  }
  // With several goals, a cube is also at a goal if it is at one goal in one table and at another in another table.
  if (is_one_goal && tables.size() > 1) add(together, goals);
  if (std::none_of(laws_.begin(), laws_.end(), [](const Law& law) { return is_whole(law.covered); })) return;
  std::vector<Cube> steps;
  for (const Step& move : tables.front()->graph().move_set().steps()) steps.push_back(move.cube);
  group_.emplace(steps);
}

void Solvable::add(const Covered& covered, const std::vector<Cube>& goals) {
  if (covered.all_twists() || covered.all_flips() || covered.all_places()) laws_.push_back({covered, goals});
}

bool Solvable::operator()(const Cube& cube) const {
  return std::all_of(laws_.begin(), laws_.end(), [&](const Law& law) { return is_kept(law, cube); });
}

bool Solvable::is_kept(const Law& law, const Cube& cube) const {
  return std::any_of(law.goals.begin(), law.goals.end(), [&](const Cube& goal) {
    if (is_whole(law.covered)) return group_->contains(inverse(cube) * goal);
    const Imbalance own = imbalance(cube);
    const Imbalance wanted = imbalance(goal);
    return (!law.covered.all_twists() || own.twist == wanted.twist) &&
           (!law.covered.all_flips() || own.flip == wanted.flip) &&
           (!law.covered.all_places() || own.parity == wanted.parity);
  });
}

}  // namespace superflip::generic
