#include "superflip/solver/optimal/frontier.h"

#include "superflip/base/detail/simd_targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/solver/optimal/frontier.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <array>
#include <unordered_set>

#include "superflip/base/detail/dispatch.h"
#include "superflip/solver/optimal/coset-inl.h"
#include "superflip/solver/optimal/numbering.h"

HWY_BEFORE_NAMESPACE();
namespace superflip::optimal {
namespace HWY_NAMESPACE {
namespace {

using superflip::HWY_NAMESPACE::CubeVector;
using superflip::HWY_NAMESPACE::load;

// A number for the coset of a cube. All images of a coset under the symmetries have the same number.
class CosetKey {
 public:
  explicit CosetKey(Relation relation)
      : is_tetrads_(relation == Relation::tetrads),
        edges_(Shape{"", false, is_tetrads_ ? Relation::none : relation, 9, 0}),
        relations_(kFolded) {}

  // There is no table of Q's cosets. Their key is that of K's coset, with the relation as in a folded index.
  std::uint64_t operator()(const FrontierCube& f) const {
    const CubeVector v = load(f.cube);
    std::array<std::uint64_t, kMaps> of_coset{};
    std::size_t n = 0;
    edges_.all_indices(v.corner, v.edge, f.parity, [&](std::uint64_t i) { of_coset[n++] = 6 * i; });
    if (is_tetrads_) {
      n = 0;
      relations_.all_indices(v.corner, v.edge, f.parity,
                             [&](std::uint64_t i) { of_coset[n++] += i / kFolded.edges() % 6; });
    }
    return *std::min_element(of_coset.begin(), of_coset.begin() + static_cast<std::ptrdiff_t>(n));
  }

 private:
  static constexpr Shape kFolded{"", true, Relation::tetrads, 9, 0};

  bool is_tetrads_;
  Indexer<false, false> edges_;
  Indexer<true, true> relations_;
};

template <class Alphabet>
std::vector<std::vector<FrontierCube>> search(Relation relation, const Alphabet& alphabet, int distance,
                                              const StopFlag* stop) {
  const CosetKey key(relation);
  std::unordered_set<std::uint64_t> seen;
  std::vector<std::vector<FrontierCube>> levels(distance + 1);
  levels[0].push_back({kSolved, Alphabet::kLetters, 0});
  seen.insert(key(levels[0][0]));
  for (int d = 0; d < distance; ++d)
    for (const FrontierCube& f : levels[d]) {
      if (is_set(stop)) return {};
      for (Letter m = 0; m < Alphabet::kLetters; ++m) {
        if (alphabet.cost(m) != 1 || !alphabet.may_begin(f.last, m)) continue;
        const FrontierCube child{f.cube * Alphabet::cube(m), m,
                                 static_cast<std::uint8_t>(f.parity ^ (Alphabet::is_even(m) ? 0 : 1))};
        if (seen.insert(key(child)).second) levels[d + 1].push_back(child);
      }
    }
  return levels;
}

std::vector<std::vector<FrontierCube>> make_frontier_here(Relation relation, Metric metric, int distance,
                                                          const StopFlag* stop) {
  return with_alphabet(metric, [&](const auto& alphabet) { return search(relation, alphabet, distance, stop); });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip::optimal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip::optimal {

SUPERFLIP_DISPATCH_TABLE(make_frontier_here);

std::vector<std::vector<FrontierCube>> make_frontier(Relation relation, Metric metric, int distance,
                                                     const StopFlag* stop) {
  return SUPERFLIP_DISPATCH(make_frontier_here)(relation, metric, distance, stop);
}

}  // namespace superflip::optimal
#endif  // HWY_ONCE
