#include "superflip/coordinate/orientation.h"

#include <array>
#include <cassert>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/detail/place_kernel.h"
#include "superflip/coordinate/detail/reference.h"

namespace superflip {
namespace {

// The difference between the orientation in this frame and in the usual frame.
int more(const Cube& c, PieceKind kind, Frame frame, int place) {
  const auto& reference = detail::kReference[static_cast<int>(kind)][static_cast<int>(frame)];
  if (kind == PieceKind::corners) return 3 + reference[c.corner_at(place)] - reference[place];
  return 2 + reference[c.edge_at(place)] - reference[place];
}

}  // namespace

int orientation_at(const Cube& c, PieceKind kind, Frame frame, int place) {
  assert(kind == PieceKind::edges || frame != Frame::symmetric);
  if (kind == PieceKind::centres) return c.turn_at(place);
  if (kind == PieceKind::corners) return (c.twist_at(place) + more(c, kind, frame, place)) % 3;
  return (c.flip_at(place) + more(c, kind, frame, place)) % 2;
}

void set_orientation(Cube& c, PieceKind kind, Frame frame, int place, int orientation) {
  assert(kind == PieceKind::edges || frame != Frame::symmetric);
  if (kind == PieceKind::centres)
    c.set_turn(place, orientation);
  else if (kind == PieceKind::corners)
    c.set_twist(place, (6 + orientation - more(c, kind, frame, place)) % 3);
  else
    c.set_flip(place, (4 + orientation - more(c, kind, frame, place)) % 2);
}

std::string Orientation::name() const {
  std::string text = std::string(superflip::name(kind_)) + ": orientation";
  if (frame_ != usual_frame(kind_)) text += " " + std::string(superflip::name(frame_));
  return text;
}

Covered Orientation::covered() const {
  if (kind_ == PieceKind::centres) return {.turns = 0x3F};
  return kind_ == PieceKind::corners ? Covered{.twists = 0xFF} : Covered{.flips = 0xFFF};
}

Index Orientation::index(const Cube& c) const {
  if (has_fixed_sum(kind_) && frame_ == usual_frame(kind_))
    return kind_ == PieceKind::corners ? CornerOrientation::index(c) : EdgeOrientation::index(c);
  const auto base = static_cast<Index>(orientations_of(kind_));
  const int digits = pieces_of(kind_) - (has_fixed_sum(kind_) ? 1 : 0);
  Index i = 0;
  for (int x = 0; x < digits; ++x) i = base * i + static_cast<Index>(orientation_at(c, kind_, frame_, x));
  return i;
}

void Orientation::indices(std::span<const Cube> cubes, std::span<Index> to) const {
  detail::PlaceSteps steps(kind_, frame_);
  detail::orientation_indices(steps, cubes, to);
}

void Orientation::assign(Cube& c, Index i) const {
  const int base = orientations_of(kind_);
  const int last = pieces_of(kind_) - 1;
  int sum = 0;
  for (int x = has_fixed_sum(kind_) ? last - 1 : last; x >= 0; --x) {
    const auto orientation = static_cast<int>(i % static_cast<Index>(base));
    i /= static_cast<Index>(base);
    sum += orientation;
    set_orientation(c, kind_, frame_, x, orientation);
  }
  if (has_fixed_sum(kind_)) set_orientation(c, kind_, frame_, last, (base * kEdges - sum) % base);
}

}  // namespace superflip
