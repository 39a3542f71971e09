#include "superflip/solver/generic/holdings.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace superflip::generic {
namespace {

std::vector<Symmetry> generated(const std::vector<Symmetry>& rotations) {
  std::vector<Symmetry> all{Symmetry{}};
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const Symmetry rotation : rotations) {
      const Symmetry next = all[i] * rotation;
      if (std::find(all.begin(), all.end(), next) == all.end()) all.push_back(next);
    }
  return all;
}

}  // namespace

std::optional<Holdings> Holdings::of(const MoveSet& moves) {
  const Centres centres = moves.centres() == Centres::turned ? Centres::turned : Centres::fixed;
  const auto turn_of = [&](const Step& step) { return apply(kSolved, step.moves, Symmetry{}, centres); };
  Holdings holdings;
  for (const Step& step : moves.steps()) {
    holdings.costs_.push_back(step.cost);
    holdings.rotations_.push_back(step.rotation);
  }
  const std::vector<Symmetry> held = generated(holdings.rotations_);
  if (held.size() == 1) return std::nullopt;
  const auto is_kept = [&](Symmetry s) { return (moves.symmetries() >> static_cast<int>(s) & 1) != 0; };
  if (!std::all_of(held.begin(), held.end(), is_kept)) return std::nullopt;

  std::vector<Symmetry> turned_over;
  const auto add = [&](Symmetry rotation, Word steps, int cost) {
    Rotation& known = holdings.turned_over_[rotation];
    if (rotation == Symmetry{} || (!known.steps.empty() && cost >= known.cost)) return;
    known = {std::move(steps), cost};
    turned_over.push_back(rotation);
  };
  for (int a = 0; a < moves.size(); ++a) {
    if (moves[a].moves.empty()) add(moves[a].rotation, {a}, moves[a].cost);
    for (int b = 0; b < moves.size(); ++b)
      if (const Symmetry both = moves[a].rotation * moves[b].rotation;
          moves[a].cube * moves[b].cube == kSymmetryCubes[both])
        add(both, {a, b}, moves[a].cost + moves[b].cost);
  }
  if (generated(turned_over).size() < held.size()) return std::nullopt;

  std::vector<Step> turns;
  std::unordered_map<Cube, std::int16_t> number;
  for (const Step& step : moves.steps()) {
    const Cube cube = turn_of(step);
    if (cube == kSolved) continue;
    const auto [found, is_new] = number.try_emplace(cube, static_cast<std::int16_t>(turns.size()));
    if (is_new)
      turns.push_back({cube, step.moves, step.name, step.cost});
    else
      turns[static_cast<std::size_t>(found->second)].cost =
          std::min(turns[static_cast<std::size_t>(found->second)].cost, step.cost);
  }
  if (turns.empty()) return std::nullopt;
  auto made = MoveSet::make("", std::move(turns), centres);
  if (!made) return std::nullopt;
  holdings.turns_ = std::make_shared<const MoveSet>(*std::move(made));

  for (const Step& step : moves.steps()) {
    auto& row = holdings.turn_.emplace_back();
    row.fill(-1);
    const Cube cube = turn_of(step);
    if (cube != kSolved)
      for (const Symmetry s : held) row[s] = number.at(conjugate(cube, inverse(s)));
  }
  return holdings;
}

Word Holdings::steps_of(const Word& turns, Symmetry held) const {
  constexpr int kNone = std::numeric_limits<int>::max();
  // The cheapest way to so many turns and a holding: its cost, the holding before, and the steps from there.
  struct Way {
    int cost = kNone;
    Symmetry before{};
    bool is_turn = false;
    int step = 0;  // if it is a turn
  };
  std::vector<std::array<Way, kSymmetries>> ways(turns.size() + 1);
  ways[0][held].cost = 0;
  for (std::size_t i = 0;; ++i) {
    // Two rotations in a row are another one, or may cost less than it.
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const Symmetry from : kAllRotations)
        for (const Symmetry rotation : kAllRotations) {
          const Rotation& by = turned_over_[rotation];
          if (ways[i][from].cost == kNone || by.steps.empty()) continue;
          Way& to = ways[i][from * rotation];
          if (ways[i][from].cost + by.cost >= to.cost) continue;
          to = {ways[i][from].cost + by.cost, from, false, 0};
          has_changed = true;
        }
    }
    if (i == turns.size()) break;
    for (std::size_t s = 0; s < turn_.size(); ++s)
      for (const Symmetry from : kAllRotations) {
        if (ways[i][from].cost == kNone || turn_[s][from] != turns[i]) continue;
        Way& to = ways[i + 1][from * rotations_[s]];
        if (ways[i][from].cost + costs_[s] < to.cost)
          to = {ways[i][from].cost + costs_[s], from, true, static_cast<int>(s)};
      }
  }
  Word word;  // backwards
  Symmetry at{};
  for (std::size_t i = turns.size(); i > 0 || at != held || ways[i][at].cost > 0;) {
    const Way& way = ways[i][at];
    if (way.is_turn) {
      word.push_back(way.step);
      --i;
    } else {
      const Word& steps = turned_over_[inverse(way.before) * at].steps;
      word.insert(word.end(), steps.rbegin(), steps.rend());
    }
    at = way.before;
  }
  std::reverse(word.begin(), word.end());
  return word;
}

}  // namespace superflip::generic
