#include "superflip/solver/generic/solvable.h"

#include <algorithm>

#include "superflip/cube/space.h"

namespace superflip::generic {
namespace {

unsigned turn_parity(const Cube& cube) {
  int sum = 0;
  for (int face = 0; face < kFaces; ++face) sum += cube.turn_at(face);
  return static_cast<unsigned>(sum % 2);
}

// The parities as bits: the permutations of corners, edges and centres, and the centres' turns.
unsigned parities_of(const Cube& cube) {
  return static_cast<unsigned>(corner_parity(cube) | edge_parity(cube) << 1 | centre_parity(cube) << 2) |
         turn_parity(cube) << 3;
}

// The bits of those that are known.
unsigned known_parities(const Covered& covered) {
  return (covered.all_corner_places() ? 1U : 0U) | (covered.all_edge_places() ? 2U : 0U) |
         (covered.all_centre_places() ? 4U : 0U) | (covered.all_turns() ? 8U : 0U);
}

bool is_whole(const Covered& covered) { return covered.all_twists() && covered.all_flips() && covered.all_places(); }

// The cube without what is not known of its centres. For a fixed Covered this respects products.
Cube known_part(const Covered& covered, const Cube& cube) {
  if (!covered.all_centre_places()) return with_home_centres(cube);
  return covered.all_turns() ? cube : with_unturned_centres(cube);
}

Covered covered_by(const SchreierPlan& plan) {
  Covered all;
  for (const auto* parts : {&plan.outer, &plan.inner, &plan.fixed})
    for (const AnyCoordinate& part : *parts) all = all | part.covered();
  return all;
}

}  // namespace

Solvable::Solvable(const Tables& tables) {
  for (const Step& move : tables.front()->graph().move_set().steps()) steps_.push_back(move.cube);
  parities_.push_back(0);
  for (std::size_t i = 0; i < parities_.size(); ++i)
    for (const Cube& step : steps_)
      if (const unsigned next = parities_[i] ^ parities_of(step);
          std::find(parities_.begin(), parities_.end(), next) == parities_.end())
        parities_.push_back(next);
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
}

void Solvable::add(const Covered& covered, const std::vector<Cube>& goals) {
  if (!covered.all_twists() && !covered.all_flips() && known_parities(covered) == 0) return;
  laws_.push_back({covered, goals, std::nullopt});
  if (!is_whole(covered)) return;
  std::vector<Cube> known;
  for (const Cube& step : steps_) known.push_back(known_part(covered, step));
  laws_.back().group.emplace(known);
}

bool Solvable::operator()(const Cube& cube) const {
  return std::all_of(laws_.begin(), laws_.end(), [&](const Law& law) { return is_kept(law, cube); });
}

bool Solvable::is_kept(const Law& law, const Cube& cube) const {
  const unsigned known = known_parities(law.covered);
  return std::any_of(law.goals.begin(), law.goals.end(), [&](const Cube& goal) {
    if (law.group) return law.group->contains(known_part(law.covered, inverse(cube) * goal));
    const unsigned difference = (parities_of(cube) ^ parities_of(goal)) & known;
    return (!law.covered.all_twists() || imbalance(cube).twist == imbalance(goal).twist) &&
           (!law.covered.all_flips() || imbalance(cube).flip == imbalance(goal).flip) &&
           std::any_of(parities_.begin(), parities_.end(),
                       [&](unsigned added) { return (added & known) == difference; });
  });
}

}  // namespace superflip::generic
