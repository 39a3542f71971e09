#include <superflip/superflip.h>

#include <iostream>
#include <memory>

int main() {
  using namespace superflip;
  Engine engine({.profile = Profile::compact});
  const auto ask = [&engine](std::string_view what, const Question& question) {
    const auto answer = engine.solve(question);
    std::cout << what << ": ";
    if (!answer)
      std::cout << answer.error().message << '\n';
    else if (answer->solutions.empty())
      std::cout << name(answer->ended) << '\n';
    else
      std::cout << to_string(answer->solutions.front(), question) << " (" << answer->solutions.front().length << ")\n";
  };
  const Cube cube = read("R U F' L2 D B")->cube;

  // From one cube to another.
  ask("another cube", {.cube = cube, .goal = {.cube = read("R U F")->cube}});

  // Some pieces only; all others may end up anywhere.
  const Description cross = *parse_description("edges DR DF DL DB: order orientation");
  ask("cross", {.cube = cube, .goal = {.coordinates = {{.coordinate = cross}}}, .want = Want::shortest});

  // Other moves. The answer consists of these, or says that they cannot solve the cube.
  const auto two = std::make_shared<const MoveSet>(*parse_move_set("R U"));
  ask("R and U", {.cube = read("R U R' U R U2 R'")->cube, .moves = two, .want = Want::shortest});
  ask("R and U", {.cube = read("F")->cube, .moves = two, .want = Want::shortest});

  // Other metrics: R L' is two turns of faces, and one turn of a slice.
  for (const Metric metric : {Metric::htm, Metric::qtm, Metric::stm, Metric::atm})
    ask(name(metric), {.cube = read("R L' U2")->cube, .metric = metric});

  ask("2x2x2", {.cube = read("R U F' R2 U")->cube, .puzzle = Puzzle::pocket, .want = Want::shortest});
  // Output: another cube: B' D' L2 F2 (4)
  // Output: cross: D' F R' L2 (4)
  // Output: R and U: R U2 R' U' R U' R' (7)
  // Output: R and U: unsolvable
  // Output: htm: U2 R' L (3)
  // Output: qtm: U2 R' L (4)
  // Output: stm: U2 R' L (2)
  // Output: atm: U2 R' L (2)
  // Output: 2x2x2: U' R2 F U' R' (5)
}
