#include "superflip/coordinate/described/orbit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>
#include <vector>

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
  Mender(const Description& coordinate, Uint128 value)
      : coordinate_(coordinate), value_(value), cube_(coordinate.cube_of(value)) {}

  std::optional<Cube> run() {
    if (centres() && twists() && flips() && parity()) return cube_;
    return std::nullopt;
  }

 private:
  bool keeps(const Cube& change) const {
    const Cube changed = change * cube_;
    return coordinate_.defined(changed) && coordinate_.value_of(changed) == value_;
  }

  bool take(const Cube& change) {
    if (!keeps(change)) return false;
    cube_ = change * cube_;
    return true;
  }

  // Moves the centres that may move to where some rotation puts them; each place keeps its turn.
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

  // Corrects the parities: an exchange of two edges changes that of the edges, an exchange of two corners that of the
  // corners, and a turn of a centre that of the turns. Tries all combinations of these.
  bool parity() {
    const bool sees_turns = centres_of(coordinate_) == Centres::turned;
    if (!sees_turns) {  // then the centres are as a rotation carries them
      const Symmetry held = *rotation_of_centres(cube_);
      take(with_home_centres(cube_ * inverse(kSymmetryCubes[held])) * kSymmetryCubes[held] * inverse(cube_));
    }
    std::array<Cube, 3> changes{any_of(exchanges(kEdges, exchanged_edges)),
                                any_of(exchanges(kCorners, exchanged_corners)), sees_turns ? any_of(turns()) : kSolved};
    for (unsigned set = 0; set < 1U << changes.size(); ++set) {
      Cube mended = cube_;
      for (std::size_t i = 0; i < changes.size(); ++i)
        if ((set >> i & 1) != 0) mended = changes[i] * mended;
      const bool is_mended =
          sees_turns ? is_reachable_in_space(mended) : imbalance(mended).parity == centre_parity(mended);
      if (!is_mended) continue;
      cube_ = mended;
      return true;
    }
    return false;
  }

  // The first change that keeps the value; the solved cube, which changes nothing, if none does.
  Cube any_of(const std::vector<Cube>& changes) const {
    const auto found = std::find_if(changes.begin(), changes.end(), [this](const Cube& h) { return keeps(h); });
    return found == changes.end() ? kSolved : *found;
  }

  static std::vector<Cube> exchanges(int pieces, Cube (*exchanged)(int, int)) {
    std::vector<Cube> all;
    for (int a = pieces - 1; a > 0; --a)
      for (int b = a - 1; b >= 0; --b) all.push_back(exchanged(a, b));
    return all;
  }

  static std::vector<Cube> turns() {
    std::vector<Cube> all(kFaces);
    for (int centre = 0; centre < kFaces; ++centre) all[static_cast<std::size_t>(centre)].set_turn(centre, 1);
    return all;
  }

  const Description& coordinate_;
  Uint128 value_;
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
  return reachable_cube(Description{{coordinate}}, value);
}

std::optional<Cube> reachable_cube(const Description& coordinate, Uint128 value) {
  assert(value < coordinate.values());
  return Mender(coordinate, value).run();
}

}  // namespace superflip
