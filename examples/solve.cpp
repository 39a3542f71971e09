#include <superflip/cube/algorithm.h>
#include <superflip/solver/two_phase/two_phase.h>

#include <iostream>

int main() {
  const auto scramble = superflip::parse_algorithm("R2 U' F2 L B' D2 R U2 L' F D' B2 L2 U R' F' D2 B");
  const auto tables = superflip::TwoPhaseTables::open(superflip::Profile::compact, superflip::Metric::htm, nullptr);
  const auto outcome = superflip::TwoPhaseSolver(tables).solve(to_cube(*scramble), {.max_length = 20});
  std::cout << superflip::to_string(outcome.solutions.front().moves) << '\n';
}
