#include "superflip/cube/axis_orientation.h"

#include <cassert>

namespace superflip {
namespace {

// The places around each face, clockwise: a turn takes the piece at one place to the next.
constexpr std::array<std::array<Corner, 4>, kFaces> kCornerCycles{{{URF, UFL, ULB, UBR},
                                                                   {URF, UBR, DRB, DFR},
                                                                   {URF, DFR, DLF, UFL},
                                                                   {DFR, DRB, DBL, DLF},
                                                                   {UFL, DLF, DBL, ULB},
                                                                   {UBR, ULB, DBL, DRB}}};
constexpr std::array<std::array<Edge, 4>, kFaces> kEdgeCycles{
    {{UR, UF, UL, UB}, {UR, BR, DR, FR}, {UF, FR, DF, FL}, {DR, DB, DL, DF}, {UL, FL, DL, BL}, {UB, BL, DB, BR}}};

// After a quarter turn about `turned`: that axis stays, and the other two are exchanged. The numbers of all three add
// up to 3.
constexpr Axis exchanged(Axis axis, Axis turned) {
  return axis == turned ? axis : static_cast<Axis>(3 - static_cast<int>(axis) - static_cast<int>(turned));
}

template <class Place, class Pieces, class Axes>
void quarter_turn(const std::array<Place, 4>& cycle, Axis turned, Pieces& piece, Axes& axis) {
  const auto last = piece[cycle[3]];
  const Axis last_axis = axis[cycle[3]];
  for (int i = 3; i > 0; --i) {
    piece[cycle[i]] = piece[cycle[i - 1]];
    axis[cycle[i]] = exchanged(axis[cycle[i - 1]], turned);
  }
  piece[cycle[0]] = last;
  axis[cycle[0]] = exchanged(last_axis, turned);
}

// The index of the face of a place that lies along the axis, which is the twist or flip.
template <class Faces>
int orientation(const Faces& faces, Axis axis) {
  int o = 0;
  while (axis_of(faces[o]) != axis) {
    ++o;
    assert(o < static_cast<int>(faces.size()));
  }
  return o;
}

}  // namespace

int twist_at(Corner place, Axis axis) { return orientation(kCornerFaces[place], axis); }

AxisCube to_axes(const Cube& c) {
  AxisCube a;
  for (int x = 0; x < kCorners; ++x) {
    a.corner[x] = static_cast<std::uint8_t>(c.corner_at(x));
    a.corner_axis[x] = axis_of(kCornerFaces[x][c.twist_at(x)]);
  }
  for (int x = 0; x < kEdges; ++x) {
    a.edge[x] = static_cast<std::uint8_t>(c.edge_at(x));
    a.edge_axis[x] = axis_of(kEdgeFaces[x][c.flip_at(x)]);
  }
  return a;
}

Cube to_cube(const AxisCube& a) {
  Cube c;
  for (int x = 0; x < kCorners; ++x) c.set_corner(x, a.corner[x], twist_at(Corner(x), a.corner_axis[x]));
  for (int x = 0; x < kEdges; ++x) c.set_edge(x, a.edge[x], orientation(kEdgeFaces[x], a.edge_axis[x]));
  return c;
}

AxisCube apply(AxisCube c, Move m) {
  const Face f = face_of(m);
  for (int i = 0; i < turns_of(m); ++i) {
    quarter_turn(kCornerCycles[f], axis_of(f), c.corner, c.corner_axis);
    quarter_turn(kEdgeCycles[f], axis_of(f), c.edge, c.edge_axis);
  }
  return c;
}

}  // namespace superflip
