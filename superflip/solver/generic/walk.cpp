#include "superflip/solver/generic/walk.h"

#include <algorithm>

namespace superflip::generic {

Node node_of(const Tables& tables, const Cube& cube) {
  Node node{};
  for (std::size_t t = 0; t < tables.size(); ++t) {
    node.place[t] = tables[t]->graph().place(cube);
    node.distance[t] = static_cast<std::uint8_t>(tables[t]->distance(node.place[t]));
  }
  return node;
}

bool Tree::at_goal(const Node& node, const Word& word, std::size_t length, int next) const {
  if (!std::all_of(node.distance.begin(), node.distance.begin() + static_cast<std::ptrdiff_t>(tables.size()),
                   [](std::uint8_t d) { return d == 0; }))
    return false;
  if (patterns.empty()) return true;
  Cube now = cube;
  for (std::size_t i = 0; i < length; ++i) now = now * moves()[word[i]].cube;
  if (next >= 0) now = now * moves()[next].cube;
  return std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& pattern) { return pattern.holds(now); });
}

bool Tree::step(const Node& from, int s, int max, Node& to) const {
  for (std::size_t t = 0; t < tables.size(); ++t) {
    to.place[t] = tables[t]->graph().after(from.place[t], s);
    const int d = tables[t]->distance(to.place[t], from.distance[t]);
    if (d > max) return false;
    to.distance[t] = static_cast<std::uint8_t>(d);
  }
  return true;
}

bool Tree::passes_goal(const Node* before, const Word& word, int next, std::uint64_t& nodes) const {
  if (may_pass_goal || before == nullptr || moves().has_follow_costs() || !moves().commute(word.back(), next))
    return false;
  ++nodes;
  Node other;
  return step(*before, next, 0, other) && at_goal(other, word, word.size() - 1, next);
}

Word shortened(const MoveSet& moves, Word word) {
  const auto without_a_step = [&]() -> std::optional<Word> {
    for (std::size_t i = 0; i < word.size(); ++i)
      for (std::size_t j = i + 1; j < word.size() && (j == i + 1 || moves.commute(word[i], word[j - 1])); ++j) {
        const Cube both = moves[word[i]].cube * moves[word[j]].cube;
        const auto one = std::find_if(moves.steps().begin(), moves.steps().end(),
                                      [&](const Step& step) { return step.cube == both; });
        if (both != kSolved && one == moves.steps().end()) continue;
        Word shorter = word;
        shorter[j] = static_cast<int>(one - moves.steps().begin());
        if (both == kSolved) shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(j));
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
        if (moves.cost(shorter) <= moves.cost(word)) return shorter;
      }
    return std::nullopt;
  };
  while (auto shorter = without_a_step()) word = *std::move(shorter);
  return word;
}

// In space, a face turn after a rotation is the turn of the face that stood there before.
Solution solution_of(const MoveSet& moves, const Word& word) {
  Solution solution;
  for (const int s : word) {
    for (const Move m : moves[s].moves) solution.moves.push_back(conjugate(m, inverse(solution.rotation)));
    solution.rotation = solution.rotation * moves[s].rotation;
  }
  solution.moves = normalise(solution.moves);
  solution.steps = word;
  return solution;
}

std::vector<Beginning> split(const Tree& tree, const Node& root, int length, std::uint64_t& nodes, bool& was_cut) {
  constexpr int kLong = 6;  // shorter searches end before threads would have started
  const MoveSet& moves = tree.moves();
  const int long_enough = std::max(kLong, 2 * moves.max_cost() + 1);  // no prefix is a whole word
  std::vector<Beginning> beginnings{{{}, root, {}, length}};
  for (int round = 0; round < 2 && length >= long_enough; ++round) {
    std::vector<Beginning> longer;
    for (const Beginning& from : beginnings)
      for (int s = 0; s < moves.size(); ++s) {
        if (!from.word.empty() && !moves.may_follow(from.word.back(), s)) continue;
        Beginning next{from.node, {}, from.word, from.to_go - tree.cost(from.word, s)};
        ++nodes;
        if (!tree.step(from.node, s, next.to_go, next.node)) {
          was_cut = true;
          continue;
        }
        if (tree.at_goal(next.node, from.word, from.word.size(), s)) continue;
        if (tree.passes_goal(from.before ? &*from.before : nullptr, from.word, s, nodes)) continue;
        next.word.push_back(s);
        longer.push_back(std::move(next));
      }
    beginnings = std::move(longer);
  }
  return beginnings;
}

void GenericWalk::begin(const Beginning& beginning) {
  before_ = beginning.before;
  levels_.assign(1, {beginning.node, beginning.to_go, 0});
  word_ = beginning.word;
  at_word_ = false;
  was_cut_ = false;
}

// The node before the last step of the word.
const Node* GenericWalk::before() const {
  if (levels_.size() > 1) return &levels_[levels_.size() - 2].node;
  return before_ ? &*before_ : nullptr;
}

Walk::Status GenericWalk::next(std::uint64_t& nodes) {
  if (at_word_) word_.pop_back();
  at_word_ = false;
  while (nodes >= kLeastNodes) {
    Level& top = levels_.back();
    if (top.next == moves().size()) {
      if (levels_.size() == 1) return Status::end;
      levels_.pop_back();
      word_.pop_back();
      continue;
    }
    const int s = top.next++;
    if (!word_.empty() && !moves().may_follow(word_.back(), s)) continue;
    const int left = top.to_go - tree_->cost(word_, s);
    if (left < 0) {
      was_cut_ = true;
      continue;
    }
    --nodes;
    Level child;
    if (!tree_->step(top.node, s, left, child.node)) {
      was_cut_ = true;
      continue;
    }
    const bool at_goal = tree_->at_goal(child.node, word_, word_.size(), s);
    if (at_goal != (left == 0) && !(at_goal && tree_->may_pass_goal)) {
      was_cut_ = was_cut_ || left == 0;
      continue;
    }
    std::uint64_t more_nodes = 0;
    const bool is_detour = tree_->passes_goal(before(), word_, s, more_nodes);
    nodes -= more_nodes;
    if (is_detour) continue;
    child.to_go = left;
    child.next = 0;
    word_.push_back(s);
    at_word_ = left == 0;
    if (at_word_) return Status::word;
    levels_.push_back(child);
  }
  return Status::paused;
}

double GenericWalk::done() const {
  double part = 1;
  double done = 0;
  for (std::size_t i = 0; i < levels_.size() && i < 3; ++i) {
    part /= moves().size();
    done += part * (levels_[i].next - (i + 1 < levels_.size() ? 1 : 0));
  }
  return std::min(done, 1.0);
}

}  // namespace superflip::generic
