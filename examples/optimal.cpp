#include <superflip/superflip.h>

#include <iostream>

int main() {
  using namespace superflip;
  Engine engine({.tables = default_tables().value_or(nullptr), .optimal_table = "optimal-282"});
  Question question{.cube = read("R U R' U' R' F R2 U' R' U' R U R' F'")->cube, .want = Want::shortest};

  const auto plan = engine.plan(question);
  if (!plan) return 3;
  std::cout << name(plan->solver) << ", " << plan->bytes() / 1'000'000 << " MB:";
  for (const PlannedTable& table : plan->tables) std::cout << ' ' << table.name;
  std::cout << '\n';
  std::cerr << "making the tables that are missing takes about " << plan->seconds_to_make() << " s\n";

  const auto answer = engine.solve(question);
  if (!answer || !answer->is_shortest()) return 3;
  std::cout << answer->solutions.front().length << ", and no word is shorter than " << answer->lower_bound << '\n';

  question.want = Want::all;
  question.within = 1;  // 0: the shortest alone
  question.solutions = 1000;
  const auto all = engine.solve(question);
  if (!all) return 3;
  std::cout << all->solutions.size() << " words, " << name(all->ended) << '\n';
  // Output: optimal, 429 MB: standard optimal-282
  // Output: 11, and no word is shorter than 11
  // Output: 40 words, complete
}
