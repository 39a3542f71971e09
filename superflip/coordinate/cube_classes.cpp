#include "superflip/coordinate/cube_classes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "superflip/coordinate/covered.h"
#include "superflip/coordinate/detail/facts.h"
#include "superflip/coordinate/orientation.h"
#include "superflip/cube/cube.h"

namespace superflip {
namespace {

using detail::contains;
using detail::map_bit;
using detail::Maps;
using detail::members;

int product(int a, int b) {
  const Symmetry s = Symmetry(a % kSymmetries) * Symmetry(b % kSymmetries);
  return s + ((a >= kSymmetries) != (b >= kSymmetries) ? kSymmetries : 0);
}

// The smallest group that contains a group and a map.
Maps joined(Maps group, int map) {
  std::vector<int> generators = members(group);
  generators.push_back(map);
  Maps closed = 0;
  std::vector<int> fresh{0};
  while (!fresh.empty()) {
    const int next = fresh.back();
    fresh.pop_back();
    if (contains(closed, next)) continue;
    closed |= map_bit(next);
    for (const int generator : generators) fresh.push_back(product(next, generator));
  }
  return closed;
}

// All subgroups of a group, the largest first.
std::vector<Maps> subgroups_of(Maps group) {
  std::set<Maps> found;
  std::vector<Maps> fresh{map_bit(0)};
  while (!fresh.empty()) {
    const Maps next = fresh.back();
    fresh.pop_back();
    if (!found.insert(next).second) continue;
    for (const int map : members(group))
      if (!contains(next, map)) fresh.push_back(joined(next, map));
  }
  std::vector<Maps> all(found.begin(), found.end());
  std::stable_sort(all.begin(), all.end(), [](Maps a, Maps b) { return members(a).size() > members(b).size(); });
  return all;
}

// The numbers of even and of odd arrangements.
using ByParity = std::array<Uint128, 2>;

// Counts the arrangements of one kind of pieces that maps fix.
template <PieceKind kKind>
class FixedPieces {
 public:
  static ByParity count(Maps maps) {
    if (maps == map_bit(0)) return all();
    Filling filling{ways_by_first_place(maps), {}, {}};
    std::array<std::uint64_t, k> sums{1};
    filling.run(0, 0, sums);
    return filling.found;
  }

 private:
  using Facts = detail::Facts<kKind>;
  static constexpr int n = Facts::n;
  static constexpr int k = Facts::k;

  using Pairs = std::vector<std::pair<int, int>>;  // places, increasing, with their pieces

  // Orbits of facts that differ only by states: which pieces are at some places, and in how many ways their states have
  // each sum.
  struct Way {
    Pairs pairs;
    unsigned places = 0;
    unsigned pieces = 0;
    std::array<std::uint64_t, k> sums{};
  };
  using Ways = std::array<std::vector<Way>, n>;  // by the first of the places

  struct Filling {
    const Ways ways;
    ByParity found;
    std::array<int, n> piece;

    // Fills the first place that is empty, in every way. `sums` counts the states of those that are filled.
    void run(unsigned places, unsigned pieces, const std::array<std::uint64_t, k>& sums) {
      int first = 0;
      while (first < n && (places >> first & 1) != 0) ++first;
      if (first == n) {
        found[static_cast<std::size_t>(parity())] += sums[0];
        return;
      }
      for (const Way& way : ways[static_cast<std::size_t>(first)]) {
        if ((way.places & places) != 0 || (way.pieces & pieces) != 0) continue;
        for (const auto& [x, y] : way.pairs) piece[static_cast<std::size_t>(x)] = y;
        std::array<std::uint64_t, k> more{};
        for (std::size_t a = 0; a < k; ++a)
          for (std::size_t b = 0; b < k; ++b) more[(a + b) % k] += sums[a] * way.sums[b];
        run(places | way.places, pieces | way.pieces, more);
      }
    }

    int parity() const {
      int inversions = 0;
      for (std::size_t b = 1; b < n; ++b)
        for (std::size_t a = 0; a < b; ++a) inversions += piece[a] > piece[b];
      return inversions % 2;
    }
  };

  static ByParity all() {
    Uint128 half = 1;
    for (int i = 3; i <= n; ++i) half *= static_cast<unsigned>(i);
    for (int i = 1; i < n; ++i) half *= k;
    return {half, half};
  }

  static Ways ways_by_first_place(Maps maps) {
    Ways by_first_place;
    const auto orbits = Facts::get().orbits(maps);
    for (std::size_t first = 0; first < n; ++first) {
      std::map<Pairs, Way> ways;
      for (const auto& orbit : orbits[first]) {
        Way way{{}, orbit.places, orbit.pieces, {}};
        for (const auto& fact : orbit.facts) way.pairs.emplace_back(fact.place, fact.piece);
        const auto at = ways.try_emplace(way.pairs, way).first;
        ++at->second.sums[static_cast<std::size_t>(orbit.sum)];
      }
      for (auto& [pairs, way] : ways) by_first_place[first].push_back(way);
    }
    return by_first_place;
  }
};

// The reachable cubes that maps fix.
Uint128 count_fixed(Maps maps) {
  const ByParity corners = FixedPieces<PieceKind::corners>::count(maps);
  const ByParity edges = FixedPieces<PieceKind::edges>::count(maps);
  return corners[0] * edges[0] + corners[1] * edges[1];
}

// The smallest of the groups T^-1 * maps * T, each of which fixes as many cubes.
Maps smallest_conjugate(Maps maps) {
  Maps smallest = maps;
  for (const Symmetry t : kAllSymmetries) {
    Maps image = 0;
    for (const int map : members(maps)) image |= map_bit(product(product(inverse(t), map), t));
    smallest = std::min(smallest, image);
  }
  return smallest;
}

}  // namespace

bool is_whole_cube(const Description& coordinate) {
  if (centres_of(coordinate) != Centres::fixed || !coordinate.within.empty()) return false;
  Covered covered;
  for (const AnyCoordinate& part : coordinate.parts) covered = covered | part.covered();
  return covered.all_places() && covered.all_twists() && covered.all_flips();
}

Uint128 count_fixed_cubes(const SymmetryGroup& group) { return count_fixed(group.bits()); }

CubeClasses count_cube_classes(const SymmetryGroup& group, bool inversion) {
  std::map<Maps, Uint128> fixed_by;  // by the smallest conjugate
  const auto fixed = [&](Maps maps) {
    const auto [at, is_new] = fixed_by.try_emplace(smallest_conjugate(maps), 0);
    if (is_new) at->second = count_fixed(maps);
    return at->second;
  };
  Maps all = group.bits();
  if (inversion) all |= Maps{group.bits()} << kSymmetries;
  const auto order = members(all).size();
  CubeClasses counted;
  std::vector<std::pair<Maps, Uint128>> exactly;  // the cubes that these maps fix, and no others
  for (const Maps maps : subgroups_of(all)) {
    Uint128 cubes = fixed(maps);
    for (const auto& [larger, cubes_of_larger] : exactly)
      if ((larger & maps) == maps) cubes -= cubes_of_larger;
    if (cubes == 0) continue;
    exactly.emplace_back(maps, cubes);
    const auto size = order / members(maps).size();
    counted.cubes += cubes;
    if ((maps & ((Maps{1} << kSymmetries) - 2)) != 0) counted.symmetric += cubes;
    counted.of_size[static_cast<int>(size)] += cubes;
  }
  for (auto& [size, count] : counted.of_size) {
    count /= static_cast<unsigned>(size);  // from cubes to classes
    counted.classes += count;
  }
  return counted;
}

}  // namespace superflip
