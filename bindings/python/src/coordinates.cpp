// Coordinates in words, their values for arrays of cubes, and their classes under symmetries.
#include <nanobind/operators.h>

#include "lab.h"

namespace superflip::python {
namespace {

using Classes = Symmetric<AnyCoordinate>;
using SharedClasses = std::shared_ptr<const Classes>;

nb::tuple members(std::uint64_t bits) {
  nb::list list;
  for (const Symmetry s : kAllSymmetries)
    if ((bits >> s & 1) != 0) list.append(static_cast<int>(s));
  return nb::tuple(list);
}

template <class Value>
void indices_of(const LabCoordinate& self, nb::handle rows, nb::handle to) {
  const AnyCoordinate& whole = whole_of(self);
  const ReadRows from = rows_to_read(rows);
  const Elements<Value> values(to, "values need a writable one-dimensional array of uint32 or uint64");
  value_of(with_rows(from.rows.count, kSlowRows, [&](const StopFlag& stop) {
    return row_indices(whole, from.rows, values.span(), RowCheck::cubes, &stop);
  }));
}

void rows_of(const LabCoordinate& self, nb::handle values, nb::handle to) {
  const AnyCoordinate& whole = whole_of(self);
  const Elements<const std::uint64_t> from(values, "values are a one-dimensional array of uint64");
  const WrittenRows into = rows_to_write(to);
  value_of(with_rows(into.rows.count, kSlowRows,
                     [&](const StopFlag& stop) { return rows_of_indices(whole, from.span(), into.rows, &stop); }));
}

void check_value(const LabCoordinate& self, Uint128 value) {
  if (value >= self.description.values())
    throw nb::value_error((to_decimal(value) + " is no value of " + self.words + ", which has 0.." +
                           to_decimal(self.description.values() - 1))
                              .c_str());
}

Cube cube_of(const LabCoordinate& self, nb::handle number, bool reachable) {
  const Uint128 value = natural_number(number);
  check_value(self, value);
  if (!reachable) return self.description.cube_of(value);
  const auto cube = reachable_cube(self.description, value);
  if (!cube) raise({"no turns of faces lead to a cube of value " + to_decimal(value), {}, ErrorKind::impossible});
  return *cube;
}

nb::object value_of_cube(const LabCoordinate& self, const Cube& c) {
  if (!self.description.defined(c)) throw nb::value_error((self.words + " is not defined for this cube").c_str());
  return integer(self.description.value_of(c));
}

nb::tuple count_of_classes(const LabCoordinate& self, nb::handle symmetry, bool inversion) {
  const SymmetryGroup group = group_of(text_argument("symmetry", symmetry));
  if (is_whole_cube(self.description)) {
    const CubeClasses found = without_gil([&] { return count_cube_classes(group, inversion); });
    nb::dict sizes;
    for (const auto& [size, count] : found.of_size) sizes[nb::int_(size)] = integer(count);
    return nb::make_tuple(integer(found.classes), sizes);
  }
  whole_of(self);
  const Product product = value_of(self.description.product());
  const auto found = value_of(interruptible([&](const StopFlag& stop) -> Expected<ClassCount> {
    if (!admits(product, group, inversion))
      return fail(ErrorKind::bad_option, "the symmetries " + to_string(group) + (inversion ? " and inversion" : "") +
                                             " do not act on " + product.name());
    return count_classes(product, group, inversion, 0, {}, &stop);
  }));
  nb::dict sizes;
  for (const auto& [size, count] : found.of_size) sizes[nb::int_(size)] = nb::int_(count);
  return nb::make_tuple(nb::int_(found.classes), sizes);
}

SharedClasses classes_of(const LabCoordinate& self, std::string_view symmetry, bool inversion, nb::handle threads) {
  const SymmetryGroup group = group_of(symmetry);
  const unsigned n = threads_of(threads);
  return value_of(interruptible([&](const StopFlag& stop) {
    return Classes::make(whole_of(self), group, &stop, inversion, n).map([](Classes&& made) {
      return std::make_shared<const Classes>(std::move(made));
    });
  }));
}

enum class LookedUp : std::uint8_t { cls, symmetry, sym };

// What is asked of each value: its class, the symmetry to it from the representative, or the sym-coordinate.
template <LookedUp what>
void look_up(const SharedClasses& self, nb::handle values, nb::handle to) {
  const Elements<const std::uint64_t> from(values, "values are a one-dimensional array of uint64");
  const Elements<std::uint64_t> into(to, "the result needs a writable one-dimensional array of uint64");
  if (from.size() != into.size()) throw nb::value_error("the arrays have different lengths");
  const Index size = self->base().size();
  value_of(with_rows(from.size(), kSlowRows, [&](const StopFlag& stop) -> Expected<void> {
    constexpr std::size_t kLook = std::size_t{1} << 16;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (i % kLook == 0 && is_set(&stop)) return fail(ErrorKind::stopped, "stopped while classes were looked up");
      const Index value = from[i];
      if (value >= size)
        return fail("value " + std::to_string(i) + " is " + std::to_string(value) + "; expected at most " +
                    std::to_string(size - 1));
      if constexpr (what == LookedUp::cls) into[i] = self->class_of(value);
      if constexpr (what == LookedUp::symmetry) into[i] = self->symmetry_of(value);
      if constexpr (what == LookedUp::sym) into[i] = self->index_of_raw(value);
    }
    return {};
  }));
}

nb::object class_transitions(const SharedClasses& self, const Algorithm& moves, nb::handle threads) {
  if (self->has_inversion()) throw nb::value_error("class transitions are for classes without inversion");
  if (moves.moves.empty()) throw nb::value_error("expected at least one move");
  const unsigned n = threads_of(threads);
  using Transitions = ClassTransitionTable<AnyCoordinate>;
  auto made = value_of(
      interruptible([&](const StopFlag& stop) { return Transitions::open(*self, nullptr, moves.moves, n, &stop); }));
  const auto entries = made.entries();
  const auto width = static_cast<std::size_t>(made.moves());
  return nb::make_tuple(array_over(entries.data(), {entries.size() / width, width}, made), made.packing().class_bits());
}

void bind_classes(nb::module_& module) {
  // What lab.Classes holds.
  struct Held {
    SharedClasses classes;
  };
  nb::class_<Held> classes(module, "ClassesOfValues", nb::is_final());
  classes.def(
      "__init__",
      [](Held* self, const LabCoordinate& of, nb::handle symmetry, bool inversion, nb::handle threads) {
        new (self) Held{classes_of(of, text_argument("symmetry", symmetry), inversion, threads)};
      },
      "coordinate"_a, "symmetry"_a, "inversion"_a, "threads"_a,
      nb::sig("def __init__(self, coordinate: CoordinateInWords, symmetry: str, inversion: bool, threads: int) -> "
              "None"));
  classes.def_prop_ro("count", [](const Held& h) { return h.classes->classes(); });
  classes.def_prop_ro("maps", [](const Held& h) { return h.classes->maps(); });
  classes.def_prop_ro(
      "group", [](const Held& h) { return members(h.classes->group().bits()); },
      nb::sig("def group(self) -> tuple[int, ...]"));
  classes.def(
      "representatives",
      [](const Held& h) {
        const auto all = h.classes->representatives();
        return array_over(all.data(), {all.size()}, h.classes);
      },
      nb::sig("def representatives(self) -> typing.Any"));
  classes.def(
      "self_symmetries",
      [](const Held& h) {
        const auto all = h.classes->self_symmetries();
        return array_over(all.data(), {all.size()}, h.classes);
      },
      nb::sig("def self_symmetries(self) -> typing.Any"));
  classes.def(
      "sizes",
      [](const Held& h, nb::handle to) {
        const Elements<std::uint32_t> into(to, "the result needs a writable one-dimensional array of uint32");
        if (into.size() != h.classes->classes()) throw nb::value_error("there is one size for each class");
        value_of(with_rows(into.size(), kFastRows, [&](const StopFlag& stop) -> Expected<void> {
          constexpr std::size_t kLook = std::size_t{1} << 16;
          for (std::size_t c = 0; c < into.size(); ++c) {
            if (c % kLook == 0 && is_set(&stop)) return fail(ErrorKind::stopped, "stopped while sizes were listed");
            into[c] = h.classes->class_size(static_cast<std::uint32_t>(c));
          }
          return {};
        }));
      },
      "to"_a);
  classes.def(
      "class_of", [](const Held& h, nb::handle v, nb::handle to) { look_up<LookedUp::cls>(h.classes, v, to); },
      "values"_a, "to"_a);
  classes.def(
      "symmetry_of", [](const Held& h, nb::handle v, nb::handle to) { look_up<LookedUp::symmetry>(h.classes, v, to); },
      "values"_a, "to"_a);
  classes.def(
      "sym_of", [](const Held& h, nb::handle v, nb::handle to) { look_up<LookedUp::sym>(h.classes, v, to); },
      "values"_a, "to"_a);
  classes.def(
      "transitions",
      [](const Held& h, const Algorithm& moves, nb::handle threads) {
        return class_transitions(h.classes, moves, threads);
      },
      "moves"_a, "threads"_a, nb::sig("def transitions(self, moves: Algorithm, threads: int) -> typing.Any"));
}

}  // namespace

LabCoordinate::LabCoordinate(std::string_view text) : words(text), description(described(words)) {
  if (auto product = description.product()) whole = *std::move(product);
}

Description described(std::string_view words) {
  return value_of(interruptible([&](const StopFlag& stop) { return parse_description(words, &stop); }));
}

const AnyCoordinate& whole_of(const LabCoordinate& coordinate) {
  if (!coordinate.whole)
    raise({coordinate.words + " has " + to_decimal(coordinate.description.values()) +
               " values; arrays and tables are for coordinates of less than 2^63",
           {},
           ErrorKind::bad_option});
  return *coordinate.whole;
}

SymmetryGroup group_of(std::string_view text) { return value_of(parse_symmetry_group(text).map_error(as_bad_option)); }

unsigned threads_of(nb::handle threads) {
  const auto n = within<unsigned>("threads", threads, 0, 1 << 16);
  return n == 0 ? hardware_threads() : n;
}

void bind_coordinates(nb::module_& module) {
  nb::class_<LabCoordinate> coordinate(module, "CoordinateInWords");
  coordinate.def(
      "__init__",
      [](LabCoordinate* self, nb::handle words) { new (self) LabCoordinate(text_argument("words", words)); }, "words"_a,
      nb::sig("def __init__(self, words: str) -> None"));
  coordinate.def_prop_ro("words", [](const LabCoordinate& c) { return c.words; });
  coordinate.def_prop_ro("within", [](const LabCoordinate& c) { return c.description.within; });
  coordinate.def_prop_ro("name", [](const LabCoordinate& c) { return c.description.name(); });
  coordinate.def_prop_ro(
      "size", [](const LabCoordinate& c) { return integer(c.description.values()); }, nb::sig("def size(self) -> int"));
  coordinate.def_prop_ro(
      "parts",
      [](const LabCoordinate& c) {
        return tuple_of(c.description.parts, [](const AnyCoordinate& part) { return nb::cast(part.name()); });
      },
      nb::sig("def parts(self) -> tuple[str, ...]"));
  coordinate.def_prop_ro(
      "symmetries",
      [](const LabCoordinate& c) {
        const AnyCoordinate& whole = whole_of(c);
        return members(without_gil([&] { return admitted(whole); }));
      },
      nb::sig("def symmetries(self) -> tuple[int, ...]"));
  coordinate.def_prop_ro("admits_inversion", [](const LabCoordinate& c) {
    const AnyCoordinate& whole = whole_of(c);
    return without_gil([&] { return admits_inversion(whole); });
  });
  coordinate.def(
      "defined", [](const LabCoordinate& self, const Cube& c) { return self.description.defined(c); }, "cube"_a);
  coordinate.def("value", &value_of_cube, "cube"_a, nb::sig("def value(self, cube: Cube) -> int"));
  coordinate.def("cube", &cube_of, "value"_a, "reachable"_a,
                 nb::sig("def cube(self, value: int, reachable: bool) -> Cube"));
  coordinate.def("index32", &indices_of<std::uint32_t>, "rows"_a, "to"_a);
  coordinate.def("index64", &indices_of<std::uint64_t>, "rows"_a, "to"_a);
  coordinate.def("rows", &rows_of, "values"_a, "to"_a);
  coordinate.def("count_classes", &count_of_classes, "symmetry"_a, "inversion"_a,
                 nb::sig("def count_classes(self, symmetry: str, inversion: bool) -> tuple[int, dict[int, int]]"));
  bind_classes(module);
  module.def(
      "symmetry_products",
      [] {
        static_assert(sizeof(kSymmetryProducts) == kSymmetries * kSymmetries);
        return array_over(&kSymmetryProducts[0][0].index, {kSymmetries, kSymmetries}, 0);
      },
      nb::sig("def symmetry_products() -> typing.Any"));
  module.def(
      "catalogue",
      [] {
        return tuple_of(catalogue(), [](const CatalogueEntry& entry) {
          return nb::make_tuple(entry.name, entry.description, entry.summary, entry.source);
        });
      },
      nb::sig("def catalogue() -> tuple[tuple[str, str, str, str], ...]"));
}

}  // namespace superflip::python
