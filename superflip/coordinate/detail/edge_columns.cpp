#include "superflip/coordinate/detail/edge_columns.h"

#include <algorithm>

#include "superflip/coordinate/detail/permutation_rank.h"

namespace superflip {

EdgeColumns::EdgeColumns() {
  constexpr std::uint16_t kUnknown = 0xFFFF;
  std::array<std::array<std::uint8_t, 8>, 24> exchanges{};
  std::array<std::uint8_t, 4> columns{0, 1, 2, 3};
  for (auto& exchange : exchanges) {
    for (int i = 0; i < 4; ++i) {
      exchange[i] = columns[i];
      exchange[4 + i] = static_cast<std::uint8_t>(4 + columns[i]);
    }
    std::next_permutation(columns.begin(), columns.end());
  }
  value_of_.assign(Phase2EdgePermutation::size(), kUnknown);
  for (Index i = 0; i < value_of_.size(); ++i) {
    if (value_of_[i] != kUnknown) continue;
    const Cube cube = to_cube(Phase2EdgePermutation{}, i);
    for (const auto& exchange : exchanges) {
      std::uint64_t pieces = 0;
      for (int x = 0; x < 8; ++x) pieces |= std::uint64_t{exchange[cube.edge_at(x)]} << (8 * x);
      value_of_[permutation_rank(pieces)] = static_cast<std::uint16_t>(smallest_.size());
    }
    smallest_.push_back(static_cast<std::uint16_t>(i));
  }
}

}  // namespace superflip
