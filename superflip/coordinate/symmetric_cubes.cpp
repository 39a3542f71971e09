#include "superflip/coordinate/symmetric_cubes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "superflip/coordinate/cube_classes.h"
#include "superflip/coordinate/detail/facts.h"

namespace superflip {
namespace {

// The arrangements of one kind of pieces, as choices of orbits: one for each place that is not yet filled.
template <PieceKind kKind>
class Arranger {
 public:
  explicit Arranger(const SymmetryGroup& group) : orbits_(Facts::get().orbits(group.bits())) {}

  // Completes the cube in every way in which the states have the sum 0.
  template <class Visit>
  bool visit(Cube& c, const Visit& visit, unsigned places = 0, unsigned pieces = 0, int sum = 0) const {
    const int first = std::countr_one(places);
    if (first == Facts::n) return sum % Facts::k != 0 || visit();
    for (const Orbit& orbit : orbits_[static_cast<std::size_t>(first)]) {
      if (!fits(orbit, places, pieces)) continue;
      put(c, orbit);
      if (!this->visit(c, visit, places | orbit.places, pieces | orbit.pieces, sum + orbit.sum)) return false;
    }
    return true;
  }

  // A uniform arrangement in which the states have the sum 0.
  void draw(Cube& c, Random& random) const {
    int sum = 1;
    while (sum % Facts::k != 0) {
      sum = 0;
      unsigned places = 0;
      unsigned pieces = 0;
      std::array<const Orbit*, Facts::n * Facts::k> fitting;
      for (int first = 0; (first = std::countr_one(places)) < Facts::n;) {
        std::size_t count = 0;
        for (const Orbit& orbit : orbits_[static_cast<std::size_t>(first)])
          if (fits(orbit, places, pieces)) fitting[count++] = &orbit;
        const Orbit& orbit = *fitting[random.below(count)];
        put(c, orbit);
        places |= orbit.places;
        pieces |= orbit.pieces;
        sum += orbit.sum;
      }
    }
  }

 private:
  using Facts = detail::Facts<kKind>;
  using Orbit = typename Facts::Orbit;

  static bool fits(const Orbit& orbit, unsigned places, unsigned pieces) {
    return (orbit.places & places) == 0 && (orbit.pieces & pieces) == 0;
  }
  static void put(Cube& c, const Orbit& orbit) {
    for (const auto& fact : orbit.facts) Facts::set(c, fact);
  }

  typename Facts::Orbits orbits_;
};

}  // namespace

struct SymmetricCubes::Choices {
  Arranger<PieceKind::corners> corners;
  Arranger<PieceKind::edges> edges;
};

SymmetricCubes::SymmetricCubes(const SymmetryGroup& group)
    : group_(group),
      choices_(std::make_shared<const Choices>(
          Choices{Arranger<PieceKind::corners>(group), Arranger<PieceKind::edges>(group)})) {}

Uint128 SymmetricCubes::count() const { return count_fixed_cubes(group_); }

bool SymmetricCubes::visit(const std::function<bool(const Cube&)>& visit) const {
  Cube c;
  return choices_->corners.visit(c, [&] {
    const int parity = corner_parity(c);
    return choices_->edges.visit(c, [&] { return edge_parity(c) != parity || visit(c); });
  });
}

Cube SymmetricCubes::random(Random& random) const {
  // All or half of the pairs have equal parities, as parities are homomorphisms.
  Cube c;
  do {
    choices_->corners.draw(c, random);
    choices_->edges.draw(c, random);
  } while (corner_parity(c) != edge_parity(c));
  return c;
}

bool is_first_of_alike(const Cube& cube, bool inversion, const std::function<bool(const Cube&)>& is_wanted) {
  const Cube backwards = inverse(cube);
  const auto is_before = [&](const Cube& image) { return is_less(image, cube) && is_wanted(image); };
  return std::none_of(kAllSymmetries.begin(), kAllSymmetries.end(), [&](Symmetry s) {
    return is_before(conjugate(cube, s)) || (inversion && is_before(conjugate(backwards, s)));
  });
}

}  // namespace superflip
