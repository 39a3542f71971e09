// Orientation: the orientations of all corners, all edges or all centres in a given frame of reference.
//
// The orientation of a piece is the position of its reference facelet relative to the reference facelet of its place. A
// frame is a choice of reference facelets. For corners these are the facelets on one axis. For edges they are chosen so
// that only the quarter turns of one axis flip (four edges each) or, in the frame `symmetric`, so that every quarter
// turn flips. A quarter rotation of the cube changes the references of the symmetric frame on all twelve edges at once,
// which changes no flip. So all 48 symmetries act on this coordinate, but not on the others
// (kociemba.org/symmetric.htm).
//
// With the usual frame (UD for corners, FB for edges) the numbers are those of CornerOrientation and EdgeOrientation:
// in base 3 or 2, with the first place as the highest digit and without the last place. 0 is the solved cube. Centres
// have one frame, that of kCentreTop. Their quarter turns have no fixed sum, so all six are digits in base 4.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/covered.h"

namespace SUPERFLIP_API superflip {

enum class PieceKind : std::uint8_t { corners, edges, centres };

inline constexpr int kPieceKinds = 3;

// How many pieces there are, and in how many ways one can lie in its place.
constexpr int pieces_of(PieceKind kind) { return std::array{kCorners, kEdges, kFaces}[static_cast<std::size_t>(kind)]; }
constexpr int orientations_of(PieceKind kind) { return std::array{3, 2, 4}[static_cast<std::size_t>(kind)]; }
// Whether the orientations of all pieces have a fixed sum, so that the last one follows from the others.
constexpr bool has_fixed_sum(PieceKind kind) { return kind != PieceKind::centres; }
constexpr std::string_view name(PieceKind kind) {
  return std::array<std::string_view, kPieceKinds>{"corners", "edges", "centres"}[static_cast<std::size_t>(kind)];
}
// "URF", "UR", "U".
constexpr std::string_view piece_name(PieceKind kind, int piece) {
  const auto p = static_cast<std::size_t>(piece);
  if (kind == PieceKind::centres) return kFaceLetters.substr(p, 1);
  return kind == PieceKind::corners ? kCornerNames[p] : kEdgeNames[p];
}

// The piece at a place.
inline int piece_at(const Cube& c, PieceKind kind, int place) {
  if (kind == PieceKind::centres) return c.centre_at(place);
  return kind == PieceKind::corners ? c.corner_at(place) : c.edge_at(place);
}

// Puts a piece on a place; the place keeps its orientation.
inline void set_piece(Cube& c, PieceKind kind, int place, int piece) {
  if (kind == PieceKind::centres)
    c.set_centre_piece(place, piece);
  else if (kind == PieceKind::corners)
    c.set_corner_piece(place, piece);
  else
    c.set_edge_piece(place, piece);
}

// The axis of the corners' references, or the axis whose quarter turns flip edges.
enum class Frame : std::uint8_t { ud, rl, fb, symmetric };

// That of the classic coordinates: twists as seen from U and D, flips that quarter turns of F and B change.
constexpr Frame usual_frame(PieceKind kind) { return kind == PieceKind::edges ? Frame::fb : Frame::ud; }
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

// The orientation of the piece at a place, 0..2, 0..1 or 0..3. Precondition here and below: the frame is not symmetric
// for corners, and the usual one for centres.
int orientation_at(const Cube& c, PieceKind kind, Frame frame, int place);

// Turns the piece at a place so that orientation_at() becomes `orientation`.
void set_orientation(Cube& c, PieceKind kind, Frame frame, int place, int orientation);

class Orientation {
 public:
  // Precondition: as for orientation_at().
  Orientation(PieceKind kind, Frame frame) : kind_(kind), frame_(frame) {}

  PieceKind kind() const { return kind_; }
  Frame frame() const { return frame_; }

  // As in a description: "edges: orientation", "corners: orientation FB".
  std::string name() const;
  Index size() const { return kind_ == PieceKind::corners ? 2187 : kind_ == PieceKind::edges ? 2048 : 4096; }
  Index index(const Cube& c) const;
  void assign(Cube& c, Index i) const;  // pieces stay in their places
  void indices(std::span<const Cube> cubes, std::span<Index> to) const;
  bool follows_pieces() const { return true; }
  bool is_described() const { return true; }

  Covered covered() const;

 private:
  PieceKind kind_;
  Frame frame_;
};

}  // namespace superflip
