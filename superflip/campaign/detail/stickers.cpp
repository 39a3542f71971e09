#include "superflip/campaign/detail/stickers.h"

#include <array>
#include <cstddef>

namespace superflip::detail {
namespace {

using Point = std::array<int, 3>;  // x to the right, y to the back, z up

constexpr int kStickers = 54;
constexpr std::string_view kFaces = "URFDLB";

// Sticker n of a face, seen from outside: the corner at its top left, and the steps to the right and down.
struct Side {
  Point first, right, down;
};
constexpr std::array<Side, 6> kSides{{{{-1, 1, 2}, {1, 0, 0}, {0, -1, 0}},    // U: its top is at the back
                                      {{2, -1, 1}, {0, 1, 0}, {0, 0, -1}},    // R
                                      {{-1, -2, 1}, {1, 0, 0}, {0, 0, -1}},   // F
                                      {{-1, -1, -2}, {1, 0, 0}, {0, 1, 0}},   // D: its top is at the front
                                      {{-2, 1, 1}, {0, -1, 0}, {0, 0, -1}},   // L
                                      {{1, 2, 1}, {-1, 0, 0}, {0, 0, -1}}}};  // B

Point point_of(int sticker) {
  const Side& side = kSides[static_cast<std::size_t>(sticker / 9)];
  Point point{};
  for (std::size_t axis = 0; axis < 3; ++axis)
    point[axis] = side.first[axis] + sticker % 3 * side.right[axis] + sticker % 9 / 3 * side.down[axis];
  return point;
}

int sticker_at(const Point& point) {
  int found = 0;
  while (point_of(found) != point) ++found;  // the points of all stickers are a set that turns keep
  return found;
}

// A quarter turn of the face, clockwise as seen from outside: outwards x point, on the layer of the face.
Point quarter(int face, const Point& point) {
  constexpr std::array<std::size_t, 6> kAxes{2, 0, 1, 2, 0, 1};
  constexpr std::array<int, 6> kOutwards{1, 1, -1, -1, -1, 1};
  const std::size_t axis = kAxes[static_cast<std::size_t>(face)];
  const int sign = kOutwards[static_cast<std::size_t>(face)];
  if (point[axis] * sign < 1) return point;
  const std::size_t a = (axis + 1) % 3;
  const std::size_t b = (axis + 2) % 3;
  Point moved = point;  // clockwise, as seen against the direction of the axis: a goes to -b, b to a
  moved[a] = sign * point[b];
  moved[b] = -sign * point[a];
  return moved;
}

// Where the stickers go by a quarter turn of each face.
using Places = std::array<std::array<std::size_t, kStickers>, kFaces.size()>;

const Places& places() {
  static const Places all = [] {
    Places made{};
    for (std::size_t face = 0; face < made.size(); ++face)
      for (int from = 0; from < kStickers; ++from)
        made[face][static_cast<std::size_t>(from)] =
            static_cast<std::size_t>(sticker_at(quarter(static_cast<int>(face), point_of(from))));
    return made;
  }();
  return all;
}

// Calls take(face, quarter turns) for each move; false where a word is none.
template <class Take>
bool each_move(std::string_view moves, const Take& take) {
  for (std::size_t i = 0; i < moves.size();) {
    if (moves[i] == ' ') {
      ++i;
      continue;
    }
    const std::size_t face = kFaces.find(moves[i++]);
    if (face == std::string_view::npos) return false;
    int quarters = 1;
    if (i < moves.size() && (moves[i] == '2' || moves[i] == '\'')) quarters = moves[i++] == '2' ? 2 : 3;
    if (i < moves.size() && moves[i] != ' ') return false;
    take(static_cast<int>(face), quarters);
  }
  return true;
}

}  // namespace

std::optional<std::string> turned(std::string_view stickers, std::string_view moves) {
  if (stickers.size() != kStickers) return std::nullopt;
  std::string now(stickers);
  const bool are_moves = each_move(moves, [&](int face, int quarters) {
    for (int i = 0; i < quarters; ++i) {
      const std::string before = now;
      const auto& to = places()[static_cast<std::size_t>(face)];
      for (std::size_t from = 0; from < to.size(); ++from) now[to[from]] = before[from];
    }
  });
  if (!are_moves) return std::nullopt;
  return now;
}

bool is_uniform(std::string_view stickers) {
  for (std::size_t i = 0; i < stickers.size(); ++i)
    if (stickers[i] != stickers[i / 9 * 9 + 4]) return false;
  return stickers.size() == kStickers;
}

int length_of(std::string_view moves, Metric metric) {
  int length = 0;
  int last_face = -1;  // of a turn with which the next one may count as one move
  int last_quarters = 0;
  const bool are_moves = each_move(moves, [&](int face, int quarters) {
    const bool is_pair = last_face >= 0 && face == (last_face + 3) % 6 &&
                         (metric == Metric::atm || (metric == Metric::stm && quarters + last_quarters == 4));
    if (!is_pair) length += metric == Metric::qtm && quarters == 2 ? 2 : 1;
    last_face = is_pair ? -1 : face;
    last_quarters = quarters;
  });
  return are_moves ? length : -1;
}

}  // namespace superflip::detail
