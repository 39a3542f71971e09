#include "superflip/solver/generic/holdings.h"

#include <algorithm>
#include <cstdint>
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

Word joined(Word word, const Word& next) {
  word.insert(word.end(), next.begin(), next.end());
  return word;
}

}  // namespace

std::optional<Holdings> Holdings::of(std::shared_ptr<const MoveSet> moves) {
  const std::vector<Step>& steps = moves->steps();
  std::vector<Symmetry> rotations;
  rotations.reserve(steps.size());
  for (const Step& step : steps) rotations.push_back(step.rotation);
  const std::vector<Symmetry> held = generated(rotations);
  const std::uint64_t symmetries = moves->without_follow_costs().symmetries();
  const auto is_kept = [&](Symmetry s) { return (symmetries >> static_cast<int>(s) & 1) != 0; };
  if (held.size() == 1 || !std::all_of(held.begin(), held.end(), is_kept)) return std::nullopt;

  const Centres centres = moves->centres() == Centres::turned ? Centres::turned : Centres::fixed;
  std::vector<Step> turns;
  std::unordered_map<Cube, std::int16_t> number;
  for (const Step& step : steps) {
    const Cube cube = apply(kSolved, step.moves, Symmetry{}, centres);
    if (cube == kSolved) continue;
    const auto [found, is_new] = number.try_emplace(cube, static_cast<std::int16_t>(turns.size()));
    if (is_new) turns.push_back({cube, step.moves, step.name, step.cost});
    int& cost = turns[static_cast<std::size_t>(found->second)].cost;
    cost = std::min(cost, step.cost);
  }
  if (turns.empty()) return std::nullopt;
  auto made = MoveSet::make("", std::move(turns), centres);
  if (!made) return std::nullopt;

  Holdings holdings(std::move(moves));
  holdings.turns_ = std::make_shared<const MoveSet>(*std::move(made));
  holdings.steps_.resize(number.size());
  for (int i = 0; i < holdings.moves_->size(); ++i) {
    const Cube cube = apply(kSolved, (*holdings.moves_)[i].moves, Symmetry{}, centres);
    if (cube == kSolved) continue;
    for (const Symmetry s : held)
      holdings.steps_[static_cast<std::size_t>(number.at(conjugate(cube, inverse(s))))][s].push_back(i);
  }
  if (!holdings.find_rotations(held)) return std::nullopt;
  return holdings;
}

// Of a word a b c the steps a b do what the rotation R and then the inverse of c do.
bool Holdings::find_rotations(const std::vector<Symmetry>& held) {
  const MoveSet& moves = *moves_;
  std::unordered_multimap<Cube, std::pair<Symmetry, Word>> ends;
  for (const Symmetry rotation : held) {
    ends.emplace(kSymmetryCubes[rotation], std::pair{rotation, Word{}});
    for (int c = 0; c < moves.size(); ++c)
      ends.emplace(kSymmetryCubes[rotation] * moves[c].cube, std::pair{rotation, Word{moves.inverse(c)}});
  }
  const auto add = [&](Symmetry rotation, Word word) {
    Word& known = rotations_[rotation];
    if (rotation == Symmetry{} || (!known.empty() && moves.cost(word) >= moves.cost(known))) return false;
    known = std::move(word);
    return true;
  };
  for (int a = 0; a < moves.size(); ++a)
    for (int b = -1; b < moves.size(); ++b) {
      const Word begin = b < 0 ? Word{a} : Word{a, b};
      const auto [first, last] = ends.equal_range(b < 0 ? moves[a].cube : moves[a].cube * moves[b].cube);
      for (auto it = first; it != last; ++it) add(it->second.first, joined(begin, it->second.second));
    }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const Symmetry a : held)
      for (const Symmetry b : held)
        if (!rotations_[a].empty() && !rotations_[b].empty())
          has_changed = add(a * b, joined(rotations_[a], rotations_[b])) || has_changed;
  }
  return std::all_of(held.begin(), held.end(), [&](Symmetry s) { return s == Symmetry{} || !rotations_[s].empty(); });
}

Word Holdings::steps_of(const Word& turns, Symmetry held) const {
  // A state is how the cube is held after so many turns, and where it counts what follows what, the last step, from 1.
  // With every state goes the cheapest way to it.
  const MoveSet& moves = *moves_;
  const std::size_t lasts = this->lasts();
  struct Way {
    int cost = -1;         // none
    std::size_t before{};  // the state
    int step = -1;         // which does the next turn; -1: a rotation
  };
  std::vector<std::vector<Way>> ways(turns.size() + 1, std::vector<Way>(kSymmetries * lasts));
  const auto state_of = [&](Symmetry s, int step) {
    return static_cast<std::size_t>(s) * lasts + (lasts > 1 ? static_cast<std::size_t>(step + 1) : 0);
  };
  const auto held_in = [&](std::size_t state) { return Symmetry{static_cast<int>(state / lasts)}; };
  // What a step costs more after the state.
  const auto follow_cost = [&](std::size_t state, int step) {
    const int last = static_cast<int>(state % lasts) - 1;
    return last < 0 ? 0 : moves.follow_cost(last, step);
  };
  const auto offer = [](Way& to, const Way& way) {
    if (to.cost < 0 || way.cost < to.cost) to = way;
  };
  struct Turn {
    Symmetry rotation;
    const Word* word;
    int cost;
  };
  std::vector<Turn> rotations;
  for (const Symmetry rotation : kAllRotations)
    if (const Word& word = rotations_[rotation]; !word.empty())
      rotations.push_back({rotation, &word, moves.cost(word)});
  const std::size_t root = state_of(held, -1);
  ways[0][root] = {0, root, 0};
  for (std::size_t i = 0;; ++i) {
    const std::vector<Way> reached = ways[i];
    for (std::size_t state = 0; state < reached.size(); ++state) {
      if (reached[state].cost < 0) continue;
      for (const Turn& turn : rotations)
        offer(ways[i][state_of(held_in(state) * turn.rotation, turn.word->back())],
              {reached[state].cost + turn.cost + follow_cost(state, turn.word->front()), state, -1});
    }
    if (i == turns.size()) break;
    for (std::size_t state = 0; state < ways[i].size(); ++state) {
      if (ways[i][state].cost < 0) continue;
      const Symmetry from = held_in(state);
      for (const int s : steps_[static_cast<std::size_t>(turns[i])][from])
        offer(ways[i + 1][state_of(from * moves[s].rotation, s)],
              {ways[i][state].cost + moves[s].cost + follow_cost(state, s), state, s});
    }
  }
  std::size_t at = state_of(Symmetry{}, -1);
  for (std::size_t last = 0; last < lasts; ++last)
    if (const Way& way = ways.back()[last];
        way.cost >= 0 && (ways.back()[at].cost < 0 || way.cost < ways.back()[at].cost))
      at = last;
  Word word;  // backwards
  for (std::size_t i = turns.size(); i > 0 || at != root;) {
    const Way& way = ways[i][at];
    if (way.step >= 0) {
      word.push_back(way.step);
      --i;
    } else {
      const Word& steps = rotations_[inverse(held_in(way.before)) * held_in(at)];
      word.insert(word.end(), steps.rbegin(), steps.rend());
    }
    at = way.before;
  }
  std::reverse(word.begin(), word.end());
  return word;
}

std::uint64_t Holdings::nodes_for_steps(std::size_t turns) const {
  constexpr std::uint64_t kStatesOfANode = 4;
  return (turns + 1) * kSymmetries * lasts() / kStatesOfANode;
}

}  // namespace superflip::generic
