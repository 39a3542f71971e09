// Any text as the description of a robot: an error, or a robot that does every word that it can reach.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "superflip/robot/robot.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  const auto robot = robot_of({reinterpret_cast<const char*>(data), size});
  if (!robot) {
    if (robot.error().message.empty()) std::abort();
    return 0;
  }
  const Moves word{make_move(U, 1), make_move(D, 2), make_move(R, 3), make_move(F, 2), make_move(B, 1)};
  const Moves reachable = robot->within_reach(word);
  const auto schedule = robot->schedule(reachable);
  if (!schedule || robot->duration(reachable) != schedule->takes) std::abort();
  if (apply(kSolved, reachable) != apply(kSolved, word)) std::abort();
  return 0;
}
