// How fast are functions over arrays of cubes, on one core?
//
//   arrays [ROWS [REPETITIONS]]
//
// Prints millions of rows a second and nanoseconds a row, the best of the repetitions, for rows in memory one after the
// other. 16,384 rows (half a megabyte) stay in the second-level cache; with millions of rows the memory is measured,
// too. Results are compared with those for one cube, so a figure never stands for a wrong result.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "superflip/superflip.h"

namespace {

using namespace superflip;

[[noreturn]] void fail_with(std::string_view what) {
  fmt::print(stderr, "{}: the result is wrong\n", what);
  std::exit(1);
}

struct Bench {
  std::size_t rows;
  int repetitions;

  template <class Work>
  void measure(std::string_view name, Work work) const {
    double best = 1e9;
    for (int i = 0; i < repetitions; ++i) {
      const auto begin = Clock::now();
      if (!work()) fail_with(name);
      best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
    }
    fmt::print("{:<44}{:>9.1f} M/s{:>9.2f} ns\n", name, static_cast<double>(rows) / best / 1e6,
               best * 1e9 / static_cast<double>(rows));
  }
};

}  // namespace

int main(int argc, char** argv) {
  const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 16384;
  const Bench bench{n, argc > 2 ? std::atoi(argv[2]) : 200};
  Random random(1);
  std::vector<Cube> cubes(n);
  for (Cube& c : cubes) c = random.cube();
  std::vector<Cube> out(n);
  std::vector<Move> moves(n);
  for (Move& m : moves) m = Move(static_cast<int>(random.below(kMoves)));
  std::vector<std::uint64_t> values(n);
  std::vector<std::uint8_t> flags(n);
  const ConstCubeRows rows{std::span<const Cube>(cubes)};
  const CubeRows to{std::span<Cube>(out)};
  const std::size_t probe = n / 3;

  bench.measure("check", [&] { return check_rows(rows).has_value(); });
  for (const RowCheck check : {RowCheck::cubes, RowCheck::none}) {
    const std::string how = check == RowCheck::cubes ? "" : ", unchecked";
    bench.measure("one move" + how, [&] { return apply_rows(rows, Move(3), to, check).has_value(); });
    if (out[probe] != apply(cubes[probe], Move(3))) fail_with("one move");
    bench.measure("a move for each" + how, [&] { return apply_each_row(rows, moves, to, check).has_value(); });
    if (out[probe] != apply(cubes[probe], moves[probe])) fail_with("a move for each");
    bench.measure("product" + how, [&] { return multiply_rows(rows, rows, to, check).has_value(); });
    if (out[probe] != cubes[probe] * cubes[probe]) fail_with("product");
    bench.measure("inverse" + how, [&] { return invert_rows(rows, to, check).has_value(); });
    if (out[probe] != inverse(cubes[probe])) fail_with("inverse");
    bench.measure("conjugate" + how, [&] { return conjugate_rows(rows, Symmetry(5), to, check).has_value(); });
    if (out[probe] != conjugate(cubes[probe], Symmetry(5))) fail_with("conjugate");
    bench.measure("reachable" + how, [&] { return reachable_rows(rows, flags, check).has_value(); });
    if (flags[probe] != 1) fail_with("reachable");
    for (const char* name : {"CornerOrientation", "EdgeOrientation", "UDSlice", "CornerPermutation", "UDSliceSorted",
                             "EdgePermutation", "FlipUDSlice", "Cross", "DominoReduction", "CornerTetrads",
                             "HalfTurnReduction", "edges: orientation symmetric"}) {
      const AnyCoordinate coordinate = parse_description(name).value().product().value();
      bench.measure(name + how, [&] { return row_indices(coordinate, rows, std::span(values), check).has_value(); });
      if (values[probe] != coordinate.index(cubes[probe])) fail_with(name);
    }
  }
  for (const char* name : {"CornerOrientation", "UDSlice", "CornerPermutation", "DominoReduction"}) {
    const AnyCoordinate coordinate = parse_description(name).value().product().value();
    for (std::uint64_t& value : values) value = random.below(coordinate.size());
    bench.measure(fmt::format("cubes of {}", name),
                  [&] { return rows_of_indices(coordinate, values, to).has_value(); });
    if (coordinate.index(out[probe]) != values[probe]) fail_with(name);
  }
  return 0;
}
