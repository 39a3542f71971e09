// Asking: the question about a cube as a person gives it. All doors but the small npm module make their questions here:
// what is said in words is a Wording, and Asking reads the cubes and puts all together. A door whose errors name the
// option or the field says one word at a time.
//
// Some words are read without a Wording, but by the same parsers, and so with the same sentences: by the program and by
// campaigns what commands take where there is no question, too (a metric, a puzzle, centres, a robot, which may be a
// file), by the program and by C moves (allowed_moves). The program also reads cubes itself: where they must be
// complete it tells how many fit.
//
// The order of the steps matters. What a question says of moves and coordinates decides what it concerns of the centres
// (centres_of), so that it comes before any cube: cubes are then put in space accordingly. What makes the goal wider
// than one cube is that of the cube as it is held, so that it comes last.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/space.h"
#include "superflip/cube/symmetry.h"
#include "superflip/reading/goal.h"
#include "superflip/reading/read.h"
#include "superflip/solver/solver.h"

namespace SUPERFLIP_API superflip {

// The last note on a cube in another holding, where an algorithm is the answer.
inline constexpr std::string_view kForTheHolding = "the moves are for the cube as it is held";

// Why the same moves cannot be asked for.
inline constexpr std::string_view kHeldApart =
    "the cubes at the start are held in different ways: expected all of them in one";

// What a question says in words, but for its cubes and coordinates; what is not there stays as it is.
struct Wording {
  std::optional<std::string_view> puzzle{};
  std::optional<std::string_view> metric{};
  std::optional<std::string_view> centres{};  // what `moves` do to them; without it they carry them
  std::optional<std::string_view> moves{};
  std::optional<std::string_view> robot{};
  std::optional<std::string_view> starts{};
  std::optional<std::string_view> want{};
  std::optional<std::string_view> solver{};
  std::optional<std::string_view> only{};
  std::optional<std::string_view> show{};
  std::optional<std::string_view> up_to{};

  // Error: bad_option, `impossible` where no cube shows what it shall, or `stopped`; the first of them, in their order.
  // `show` may take a second, which `stop` ends.
  Expected<void> say(Question& question, Wider& wider, const StopFlag* stop = nullptr) const;
};

// The allowed moves. Error: bad_option.
Expected<std::shared_ptr<const MoveSet>> allowed_moves(std::string_view text, Metric metric, Centres centres);

// A cube of that puzzle (read.h).
tl::expected<Reading, Diagnosis> read(Puzzle puzzle, std::string_view text, const Accept& accept = {}) noexcept;

class Asking {
 public:
  // `question`: all but the cubes: moves, coordinates, metric, what is wanted. The cubes to reach are the goals of a
  // coordinate that has none of its own.
  explicit Asking(Question question = {}, Wider wider = {});

  // Whether stickers of the cube and of the goal may be unknown (Accept::incomplete).
  bool may_be_incomplete() const { return question_.puzzle == Puzzle::cube && question_.goal.coordinates.empty(); }

  // A cube of the question from its text, with unknown stickers where they may be. A note says what is done with a cube
  // in another holding (kForTheHolding).
  tl::expected<Reading, Diagnosis> read(std::string_view text, Accept accept = {}) const noexcept;

  // What the question concerns of the centres.
  Centres centres() const { return centres_of(question_); }

  // One more cube at the start (Question::also). The reading is put in space. Error: bad_option: where the moves
  // concern the centres, its holding is open.
  Expected<void> add_start(Reading& start);

  // A cube to reach instead of the solved one, or one more: any of them is good. The reading is put in space.
  void add_target(Reading& target);

  // The goals of the coordinate with that index: at least one, as they are in centres().
  void set_goals(std::size_t coordinate, std::vector<Cube> goals);

  // The question about this cube, which is put in space. Error: bad_option: what makes the goal wider does not go with
  // the goal (goal_patterns), or the cubes at the start are held in different ways (kHeldApart). That it goes with
  // the puzzle and the rest is checked by the engine.
  Expected<Question> about(Reading& cube) const;

  // The same about a cube that is already as it is in centres(), and held so.
  Expected<Question> about(const Cube& cube, Symmetry held) const;

  const Question& question() const { return question_; }  // without the cube and what makes the goal wider
  const Wider& wider() const { return wider_; }
  const std::vector<Target>& targets() const { return targets_; }  // those that were added

 private:
  Question question_;
  Wider wider_;
  std::vector<Target> targets_{};
  struct Start {
    Pattern known;
    Symmetry held;
  };
  std::vector<Start> starts_{};  // beside the cube of the question
};

}  // namespace superflip
