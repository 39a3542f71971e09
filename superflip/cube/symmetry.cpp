#include "superflip/cube/symmetry.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/cube/symmetry.cpp"
#include <fmt/format.h>
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "superflip/base/uint128.h"
#include "superflip/cube/kernel-inl.h"

// For all instruction sets: this file is compiled again for each.
#ifndef SUPERFLIP_CUBE_SYMMETRY_CPP_
#define SUPERFLIP_CUBE_SYMMETRY_CPP_
namespace superflip {
namespace {

// What conjugation by one symmetry needs. Corner twists in a product with a reflection follow the rule of the group S3:
// if the left factor is a reflection, the twists of the right factor count negatively. So with m = 1 for a reflection,
//   twist(x) = inverse_twist(c(S(x))) + (-1)^m (c_twist(S(x)) + S_twist(x)),
// and (-1)^m S_twist is stored here. The turns of centres follow the same rule in the group of the square.
struct Conjugation {
  Cube inverse;  // S^-1, twists 0..2, turns 0..3
  Cube forward;  // S, the same with the sign already applied
};

constexpr std::array<Conjugation, kSymmetries> make_conjugations() {
  std::array<Conjugation, kSymmetries> all{};
  for (const Symmetry s : kAllSymmetries) {
    all[s].inverse = kSymmetryCubes[inverse(s)];
    all[s].forward = kSymmetryCubes[s];
    for (int x = 0; x < kCorners; ++x) {
      const int t = all[s].forward.twist_at(x) % 3;
      all[s].forward.set_twist(x, is_reflection(s) ? (3 - t) % 3 : t);
      all[s].inverse.set_twist(x, all[s].inverse.twist_at(x) % 3);
    }
    for (int f = 0; f < kFaces; ++f) {
      const int t = all[s].forward.turn_at(f) % 4;
      all[s].forward.set_turn(f, is_reflection(s) ? (4 - t) % 4 : t);
      all[s].inverse.set_turn(f, all[s].inverse.turn_at(f) % 4);
    }
  }
  return all;
}

constexpr std::array<Conjugation, kSymmetries> kConjugations = make_conjugations();

}  // namespace
}  // namespace superflip
#endif  // SUPERFLIP_CUBE_SYMMETRY_CPP_

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace HWY_NAMESPACE {
namespace {

HWY_INLINE CubeVector conjugate(const CubeVector& v, Symmetry s) {
  const ByteVector corner = is_reflection(s) ? negate_orientations(v.corner) : v.corner;
  return compose(compose(load(kConjugations[s].inverse), {corner, v.edge}), load(kConjugations[s].forward));
}

void conjugate_cube(const Cube& c, Symmetry s, Cube& result) { store(conjugate(load(c), s), result); }

// The sum of the images' hashes, each computed by two multiplications.
std::uint64_t hash_symmetric(const Cube& c) {
  const auto fold = [](std::uint64_t a, std::uint64_t b) {
    const Uint128 product = Uint128{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  };
  const CubeVector v = load(c);
  std::uint64_t sum = 0;
  for (const Symmetry s : kAllSymmetries) {
    Cube image;
    store(conjugate(v, s), image);
    std::array<std::uint64_t, 3> words;
    std::memcpy(&words[0], image.corner.data(), 8);
    std::memcpy(&words[1], image.edge.data(), 16);
    sum += fold(fold(words[0] ^ 0x9E3779B97F4A7C15U, words[1] ^ 0xBF58476D1CE4E5B9U) ^ words[2], 0x94D049BB133111EBU);
  }
  return sum;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip {

HWY_EXPORT(conjugate_cube);
HWY_EXPORT(hash_symmetric);

Cube conjugate(const Cube& c, Symmetry s) {
  Cube result;
  HWY_DYNAMIC_DISPATCH(conjugate_cube)(c, s, result);
  return result;
}

std::uint64_t symmetric_hash(const Cube& c) { return HWY_DYNAMIC_DISPATCH(hash_symmetric)(c); }

Moves conjugate(std::span<const Move> moves, Symmetry s) {
  Moves images(moves.begin(), moves.end());
  for (Move& m : images) m = conjugate(m, s);
  return normalise(images);
}

std::uint64_t symmetries_of(const Cube& c) {
  std::uint64_t set = 0;
  for (const Symmetry s : kAllSymmetries) set |= std::uint64_t{conjugate(c, s) == c} << s;
  return set;
}

std::uint64_t antisymmetries_of(const Cube& c) {
  const Cube undone = inverse(c);
  std::uint64_t set = 0;
  for (const Symmetry s : kAllSymmetries) set |= std::uint64_t{conjugate(c, s) == undone} << s;
  return set;
}

// By its order and by what it preserves. Without a reflection it is a rotation about an axis through faces, corners or
// edges; with one it is such a rotation followed by the point reflection.
std::string describe(Symmetry s) {
  auto to = kFaceImages[s];
  const bool reflection = is_reflection(s);
  if (reflection)
    for (Face& f : to) f = opposite(f);
  int turn_order = 1;  // of the rotation
  for (auto power = to; power != kFaceImages[0]; ++turn_order)
    for (Face& f : power) f = to[f];
  if (turn_order == 1) return reflection ? "the point reflection" : "the identity";
  if (reflection && turn_order == 2) {
    int moved = 0;
    while (kFaceImages[s][moved] == moved) ++moved;
    return fmt::format("the reflection that exchanges {} and {}", kFaceLetters[moved],
                       kFaceLetters[kFaceImages[s][moved]]);
  }
  const auto keeps = [&](const auto& faces) {
    return std::all_of(faces.begin(), faces.end(),
                       [&](Face f) { return std::find(faces.begin(), faces.end(), to[f]) != faces.end(); });
  };
  std::string_view axis;
  if (turn_order == 3) {
    for (int c = kCorners - 1; c >= 0; --c)
      if (keeps(kCornerFaces[c])) axis = kCornerNames[c];
  } else {
    for (int e = kEdges - 1; e >= 0; --e)
      if (keeps(kEdgeFaces[e])) axis = kEdgeNames[e];
    for (int f = kFaces - 1; f >= 0; --f)
      if (to[f] == f) axis = kFaceLetters.substr(f, 1);
  }
  constexpr std::array<const char*, 5> kPart{"", "", "half a turn", "a third of a turn", "a quarter of a turn"};
  return fmt::format("{} about {}{}", reflection && turn_order == 3 ? "a sixth of a turn" : kPart[turn_order], axis,
                     reflection ? " with a reflection" : "");
}

}  // namespace superflip
#endif  // HWY_ONCE
