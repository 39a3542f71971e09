// Reading: cubes from texts, and what is wrong with them.
#include "module.h"

namespace superflip::python {
namespace {

nb::tuple texts(const std::vector<std::string>& list) {
  return tuple_of(list, [](const std::string& text) { return nb::cast(text); });
}

Diagnosis diagnosis_of(const Reading& reading) {
  Diagnosis d;
  d.cube = reading.cube;
  d.held = reading.held;
  d.notes = reading.notes;
  return d;
}

tl::expected<Reading, Diagnosis> read_as(Puzzle puzzle, std::string_view text, const Accept& accept) {
  return puzzle == Puzzle::pocket ? read_pocket(text, accept) : read(text, accept);
}

Reading from_record(nb::handle r) {
  return {nb::cast<Cube>(r.attr("cube")),
          symmetry_of(nb::cast<std::int64_t>(r.attr("held"))),
          value_of(parse_format(nb::cast<std::string_view>(r.attr("format")))),
          {},
          nb::cast<Cube>(r.attr("in_space"))};
}

// What the solvers take: of the 3x3x3 also cubes that no turns lead to, for the answer says so.
Reading of_cube(const Cube& cube) { return {cube, Symmetry{}, Format::facelets, {}, cube}; }

Reading of_algorithm(const Algorithm& a) {
  return {to_cube(a), a.rotation, Format::moves, {}, to_cube(a, Centres::turned)};
}

}  // namespace

nb::object record_of(const Diagnosis& d) {
  const char* const state = d.cube ? "possible" : d.readable() ? "impossible" : "unreadable";
  return record("Diagnosis", d.cube, static_cast<int>(d.held), state, texts(d.notes), texts(d.problems), d.repair,
                d.ways, d.repaired, d.position);
}

nb::object record_of(const Reading& r) {
  return record("Reading", r.cube, static_cast<int>(r.held), name(r.format), texts(r.notes), r.in_space);
}

std::string_view text_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

Puzzle parse_puzzle(std::string_view text) {
  if (text == "3x3x3") return Puzzle::cube;
  if (text == "2x2x2") return Puzzle::pocket;
  raise({"there is no puzzle '" + text::escaped(text, 40) + "'; expected 3x3x3 or 2x2x2", {}, ErrorKind::bad_option});
}

Centres parse_centres(std::string_view text) {
  if (text == "fixed") return Centres::fixed;
  if (text == "moved") return Centres::moved;
  if (text == "turned") return Centres::turned;
  raise({"'" + text::escaped(text, 40) + "' says nothing of centres; expected fixed, moved or turned",
         {},
         ErrorKind::bad_option});
}

Metric metric_of(std::string_view text) { return value_of(parse_metric(text).map_error(as_bad_option)); }

Accept accept_of(std::optional<std::string_view> format, bool niss) {
  Accept accept{.niss = niss ? Niss::on : Niss::off};
  if (format) accept.formats = Formats{value_of(parse_format(*format).map_error(as_bad_option))};
  return accept;
}

Reading reading_of(nb::handle cube, Puzzle puzzle, std::optional<std::string_view> format, bool niss) {
  if (nb::isinstance<Cube>(cube)) return of_cube(nb::cast<Cube>(cube));
  if (nb::isinstance<nb::str>(cube)) {
    auto reading = read_as(puzzle, text_of(cube), accept_of(format, niss));
    if (!reading) raise(reading.error());
    return *std::move(reading);
  }
  if (nb::isinstance<Algorithm>(cube)) return of_algorithm(nb::cast<Algorithm>(cube));
  const nb::object record_type = nb::module_::import_("superflip._records").attr("Reading");
  if (nb::isinstance(cube, record_type)) return from_record(cube);
  const std::string type = nb::cast<std::string>(nb::str(cube.type().attr("__name__")));
  throw nb::type_error(("a cube is a Cube, a str, an Algorithm or a Reading, and not of type " + type).c_str());
}

void bind_reading(nb::module_& module) {
  module.def(
      "read",
      [](std::string_view text, std::optional<std::string_view> format, bool niss, std::string_view puzzle) {
        auto reading = read_as(parse_puzzle(puzzle), text, accept_of(format, niss));
        if (!reading) raise(reading.error());
        return record_of(*reading);
      },
      "text"_a, nb::kw_only(), "format"_a = nb::none(), "niss"_a = false, "puzzle"_a = "3x3x3",
      nb::sig("def read(text: str, *, format: superflip.types.Format | None = None, niss: bool = False, "
              "puzzle: superflip.types.Puzzle = '3x3x3') -> superflip._records.Reading"),
      "The cube of a text, with how it was held and understood. Raises `Unreadable`, or `ImpossibleCube` with the "
      "diagnosis.");
  module.def(
      "check",
      [](std::string_view text, std::optional<std::string_view> format, bool niss, std::string_view puzzle) {
        const auto reading = read_as(parse_puzzle(puzzle), text, accept_of(format, niss));
        return record_of(reading ? diagnosis_of(*reading) : reading.error());
      },
      "text"_a, nb::kw_only(), "format"_a = nb::none(), "niss"_a = false, "puzzle"_a = "3x3x3",
      nb::sig("def check(text: str, *, format: superflip.types.Format | None = None, niss: bool = False, "
              "puzzle: superflip.types.Puzzle = '3x3x3') -> superflip._records.Diagnosis"),
      "The doctor: whether a text is a cube that can be solved, all that is wrong, and the smallest repair.\n\n"
      "Any six symbols and any holding will do. Raises nothing for a wrong text.\n\n"
      "    >>> print(superflip.check(\"UUUUUUUUFRRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB\").problems[0])\n"
      "    the corner at URF shows F, R and U in this order, which is no corner");
  module.def(
      "recognise", [](std::string_view text) { return name(recognise(text)); }, "text"_a,
      nb::sig("def recognise(text: str) -> superflip.types.Format"),
      "The format that a text seems to be in (superflip/reading/formats.h); it may still be wrong.");
  module.def(
      "describe_symmetry", [](std::int64_t s) { return describe(symmetry_of(s)); }, "symmetry"_a,
      "A symmetry 0..47 in words: \"half a turn about F\". Raises IndexError.");
}

}  // namespace superflip::python
