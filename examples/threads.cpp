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
  // Output: L B' R2 F U R L D L U F2 U' F2 R2 U F2 U' F2 D L2 D2
  // Output: L U D2 F U F L2 F U' L B R2 U2 D2 F L2 F' B'
  // Output: L2 B U2 R2 B U2 D2 B U2 L2 F' U2 L D R2 B D2 F R' F2 U'
  // Output: D B' U' B L D F' U L B' L2 F2 B2 D R2 U L2 U' F2 D' L2
  // Output: U2 L F' D R' B' L' D F' R2 F2 D2 B D2 L2 D2 R2 F' L2 B U2
  // Output: 18 moves
}
