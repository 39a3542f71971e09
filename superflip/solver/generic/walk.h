// The generic solver's search: all words of one length that bring every coordinate to its goal.
//
// Depth first over normal words (MoveSet::may_follow), with the maximum of the coordinates' exact distances as the
// bound. The path from the root is kept as a stack of levels, so the walk can be interrupted anywhere. A word must
// reach the goal of all coordinates at its end and not before, not even after swapping two adjacent commuting steps.
// This leaves out words that merely continue from a goal, and words that differ only in the order of commuting steps.
// Where the goal is given by patterns, the coordinates are only bounds; a position in which all of them are at their
// goals is then tried on the cube. What a step costs more after another one is no part of the tables' distances, which
// then are lower bounds.
//
// A child is left out because of the length (GenericWalk::was_cut) where its cost or its distance is more than what is
// left, or where nothing is left and it is at no goal. All else that leaves out a child, or ends a word, does so in
// every greater length too: that the step may not follow, that a goal was reached before the end, now or after the
// swap. So the first length in which nothing is left out because of it has the whole tree, and greater lengths have no
// words.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "superflip/cube/pattern.h"
#include "superflip/solver/detail/deepening.h"
#include "superflip/table/distance_table.h"

namespace superflip::generic {

using Tables = std::vector<std::shared_ptr<const DistanceTable>>;
using Word = std::vector<int>;  // steps of the move set, by number

inline constexpr std::size_t kMaxTables = 8;

// The places of a cube in all tables.
struct Node {
  std::array<SchreierGraph::Place, kMaxTables> place;
  std::array<std::uint8_t, kMaxTables> distance;
};

// Precondition: every table has a distance for the cube.
Node node_of(const Tables& tables, const Cube& cube);

// The tree that is searched: the words of steps from a cube to a goal, with the tables that bound them.
struct Tree {
  Tables tables;
  std::shared_ptr<const MoveSet> steps;  // those of the tables, perhaps with follow costs
  Cube cube{};                           // from where
  std::vector<Pattern> patterns{};       // the goal; empty: the goals of the tables
  bool may_pass_goal = false;            // words that pass through a goal are listed, too

  const MoveSet& moves() const { return *steps; }

  // What `next` adds to the cost of the word.
  int cost(const Word& word, int next) const {
    return moves()[next].cost + (word.empty() ? 0 : moves().follow_cost(word.back(), next));
  }

  // Whether this is the goal: the node after the first `length` steps of the word and the step `next`. A negative one
  // is none.
  bool at_goal(const Node& node, const Word& word, std::size_t length, int next) const;

  // The node after a step; false when it is farther from a goal than `max`.
  bool step(const Node& from, int s, int max, Node& to) const;

  // Whether `next`, which commutes with the last step of a word, would reach a goal without that last step. `before` is
  // the node before the last step, null if there was none. Adds 1 to `nodes` if that position had to be expanded. With
  // follow costs always false: the word without the last step may cost more.
  bool passes_goal(const Node* before, const Word& word, int next, std::uint64_t& nodes) const;
};

// The word without steps that cancel, or are one step together, also where steps stand between them that commute with
// the first of them. It costs no more.
Word shortened(const MoveSet& moves, Word word);

// The word as normalised turns and a rotation, and as steps.
Solution solution_of(const MoveSet& moves, const Word& word);

// A prefix from which words are continued.
struct Beginning {
  std::optional<Node> before;  // the node before the last step
  Node node;
  Word word;
  int to_go;  // the remaining cost
};

// The prefixes of one and two steps of all words of that length, in the order of their words. `nodes` counts expanded
// nodes; `was_cut` is set where one was left out because of the length.
std::vector<Beginning> split(const Tree& tree, const Node& root, int length, std::uint64_t& nodes, bool& was_cut);

class GenericWalk final : public Walk {
 public:
  // Precondition: the root is not at the goal, or may pass it.
  GenericWalk(std::shared_ptr<const Tree> tree, const Node& root) : tree_(std::move(tree)), root_(root) {}

  void begin(int length) override { begin(Beginning{{}, root_, {}, length}); }
  // Only the words with that prefix.
  void begin(const Beginning& beginning);
  Status next(std::uint64_t& nodes) override;
  const Node& root() const { return root_; }
  const std::shared_ptr<const Tree>& tree() const { return tree_; }
  Solution word() const override { return solution_of(moves(), word_); }
  const Word& steps() const { return word_; }
  double done() const override;
  bool was_cut() const override { return was_cut_; }

 private:
  // A node on the path from the root, and the step to be tried next there.
  struct Level {
    Node node;
    int to_go;
    int next;
  };

  const MoveSet& moves() const { return tree_->moves(); }
  const Node* before() const;

  std::shared_ptr<const Tree> tree_;
  Node root_;
  std::optional<Node> before_{};  // the first level
  std::vector<Level> levels_{};   // the prefix, then one per step
  Word word_{};
  bool at_word_ = false;  // the last step of word_ belongs to no level
  bool was_cut_ = false;
};

}  // namespace superflip::generic
