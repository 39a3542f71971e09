// Cube: the 32 bytes of superflip::Cube as an immutable value.
#include <nanobind/operators.h>
#include <nanobind/stl/array.h>

#include <cstring>

#include "module.h"

namespace superflip::python {
namespace {

static_assert(sizeof(Cube) == 32);

template <int kCount, class At>
nb::tuple places(const At& at) {
  nb::list list;
  for (int x = 0; x < kCount; ++x) list.append(at(x));
  return nb::tuple(list);
}

nb::tuple corners(const Cube& c) {
  return places<kCorners>([&](int x) { return c.corner_at(x); });
}
nb::tuple twists(const Cube& c) {
  return places<kCorners>([&](int x) { return c.twist_at(x); });
}
nb::tuple edges(const Cube& c) {
  return places<kEdges>([&](int x) { return c.edge_at(x); });
}
nb::tuple flips(const Cube& c) {
  return places<kEdges>([&](int x) { return c.flip_at(x); });
}
nb::tuple centres(const Cube& c) {
  return places<kFaces>([&](int f) { return c.centre_at(f); });
}
nb::tuple centre_turns(const Cube& c) {
  return places<kFaces>([&](int f) { return c.turn_at(f); });
}

[[noreturn]] void raise_no_cube() {
  throw nb::value_error(
      "this is no cube: expected each of the 8 corners, 12 edges and 6 centres once, twists 0..2, flips 0..1, turns "
      "0..3");
}

nb::bytes bytes_of(const Cube& c) { return nb::bytes(static_cast<const void*>(&c), sizeof(Cube)); }

Cube from_bytes(const nb::bytes& bytes) {
  if (bytes.size() != sizeof(Cube)) throw nb::value_error("a cube has 32 bytes");
  Cube c;
  std::memcpy(&c, bytes.c_str(), sizeof(Cube));
  if (!is_cube(c)) raise_no_cube();
  return c;
}

template <std::size_t kCount>
using Places = std::array<int, kCount>;

Cube from_pieces(const Places<8>& corners, const Places<8>& twists, const Places<12>& edges, const Places<12>& flips,
                 const Places<6>& centres, const Places<6>& centre_turns) {
  const auto is_below = [](const auto& values, int end) {
    for (const int v : values)
      if (v < 0 || v >= end) return false;
    return true;
  };
  if (!is_below(corners, 8) || !is_below(twists, 3) || !is_below(edges, 12) || !is_below(flips, 2) ||
      !is_below(centres, 6) || !is_below(centre_turns, 4))
    raise_no_cube();
  Cube c;
  for (std::size_t x = 0; x < corners.size(); ++x) c.set_corner(static_cast<int>(x), corners[x], twists[x]);
  for (std::size_t x = 0; x < edges.size(); ++x) c.set_edge(static_cast<int>(x), edges[x], flips[x]);
  for (std::size_t f = 0; f < centres.size(); ++f) c.set_centre(static_cast<int>(f), centres[f], centre_turns[f]);
  if (!is_cube(c)) raise_no_cube();
  return c;
}

// a^n by squaring; n may have any size.
Cube power(Cube a, const nb::int_& n) {
  const nb::int_ rest(n % nb::int_(order(a)));  // not negative, as always in Python
  Cube product;
  for (int k = nb::cast<int>(rest); k > 0; k >>= 1, a = a * a)
    if ((k & 1) != 0) product = product * a;
  return product;
}

std::string repr(const Cube& c) {
  if (c == kSolved) return "Cube()";
  if (is_reachable(c)) return "Cube('" + to_facelets(c) + "')";
  const auto text = [](const nb::tuple& values) { return std::string(nb::str(nb::repr(values)).c_str()); };
  std::string pieces =
      "Cube.from_pieces(" + text(corners(c)) + ", " + text(twists(c)) + ", " + text(edges(c)) + ", " + text(flips(c));
  if (centres(c).equal(centres(kSolved)) && centre_turns(c).equal(centre_turns(kSolved))) return pieces + ")";
  return pieces + ", " + text(centres(c)) + ", " + text(centre_turns(c)) + ")";
}

void check_rank(const Cube& c, Packing packing) {
  if (packing == Packing::rank && !is_reachable(c))
    raise({"only cubes that turns of faces lead to have a rank", {}, ErrorKind::impossible});
}

std::string written(const Cube& c, std::string_view name) {
  const Format format = value_of(parse_format(name).map_error(as_bad_option));
  if (format == Format::moves)
    return nb::cast<std::string>(nb::str(nb::module_::import_("superflip").attr("word_to")(c)));
  if (const auto packing = packing_of(format)) check_rank(c, *packing);
  return format_cube(c, format);
}

nb::object fields_of(const std::vector<PackedField>& fields) {
  return tuple_of(fields, [](const PackedField& f) {
    return record("PackedField", f.name, f.symbol, f.value, f.values, f.bits, fields_of(f.parts));
  });
}

nb::tuple symmetries(std::uint64_t bits) {
  nb::list list;
  for (const Symmetry s : kAllSymmetries)
    if ((bits >> s & 1) != 0) list.append(static_cast<int>(s));
  return nb::tuple(list);
}

void bind_making(nb::class_<Cube>& cube) {
  cube.def(
      "__init__",
      [](Cube* self, const nb::object& text, nb::handle format, bool niss) {
        const auto wanted = optional_text("format", format);
        new (self) Cube(text.is_none() ? kSolved : reading_of(text, Puzzle::cube, wanted, niss).cube);
      },
      "text"_a = nb::none(), nb::kw_only(), "format"_a = nb::none(), "niss"_a = false,
      nb::sig("def __init__(self, text: superflip.types.CubeLike | None = None, *, "
              "format: superflip.types.Format | None = None, niss: bool = False) -> None"),
      "The cube that a text describes, in any format or in the one given; without a text the solved cube.\n\n"
      "A cube that is held another way is turned to U up and F in front; `superflip.read` tells how it was held.\n"
      "With `niss`, moves in parentheses are done on the inverse.\n\n"
      "Raises `Unreadable`, or `ImpossibleCube` with the diagnosis.");
  cube.def_static("from_bytes", &from_bytes, "data"_a, nb::sig("def from_bytes(data: bytes) -> Cube"),
                  "The cube of 32 bytes, as `bytes(cube)` gives them and as rows of arrays have them: for the 8 "
                  "corners, 6 centres and 2\nunused places, and for the 12 edges and 4 unused places, the piece in "
                  "it + 16 * its orientation.\nThe cube may be impossible. Raises ValueError "
                  "for other bytes.");
  cube.def_static(
      "from_pieces", &from_pieces, "corners"_a, "twists"_a, "edges"_a, "flips"_a,
      "centres"_a = Places<6>{0, 1, 2, 3, 4, 5}, "centre_turns"_a = Places<6>{},
      nb::sig("def from_pieces(corners: collections.abc.Sequence[int], twists: collections.abc.Sequence[int], edges: "
              "collections.abc.Sequence[int], flips: collections.abc.Sequence[int], centres: "
              "collections.abc.Sequence[int] = (0, 1, 2, 3, 4, 5), centre_turns: collections.abc.Sequence[int] = "
              "(0, 0, 0, 0, 0, 0)) -> Cube"),
      "The cube with these pieces in its places, Kociemba's cubie level (kociemba.org/cube.htm): the place x holds "
      "the piece\n`corners[x]`, turned by `twists[x]` (0..2) thirds clockwise.\n\n"
      "Corners are URF UFL ULB UBR DFR DLF DBL DRB, edges UR UF UL UB DR DF DL DB FR FL BL BR, centres U R F D L "
      "B.\nThe cube may be impossible (`is_reachable`). Raises ValueError if a piece is missing or a value out of "
      "range.");
  cube.def_static(
      "unpack",
      [](nb::handle number, nb::handle packing) {
        return value_of(unpack(natural_number(number), parse_packing(text_argument("packing", packing))));
      },
      "number"_a, "packing"_a = "rank",
      nb::sig("def unpack(number: int, packing: superflip.types.Packing = 'rank') -> Cube"),
      "The cube of a number, the inverse of `pack`. Raises ValueError (`Unreadable`) for a number that is none's.");
  cube.def_static(
      "from_pocket", [](const nb::object& text) { return reading_of(text, Puzzle::pocket).cube; }, "text"_a,
      nb::sig("def from_pocket(text: superflip.types.CubeLike) -> Cube"),
      "A 2x2x2, as the corners of a cube in the orientation in which it is held: 24 facelets (faces U R F D L B, each "
      "row by\nrow, any six symbols), moves, or a 3x3x3 of which only the corners count.\n\nRaises `Unreadable` or "
      "`ImpossibleCube`.");
}

void bind_values(nb::class_<Cube>& cube) {
  cube.def_prop_ro("corners", &corners, nb::sig("def corners(self) -> tuple[int, ...]"),
                   "The piece 0..7 in each of the places URF UFL ULB UBR DFR DLF DBL DRB.");
  cube.def_prop_ro("twists", &twists, nb::sig("def twists(self) -> tuple[int, ...]"),
                   "The twist 0..2 of the piece in each of the 8 places of corners.");
  cube.def_prop_ro("edges", &edges, nb::sig("def edges(self) -> tuple[int, ...]"),
                   "The piece 0..11 in each of the places UR UF UL UB DR DF DL DB FR FL BL BR.");
  cube.def_prop_ro("flips", &flips, nb::sig("def flips(self) -> tuple[int, ...]"),
                   "The flip 0..1 of the piece in each of the 12 places of edges.");
  cube.def_prop_ro("centres", &centres, nb::sig("def centres(self) -> tuple[int, ...]"),
                   "The centre 0..5 on each of the faces U R F D L B.");
  cube.def_prop_ro("centre_turns", &centre_turns, nb::sig("def centre_turns(self) -> tuple[int, ...]"),
                   "The clockwise quarter turns 0..3 of the centre on each face.");
  cube.def_prop_ro(
      "facelets", [](const Cube& c) { return to_facelets(c); },
      "The 54 letters, faces U R F D L B, each row by row: Kociemba's facelet level (kociemba.org/facelet.htm).");
  cube.def_prop_ro(
      "pocket_facelets", [](const Cube& c) { return to_pocket_facelets(c); },
      "The 24 letters of its corners: a 2x2x2.");
  cube.def_prop_ro(
      "is_solved", [](const Cube& c) { return c == kSolved; }, "Whether it equals `Cube()`.");
  cube.def_prop_ro(
      "is_reachable", [](const Cube& c) { return is_reachable(c); },
      "Whether turns of faces lead to it, the centres taken as fixed.");
  cube.def_prop_ro(
      "order", [](const Cube& c) { return order(c); },
      "The least n >= 1 whose n-th power is solved; 1 to 1260 for reachable cubes.");
  cube.def_prop_ro(
      "parity", [](const Cube& c) { return corner_parity(c); },
      "The parity 0..1 of the permutation of the corners; of reachable cubes that of the edges, too.");
  cube.def_prop_ro(
      "symmetries", [](const Cube& c) { return symmetries(symmetries_of(c)); },
      nb::sig("def symmetries(self) -> tuple[int, ...]"), "The symmetries s, 0..47, with `conjugate(s)` equal to it.");
  cube.def_prop_ro(
      "antisymmetries", [](const Cube& c) { return symmetries(antisymmetries_of(c)); },
      nb::sig("def antisymmetries(self) -> tuple[int, ...]"), "The symmetries s with `conjugate(s)` equal to `~cube`.");
  cube.def_prop_ro(
      "symmetry_type", [](const Cube& c) { return symmetry_type_of(c).name; },
      nb::sig("def symmetry_type(self) -> str"),
      "Which of the 33 types its symmetries are: a Schoenflies symbol, \"Oh\" to \"C1\" (`superflip symmetry types`).");
  cube.def(
      "least_image", [](const Cube& c, bool inversion) { return least_image(c, inversion); }, nb::kw_only(),
      "inversion"_a = false, nb::sig("def least_image(self, *, inversion: bool = False) -> Cube"),
      "The first of its 48 images in the order of pieces, the same for all cubes that are alike; with `inversion`, of "
      "those of its inverse, too.");
}

void bind_group(nb::class_<Cube>& cube) {
  cube.def(
      "__mul__", [](const Cube& a, const Cube& b) { return a * b; }, nb::is_operator(), "a, then b.");
  cube.def(
      "__mul__", [](const Cube& a, const Algorithm& b) { return a * to_cube(b); }, nb::is_operator(),
      "The cube after the moves.");
  cube.def(
      "__mul__", [](const Cube& a, const nb::str& moves) { return a * to_cube(algorithm_of(moves)); },
      nb::is_operator(), "The same with moves as a text.");
  cube.def(
      "__invert__", [](const Cube& c) { return inverse(c); }, "The inverse: `cube * ~cube == Cube()`.");
  cube.def("__pow__", &power, "n"_a, "The product of n times the cube; below 0, of its inverse.", nb::is_operator());
  cube.def(
      "__eq__", [](const Cube& a, const Cube& b) { return a == b; }, nb::is_operator(),
      nb::sig("def __eq__(self, other: object, /) -> bool"), "Whether all pieces are in the same places.");
  cube.def("__hash__", [](const Cube& c) { return static_cast<Py_hash_t>(hash(c) >> 2); });
  cube.def(
      "apply", [](const Cube& c, const nb::object& moves) { return c * to_cube(algorithm_of(moves)); }, "moves"_a,
      nb::sig("def apply(self, moves: Algorithm | str) -> Cube"),
      "The cube after moves, the centres taken as fixed. Raises `Unreadable`.");
  cube.def(
      "conjugate", [](const Cube& c, nb::handle s) { return conjugate(c, symmetry_of(s)); }, "symmetry"_a,
      nb::sig("def conjugate(self, symmetry: int) -> Cube"),
      "S^-1 * cube * S, the cube with places and pieces renamed by the symmetry 0..47: 16a + 8b + 2c + d is "
      "S_URF3^a * S_F2^b *\nS_U4^c * S_LR2^d (kociemba.org/symmetric.htm). Raises IndexError.");
}

void bind_writing(nb::class_<Cube>& cube) {
  cube.def("to", &written, "format"_a, nb::sig("def to(self, format: superflip.types.Format) -> str"),
           "The cube in another notation. \"moves\" come from a search by the default engine; they lead to the cube "
           "from the solved\none. Raises `BadOption`, and `ImpossibleCube` for moves and the rank of a cube that is "
           "not reachable.");
  cube.def(
      "__format__",
      [](const Cube& c, std::string_view format) { return format.empty() ? to_facelets(c) : written(c, format); },
      "format"_a, "`to(format)`; the empty format is \"facelets\".");
  cube.def(
      "pack",
      [](const Cube& c, std::string_view packing) {
        const Packing p = parse_packing(packing);
        check_rank(c, p);
        return integer(pack(c, p));
      },
      "packing"_a = "rank", nb::sig("def pack(self, packing: superflip.types.Packing = 'rank') -> int"),
      "The number of the cube; \"rank\" numbers the reachable cubes from 0 (solved) to "
      "43252003274489855999.");
  cube.def(
      "packed_fields",
      [](const Cube& c, std::string_view packing) {
        const Packing p = parse_packing(packing);
        check_rank(c, p);
        return fields_of(packed_fields(c, p));
      },
      "packing"_a,
      nb::sig("def packed_fields(self, packing: superflip.types.Packing) -> "
              "tuple[superflip._records.PackedField, ...]"),
      "The fields of `pack(packing)`, from the highest to the lowest.");
  cube.def("__repr__", &repr);
  cube.def(
      "__str__", [](const Cube& c) { return to_facelets(c); }, "The 54 facelets.");
  cube.def("__bytes__", [](const Cube& c) { return bytes_of(c); });
  cube.def(
      "__getstate__", [](const Cube& c) { return bytes_of(c); }, nb::sig("def __getstate__(self) -> bytes"));
  cube.def(
      "__setstate__", [](Cube& c, const nb::bytes& bytes) { new (&c) Cube(from_bytes(bytes)); }, "state"_a,
      nb::sig("def __setstate__(self, state: bytes) -> None"));
  cube.def("__copy__", [](const Cube& c) { return c; });
  cube.def(
      "__deepcopy__", [](const Cube& c, nb::handle) { return c; }, "memo"_a,
      nb::sig("def __deepcopy__(self, memo: object) -> Cube"));
  cube.def(
      "net", [](const Cube& c) { return nb::module_::import_("superflip._net").attr("text")(to_facelets(c)); },
      nb::sig("def net(self) -> str"), "The unfolded cube in nine lines of letters.");
  cube.def(
      "_repr_svg_", [](const Cube& c) { return nb::module_::import_("superflip._net").attr("svg")(to_facelets(c)); },
      nb::sig("def _repr_svg_(self) -> str"), "The unfolded cube as a picture, which notebooks show.");
}

}  // namespace

nb::object integer(Uint128 number) { return nb::steal(PyLong_FromString(to_decimal(number).c_str(), nullptr, 10)); }

Uint128 natural_number(nb::handle number) {
  const nb::object whole = nb::steal(PyNumber_Index(number.ptr()));
  if (!whole.is_valid()) {
    PyErr_Clear();
    refuse_type("the number", number, "a whole number");
  }
  const auto parsed = parse_uint128(nb::str(whole).c_str());
  if (!parsed) throw nb::value_error("expected a whole number from 0 to 2**128 - 1");
  return *parsed;
}

Packing parse_packing(std::string_view text) {
  const auto packing = parse_format(text).map(packing_of);
  if (packing && *packing) return **packing;
  raise({"there is no packing '" + text::escaped(text, 40) + "'; expected packed69, packed71 or rank",
         {},
         ErrorKind::bad_option});
}

Symmetry symmetry_of(nb::handle index) {
  const Py_ssize_t s = PyNumber_AsSsize_t(index.ptr(), nullptr);  // what is too large becomes the largest
  if (s == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse_type("the symmetry", index, "a whole number");
  }
  if (s < 0 || s >= kSymmetries) throw nb::index_error("expected a symmetry 0..47");
  return Symmetry(static_cast<int>(s));
}

void bind_cube(nb::module_& module) {
  nb::class_<Cube> cube(
      module, "Cube", nb::is_final(),
      "A cube: which piece is in which place, and how it is turned. Immutable, hashable, 32 bytes.\n\n"
      "    >>> Cube(\"R U R' U'\") ** 6 == Cube()\n"
      "    True\n\n"
      "`a * b` is a, then b; `~a` is the inverse, `a ** n` the power. Comparing, hashing, copying and pickling go by "
      "the pieces.\n`repr` reads back, `str` gives the 54 facelets, `f\"{cube:reid}\"` any format, and notebooks show "
      "the net.");
  bind_making(cube);
  bind_values(cube);
  bind_group(cube);
  bind_writing(cube);
}

}  // namespace superflip::python
