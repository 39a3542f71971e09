#include "superflip/cube/pattern.h"

#include <bit>

namespace superflip {
namespace {

// What the two kinds of pieces differ in.
struct Kind {
  int pieces;
  int orientations;
};
constexpr Kind kind_of(bool is_corners) { return is_corners ? Kind{kCorners, 3} : Kind{kEdges, 2}; }

// The bits of `from`, each piece and orientation replaced by image(piece, orientation), a bit.
template <class ImageOf>
std::uint32_t mapped(std::uint32_t from, int orientations, const ImageOf& image) {
  std::uint32_t to = 0;
  for (; from != 0; from &= from - 1) {
    const int bit = std::countr_zero(from);
    to |= image(bit / orientations, bit % orientations);
  }
  return to;
}

// The rotations, each replaced by image(rotation).
template <class ImageOf>
std::uint64_t images(std::uint64_t rotations, const ImageOf& image) {
  std::uint64_t all = 0;
  for (; rotations != 0; rotations &= rotations - 1)
    all |= std::uint64_t{1} << image(Symmetry(std::countr_zero(rotations)));
  return all;
}

// A cube with that piece at that place.
Cube with_corner(int place, int piece, int twist) {
  Cube c;
  c.set_corner(piece, place, 0);
  c.set_corner(place, piece, twist);
  return c;
}

Cube with_edge(int place, int piece, int flip) {
  Cube c;
  c.set_edge(piece, place, 0);
  c.set_edge(place, piece, flip);
  return c;
}

Cube with_centre(int face, int centre, int turn) {
  Cube c;
  c.set_centre(centre, face, 0);
  c.set_centre(face, centre, turn);
  return c;
}

// The parities of the sums of the turns that the faces but one may hold at home, as bits.
unsigned turn_parities(const Pattern& pattern, int but = -1) {
  unsigned parities = 1;
  for (int f = 0; f < kFaces; ++f) {
    if (f == but) continue;
    const unsigned turns = pattern.turns_at(f, f);
    const unsigned other = (parities & 1) << 1 | parities >> 1;
    parities = ((turns & 5) != 0 ? parities : 0) | ((turns & 10) != 0 ? other : 0);
  }
  return parities;
}

}  // namespace

Pattern Pattern::any() {
  Pattern all;
  all.corner.fill(kAnyCorner);
  all.edge.fill(kAnyEdge);
  return all;
}

Pattern Pattern::of(const Cube& cube, Centres centres) {
  Pattern one;
  for (int x = 0; x < kCorners; ++x) one.corner[x] = bit_of_corner(cube.corner_at(x), cube.twist_at(x));
  for (int x = 0; x < kEdges; ++x) one.edge[x] = bit_of_edge(cube.edge_at(x), cube.flip_at(x));
  const auto rotation = rotation_of_centres(cube);
  one.rotations = rotation ? std::uint64_t{1} << *rotation : 0;
  for (int f = 0; f < kFaces && centres == Centres::turned; ++f)
    one.centre[f] = bit_of_centre(cube.centre_at(f), cube.turn_at(f));
  return one;
}

bool Pattern::holds(const Cube& cube) const {
  for (int x = 0; x < kCorners; ++x)
    if ((corner[x] & bit_of_corner(cube.corner_at(x), cube.twist_at(x))) == 0) return false;
  for (int x = 0; x < kEdges; ++x)
    if ((edge[x] & bit_of_edge(cube.edge_at(x), cube.flip_at(x))) == 0) return false;
  for (int f = 0; f < kFaces; ++f)
    if ((centre[f] & bit_of_centre(cube.centre_at(f), cube.turn_at(f))) == 0) return false;
  const auto rotation = rotation_of_centres(cube);
  return rotation && (rotations >> *rotation & 1) != 0;
}

std::optional<Cube> Pattern::only(Centres centres) const {
  if (std::popcount(rotations) != 1) return std::nullopt;
  Cube cube = kSymmetryCubes[Symmetry(std::countr_zero(rotations))];  // its centres
  for (int f = 0; f < kFaces && centres == Centres::turned; ++f) {
    const unsigned turns = turns_at(f, cube.centre_at(f));
    if (std::popcount(turns) != 1) return std::nullopt;
    cube.set_turn(f, std::countr_zero(turns));
  }
  for (int x = 0; x < kCorners; ++x) {
    if (std::popcount(corner[x]) != 1) return std::nullopt;
    const int bit = std::countr_zero(corner[x]);
    cube.set_corner(x, bit / 3, bit % 3);
  }
  for (int x = 0; x < kEdges; ++x) {
    if (std::popcount(edge[x]) != 1) return std::nullopt;
    const int bit = std::countr_zero(edge[x]);
    cube.set_edge(x, bit / 2, bit % 2);
  }
  return cube;
}

Pattern operator&(const Pattern& a, const Pattern& b) {
  Pattern both = a;
  for (int x = 0; x < kCorners; ++x) both.corner[x] &= b.corner[x];
  for (int x = 0; x < kEdges; ++x) both.edge[x] &= b.edge[x];
  both.rotations &= b.rotations;
  for (int f = 0; f < kFaces; ++f) both.centre[f] &= b.centre[f];
  return both;
}

Pattern operator*(const Pattern& pattern, const Cube& g) {
  Pattern moved{};
  for (int x = 0; x < kCorners; ++x)
    moved.corner[x] = mapped(pattern.corner[g.corner_at(x)], 3, [&](int piece, int twist) {
      return Pattern::bit_of_corner(piece, (twist + g.twist_at(x)) % 3);
    });
  for (int x = 0; x < kEdges; ++x)
    moved.edge[x] = mapped(pattern.edge[g.edge_at(x)], 2,
                           [&](int piece, int flip) { return Pattern::bit_of_edge(piece, flip ^ g.flip_at(x)); });
  const Symmetry rotation = rotation_of_centres(g).value();
  moved.rotations = images(pattern.rotations, [rotation](Symmetry s) { return s * rotation; });
  for (int f = 0; f < kFaces; ++f)
    moved.centre[f] = mapped(pattern.centre[g.centre_at(f)], 4, [&](int centre, int turn) {
      return Pattern::bit_of_centre(centre, (turn + g.turn_at(f)) % 4);
    });
  return moved;
}

Pattern operator*(const Cube& g, const Pattern& pattern) {
  Pattern moved{};
  for (int x = 0; x < kCorners; ++x)
    moved.corner[x] = mapped(pattern.corner[x], 3, [&](int piece, int twist) {
      return Pattern::bit_of_corner(g.corner_at(piece), (g.twist_at(piece) + twist) % 3);
    });
  for (int x = 0; x < kEdges; ++x)
    moved.edge[x] = mapped(pattern.edge[x], 2, [&](int piece, int flip) {
      return Pattern::bit_of_edge(g.edge_at(piece), g.flip_at(piece) ^ flip);
    });
  const Symmetry rotation = rotation_of_centres(g).value();
  moved.rotations = images(pattern.rotations, [rotation](Symmetry s) { return rotation * s; });
  for (int f = 0; f < kFaces; ++f)
    moved.centre[f] = mapped(pattern.centre[f], 4, [&](int centre, int turn) {
      return Pattern::bit_of_centre(g.centre_at(centre), (g.turn_at(centre) + turn) % 4);
    });
  return moved;
}

// Place y of S^-1 * c * S depends on the place S(y) of c alone.
Pattern conjugate(const Pattern& pattern, Symmetry s) {
  const Cube& places = kSymmetryCubes[s];
  Pattern image{};
  for (int y = 0; y < kCorners; ++y) {
    const int x = places.corner_at(y);
    image.corner[y] = mapped(pattern.corner[x], 3, [&](int piece, int twist) {
      const Cube c = conjugate(with_corner(x, piece, twist), s);
      return Pattern::bit_of_corner(c.corner_at(y), c.twist_at(y));
    });
  }
  for (int y = 0; y < kEdges; ++y) {
    const int x = places.edge_at(y);
    image.edge[y] = mapped(pattern.edge[x], 2, [&](int piece, int flip) {
      const Cube c = conjugate(with_edge(x, piece, flip), s);
      return Pattern::bit_of_edge(c.edge_at(y), c.flip_at(y));
    });
  }
  image.rotations = images(pattern.rotations, [s](Symmetry rotation) { return inverse(s) * rotation * s; });
  for (int f = 0; f < kFaces; ++f) {
    const int x = places.centre_at(f);
    image.centre[f] = mapped(pattern.centre[x], 4, [&](int centre, int turn) {
      const Cube c = conjugate(with_centre(x, centre, turn), s);
      return Pattern::bit_of_centre(c.centre_at(f), c.turn_at(f));
    });
  }
  return image;
}

Pattern inverse(const Pattern& pattern) {
  Pattern inverted{};
  for (int x = 0; x < kCorners; ++x)
    for (std::uint32_t from = pattern.corner[x]; from != 0; from &= from - 1) {
      const int bit = std::countr_zero(from);
      inverted.corner[bit / 3] |= Pattern::bit_of_corner(x, (3 - bit % 3) % 3);
    }
  for (int x = 0; x < kEdges; ++x)
    for (std::uint32_t from = pattern.edge[x]; from != 0; from &= from - 1) {
      const int bit = std::countr_zero(from);
      inverted.edge[bit / 2] |= Pattern::bit_of_edge(x, bit % 2);
    }
  inverted.rotations = images(pattern.rotations, [](Symmetry s) { return inverse(s); });
  inverted.centre = {};
  for (int f = 0; f < kFaces; ++f)
    for (std::uint32_t from = pattern.centre[f]; from != 0; from &= from - 1) {
      const int bit = std::countr_zero(from);
      inverted.centre[bit / 4] |= Pattern::bit_of_centre(f, (4 - bit % 4) % 4);
    }
  return inverted;
}

Pattern with_home_centres(const Pattern& pattern) {
  if (pattern.rotations == 0 || (pattern.rotations & Pattern::kAtHome) != 0) return pattern;
  return pattern * kSymmetryCubes[inverse(Symmetry(std::countr_zero(pattern.rotations)))];
}

// Visits the options of the next place when these pieces are placed: visit(piece, change), where a way of parity and
// sum s becomes one of add(s, change). A piece adds as many inversions as greater pieces stand before it.
template <class Visit>
void Completions::for_each_option(bool is_corners, unsigned placed, const Visit& visit) const {
  const auto [pieces, orientations] = kind_of(is_corners);
  const int place = std::popcount(placed);
  if (place == pieces) return;
  std::uint32_t options = is_corners ? pattern_.corner[place] : pattern_.edge[place];
  for (; options != 0; options &= options - 1) {
    const int bit = std::countr_zero(options);
    const int piece = bit / orientations;
    if ((placed >> piece & 1) != 0) continue;
    visit(piece, bit % orientations, std::popcount(placed >> piece) & 1);
  }
}

Completions::Ways Completions::count_ways(bool is_corners) const {
  const auto [pieces, orientations] = kind_of(is_corners);
  const unsigned sets = 1U << pieces;
  Ways ways;
  ways.before.assign(sets, {});
  ways.after.assign(sets, {});
  const auto add = [n = orientations](int sum, int orientation, int parity, int sign) {
    return 2 * ((sum / 2 + sign * orientation + n) % n) + ((sum & 1) ^ parity);
  };
  const int sums = 2 * orientations;
  ways.before[0][0] = 1;
  for (unsigned placed = 0; placed < sets; ++placed)
    for_each_option(is_corners, placed, [&](int piece, int orientation, int parity) {
      for (int s = 0; s < sums; ++s)
        ways.before[placed | 1U << piece][static_cast<std::size_t>(add(s, orientation, parity, 1))] +=
            ways.before[placed][static_cast<std::size_t>(s)];
    });
  // after[placed][s]: the ways to complete what has the parity and the sum s to one of the parity 0 and the sum 0.
  ways.after[sets - 1][0] = 1;
  for (unsigned placed = sets - 1; placed-- > 0;)
    for_each_option(is_corners, placed, [&](int piece, int orientation, int parity) {
      for (int s = 0; s < sums; ++s)
        ways.after[placed][static_cast<std::size_t>(s)] +=
            ways.after[placed | 1U << piece][static_cast<std::size_t>(add(s, orientation, parity, 1))];
    });
  return ways;
}

// The ways to place all pieces with that parity and the right sum of orientations.
std::uint64_t Completions::ways(bool is_corners, int parity) const {
  return (is_corners ? corners_ : edges_).before.back()[static_cast<std::size_t>(parity)];
}

Completions::Completions(const Pattern& pattern)
    : pattern_(pattern), turn_parities_(turn_parities(pattern)), corners_(count_ways(true)), edges_(count_ways(false)) {
  for (const int parity : {0, 1})
    if (may_turn(parity)) count_ += Uint128{ways(true, parity)} * ways(false, parity);
}

Cube Completions::draw(Random& random) const {
  const auto below = [&random](Uint128 n) {  // n < 2^66
    if (n >> 63 == 0) return Uint128{random.below(static_cast<std::uint64_t>(n))};
    for (;;) {
      const Uint128 drawn = Uint128{random.below(std::uint64_t{1} << 34)} << 32 | random.below(std::uint64_t{1} << 32);
      if (drawn < n) return drawn;
    }
  };
  const Uint128 even = may_turn(0) ? Uint128{ways(true, 0)} * ways(false, 0) : 0;
  const int parity = below(count_) < even ? 0 : 1;
  Cube cube;
  for (const bool is_corners : {true, false}) {
    const auto [pieces, orientations] = kind_of(is_corners);
    const Ways& ways = is_corners ? corners_ : edges_;
    unsigned placed = 0;
    int sum = parity;  // a start of that parity ends with the parity 0
    for (int place = 0; place < pieces; ++place) {
      std::uint64_t left = random.below(ways.after[placed][static_cast<std::size_t>(sum)]);
      bool is_done = false;
      unsigned next = placed;
      int next_sum = sum;
      for_each_option(is_corners, placed, [&, n = orientations](int piece, int orientation, int odd) {
        if (is_done) return;
        const int s = 2 * ((sum / 2 + orientation) % n) + ((sum & 1) ^ odd);
        const std::uint64_t here = ways.after[placed | 1U << piece][static_cast<std::size_t>(s)];
        if (left >= here) {
          left -= here;
          return;
        }
        is_done = true;
        next = placed | 1U << piece;
        next_sum = s;
        if (is_corners)
          cube.set_corner(place, piece, orientation);
        else
          cube.set_edge(place, piece, orientation);
      });
      placed = next;
      sum = next_sum;
    }
  }
  return cube;
}

Cube Completions::first() const {
  Random random(0);
  return draw(random);
}

// `sum` is as in draw().
template <class Visit>
bool Completions::fill(bool is_corners, unsigned placed, int sum, Cube& cube, const Visit& visit) const {
  const auto [pieces, orientations] = kind_of(is_corners);
  const Ways& ways = is_corners ? corners_ : edges_;
  const int place = std::popcount(placed);
  if (place == pieces) return visit();
  bool goes_on = true;
  for_each_option(is_corners, placed, [&, n = orientations](int piece, int orientation, int odd) {
    const unsigned next = placed | 1U << piece;
    const int s = 2 * ((sum / 2 + orientation) % n) + ((sum & 1) ^ odd);
    if (!goes_on || ways.after[next][static_cast<std::size_t>(s)] == 0) return;
    if (is_corners)
      cube.set_corner(place, piece, orientation);
    else
      cube.set_edge(place, piece, orientation);
    goes_on = fill(is_corners, next, s, cube, visit);
  });
  return goes_on;
}

bool Completions::visit(const std::function<bool(const Cube&)>& visit) const {
  Cube cube;
  for (const int parity : {0, 1}) {
    if (ways(true, parity) == 0 || ways(false, parity) == 0 || !may_turn(parity)) continue;
    const auto with_edges = [&] { return fill(false, 0, parity, cube, [&] { return visit(cube); }); };
    if (!fill(true, 0, parity, cube, with_edges)) return false;
  }
  return true;
}

std::vector<Cube> Completions::list() const {
  std::vector<Cube> cubes;
  visit([&](const Cube& cube) {
    cubes.push_back(cube);
    return true;
  });
  return cubes;
}

Pattern Completions::narrowed() const {
  Pattern least{};
  for (const bool is_corners : {true, false}) {
    const auto [pieces, orientations] = kind_of(is_corners);
    const Ways& own = is_corners ? corners_ : edges_;
    const std::array<bool, 2> is_possible{ways(!is_corners, 0) != 0 && may_turn(0),
                                          ways(!is_corners, 1) != 0 && may_turn(1)};
    for (unsigned placed = 0; placed < 1U << pieces; ++placed)
      for_each_option(is_corners, placed, [&, n = orientations](int piece, int orientation, int odd) {
        const unsigned next = placed | 1U << piece;
        for (int s = 0; s < 2 * n; ++s) {
          if (own.before[placed][static_cast<std::size_t>(s)] == 0) continue;
          const int t = 2 * ((s / 2 + orientation) % n) + ((s & 1) ^ odd);
          // The whole then has the parity with which the other kind must agree.
          for (const int parity : {0, 1})
            if (is_possible[static_cast<std::size_t>(parity)] &&
                own.after[next][static_cast<std::size_t>(t ^ parity)] != 0) {
              const int place = std::popcount(placed);
              if (is_corners)
                least.corner[place] |= Pattern::bit_of_corner(piece, orientation);
              else
                least.edge[place] |= Pattern::bit_of_edge(piece, orientation);
            }
        }
      });
  }
  if (count_ == 0) least = {};
  least.rotations = pattern_.rotations;
  least.centre = pattern_.centre;
  unsigned possible = 0;  // parities of the whole
  for (const int parity : {0, 1})
    if (ways(true, parity) != 0 && ways(false, parity) != 0) possible |= 1U << parity;
  for (int f = 0; f < kFaces; ++f) {
    const unsigned others = turn_parities(pattern_, f);
    for (int turn = 0; turn < 4; ++turn) {
      const unsigned whole = turn % 2 == 0 ? others : (others & 1) << 1 | others >> 1;
      if ((whole & possible) == 0) least.centre[f] &= ~Pattern::bit_of_centre(f, turn);
    }
  }
  return least;
}

Cube with_turns(Cube cube, const Pattern& pattern) {
  int sum = corner_parity(cube);  // with the turns of the faces before
  Pattern left = pattern;
  for (int f = 0; f < kFaces; ++f) {
    // What the faces after this one can add, if those before hold 0.
    for (int before = 0; before <= f; ++before) left.centre[before] = Pattern::bit_of_centre(before, 0);
    const unsigned rest = turn_parities(left);
    for (int turn = 0; turn < 4; ++turn) {
      if ((pattern.turns_at(f, f) >> turn & 1) == 0 || (rest >> (sum + turn) % 2 & 1) == 0) continue;
      cube.set_turn(f, turn);
      sum += turn;
      break;
    }
  }
  return cube;
}

}  // namespace superflip
