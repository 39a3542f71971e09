#include <superflip/superflip.h>

#include <algorithm>
#include <iostream>
#include <vector>

using namespace superflip;

// The pseudo-code of Tronto's page on coordinates, with its names. The symmetric coordinate is UDSlice under 16
// symmetries, the composite one the orientation of the corners.
struct SymComp {
  Symmetric<UDSlice> sym;                         // the classes, representatives, transformations and self-symmetries
  ClassTransitionTable<UDSlice> move_s{sym};      // move_table_s[m][s] and offset_table[m][s]
  TransitionTable<CornerOrientation> move_c;      // move_table_c[m][c]
  TransformTable<CornerOrientation> transform_c;  // t(c)
  Index M = CornerOrientation::size();            // the maximum value + 1 of the composite coordinate

  Index size() const { return sym.classes() * M; }

  Index index(const Cube& cube) const {
    const Index x_b = sym.base().index(cube);
    const Symmetry t = inverse(sym.symmetry_of(x_b));  // the transformation that brings x_b to its representative
    return sym.class_of(x_b) * M + transform_c.at(CornerOrientation::index(cube), t);
  }

  Index move(Index ind, Move m) const {
    const auto [new_s, offset] = move_s.at(static_cast<std::uint32_t>(ind / M), m);
    return new_s * M + transform_c.at(move_c.at(ind % M, m), offset);
  }

  // The other values of the same position: those that it gets if another transformation brings it to the
  // representative.
  template <class Use>
  void each_self_symmetric(Index ind, Use use) const {
    const auto s = static_cast<std::uint32_t>(ind / M);
    for (const Symmetry t : sym.group().members())
      if ((sym.self_symmetries(s) >> t & 1) != 0) use(s * M + transform_c.at(ind % M, t));
  }
};

std::vector<int> pruning_table(const SymComp& coordinate, bool with_self_symmetries) {
  constexpr int kInfinity = 99;
  std::vector<int> table(coordinate.size(), kInfinity);
  table[coordinate.index(kSolved)] = 0;
  for (int d = 1; d <= 20; ++d) {
    for (Index i = 0; i < table.size(); ++i)
      if (table[i] == d - 1)
        for (const Move m : kAllMoves) {
          int& entry = table[coordinate.move(i, m)];
          entry = std::min(entry, d);
        }
    for (Index i = 0; with_self_symmetries && i < table.size(); ++i)
      if (table[i] == d)
        coordinate.each_self_symmetric(i, [&](Index image) { table[image] = std::min(table[image], d); });
  }
  return table;
}

int main() {
  const SymComp coordinate;
  for (const bool with_self_symmetries : {true, false}) {
    const std::vector<int> table = pruning_table(coordinate, with_self_symmetries);
    std::cout << (with_self_symmetries ? "with:   " : "without:");
    for (int d = 0; const auto entries = std::count(table.begin(), table.end(), d); ++d) std::cout << ' ' << entries;
    std::cout << '\n';
  }
  // Output: with:    1 1 5 48 506 4615 25854 52892 14421 72
  // Output: without: 1 1 5 45 420 3739 21789 50417 20955 1041 2
}
