// Facts: "piece p is at place x with state o", and what symmetries and inversion make of them.
//
// A map is a conjugation by a symmetry, or inversion before it. It carries a fact to another fact, whatever the rest of
// the cube is. A cube is a set of facts with each place and each piece once, and a group of maps fixes the cube exactly
// if that set consists of whole orbits of facts. So the cubes that a group fixes can be listed and counted orbit by
// orbit. The state of a piece is its twist or flip in the usual frame.
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <vector>

#include "superflip/base/uint128.h"
#include "superflip/coordinate/orientation.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/symmetry.h"

namespace superflip::detail {

// A conjugation by a symmetry, 0..47, or inversion and then the conjugation, 48..95. The two commute.
inline constexpr int kMaps = 2 * kSymmetries;

// A set of maps, as bits.
using Maps = Uint128;
constexpr Maps map_bit(int map) { return Maps{1} << map; }
constexpr bool contains(Maps maps, int map) { return (maps >> map & 1) != 0; }

inline std::vector<int> members(Maps maps) {
  std::vector<int> list;
  for (int map = 0; map < kMaps; ++map)
    if (contains(maps, map)) list.push_back(map);
  return list;
}

template <PieceKind kKind>
class Facts {
 public:
  static constexpr int n = pieces_of(kKind);
  static constexpr int k = orientations_of(kKind);

  struct Fact {
    int place;
    int piece;
    int state;
  };

  // Facts of which all are true or none. `places` and `pieces` are sets of bits, and `sum` is that of the states, mod
  // k.
  struct Orbit {
    std::vector<Fact> facts;
    unsigned places = 0;
    unsigned pieces = 0;
    int sum = 0;
  };
  using Orbits = std::array<std::vector<Orbit>, n>;  // by the first of their places

  static const Facts& get() {
    static const Facts facts;
    return facts;
  }

  // The orbits under a group of maps that do not contradict themselves.
  Orbits orbits(Maps maps) const {
    Orbits all;
    std::vector<bool> met(kFacts);
    const std::vector<int> list = members(maps);
    for (int first = 0; first < kFacts; ++first) {
      if (met[static_cast<std::size_t>(first)]) continue;
      std::set<int> numbers;
      for (const int map : list)
        numbers.insert(images_[static_cast<std::size_t>(map)][static_cast<std::size_t>(first)]);
      Orbit orbit;
      bool is_possible = true;
      for (const int number : numbers) {
        met[static_cast<std::size_t>(number)] = true;
        const Fact fact = fact_of(number);
        is_possible = is_possible && (orbit.places >> fact.place & 1) == 0 && (orbit.pieces >> fact.piece & 1) == 0;
        orbit.places |= 1U << fact.place;
        orbit.pieces |= 1U << fact.piece;
        orbit.facts.push_back(fact);
        orbit.sum = (orbit.sum + fact.state) % k;
      }
      if (is_possible) all[static_cast<std::size_t>(orbit.facts.front().place)].push_back(std::move(orbit));
    }
    return all;
  }

  static void set(Cube& c, const Fact& fact) {
    set_piece(c, kKind, fact.place, fact.piece);
    set_orientation(c, kKind, usual_frame(kKind), fact.place, fact.state);
  }

 private:
  static constexpr int kFacts = n * n * k;  // (place * n + piece) * k + state

  Facts() {
    for (const Symmetry s : kAllSymmetries)
      for (int place = 0; place < n; ++place) {
        Cube c;  // one piece is turned; the image's turned piece shows where its place goes
        set(c, {place, place, 1});
        const Cube image = conjugate(c, s);
        for (int x = 0; x < n; ++x)
          if (state_at(image, x) != 0) image_of_place_[s][static_cast<std::size_t>(place)] = x;
      }
    for (int map = 0; map < kMaps; ++map)
      for (int number = 0; number < kFacts; ++number)
        images_[static_cast<std::size_t>(map)][static_cast<std::size_t>(number)] = image(fact_of(number), map);
  }

  static Fact fact_of(int number) { return {number / k / n, number / k % n, number % k}; }
  static int number_of(const Fact& fact) { return (fact.place * n + fact.piece) * k + fact.state; }

  static int state_at(const Cube& c, int place) { return orientation_at(c, kKind, usual_frame(kKind), place); }

  int image(const Fact& fact, int map) const {
    Cube c;
    if (fact.piece != fact.place) set(c, {fact.piece, fact.place, 0});
    set(c, fact);
    const bool inverts = map >= kSymmetries;
    const Symmetry s(map % kSymmetries);
    const Cube moved = conjugate(inverts ? inverse(c) : c, s);
    const int to = image_of_place_[s][static_cast<std::size_t>(inverts ? fact.piece : fact.place)];
    return number_of({to, piece_at(moved, kKind, to), state_at(moved, to)});
  }

  std::array<std::array<int, n>, kSymmetries> image_of_place_{};
  std::array<std::array<int, kFacts>, kMaps> images_{};
};

}  // namespace superflip::detail
