// Symmetries: the 48 rotations and reflections of the cube as a body.
//
// Symmetry 16a + 8b + 2c + d is S_URF3^a * S_F2^b * S_U4^c * S_LR2^d (kociemba.org/symmetric.htm): a third of a turn
// about the corner URF, a half turn about the F axis, quarter turns clockwise about the U axis, and the reflection that
// exchanges L and R. 0..15 are those that preserve the UD axis; odd numbers are the reflections. Each is a permutation
// of the six faces, from which its action on pieces follows.
//
// Invariant: conjugate(c, s) is S^-1 * c * S, a cube like c with places and pieces renamed by S; it keeps the length of
// solutions, and conjugate(conjugate(c, s), t) == conjugate(c, s * t).
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>

#include "superflip/base/api.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/move.h"

namespace SUPERFLIP_API superflip {

inline constexpr int kSymmetries = 48;
inline constexpr int kUdSymmetries = 16;  // the subgroup 0..15 that preserves the UD axis

// One of the 48, by its index 0..47; 0 is the identity. It converts to its index, so it can index tables and shift
// bits, but nothing converts to a Symmetry implicitly, and it is never taken for a Move.
struct Symmetry {
  std::uint8_t index;

  Symmetry() = default;  // Symmetry{} is the identity
  explicit constexpr Symmetry(std::integral auto i) : index(static_cast<std::uint8_t>(i)) {}
  constexpr operator std::uint8_t() const { return index; }

  friend constexpr bool operator==(Symmetry, Symmetry) = default;
  friend constexpr auto operator<=>(Symmetry, Symmetry) = default;
};

// Both convert to numbers, but comparing them makes no sense.
bool operator==(Symmetry, Move) = delete;
std::strong_ordering operator<=>(Symmetry, Move) = delete;

// All symmetries, by index.
inline constexpr std::array<Symmetry, kSymmetries> kAllSymmetries = [] {
  std::array<Symmetry, kSymmetries> all{};
  for (int s = 0; s < kSymmetries; ++s) all[s] = Symmetry(s);
  return all;
}();

// Those that preserve the UD axis.
inline constexpr std::span<const Symmetry, kUdSymmetries> kAllUdSymmetries{kAllSymmetries.data(), kUdSymmetries};

// Those that are not reflections: the ways to hold a cube.
inline constexpr std::array<Symmetry, kSymmetries / 2> kAllRotations = [] {
  std::array<Symmetry, kSymmetries / 2> all{};
  for (int i = 0; i < kSymmetries / 2; ++i) all[i] = Symmetry(2 * i);
  return all;
}();

constexpr bool is_reflection(Symmetry s) { return (s & 1) != 0; }

namespace detail {

using FaceMap = std::array<Face, kFaces>;

constexpr FaceMap make_face_map(Symmetry s) {
  constexpr FaceMap urf3{R, F, U, L, B, D};  // U goes to R, R to F, F to U
  constexpr FaceMap f2{D, L, F, U, R, B};
  constexpr FaceMap u4{U, F, L, D, B, R};
  constexpr FaceMap lr2{U, L, F, D, R, B};
  FaceMap to{U, R, F, D, L, B};
  const auto then = [&to](const FaceMap& next, int times) {
    for (int i = 0; i < times; ++i)
      for (Face& f : to) f = next[f];
  };
  then(urf3, s / 16);
  then(f2, s / 8 % 2);
  then(u4, s / 2 % 4);
  then(lr2, s % 2);
  return to;
}

constexpr std::array<FaceMap, kSymmetries> make_face_maps() {
  std::array<FaceMap, kSymmetries> maps{};
  for (const Symmetry s : kAllSymmetries) maps[s] = make_face_map(s);
  return maps;
}

}  // namespace detail

// kFaceImages[s][f]: the face to which symmetry s carries face f.
inline constexpr std::array<detail::FaceMap, kSymmetries> kFaceImages = detail::make_face_maps();

namespace detail {

using ProductTable = std::array<std::array<Symmetry, kSymmetries>, kSymmetries>;

// A symmetry is determined by the images of U, R and F. It is found from them in one step, because compilers limit
// constant evaluation.
constexpr ProductTable make_products() {
  std::array<std::array<std::array<Symmetry, kFaces>, kFaces>, kFaces> by_images{};
  for (const Symmetry s : kAllSymmetries) {
    const FaceMap& to = kFaceImages[s];
    by_images[to[U]][to[R]][to[F]] = s;
  }
  ProductTable product{};
  for (const Symmetry s : kAllSymmetries)
    for (const Symmetry t : kAllSymmetries) {
      const FaceMap& first = kFaceImages[s];
      const FaceMap& second = kFaceImages[t];
      product[s][t] = by_images[second[first[U]]][second[first[R]]][second[first[F]]];
    }
  return product;
}

constexpr std::array<Cube, kSymmetries> make_symmetry_cubes() {
  std::array<Cube, kSymmetries> cubes{};
  for (const Symmetry s : kAllSymmetries) cubes[s] = carry(kFaceImages[s], -1);
  return cubes;
}

}  // namespace detail

// kSymmetryProducts[s][t]: s, then t.
inline constexpr detail::ProductTable kSymmetryProducts = detail::make_products();

// The symmetries as cubes; the twists of reflections are 3..5 as in the source (the turns of their centres 4..7), so
// these are not for operator*.
inline constexpr std::array<Cube, kSymmetries> kSymmetryCubes = detail::make_symmetry_cubes();

// s, then t.
constexpr Symmetry operator*(Symmetry s, Symmetry t) { return kSymmetryProducts[s][t]; }

// The symmetry that undoes s.
constexpr Symmetry inverse(Symmetry s) {
  const auto& products = kSymmetryProducts[s];
  return Symmetry(std::find(products.begin(), products.end(), Symmetry{}) - products.begin());
}

// In words: "half a turn about F", "the reflection that exchanges L and R".
std::string describe(Symmetry s);

// S^-1 * c * S.
Cube conjugate(const Cube& c, Symmetry s);

// A 64-bit hash that is equal for a cube and its images under the 48 symmetries, and for hardly any other cube with the
// same centres. It is the same on every little-endian machine.
std::uint64_t symmetric_hash(const Cube& c);

// An order of cubes, by their pieces: first the corners, then the edges, then the centres.
bool is_less(const Cube& a, const Cube& b);

// The least of the 48 images of a cube and, with `inversion`, of its inverse too: the same for cubes that are alike.
Cube least_image(const Cube& c, bool inversion = false);

// S^-1 * m * S: the turn of the face to which s carries the face of m, in the opposite direction under a reflection.
constexpr Move conjugate(Move m, Symmetry s) {
  const int turns = turns_of(m);
  return make_move(kFaceImages[s][face_of(m)], is_reflection(s) ? 4 - turns : turns);
}

// S^-1 * moves * S, normalised: the word that does to conjugate(c, s) what `moves` do to c.
Moves conjugate(std::span<const Move> moves, Symmetry s);

// The symmetries s with conjugate(c, s) == c, as a set of bits 0..47; bit 0 is always there.
std::uint64_t symmetries_of(const Cube& c);

// Those with conjugate(c, s) == inverse(c) ("antisymmetries").
std::uint64_t antisymmetries_of(const Cube& c);

}  // namespace superflip
