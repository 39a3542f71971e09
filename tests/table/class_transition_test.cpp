// Tables of classes: Tronto's pseudo-code over our names, and tables of values that are kept like pruning tables.
#include "superflip/table/class_transition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/composite.h"
#include "superflip/coordinate/sym_composite.h"
#include "superflip/cube/random.h"
#include "superflip/table/memory_tables.h"
#include "superflip/table/transform.h"
#include "superflip/table/transition.h"
#include "tests/support/labels.h"

namespace superflip {
namespace {

const Labels kLabels{{"threads", "ClassTransitionTable"}, {"threads", "KeptTables"}};

template <class A>
void check_classes(const SymmetryGroup& group) {
  const Symmetric<A> symmetric(A{}, group);
  const ClassTransitionTable<A> table(symmetric, kAllMoves, 2);
  ASSERT_EQ(table.classes(), symmetric.classes());
  // The cube itself and, beside it, the class and the product of the offsets.
  Random random(1);
  for (int walk = 0; walk < 20; ++walk) {
    Cube cube = random.cube();
    const Index raw = symmetric.base().index(cube);
    std::uint32_t cls = symmetric.class_of(raw);
    Symmetry to_representative = inverse(symmetric.symmetry_of(raw));
    for (int step = 0; step < 20; ++step) {
      const Move m(static_cast<int>(random.below(kMoves)));
      cube = cube * kMoveCubes[m];
      // The move as it is seen from the representative.
      const auto [next, offset] = table.at(cls, conjugate(m, to_representative));
      cls = next;
      to_representative = to_representative * offset;
      ASSERT_EQ(cls, symmetric.class_of(symmetric.base().index(cube)));
      ASSERT_EQ(symmetric.base().index(conjugate(cube, to_representative)), symmetric.representative(cls));
    }
  }
}

TEST(ClassTransitionTable, FollowsWordsByOffsets) {
  check_classes<FlipUDSlice>(kUd16);
  check_classes<UDSliceSorted>(kUd16);
  check_classes<CornerPermutation>(kAll48);
  check_classes<UDSlice>(kAxes8);
}

// Symmetric-composite coordinates: "new_s = move_table_s[m][s]; new_c = move_table_c[m][c]; new_c = offset(new_c)", and
// pruning with the loop over self-symmetries, without which some entries are never reached.
TEST(ClassTransitionTable, MakesTrontosPruningTable) {
  const Symmetric<UDSlice> slices{};
  const ClassTransitionTable<UDSlice> move_table_s(slices);
  const TransitionTable<CornerOrientation> move_table_c;
  const TransformTable<CornerOrientation> transform_c;
  const Index n_c = CornerOrientation::size();
  const SymComposite<UDSlice, CornerOrientation> composite(slices);
  const auto moved = [&](Index ind, int m) {
    const auto [new_s, offset] = move_table_s.at(static_cast<std::uint32_t>(ind / n_c), m);
    return new_s * n_c + transform_c.at(move_table_c.at(ind % n_c, m), offset);
  };
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const Index ind = random.below(composite.size());
    const Move m(static_cast<int>(random.below(kMoves)));
    ASSERT_EQ(moved(ind, m), composite.index(to_cube(composite, ind) * kMoveCubes[m]));
  }
  const auto distribution = [&](bool with_self_symmetries) {
    constexpr int kFar = 99;
    std::vector<int> pruning_table(composite.size(), kFar);
    pruning_table[composite.index(kSolved)] = 0;
    std::vector<int> counts{1};
    for (int d = 1; counts.back() != 0; ++d) {
      for (Index i = 0; i < composite.size(); ++i)
        if (pruning_table[i] == d - 1)
          for (const Move m : kAllMoves) pruning_table[moved(i, m)] = std::min(pruning_table[moved(i, m)], d);
      for (Index i = 0; with_self_symmetries && i < composite.size(); ++i)
        if (pruning_table[i] == d)
          for (const Symmetry t : kAllUdSymmetries)
            if ((slices.self_symmetries(composite.class_of(i)) >> t & 1) != 0) {
              int& image = pruning_table[composite.class_of(i) * n_c + transform_c.at(i % n_c, t)];
              image = std::min(image, d);
            }
      counts.push_back(static_cast<int>(std::count(pruning_table.begin(), pruning_table.end(), d)));
    }
    counts.pop_back();
    return counts;
  };
  EXPECT_EQ(distribution(true), (std::vector<int>{1, 1, 5, 48, 506, 4615, 25854, 52892, 14421, 72}));
  const auto wrong = distribution(false);
  EXPECT_TRUE(std::equal(wrong.begin(), wrong.begin() + 5, std::array{1, 1, 5, 45, 420}.begin()));
}

// Counts how often a table is built.
class Counting final : public TableSource {
 public:
  mutable int built = 0;
  MemoryTables kept{};

 private:
  Expected<Table> do_load(const TableIdentity& identity, const StopFlag* stop) const override {
    return kept.load(identity, stop);
  }
  Expected<void> do_save(const TableIdentity& identity, std::span<const std::byte> bytes,
                         const StopFlag* stop) const override {
    return kept.save(identity, bytes, stop);
  }
  Expected<Table> do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                   const StopFlag* stop) const override {
    const auto counted = [&](std::span<std::byte> bytes) {
      ++built;
      return build(bytes);
    };
    return kept.load_or_build(identity, counted, stop);
  }
};

// A coordinate of the same name and size as UDSlice that does something else.
struct Impostor : UDSlice {
  static Index index(const Cube& c) { return 494 - UDSlice::index(c); }
  static void assign(Cube& c, Index i) { UDSlice::assign(c, 494 - i); }
};

TEST(KeptTables, AreMadeOnce) {
  const Counting source;
  const auto in_memory = TransitionTable<UDSlice>();
  for (int round = 0; round < 2; ++round) {
    const auto transition = TransitionTable<UDSlice>::open(UDSlice{}, &source);
    ASSERT_TRUE(transition);
    for (Index i = 0; i < UDSlice::size(); ++i)
      for (const Move m : kAllMoves) ASSERT_EQ(transition->at(i, m), in_memory.at(i, m));
    const auto transform = TransformTable<UDSlice>::open(UDSlice{}, &source);
    ASSERT_TRUE(transform);
    EXPECT_EQ(transform->at(33, Symmetry{2}), transform->row(Symmetry{2})[33]);
    EXPECT_EQ(transform->at(33, Symmetry{5}), TransformTable<UDSlice>().at(33, Symmetry{5}));
    const Symmetric<UDSlice> symmetric;
    const auto classes = ClassTransitionTable<UDSlice>::open(symmetric, &source);
    ASSERT_TRUE(classes);
    EXPECT_EQ(classes->at(7, 3).cls, ClassTransitionTable<UDSlice>(symmetric).at(7, 3).cls);
    EXPECT_EQ(source.built, 3);
  }
  // Other moves, another group and another coordinate of the same name have tables of their own.
  ASSERT_TRUE(TransitionTable<UDSlice>::open(UDSlice{}, &source, kPhase2Moves));
  ASSERT_TRUE(TransformTable<UDSlice>::open(UDSlice{}, &source, kAxes8));
  const auto impostor = TransitionTable<Impostor>::open(Impostor{}, &source);
  ASSERT_TRUE(impostor);
  EXPECT_EQ(impostor->at(494, make_move(F, 1)), 494u - 33u);
  EXPECT_EQ(source.built, 6);
}

TEST(KeptTables, SayWhyThereAreNone) {
  EXPECT_EQ(TransformTable<EdgeOrientation>::open(EdgeOrientation{}, nullptr, kUd16).error().kind,
            ErrorKind::bad_option);
  const StopFlag stop{true};
  EXPECT_EQ(TransitionTable<UDSlice>::open(UDSlice{}, nullptr, kAllMoves, 1, &stop).error().kind, ErrorKind::stopped);
}

}  // namespace
}  // namespace superflip
