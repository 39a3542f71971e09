#include <superflip/superflip.h>

#include <iostream>
#include <thread>

int main() {
  using namespace superflip;
  Engine engine({.tables = default_tables().value_or(nullptr)});
  const Cube cube = read("R2 U' F2 L B' D2 R U2 L' F D' B2 L2 U R' F' D2 B")->cube;

  // One engine for all threads: they share its tables.
  int shorter = 0;
  std::thread other([&] { shorter = engine.solve({.cube = cube, .good_enough = 20}).has_value() ? 1 : 0; });
  const bool is_solved = engine.solve({.cube = inverse(cube), .good_enough = 20}).has_value();
  other.join();
  std::cout << is_solved + shorter << " solved\n";

  // A batch, answered in the order of its questions.
  Random random(1);
  int asked = 0;
  const auto next = [&]() -> std::optional<Question> {
    if (asked == 5) return std::nullopt;
    ++asked;
    return Question{.cube = random.cube(), .good_enough = 21};
  };
  const auto done = engine.solve_all(next, {}, [](Question&&, Expected<Answer>&& answer) {
    if (answer && !answer->solutions.empty()) std::cout << to_string(answer->solutions.front().moves) << '\n';
    return true;  // false ends the batch
  });
  if (!done) return 3;

  // A search in slices on this thread: between two slices a page can draw, or an iterator can return a result.
  const auto search = engine.begin({.cube = cube}, {.nodes = 200'000});
  if (!search) return 3;
  while (!(*search)->run_for(std::chrono::milliseconds(5))) {
  }
  std::cout << (*search)->answer()->solutions.front().length << " moves\n";
  // Output: 2 solved
  // Output: L2 U2 F2 L' U2 F2 L' F2 B2 L2 B2 L F' U' L2 U2 L' B' U F' R2
  // Output: L U D2 F U F L2 F U' L B R2 U2 D2 F L2 F' B'
  // Output: D2 R' D2 L2 U2 F2 R D2 R2 B2 R' U2 L2 F R D' R' L2 F' U F'
  // Output: D B' U' B L D F' U L B' L2 F2 B2 D R2 U L2 U' F2 D' L2
  // Output: L U2 R' F R2 F2 D' R' D' F D2 F R2 B D2 B2 L2 B' D2 F D2
  // Output: 18 moves
}
