// Reading: cubes from texts, and what is wrong with them.
#include <algorithm>

#include "module.h"

namespace superflip::python {
namespace {

nb::tuple texts(const std::vector<std::string>& list) {
  return tuple_of(list, [](const std::string& text) { return nb::cast(text); });
}

Diagnosis judged_pocket(const Cube& corners) {
  const auto reading = read_pocket(to_pocket_facelets(corners));
  return reading ? diagnosis_of(*reading) : reading.error();
}

Reading from_record(nb::handle r) {
  return {nb::cast<Cube>(r.attr("cube")),
          symmetry_of(r.attr("held")),
          value_of(parse_format(nb::cast<std::string_view>(r.attr("format")))),
          {},
          nb::cast<Cube>(r.attr("in_space"))};
}

// What the solvers take: of the 3x3x3 also cubes that no turns lead to, for the answer says so.
Reading of_cube(const Cube& cube) { return {cube, Symmetry{}, Format::facelets, {}, cube}; }

Reading of_text(nb::handle text, Puzzle puzzle, const Accept& accept) {
  return value_of(read(puzzle, text_of(text), accept));
}

Reading of_algorithm(const Algorithm& a) {
  return {to_cube(a), a.rotation, Format::moves, {}, to_cube(a, Centres::turned)};
}

}  // namespace

nb::object record_of(const Diagnosis& d) {
  const char* const state = d.cube ? "possible" : d.readable() ? "impossible" : "unreadable";
  return record("Diagnosis", d.cube, static_cast<int>(d.held), state, texts(d.notes),
                tuple_of(d.others,
                         [](const OtherReading& other) {
                           return record("OtherReading", other.layout, static_cast<int>(other.held), other.cube);
                         }),
                texts(d.problems), d.repair, d.ways, d.repaired, d.position);
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

Metric metric_of(std::string_view text) { return value_of(parse_metric(text).map_error(as_bad_option)); }

Accept accept_of(std::optional<std::string_view> format, bool niss, std::optional<std::string_view> order,
                 std::optional<std::string_view> holding) {
  Accept accept{.niss = niss ? Niss::on : Niss::off};
  if (order) accept.listed.order = value_of(parse_layout(*order).map_error(as_bad_option));
  if (holding) accept.listed.held = value_of(parse_holding(*holding).map_error(as_bad_option));
  if (format) accept.formats = Formats{value_of(parse_format(*format).map_error(as_bad_option))};
  return accept;
}

Reading reading_of(nb::handle cube, Puzzle puzzle, std::optional<std::string_view> format, bool niss) {
  if (nb::isinstance<Cube>(cube)) return of_cube(nb::cast<Cube>(cube));
  if (nb::isinstance<nb::str>(cube)) return of_text(cube, puzzle, accept_of(format, niss));
  if (nb::isinstance<Algorithm>(cube)) return of_algorithm(nb::cast<Algorithm>(cube));
  const nb::object record_type = nb::module_::import_("superflip._records").attr("Reading");
  if (nb::isinstance(cube, record_type)) return from_record(cube);
  refuse_type("the cube", cube, "a Cube, a str, an Algorithm or a Reading");
}

Reading incomplete_reading_of(nb::handle cube) {
  if (nb::isinstance<nb::str>(cube)) return of_text(cube, Puzzle::cube, {.incomplete = true});
  return reading_of(cube, Puzzle::cube);
}

void read_many(nb::handle cubes, Puzzle puzzle, const std::function<void(std::size_t, Reading&&)>& take) {
  constexpr std::size_t kBlock = 256;  // some milliseconds
  if (nb::isinstance<nb::str>(cubes)) throw nb::type_error("expected an iterable of cubes, and not one text");
  const nb::list all = staying([&] { return nb::list(cubes); });
  std::vector<std::pair<std::size_t, std::string_view>> texts;
  for (std::size_t first = 0; first < all.size(); first += kBlock) {
    texts.clear();
    for (std::size_t i = first; i < std::min(all.size(), first + kBlock); ++i) {
      if (nb::isinstance<nb::str>(all[i]))
        texts.emplace_back(i, text_of(all[i]));
      else
        take(i, reading_of(all[i], puzzle));
    }
    const auto read_texts = [&]() -> tl::expected<void, Diagnosis> {
      const Released released;
      for (const auto& [i, text] : texts) {
        auto reading = read(puzzle, text, {});
        if (!reading) return tl::unexpected<Diagnosis>(std::move(reading.error()));
        take(i, *std::move(reading));
      }
      return {};
    };
    if (const auto read = read_texts(); !read) raise(read.error());
    hear_signals();
  }
}

void check_possible(const Cube& from, const Cube& to, Puzzle puzzle) {
  if (puzzle == Puzzle::pocket) {
    const Diagnosis judged = judged_pocket(from * inverse(to));
    if (!judged.cube) raise(judged);
    return;
  }
  if (is_reachable(from * inverse(to))) return;
  for (const Cube& cube : {from, to}) {
    Diagnosis diagnosis = diagnose(to_facelets(cube));
    if (!diagnosis.cube) raise(diagnosis);
  }
  raise({"no turns of faces lead from the one cube to the other", {}, ErrorKind::impossible});
}

void bind_reading(nb::module_& module) {
  module.def(
      "masks",
      [] {
        return tuple_of(named_masks(),
                        [](const NamedMask& mask) { return record("NamedMask", mask.name, mask.mask, mask.what); });
      },
      nb::sig("def masks() -> tuple[superflip._records.NamedMask, ...]"));
  module.def(
      "robots",
      [] {
        return tuple_of(named_robots(), [](const NamedRobot& robot) { return nb::make_tuple(robot.name, robot.json); });
      },
      nb::sig("def robots() -> tuple[tuple[str, str], ...]"));
  module.def(
      "read",
      [](nb::handle text, nb::handle format, bool niss, nb::handle puzzle, nb::handle order, nb::handle holding) {
        auto reading = read(named(kPuzzleNames, text_argument("puzzle", puzzle)), text_argument("text", text),
                            accept_of(optional_text("format", format), niss, optional_text("order", order),
                                      optional_text("holding", holding)));
        if (!reading) raise(reading.error());
        return record_of(*reading);
      },
      "text"_a.none(), "format"_a.none(), "niss"_a, "puzzle"_a, "order"_a.none(), "holding"_a.none(),
      nb::sig(
          "def read(text: str, format: str | None, niss: bool, puzzle: str, order: str | None, holding: str | None) -> "
          "superflip._records.Reading"));
  module.def(
      "check",
      [](nb::handle cube, nb::handle format, bool niss, nb::handle puzzle, nb::handle order, nb::handle holding) {
        const Puzzle kind = named(kPuzzleNames, text_argument("puzzle", puzzle));
        const Accept accept = accept_of(optional_text("format", format), niss, optional_text("order", order),
                                        optional_text("holding", holding));
        if (!nb::isinstance<nb::str>(cube)) {
          const Cube c = reading_of(cube, kind).cube;
          return record_of(kind == Puzzle::pocket ? judged_pocket(c) : diagnose(to_facelets(c)));
        }
        const auto reading = read(kind, text_of(cube), accept);
        return record_of(reading ? diagnosis_of(*reading) : reading.error());
      },
      "cube"_a.none(), "format"_a.none(), "niss"_a, "puzzle"_a, "order"_a.none(), "holding"_a.none(),
      nb::sig("def check(cube: object, format: str | None, niss: bool, puzzle: str, order: str | None, "
              "holding: str | None) -> superflip._records.Diagnosis"));
  module.def(
      "recognise", [](nb::handle text) { return name(recognise(text_argument("text", text))); }, "text"_a.none(),
      nb::sig("def recognise(text: str) -> superflip.types.Format"));
  module.def(
      "describe_symmetry", [](nb::handle s) { return describe(symmetry_of(s)); }, "symmetry"_a,
      nb::sig("def describe_symmetry(symmetry: int) -> str"));
}

}  // namespace superflip::python
