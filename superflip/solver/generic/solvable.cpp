#include "superflip/solver/generic/solvable.h"

#include <algorithm>
#include <cstdint>
#include <utility>

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

// The cubes with the corners and edges whose places are covered where the goal has them, turned as there if that is
// covered, too.
Pattern like(const Covered& covered, const Cube& goal) {
  return Pattern::where([&](bool is_corner, int place, const Cube& cube) {
    const int piece = is_corner ? cube.corner_at(place) : cube.edge_at(place);
    const int wanted = is_corner ? goal.corner_at(place) : goal.edge_at(place);
    const unsigned placed = is_corner ? covered.corner_places : covered.edge_places;
    if ((placed >> wanted & 1) == 0) return (placed >> piece & 1) == 0;
    const unsigned turned = is_corner ? covered.twists : covered.flips;
    const bool is_turned_so = is_corner ? cube.twist_at(place) == goal.twist_at(place)  //
                                        : cube.flip_at(place) == goal.flip_at(place);
    return piece == wanted && ((turned >> wanted & 1) == 0 || is_turned_so);
  });
}

bool has_options(const Pattern& pattern) {
  const auto some = [](std::uint32_t options) { return options != 0; };
  return std::all_of(pattern.corner.begin(), pattern.corner.end(), some) &&
         std::all_of(pattern.edge.begin(), pattern.edge.end(), some);
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
  if (!is_one_goal && tables.size() > 1) choose(tables);
}

void Solvable::choose(const Tables& tables) {
  constexpr std::size_t kMost = 200;  // some tenths of a second for a look at all of them
  std::vector<Pattern> choices{Pattern::any()};
  for (const auto& table : tables) {
    const SchreierPlan& plan = table->graph().plan();
    if (plan.goals.size() > kMost) return;
    const Covered covered = covered_by(plan);
    std::vector<Pattern> longer;
    for (const Cube& goal : plan.goals) {
      const Pattern of_goal = like(covered, goal);
      for (const Pattern& choice : choices)
        if (const Pattern both = choice & of_goal; has_options(both)) longer.push_back(both);
    }
    std::sort(longer.begin(), longer.end());
    longer.erase(std::unique(longer.begin(), longer.end()), longer.end());
    if (longer.size() > kMost) return;
    choices = std::move(longer);
  }
  choices_ = std::move(choices);
}

void Solvable::add(const Covered& covered, const std::vector<Cube>& goals) {
  if (!covered.all_twists() && !covered.all_flips() && known_parities(covered) == 0) return;
  laws_.push_back({covered, goals, std::nullopt});
  if (!is_whole(covered)) return;
  std::vector<Cube> known;
  for (const Cube& step : steps_) known.push_back(known_part(covered, step));
  laws_.back().group.emplace(known);
}

bool Solvable::operator()(const Cube& cube, const StopFlag* stop) const {
  return std::all_of(laws_.begin(), laws_.end(), [&](const Law& law) { return is_kept(law, cube); }) &&
         (!choices_ || std::any_of(choices_->begin(), choices_->end(),
                                   [&](const Pattern& choice) { return is_set(stop) || may_reach(choice, cube); }));
}

// A word is a cube, reachable but for the parity that it may give to the centres, and so to the edges.
bool Solvable::may_reach(const Pattern& choice, const Cube& cube) const {
  const Pattern words = inverse(with_home_centres(cube)) * choice;
  if (Completions(words).count() > 0) return true;
  if (std::none_of(parities_.begin(), parities_.end(), [](unsigned added) { return (added & 4) != 0; })) return false;
  Cube exchanged = kSolved;
  exchanged.set_edge_piece(0, 1);
  exchanged.set_edge_piece(1, 0);
  return Completions(words * exchanged).count() > 0;
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
