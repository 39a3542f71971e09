#include <superflip/superflip.h>

#include <iostream>

int main() {
  using namespace superflip;
  Engine engine({.tables = default_tables().value_or(nullptr)});
  CosetSolver solver(engine, 3'600'000'000, 1);  // the most bytes, and one thread; 0 and 0: what is free, all cores
  for (const char* moves : {"R U F", "R U F L"}) {
    CosetQuestion question;
    question.cube = read(moves)->cube;
    question.max_depth = 5;  // without it: until all 19,508,428,800 positions are found
    const auto answer = solver.solve(question);
    if (!answer) return 3;
    std::cout << "coset " << CosetClasses::get().number(question.cube) << ':';
    for (const CosetLevel& level : answer->levels)
      if (level.found != 0) std::cout << ' ' << level.found << " at " << level.depth;
    std::cout << ", exact to " << exact_to(*answer) << '\n';
  }
  // Output: coset 6350436: 2 at 3 18 at 4 117 at 5, exact to 5
  // Output: coset 51611869: 2 at 4 20 at 5, exact to 5
}
