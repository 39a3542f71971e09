// Moves: the 18 face turns, numbered 3*face + turns-1 with faces in the order U R F D L B.
//
// A turn is derived from the geometry: the face f carries its neighbours' stickers round in a cycle, and each piece
// that shows f goes where its stickers go. The tests compare this with the cubie-level tables of kociemba.org/cube.htm.
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/metric.h"

namespace SUPERFLIP_API superflip {

inline constexpr int kMoves = 18;

// A face turn, by its index 0..17: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'. It converts to its index, so it can
// index tables, but nothing converts to a Move implicitly.
struct Move {
  std::uint8_t index;

  Move() = default;  // Move{} is U
  explicit constexpr Move(std::integral auto i) : index(static_cast<std::uint8_t>(i)) {}
  constexpr operator std::uint8_t() const { return index; }

  friend constexpr bool operator==(Move, Move) = default;
  friend constexpr auto operator<=>(Move, Move) = default;  // NOLINT(modernize-use-nullptr)
};
static_assert(sizeof(Move) == 1 && std::is_trivial_v<Move>);  // search nodes hold many of them

using Moves = std::vector<Move>;

// No turn: before the first move of a word, or after its last. It may index tables with kMoves + 1 entries.
inline constexpr Move kNoMove{kMoves};

// The moves with these indices.
constexpr auto moves_at(std::integral auto... index) { return std::array<Move, sizeof...(index)>{Move(index)...}; }

// All moves, by index.
inline constexpr auto kAllMoves = moves_at(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);

constexpr Face face_of(Move m) { return static_cast<Face>(m / 3); }
constexpr int turns_of(Move m) { return m % 3 + 1; }  // clockwise quarter turns, 1..3
constexpr Move make_move(Face f, int turns) { return Move(3 * f + turns - 1); }
constexpr Move inverse(Move m) { return make_move(face_of(m), 4 - turns_of(m)); }

// The cost of a single turn: 1, or 2 for a half turn in qtm. The value is named, because searches call this in their
// inner loops, where to read the row would cost a load.
constexpr int cost(Move m, Metric metric) { return metric == Metric::qtm && turns_of(m) == 2 ? 2 : 1; }
static_assert([] {
  for (std::size_t i = 0; i < kMetrics.size(); ++i)
    if (cost(make_move(U, 2), static_cast<Metric>(i)) != kMetrics[i].half_turn) return false;
  return true;
}());

// The length of a word. Precondition in stm and atm: the word is normal (see normalise()).
constexpr int length(std::span<const Move> moves, Metric metric) {
  int n = 0;
  if (counts_face_turns(metric)) {
    for (const Move m : moves) n += cost(m, metric);
    return n;
  }
  for (std::size_t i = 0; i < moves.size(); ++i, ++n) {
    const bool is_pair = i + 1 < moves.size() && face_of(moves[i + 1]) == opposite(face_of(moves[i]));
    // A slice: both faces turn in the same direction, as R L'.
    if (is_pair && (row_of(metric).pairs == MetricRow::Pairs::all || turns_of(moves[i]) + turns_of(moves[i + 1]) == 4))
      ++i;
  }
  return n;
}

// Whether `next` may follow `last` in a normal word: never the same face twice in a row, and for opposite faces, which
// commute, always U before D, R before L, F before B.
constexpr bool may_follow(Move last, Move next) {
  return face_of(last) != face_of(next) && face_of(last) != face_of(next) + 3;
}

// The ten moves that preserve the subgroup G1 = <U, D, R2, L2, F2, B2>, in the order of their numbers.
inline constexpr auto kPhase2Moves = moves_at(0, 1, 2, 4, 7, 9, 10, 11, 13, 16);

namespace detail {

// Where a clockwise turn of face f takes the stickers of the other faces. U: F to L to B to R to F.
constexpr std::array<Face, 6> turned(Face f) {
  constexpr std::array<std::array<Face, 4>, 3> cycle{{{F, L, B, R}, {F, U, B, D}, {U, R, D, L}}};
  std::array<Face, 6> to{U, R, F, D, L, B};
  for (int i = 0; i < 4; ++i) {
    const Face a = cycle[f % 3][i];
    const Face b = cycle[f % 3][(i + 1) % 4];
    (f < 3 ? to[a] : to[b]) = f < 3 ? b : a;
  }
  return to;
}

// How many clockwise quarter turns of face f carry its neighbour `from` to `to`, 0..3.
constexpr int turns_between(Face f, Face from, Face to) {
  int turns = 0;
  for (; from != to; from = turned(f)[from]) ++turns;
  return turns;
}

constexpr void carry_centres(const std::array<Face, 6>& to, Cube& c) {
  const bool is_mirrored = turned(to[U])[to[F]] != to[L];
  for (std::size_t f = 0; f < kFaces; ++f) {
    const int turn = turns_between(to[f], kCentreTop[to[f]], to[kCentreTop[f]]);
    c.set_centre(to[f], static_cast<int>(f), is_mirrored ? 4 + (4 - turn) % 4 : turn);
  }
}

// The cube after the stickers of the moved pieces have gone from each face f to face to[f]. With turning >= 0 this is a
// face turn: only the pieces that show that face move. With turning == -1 it is a rotation of the whole cube: all
// pieces move, and so do the centres. Mirrored maps give twists 3..5, that is 3 plus the negated twist, so that
// products agree with those of Kociemba's symmetries; in the same way the turns of their centres are 4..7.
constexpr Cube carry(const std::array<Face, 6>& to, int turning) {
  Cube c;
  for (int piece = 0; piece < kCorners; ++piece) {
    const auto& from = kCornerFaces[piece];
    if (turning >= 0 && from[0] != turning && from[1] != turning && from[2] != turning) continue;
    const std::array<Face, 3> now{to[from[0]], to[from[1]], to[from[2]]};
    for (int place = 0; place < kCorners; ++place)
      for (int o = 0; o < 3; ++o) {
        const auto& at = kCornerFaces[place];
        if (at[o] == now[0] && at[(o + 1) % 3] == now[1] && at[(o + 2) % 3] == now[2]) c.set_corner(place, piece, o);
        if (at[o] == now[0] && at[(o + 2) % 3] == now[1] && at[(o + 1) % 3] == now[2])
          c.set_corner(place, piece, 3 + (3 - o) % 3);
      }
  }
  for (int piece = 0; piece < kEdges; ++piece) {
    const auto& from = kEdgeFaces[piece];
    if (turning >= 0 && from[0] != turning && from[1] != turning) continue;
    const std::array<Face, 2> now{to[from[0]], to[from[1]]};
    for (int place = 0; place < kEdges; ++place)
      for (int o = 0; o < 2; ++o)
        if (kEdgeFaces[place][o] == now[0] && kEdgeFaces[place][1 - o] == now[1]) c.set_edge(place, piece, o);
  }
  if (turning < 0) carry_centres(to, c);
  return c;
}

constexpr std::array<Cube, kMoves> make_move_cubes() {
  std::array<Cube, kMoves> cubes{};
  for (std::size_t f = 0; f < kFaces; ++f) {
    const Cube quarter = carry(turned(static_cast<Face>(f)), static_cast<int>(f));
    cubes[3 * f] = quarter;
    cubes[3 * f + 1] = compose(quarter, quarter);
    cubes[3 * f + 2] = compose(cubes[3 * f + 1], quarter);
  }
  return cubes;
}

}  // namespace detail

// The cubes that the moves make from the solved one.
inline constexpr std::array<Cube, kMoves> kMoveCubes = detail::make_move_cubes();

inline Cube apply(const Cube& c, Move m) { return c * kMoveCubes[m]; }

namespace detail {
// Multiplies c by the cube of each move, in vector registers. A product alone asks at run time which instructions the
// machine has; this asks once a word.
void apply_word(Cube& c, std::span<const Move> word, const std::array<Cube, kMoves>& cubes);
}  // namespace detail

// The cube after a word: any contiguous range of moves. (A template, so that it is preferred to std::apply, which a
// call with a std::vector would find too.)
template <std::convertible_to<std::span<const Move>> Word>
Cube apply(Cube c, Word&& word) {
  detail::apply_word(c, word, kMoveCubes);
  return c;
}

// The inverse word: applied after `moves` it gives the solved cube again.
Moves inverse(std::span<const Move> moves);

// The same sequence with neighbouring turns of a face joined (also across a turn of the opposite face) and opposite
// faces in the order U D, R L, F B. The result obeys may_follow() throughout and is never longer.
Moves normalise(std::span<const Move> moves);

}  // namespace superflip
