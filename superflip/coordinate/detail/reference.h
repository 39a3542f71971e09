// The reference facelet of each piece in each frame, as its position among the piece's facelets.
#pragma once

#include <array>
#include <cstdint>

#include "superflip/coordinate/orientation.h"
#include "superflip/cube/piece.h"

namespace superflip::detail {

constexpr bool is_on_axis(Face f, Frame axis) { return f % 3 == static_cast<int>(axis); }

// The facelet of an edge that is its reference. If the quarter turns of one axis flip, it is the facelet on the axis
// before it (UD before RL before FB before UD) or, where there is none, on that axis. In the symmetric frame each of
// the three slices has an axis of its own.
constexpr int edge_reference(int edge, Frame frame) {
  const auto& faces = kEdgeFaces[edge];
  const auto on = [&faces](Frame axis) { return is_on_axis(faces[0], axis) ? 0 : 1; };
  const auto has = [&faces](Frame axis) { return is_on_axis(faces[0], axis) || is_on_axis(faces[1], axis); };
  switch (frame) {
    case Frame::fb:
      return has(Frame::ud) ? on(Frame::ud) : on(Frame::fb);
    case Frame::ud:
      return has(Frame::rl) ? on(Frame::rl) : on(Frame::ud);
    case Frame::rl:
      return has(Frame::fb) ? on(Frame::fb) : on(Frame::rl);
    case Frame::symmetric:
      if (!has(Frame::fb)) return on(Frame::ud);
      return has(Frame::ud) ? on(Frame::fb) : on(Frame::rl);
  }
  return 0;
}

constexpr int corner_reference(int corner, Frame frame) {
  for (int i = 0; i < 3; ++i)
    if (is_on_axis(kCornerFaces[corner][i], frame)) return i;
  return 0;
}

constexpr auto make_references() {
  std::array<std::array<std::array<std::uint8_t, kEdges>, 4>, 2> reference{};
  for (int f = 0; f < 4; ++f) {
    for (int x = 0; x < kCorners; ++x)
      reference[0][f][x] = static_cast<std::uint8_t>(corner_reference(x, static_cast<Frame>(f)));
    for (int x = 0; x < kEdges; ++x)
      reference[1][f][x] = static_cast<std::uint8_t>(edge_reference(x, static_cast<Frame>(f)));
  }
  return reference;
}

// kReference[kind][frame][piece], for corners and edges.
inline constexpr auto kReference = make_references();

}  // namespace superflip::detail
