#include "superflip/coordinate/cube_classes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "superflip/coordinate/covered.h"
#include "superflip/coordinate/orientation.h"
#include "superflip/cube/cube.h"

namespace superflip {
namespace {

// A conjugation by a symmetry, 0..47, or inversion and then the conjugation, 48..95. The two commute.
constexpr int kMaps = 2 * kSymmetries;

int product(int a, int b) {
  const Symmetry s = Symmetry(a % kSymmetries) * Symmetry(b % kSymmetries);
  return s + ((a >= kSymmetries) != (b >= kSymmetries) ? kSymmetries : 0);
}

// A set of maps, as bits.
using Maps = Uint128;
constexpr Maps bit(int map) { return Maps{1} << map; }
constexpr bool contains(Maps maps, int map) { return (maps >> map & 1) != 0; }

std::vector<int> members(Maps maps) {
  std::vector<int> list;
  for (int map = 0; map < kMaps; ++map)
    if (contains(maps, map)) list.push_back(map);
  return list;
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
    closed |= bit(next);
    for (const int generator : generators) fresh.push_back(product(next, generator));
  }
  return closed;
}

// All subgroups of a group, the largest first.
std::vector<Maps> subgroups_of(Maps group) {
  std::set<Maps> found;
  std::vector<Maps> fresh{bit(0)};
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

// The orientation of the piece at a place in the usual frame: its twist or its flip.
template <PieceKind kKind>
int state_at(const Cube& c, int place) {
  return orientation_at(c, kKind, usual_frame(kKind), place);
}
template <PieceKind kKind>
void set(Cube& c, int place, int piece, int state) {
  set_piece(c, kKind, place, piece);
  set_orientation(c, kKind, usual_frame(kKind), place, state);
}

// The numbers of even and of odd arrangements.
using ByParity = std::array<Uint128, 2>;

// Counts the arrangements of one kind of pieces that maps fix.
template <PieceKind kKind>
class FixedPieces {
 public:
  FixedPieces() {
    for (const Symmetry s : kAllSymmetries)
      for (int place = 0; place < n; ++place) {
        Cube c;  // one piece is turned; the image's turned piece shows where its place goes
        set<kKind>(c, place, place, 1);
        const Cube image = conjugate(c, s);
        for (int x = 0; x < n; ++x)
          if (state_at<kKind>(image, x) != 0) image_of_place_[s][static_cast<std::size_t>(place)] = x;
      }
    for (int map = 0; map < kMaps; ++map)
      for (int fact = 0; fact < kFacts; ++fact) images_[map][static_cast<std::size_t>(fact)] = image(fact, map);
  }

  ByParity count(Maps maps) const {
    if (maps == bit(0)) return all();
    Search search{ways_by_first_place(maps), {}, {}};
    std::array<std::uint64_t, k> sums{1};
    search.run(0, 0, sums);
    return search.found;
  }

 private:
  static constexpr int n = pieces_of(kKind);
  static constexpr int k = orientations_of(kKind);
  static constexpr int kFacts = n * n * k;  // (place * n + piece) * k + state

  using Pairs = std::vector<std::pair<int, int>>;  // places, increasing, with their pieces

  // Facts that go together: which pieces are at some places, and in how many ways their states have each sum.
  struct Way {
    Pairs pairs;
    unsigned places = 0;
    unsigned pieces = 0;
    std::array<std::uint64_t, k> sums{};
  };
  using Ways = std::array<std::vector<Way>, n>;  // by the first of the places

  struct Search {
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

  int image(int fact, int map) const {
    const int state = fact % k;
    const int piece = fact / k % n;
    const int place = fact / k / n;
    Cube c;
    if (piece != place) set<kKind>(c, piece, place, 0);
    set<kKind>(c, place, piece, state);
    const bool inverts = map >= kSymmetries;
    const Symmetry s(map % kSymmetries);
    const Cube moved = conjugate(inverts ? inverse(c) : c, s);
    const int to = image_of_place_[s][static_cast<std::size_t>(inverts ? piece : place)];
    return (to * n + piece_at(moved, kKind, to)) * k + state_at<kKind>(moved, to);
  }

  // The orbits of facts that contradict neither themselves nor each other's states, by their places and pieces.
  Ways ways_by_first_place(Maps maps) const {
    std::map<Pairs, Way> ways;
    std::vector<bool> met(kFacts);
    const std::vector<int> list = members(maps);
    for (int fact = 0; fact < kFacts; ++fact) {
      if (met[static_cast<std::size_t>(fact)]) continue;
      std::set<int> orbit;
      for (const int map : list) orbit.insert(images_[map][static_cast<std::size_t>(fact)]);
      Way way;
      int sum = 0;
      bool is_possible = true;
      for (const int member : orbit) {
        met[static_cast<std::size_t>(member)] = true;
        const int piece = member / k % n;
        const int place = member / k / n;
        is_possible = is_possible && (way.places >> place & 1) == 0 && (way.pieces >> piece & 1) == 0;
        way.places |= 1U << place;
        way.pieces |= 1U << piece;
        way.pairs.emplace_back(place, piece);
        sum += member % k;
      }
      if (!is_possible) continue;
      const auto at = ways.try_emplace(way.pairs, way).first;
      ++at->second.sums[static_cast<std::size_t>(sum % k)];
    }
    Ways by_first_place;
    for (auto& [pairs, way] : ways) by_first_place[static_cast<std::size_t>(pairs.front().first)].push_back(way);
    return by_first_place;
  }

  std::array<std::array<int, n>, kSymmetries> image_of_place_{};
  std::array<std::array<int, kFacts>, kMaps> images_{};
};

// The smallest of the groups T^-1 * maps * T, each of which fixes as many cubes.
Maps smallest_conjugate(Maps maps) {
  Maps smallest = maps;
  for (const Symmetry t : kAllSymmetries) {
    Maps image = 0;
    for (const int map : members(maps)) image |= bit(product(product(inverse(t), map), t));
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

CubeClasses count_cube_classes(const SymmetryGroup& group, bool inversion) {
  const FixedPieces<PieceKind::corners> corners;
  const FixedPieces<PieceKind::edges> edges;
  std::map<Maps, Uint128> fixed_by;  // by the smallest conjugate
  const auto fixed = [&](Maps maps) {
    const auto [at, is_new] = fixed_by.try_emplace(smallest_conjugate(maps), 0);
    if (is_new) {
      const ByParity c = corners.count(maps);
      const ByParity e = edges.count(maps);
      at->second = c[0] * e[0] + c[1] * e[1];
    }
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
