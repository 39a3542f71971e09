// How much sooner robots are done with words that are chosen for them than with the shortest ones found.
//
//     robots [CUBES [MILLISECONDS]]
//
// For each robot that comes with the library: the mean seconds of its schedules for the words that the two-phase solver
// finds in that time (50 ms), and for those that are chosen for the robot in the same time, both on one thread, for the
// first CUBES (100) random cubes of seed 1. A robot that lacks a face does words that turn it by detours.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <memory>

#include "superflip/superflip.h"

namespace {

using namespace superflip;

double seconds(Microseconds time) { return static_cast<double>(time.count()) / 1e6; }

}  // namespace

int main(int argc, char** argv) {
  const int cubes = argc > 1 ? std::atoi(argv[1]) : 100;
  const int milliseconds = argc > 2 ? std::atoi(argv[2]) : 50;
  if (cubes < 1 || milliseconds < 1) {
    fmt::print(stderr, "usage: robots [CUBES [MILLISECONDS]]\n");
    return 2;
  }
  Engine engine({.tables = default_tables().value_or(nullptr)});
  const Budget budget{.time = std::chrono::milliseconds(milliseconds), .threads = 1};
  if (!engine.prepare({})) return 3;
  fmt::print("{} cubes, {} ms each: mean seconds of a schedule, and turns of faces\n", cubes, milliseconds);
  for (const NamedRobot& named : named_robots()) {
    const auto robot = std::make_shared<const Robot>(Robot::parse(named.json).value());
    double plain = 0;
    double chosen = 0;
    std::size_t plain_turns = 0;
    std::size_t chosen_turns = 0;
    Random random(1);
    for (int i = 0; i < cubes; ++i) {
      Question question{.cube = random.cube()};
      const auto shortest = engine.solve(question, budget);
      question.robot = robot;
      const auto fastest = engine.solve(question, budget);
      if (!shortest || !fastest || shortest->solutions.empty() || fastest->solutions.empty()) return 3;
      const Moves word = robot->within_reach(shortest->solutions.front().moves);
      plain += seconds(robot->duration(word).value());
      chosen += seconds(robot->duration(fastest->solutions.front().moves).value());
      plain_turns += word.size();
      chosen_turns += fastest->solutions.front().moves.size();
    }
    fmt::print("{:14} {:7.3f} s ({:4.1f} turns), chosen for it {:7.3f} s ({:4.1f} turns): {:4.1f} % less\n", named.name,
               plain / cubes, static_cast<double>(plain_turns) / cubes, chosen / cubes,
               static_cast<double>(chosen_turns) / cubes, 100 * (1 - chosen / plain));
  }
}
