// Arrays of cubes: superflip/cube/array.h over NumPy's memory.
#include <cstring>

#include "lab.h"

namespace superflip::python {
namespace {

using Bytes = nb::ndarray<nb::ro, nb::device::cpu>;

std::string shape_of(const Bytes& array) {
  std::string text;
  for (std::size_t i = 0; i < array.ndim(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(array.shape(i));
  return "(" + text + (array.ndim() == 1 ? ",)" : ")");
}

// The same demands on arrays that are read and on those that are written.
template <class Array>
void check_layout(const Array& array) {
  if (array.dtype() != nb::dtype<std::uint8_t>())
    throw nb::value_error("cubes are arrays of uint8; this array has another dtype");
  if (array.ndim() != 2 || array.shape(1) != kCubeBytes)
    throw nb::value_error(("cubes are arrays of shape (n, 32); this one has shape " + shape_of(Bytes(array))).c_str());
  if (array.stride(1) != 1 && array.shape(0) > 0)
    throw nb::value_error("the 32 bytes of each cube must be one after the other; numpy.ascontiguousarray() does that");
}

void apply_word(nb::handle rows, const Algorithm& algorithm, nb::handle to) {
  if (!algorithm.on_inverse.empty()) throw nb::value_error("this algorithm has moves on the inverse (NISS)");
  const ReadRows from = rows_to_read(rows);
  const WrittenRows written = rows_to_write(to);
  const CubeRows& into = written.rows;
  value_of(with_rows(into.count, kFastRows, [&](const StopFlag& stop) {
    return apply_rows(from.rows, std::span<const Move>(algorithm.moves), into, RowCheck::cubes, &stop);
  }));
}

void apply_moves(nb::handle rows, nb::handle moves, nb::handle to) {
  const ReadRows from = rows_to_read(rows);
  const WrittenRows written = rows_to_write(to);
  const CubeRows& into = written.rows;
  const Elements<const std::uint8_t> bytes(moves, "one move a row: expected a one-dimensional array of uint8");
  const std::span<const Move> one_each(reinterpret_cast<const Move*>(bytes.span().data()), bytes.size());
  value_of(with_rows(into.count, kFastRows, [&](const StopFlag& stop) {
    return apply_each_row(from.rows, one_each, into, RowCheck::cubes, &stop);
  }));
}

void multiply(nb::handle a, nb::handle b, nb::handle to) {
  const WrittenRows written = rows_to_write(to);
  const CubeRows& into = written.rows;
  const ReadRows left = rows_to_read(a, into.count);
  const ReadRows right = rows_to_read(b, into.count);
  value_of(with_rows(into.count, kFastRows, [&](const StopFlag& stop) {
    return multiply_rows(left.rows, right.rows, into, RowCheck::cubes, &stop);
  }));
}

void invert(nb::handle rows, nb::handle to) {
  const ReadRows from = rows_to_read(rows);
  const WrittenRows written = rows_to_write(to);
  const CubeRows& into = written.rows;
  value_of(with_rows(into.count, kFastRows,
                     [&](const StopFlag& stop) { return invert_rows(from.rows, into, RowCheck::cubes, &stop); }));
}

void conjugate_all(nb::handle rows, nb::handle symmetry, nb::handle to) {
  const Symmetry s = symmetry_of(symmetry);
  const ReadRows from = rows_to_read(rows);
  const WrittenRows written = rows_to_write(to);
  const CubeRows& into = written.rows;
  value_of(with_rows(into.count, kFastRows,
                     [&](const StopFlag& stop) { return conjugate_rows(from.rows, s, into, RowCheck::cubes, &stop); }));
}

void reachable(nb::handle rows, nb::handle to) {
  const ReadRows from = rows_to_read(rows);
  const Elements<std::uint8_t> flags(to, "expected a writable one-dimensional array of uint8");
  value_of(with_rows(from.rows.count, kFastRows, [&](const StopFlag& stop) {
    return reachable_rows(from.rows, flags.span(), RowCheck::cubes, &stop);
  }));
}

void check_all(nb::handle rows) {
  const ReadRows from = rows_to_read(rows);
  value_of(with_rows(from.rows.count, kFastRows, [&](const StopFlag& stop) { return check_rows(from.rows, &stop); }));
}

void fill_random(nb::handle seed, bool in_space, nb::handle to) {
  constexpr std::size_t kLook = 1024;
  const WrittenRows written = rows_to_write(to);
  const CubeRows& into = written.rows;
  Random random = random_from(seed);
  // A random cube takes as long as dozens of moves.
  value_of(with_rows(into.count, kSlowRows, [&](const StopFlag& stop) -> Expected<void> {
    for (std::size_t i = 0; i < into.count; ++i) {
      if (i % kLook == 0 && is_set(&stop)) return fail(ErrorKind::stopped, "stopped while cubes were drawn");
      const Cube c = in_space ? random.cube_in_space() : random.cube();
      std::memcpy(into.row(i), &c, kCubeBytes);
    }
    return {};
  }));
}

void fill_cubes(const nb::list& cubes, nb::handle to) {
  const WrittenRows written = rows_to_write(to);
  if (cubes.size() != written.rows.count) throw nb::value_error("there are not as many cubes as rows");
  read_many(cubes, Puzzle::cube,
            [&](std::size_t i, Reading&& reading) { std::memcpy(written.rows.row(i), &reading.cube, kCubeBytes); });
}

nb::list list_of_cubes(nb::handle rows) {
  constexpr std::size_t kBlock = 4096;
  const ReadRows from = rows_to_read(rows);
  value_of(with_rows(from.rows.count, kFastRows, [&](const StopFlag& stop) { return check_rows(from.rows, &stop); }));
  nb::list cubes;
  for (std::size_t i = 0; i < from.rows.count; ++i) {
    if (i % kBlock == 0) let_others_run();
    Cube c;
    std::memcpy(&c, from.rows.row(i), kCubeBytes);
    cubes.append(c);
  }
  return cubes;
}

}  // namespace

ReadRows rows_to_read(nb::handle array, std::size_t count) {
  if (nb::isinstance<Cube>(array)) return {nb::borrow(array), {}, repeated(nb::cast<const Cube&>(array), count)};
  Bytes bytes;
  if (!nb::try_cast<Bytes>(array, bytes, false))
    throw nb::type_error("expected an array of cubes, of shape (n, 32) and dtype uint8");
  check_layout(bytes);
  ConstCubeRows rows{static_cast<const std::uint8_t*>(bytes.data()), bytes.shape(0), bytes.stride(0)};
  return {{}, std::move(bytes), rows};
}

WrittenRows rows_to_write(nb::handle array) {
  using Writable = nb::ndarray<nb::device::cpu>;
  Writable bytes;
  if (!nb::try_cast<Writable>(array, bytes, false))
    throw nb::value_error("the result needs a writable array of cubes, of shape (n, 32) and dtype uint8");
  check_layout(bytes);
  const CubeRows rows{static_cast<std::uint8_t*>(bytes.data()), bytes.shape(0), bytes.stride(0)};
  return {std::move(bytes), rows};
}

void bind_arrays(nb::module_& module) {
  module.def("rows_check", &check_all, "rows"_a);
  module.def("rows_reachable", &reachable, "rows"_a, "to"_a);
  module.def("rows_apply", &apply_word, "rows"_a, "algorithm"_a, "to"_a);
  module.def("rows_apply_each", &apply_moves, "rows"_a, "moves"_a, "to"_a);
  module.def("rows_multiply", &multiply, "a"_a, "b"_a, "to"_a);
  module.def("rows_invert", &invert, "rows"_a, "to"_a);
  module.def("rows_conjugate", &conjugate_all, "rows"_a, "symmetry"_a, "to"_a,
             nb::sig("def rows_conjugate(rows: object, symmetry: int, to: object) -> None"));
  module.def("rows_random", &fill_random, "seed"_a.none(), "in_space"_a, "to"_a,
             nb::sig("def rows_random(seed: int | None, in_space: bool, to: object) -> None"));
  module.def("rows_from_cubes", &fill_cubes, "cubes"_a, "to"_a,
             nb::sig("def rows_from_cubes(cubes: list[typing.Any], to: object) -> None"));
  module.def("rows_to_cubes", &list_of_cubes, "rows"_a, nb::sig("def rows_to_cubes(rows: object) -> list[Cube]"));
}

}  // namespace superflip::python
