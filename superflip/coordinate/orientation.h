// Orientation: the orientations of all corners or all edges in a given frame of reference.
//
// The orientation of a piece is the position of its reference facelet relative to the reference facelet of its place. A
// frame is a choice of reference facelets. For corners these are the facelets on one axis. For edges they are chosen so
// that only the quarter turns of one axis flip (four edges each) or, in the frame `symmetric`, so that every quarter
// turn flips. A quarter rotation of the cube changes the references of the symmetric frame on all twelve edges at once,
// which changes no flip. So all 48 symmetries act on this coordinate, but not on the others
// (kociemba.org/symmetric.htm).
//
// With the usual frame (UD for corners, FB for edges) the numbers are those of CornerOrientation and EdgeOrientation:
// in base 3 or 2, with the first place as the highest digit and without the last place. 0 is the solved cube.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/covered.h"

namespace SUPERFLIP_API superflip {

enum class PieceKind : std::uint8_t { corners, edges };

constexpr int pieces_of(PieceKind kind) { return kind == PieceKind::corners ? kCorners : kEdges; }
constexpr int orientations_of(PieceKind kind) { return kind == PieceKind::corners ? 3 : 2; }
constexpr std::string_view name(PieceKind kind) { return kind == PieceKind::corners ? "corners" : "edges"; }

// The axis of the corners' references, or the axis whose quarter turns flip edges.
enum class Frame : std::uint8_t { ud, rl, fb, symmetric };

constexpr Frame usual_frame(PieceKind kind) { return kind == PieceKind::corners ? Frame::ud : Frame::fb; }
constexpr std::string_view name(Frame frame) {
  switch (frame) {
    case Frame::ud:
      return "UD";
    case Frame::rl:
      return "RL";
    case Frame::fb:
      return "FB";
    case Frame::symmetric:
      return "symmetric";
  }
  return "";
}

// The orientation of the piece at a place, 0..2 or 0..1. Precondition: frame is not symmetric for corners.
int orientation_at(const Cube& c, PieceKind kind, Frame frame, int place);

// Turns the piece at a place so that orientation_at() becomes `orientation`.
void set_orientation(Cube& c, PieceKind kind, Frame frame, int place, int orientation);

class Orientation {
 public:
  // Precondition: frame is not symmetric for corners.
  Orientation(PieceKind kind, Frame frame) : kind_(kind), frame_(frame) {}

  PieceKind kind() const { return kind_; }
  Frame frame() const { return frame_; }

  // As in a description: "edges: orientation", "corners: orientation FB".
  std::string name() const;
  Index size() const { return kind_ == PieceKind::corners ? 2187 : 2048; }
  Index index(const Cube& c) const;
  void assign(Cube& c, Index i) const;  // pieces stay in their places
  bool follows_pieces() const { return true; }
  bool is_described() const { return true; }

  Covered covered() const { return kind_ == PieceKind::corners ? Covered{.twists = 0xFF} : Covered{.flips = 0xFFF}; }

 private:
  PieceKind kind_;
  Frame frame_;
};

}  // namespace superflip
