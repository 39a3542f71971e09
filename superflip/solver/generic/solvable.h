// What can be known without a search about whether some moves bring a cube to a goal of coordinates.
//
// Moves preserve the sum of the corners' twists mod 3 and the sum of the edges' flips mod 2. The parities of the three
// permutations (corners, edges, centres) and of the centres' quarter turns are four bits. Each step adds four fixed
// bits mod 2, and a word adds the sum of its steps' bits. Where the coordinates cover all pieces of such a sum or
// parity (Covered), a cube must differ from a goal by what some word adds. Where they cover all corners and edges, the
// motion to the goal, with the centres as far as they are covered, must be in the group that the moves generate. That
// decides the question for any moves, if all centres that the moves change are covered.
//
// Goals of several coordinates may also exclude each other: the one wants a piece where the other wants another one, or
// together they want what breaks a law. A choice of goals, one of each table, is a pattern of the corners and edges
// whose places are covered, and Completions says whether a word can lead there.
#pragma once

#include <optional>
#include <vector>

#include "superflip/base/stop.h"
#include "superflip/coordinate/covered.h"
#include "superflip/cube/pattern.h"
#include "superflip/cube/subgroup.h"
#include "superflip/solver/generic/walk.h"

namespace superflip::generic {

class Solvable {
 public:
  explicit Solvable(const Tables& tables);

  // False when no word brings the cube to the goals, whatever its length. Any cube may be given. True also where `stop`
  // was set before all choices of goals were looked at.
  bool operator()(const Cube& cube, const StopFlag* stop = nullptr) const;

 private:
  // What one table, or all of them together, say about the cube at one of the goals.
  struct Law {
    Covered covered;
    std::vector<Cube> goals;
    std::optional<Subgroup> group;  // of the moves, where all corners and edges are covered
  };
  void add(const Covered& covered, const std::vector<Cube>& goals);
  void choose(const Tables& tables);
  bool is_kept(const Law& law, const Cube& cube) const;
  bool may_reach(const Pattern& choice, const Cube& cube) const;

  std::vector<Cube> steps_;
  std::vector<unsigned> parities_;  // what words add, each once
  std::vector<Law> laws_;
  // The choices of goals, one of each table, in which no place must hold two things. Nothing where they need no look,
  // or are too many.
  std::optional<std::vector<Pattern>> choices_;
};

}  // namespace superflip::generic
