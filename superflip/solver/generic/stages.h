// Stages: a whole cube, any moves with costs, in two stages, as Kociemba's two-phase algorithm.
//
// Stage 1 brings the cube to the domino of an axis: no corner twisted, no edge flipped, the slice's edges in their
// slice. Stage 2 uses only steps that keep it so; a step of which only the square does (R, where R2 is no step) counts
// there as its square. Tables for each stage are small. What the stage's steps generate is known by Schreier and Sims
// (cube/subgroup.h): an axis for which that is too little of the domino is not used, and an end of stage 1 from which
// stage 2 cannot go on is passed over. So no property of the moves is assumed.
//
// Each axis is searched as if it were UD, with the moves conjugated. Axes that a symmetry of the moves exchanges have
// the same tables. The inverse of the cube is one more way. A word of any way is one for the cube. Where the stages
// meet, steps may cancel: shortened() of walk.h.
//
// Moves that carry the centres are searched as turns of a cube that nobody turns over, where holdings.h allows that; a
// word of these is done by the cheapest steps that hold the cube upright at the end.
//
// Costs are those of single steps. What a step costs more after another one is unknown here: bounds without it would be
// far too low for a search by it, and a word that costs little without it is a good one.
//
// Invariant: with the first stage's cost rising, each way meets every normal word, as its longest end that stage 2 may
// have, and what comes before. So a search of all costs below a limit, in which no end was given up, proves that no
// cheaper word exists; but not with holdings, since turns that cancel may turn the cube over.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "superflip/base/error.h"
#include "superflip/base/parallel.h"
#include "superflip/cube/subgroup.h"
#include "superflip/solver/generic/holdings.h"
#include "superflip/solver/generic/walk.h"
#include "superflip/table/source.h"

namespace superflip::generic {

class Stages {
 public:
  // Loads the tables (some 10 MB for each axis), or makes them and saves them in the source, if there is one. What a
  // step costs more after another one does not count. Errors: stopped, out_of_memory.
  static Expected<Stages> make(const std::shared_ptr<const MoveSet>& moves, const TableSource* source, unsigned threads,
                               const Progress& progress = {}, const StopFlag* stop = nullptr);

  // The coordinates of those tables. Errors as above.
  static Expected<std::vector<SchreierPlan>> plans(const std::shared_ptr<const MoveSet>& moves,
                                                   const StopFlag* stop = nullptr);

  // The tables of one axis.
  struct Axis {
    Symmetry turned;                       // the moves and cubes are conjugated by this
    std::shared_ptr<const MoveSet> moves;  // the numbers of steps stay
    std::shared_ptr<const MoveSet> within;
    std::vector<Word> words;      // what each step of `within` is
    std::vector<bool> is_within;  // of the moves
    std::shared_ptr<const Subgroup> group;
    Tables first;
    Tables second;
  };
  // One of the searches of a cube.
  struct Way {
    std::shared_ptr<const Axis> axis;
    Symmetry by;  // of the moves, before Axis::turned
    bool inverse = false;
  };
  const std::vector<Way>& ways() const { return ways_; }  // empty: there is no good axis
  // What is searched: the moves, or what they do in a holding that stays.
  const MoveSet& moves() const { return *moves_; }
  const std::optional<Holdings>& holdings() const { return holdings_; }

 private:
  friend class StagesMaker;
  std::optional<Holdings> holdings_;
  std::shared_ptr<const MoveSet> moves_;
  std::vector<Way> ways_;
};

// The making of stages, which goes on where a stop flag ended it: each axis that is planned and each table that is
// finished stays. For one thread at a time.
class StagesMaker {
 public:
  explicit StagesMaker(const std::shared_ptr<const MoveSet>& moves);
  ~StagesMaker();
  StagesMaker(const StagesMaker&) = delete;
  StagesMaker& operator=(const StagesMaker&) = delete;

  // As Stages::make().
  Expected<Stages> go_on(const TableSource* source, unsigned threads, const Progress& progress = {},
                         const StopFlag* stop = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The words of one cube, one after the other. It can be interrupted anywhere.
class StagedWalk {
 public:
  // Precondition: the moves can solve the cube.
  StagedWalk(std::shared_ptr<const Stages> stages, const Cube& cube);

  // Continues to a word that costs less than `limit`, which must not rise; false when fewer than Walk::kLeastNodes
  // nodes are left, or nothing is. Subtracts the nodes used, and with holdings those that a word is worth.
  bool next(std::uint64_t& nodes, int limit);
  const Word& word() const { return word_; }
  // Whether every word that costs less than the limit has been passed or, after a word of the same first stage, left
  // out. With holdings these are the words of turns.
  bool is_over() const { return is_over_; }

 private:
  // What is searched in one way: the tree of the first stage from its root, and that of the second.
  struct Trees {
    Stages::Way way;
    std::shared_ptr<const Tree> first;
    std::shared_ptr<const Tree> second;  // without its cube
    Node root;
    int least;  // of the first stage
  };

  void begin_length(int limit);
  // After the first stage's word. Returns whether the cube is solved then.
  bool begin_second(const Word& first, int limit);
  bool go_on_with_second(std::uint64_t& nodes, int limit);
  // Makes word_ of the two words together, as one for the cube.
  void join(const Word& second);

  std::shared_ptr<const Stages> stages_;
  Symmetry held_{};  // how the cube is held
  std::vector<Trees> trees_;
  bool has_first_ = false;  // whether some way has a first stage
  int least_ = 0;
  std::size_t at_ = 0;      // of trees_
  int length_ = 0;          // of the first stage
  bool is_begun_ = false;   // whether trees_[at_] had its turn in this length
  bool in_length_ = false;  // whether it goes on
  std::optional<GenericWalk> first_{};
  Word first_word_{};
  std::optional<GenericWalk> second_{};
  int second_length_ = 0;
  std::uint64_t second_nodes_ = 0;  // since it began
  std::uint64_t nodes_ = 0;
  bool gave_up_ = false;
  bool is_over_ = false;
  Word word_{};
  std::uint64_t owed_ = 0;  // nodes for words, which the next calls subtract
};

}  // namespace superflip::generic
