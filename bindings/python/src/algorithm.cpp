// Algorithm: moves as people write them, expanded to face turns and a rotation.
#include <algorithm>

#include "module.h"

namespace superflip::python {
namespace {

// The rotation of the whole cube in letters, " x y2": first what comes up, then a turn about it.
std::string rotation_in_letters(Symmetry rotation) {
  if (rotation == Symmetry{}) return {};
  for (const char* first : {"", " x", " x2", " x'", " z", " z'"})
    for (const char* then : {"", " y", " y2", " y'"}) {
      std::string letters = std::string(first) + then;
      if (const auto read = parse_algorithm(letters); read && read->rotation == rotation) return letters;
    }
  return {};  // never: these are all 24
}

std::string written(const Algorithm& a) {
  std::string text = to_string(a.moves);
  if (!a.on_inverse.empty()) text = "(" + to_string(a.on_inverse) + ")" + (text.empty() ? "" : " " + text);
  text += rotation_in_letters(a.rotation);
  return text.starts_with(' ') ? text.substr(1) : text;
}

Algorithm from_parts(const std::vector<int>& on_cube, const std::vector<int>& on_inverse, nb::handle rotation) {
  const auto to_moves = [](const std::vector<int>& indices) {
    Moves moves;
    for (const int i : indices) {
      if (i < 0 || i >= kMoves) throw nb::value_error("expected moves 0..17");
      moves.emplace_back(i);
    }
    return moves;
  };
  const Symmetry s = symmetry_of(rotation);
  if (is_reflection(s)) throw nb::value_error("expected a rotation, an even symmetry");
  return {to_moves(on_cube), to_moves(on_inverse), s};
}

nb::tuple indices(const Moves& moves) {
  return tuple_of(moves, [](Move m) { return nb::int_(static_cast<int>(m)); });
}

std::string one(Move m) { return to_string(std::array{m}); }

// NISS: the inverse of what is done on both sides would be another kind of thing.
void refuse_niss(const Algorithm& a) {
  if (!a.on_inverse.empty()) throw nb::value_error("this algorithm has moves on the inverse (NISS)");
}

void bind_sequence(nb::class_<Algorithm>& algorithm) {
  algorithm.def(
      "__len__", [](const Algorithm& a) { return a.moves.size(); }, "The number of face turns.");
  algorithm.def(
      "__getitem__",
      [](const Algorithm& a, const nb::slice& part) {
        auto [start, stop, step, length] = part.compute(a.moves.size());
        Algorithm chosen;
        for (std::size_t i = 0; i < length; ++i, start += step)
          chosen.moves.push_back(a.moves[static_cast<std::size_t>(start)]);
        return chosen;
      },
      "index"_a, nb::sig("def __getitem__(self, index: slice) -> Algorithm"),
      "Some face turns; the rotation and moves on the inverse are not among them.");
  algorithm.def(
      "__getitem__",
      [](const Algorithm& a, nb::handle index) {
        const auto n = static_cast<Py_ssize_t>(a.moves.size());
        Py_ssize_t i = PyNumber_AsSsize_t(index.ptr(), PyExc_IndexError);
        if (i == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
        if (i < -n || i >= n) throw nb::index_error("there are not so many moves");
        return one(a.moves[static_cast<std::size_t>(i < 0 ? i + n : i)]);
      },
      "index"_a, nb::sig("def __getitem__(self, index: int) -> str"), "One face turn, \"R2\".");
  algorithm.def(
      "count",
      [](const Algorithm& a, std::string_view move) {
        return std::count_if(a.moves.begin(), a.moves.end(), [&](Move m) { return one(m) == move; });
      },
      "move"_a, "How often a face turn occurs, \"R2\".");
  algorithm.def(
      "index",
      [](const Algorithm& a, std::string_view move) {
        const auto found = std::find_if(a.moves.begin(), a.moves.end(), [&](Move m) { return one(m) == move; });
        if (found == a.moves.end()) throw nb::value_error("this face turn does not occur");
        return found - a.moves.begin();
      },
      "move"_a, "Where a face turn occurs first. Raises ValueError if it does not.");
  algorithm.def(
      "__iter__",
      [](const Algorithm& a) { return nb::iter(tuple_of(a.moves, [](Move m) { return nb::cast(one(m)); })); },
      nb::sig("def __iter__(self) -> collections.abc.Iterator[str]"), "The face turns, \"R2\", in their order.");
  algorithm.def(
      "__eq__", [](const Algorithm& a, const Algorithm& b) { return a == b; }, nb::is_operator(),
      nb::sig("def __eq__(self, other: object, /) -> bool"), "Whether the expanded moves are the same.");
  algorithm.def("__hash__", [](const Algorithm& a) {
    return nb::hash(nb::make_tuple(indices(a.moves), indices(a.on_inverse), static_cast<int>(a.rotation)));
  });
  algorithm.def(
      "__add__",
      [](const Algorithm& a, const Algorithm& b) {
        refuse_niss(a);
        refuse_niss(b);
        return concatenate(a, b);
      },
      nb::is_operator(), "These moves, then those.");
  algorithm.def(
      "__add__",
      [](const Algorithm& a, const nb::str& text) {
        refuse_niss(a);
        return concatenate(a, algorithm_of(text));
      },
      nb::is_operator(), "The same with moves as a text.");
  algorithm.def(
      "__radd__",
      [](const Algorithm& a, const nb::str& text) {
        refuse_niss(a);
        return concatenate(algorithm_of(text), a);
      },
      nb::is_operator(), "A text of moves, then these.");
  algorithm.def(
      "__invert__",
      [](const Algorithm& a) {
        refuse_niss(a);
        return inverse(a);
      },
      "The moves that undo these.");
}

void bind_values(nb::class_<Algorithm>& algorithm) {
  algorithm.def_prop_ro(
      "on_inverse", [](const Algorithm& a) { return tuple_of(a.on_inverse, [](Move m) { return nb::cast(one(m)); }); },
      nb::sig("def on_inverse(self) -> tuple[str, ...]"), "NISS: the face turns on the inverse.");
  algorithm.def_prop_ro(
      "rotation", [](const Algorithm& a) { return static_cast<int>(a.rotation); },
      "The rotation of the whole cube at the end, as a symmetry 0..47; 0: none.");
  algorithm.def_prop_ro(
      "indices", [](const Algorithm& a) { return indices(a.moves); }, nb::sig("def indices(self) -> tuple[int, ...]"),
      "The face turns as numbers 0..17: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'.");
  algorithm.def(
      "length",
      [](const Algorithm& a, nb::handle metric) {
        const Metric m = metric_of(text_argument("metric", metric));
        const auto count = [m](const Moves& moves) {
          return counts_face_turns(m) ? length(moves, m) : length(normalise(moves), m);
        };
        return count(a.moves) + count(a.on_inverse);
      },
      "metric"_a = "htm", nb::sig("def length(self, metric: superflip.types.Metric = 'htm') -> int"),
      "The number of moves in a metric; for stm and atm of `normalised()`. Raises `BadOption`.");
  algorithm.def(
      "normalised",
      [](const Algorithm& a) {
        return Algorithm{normalise(a.moves), normalise(a.on_inverse), a.rotation};
      },
      "The same with neighbouring turns of a face joined, and opposite faces in the order U D, R L, F B.");
  algorithm.def(
      "conjugate",
      [](const Algorithm& a, nb::handle s) {
        const Symmetry by = symmetry_of(s);
        return Algorithm{conjugate(a.moves, by), conjugate(a.on_inverse, by), inverse(by) * a.rotation * by};
      },
      "symmetry"_a, nb::sig("def conjugate(self, symmetry: int) -> Algorithm"),
      "What does to `cube.conjugate(symmetry)` what these moves do to `cube`, normalised.");
  algorithm.def(
      "cube",
      [](const Algorithm& a, nb::handle centres) {
        return to_cube(a, named(kCentresNames, text_argument("centres", centres)));
      },
      "centres"_a = "fixed", nb::sig("def cube(self, centres: superflip.types.Centres = 'fixed') -> Cube"),
      "The cube that it makes of the solved one. With centres \"moved\" or \"turned\" it is the cube in space, with "
      "the rotation.");
}

}  // namespace

Algorithm algorithm_of(nb::handle moves) {
  if (nb::isinstance<Algorithm>(moves)) return nb::cast<Algorithm>(moves);
  if (nb::isinstance<nb::str>(moves)) return value_of(parse_algorithm(text_of(moves)));
  refuse_type("moves", moves, "an Algorithm or a str");
}

void bind_algorithm(nb::module_& module) {
  nb::class_<Algorithm> algorithm(
      module, "Algorithm", nb::is_final(),
      "Moves as people write them: `Algorithm(\"[F: (R U R' U')2] M2 x\")`, expanded to face turns and a rotation.\n\n"
      "The centres are taken as fixed: slices and wide moves become face turns and a rotation of the whole cube, which "
      "is\nkept apart. It is a sequence of face turns: `len()`, `[i]`, `for move in algorithm`; `a + b` joins, `~a` "
      "inverts.\n`str()` gives the face turns. Immutable and hashable. superflip/cube/algorithm.h has the notation.");
  algorithm.def(
      "__init__",
      [](Algorithm* self, nb::handle text, bool niss) {
        new (self) Algorithm(value_of(parse_algorithm(text_argument("text", text), niss ? Niss::on : Niss::off)));
      },
      nb::sig("def __init__(self, text: str = '', *, niss: bool = False) -> None"), "text"_a = "", nb::kw_only(),
      "niss"_a = false,
      "Reads moves. With `niss`, those in parentheses are done on the inverse.\n\nRaises `Unreadable`, whose "
      "`position` "
      "tells which character is wrong.");
  algorithm.def_static("from_indices", &from_parts, "moves"_a, "on_inverse"_a = std::vector<int>{}, "rotation"_a = 0,
                       nb::sig("def from_indices(moves: collections.abc.Sequence[int], on_inverse: "
                               "collections.abc.Sequence[int] = (), rotation: int = 0) -> Algorithm"),
                       "Face turns by their numbers 0..17 (`indices`). Raises ValueError.");
  bind_sequence(algorithm);
  bind_values(algorithm);
  algorithm.def("__str__", &written);
  algorithm.def("__repr__", [](const Algorithm& a) {
    if (!a.on_inverse.empty())
      return "Algorithm.from_indices(" + std::string(nb::repr(indices(a.moves)).c_str()) + ", " +
             std::string(nb::repr(indices(a.on_inverse)).c_str()) + ", " + std::to_string(a.rotation) + ")";
    const std::string text = written(a);
    return "Algorithm(" + std::string(text.empty() ? "" : nb::repr(nb::cast(text)).c_str()) + ")";
  });
  algorithm.def(
      "__getstate__",
      [](const Algorithm& a) {
        return nb::make_tuple(indices(a.moves), indices(a.on_inverse), static_cast<int>(a.rotation));
      },
      nb::sig("def __getstate__(self) -> tuple[object, ...]"));
  algorithm.def(
      "__setstate__",
      [](Algorithm& a, const std::tuple<std::vector<int>, std::vector<int>, nb::object>& state) {
        new (&a) Algorithm(from_parts(std::get<0>(state), std::get<1>(state), std::get<2>(state)));
      },
      "state"_a, nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"));
}

}  // namespace superflip::python
