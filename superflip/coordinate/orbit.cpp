#include "superflip/coordinate/orbit.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "superflip/cube/space.h"

namespace superflip {
namespace {

// Changes of single pieces, as cubes to multiply with on the left: they change the pieces, not the places.
Cube twisted(int corner, int twist) {
  Cube c;
  c.set_twist(corner, twist);
  return c;
}

Cube flipped(int edge) {
  Cube c;
  c.set_flip(edge, 1);
  return c;
}

Cube exchanged_corners(int a, int b) {
  Cube c;
  std::swap(c.corner[static_cast<std::size_t>(a)], c.corner[static_cast<std::size_t>(b)]);
  return c;
}

Cube exchanged_edges(int a, int b) {
  Cube c;
  std::swap(c.edge[static_cast<std::size_t>(a)], c.edge[static_cast<std::size_t>(b)]);
  return c;
}

// The changes h that keep the value of c are the subgroup of the coordinate, so those for twists, flips and parity can
// be looked for one after the other.
class Mender {
 public:
  Mender(const AnyCoordinate& coordinate, Index value)
      : coordinate_(coordinate), value_(value), cube_(to_cube(coordinate, value)) {}

  std::optional<Cube> run() {
    if (centres() && twists() && flips() && parity() && turns()) return cube_;
    return std::nullopt;
  }

 private:
  bool take(const Cube& change) {
    const Cube changed = change * cube_;
    if (!coordinate_.defined(changed) || coordinate_.index(changed) != value_) return false;
    cube_ = changed;
    return true;
  }

  // The centres that are free to move go where a rotation puts them, each as turned as its place was.
  bool centres() {
    if (rotation_of_centres(cube_)) return true;
    return std::any_of(kAllRotations.begin(), kAllRotations.end(), [this](Symmetry s) {
      Cube changed = cube_;
      for (int f = 0; f < kFaces; ++f) changed.set_centre_piece(kFaceImages[s][static_cast<std::size_t>(f)], f);
      return take(changed * inverse(cube_));
    });
  }

  bool twists() {
    const int sum = imbalance(cube_).twist;
    for (int corner = kCorners - 1; sum != 0 && corner >= 0; --corner)
      if (take(twisted(corner, 3 - sum))) return true;
    return sum == 0;
  }

  bool flips() {
    const int sum = imbalance(cube_).flip;
    for (int edge = kEdges - 1; sum != 0 && edge >= 0; --edge)
      if (take(flipped(edge))) return true;
    return sum == 0;
  }

  bool parity() {
    if (imbalance(cube_).parity == centre_parity(cube_)) return true;
    for (int a = kEdges - 1; a > 0; --a)
      for (int b = a - 1; b >= 0; --b)
        if (take(exchanged_edges(a, b))) return true;
    for (int a = kCorners - 1; a > 0; --a)
      for (int b = a - 1; b >= 0; --b)
        if (take(exchanged_corners(a, b))) return true;
    return false;
  }

  // Where turns do not count at all, the centres are left as a rotation carries them.
  bool turns() {
    if (centres_of(coordinate_) != Centres::turned) {
      const Symmetry held = *rotation_of_centres(cube_);
      return take(with_home_centres(cube_ * inverse(kSymmetryCubes[held])) * kSymmetryCubes[held] * inverse(cube_));
    }
    if (is_reachable_in_space(cube_)) return true;
    for (int centre = kFaces - 1; centre >= 0; --centre) {
      Cube turned;
      turned.set_turn(centre, 1);
      if (take(turned)) return true;
    }
    return false;
  }

  const AnyCoordinate& coordinate_;
  Index value_;
  Cube cube_;
};

}  // namespace

Orbit orbit_of(const AnyCoordinate& coordinate, Index value, const SymmetryGroup& group) {
  assert(value < coordinate.size());
  const Cube cube = to_cube(coordinate, value);
  Orbit orbit{value, value, Symmetry{}, 0, 0};
  for (const Symmetry s : group.members())
    if (const Index image = coordinate.index(conjugate(cube, s)); image < orbit.representative)
      orbit.representative = image;
  const Cube representative = to_cube(coordinate, orbit.representative);
  bool is_found = false;
  for (const Symmetry s : group.members()) {
    const Index image = coordinate.index(conjugate(representative, s));
    if (image == orbit.representative) orbit.self_symmetries |= std::uint64_t{1} << s;
    if (image == value && !std::exchange(is_found, true)) orbit.symmetry = s;
  }
  orbit.size = group.order() / std::popcount(orbit.self_symmetries);
  return orbit;
}

std::optional<Cube> reachable_cube(const AnyCoordinate& coordinate, Index value) {
  assert(value < coordinate.size());
  return Mender(coordinate, value).run();
}

}  // namespace superflip
