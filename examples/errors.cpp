#include <superflip/superflip.h>

#include <iostream>

int main() {
  using namespace superflip;
  const auto print = [](const Error& error) {
    std::cout << static_cast<int>(error.kind) << " (" << name(error.kind) << ") " << error.message << '\n';
  };
  print(parse_algorithm("R4").error());
  print(to_error(read("UUUUURUUURURRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB").error()));

  Engine engine({.profile = Profile::compact});
  print(engine.solve({.solutions = 0}).error());

  // These are answers, not errors.
  Cube twisted;
  twisted.set_twist(0, 1);
  std::cout << name(engine.solve({.cube = twisted})->ended) << '\n';
  const Question too_short{.cube = read("R U F")->cube, .max_length = 2};
  std::cout << name(engine.solve(too_short, {.nodes = 1})->ended) << '\n';
  // Output: 1 (unreadable) character 1: R4 does not say how far to turn; expected 1, 2 or 3 quarter turns
  // Output: 2 (impossible) this cube is impossible: one edge is flipped
  // Output: 3 (bad option) solutions is 0: expected at least 1
  // Output: unsolvable
  // Output: nodes
}
