// Pattern: a set of cubes, described by what each place may hold.
//
// An incomplete cube is such a set: a place with an unknown sticker may hold any piece that shows the known ones. So is
// a partial goal: where only the cross counts, four places hold one piece each, and the others hold anything. Each
// place has a set of options, pieces with their orientations; a cube fits if every place holds one of its options. In
// space (space.h) its centres must also be where one of some rotations carries them.
//
// Which reachable cubes fit is a question about matchings with three laws: the twists sum to 0 mod 3, the flips to 0
// mod 2, and the parities of corners and edges are equal; on a supercube the sum of the turns has that parity, too.
// Completions answers it exactly, by counting over the sets of
// pieces that are already placed: 2^8 for the corners, 2^12 for the edges.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/uint128.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/random.h"
#include "superflip/cube/space.h"
#include "superflip/cube/symmetry.h"

namespace SUPERFLIP_API superflip {

struct Pattern {
  static constexpr std::uint32_t kAnyCorner = (1U << 3 * kCorners) - 1;
  static constexpr std::uint32_t kAnyEdge = (1U << 2 * kEdges) - 1;
  static constexpr std::uint32_t kAnyCentre = (1U << 4 * kFaces) - 1;
  static constexpr std::array<std::uint32_t, kFaces> kAnyTurns{kAnyCentre, kAnyCentre, kAnyCentre,
                                                               kAnyCentre, kAnyCentre, kAnyCentre};

  // The options of each place, as bits.
  std::array<std::uint32_t, kCorners> corner;  // bit 3 * piece + twist
  std::array<std::uint32_t, kEdges> edge;      // bit 2 * piece + flip

  // The rotations that may have carried the centres to where they are, as bits; unless it says otherwise none has.
  static constexpr std::uint64_t kAtHome = 1;
  std::uint64_t rotations = kAtHome;

  // How the centres are turned there: the options of each face, bit 4 * centre + turn. Unless it says otherwise, all.
  std::array<std::uint32_t, kFaces> centre = kAnyTurns;

  static constexpr std::uint32_t bit_of_corner(int piece, int twist) { return 1U << (3 * piece + twist); }
  static constexpr std::uint32_t bit_of_edge(int piece, int flip) { return 1U << (2 * piece + flip); }
  static constexpr std::uint32_t bit_of_centre(int centre, int turn) { return 1U << (4 * centre + turn); }

  // All cubes with centres at home; exactly one cube, and with Centres::turned also how its centres are turned.
  static Pattern any();
  static Pattern of(const Cube& cube, Centres centres = Centres::moved);

  // Every option that passes the test: fits(is_corner, place, cube) sees it on a cube that has it at that place.
  template <class Fits>
  static Pattern where(const Fits& fits);

  // Whether the cube fits.
  bool holds(const Cube& cube) const;

  // Whether it says nothing of how centres are turned.
  bool leaves_turns_free() const { return centre == kAnyTurns; }
  // The turns in which a face may hold a centre, as bits.
  unsigned turns_at(int face, int piece) const { return centre[face] >> 4 * piece & 15; }

  // The cube, if each place has one option; it need not be reachable. With Centres::turned each face must have one,
  // too; else the centres are as the rotation has carried them.
  std::optional<Cube> only(Centres centres = Centres::moved) const;

  friend bool operator==(const Pattern&, const Pattern&) = default;
  friend bool operator<(const Pattern& a, const Pattern& b) {
    return std::tie(a.corner, a.edge, a.rotations, a.centre) < std::tie(b.corner, b.edge, b.rotations, b.centre);
  }
};

template <class Fits>
Pattern Pattern::where(const Fits& fits) {
  Pattern pattern{};
  for (int place = 0; place < kCorners; ++place)
    for (int bit = 0; bit < 3 * kCorners; ++bit) {
      Cube cube;
      cube.set_corner(place, bit / 3, bit % 3);
      if (fits(true, place, cube)) pattern.corner[place] |= 1U << bit;
    }
  for (int place = 0; place < kEdges; ++place)
    for (int bit = 0; bit < 2 * kEdges; ++bit) {
      Cube cube;
      cube.set_edge(place, bit / 2, bit % 2);
      if (fits(false, place, cube)) pattern.edge[place] |= 1U << bit;
    }
  return pattern;
}

// The cubes that fit both.
Pattern operator&(const Pattern& a, const Pattern& b);

// { c * g : c fits }, { g * c : c fits }, { S^-1 * c * S : c fits }, { c^-1 : c fits }. Precondition: g is a cube whose
// centres a rotation has carried to where they are.
Pattern operator*(const Pattern& pattern, const Cube& g);
Pattern operator*(const Cube& g, const Pattern& pattern);
Pattern conjugate(const Pattern& pattern, Symmetry s);
Pattern inverse(const Pattern& pattern);

// The cubes whose centres the first of the rotations has carried, held so that these are at home.
Pattern with_home_centres(const Pattern& pattern);

// The reachable cubes that fit a pattern. Their centres are at home, whatever the pattern says of them, and not turned:
// what it says of turns at home only excludes the cubes with which none of them goes.
class Completions {
 public:
  explicit Completions(const Pattern& pattern);

  // Their number, at most 43,252,003,274,489,856,000.
  Uint128 count() const { return count_; }

  // One of them, chosen uniformly; and always the same one. Precondition: count() > 0.
  Cube draw(Random& random) const;
  Cube first() const;

  // Calls visit() with each of them, always in the same order, until it returns false. Returns false then.
  bool visit(const std::function<bool(const Cube&)>& visit) const;

  // All of them, in that order. Precondition: memory for them.
  std::vector<Cube> list() const;

  // What each place really holds in some of them: the least pattern with the same reachable cubes. Without any it has
  // no options.
  Pattern narrowed() const;

 private:
  // The ways to fill places 0..n-1 with the pieces of each set of n pieces, and the rest with the others, by parity and
  // sum of orientations.
  struct Ways {
    static constexpr int kMaxSums = 6;  // 2 * sum + parity; of corners 6, of edges 4
    std::vector<std::array<std::uint64_t, kMaxSums>> before;
    std::vector<std::array<std::uint64_t, kMaxSums>> after;  // so that the whole has that parity and that sum
  };
  template <class Visit>
  void for_each_option(bool is_corners, unsigned placed, const Visit& visit) const;
  Ways count_ways(bool is_corners) const;
  // Visits every way to fill the places of a kind that are not filled yet, so that it has parity and sum 0 in all.
  template <class Visit>
  bool fill(bool is_corners, unsigned placed, int sum, Cube& cube, const Visit& visit) const;
  std::uint64_t ways(bool is_corners, int parity) const;
  bool may_turn(int parity) const { return (turn_parities_ >> parity & 1) != 0; }

  Pattern pattern_;
  unsigned turn_parities_;  // of the sums of turns at home, as bits
  Ways corners_;
  Ways edges_;
  Uint128 count_ = 0;
};

// The cube, with its centres turned as the pattern has them and as the parity of its corners asks for. Precondition:
// the centres of both are at home, and there is such a way to turn them.
Cube with_turns(Cube cube, const Pattern& pattern);

}  // namespace superflip
