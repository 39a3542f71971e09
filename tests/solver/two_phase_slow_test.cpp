// Phase 2 as a whole, counted: how many of the 19,508,428,800 positions of G1 are at each distance by its ten moves.
//
// A state is a class of corner permutations, a permutation of the U and D layers' edges and one of the twelve orders of
// the slice's edges that have the right parity. Those twelve are bits of one number, so that a level of the search is
// one look at ten numbers for each of the 111,605,760 pairs of class and edges. Nothing here comes from the solver's
// graphs: moves and symmetries are those of the coordinates.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "superflip/base/parallel.h"
#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/cube/symmetry.h"
#include "superflip/table/transform.h"
#include "superflip/table/transition.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "SlowPhase2"}};

constexpr std::size_t kEdgeOrders = 40320;
constexpr int kTurns = kPhase2Moves.size();

using Set = std::uint16_t;  // of the twelve orders of the slice of one parity
constexpr Set kAllOrders = 0xFFF;

class Phase2Count {
 public:
  Phase2Count() : seen_(classes_.classes() * kEdgeOrders), before_(seen_.size()) {
    std::array<int, 2> count{};
    for (Index i = 0; i < Phase2SlicePermutation::size(); ++i) {
      slice_parity_[i] = edge_parity(to_cube(Phase2SlicePermutation{}, i));
      slice_number_[i] = count[slice_parity_[i]]++;
    }
    for (Index i = 0; i < kEdgeOrders; ++i) edge_parity_[i] = edge_parity(to_cube(Phase2EdgePermutation{}, i)) != 0;
    const TransitionTable<Phase2EdgePermutation> edge_move({}, kPhase2Moves);
    const TransformTable<Phase2EdgePermutation> edge_turn;
    const TransitionTable<Phase2SlicePermutation> slice_move({}, kPhase2Moves);
    const TransformTable<Phase2SlicePermutation> slice_turn;
    edges_.resize(kTurns * kUdSymmetries * kEdgeOrders);
    for (int m = 0; m < kTurns; ++m)
      for (const Symmetry s : kAllUdSymmetries) {
        std::uint16_t* row = edges_.data() + (m * kUdSymmetries + s) * kEdgeOrders;
        for (Index e = 0; e < kEdgeOrders; ++e)
          row[e] = static_cast<std::uint16_t>(edge_turn.at(edge_move.at(e, m), s));
        for (Index i = 0; i < Phase2SlicePermutation::size(); ++i) {
          const auto to = slice_turn.at(slice_move.at(i, m), s);
          for (unsigned set = 0; set <= kAllOrders; ++set)
            if ((set >> slice_number_[to] & 1) != 0)
              orders_[m][s][slice_parity_[i]][set] |= static_cast<Set>(1 << slice_number_[i]);
        }
      }
    for (std::uint32_t c = 0; c < classes_.classes(); ++c) {
      const Cube corners = to_cube(CornerPermutation{}, classes_.representative(c));
      corner_parity_.push_back(corner_parity(corners) != 0);
      for (int m = 0; m < kTurns; ++m) {
        const Index after = CornerPermutation::index(apply(corners, kPhase2Moves[m]));
        next_.push_back({classes_.class_of(after), inverse(classes_.symmetry_of(after))});
      }
      weights_.push_back(kUdSymmetries / std::popcount(static_cast<unsigned>(classes_.self_symmetries(c))));
    }
    seen_[0] = 1;
  }

  struct Level {
    std::uint64_t entries;
    std::uint64_t values;
  };

  // Reaches one move farther: everything unseen from which a move leads to something seen.
  Level advance() {
    seen_.swap(before_);
    std::atomic<std::uint64_t> entries{0};
    std::atomic<std::uint64_t> values{0};
    parallel_for(classes_.classes(), 4, hardware_threads(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c) {
        const std::uint64_t n = advance(c);
        entries += n;
        values += n * weights_[c];
      }
    });
    return {entries, values};
  }

 private:
  // Fills the class in seen_ from before_, and tells how many entries are new.
  std::uint64_t advance(std::size_t c) {
    const Set* old = before_.data() + c * kEdgeOrders;
    Set* seen = seen_.data() + c * kEdgeOrders;
    std::copy(old, old + kEdgeOrders, seen);
    for (int m = 0; m < kTurns; ++m) {
      const auto [target, s] = next_[c * kTurns + m];
      const Set* to = before_.data() + target * kEdgeOrders;
      const std::uint16_t* row = edges_.data() + (m * kUdSymmetries + s) * kEdgeOrders;
      for (std::size_t e = 0; e < kEdgeOrders; ++e)
        seen[e] |= orders_[m][s][corner_parity_[c] ^ edge_parity_[e]][to[row[e]]];
    }
    std::uint64_t n = 0;
    for (std::size_t e = 0; e < kEdgeOrders; ++e) n += std::popcount(static_cast<unsigned>(seen[e] ^ old[e]));
    return n;
  }

  struct Next {
    std::uint32_t target;
    Symmetry symmetry;
  };
  const Symmetric<CornerPermutation> classes_;
  std::array<int, 24> slice_parity_{};
  std::array<int, 24> slice_number_{};  // among those of its parity
  std::array<std::uint8_t, kEdgeOrders> edge_parity_{};
  std::vector<std::uint8_t> corner_parity_;
  std::vector<std::uint16_t> edges_;  // [move][symmetry][edges]: the edges after both
  // [move][symmetry][parity][set]: the orders of that parity which both take into the set.
  std::array<std::array<std::array<std::array<Set, kAllOrders + 1>, 2>, kUdSymmetries>, kTurns> orders_{};
  std::vector<Next> next_;  // [class][move]
  std::vector<std::uint64_t> weights_;
  std::vector<Set> seen_;  // [class][edges]
  std::vector<Set> before_;
};

TEST(SlowPhase2, HasThePublishedDistribution) {
  constexpr std::array<std::uint64_t, 19> kValues{
      1,         10,        67,         456,        3079,       19948,      123074,    736850,  4185118, 22630733,
      116767872, 552538680, 2176344160, 5627785188, 7172925794, 3608731814, 224058996, 1575608, 1352};
  constexpr std::array<std::uint64_t, 19> kEntries{
      1,       3,        10,        58,        373,       2186,      11970,    67153,  359102, 1836842,
      8991553, 40669940, 154311865, 385288699, 482367128, 246135848, 18986334, 239871, 184};
  const auto count = std::make_unique<Phase2Count>();
  for (std::size_t distance = 1; distance < kValues.size(); ++distance) {
    const Phase2Count::Level level = count->advance();
    ASSERT_EQ(level.values, kValues[distance]) << "distance " << distance;
    ASSERT_EQ(level.entries, kEntries[distance]) << "distance " << distance;
  }
  EXPECT_EQ(count->advance().entries, 0U);
}

}  // namespace
}  // namespace superflip
