// Arrays of cubes do for each row what the functions for one cube do, and name the first row that is wrong.
#include "superflip/cube/array.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "superflip/base/detail/dispatch.h"
#include "superflip/coordinate/array.h"
#include "superflip/coordinate/catalogue.h"
#include "superflip/coordinate/described/description.h"
#include "superflip/coordinate/named.h"
#include "superflip/cube/random.h"

namespace superflip {
namespace {

// Cubes in memory of their own, at any address and with any stride.
class Buffer {
 public:
  Buffer(std::size_t rows, std::ptrdiff_t stride, std::size_t offset)
      : rows_(rows), stride_(stride), bytes_(offset + 64 + rows * static_cast<std::size_t>(std::abs(stride)), 0xA5) {
    first_ = bytes_.data() + offset;
    if (stride < 0 && rows > 0) first_ -= static_cast<std::ptrdiff_t>(rows - 1) * stride;
  }
  Buffer(const std::vector<Cube>& cubes, std::ptrdiff_t stride, std::size_t offset)
      : Buffer(cubes.size(), stride, offset) {
    for (std::size_t i = 0; i < cubes.size(); ++i) std::memcpy(rows().row(i), &cubes[i], kCubeBytes);
  }
  CubeRows rows() { return {first_, rows_, stride_}; }
  Cube cube(std::size_t i) {
    Cube c;
    std::memcpy(&c, rows().row(i), kCubeBytes);
    return c;
  }

 private:
  std::size_t rows_;
  std::ptrdiff_t stride_;
  std::vector<std::uint8_t> bytes_;
  std::uint8_t* first_;
};

std::vector<Cube> random_cubes(Random& random, std::size_t n) {
  std::vector<Cube> cubes(n);
  for (std::size_t i = 0; i < n; ++i) {
    cubes[i] = random.below(2) != 0 ? random.cube() : random.cube_in_space();
    if (random.below(4) == 0) cubes[i].set_twist(0, static_cast<int>(random.below(3)));
    if (random.below(4) == 0) std::swap(cubes[i].edge[0], cubes[i].edge[7]);
  }
  return cubes;
}

struct Shape {
  std::size_t rows;
  std::ptrdiff_t stride;
  std::size_t offset;
};

Shape random_shape(std::size_t rows) {
  const auto stride = *rc::gen::element<std::ptrdiff_t>(32, 32, 33, 48, 64, 100, -32, -40);
  return {rows, stride, *rc::gen::inRange<std::size_t>(0, 33)};
}

// The definition of a cube, piece by piece.
bool is_a_cube(const std::uint8_t* row) {
  std::array<int, 26> met{};
  for (int x = 0; x < 32; ++x) {
    const int piece = row[x] & 15;
    const int orientation = row[x] >> 4;
    if (x < 8) {
      if (piece >= 8 || orientation > 2) return false;
      ++met[static_cast<std::size_t>(piece)];
    } else if (x < 14) {
      if (piece < 8 || piece >= 14 || orientation > 3) return false;
      ++met[static_cast<std::size_t>(piece)];
    } else if (x >= 16 && x < 28) {
      if (piece >= 12 || orientation > 1) return false;
      ++met[static_cast<std::size_t>(14 + piece)];
    } else if (row[x] != x % 16) {
      return false;
    }
  }
  return std::all_of(met.begin(), met.end(), [](int n) { return n == 1; });
}

TEST(Array, EveryByteOfEveryValueIsChecked) {
  Random random(1);
  for (int i = 0; i < 8; ++i) {
    const Cube cube = i == 0 ? kSolved : random.cube_in_space();
    for (std::size_t x = 0; x < kCubeBytes; ++x)
      for (unsigned value = 0; value < 256; ++value) {
        Buffer buffer({cube}, 32, 3);
        buffer.rows().row(0)[x] = static_cast<std::uint8_t>(value);
        ASSERT_EQ(!first_bad_row(buffer.rows()), is_a_cube(buffer.rows().row(0))) << "byte " << x << " = " << value;
      }
  }
}

// Two bytes changed at a time: exchanges are cubes again, repetitions are not.
RC_GTEST_PROP(Array, ChangedRowsAreFound, (std::uint64_t seed)) {
  Random random(seed);
  const auto row = *rc::gen::inRange<std::size_t>(0, 8);
  Buffer buffer(random_cubes(random, 9), 40, 1);
  std::uint8_t* const bytes = buffer.rows().row(row);
  const auto from = *rc::gen::inRange<std::size_t>(0, 32);
  const auto to = *rc::gen::inRange<std::size_t>(0, 32);
  if (*rc::gen::arbitrary<bool>())
    std::swap(bytes[from], bytes[to]);
  else
    bytes[from] = bytes[to];
  const auto bad = first_bad_row(buffer.rows());
  const auto checked = check_rows(buffer.rows());
  RC_ASSERT(checked.has_value() == is_a_cube(bytes));
  RC_ASSERT(bad.has_value() == !checked.has_value());
  if (checked) return;
  RC_ASSERT(*bad == row);
  RC_ASSERT(checked.error().kind == ErrorKind::unreadable);
  RC_ASSERT(checked.error().message.starts_with("row " + std::to_string(row) + " is not a cube: byte "));
  RC_ASSERT(first_bad_row(buffer.rows().from(0, row)) == std::nullopt);
}

RC_GTEST_PROP(Array, RowsAreChangedAsOneCubeIs, (std::uint64_t seed)) {
  Random random(seed);
  const auto n = *rc::gen::inRange<std::size_t>(0, 300);
  const std::vector<Cube> cubes = random_cubes(random, n);
  const std::vector<Cube> others = random_cubes(random, n);
  const Shape in = random_shape(n);
  const Shape out = random_shape(n);
  Buffer a(cubes, in.stride, in.offset);
  Buffer b(others, out.stride, out.offset);
  const bool in_place = *rc::gen::arbitrary<bool>();
  Buffer apart(n, out.stride, in.offset);
  Buffer& to = in_place ? a : apart;
  const auto check = *rc::gen::element(RowCheck::cubes, RowCheck::none);
  const auto expect = [&](const Expected<void>& done, auto one) {
    RC_ASSERT(done.has_value());
    for (std::size_t i = 0; i < n; ++i) RC_ASSERT(to.cube(i) == one(i));
  };
  std::vector<Move> moves(n);
  for (Move& m : moves) m = Move(static_cast<int>(random.below(kMoves)));
  const Symmetry s(static_cast<int>(random.below(kSymmetries)));
  switch (*rc::gen::inRange(0, 7)) {
    case 0:
      expect(apply_rows(a.rows(), Move(s % kMoves), to.rows(), check),
             [&](std::size_t i) { return apply(cubes[i], Move(s % kMoves)); });
      break;
    case 1:
      expect(apply_rows(a.rows(), std::span<const Move>(moves), to.rows(), check),
             [&](std::size_t i) { return apply(cubes[i], moves); });
      break;
    case 2:
      expect(apply_each_row(a.rows(), moves, to.rows(), check),
             [&](std::size_t i) { return apply(cubes[i], moves[i]); });
      break;
    case 3:
      expect(multiply_rows(a.rows(), b.rows(), to.rows(), check), [&](std::size_t i) { return cubes[i] * others[i]; });
      break;
    case 4:
      expect(multiply_rows(repeated(kMoveCubes[4], n), a.rows(), to.rows(), check),
             [&](std::size_t i) { return kMoveCubes[4] * cubes[i]; });
      break;
    case 5:
      expect(invert_rows(a.rows(), to.rows(), check), [&](std::size_t i) { return inverse(cubes[i]); });
      break;
    default:
      expect(conjugate_rows(a.rows(), s, to.rows(), check), [&](std::size_t i) { return conjugate(cubes[i], s); });
  }
}

RC_GTEST_PROP(Array, ReachableRowsAreThoseOfOneCube, (std::uint64_t seed)) {
  Random random(seed);
  const auto n = *rc::gen::inRange<std::size_t>(0, 100);
  std::vector<Cube> cubes = random_cubes(random, n);
  for (Cube& c : cubes)
    if (random.below(3) == 0) c = random.cube();
  for (Cube& c : cubes)
    if (random.below(3) == 0) c.set_flip(3, c.flip_at(3) ^ 1);
  std::vector<std::uint8_t> reachable(n, 7);
  RC_ASSERT(reachable_rows(std::span<const Cube>(cubes), reachable).has_value());
  for (std::size_t i = 0; i < n; ++i) RC_ASSERT((reachable[i] != 0) == is_reachable(cubes[i]));
}

TEST(Array, ErrorsNameTheRow) {
  Random random(1);
  std::vector<Cube> cubes = random_cubes(random, 500);
  std::vector<Cube> out(500);
  cubes[321].corner[2] = cubes[321].corner[3];
  const ConstCubeRows rows{std::span<const Cube>(cubes)};
  const CubeRows to{std::span<Cube>(out)};
  std::vector<Move> moves(500, Move(3));
  std::vector<std::uint64_t> values(500);
  std::vector<std::uint8_t> reachable(500);
  for (const auto& done :
       {check_rows(rows), apply_rows(rows, Move(3), to), apply_each_row(rows, moves, to), multiply_rows(rows, rows, to),
        multiply_rows(repeated(kSolved, 500), rows, to), invert_rows(rows, to), conjugate_rows(rows, Symmetry(5), to),
        reachable_rows(rows, reachable), row_indices(AnyCoordinate(UDSlice{}), rows, std::span(values))}) {
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(done.error().message.substr(0, 24), "row 321 is not a cube: b");
  }
  cubes[321] = kSolved;
  moves[17] = Move(18);
  EXPECT_EQ(apply_each_row(rows, moves, to).error().message, "the move of row 17 is 18; expected 0..17");
  EXPECT_EQ(apply_rows(rows, std::span<const Move>(moves), to).error().message,
            "move 17 of the word is 18; expected 0..17");
  EXPECT_EQ(conjugate_rows(rows, Symmetry(48), to).error().kind, ErrorKind::bad_option);
  EXPECT_EQ(apply_rows(rows, Move(0), to.from(0, 499)).error().message, "500 rows are read, but 499 are written");
  EXPECT_EQ(apply_each_row(rows, std::span(moves).first(3), to).error().message, "there are 500 rows, but 3 moves");
  StopFlag stop{true};
  EXPECT_EQ(invert_rows(rows, to, RowCheck::cubes, &stop).error().kind, ErrorKind::stopped);
  EXPECT_EQ(check_rows(rows, &stop).error().kind, ErrorKind::stopped);
}

TEST(Array, RowsThatOverlapOthersAreRefused) {
  std::vector<Cube> cubes(10);
  const CubeRows rows{std::span<Cube>(cubes)};
  const auto into = [&](CubeRows to) { return apply_rows(rows.from(0, 5), Move(0), to).has_value(); };
  EXPECT_TRUE(into(rows.from(0, 5)));
  EXPECT_TRUE(into(rows.from(5, 5)));
  EXPECT_FALSE(into(rows.from(1, 5)));
  EXPECT_FALSE(into(rows.from(4, 5)));
  EXPECT_FALSE(into({rows.row(4), 5, -32}));  // the same rows in the opposite order
  EXPECT_FALSE(into({rows.data + 16, 5, 32}));
  EXPECT_FALSE(into({rows.row(5), 5, 16}));
  const CubeRows even{rows.data, 5, 64};
  EXPECT_TRUE(apply_rows(even, Move(0), {rows.row(1), 5, 64}).has_value());
  EXPECT_FALSE(apply_rows(even, Move(0), {rows.row(2), 4, 64}).has_value());
  EXPECT_FALSE(multiply_rows(repeated(cubes[2], 5), rows.from(5, 5), rows.from(0, 5)).has_value());
}

AnyCoordinate described(const std::string& text) {
  const auto description = parse_description(text);
  if (!description) throw std::runtime_error(text + ": " + description.error().message);
  return description->product().value();
}

// Every kind of part, in every frame, with several sets.
const std::vector<std::string> kDescriptions{
    "corners: orientation",
    "corners: orientation RL",
    "corners: orientation FB",
    "edges: orientation",
    "edges: orientation UD",
    "edges: orientation RL",
    "edges: orientation symmetric",
    "centres: orientation",
    "centres: order",
    "centres U D: place orientation",
    "centres: order orientation",
    "corners: order",
    "corners: tetrad",
    "corners: layer",
    "corners: U layer | D layer",
    "edges: slice",
    "edges: slice * edges UR: order",
    "edges: order",
    "edges FR FL BL BR: place",
    "edges FR FL BL BR: order",
    "edges UF UR: place orientation",
    "edges UF UR DL: order orientation RL",
    "corners URF DBL: order orientation FB",
    "edges U layer: order orientation * edges D layer: place",
    "edges UR UF UL UB DF DB: order",
    "corners: order modulo squares",
    "edges U layer D layer: order within G1",
    "UDSlice * corners: orientation * edges: orientation",
    "corners: order * corners: orientation * centres: order",
};

TEST(ArrayIndices, AreThoseOfOneCube) {
  std::vector<std::string> all = kDescriptions;
  for (const CatalogueEntry& entry : catalogue())
    if (parse_description(entry.name)->size() < 9e18L) all.emplace_back(entry.name);
  Random random(1);
  for (const std::string& text : all) {
    SCOPED_TRACE(text);
    const AnyCoordinate coordinate = described(text);
    std::vector<Cube> cubes(300);
    for (Cube& c : cubes) c = coordinate.sample(random);
    cubes[0] = kSolved;
    Buffer buffer(cubes, 41, 5);
    std::vector<std::uint64_t> values(cubes.size());
    ASSERT_TRUE(row_indices(coordinate, buffer.rows(), std::span(values)));
    for (std::size_t i = 0; i < cubes.size(); ++i) ASSERT_EQ(values[i], coordinate.index(cubes[i])) << i;
    if (coordinate.size() <= Index{1} << 32) {
      std::vector<std::uint32_t> narrow(cubes.size());
      ASSERT_TRUE(row_indices(coordinate, std::span<const Cube>(cubes), std::span(narrow), RowCheck::none));
      ASSERT_TRUE(std::equal(values.begin(), values.end(), narrow.begin()));
    } else {
      std::vector<std::uint32_t> narrow(cubes.size());
      EXPECT_EQ(row_indices(coordinate, buffer.rows(), std::span(narrow)).error().kind, ErrorKind::bad_option);
    }
  }
}

// Impossible cubes have values, too.
TEST(ArrayIndices, AreThoseOfImpossibleCubes) {
  Random random(2);
  const std::vector<Cube> cubes = random_cubes(random, 1000);
  std::vector<std::uint64_t> values(cubes.size());
  for (const std::string& text : kDescriptions) {
    SCOPED_TRACE(text);
    const AnyCoordinate coordinate = described(text);
    if (coordinate.count_defined(cubes) < cubes.size()) continue;
    ASSERT_TRUE(row_indices(coordinate, std::span<const Cube>(cubes), std::span(values)));
    for (std::size_t i = 0; i < cubes.size(); ++i) ASSERT_EQ(values[i], coordinate.index(cubes[i])) << i;
  }
}

TEST(ArrayIndices, TypesWithoutCodeForManyCubes) {
  Random random(3);
  std::apply(
      [&](const auto&... coordinate) {
        const auto test = [&](const auto& one) {
          std::vector<Cube> cubes(300);
          for (Cube& c : cubes) c = sample(one, random);
          std::vector<std::uint64_t> values(cubes.size());
          ASSERT_TRUE(row_indices(one, std::span<const Cube>(cubes), std::span(values)));
          for (std::size_t i = 0; i < cubes.size(); ++i) ASSERT_EQ(values[i], one.index(cubes[i]));
        };
        (test(coordinate), ...);
      },
      NamedCoordinates{});
}

TEST(ArrayIndices, EveryValueHasARowAndComesBack) {
  for (const std::string& text : kDescriptions) {
    SCOPED_TRACE(text);
    const AnyCoordinate coordinate = described(text);
    const Index step = 1 + coordinate.size() / 5000;
    std::vector<std::uint64_t> values;
    for (Index i = 0; i < coordinate.size(); i += step) values.push_back(i);
    Buffer buffer(values.size(), -45, 7);
    ASSERT_TRUE(rows_of_indices(coordinate, values, buffer.rows()));
    EXPECT_FALSE(first_bad_row(buffer.rows()));
    EXPECT_EQ(buffer.cube(values.size() / 2), to_cube(coordinate, values[values.size() / 2]));
    std::vector<std::uint64_t> back(values.size());
    ASSERT_TRUE(row_indices(coordinate, buffer.rows(), std::span(back)));
    ASSERT_EQ(back, values);
  }
}

// The same rows and values, whatever instructions there are.
TEST(Array, InstructionSetsAgree) {
  Random random(4);
  const std::vector<Cube> cubes = random_cubes(random, 1000);
  const ConstCubeRows rows{std::span<const Cube>(cubes)};
  const auto all = [&] {
    std::vector<std::vector<Cube>> changed(4, std::vector<Cube>(cubes.size()));
    std::vector<std::vector<std::uint64_t>> values;
    EXPECT_TRUE(apply_rows(rows, Move(7), std::span<Cube>(changed[0])));
    EXPECT_TRUE(multiply_rows(rows, rows, std::span<Cube>(changed[1])));
    EXPECT_TRUE(invert_rows(rows, std::span<Cube>(changed[2])));
    EXPECT_TRUE(conjugate_rows(rows, Symmetry(21), std::span<Cube>(changed[3])));
    std::vector<std::uint8_t> reachable(cubes.size());
    EXPECT_TRUE(reachable_rows(rows, reachable));
    values.emplace_back(reachable.begin(), reachable.end());
    for (const std::string& text : kDescriptions) {
      const AnyCoordinate coordinate = described(text);
      if (coordinate.count_defined(cubes) < cubes.size()) continue;
      values.emplace_back(cubes.size());
      EXPECT_TRUE(row_indices(coordinate, rows, std::span(values.back())));
    }
    return std::pair(changed, values);
  };
  const auto expected = all();
  for (const std::int64_t set : {HWY_EMU128, HWY_SSE4, HWY_AVX2, HWY_AVX3}) {
    if ((detail::supported_targets() & set) == 0) continue;
    detail::choose_targets(set);
    EXPECT_TRUE(all() == expected) << set;
  }
  detail::choose_targets(detail::supported_targets());
}

TEST(ArrayIndices, ErrorsNameTheRow) {
  std::vector<Cube> cubes(300);
  std::vector<std::uint64_t> values(300);
  cubes[290] = apply(kSolved, make_move(R, 1));
  const AnyCoordinate phase2 = described("edges U layer D layer: order within G1");
  const auto undefined = row_indices(phase2, std::span<const Cube>(cubes), std::span(values));
  EXPECT_EQ(undefined.error().kind, ErrorKind::unreadable);
  EXPECT_TRUE(undefined.error().message.starts_with("row 290 has no value: "));
  values[7] = 495;
  const auto too_large = rows_of_indices(described("UDSlice"), values, std::span<Cube>(cubes));
  EXPECT_EQ(too_large.error().message, "value 7 is 495; edges FR FL BL BR: place has the values 0..494");
  EXPECT_EQ(rows_of_indices(described("UDSlice"), std::span(values).first(3), std::span<Cube>(cubes)).error().kind,
            ErrorKind::bad_option);
  EXPECT_EQ(row_indices(phase2, std::span<const Cube>(cubes), std::span(values).first(3)).error().kind,
            ErrorKind::bad_option);
  StopFlag stop{true};
  EXPECT_EQ(row_indices(phase2, std::span<const Cube>(cubes), std::span(values), RowCheck::cubes, &stop).error().kind,
            ErrorKind::stopped);
}

TEST(ArrayIndices, NoRows) {
  EXPECT_TRUE(row_indices(described("UDSlice"), {}, std::span<std::uint64_t>()));
  EXPECT_TRUE(rows_of_indices(described("UDSlice"), {}, {}));
  EXPECT_TRUE(check_rows({}));
  EXPECT_TRUE(apply_rows({}, Move(0), {}));
  EXPECT_TRUE(multiply_rows({}, {}, {}));
  EXPECT_TRUE(invert_rows({}, {}));
}

}  // namespace
}  // namespace superflip
