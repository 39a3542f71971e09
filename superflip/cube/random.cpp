#include "superflip/cube/random.h"

#include <utility>

#include "superflip/cube/symmetry.h"

namespace superflip {

Random Random::from_entropy() {
  std::random_device device;
  return Random(std::uint64_t{device()} << 32 | device());
}

std::uint64_t Random::below(std::uint64_t n) {
  // 2^64 mod n. Without these lowest values, every remainder mod n is equally likely.
  const std::uint64_t rejected = -n % n;
  std::uint64_t x = generator_();
  while (x < rejected) x = generator_();
  return x % n;
}

// Fisher and Yates's shuffle for both permutations; two edges are exchanged when the parities differ, which maps the
// even permutations one-to-one on the odd ones.
Cube Random::cube() {
  Cube c;
  for (int i = kCorners - 1; i > 0; --i) std::swap(c.corner[i], c.corner[below(i + 1)]);
  for (int i = kEdges - 1; i > 0; --i) std::swap(c.edge[i], c.edge[below(i + 1)]);
  if (corner_parity(c) != edge_parity(c)) std::swap(c.edge[0], c.edge[1]);
  int twists = 0;
  for (int i = 0; i < kCorners - 1; ++i) {
    const int twist = static_cast<int>(below(3));
    c.set_twist(i, twist);
    twists += twist;
  }
  c.set_twist(kCorners - 1, (3 - twists % 3) % 3);
  int flips = 0;
  for (int i = 0; i < kEdges - 1; ++i) {
    const int flip = static_cast<int>(below(2));
    c.set_flip(i, flip);
    flips += flip;
  }
  c.set_flip(kEdges - 1, flips % 2);
  return c;
}

Cube Random::cube_in_space() {
  Cube c = cube();
  int turns = corner_parity(c);
  for (int f = 0; f < kFaces - 1; ++f) {
    const int turn = static_cast<int>(below(4));
    c.set_turn(f, turn);
    turns += turn;
  }
  c.set_turn(kFaces - 1, static_cast<int>(2 * below(2)) + turns % 2);
  return c * kSymmetryCubes[kAllRotations[below(kAllRotations.size())]];
}

}  // namespace superflip
