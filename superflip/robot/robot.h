// Robots: machines that turn cubes, what they can do, and how long it takes.
//
// A robot has motors at some of the six sides of space, and may carry the whole cube round, so that other faces come to
// its motors. A word of face turns says what must happen to the cube; a schedule says how a robot does it: the turns in
// space, the rotations between them, and when each begins. The time of a word is that of its fastest schedule, found
// by dynamic programming over the 24 ways in which the cube can lie in the robot. Invariant: the turns and rotations
// of a schedule do to the cube what the word does.
//
// A robot is described in JSON (docs/robots.md), so that no time is fixed when the program is compiled:
//
//   {"name": "four-grippers", "seconds": {"90": 0.12, "180": 0.2}, "motors": {"R": {}, "L": {}, "F": {}, "B": {}},
//    "together": ["RL", "FB"], "rotations": {"x": 0.4, "x'": 0.4, "z": 0.4, "z'": 0.4}, "regrip": 0.15}
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"
#include "superflip/cube/move.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

using Microseconds = std::chrono::microseconds;

// Rounded up: lengths of words for robots are whole milliseconds.
constexpr int whole_milliseconds(Microseconds time) {
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(time).count());
}

// What a robot does at one time.
struct RobotAction {
  enum class Kind : std::uint8_t {
    turn,    // one motor turns, or two opposite ones together
    rotate,  // the whole cube is carried round
    regrip   // grippers that stand across after a quarter turn let go, turn back, and grip again
  };

  Kind kind = Kind::turn;
  Microseconds begin{};  // from the beginning of the schedule
  Microseconds takes{};
  Moves turns{};        // of Kind::turn: by the sides of space, not by the faces of the cube
  Symmetry rotation{};  // of Kind::rotate, and its name in the robot's description: "x'"
  std::string name{};
};

struct RobotSchedule {
  std::vector<RobotAction> actions;
  Microseconds takes{};  // all of it
};

class Robot {
 public:
  // Reads a description. Errors: bad_option, which says what is wrong or missing; also for motors and rotations that
  // cannot solve every cube.
  static Expected<Robot> parse(std::string_view json);

  const std::string& name() const { return name_; }    // may be empty
  const std::string& about() const { return about_; }  // a sentence; may be empty
  bool has_motor(Face side) const { return motors_[side].has_value(); }

  // The fastest schedule of a normal word for the cube as it lies in the robot; nothing if the word turns a face that
  // the robot cannot bring to a motor.
  std::optional<RobotSchedule> schedule(const Moves& word) const;

  // The duration of that schedule.
  std::optional<Microseconds> duration(const Moves& word) const;

  // A normal word with the same effect that turns only faces which the robot can turn: the word itself, or, where one
  // face is out of reach, a longer one.
  Moves within_reach(const Moves& word) const;

 private:
  struct Motor {
    Microseconds quarter;
    Microseconds half;
  };
  struct Rotation {
    std::string name;
    Symmetry rotation;
    Microseconds takes;
  };
  class Planner;

  void connect();
  // The time of turns in space about one axis, one or two; negative if a motor is missing.
  Microseconds time_of(std::span<const Move> in_space) const;

  std::string name_;
  std::string about_;
  std::array<std::optional<Motor>, kFaces> motors_;
  std::array<bool, 3> together_{};  // by axis: its two motors can turn at the same time
  std::vector<Rotation> rotations_;
  Microseconds regrip_{};
  Microseconds change_{};  // between what happens about one axis of the cube and about the next

  // By holding before and after, each a rotation (see kAllRotations): the time, negative if there is no way, and the
  // first rotation on the way.
  std::array<std::array<Microseconds, 24>, 24> way_{};
  std::array<std::array<std::uint8_t, 24>, 24> first_{};
  std::vector<std::uint8_t> holdings_;  // those that rotations lead to
  std::optional<Face> out_of_reach_;
};

// The schedule of a word that a person or a program gives, as R U2 M' (cube/algorithm.h), for the cube as it lies in
// the robot. Wide moves, slices and rotations are done as the turns of faces that they come to, so that the robot does
// not turn the cube as a last rotation would; a face out of reach is turned by a detour (Robot::within_reach). Errors:
// those of parse_algorithm(), and bad_option for more than kMostTurns turns.
inline constexpr std::size_t kMostTurns = 500;
Expected<RobotSchedule> schedule_of(const Robot& robot, std::string_view moves);

// Robots that come with the library, as examples to be copied and changed: their names and descriptions.
struct NamedRobot {
  std::string_view name;
  std::string_view json;
};
std::span<const NamedRobot> named_robots();

// The robot that a text means: a name of named_robots(), or a description in JSON. Errors: bad_option.
Expected<Robot> robot_of(std::string_view text);

// The moves and rotations of an action: "R", "R' L", "x"; "regrip".
std::string to_string(const RobotAction& action);

}  // namespace superflip
