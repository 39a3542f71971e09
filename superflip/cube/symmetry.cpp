#include "superflip/cube/symmetry.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/cube/symmetry.cpp"
#include <fmt/format.h>
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "superflip/base/detail/dispatch.h"
#include "superflip/base/uint128.h"
#include "superflip/cube/conjugation-inl.h"
#include "superflip/cube/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace HWY_NAMESPACE {
namespace {

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

// The pieces as numbers of which the first place is the highest digit.
struct Digits {
  std::uint64_t corners;
  std::uint64_t edges;
  std::uint64_t last_edges;
  std::uint64_t centres;

  explicit Digits(const Cube& c) {
    std::memcpy(&corners, c.corner.data(), 8);
    std::memcpy(&edges, c.edge.data(), 8);
    std::memcpy(&last_edges, c.edge.data() + 8, 8);
    std::memcpy(&centres, c.corner.data() + 8, 8);
    corners = __builtin_bswap64(corners);
    edges = __builtin_bswap64(edges);
    last_edges = __builtin_bswap64(last_edges);
    centres = __builtin_bswap64(centres);
  }

  friend bool operator<(const Digits& a, const Digits& b) {
    if (a.corners != b.corners) return a.corners < b.corners;
    if (a.edges != b.edges) return a.edges < b.edges;
    return a.last_edges != b.last_edges ? a.last_edges < b.last_edges : a.centres < b.centres;
  }
};

void find_least_image(const Cube& c, bool inversion, Cube& least) {
  least = c;
  Digits digits(c);
  const auto improve = [&](const Cube& of) {
    const CubeVector v = load(of);
    for (const Symmetry s : kAllSymmetries) {
      Cube image;
      store(conjugate(v, s), image);
      const Digits found(image);
      if (!(found < digits)) continue;
      digits = found;
      least = image;
    }
  };
  improve(c);
  if (inversion) improve(inverse(c));
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip {

SUPERFLIP_DISPATCH_TABLE(conjugate_cube);
SUPERFLIP_DISPATCH_TABLE(hash_symmetric);
SUPERFLIP_DISPATCH_TABLE(find_least_image);

Cube conjugate(const Cube& c, Symmetry s) {
  Cube result;
  SUPERFLIP_DISPATCH(conjugate_cube)(c, s, result);
  return result;
}

std::uint64_t symmetric_hash(const Cube& c) { return SUPERFLIP_DISPATCH(hash_symmetric)(c); }

bool is_less(const Cube& a, const Cube& b) {
  if (const int order = std::memcmp(a.corner.data(), b.corner.data(), kCorners); order != 0) return order < 0;
  if (const int order = std::memcmp(a.edge.data(), b.edge.data(), kEdges); order != 0) return order < 0;
  return std::memcmp(a.corner.data() + kCorners, b.corner.data() + kCorners, kFaces) < 0;
}

Cube least_image(const Cube& c, bool inversion) {
  Cube least;
  SUPERFLIP_DISPATCH(find_least_image)(c, inversion, least);
  return least;
}

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
