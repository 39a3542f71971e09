// Alphabets: what the optimal solver calls a letter of a word.
//
// In htm and qtm a letter is a turn of one face, and the cost of a word is the sum of the costs of its letters. In stm
// and atm two turns of opposite faces may count as one, so there a letter is a syllable: everything that happens about
// one axis between letters of other axes, R^a L^b. There are 15 syllables an axis, 45 in all. Their costs can be added
// again, since no syllable is followed by one of its own axis:
//
//     atm: 1
//     stm: 1 if one face turns (R^a, L^b) or both in the same direction as a slice does (R L', R' L, R2 L2); else 2
//
// What the pruning cosets (coset.h) see of a letter m on an axis whose faces are R and L, where m = R^a L^b:
//
// - K contains the half turns and R L'. So if a + b is even, m is in K, and K m^-1 y = K y for every cube y. If it is
//   odd, K m^-1 y = K R y. One coset an axis decides about all letters of that axis. Call m even or odd accordingly.
// - On a folded table x and x R L' have one entry, so the class of x m depends on the axis and on a + b mod 4 only.
// With
//   a + b = 0 mod 4 it is the class of x itself.
//
// A cost of 2 is that of two letters of cost 1 in a row: R L in stm, or a half turn in qtm.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"
#include "superflip/solver/optimal/numbering.h"

namespace superflip::optimal {

// The letter of an alphabet, 0..Alphabet::kLetters - 1; kLetters stands for no letter.
using Letter = std::uint8_t;

// The 18 turns, numbered as moves. Two opposite faces may turn one after the other, in the order of may_follow().
struct Turns {
  static constexpr int kLetters = kMoves;
  using Mask = std::uint32_t;
  // Whether a letter is all that happens about its axis.
  static constexpr bool kIsWholeAxis = false;

  explicit constexpr Turns(Metric metric) : half_(superflip::cost(make_move(U, 2), metric)) {}

  static constexpr int axis(Letter m) { return axis_of(Move(m)); }
  static constexpr bool is_even(Letter m) { return turns_of(Move(m)) == 2; }
  // a + b mod 4.
  static constexpr int sum(Letter m) { return turns_of(Move(m)); }
  static constexpr Letter inverse(Letter m) { return superflip::inverse(Move(m)); }
  static constexpr bool may_follow(Letter last, Letter next) {
    return last == kLetters || superflip::may_follow(Move(last), Move(next));
  }
  // Whether every later letter of the axis comes before this one.
  static constexpr bool ends_axis(Letter m) { return face_of(Move(m)) >= kAxes; }
  // Whether the class that a folded table has for x m is also that of x n for a cheaper n, or one that comes earlier.
  static constexpr bool is_second(Letter m) { return face_of(Move(m)) >= kAxes; }
  static const Cube& cube(Letter m) { return kNumberedMoves[m]; }

  int cost(Letter m) const { return is_even(m) ? half_ : 1; }

  // Whether m may follow `last`, by which a breadth-first search in steps of cost 1 arrived. A second turn of the same
  // face leads no farther than one turn, except in the quarter-turn metric, where two equal quarter turns make a half
  // turn.
  bool may_begin(Letter last, Letter m) const {
    if (last == kLetters || face_of(Move(m)) != face_of(Move(last))) return true;
    static_assert(kFaceTurnsAreHtmOrQtm);
    return half_ == 2 && m == last && !is_even(m);
  }

  // Appends the turns of a letter.
  static void spell(Letter m, Moves& word) { word.push_back(Move(m)); }

 private:
  int half_;
};

namespace detail {

inline constexpr int kSyllablesAnAxis = 15;

struct Pair {
  std::uint8_t first, second;
};

inline constexpr std::array<Pair, kSyllablesAnAxis> kPairs = [] {
  std::array<Pair, kSyllablesAnAxis> pairs{};
  std::size_t n = 0;
  for (int sum = 0; sum < 4; ++sum)
    for (int a = 0; a < 4; ++a)
      if (const int b = (sum + 4 - a) % 4; a != 0 || b != 0)
        pairs[n++] = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
  return pairs;
}();

constexpr auto costs_in_stm() {
  std::array<std::uint8_t, kAxes * kSyllablesAnAxis> costs{};
  for (std::size_t m = 0; m < costs.size(); ++m) {
    const Pair p = kPairs[m % kSyllablesAnAxis];
    costs[m] = p.first == 0 || p.second == 0 || p.first + p.second == 4 ? 1 : 2;
  }
  return costs;
}

constexpr auto syllable_cubes() {
  std::array<Cube, kAxes * kSyllablesAnAxis> cubes{};
  for (std::size_t m = 0; m < cubes.size(); ++m) {
    const Pair p = kPairs[m % kSyllablesAnAxis];
    const std::size_t axis = m / kSyllablesAnAxis;
    if (p.first != 0) cubes[m] = kNumberedMoves[3 * axis + p.first - 1];
    if (p.second != 0) cubes[m] = compose(cubes[m], kNumberedMoves[3 * (axis + kAxes) + p.second - 1]);
  }
  return cubes;
}

}  // namespace detail

// The 45 syllables, by axis, then by a + b mod 4, then by a.
struct Syllables {
  static constexpr int kAnAxis = detail::kSyllablesAnAxis;
  static constexpr int kLetters = kAxes * kAnAxis;
  using Mask = std::uint64_t;
  static constexpr bool kIsWholeAxis = true;

  explicit constexpr Syllables(Metric metric) : is_stm_(row_of(metric).pairs == MetricRow::Pairs::slices) {}

  static constexpr int axis(Letter m) { return m / kAnAxis; }
  static constexpr bool is_even(Letter m) { return sum(m) % 2 == 0; }
  static constexpr int sum(Letter m) { return (kPairs[m % kAnAxis].first + kPairs[m % kAnAxis].second) % 4; }
  static constexpr Letter inverse(Letter m) { return find(axis(m), (4 - first(m)) % 4, (4 - second(m)) % 4); }
  static constexpr bool may_follow(Letter last, Letter next) { return last == kLetters || axis(last) != axis(next); }
  static constexpr bool ends_axis(Letter) { return true; }
  static constexpr bool is_second(Letter m) { return second(m) != 0; }
  static const Cube& cube(Letter m) { return kCubes[m]; }

  // The quarter turns of the axis's first face (U, R, F) and of the opposite one, 0..3.
  static constexpr int first(Letter m) { return kPairs[m % kAnAxis].first; }
  static constexpr int second(Letter m) { return kPairs[m % kAnAxis].second; }
  // Not both are 0.
  static constexpr Letter find(int axis, int first, int second) {
    int at = 0;
    while (kPairs[at].first != first || kPairs[at].second != second) ++at;
    return static_cast<Letter>(axis * kAnAxis + at);
  }

  constexpr int cost(Letter m) const { return is_stm_ ? kCosts[m] : 1; }

  // Turns.may_begin(). In stm two steps about one axis can make a letter of cost 2; all others lead no farther than
  // one.
  constexpr bool may_begin(Letter last, Letter m) const {
    if (may_follow(last, m)) return true;
    const int a = (first(last) + first(m)) % 4;
    const int b = (second(last) + second(m)) % 4;
    return cost(m) == 1 && (a != 0 || b != 0) && cost(find(axis(m), a, b)) == 2;
  }

  static void spell(Letter m, Moves& word) {
    if (first(m) != 0) word.push_back(make_move(static_cast<Face>(axis(m)), first(m)));
    if (second(m) != 0) word.push_back(make_move(static_cast<Face>(axis(m) + kAxes), second(m)));
  }

 private:
  static constexpr auto& kPairs = detail::kPairs;
  static constexpr std::array<std::uint8_t, kLetters> kCosts = detail::costs_in_stm();
  static constexpr std::array<Cube, kLetters> kCubes = detail::syllable_cubes();

  bool is_stm_;
};

// Calls body(alphabet) with the alphabet of the metric.
template <class Body>
auto with_alphabet(Metric metric, Body body) {
  if (counts_face_turns(metric)) return body(Turns(metric));
  return body(Syllables(metric));
}

// The letters of a normal word, in an array that is long enough; returns their number.
template <class Alphabet>
int read_letters(std::span<const Move> word, std::span<Letter> letters) {
  int n = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if constexpr (Alphabet::kIsWholeAxis) {
      const int axis = axis_of(word[i]);
      std::array<int, 2> turns{};
      for (; i < word.size() && axis_of(word[i]) == axis; ++i) turns[face_of(word[i]) / kAxes] += turns_of(word[i]);
      --i;
      letters[n++] = Alphabet::find(axis, turns[0] % 4, turns[1] % 4);
    } else {
      letters[n++] = word[i];
    }
  }
  return n;
}

}  // namespace superflip::optimal
