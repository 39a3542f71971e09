#include "superflip/cube/space.h"

#include <algorithm>

namespace superflip {

Cube apply(Cube c, std::span<const Move> moves, Symmetry rotation, Centres centres) {
  detail::apply_word(c, moves, centres == Centres::turned ? kTurningMoveCubes : kMoveCubes);
  return centres == Centres::fixed ? c : c * kSymmetryCubes[rotation];
}

Cube to_cube(const Algorithm& algorithm, Centres centres) {
  return apply(inverse(apply(kSolved, algorithm.on_inverse, Symmetry{}, centres)), algorithm.moves, algorithm.rotation,
               centres);
}

std::optional<Symmetry> rotation_of_centres(const Cube& c) {
  const auto* const found = std::find_if(kAllRotations.begin(), kAllRotations.end(), [&c](Symmetry s) {
    for (int f = 0; f < kFaces; ++f)
      if (c.centre_at(kFaceImages[s][static_cast<std::size_t>(f)]) != f) return false;
    return true;
  });
  if (found == kAllRotations.end()) return std::nullopt;
  return *found;
}

Cube with_home_centres(Cube c) {
  for (int f = 0; f < kFaces; ++f) c.set_centre(f, f, 0);
  return c;
}

Cube with_unturned_centres(Cube c) {
  for (int f = 0; f < kFaces; ++f) c.set_turn(f, 0);
  return c;
}

bool is_reachable_in_space(const Cube& c) {
  const auto rotation = rotation_of_centres(c);
  if (!rotation) return false;
  const Cube held = c * inverse(kSymmetryCubes[*rotation]);
  int turns = 0;
  for (int f = 0; f < kFaces; ++f) turns += held.turn_at(f);
  return is_reachable(with_home_centres(held)) && turns % 2 == corner_parity(held);
}

}  // namespace superflip
