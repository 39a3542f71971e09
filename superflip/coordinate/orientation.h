// Orientation: the orientations of all corners or all edges, by any frame of reference.
//
// A piece is oriented by where its reference facelet stands, compared with the reference facelet of its place. Which
// facelets are references is a frame. Corners: those on one axis. Edges: those for which only the quarter turns of one
// axis flip (four edges each); or, `symmetric`, those for which every quarter turn flips. That frame changes under a
// quarter rotation of the cube in all twelve edges at once, which changes no flip, so that all 48 symmetries act on the
// coordinate, which they do on none of the others (kociemba.org/symmetric.htm).
//
// With the usual frame (UD for corners, FB for edges) the numbers are those of CornerOrientation and EdgeOrientation:
// base 3 or 2, the first place the highest digit, the last one left out. 0 is the solved cube.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "superflip/coordinate/concept.h"

namespace superflip {

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

// The orientation of the piece on a place, 0..2 or 0..1. Precondition: frame is not symmetric for corners.
int orientation_at(const Cube& c, PieceKind kind, Frame frame, int place);

// Turns the piece that is on a place so that orientation_at() becomes `orientation`.
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
  void assign(Cube& c, Index i) const;  // of the pieces as they stand
  bool follows_pieces() const { return true; }

 private:
  PieceKind kind_;
  Frame frame_;
};

}  // namespace superflip
