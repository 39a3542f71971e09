#include <superflip/superflip.h>

#include <iostream>

int main() {
  using namespace superflip;
  Engine engine({.tables = default_tables().value_or(nullptr)});
  const Cube cube = read("R2 U' F2 L B' D2 R U2 L' F D' B2 L2 U R' F' D2 B L2 U")->cube;
  const Listener listener = [](const Event& event) {
    if (event.kind != Event::Kind::solution) return true;
    std::cout << event.solution.length << " moves: " << to_string(event.solution.moves) << '\n';
    return event.solution.length > 19;  // false ends the work
  };
  const auto answer = engine.solve({.cube = cube}, {.nodes = 2'000'000, .threads = 1}, listener);
  if (!answer) return 3;
  std::cout << name(answer->ended) << '\n';

  // The same without a listener: the first word of at most 19 moves, in at most a minute.
  const auto soon = engine.solve({.cube = cube, .good_enough = 19}, {.time = std::chrono::minutes(1)});
  if (!soon) return 3;
  std::cout << name(soon->ended) << '\n';
  // Output: 20 moves: U2 L2 U2 B' U2 R2 F2 R2 U2 F D2 B2 R B' U L2 F' R B2 U
  // Output: 19 moves: B' D2 F' L2 D2 F' D2 B2 U2 D2 L' B D F L U' D2 L D2
  // Output: stopped
  // Output: enough
}
