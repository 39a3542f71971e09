// Pieces: the 6 faces, 8 corners and 12 edges, each with the faces it shows.
//
// A piece is named by the faces of its place in the solved cube, the reference facelet first: U or D where it has
// one, else F or B; corners go on clockwise. The order of the pieces is Kociemba's (kociemba.org/cube.htm) and
// fixes every number in this project. Everything else about the cube (moves, symmetries, facelets) is derived
// from these two tables.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "superflip/base/api.h"

namespace SUPERFLIP_API superflip {

inline constexpr int kFaces = 6;
inline constexpr int kCorners = 8;
inline constexpr int kEdges = 12;

enum Face : std::uint8_t { U, R, F, D, L, B };
enum Corner : std::uint8_t { URF, UFL, ULB, UBR, DFR, DLF, DBL, DRB };
enum Edge : std::uint8_t { UR, UF, UL, UB, DR, DF, DL, DB, FR, FL, BL, BR };

inline constexpr std::string_view kFaceLetters = "URFDLB";
inline constexpr std::array<std::string_view, kCorners> kCornerNames{"URF", "UFL", "ULB", "UBR",
                                                                     "DFR", "DLF", "DBL", "DRB"};
inline constexpr std::array<std::string_view, kEdges> kEdgeNames{"UR", "UF", "UL", "UB", "DR", "DF",
                                                                 "DL", "DB", "FR", "FL", "BL", "BR"};

// The faces a corner shows, clockwise from its reference facelet.
inline constexpr std::array<std::array<Face, 3>, kCorners> kCornerFaces{
    {{U, R, F}, {U, F, L}, {U, L, B}, {U, B, R}, {D, F, R}, {D, L, F}, {D, B, L}, {D, R, B}}};

// The faces an edge shows, its reference facelet first.
inline constexpr std::array<std::array<Face, 2>, kEdges> kEdgeFaces{
    {{U, R}, {U, F}, {U, L}, {U, B}, {D, R}, {D, F}, {D, L}, {D, B}, {F, R}, {F, L}, {B, L}, {B, R}}};

// The direction against which the turn of a centre is measured: the neighbour beside which a face has its top row in
// the usual net (facelets.h).
inline constexpr std::array<Face, kFaces> kCentreTop{B, U, U, F, U, U};

constexpr Face opposite(Face f) { return static_cast<Face>((f + 3) % 6); }

}  // namespace superflip
