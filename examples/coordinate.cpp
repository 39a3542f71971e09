#include <superflip/superflip.h>

#include <iostream>
#include <memory>

int main() {
  using namespace superflip;
  // The 2x2x2 block at DBL: its distances by U, R, F, D, L, B, folded by the symmetries that keep it.
  const auto block = parse_description("corner DBL: order orientation * edges DL DB BL: order orientation");
  const auto moves = std::make_shared<const MoveSet>(*parse_move_set("all"));
  const auto planned = plan({*block, moves});
  if (!planned) {
    std::cerr << planned.error().message << '\n';
    return 2;
  }
  const auto graph = SchreierGraph::make(*planned, hardware_threads());
  const auto table = DistanceTable::make(*graph, TablePacking::bytes, hardware_threads());
  for (const auto values : table->distribution().values) std::cout << values << ' ';
  std::cout << '\n';
  // Output: 1 9 90 852 7169 44182 131636 68940 561
}
