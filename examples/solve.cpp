#include <superflip/superflip.h>

#include <iostream>

int main() {
  using namespace superflip;
  const auto cube = read("R2 U' F2 L B' D2 R U2 L' F D' B2 L2 U R' F' D2 B");  // or 54 stickers, or other formats
  if (!cube) {
    std::cerr << to_error(cube.error()).message << '\n';
    return 2;
  }
  Engine engine({.tables = default_tables().value_or(nullptr)});
  const auto answer = engine.solve({.cube = cube->cube, .held = cube->held});
  if (!answer || answer->solutions.empty()) return 3;
  std::cout << to_string(answer->solutions.front().moves) << '\n';
  // Output: B' R B2 L2 F2 L2 D2 B L2 F' D2 B' R F' R L U' L'
}
