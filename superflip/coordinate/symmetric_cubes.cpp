#include "superflip/coordinate/symmetric_cubes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <set>

#include "superflip/coordinate/cube_classes.h"
#include "superflip/coordinate/detail/facts.h"

namespace superflip {
namespace {

// The arrangements of one kind of pieces, as choices of orbits: one for each place that is not yet filled.
template <PieceKind kKind>
class Arranger {
 public:
  explicit Arranger(const SymmetryGroup& group) : orbits_(Facts::get().orbits(group.bits())) {}

  // What is placed: the places and pieces as bits, and the sum of the states. `done` of the work is behind, and what is
  // placed next has the share that follows.
  struct Placed {
    unsigned places = 0;
    unsigned pieces = 0;
    int sum = 0;
    double done = 0;
    double share = 1;
  };

  // Completes the cube in every way in which the states have the sum 0. visit() and may_go_on() see what is placed.
  template <class Visit, class MayGoOn>
  bool visit(Cube& c, const Visit& visit, const MayGoOn& may_go_on, const Placed& placed = {}) const {
    const int first = std::countr_one(placed.places);
    if (first == Facts::n) return placed.sum % Facts::k != 0 || visit(placed);
    const auto& orbits = orbits_[static_cast<std::size_t>(first)];
    const double share = placed.share / static_cast<double>(orbits.size());
    for (std::size_t i = 0; i < orbits.size(); ++i) {
      const Orbit& orbit = orbits[i];
      if (!fits(orbit, placed.places, placed.pieces)) continue;
      put(c, orbit);
      const Placed next{placed.places | orbit.places, placed.pieces | orbit.pieces, placed.sum + orbit.sum,
                        placed.done + share * static_cast<double>(i), share};
      if (may_go_on(next) && !this->visit(c, visit, may_go_on, next)) return false;
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

// The orders that arrangements of one kind of pieces have, by the parity of their permutation.
using Orders = std::array<std::set<int>, 2>;

template <PieceKind kKind>
Orders orders_of(const Arranger<kKind>& arranger) {
  Orders orders;
  Cube c;  // the other kind is solved
  arranger.visit(
      c,
      [&](const auto&) {
        const int parity = kKind == PieceKind::corners ? corner_parity(c) : edge_parity(c);
        orders[static_cast<std::size_t>(parity)].insert(order(c));
        return true;
      },
      [](const auto&) { return true; });
  return orders;
}

// The same of all arrangements in which the states have the sum 0. A cycle is solved after as many repetitions as it
// has pieces, or k times as many where the states of its pieces have another sum; so one such cycle alone is
// impossible, and of two states there is an even number of them.
template <PieceKind kKind>
Orders orders_of_cycles() {
  Orders orders;
  const auto add = [&](const auto& self, int left, int longest, int turned, int parity, int order) -> void {
    if (left == 0) {
      if (kKind == PieceKind::corners ? turned != 1 : turned % 2 == 0)
        orders[static_cast<std::size_t>(parity)].insert(order);
      return;
    }
    for (int length = std::min(left, longest); length > 0; --length)
      for (const bool is_turned : {false, true})
        self(self, left - length, length, turned + (is_turned ? 1 : 0), (parity + length - 1) % 2,
             std::lcm(order, is_turned ? length * orientations_of(kKind) : length));
  };
  add(add, pieces_of(kKind), pieces_of(kKind), 0, 0, 1);
  return orders;
}

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

std::set<int> SymmetricCubes::orders() const {
  // Too many cubes have no symmetry, but all ways to arrange their pieces in cycles are soon listed.
  const bool is_any = group_.order() == 1;
  const Orders corners = is_any ? orders_of_cycles<PieceKind::corners>() : orders_of(choices_->corners);
  const Orders edges = is_any ? orders_of_cycles<PieceKind::edges>() : orders_of(choices_->edges);
  std::set<int> orders;
  for (std::size_t parity = 0; parity < corners.size(); ++parity)
    for (const int of_corners : corners[parity])
      for (const int of_edges : edges[parity]) orders.insert(std::lcm(of_corners, of_edges));
  return orders;
}

bool SymmetricCubes::visit(const std::function<bool(const Cube&)>& visit,
                           const std::function<bool(const Begun&)>& may_go_on) const {
  Cube c;
  constexpr unsigned kAllCorners = (1U << kCorners) - 1;
  return choices_->corners.visit(
      c,
      [&](const auto& corners) {
        const int parity = corner_parity(c);
        return choices_->edges.visit(
            c, [&](const auto&) { return edge_parity(c) != parity || visit(c); },
            [&](const auto& edges) {
              return !may_go_on || may_go_on({c, kAllCorners, edges.places, corners.done + corners.share * edges.done});
            });
      },
      [&](const auto& corners) {
        return !may_go_on || may_go_on({c, corners.places, 0, corners.done});
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
